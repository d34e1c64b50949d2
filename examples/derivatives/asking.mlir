func.func private @f(%x: tensor<3xf32>, %w: tensor<3xf32>) -> tensor<f32> {
  %0 = tg.mul %x, %w : tensor<3xf32>
  %1 = tg.tanh %0 : tensor<3xf32>
  %2 = tg.reduce sum %1 dims [0] : (tensor<3xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}
func.func @all(%x: tensor<3xf32>, %w: tensor<3xf32>, %tx: tensor<3xf32>, %gy: tensor<f32>) -> (tensor<f32>, tensor<3xf32>, tensor<3xf32>) {
  %y0, %ty = tg.jvp @f(%x, %w) tangents(%tx) wrt [0] : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<f32>)
  %y1, %gx = tg.vjp @f(%x, %w) cotangents(%gy) wrt [0] : (tensor<3xf32>, tensor<3xf32>, tensor<f32>) -> (tensor<f32>, tensor<3xf32>)
  %y2, %gw = tg.grad @f(%x, %w) wrt [1] : (tensor<3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>)
  return %ty, %gx, %gw : tensor<f32>, tensor<3xf32>, tensor<3xf32>
}
