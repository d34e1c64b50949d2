// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// Zeros around and between the spatial elements of the input become the convolution's own padding
// and dilation. Zeros of either sign do: the sum is never -0.
// CHECK-LABEL: func.func @conv_of_pad(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x2x3xf32>) -> tensor<1x4x5x3xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:2] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x4x5x3xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<1x4x5x3xf32>
// CHECK-NEXT:  }
func.func @conv_of_pad(%x: tensor<1x4x4x2xf32>, %w: tensor<3x3x2x3xf32>) -> tensor<1x4x5x3xf32> {
  %v = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.pad %x, %v low [0, 1, 1, 0] high [0, 1, 2, 0] : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x6x7x2xf32>
  %1 = tg.conv %0, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x6x7x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x4x5x3xf32>
  return %1 : tensor<1x4x5x3xf32>
}

// A kernel that is reversed along spatial dimensions is read backwards by the convolution.
// STRICT-LABEL: func.func @conv_of_reverse(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
// STRICT-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG1]] dims [0] : tensor<3x3x2x3xf32>
// STRICT-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[REVERSE]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// STRICT-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @conv_of_reverse(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
// FAST-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] reversal [true, false] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// FAST-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// FAST-NEXT:  }
func.func @conv_of_reverse(%x: tensor<1x4x4x2xf32>, %w: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %0 = tg.reverse %w dims [0] : tensor<3x3x2x3xf32>
  %1 = tg.conv %x, %0 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %1 : tensor<1x2x2x3xf32>
}

// A convolution with a kernel of one element, without padding, strides and groups, is a matrix
// product.
// CHECK-LABEL: func.func @conv_is_matmul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x4x5x2xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x1x2x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2x2x4x5xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<3x2x1x1xf32>) -> (tensor<2x4x5x3xf32>, tensor<2x3x4x5xf32>) {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<1x1x2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] bias %[[ARG2]] : (tensor<2x4x5x2xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x4x5x3xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG4]] : (tensor<3x2x1x1xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG3]] : (tensor<2x2x4x5xf32>) -> tensor<2x2x20xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[RESHAPE_1]], %[[RESHAPE_2]] : (tensor<3x2xf32>, tensor<2x2x20xf32>) -> tensor<2x3x20xf32>
// CHECK-NEXT:    %[[RESHAPE_3:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL_1]] : (tensor<2x3x20xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:    return %[[MATMUL]], %[[RESHAPE_3]] : tensor<2x4x5x3xf32>, tensor<2x3x4x5xf32>
// CHECK-NEXT:  }
func.func @conv_is_matmul(%x: tensor<2x4x5x2xf32>, %w: tensor<1x1x2x3xf32>, %b: tensor<3xf32>, %y: tensor<2x2x4x5xf32>, %v: tensor<3x2x1x1xf32>) -> (tensor<2x4x5x3xf32>, tensor<2x3x4x5xf32>) {
  %0 = tg.conv %x, %w bias %b layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x4x5x2xf32>, tensor<1x1x2x3xf32>, tensor<3xf32>) -> tensor<2x4x5x3xf32>
  %1 = tg.conv %y, %v layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<2x2x4x5xf32>, tensor<3x2x1x1xf32>) -> tensor<2x3x4x5xf32>
  return %0, %1 : tensor<2x4x5x3xf32>, tensor<2x3x4x5xf32>
}

// A constant factor or divisor for each channel of a contraction with constant weights, behind a
// constant shift perhaps, scales the weights and the bias.
// STRICT-LABEL: func.func @scale_into_weights(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<3x3x2x3xf32>
// STRICT-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<[5.000000e-01, 2.500000e-01, 1.000000e+00]> : tensor<3xf32>
// STRICT-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<[2.000000e+00, 3.000000e+00, 5.000000e+00]> : tensor<3xf32>
// STRICT-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// STRICT-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CONV]], %[[CST_1]] : (tensor<1x2x2x3xf32>, tensor<3xf32>) -> tensor<1x2x2x3xf32>
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[CST_2]] : (tensor<1x2x2x3xf32>, tensor<3xf32>) -> tensor<1x2x2x3xf32>
// STRICT-NEXT:    return %[[MUL]] : tensor<1x2x2x3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @scale_into_weights(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<3x3x2x3xf32>
// FAST-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<[5.000000e-01, 2.500000e-01, 1.000000e+00]> : tensor<3xf32>
// FAST-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<[2.000000e+00, 3.000000e+00, 5.000000e+00]> : tensor<3xf32>
// FAST-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[CST_1]] : tensor<3xf32>
// FAST-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[CST_2]], %[[CST]] : (tensor<3xf32>, tensor<3x3x2x3xf32>) -> tensor<3x3x2x3xf32>
// FAST-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[NEG]], %[[CST_2]] : tensor<3xf32>
// FAST-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[MUL]] bias %[[MUL_1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>, tensor<3xf32>) -> tensor<1x2x2x3xf32>
// FAST-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// FAST-NEXT:  }
func.func @scale_into_weights(%x: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
  %w = tg.constant dense<0.5> : tensor<3x3x2x3xf32>
  %mean = tg.constant dense<[0.5, 0.25, 1.0]> : tensor<3xf32>
  %scale = tg.constant dense<[2.0, 3.0, 5.0]> : tensor<3xf32>
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  %1 = tg.sub %0, %mean : (tensor<1x2x2x3xf32>, tensor<3xf32>) -> tensor<1x2x2x3xf32>
  %2 = tg.mul %1, %scale : (tensor<1x2x2x3xf32>, tensor<3xf32>) -> tensor<1x2x2x3xf32>
  return %2 : tensor<1x2x2x3xf32>
}
