// A custom call that nobody here knows is converted where the program says what its derivative is, and is one again in StableHLO.
//
// RUN: split-file %s %t
// RUN: tg-opt %t/model.mlir --link=%t/rule.mlir --stablehlo-to-tg --differentiate="func=f mode=forward" --tg-to-stablehlo | tg-filecheck %s
// RUN: not tg-opt %t/model.mlir --stablehlo-to-tg 2>&1 | tg-filecheck %s --check-prefix=UNKNOWN
// RUN: not tg-run %t/model.mlir --link=%t/rule.mlir --optimize --entry=f --input=3xf32=1 2>&1 | tg-filecheck %s --check-prefix=EXECUTED

// CHECK-LABEL: func.func @f.jvp(
// CHECK: %[[R:.*]]:2 = call @acme.norm.call.jvp.rule(%arg0, %arg1)
// CHECK-NEXT: stablehlo.tanh %[[R]]#0
// CHECK-LABEL: func.func private @acme.norm.call.jvp.rule(
// CHECK-NEXT: call @tangent(%arg0, %arg1)
// CHECK-LABEL: func.func private @tangent(
// CHECK: stablehlo.custom_call @acme.norm(%arg0)

// UNKNOWN: model.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'acme.norm' computes is not known
// EXECUTED: model.mlir:2:8: error: 'tg.custom_call' op calls 'acme.norm', which this program does not provide

//--- model.mlir
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @acme.norm(%x) {has_side_effect = false} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.tanh %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}

//--- rule.mlir
func.func private @norm(tensor<3xf32>) -> tensor<3xf32> attributes {tg.derivative_of = "acme.norm", tg.jvp = @tangent}
func.func private @tangent(%x: tensor<3xf32>, %t: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.custom_call @acme.norm(%x) {has_side_effect = false} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.multiply %0, %t : tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
