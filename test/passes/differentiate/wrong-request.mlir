// RUN: split-file %s %t
// RUN: not tg-opt --differentiate="func=f wrt=0" %t/integer.mlir 2>&1 | tg-filecheck %s --check-prefix=INTEGER
// RUN: not tg-opt --differentiate="func=f wrt=2" %t/integer.mlir 2>&1 | tg-filecheck %s --check-prefix=NUMBER
// RUN: not tg-opt --differentiate="func=f wrt=weight" %t/integer.mlir 2>&1 | tg-filecheck %s --check-prefix=ARGUMENT
// RUN: not tg-opt --differentiate="func=weigths" %t/integer.mlir 2>&1 | tg-filecheck %s --check-prefix=FUNCTION
// RUN: not tg-opt --differentiate="func=f mode=grad" %t/integer.mlir 2>&1 | tg-filecheck %s --check-prefix=LOSS
// RUN: not tg-opt --differentiate="func=f mode=grd" %t/integer.mlir 2>&1 | tg-filecheck %s --check-prefix=MODE
// RUN: not tg-opt --differentiate="func=f convention=pytorch" %t/integer.mlir 2>&1 | tg-filecheck %s --check-prefix=CONVENTION
// RUN: not tg-opt --differentiate="func=f req=write,ad" %t/integer.mlir 2>&1 | tg-filecheck %s --check-prefix=REQ
// RUN: not tg-opt --differentiate="func=f" %t/recursion.mlir 2>&1 | tg-filecheck %s --check-prefix=RECURSION
// RUN: not tg-opt --differentiate="func=f" %t/blocks.mlir 2>&1 | tg-filecheck %s --check-prefix=BLOCKS
// RUN: not tg-opt --differentiate="func=f" %t/path.mlir 2>&1 | tg-filecheck %s --check-prefix=PATH
// RUN: not tg-opt --differentiate="func=f" %t/body.mlir 2>&1 | tg-filecheck %s --check-prefix=BODY
// RUN: not tg-opt --differentiate="func=f" %t/rule.mlir 2>&1 | tg-filecheck %s --check-prefix=RULE

// INTEGER: integer.mlir:1:1: error: @f has argument #0 of type 'tensor<4xi32>', which has no derivative: only floats and complex numbers have one
// NUMBER: integer.mlir:1:1: error: @f has no argument #2 to differentiate: it has 2
// ARGUMENT: integer.mlir:1:1: error: @f has no argument called 'weight' among {{.*}}; did you mean 'weights'?
// FUNCTION: error: there is no function @weigths among 
// LOSS: integer.mlir:1:1: error: result #0 of @f is 'tensor<4xf32>', but a loss is one float, such as 'tensor<f32>'; sum it up, or use mode=reverse
// MODE: 'grd' is none of forward, reverse, split, grad; did you mean 'grad'?
// CONVENTION: 'pytorch' is none of least-norm, jax, enzyme
// REQ: 'ad' is none of write, add, null; did you mean 'add'?
//--- integer.mlir
func.func @f(%n: tensor<4xi32>, %weights: tensor<4xf32> {tg.name = "weights"}) -> tensor<4xf32> {
  %0 = tg.exp %weights : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RECURSION: recursion.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'func.call' has no derivative: @f calls itself; write a loop instead
//--- recursion.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = func.call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// BLOCKS: blocks.mlir:{{[0-9]+}}:{{[0-9]+}}: error: @f has no derivative: it branches between 3 blocks; run --lift-cf-to-tg first, which makes them tg.if, tg.case and tg.while
//--- blocks.mlir
func.func @f(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  cf.br ^loop(%x : tensor<4xf32>)
^loop(%0: tensor<4xf32>):
  %1 = tg.exp %0 : tensor<4xf32>
  %q = tg.item %p : tensor<i1> -> i1
  cf.cond_br %q, ^loop(%1 : tensor<4xf32>), ^end
^end:
  return %1 : tensor<4xf32>
}

// PATH: path.mlir:{{[0-9]+}}:8: error: 'tg.bitcast' has no derivative
// PATH: path.mlir:{{[0-9]+}}:8: note: it varies with what 'tg.exp' computes
// PATH: note: it varies with this argument
//--- path.mlir
func.func @f(%x: tensor<4xf64>) -> tensor<4xcomplex<f32>> {
  %0 = tg.exp %x : tensor<4xf64>
  %1 = tg.bitcast %0 : (tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return %1 : tensor<4xcomplex<f32>>
}

// BODY: body.mlir:{{[0-9]+}}:8: error: 'func.call' has no derivative: @predict, which it calls, has no body here; --link=FILE joins the module that has it
//--- body.mlir
func.func private @predict(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @predict(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE: rule.mlir:{{[0-9]+}}:1: error: @tangent is the forward derivative of @g and must be '(tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)', but is '(tensor<4xf32>) -> tensor<4xf32>'
//--- rule.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.jvp = @tangent} {
  %0 = tg.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @tangent(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
