// One op in a function each, with extreme attributes, whose operands and results
// are small all the same.
func.func @window_before(%x: tensor<3xf32>) {
  %0 = tg.reduce_window sum %x window [1099511627776] pads [1099511627773:0] : (tensor<3xf32>) -> tensor<1xf32>
  return
}
func.func @window_from_one(%x: tensor<3xf64>, %i: tensor<f64>) {
  %0 = tg.reduce_window sum %x init %i window [1099511627776] pads [1099511627773:0] : (tensor<3xf64>, tensor<f64>) -> tensor<1xf64>
  return
}
func.func @window_two_ways(%x: tensor<3x2xi32>) {
  %0 = tg.reduce_window prod %x window [1073741824, 1073741824] pads [1073741823:0, 0:1073741823] : (tensor<3x2xi32>) -> tensor<3x2xi32>
  return
}
func.func @window_gaps(%x: tensor<3xi8>) {
  %0 = tg.reduce_window max %x window [2] strides [1099511627776] base_dilation [1099511627776] window_dilation [1099511627776] : (tensor<3xi8>) -> tensor<2xi8>
  return
}
func.func @window_body(%x: tensor<3xf32>, %i: tensor<f32>) {
  %0 = tg.reduce_window %x init %i window [1099511627776] pads [1099511627773:0] : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32> with (%a: tensor<f32>, %b: tensor<f32>) {
    %1 = tg.add %a, %b : tensor<f32>
    tg.yield %1 : tensor<f32>
  }
  return
}
func.func @window_body_counts(%x: tensor<3xi64>, %i: tensor<i64>) {
  %0 = tg.reduce_window %x init %i window [1099511627776] pads [1099511627773:0] : (tensor<3xi64>, tensor<i64>) -> tensor<1xi64> with (%a: tensor<i64>, %b: tensor<i64>) {
    %1 = tg.constant dense<1> : tensor<i64>
    %2 = tg.add %a, %1 : tensor<i64>
    tg.yield %2 : tensor<i64>
  }
  return
}
func.func @pad_between(%x: tensor<1xf32>, %p: tensor<f32>) {
  %0 = tg.pad %x, %p low [1] high [1] interior [1099511627776] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
func.func @pad_and_cut(%x: tensor<3xf32>, %p: tensor<f32>) {
  %0 = tg.pad %x, %p low [-1099511627776] high [-1099511627775] interior [1099511627776] : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
func.func @slice_far(%x: tensor<3xf32>) {
  %0 = tg.slice %x [2:3:1099511627776] : (tensor<3xf32>) -> tensor<1xf32>
  return
}
func.func @conv_apart(%x: tensor<1x3x1xf32>, %w: tensor<2x1x1xf32>) {
  %0 = tg.conv %x, %w layout [n, w, c] x [w, i, o] -> [n, w, c] strides [1099511627776] pads [1099511627776:1099511627776] kernel_dilation [1099511627776] : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  return
}
func.func @conv_gaps(%x: tensor<1x3x1xf32>, %w: tensor<2x1x1xf32>) {
  %0 = tg.conv %x, %w layout [n, w, c] x [w, i, o] -> [n, w, c] strides [1099511627776] input_dilation [1099511627776] : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  return
}
func.func @conv_of_nothing(%x: tensor<1x4x0xf32>, %w: tensor<4x0x1xf32>) {
  %0 = tg.conv %x, %w layout [n, w, c] x [w, i, o] -> [n, w, c] strides [1099511627776] pads [1099511627776:1099511627776] : (tensor<1x4x0xf32>, tensor<4x0x1xf32>) -> tensor<1x3x1xf32>
  return
}
func.func @reduce_of_nothing(%x: tensor<0x1099511627776xf32>) {
  %0 = tg.reduce sum %x dims [0, 1] : (tensor<0x1099511627776xf32>) -> tensor<f32>
  return
}
func.func @endless(%x: tensor<3xf32>) {
  %0 = tg.while (%v = %x) : tensor<3xf32> cond {
    %1 = tg.constant dense<true> : tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    tg.yield %v : tensor<3xf32>
  }
  return
}
func.func @counts_far(%n: tensor<i64>) {
  %0 = tg.while (%i = %n) : tensor<i64> cond {
    %1 = tg.constant dense<1099511627776> : tensor<i64>
    %2 = tg.compare lt %i, %1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
    tg.yield %2 : tensor<i1>
  } do {
    %1 = tg.constant dense<1> : tensor<i64>
    %2 = tg.add %i, %1 : tensor<i64>
    tg.yield %2 : tensor<i64>
  }
  return
}
