// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="forms=epilogues,steps" %s | tg-filecheck %s

// A normalisation with known moments and a bound go along with the convolution.
// CHECK-LABEL: func.func @norm(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x8x8x16xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x16x24xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<24xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<24xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<24xf32>) -> tensor<1x8x8x24xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG6:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG7:[a-zA-Z0-9_]+]] = %[[ARG2]], %[[ARG8:[a-zA-Z0-9_]+]] = %[[ARG3]], %[[ARG9:[a-zA-Z0-9_]+]] = %[[ARG4]]) : (tensor<1x8x8x16xf32>, tensor<3x3x16x24xf32>, tensor<24xf32>, tensor<24xf32>, tensor<24xf32>) -> tensor<1x8x8x24xf32> {
// CHECK-NEXT:      %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG5]], %[[ARG6]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x16xf32>, tensor<3x3x16x24xf32>) -> tensor<1x8x8x24xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CONV]], %[[ARG7]] : (tensor<1x8x8x24xf32>, tensor<24xf32>) -> tensor<1x8x8x24xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[ARG8]] : (tensor<1x8x8x24xf32>, tensor<24xf32>) -> tensor<1x8x8x24xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MUL]], %[[ARG9]] : (tensor<1x8x8x24xf32>, tensor<24xf32>) -> tensor<1x8x8x24xf32>
// CHECK-NEXT:      %[[RELU6:[a-zA-Z0-9_]+]] = tg.relu6 %[[ADD]] : tensor<1x8x8x24xf32>
// CHECK-NEXT:      tg.yield %[[RELU6]] : tensor<1x8x8x24xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<1x8x8x24xf32>
// CHECK-NEXT:  }
func.func @norm(%x: tensor<1x8x8x16xf32>, %w: tensor<3x3x16x24xf32>, %m: tensor<24xf32>, %s: tensor<24xf32>, %b: tensor<24xf32>) -> tensor<1x8x8x24xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x16xf32>, tensor<3x3x16x24xf32>) -> tensor<1x8x8x24xf32>
  %1 = tg.sub %0, %m : (tensor<1x8x8x24xf32>, tensor<24xf32>) -> tensor<1x8x8x24xf32>
  %2 = tg.mul %1, %s : (tensor<1x8x8x24xf32>, tensor<24xf32>) -> tensor<1x8x8x24xf32>
  %3 = tg.add %2, %b : (tensor<1x8x8x24xf32>, tensor<24xf32>) -> tensor<1x8x8x24xf32>
  %4 = tg.relu6 %3 : tensor<1x8x8x24xf32>
  return %4 : tensor<1x8x8x24xf32>
}

// So do a residual, which comes later than the product, and numbers of another type.
// CHECK-LABEL: func.func @residual(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<5xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> tensor<4x5xf16> {
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG3]] : tensor<4x5xf32>
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG6:[a-zA-Z0-9_]+]] = %[[ARG2]], %[[ARG7:[a-zA-Z0-9_]+]] = %[[EXP]]) : (tensor<4x3xf32>, tensor<3x5xf32>, tensor<5xf32>, tensor<4x5xf32>) -> tensor<4x5xf16> {
// CHECK-NEXT:      %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG4]], %[[ARG5]] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[MATMUL]], %[[ARG6]] : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG7]], %[[MUL]] : tensor<4x5xf32>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[ADD]], %[[CST]] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[MUL_1]] : (tensor<4x5xf32>) -> tensor<4x5xf16>
// CHECK-NEXT:      tg.yield %[[CONVERT]] : tensor<4x5xf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<4x5xf16>
// CHECK-NEXT:  }
func.func @residual(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>, %s: tensor<5xf32>, %r: tensor<4x5xf32>) -> tensor<4x5xf16> {
  %two = tg.constant dense<2.0> : tensor<f32>
  %0 = tg.matmul %x, %w : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %1 = tg.exp %r : tensor<4x5xf32>
  %2 = tg.mul %0, %s : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %3 = tg.add %1, %2 : tensor<4x5xf32>
  %4 = tg.mul %3, %two : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %5 = tg.convert %4 : (tensor<4x5xf32>) -> tensor<4x5xf16>
  return %5 : tensor<4x5xf16>
}

// What is computed twice from a product ends in one value again: x * relu6(x + 3).
// CHECK-LABEL: func.func @swish(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5xf32>) -> tensor<4x5xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32> {
// CHECK-NEXT:      %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG2]], %[[ARG3]] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[CST]] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
// CHECK-NEXT:      %[[RELU6:[a-zA-Z0-9_]+]] = tg.relu6 %[[ADD]] : tensor<4x5xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[MATMUL]], %[[RELU6]] : tensor<4x5xf32>
// CHECK-NEXT:      tg.yield %[[MUL]] : tensor<4x5xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<4x5xf32>
// CHECK-NEXT:  }
func.func @swish(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) -> tensor<4x5xf32> {
  %three = tg.constant dense<3.0> : tensor<f32>
  %0 = tg.matmul %x, %w : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %1 = tg.add %0, %three : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %2 = tg.relu6 %1 : tensor<4x5xf32>
  %3 = tg.mul %0, %2 : tensor<4x5xf32>
  return %3 : tensor<4x5xf32>
}

// These stay: the product is read elsewhere; what follows is larger; it takes long; its shape is
// not known; a softmax goes row by row.
// CHECK-LABEL: func.func @stay(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<?x3xf32>) -> (tensor<1x5xf32>, tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>, tensor<?x5xf32>, tensor<1x5xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[MATMUL]], %[[CST]] : (tensor<1x5xf32>, tensor<f32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[MATMUL_1]], %[[ARG2]] : (tensor<1x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    %[[MATMUL_2:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[MATMUL_2]] : tensor<1x5xf32>
// CHECK-NEXT:    %[[MATMUL_3:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG3]], %[[ARG1]] : (tensor<?x3xf32>, tensor<3x5xf32>) -> tensor<?x5xf32>
// CHECK-NEXT:    %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[MATMUL_3]], %[[CST]] : (tensor<?x5xf32>, tensor<f32>) -> tensor<?x5xf32>
// CHECK-NEXT:    %[[MATMUL_4:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[MUL_3:[a-zA-Z0-9_]+]] = tg.mul %[[MATMUL_4]], %[[CST]] : (tensor<1x5xf32>, tensor<f32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[MUL_3]] dims [1] keep_dims : (tensor<1x5xf32>) -> tensor<1x1xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[MUL_3]], %[[REDUCE]] : (tensor<1x5xf32>, tensor<1x1xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    return %[[MATMUL]], %[[MUL]], %[[MUL_1]], %[[EXP]], %[[MUL_2]], %[[SUB]] : tensor<1x5xf32>, tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>, tensor<?x5xf32>, tensor<1x5xf32>
// CHECK-NEXT:  }
func.func @stay(%x: tensor<1x3xf32>, %w: tensor<3x5xf32>, %s: tensor<4x5xf32>, %y: tensor<?x3xf32>) -> (tensor<1x5xf32>, tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>, tensor<?x5xf32>, tensor<1x5xf32>) {
  %two = tg.constant dense<2.0> : tensor<f32>
  %0 = tg.matmul %x, %w : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
  %1 = tg.mul %0, %two : (tensor<1x5xf32>, tensor<f32>) -> tensor<1x5xf32>
  %2 = tg.matmul %x, %w : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
  %3 = tg.mul %2, %s : (tensor<1x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = tg.matmul %x, %w : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
  %5 = tg.exp %4 : tensor<1x5xf32>
  %6 = tg.matmul %y, %w : (tensor<?x3xf32>, tensor<3x5xf32>) -> tensor<?x5xf32>
  %7 = tg.mul %6, %two : (tensor<?x5xf32>, tensor<f32>) -> tensor<?x5xf32>
  %8 = tg.matmul %x, %w : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
  %9 = tg.mul %8, %two : (tensor<1x5xf32>, tensor<f32>) -> tensor<1x5xf32>
  %10 = tg.reduce max %9 dims [1] keep_dims : (tensor<1x5xf32>) -> tensor<1x1xf32>
  %11 = tg.sub %9, %10 : (tensor<1x5xf32>, tensor<1x1xf32>) -> tensor<1x5xf32>
  return %0, %1, %3, %5, %7, %11 : tensor<1x5xf32>, tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>, tensor<?x5xf32>, tensor<1x5xf32>
}
