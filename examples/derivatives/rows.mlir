// The squared error of a linear model on four rows, a part of a batch.
func.func @loss(%w: tensor<3xf32>, %x: tensor<4x3xf32>, %y: tensor<4xf32>) -> tensor<f32> {
  %0 = tg.matmul %x, %w : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4xf32>
  %1 = tg.sub %0, %y : tensor<4xf32>
  %2 = tg.mul %1, %1 : tensor<4xf32>
  %3 = tg.reduce sum %2 dims [0] : (tensor<4xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}
