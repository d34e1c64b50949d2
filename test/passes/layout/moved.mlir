// NOTE: checks written by tg-lit update
// RUN: tg-opt --layout %s | tg-filecheck %s

// A chain with features first is computed with features last: one transpose in front, and one behind.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x16x56x56xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<32xf32>) -> tensor<1x32x28x28xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [0, 2, 3, 1] : (tensor<1x16x56x56xf32>) -> tensor<1x56x56x16xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<3x3x16x32xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<2.500000e-01> : tensor<5x5x1x32xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[TRANSPOSE]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x56x56x16xf32>, tensor<3x3x16x32xf32>) -> tensor<1x56x56x32xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG1]] dims [3] : (tensor<32xf32>) -> tensor<1x56x56x32xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[CONV]], %[[BROADCAST]] : tensor<1x56x56x32xf32>
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[ADD]] : tensor<1x56x56x32xf32>
// CHECK-NEXT:    %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[RELU]], %[[CST_1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [2:2, 2:2] groups 32 : (tensor<1x56x56x32xf32>, tensor<5x5x1x32xf32>) -> tensor<1x28x28x32xf32>
// CHECK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[CONV_1]] permutation [0, 3, 1, 2] : (tensor<1x28x28x32xf32>) -> tensor<1x32x28x28xf32>
// CHECK-NEXT:    return %[[TRANSPOSE_1]] : tensor<1x32x28x28xf32>
// CHECK-NEXT:  }
func.func @chain(%x: tensor<1x16x56x56xf32>, %b: tensor<32xf32>) -> tensor<1x32x28x28xf32> {
  %w = tg.constant dense<0.5> : tensor<32x16x3x3xf32>
  %v = tg.constant dense<0.25> : tensor<32x1x5x5xf32>
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [1:1, 1:1] : (tensor<1x16x56x56xf32>, tensor<32x16x3x3xf32>) -> tensor<1x32x56x56xf32>
  %1 = tg.broadcast %b dims [1] : (tensor<32xf32>) -> tensor<1x32x56x56xf32>
  %2 = tg.add %0, %1 : tensor<1x32x56x56xf32>
  %3 = tg.relu %2 : tensor<1x32x56x56xf32>
  %4 = tg.conv %3, %v layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] strides [2, 2] pads [2:2, 2:2] groups 32 : (tensor<1x32x56x56xf32>, tensor<32x1x5x5xf32>) -> tensor<1x32x28x28xf32>
  return %4 : tensor<1x32x28x28xf32>
}

// A branch that is added, pooling, and a mean over positions, whose result has features alone.
// CHECK-LABEL: func.func @residual(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x32x28x28xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<32x1x1xf32>) -> tensor<2x32xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<32x1x1xf32>) -> tensor<32xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [0, 2, 3, 1] : (tensor<2x32x28x28xf32>) -> tensor<2x28x28x32xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<3x3x1x32xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[TRANSPOSE]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] groups 32 : (tensor<2x28x28x32xf32>, tensor<3x3x1x32xf32>) -> tensor<2x28x28x32xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[CONV]], %[[RESHAPE]] : (tensor<2x28x28x32xf32>, tensor<32xf32>) -> tensor<2x28x28x32xf32>
// CHECK-NEXT:    %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[MUL]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] groups 32 : (tensor<2x28x28x32xf32>, tensor<3x3x1x32xf32>) -> tensor<2x28x28x32xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[CONV_1]], %[[MUL]] : tensor<2x28x28x32xf32>
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window max %[[ADD]] window [1, 3, 3, 1] strides [1, 2, 2, 1] pads [0:0, 0:1, 0:1, 0:0] : (tensor<2x28x28x32xf32>) -> tensor<2x14x14x32xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[REDUCE_WINDOW]] dims [1, 2] : (tensor<2x14x14x32xf32>) -> tensor<2x32xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<2x32xf32>
// CHECK-NEXT:  }
func.func @residual(%x: tensor<2x32x28x28xf32>, %b: tensor<32x1x1xf32>) -> tensor<2x32xf32> {
  %w = tg.constant dense<0.5> : tensor<32x1x3x3xf32>
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [1:1, 1:1] groups 32 : (tensor<2x32x28x28xf32>, tensor<32x1x3x3xf32>) -> tensor<2x32x28x28xf32>
  %1 = tg.mul %0, %b : (tensor<2x32x28x28xf32>, tensor<32x1x1xf32>) -> tensor<2x32x28x28xf32>
  %2 = tg.conv %1, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [1:1, 1:1] groups 32 : (tensor<2x32x28x28xf32>, tensor<32x1x3x3xf32>) -> tensor<2x32x28x28xf32>
  %3 = tg.add %2, %1 : tensor<2x32x28x28xf32>
  %4 = tg.reduce_window max %3 window [1, 1, 3, 3] strides [1, 1, 2, 2] pads [0:0, 0:0, 0:1, 0:1] : (tensor<2x32x28x28xf32>) -> tensor<2x32x14x14xf32>
  %5 = tg.reduce mean %4 dims [2, 3] : (tensor<2x32x14x14xf32>) -> tensor<2x32xf32>
  return %5 : tensor<2x32xf32>
}

// Ops that name dimensions: squeezed features that scale, a slice, a concat, padding.
// CHECK-LABEL: func.func @named(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x32x28x28xf32>) -> tensor<1x64x14x14xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [0, 2, 3, 1] : (tensor<1x32x28x28xf32>) -> tensor<1x28x28x32xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<5x5x1x32xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<5x5x1x64xf32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[TRANSPOSE]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [2:2, 2:2] groups 32 : (tensor<1x28x28x32xf32>, tensor<5x5x1x32xf32>) -> tensor<1x28x28x32xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[CONV]] dims [1, 2] keep_dims : (tensor<1x28x28x32xf32>) -> tensor<1x1x1x32xf32>
// CHECK-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[REDUCE]] : tensor<1x1x1x32xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[CONV]], %[[SIGMOID]] : (tensor<1x28x28x32xf32>, tensor<1x1x1x32xf32>) -> tensor<1x28x28x32xf32>
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[MUL]] [0:1, 2:26, 3:27, 0:32] : (tensor<1x28x28x32xf32>) -> tensor<1x24x24x32xf32>
// CHECK-NEXT:    %[[SLICE_1:[a-zA-Z0-9_]+]] = tg.slice %[[CONV]] [0:1, 4:28, 4:28, 0:32] : (tensor<1x28x28x32xf32>) -> tensor<1x24x24x32xf32>
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[SLICE]], %[[SLICE_1]] dim 3 : (tensor<1x24x24x32xf32>, tensor<1x24x24x32xf32>) -> tensor<1x24x24x64xf32>
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[CONCAT]], %[[CST_2]] low [0, 2, 3, 0] high [0, 4, 3, 0] : (tensor<1x24x24x64xf32>, tensor<f32>) -> tensor<1x30x30x64xf32>
// CHECK-NEXT:    %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[PAD]], %[[CST_1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 1:1] groups 64 : (tensor<1x30x30x64xf32>, tensor<5x5x1x64xf32>) -> tensor<1x14x14x64xf32>
// CHECK-NEXT:    %[[TRANSPOSE_5:[a-zA-Z0-9_]+]] = tg.transpose %[[CONV_1]] permutation [0, 3, 1, 2] : (tensor<1x14x14x64xf32>) -> tensor<1x64x14x14xf32>
// CHECK-NEXT:    return %[[TRANSPOSE_5]] : tensor<1x64x14x14xf32>
// CHECK-NEXT:  }
func.func @named(%x: tensor<1x32x28x28xf32>) -> tensor<1x64x14x14xf32> {
  %w = tg.constant dense<0.5> : tensor<32x1x5x5xf32>
  %u = tg.constant dense<0.5> : tensor<64x1x5x5xf32>
  %p = tg.constant dense<1.0> : tensor<f32>
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [2:2, 2:2] groups 32 : (tensor<1x32x28x28xf32>, tensor<32x1x5x5xf32>) -> tensor<1x32x28x28xf32>
  %1 = tg.reduce max %0 dims [2, 3] keep_dims : (tensor<1x32x28x28xf32>) -> tensor<1x32x1x1xf32>
  %2 = tg.sigmoid %1 : tensor<1x32x1x1xf32>
  %3 = tg.mul %0, %2 : (tensor<1x32x28x28xf32>, tensor<1x32x1x1xf32>) -> tensor<1x32x28x28xf32>
  %4 = tg.slice %3 [0:1, 0:32, 2:26, 3:27] : (tensor<1x32x28x28xf32>) -> tensor<1x32x24x24xf32>
  %5 = tg.slice %0 [0:1, 0:32, 4:28, 4:28] : (tensor<1x32x28x28xf32>) -> tensor<1x32x24x24xf32>
  %6 = tg.concat %4, %5 dim 1 : (tensor<1x32x24x24xf32>, tensor<1x32x24x24xf32>) -> tensor<1x64x24x24xf32>
  %7 = tg.pad %6, %p low [0, 0, 2, 3] high [0, 0, 4, 3] : (tensor<1x64x24x24xf32>, tensor<f32>) -> tensor<1x64x30x30xf32>
  %8 = tg.conv %7, %u layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] strides [2, 2] pads [1:1, 1:1] groups 64 : (tensor<1x64x30x30xf32>, tensor<64x1x5x5xf32>) -> tensor<1x64x14x14xf32>
  return %8 : tensor<1x64x14x14xf32>
}

// A batch of which only the run knows the size, and a loop, whose state keeps its order.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<?x32x28x28xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<?x32x28x28xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<5x5x1x32xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[CST_2]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32>, tensor<?x32x28x28xf32> cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG2]], %[[ARG1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG3]] permutation [0, 2, 3, 1] : (tensor<?x32x28x28xf32>) -> tensor<?x28x28x32xf32>
// CHECK-NEXT:      %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[TRANSPOSE]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [2:2, 2:2] groups 32 : (tensor<?x28x28x32xf32>, tensor<5x5x1x32xf32>) -> tensor<?x28x28x32xf32>
// CHECK-NEXT:      %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[CONV]] : tensor<?x28x28x32xf32>
// CHECK-NEXT:      %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[RELU]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [2:2, 2:2] groups 32 : (tensor<?x28x28x32xf32>, tensor<5x5x1x32xf32>) -> tensor<?x28x28x32xf32>
// CHECK-NEXT:      %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[CONV_1]] permutation [0, 3, 1, 2] : (tensor<?x28x28x32xf32>) -> tensor<?x32x28x28xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[TRANSPOSE_1]] : tensor<i32>, tensor<?x32x28x28xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<?x32x28x28xf32>
// CHECK-NEXT:  }
func.func @loop(%x: tensor<?x32x28x28xf32>, %n: tensor<i32>) -> tensor<?x32x28x28xf32> {
  %w = tg.constant dense<0.5> : tensor<32x1x5x5xf32>
  %one = tg.constant dense<1> : tensor<i32>
  %zero = tg.constant dense<0> : tensor<i32>
  %r:2 = tg.while (%i = %zero, %y = %x) : tensor<i32>, tensor<?x32x28x28xf32> cond {
    %c = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %c : tensor<i1>
  } do {
    %0 = tg.conv %y, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [2:2, 2:2] groups 32 : (tensor<?x32x28x28xf32>, tensor<32x1x5x5xf32>) -> tensor<?x32x28x28xf32>
    %1 = tg.relu %0 : tensor<?x32x28x28xf32>
    %2 = tg.conv %1, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [2:2, 2:2] groups 32 : (tensor<?x32x28x28xf32>, tensor<32x1x5x5xf32>) -> tensor<?x32x28x28xf32>
    %3 = tg.add %i, %one : tensor<i32>
    tg.yield %3, %2 : tensor<i32>, tensor<?x32x28x28xf32>
  }
  return %r#1 : tensor<?x32x28x28xf32>
}
