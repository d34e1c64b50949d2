// NOTE: checks written by tg-lit update
// RUN: tg-opt --layout=machine=%S/Inputs/test.profile %s | tg-filecheck %s

// Input and kernel come in another order than the convolution wants, as in
// programs of one framework that were exported to another.
// CHECK-LABEL: func.func @operands(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x5x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x3x2x2xf32>) -> tensor<2x4x3x6xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, c, h, w] x [o, i, h, w] -> [n, h, w, c] activation relu : (tensor<2x3x5x4xf32>, tensor<6x3x2x2xf32>) -> tensor<2x4x3x6xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<2x4x3x6xf32>
// CHECK-NEXT:  }
func.func @operands(%x: tensor<2x3x5x4xf32>, %w: tensor<6x3x2x2xf32>) -> tensor<2x4x3x6xf32> {
  %0 = tg.transpose %x permutation [0, 2, 3, 1] : (tensor<2x3x5x4xf32>) -> tensor<2x5x4x3xf32>
  %1 = tg.transpose %w permutation [2, 3, 1, 0] : (tensor<6x3x2x2xf32>) -> tensor<2x2x3x6xf32>
  %2 = tg.conv %0, %1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] activation relu : (tensor<2x5x4x3xf32>, tensor<2x2x3x6xf32>) -> tensor<2x4x3x6xf32>
  return %2 : tensor<2x4x3x6xf32>
}

// The result is wanted in another order. Strides, pads and dilations go by the
// names of dimensions, not by their places.
// CHECK-LABEL: func.func @result(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x5x7xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3x3x6xf32>) -> tensor<2x6x5x3xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, c, h, w] x [h, w, i, o] -> [n, c, h, w] strides [1, 2] pads [1:1, 1:0] kernel_dilation [2, 1] : (tensor<2x3x5x7xf32>, tensor<2x3x3x6xf32>) -> tensor<2x6x5x3xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<2x6x5x3xf32>
// CHECK-NEXT:  }
func.func @result(%x: tensor<2x3x5x7xf32>, %w: tensor<2x3x3x6xf32>) -> tensor<2x6x5x3xf32> {
  %0 = tg.conv %x, %w layout [n, c, h, w] x [h, w, i, o] -> [n, h, w, c] strides [1, 2] pads [1:1, 1:0] kernel_dilation [2, 1] : (tensor<2x3x5x7xf32>, tensor<2x3x3x6xf32>) -> tensor<2x5x3x6xf32>
  %1 = tg.transpose %0 permutation [0, 3, 1, 2] : (tensor<2x5x3x6xf32>) -> tensor<2x6x5x3xf32>
  return %1 : tensor<2x6x5x3xf32>
}

// Several convolutions read one transposed tensor, one of them with
// groups, and height and width change places.
// CHECK-LABEL: func.func @users(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x5x4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x2x4x6xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x1x2x6xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<1x1x4x3xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x3x5x6xf32>, tensor<2x4x5x3xf32>) {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, w, h, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x4xf32>, tensor<2x2x4x6xf32>) -> tensor<2x3x4x6xf32>
// CHECK-NEXT:    %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG2]] layout [n, w, h, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<2x5x4x4xf32>, tensor<2x1x2x6xf32>) -> tensor<2x3x5x6xf32>
// CHECK-NEXT:    %[[CONV_2:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG3]] layout [n, w, h, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x4xf32>, tensor<1x1x4x3xf32>) -> tensor<2x4x5x3xf32>
// CHECK-NEXT:    return %[[CONV]], %[[CONV_1]], %[[CONV_2]] : tensor<2x3x4x6xf32>, tensor<2x3x5x6xf32>, tensor<2x4x5x3xf32>
// CHECK-NEXT:  }
func.func @users(%x: tensor<2x5x4x4xf32>, %w: tensor<2x2x4x6xf32>, %v: tensor<2x1x2x6xf32>, %u: tensor<1x1x4x3xf32>)
    -> (tensor<2x3x4x6xf32>, tensor<2x3x5x6xf32>, tensor<2x4x5x3xf32>) {
  %0 = tg.transpose %x permutation [0, 2, 1, 3] : (tensor<2x5x4x4xf32>) -> tensor<2x4x5x4xf32>
  %1 = tg.conv %0, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x4x5x4xf32>, tensor<2x2x4x6xf32>) -> tensor<2x3x4x6xf32>
  %2 = tg.conv %0, %v layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<2x4x5x4xf32>, tensor<2x1x2x6xf32>) -> tensor<2x3x5x6xf32>
  %3 = tg.conv %0, %u layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x4x5x4xf32>, tensor<1x1x4x3xf32>) -> tensor<2x4x5x3xf32>
  return %1, %2, %3 : tensor<2x3x4x6xf32>, tensor<2x3x5x6xf32>, tensor<2x4x5x3xf32>
}

// Here the elements would be gathered one by one, nine times over.
// CHECK-LABEL: func.func @scattered(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x5x7x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x3x6xf32>) -> tensor<2x6x3x5xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, c, h, w] : (tensor<2x5x7x3xf32>, tensor<3x3x3x6xf32>) -> tensor<2x6x3x5xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<2x6x3x5xf32>
// CHECK-NEXT:  }
func.func @scattered(%x: tensor<2x5x7x3xf32>, %w: tensor<3x3x3x6xf32>) -> tensor<2x6x3x5xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x7x3xf32>, tensor<3x3x3x6xf32>) -> tensor<2x3x5x6xf32>
  %1 = tg.transpose %0 permutation [0, 3, 1, 2] : (tensor<2x3x5x6xf32>) -> tensor<2x6x3x5xf32>
  return %1 : tensor<2x6x3x5xf32>
}

// A bias goes along. The others stay: somebody else needs the transpose or the
// convolution, and a constant is transposed at compile time.
// CHECK-LABEL: func.func @stay(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x5x4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x2x3x6xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<6xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2x3x5x4xf32>) -> (tensor<2x6x5x3xf32>, tensor<2x5x4x3xf32>, tensor<2x5x3x6xf32>, tensor<2x6x5x3xf32>, tensor<2x5x3x2xf32>) {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG2]] : (tensor<6xf32>) -> tensor<6x1x1xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] bias %[[RESHAPE]] layout [n, h, w, c] x [h, w, i, o] -> [n, c, h, w] : (tensor<2x5x4x3xf32>, tensor<1x2x3x6xf32>, tensor<6x1x1xf32>) -> tensor<2x6x5x3xf32>
// CHECK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG3]] permutation [0, 2, 3, 1] : (tensor<2x3x5x4xf32>) -> tensor<2x5x4x3xf32>
// CHECK-NEXT:    %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[TRANSPOSE_1]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x3xf32>, tensor<1x2x3x6xf32>) -> tensor<2x5x3x6xf32>
// CHECK-NEXT:    %[[TRANSPOSE_2:[a-zA-Z0-9_]+]] = tg.transpose %[[CONV_1]] permutation [0, 3, 1, 2] : (tensor<2x5x3x6xf32>) -> tensor<2x6x5x3xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<2x3x1x2xf32>
// CHECK-NEXT:    %[[TRANSPOSE_3:[a-zA-Z0-9_]+]] = tg.transpose %[[CST]] permutation [2, 3, 1, 0] : (tensor<2x3x1x2xf32>) -> tensor<1x2x3x2xf32>
// CHECK-NEXT:    %[[CONV_2:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[TRANSPOSE_3]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x3xf32>, tensor<1x2x3x2xf32>) -> tensor<2x5x3x2xf32>
// CHECK-NEXT:    return %[[CONV]], %[[TRANSPOSE_1]], %[[CONV_1]], %[[TRANSPOSE_2]], %[[CONV_2]] : tensor<2x6x5x3xf32>, tensor<2x5x4x3xf32>, tensor<2x5x3x6xf32>, tensor<2x6x5x3xf32>, tensor<2x5x3x2xf32>
// CHECK-NEXT:  }
func.func @stay(%x: tensor<2x5x4x3xf32>, %w: tensor<1x2x3x6xf32>, %b: tensor<6xf32>, %y: tensor<2x3x5x4xf32>)
    -> (tensor<2x6x5x3xf32>, tensor<2x5x4x3xf32>, tensor<2x5x3x6xf32>, tensor<2x6x5x3xf32>, tensor<2x5x3x2xf32>) {
  %0 = tg.conv %x, %w bias %b layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x3xf32>, tensor<1x2x3x6xf32>, tensor<6xf32>) -> tensor<2x5x3x6xf32>
  %1 = tg.transpose %0 permutation [0, 3, 1, 2] : (tensor<2x5x3x6xf32>) -> tensor<2x6x5x3xf32>
  %2 = tg.transpose %y permutation [0, 2, 3, 1] : (tensor<2x3x5x4xf32>) -> tensor<2x5x4x3xf32>
  %3 = tg.conv %2, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x3xf32>, tensor<1x2x3x6xf32>) -> tensor<2x5x3x6xf32>
  %4 = tg.transpose %3 permutation [0, 3, 1, 2] : (tensor<2x5x3x6xf32>) -> tensor<2x6x5x3xf32>
  %c = tg.constant dense<1.0> : tensor<2x3x1x2xf32>
  %5 = tg.transpose %c permutation [2, 3, 1, 0] : (tensor<2x3x1x2xf32>) -> tensor<1x2x3x2xf32>
  %6 = tg.conv %x, %5 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x3xf32>, tensor<1x2x3x2xf32>) -> tensor<2x5x3x2xf32>
  return %1, %2, %3, %4, %6 : tensor<2x6x5x3xf32>, tensor<2x5x4x3xf32>, tensor<2x5x3x6xf32>, tensor<2x6x5x3xf32>, tensor<2x5x3x2xf32>
}
