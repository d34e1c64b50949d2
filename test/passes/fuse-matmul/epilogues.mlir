// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=epilogues" %s | tg-filecheck %s

// CHECK-LABEL: func.func @linear(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<5xf32>) -> tensor<4x5xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] bias %[[ARG2]] activation gelu_tanh : (tensor<4x3xf32>, tensor<3x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<4x5xf32>
// CHECK-NEXT:  }
func.func @linear(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>, %b: tensor<5xf32>) -> tensor<4x5xf32> {
  %0 = tg.matmul %x, %w : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %1 = tg.add %b, %0 : (tensor<5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = tg.gelu %1 approximate tanh : tensor<4x5xf32>
  return %2 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @convolution(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x1x3x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2xf32>) -> tensor<1x4x4x2xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] bias %[[ARG2]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [1, 1] activation relu6 : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>, tensor<2xf32>) -> tensor<1x4x4x2xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<1x4x4x2xf32>
// CHECK-NEXT:  }
func.func @convolution(%x: tensor<1x4x4x3xf32>, %w: tensor<1x1x3x2xf32>, %b: tensor<2xf32>) -> tensor<1x4x4x2xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [1, 1] : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = tg.add %0, %b : (tensor<1x4x4x2xf32>, tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %2 = tg.relu6 %1 : tensor<1x4x4x2xf32>
  return %2 : tensor<1x4x4x2xf32>
}

// CHECK-LABEL: func.func @dot_general(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x1xf32>) -> tensor<4x5xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] bias %[[ARG2]] contracting [1] x [1] activation sigmoid : (tensor<4x3xf32>, tensor<5x3xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<4x5xf32>
// CHECK-NEXT:  }
func.func @dot_general(%x: tensor<4x3xf32>, %w: tensor<5x3xf32>, %b: tensor<4x1xf32>) -> tensor<4x5xf32> {
  %0 = tg.dot_general %x, %w contracting [1] x [1] : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf32>
  %1 = tg.add %0, %b : (tensor<4x5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  %2 = tg.sigmoid %1 : tensor<4x5xf32>
  return %2 : tensor<4x5xf32>
}

// These stay: what is added is another result of the same shape, or stretches the
// result; the product is used elsewhere; there is an activation already.
// CHECK-LABEL: func.func @stay(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<1x5xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> (tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[ARG2]] : tensor<1x5xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL_1]], %[[ARG3]] : (tensor<1x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    %[[MATMUL_2:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[MATMUL_2]] : tensor<1x5xf32>
// CHECK-NEXT:    %[[MATMUL_3:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] activation tanh : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[RELU_1:[a-zA-Z0-9_]+]] = tg.relu %[[MATMUL_3]] : tensor<1x5xf32>
// CHECK-NEXT:    return %[[ADD]], %[[ADD_1]], %[[MATMUL_2]], %[[RELU]], %[[RELU_1]] : tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>
// CHECK-NEXT:  }
func.func @stay(%x: tensor<1x3xf32>, %w: tensor<3x5xf32>, %r: tensor<1x5xf32>, %t: tensor<4x5xf32>)
    -> (tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>) {
  %0 = tg.matmul %x, %w : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
  %1 = tg.add %0, %r : tensor<1x5xf32>
  %2 = tg.matmul %x, %w : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
  %3 = tg.add %2, %t : (tensor<1x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = tg.matmul %x, %w : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
  %5 = tg.relu %4 : tensor<1x5xf32>
  %6 = tg.matmul %x, %w activation tanh : (tensor<1x3xf32>, tensor<3x5xf32>) -> tensor<1x5xf32>
  %7 = tg.relu %6 : tensor<1x5xf32>
  return %1, %3, %4, %5, %7 : tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>
}
