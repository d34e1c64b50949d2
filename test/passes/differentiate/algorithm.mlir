// RUN: tg-opt '--differentiate=func=f mode=reverse' %s | tg-filecheck %s

// The derivative of a convolution is that of what it is, whichever way it is computed.
// CHECK-LABEL: func.func @f.vjp(
// CHECK: tg.conv %arg{{.*}} :
// CHECK: tg.conv %arg{{.*}} :
// CHECK-NOT: algorithm
// CHECK: return
func.func @f(%x: tensor<1x9x9x4xf32>, %w: tensor<3x3x4x8xf32>) -> tensor<1x7x7x8xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] algorithm winograd_4x4 : (tensor<1x9x9x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x7x7x8xf32>
  return %0 : tensor<1x7x7x8xf32>
}
