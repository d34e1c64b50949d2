// RUN: tg-opt --inline --mlir-print-debuginfo --mlir-print-local-scope %s | tg-filecheck %s

// What is inlined tells where it was called from.
// CHECK-LABEL: func.func @f
// CHECK:         tg.exp %{{.*}} loc(callsite("leaf.py":1:2 at "main.py":30:4))
func.func private @leaf(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.exp %x : tensor<f32> loc("leaf.py":1:2)
  return %0 : tensor<f32>
}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @leaf(%x) : (tensor<f32>) -> tensor<f32> loc("main.py":30:4)
  return %0 : tensor<f32>
}
