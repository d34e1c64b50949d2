// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-to-tg %s | tg-filecheck %s
// RUN: tg-opt --tg-to-te --te-inline --te-normalize --te-to-tg %s | tg-filecheck --check-prefix=BACK %s

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x3xf32>) -> tensor<5x4x3xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<5x4x8xf32>, tensor<8x3xf32>) -> tensor<5x4x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<5x4x3xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @matmul(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x4x8xf32>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x3xf32>) -> tensor<5x4x3xf32> {
// BACK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<5x4x8xf32>, tensor<8x3xf32>) -> tensor<5x4x3xf32>
// BACK-NEXT:    return %[[MATMUL]] : tensor<5x4x3xf32>
// BACK-NEXT:  }
func.func @matmul(%x: tensor<5x4x8xf32>, %y: tensor<8x3xf32>) -> tensor<5x4x3xf32> {
  %0 = te.compute [b < 5, i < 4, j < 3] dot [k < 8] -> tensor<5x4x3xf32> {
    %1 = te.read %x [b, i, k] : tensor<5x4x8xf32>
    %2 = te.read %y [k, j] : tensor<8x3xf32>
    te.yield %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0 : tensor<5x4x3xf32>
}

// Factors change places where that saves a transpose; what is computed of them is computed before.
// CHECK-LABEL: func.func @general(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x8xf32>) -> tensor<3x4xf32> {
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<4x8xf32>
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG1]] dims [1] : tensor<3x8xf32>
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[REVERSE]], %[[EXP]] contracting [1] x [1] : (tensor<3x8xf32>, tensor<4x8xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<3x4xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @general(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x8xf32>) -> tensor<3x4xf32> {
// BACK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<4x8xf32>
// BACK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG1]] dims [1] : tensor<3x8xf32>
// BACK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[REVERSE]], %[[EXP]] contracting [1] x [1] : (tensor<3x8xf32>, tensor<4x8xf32>) -> tensor<3x4xf32>
// BACK-NEXT:    return %[[DOT_GENERAL]] : tensor<3x4xf32>
// BACK-NEXT:  }
func.func @general(%x: tensor<4x8xf32>, %y: tensor<3x8xf32>) -> tensor<3x4xf32> {
  %0 = te.compute [i < 3, j < 4] dot [k < 8] -> tensor<3x4xf32> {
    %1 = te.read %x [j, k] : tensor<4x8xf32>
    %2 = tg.exp %1 : tensor<f32>
    %3 = te.read %y [i, 7 - k] : tensor<3x8xf32>
    te.yield %2, %3 : tensor<f32>, tensor<f32>
  }
  return %0 : tensor<3x4xf32>
}

// Two inner axes, in an order that neither operand has; a wider sum.
// CHECK-LABEL: func.func @inner(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8x3xi8>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x8xi8>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] contracting [2, 1] x [0, 1] element_type i32 : (tensor<4x8x3xi8>, tensor<3x8xi8>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<4xi32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @inner(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8x3xi8>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x8xi8>) -> tensor<4xi32> {
// BACK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] contracting [1, 2] x [1, 0] element_type i32 : (tensor<4x8x3xi8>, tensor<3x8xi8>) -> tensor<4xi32>
// BACK-NEXT:    return %[[DOT_GENERAL]] : tensor<4xi32>
// BACK-NEXT:  }
func.func @inner(%x: tensor<4x8x3xi8>, %y: tensor<3x8xi8>) -> tensor<4xi32> {
  %0 = te.compute [i < 4] dot [l < 3, k < 8] -> tensor<4xi32> {
    %1 = te.read %x [i, k, l] : tensor<4x8x3xi8>
    %2 = te.read %y [l, k] : tensor<3x8xi8>
    te.yield %1, %2 : tensor<i8>, tensor<i8>
  }
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @strided(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x8x8x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x2x6xf32>) -> tensor<1x4x4x6xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 0:2] kernel_dilation [1, 1] groups 2 : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x4x4x6xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<1x4x4x6xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @strided(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x8x8x4xf32>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x2x6xf32>) -> tensor<1x4x4x6xf32> {
// BACK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:0, 0:1] groups 2 : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x4x4x6xf32>
// BACK-NEXT:    return %[[CONV]] : tensor<1x4x4x6xf32>
// BACK-NEXT:  }
func.func @strided(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x2x6xf32>) -> tensor<1x4x4x6xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 0:2] kernel_dilation [1, 1] groups 2 : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x4x4x6xf32>
  return %0 : tensor<1x4x4x6xf32>
}

// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x3x3xf32>) -> tensor<2x5x15xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, c, w] x [o, i, w] -> [n, c, w] pads [1:1] input_dilation [2] reversal [true] : (tensor<2x3x8xf32>, tensor<5x3x3xf32>) -> tensor<2x5x15xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<2x5x15xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @transposed(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x8xf32>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x3x3xf32>) -> tensor<2x5x15xf32> {
// BACK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, c, w] x [o, i, w] -> [n, c, w] pads [1:1] input_dilation [2] reversal [true] : (tensor<2x3x8xf32>, tensor<5x3x3xf32>) -> tensor<2x5x15xf32>
// BACK-NEXT:    return %[[CONV]] : tensor<2x5x15xf32>
// BACK-NEXT:  }
func.func @transposed(%x: tensor<2x3x8xf32>, %w: tensor<5x3x3xf32>) -> tensor<2x5x15xf32> {
  %0 = tg.conv %x, %w layout [n, c, w] x [o, i, w] -> [n, c, w] pads [1:1] input_dilation [2] reversal [true] : (tensor<2x3x8xf32>, tensor<5x3x3xf32>) -> tensor<2x5x15xf32>
  return %0 : tensor<2x5x15xf32>
}

// A constant of equal numbers has no order of indices, and becomes a matrix with its rows along the
// sum.
// CHECK-LABEL: func.func @splat(
// CHECK:         tg.matmul
// BACK-LABEL: func.func @splat(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> tensor<4x5xf32> {
// BACK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<6x5xf32>
// BACK-NEXT:    %{{.*}} = tg.dot_general %[[ARG0]], %[[CST]] contracting [1] x [0] : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
func.func @splat(%x: tensor<4x6xf32>) -> tensor<4x5xf32> {
  %w = tg.constant dense<0.5> : tensor<6x5xf32>
  %0 = tg.matmul %x, %w : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
