// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=transposes" %s | tg-filecheck %s

// CHECK-LABEL: func.func @weight(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x3xf32>) -> tensor<4x5xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] contracting [1] x [1] activation relu : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<4x5xf32>
// CHECK-NEXT:  }
func.func @weight(%x: tensor<4x3xf32>, %w: tensor<5x3xf32>) -> tensor<4x5xf32> {
  %0 = tg.transpose %w permutation [1, 0] : (tensor<5x3xf32>) -> tensor<3x5xf32>
  %1 = tg.matmul %x, %0 activation relu : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}

// Heads: queries, keys and values as they come out of the projections.
// CHECK-LABEL: func.func @heads(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x2x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x2x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<8x2x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<8x5xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<5xf32>) -> tensor<8x5xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] batching [1] x [1] contracting [2] x [2] : (tensor<8x2x4xf32>, tensor<8x2x4xf32>) -> tensor<2x8x8xf32>
// CHECK-NEXT:    %[[DOT_GENERAL_1:[a-zA-Z0-9_]+]] = tg.dot_general %[[DOT_GENERAL]], %[[ARG2]] batching [0] x [1] contracting [2] x [0] : (tensor<2x8x8xf32>, tensor<8x2x4xf32>) -> tensor<2x8x4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG3]] : (tensor<8x5xf32>) -> tensor<2x4x5xf32>
// CHECK-NEXT:    %[[DOT_GENERAL_2:[a-zA-Z0-9_]+]] = tg.dot_general %[[DOT_GENERAL_1]], %[[RESHAPE]] bias %[[ARG4]] contracting [0, 2] x [0, 1] : (tensor<2x8x4xf32>, tensor<2x4x5xf32>, tensor<5xf32>) -> tensor<8x5xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL_2]] : tensor<8x5xf32>
// CHECK-NEXT:  }
func.func @heads(%q: tensor<8x2x4xf32>, %k: tensor<8x2x4xf32>, %v: tensor<8x2x4xf32>, %w: tensor<8x5xf32>, %b: tensor<5xf32>) -> tensor<8x5xf32> {
  %0 = tg.transpose %q permutation [1, 0, 2] : (tensor<8x2x4xf32>) -> tensor<2x8x4xf32>
  %1 = tg.transpose %k permutation [1, 2, 0] : (tensor<8x2x4xf32>) -> tensor<2x4x8xf32>
  %2 = tg.matmul %0, %1 : (tensor<2x8x4xf32>, tensor<2x4x8xf32>) -> tensor<2x8x8xf32>
  %3 = tg.transpose %v permutation [1, 0, 2] : (tensor<8x2x4xf32>) -> tensor<2x8x4xf32>
  %4 = tg.matmul %2, %3 : (tensor<2x8x8xf32>, tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %5 = tg.transpose %4 permutation [1, 0, 2] : (tensor<2x8x4xf32>) -> tensor<8x2x4xf32>
  %6 = tg.reshape %5 : (tensor<8x2x4xf32>) -> tensor<8x8xf32>
  %7 = tg.matmul %6, %w bias %b : (tensor<8x8xf32>, tensor<8x5xf32>, tensor<5xf32>) -> tensor<8x5xf32>
  return %7 : tensor<8x5xf32>
}

// A result that is transposed.
// CHECK-LABEL: func.func @result(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3x5xf32>) -> tensor<2x5x4xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG1]], %[[ARG0]] batching [0] x [0] contracting [1] x [2] : (tensor<2x3x5xf32>, tensor<2x4x3xf32>) -> tensor<2x5x4xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<2x5x4xf32>
// CHECK-NEXT:  }
func.func @result(%x: tensor<2x4x3xf32>, %y: tensor<2x3x5xf32>) -> tensor<2x5x4xf32> {
  %0 = tg.matmul %x, %y : (tensor<2x4x3xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
  %1 = tg.transpose %0 permutation [0, 2, 1] : (tensor<2x4x5xf32>) -> tensor<2x5x4xf32>
  return %1 : tensor<2x5x4xf32>
}

// Several contractions read one transposed tensor.
// CHECK-LABEL: func.func @users(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<5x3xf32>) -> (tensor<4x5xf32>, tensor<6x5xf32>) {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG2]] contracting [1] x [1] : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    %[[DOT_GENERAL_1:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG1]], %[[ARG2]] contracting [1] x [1] : (tensor<6x3xf32>, tensor<5x3xf32>) -> tensor<6x5xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]], %[[DOT_GENERAL_1]] : tensor<4x5xf32>, tensor<6x5xf32>
// CHECK-NEXT:  }
func.func @users(%x: tensor<4x3xf32>, %y: tensor<6x3xf32>, %w: tensor<5x3xf32>) -> (tensor<4x5xf32>, tensor<6x5xf32>) {
  %0 = tg.transpose %w permutation [1, 0] : (tensor<5x3xf32>) -> tensor<3x5xf32>
  %1 = tg.matmul %x, %0 : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %2 = tg.dot_general %y, %0 contracting [1] x [0] : (tensor<6x3xf32>, tensor<3x5xf32>) -> tensor<6x5xf32>
  return %1, %2 : tensor<4x5xf32>, tensor<6x5xf32>
}

// These stay: somebody else needs the transpose, a constant is transposed at
// compile time, rows would come out in another order, and batches broadcast.
// CHECK-LABEL: func.func @stay(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x6x3xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2x5x3xf32>) -> (tensor<3x5xf32>, tensor<4x5xf32>, tensor<4x2xf32>, tensor<6x2x5xf32>, tensor<2x4x5xf32>) {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG1]] permutation [1, 0] : (tensor<5x3xf32>) -> tensor<3x5xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[TRANSPOSE]] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
// CHECK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[CST]] permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[TRANSPOSE_1]] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[TRANSPOSE_2:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG2]] permutation [1, 0, 2] : (tensor<2x6x3xf32>) -> tensor<6x2x3xf32>
// CHECK-NEXT:    %[[MATMUL_2:[a-zA-Z0-9_]+]] = tg.matmul %[[TRANSPOSE_2]], %[[TRANSPOSE]] : (tensor<6x2x3xf32>, tensor<3x5xf32>) -> tensor<6x2x5xf32>
// CHECK-NEXT:    %[[TRANSPOSE_3:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG3]] permutation [0, 2, 1] : (tensor<2x5x3xf32>) -> tensor<2x3x5xf32>
// CHECK-NEXT:    %[[MATMUL_3:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[TRANSPOSE_3]] : (tensor<4x3xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]], %[[MATMUL]], %[[MATMUL_1]], %[[MATMUL_2]], %[[MATMUL_3]] : tensor<3x5xf32>, tensor<4x5xf32>, tensor<4x2xf32>, tensor<6x2x5xf32>, tensor<2x4x5xf32>
// CHECK-NEXT:  }
func.func @stay(%x: tensor<4x3xf32>, %w: tensor<5x3xf32>, %y: tensor<2x6x3xf32>, %z: tensor<2x5x3xf32>)
    -> (tensor<3x5xf32>, tensor<4x5xf32>, tensor<4x2xf32>, tensor<6x2x5xf32>, tensor<2x4x5xf32>) {
  %0 = tg.transpose %w permutation [1, 0] : (tensor<5x3xf32>) -> tensor<3x5xf32>
  %1 = tg.matmul %x, %0 : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %c = tg.constant dense<[[1., 2., 3.], [4., 5., 6.]]> : tensor<2x3xf32>
  %2 = tg.transpose %c permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = tg.matmul %x, %2 : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %4 = tg.transpose %y permutation [1, 0, 2] : (tensor<2x6x3xf32>) -> tensor<6x2x3xf32>
  %5 = tg.matmul %4, %0 : (tensor<6x2x3xf32>, tensor<3x5xf32>) -> tensor<6x2x5xf32>
  %6 = tg.transpose %z permutation [0, 2, 1] : (tensor<2x5x3xf32>) -> tensor<2x3x5xf32>
  %7 = tg.matmul %x, %6 : (tensor<4x3xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
  return %0, %1, %3, %5, %7 : tensor<3x5xf32>, tensor<4x5xf32>, tensor<4x2xf32>, tensor<6x2x5xf32>, tensor<2x4x5xf32>
}
