func.func private @predict(tensor<1x28x28x1xf32>) -> tensor<1x10xf32>
func.func @loss(%image: tensor<1x28x28x1xf32>, %label: tensor<1x10xf32>) -> tensor<f32> {
  %0 = func.call @predict(%image) : (tensor<1x28x28x1xf32>) -> tensor<1x10xf32>
  %1 = tg.log %0 : tensor<1x10xf32>
  %2 = tg.mul %1, %label : tensor<1x10xf32>
  %3 = tg.reduce sum %2 dims [0, 1] : (tensor<1x10xf32>) -> tensor<f32>
  %4 = tg.neg %3 : tensor<f32>
  return %4 : tensor<f32>
}
