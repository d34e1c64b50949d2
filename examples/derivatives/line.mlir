func.func @loss(%w: tensor<2xf32>, %x: tensor<3x2xf32>) -> tensor<f32> {
  %0 = tg.matmul %x, %w : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3xf32>
  %1 = tg.mul %0, %0 : tensor<3xf32>
  %2 = tg.reduce sum %1 dims [0] : (tensor<3xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}
