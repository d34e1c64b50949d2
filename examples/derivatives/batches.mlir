// The gradient of a batch of 16 rows, four at a time: a loop hands what there is of the gradient on to the derivative of the
// loss, which adds to it.

// The derivative of rows.mlir by w, with req=add: the last argument is the gradient so far.
func.func private @accumulate(tensor<3xf32>, tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>)

func.func @main(%w: tensor<3xf32>, %x: tensor<16x3xf32>, %y: tensor<16xf32>) -> tensor<3xf32> {
  %first = tg.constant dense<0> : tensor<i32>
  %rows = tg.constant dense<4> : tensor<i32>
  %all = tg.constant dense<16> : tensor<i32>
  %zeros = tg.constant dense<0.0> : tensor<3xf32>
  %0:2 = tg.while (%i = %first, %sum = %zeros) : tensor<i32>, tensor<3xf32> cond {
    %1 = tg.compare lt %i, %all : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.dynamic_slice %x, %i, %first sizes [4, 3] : (tensor<16x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
    %2 = tg.dynamic_slice %y, %i sizes [4] : (tensor<16xf32>, tensor<i32>) -> tensor<4xf32>
    %loss, %next = func.call @accumulate(%w, %1, %2, %sum) : (tensor<3xf32>, tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>)
    %next_i = tg.add %i, %rows : tensor<i32>
    tg.yield %next_i, %next : tensor<i32>, tensor<3xf32>
  }
  return %0#1 : tensor<3xf32>
}

// The same of all rows at once, to compare.
func.func private @whole(%w: tensor<3xf32>, %x: tensor<16x3xf32>, %y: tensor<16xf32>) -> tensor<f32> {
  %0 = tg.matmul %x, %w : (tensor<16x3xf32>, tensor<3xf32>) -> tensor<16xf32>
  %1 = tg.sub %0, %y : tensor<16xf32>
  %2 = tg.mul %1, %1 : tensor<16xf32>
  %3 = tg.reduce sum %2 dims [0] : (tensor<16xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}
func.func @at_once(%w: tensor<3xf32>, %x: tensor<16x3xf32>, %y: tensor<16xf32>) -> tensor<3xf32> {
  %loss, %g = tg.grad @whole(%w, %x, %y) wrt [0] : (tensor<3xf32>, tensor<16x3xf32>, tensor<16xf32>) -> (tensor<f32>, tensor<3xf32>)
  return %g : tensor<3xf32>
}
