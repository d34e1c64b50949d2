func.func @step(%x: tensor<4xf32>, %dy: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = tg.constant dense<1.0> : tensor<f32>
  %y = tg.tanh %x : tensor<4xf32>
  %a = tg.tanh %x : tensor<4xf32>
  %b = tg.mul %a, %a : tensor<4xf32>
  %c = tg.sub %one, %b : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %dx = tg.mul %c, %dy : tensor<4xf32>
  return %y, %dx : tensor<4xf32>, tensor<4xf32>
}
