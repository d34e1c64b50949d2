// RUN: not tg-opt %s --stash="forward=f backward=g" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=TYPE
// RUN: not tg-opt %s --stash="forward=f backward=h" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=NONE
// RUN: not tg-opt %s --stash="forward=f backward=h args=u" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=PAIR
// RUN: not tg-opt %s --stash="forward=f backward=h args=u=z" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=WHO
// RUN: not tg-opt %s --stash="forward=f backward=h args=u=x,v=x" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=TWICE
// RUN: tg-opt %s --stash="forward=pairs backward=numbered" | tg-filecheck %s --check-prefix=NUMBERED
// RUN: not tg-opt %s --stash="forward=f" 2>&1 | tg-filecheck %s --check-prefix=BOTH
// RUN: not tg-opt %s --stash="forward=f backward=ff" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=MISSING
// RUN: not tg-opt %s --stash="forward=f backward=declared" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=DECLARED
// RUN: not tg-opt %s --stash="forward=f backward=nothing" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=NOTHING
// RUN: not tg-opt %s --stash="forward=f backward=calls" 2>&1 | tg-filecheck %s --check-prefix=CALLS
// RUN: not tg-opt %s --stash="forward=f backward=calls" 2>&1 | wc -l | tg-filecheck %s --check-prefix=LINES
// RUN: not tg-opt %s --stash="forward=f backward=k budget=1" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=BUDGET

// TYPE: errors.mlir:{{[0-9]+}}:14: error: argument 'x' of @g is 'tensor<5xf32>', but that of @f is 'tensor<4xf32>'
// NONE: errors.mlir:{{[0-9]+}}:1: error: no argument of @h, among 'u', 'v', has the name of one of @f, among 'x': say with args=dx=x which are the same
// PAIR: error: 'args' must be pairs such as 'dx=x', of an argument of @h and one of @f, but has 'u'
// WHO: error: @f has no argument called 'z' among 'x'
// TWICE: error: arguments #0 and #1 of @h are both argument #0 of @f
// BOTH: options 'forward' and 'backward' must name the functions of the two passes
// MISSING: error: there is no function @ff among 'calls', 'f', 'g', 'h', 'k', 'nothing', 'numbered', 'pairs'; did you mean 'f'?
// DECLARED: errors.mlir:{{[0-9]+}}:1: error: @declared is no function with a body
// NOTHING: error: function @nothing has no results: the forward pass has an output, the backward pass gradients
// CALLS: error: 'func.call' op calls @declared, which has no body here, and so perhaps effects: which pass
// LINES: 3
// BUDGET: error: the budget of 1 B for @f and @k cannot be met
// Numbers of a text are no names.
// NUMBERED: func.func @pairs.bwd(%arg0: tensor<4xf32> {tg.stash = "value 0"}, %arg1: tensor<4xf32> {tg.name = "g"})
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @g(%x: tensor<5xf32>) -> tensor<5xf32> {
  return %x : tensor<5xf32>
}
func.func @h(%u: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %u, %v : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
func.func @nothing(%x: tensor<4xf32>) {
  return
}
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @declared(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @k(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @pairs(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %1:2 = tg.if %p -> (tensor<4xf32>, tensor<4xf32>) {
    %2 = tg.exp %x : tensor<4xf32>
    tg.yield %2, %x : tensor<4xf32>, tensor<4xf32>
  } else {
    tg.yield %x, %x : tensor<4xf32>, tensor<4xf32>
  }
  %3 = tg.add %1#0, %1#1 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func @numbered(%x: tensor<4xf32>, %p: tensor<i1>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %1:2 = tg.if %p -> (tensor<4xf32>, tensor<4xf32>) {
    %2 = tg.exp %x : tensor<4xf32>
    tg.yield %2, %x : tensor<4xf32>, tensor<4xf32>
  } else {
    tg.yield %x, %x : tensor<4xf32>, tensor<4xf32>
  }
  %3 = tg.mul %1#0, %g : tensor<4xf32>
  return %3 : tensor<4xf32>
}
