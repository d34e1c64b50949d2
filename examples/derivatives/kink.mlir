func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.max %x, %zero : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @root(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.compare gt %x, %zero : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  %1 = tg.sqrt %x : tensor<2xf32>
  %2 = tg.select %0, %1, %zero : (tensor<2xi1>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
