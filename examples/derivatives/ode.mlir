// A neural differential equation (Chen et al. 2018): points move by dp/dt = v tanh(w p + b), for which 100 steps of the
// midpoint rule stand, and the network learns a field in which they come to where they should be. For the gradient every tenth
// state is kept, as the attribute of the loop says, and not what the derivative of each round reads.
func.func private @field(%w: tensor<2x16xf32>, %b: tensor<16xf32>, %v: tensor<16x2xf32>, %p: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %0 = tg.matmul %p, %w : (tensor<8x2xf32>, tensor<2x16xf32>) -> tensor<8x16xf32>
  %1 = tg.add %0, %b : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
  %2 = tg.tanh %1 : tensor<8x16xf32>
  %3 = tg.matmul %2, %v : (tensor<8x16xf32>, tensor<16x2xf32>) -> tensor<8x2xf32>
  return %3 : tensor<8x2xf32>
}

// Where points are at time 1.
func.func private @moved(%w: tensor<2x16xf32>, %b: tensor<16xf32>, %v: tensor<16x2xf32>, %p: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %first = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %steps = tg.constant dense<100> : tensor<i32>
  %dt = tg.constant dense<0.01> : tensor<f32>
  %half = tg.constant dense<0.005> : tensor<f32>
  %0:2 = tg.while (%i = %first, %at = %p) : tensor<i32>, tensor<8x2xf32> attributes {tg.checkpoint = "sqrt"} cond {
    %1 = tg.compare lt %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = func.call @field(%w, %b, %v, %at) : (tensor<2x16xf32>, tensor<16xf32>, tensor<16x2xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
    %2 = tg.mul %half, %1 : (tensor<f32>, tensor<8x2xf32>) -> tensor<8x2xf32>
    %middle = tg.add %at, %2 : tensor<8x2xf32>
    %3 = func.call @field(%w, %b, %v, %middle) : (tensor<2x16xf32>, tensor<16xf32>, tensor<16x2xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
    %4 = tg.mul %dt, %3 : (tensor<f32>, tensor<8x2xf32>) -> tensor<8x2xf32>
    %next = tg.add %at, %4 : tensor<8x2xf32>
    %next_i = tg.add %i, %one : tensor<i32>
    tg.yield %next_i, %next : tensor<i32>, tensor<8x2xf32>
  }
  return %0#1 : tensor<8x2xf32>
}

// Points are to be turned by a quarter: (a, b) becomes (-b, a).
func.func @loss(%w: tensor<2x16xf32>, %b: tensor<16xf32>, %v: tensor<16x2xf32>, %p: tensor<8x2xf32>) -> tensor<f32> {
  %turn = tg.constant dense<[[0.0, 1.0], [-1.0, 0.0]]> : tensor<2x2xf32>
  %0 = func.call @moved(%w, %b, %v, %p) : (tensor<2x16xf32>, tensor<16xf32>, tensor<16x2xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  %1 = tg.matmul %p, %turn : (tensor<8x2xf32>, tensor<2x2xf32>) -> tensor<8x2xf32>
  %2 = tg.sub %0, %1 : tensor<8x2xf32>
  %3 = tg.mul %2, %2 : tensor<8x2xf32>
  %4 = tg.reduce mean %3 dims [0, 1] : (tensor<8x2xf32>) -> tensor<f32>
  return %4 : tensor<f32>
}
