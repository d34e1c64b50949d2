// NOTE: checks written by tg-lit update
// RUN: tg-opt --layout=machine=%S/Inputs/test.profile %s | tg-filecheck %s

// A constant kernel is brought into the order of its use, with the output features
// side by side, whatever order the arrays have.
// CHECK-LABEL: func.func @nchw(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x2x3x3xf32>) -> tensor<1x3x2x3xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[[[1.000000e+00, 5.000000e+00, 9.000000e+00], [3.000000e+00, 7.000000e+00, 1.100000e+01]]], [[[2.000000e+00, 6.000000e+00, 1.000000e+01], [4.000000e+00, 8.000000e+00, 1.200000e+01]]]]> : tensor<2x1x2x3xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CST]] layout [n, c, h, w] x [h, w, i, o] -> [n, c, h, w] : (tensor<1x2x3x3xf32>, tensor<2x1x2x3xf32>) -> tensor<1x3x2x3xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<1x3x2x3xf32>
// CHECK-NEXT:  }
func.func @nchw(%x: tensor<1x2x3x3xf32>) -> tensor<1x3x2x3xf32> {
  %w = tg.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]], [[[5.0], [6.0]], [[7.0], [8.0]]], [[[9.0], [10.0]], [[11.0], [12.0]]]]> : tensor<3x2x2x1xf32>
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<1x2x3x3xf32>, tensor<3x2x2x1xf32>) -> tensor<1x3x2x3xf32>
  return %0 : tensor<1x3x2x3xf32>
}

// CHECK-LABEL: func.func @nhwc(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3x3x2xf32>) -> tensor<1x2x3x3xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[[[1.000000e+00, 5.000000e+00, 9.000000e+00], [3.000000e+00, 7.000000e+00, 1.100000e+01]]], [[[2.000000e+00, 6.000000e+00, 1.000000e+01], [4.000000e+00, 8.000000e+00, 1.200000e+01]]]]> : tensor<2x1x2x3xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x3x3x2xf32>, tensor<2x1x2x3xf32>) -> tensor<1x2x3x3xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<1x2x3x3xf32>
// CHECK-NEXT:  }
func.func @nhwc(%x: tensor<1x3x3x2xf32>) -> tensor<1x2x3x3xf32> {
  %w = tg.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]], [[[5.0], [6.0]], [[7.0], [8.0]]], [[[9.0], [10.0]], [[11.0], [12.0]]]]> : tensor<3x2x2x1xf32>
  %0 = tg.conv %x, %w layout [n, h, w, c] x [o, i, h, w] -> [n, h, w, c] : (tensor<1x3x3x2xf32>, tensor<3x2x2x1xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// The second is in order, but for extents of 1; the first is no constant.
// CHECK-LABEL: func.func @stay(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x2x3x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x1x3x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x2x2x1xf32>) -> (tensor<1x3x2x3xf32>, tensor<1x2x3x2xf32>) {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG2]] layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<1x2x3x3xf32>, tensor<3x2x2x1xf32>) -> tensor<1x3x2x3xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[[[1.000000e+00, 2.000000e+00]]], [[[5.000000e+00, 6.000000e+00]]]]> : tensor<2x1x1x2xf32>
// CHECK-NEXT:    %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[ARG1]], %[[CST]] layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<1x1x3x3xf32>, tensor<2x1x1x2xf32>) -> tensor<1x2x3x2xf32>
// CHECK-NEXT:    return %[[CONV]], %[[CONV_1]] : tensor<1x3x2x3xf32>, tensor<1x2x3x2xf32>
// CHECK-NEXT:  }
func.func @stay(%x: tensor<1x2x3x3xf32>, %y: tensor<1x1x3x3xf32>, %w: tensor<3x2x2x1xf32>) -> (tensor<1x3x2x3xf32>, tensor<1x2x3x2xf32>) {
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<1x2x3x3xf32>, tensor<3x2x2x1xf32>) -> tensor<1x3x2x3xf32>
  %v = tg.constant dense<[[[[1.0, 2.0]]], [[[5.0, 6.0]]]]> : tensor<2x1x1x2xf32>
  %1 = tg.conv %y, %v layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<1x1x3x3xf32>, tensor<2x1x1x2xf32>) -> tensor<1x2x3x2xf32>
  return %0, %1 : tensor<1x3x2x3xf32>, tensor<1x2x3x2xf32>
}
