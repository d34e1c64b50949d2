// A function with a derivative of its own: weights are rounded to quarters, which has the derivative 0 everywhere. The rule
// lets cotangents through where a weight is no greater than 2, as if it had not been rounded.
func.func private @quarters(%w: tensor<4xf32>) -> tensor<4xf32> attributes {tg.vjp = [@forward, @backward]} {
  %four = tg.constant dense<4.0> : tensor<f32>
  %0 = tg.mul %w, %four : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.round_even %0 : tensor<4xf32>
  %2 = tg.div %1, %four : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// The results of the function, and behind them what the backward part needs.
func.func private @forward(%w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = func.call @quarters(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %w : tensor<4xf32>, tensor<4xf32>
}

// From that, and a cotangent of each result, a cotangent of each argument.
func.func private @backward(%w: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %two = tg.constant dense<2.0> : tensor<f32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %size = tg.abs %w : tensor<4xf32>
  %small = tg.compare le %size, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %0 = tg.select %small, %g, %zero : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A line through points, whose weights are quarters.
func.func @loss(%w: tensor<4xf32>, %x: tensor<8x4xf32>, %y: tensor<8xf32>) -> tensor<f32> {
  %0 = func.call @quarters(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.matmul %x, %0 : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %2 = tg.sub %1, %y : tensor<8xf32>
  %3 = tg.mul %2, %2 : tensor<8xf32>
  %4 = tg.reduce sum %3 dims [0] : (tensor<8xf32>) -> tensor<f32>
  return %4 : tensor<f32>
}
