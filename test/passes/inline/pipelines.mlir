// RUN: tg-opt --pass-pipeline="builtin.module(inline{default-pipeline=cse})" %s | tg-filecheck %s
// RUN: tg-opt --pass-pipeline="builtin.module(inline{default-pipeline= op-pipelines=func.func(cse)})" %s | tg-filecheck %s
// RUN: not tg-opt --pass-pipeline="builtin.module(inline{default-pipeline=csee})" %s 2>&1 | tg-filecheck %s --check-prefix=NAME
// RUN: not tg-opt --pass-pipeline="builtin.module(inline{op-pipelines=cse})" %s 2>&1 | tg-filecheck %s --check-prefix=OP

// The callee is simplified once, before copies are made of it.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: tg.exp
// CHECK-NOT:     tg.exp
// CHECK:         return
// NAME: 'csee' does not refer to a registered pass or pass pipeline; did you mean 'cse'?
// OP: expected the name of an operation with passes in parentheses
func.func private @leaf(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.exp %x : tensor<f32>
  %1 = tg.exp %x : tensor<f32>
  %2 = tg.add %0, %1 : tensor<f32>
  return %2 : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @leaf(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @leaf(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
