// NOTE: checks written by tg-lit update
// RUN: tg-opt --layout %s | tg-filecheck %s

// One op gains less than transposes cost.
// CHECK-LABEL: func.func @alone(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x64x8x64xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x64x1x1xf32>) -> tensor<1x8x8x64xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<1x64x8x64xf32>, tensor<8x64x1x1xf32>) -> tensor<1x8x8x64xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<1x8x8x64xf32>
// CHECK-NEXT:  }
func.func @alone(%x: tensor<1x64x8x64xf32>, %w: tensor<8x64x1x1xf32>) -> tensor<1x8x8x64xf32> {
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<1x64x8x64xf32>, tensor<8x64x1x1xf32>) -> tensor<1x8x8x64xf32>
  return %0 : tensor<1x8x8x64xf32>
}

// Planes of 3x3 taps are read where they are in either order.
// CHECK-LABEL: func.func @planes(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x32x28x28xf32>) -> tensor<1x32x14x14xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<32x1x3x3xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CST]] layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] strides [2, 2] pads [1:1, 1:1] groups 32 : (tensor<1x32x28x28xf32>, tensor<32x1x3x3xf32>) -> tensor<1x32x14x14xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<1x32x14x14xf32>
// CHECK-NEXT:  }
func.func @planes(%x: tensor<1x32x28x28xf32>) -> tensor<1x32x14x14xf32> {
  %w = tg.constant dense<0.5> : tensor<32x1x3x3xf32>
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] strides [2, 2] pads [1:1, 1:1] groups 32 : (tensor<1x32x28x28xf32>, tensor<32x1x3x3xf32>) -> tensor<1x32x14x14xf32>
  return %0 : tensor<1x32x14x14xf32>
}

// A sum of floats over features and positions would add in another order, and so would one over
// windows that reach across features; the greatest element does not depend on order.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x32x28x28xf32>) -> (tensor<1xf32>, tensor<1x16x14x14xf32>, tensor<1xf32>, tensor<1xi64>) {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [0, 2, 3, 1] : (tensor<1x32x28x28xf32>) -> tensor<1x28x28x32xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<5x5x1x32xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[TRANSPOSE]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [2:2, 2:2] groups 32 : (tensor<1x28x28x32xf32>, tensor<5x5x1x32xf32>) -> tensor<1x28x28x32xf32>
// CHECK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[CONV]] permutation [0, 3, 1, 2] : (tensor<1x28x28x32xf32>) -> tensor<1x32x28x28xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[TRANSPOSE_1]] dims [1, 2, 3] : (tensor<1x32x28x28xf32>) -> tensor<1xf32>
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window sum %[[TRANSPOSE_1]] window [1, 2, 2, 2] strides [1, 2, 2, 2] : (tensor<1x32x28x28xf32>) -> tensor<1x16x14x14xf32>
// CHECK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce max %[[TRANSPOSE_1]] dims [1, 2, 3] : (tensor<1x32x28x28xf32>) -> tensor<1xf32>
// CHECK-NEXT:    %[[REDUCE_2:[a-zA-Z0-9_]+]] = tg.reduce argmax %[[TRANSPOSE_1]] dims [1, 2, 3] : (tensor<1x32x28x28xf32>) -> tensor<1xi64>
// CHECK-NEXT:    return %[[REDUCE]], %[[REDUCE_WINDOW]], %[[REDUCE_1]], %[[REDUCE_2]] : tensor<1xf32>, tensor<1x16x14x14xf32>, tensor<1xf32>, tensor<1xi64>
// CHECK-NEXT:  }
func.func @sums(%x: tensor<1x32x28x28xf32>) -> (tensor<1xf32>, tensor<1x16x14x14xf32>, tensor<1xf32>, tensor<1xi64>) {
  %w = tg.constant dense<0.5> : tensor<32x1x5x5xf32>
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [2:2, 2:2] groups 32 : (tensor<1x32x28x28xf32>, tensor<32x1x5x5xf32>) -> tensor<1x32x28x28xf32>
  %1 = tg.reduce sum %0 dims [1, 2, 3] : (tensor<1x32x28x28xf32>) -> tensor<1xf32>
  %2 = tg.reduce_window sum %0 window [1, 2, 2, 2] strides [1, 2, 2, 2] : (tensor<1x32x28x28xf32>) -> tensor<1x16x14x14xf32>
  %3 = tg.reduce max %0 dims [1, 2, 3] : (tensor<1x32x28x28xf32>) -> tensor<1xf32>
  %4 = tg.reduce argmax %0 dims [1, 2, 3] : (tensor<1x32x28x28xf32>) -> tensor<1xi64>
  return %1, %2, %3, %4 : tensor<1xf32>, tensor<1x16x14x14xf32>, tensor<1xf32>, tensor<1xi64>
}
