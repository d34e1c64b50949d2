// RUN: not tg-opt %s --stash="forward=f backward=g" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=TYPE
// RUN: not tg-opt %s --stash="forward=f backward=h" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=NONE
// RUN: not tg-opt %s --stash="forward=f backward=h args=u" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=PAIR
// RUN: not tg-opt %s --stash="forward=f backward=h args=u=z" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=WHO
// RUN: not tg-opt %s --stash="forward=f backward=h args=u=x,v=x" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=TWICE
// RUN: not tg-opt %s --stash="forward=f" 2>&1 | tg-filecheck %s --check-prefix=BOTH

// TYPE: errors.mlir:[[#@LINE+9]]:14: error: argument 'x' of @g is 'tensor<5xf32>', but that of @f is 'tensor<4xf32>'
// NONE: errors.mlir:{{[0-9]+}}:1: error: no argument of @h has the name of one of @f: say with args=dx=x which are the same
// PAIR: error: 'args' must be pairs such as 'dx=x', of an argument of @h and one of @f, but has 'u'
// WHO: error: @f has no argument called 'z'
// TWICE: error: arguments #0 and #1 of @h are both argument #0 of @f
// BOTH: options 'forward' and 'backward' must name the functions of the two passes
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
