// RUN: tg-opt --inline %s | tg-filecheck %s

// Every module has its own functions, and calls find those of their own.
// CHECK:       module @inner
// CHECK-NEXT:    func.func @calls
// CHECK-NEXT:      tg.neg
// CHECK-LABEL: func.func @calls_outer
// CHECK-NEXT:    tg.exp
module @inner {
  func.func private @f(%x: tensor<f32>) -> tensor<f32> {
    %0 = tg.neg %x : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @calls(%x: tensor<f32>) -> tensor<f32> {
    %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.exp %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @calls_outer(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
