// NOTE: checks written by tg-lit update
// RUN: tg-opt --substitute="fp=fast" %s | tg-filecheck %s

// A sum over batches of products is one product where its result is large and its inner
// dimension is not.
// CHECK-LABEL: func.func @sum_of_batches(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x512x2xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x2x512xf32>) -> tensor<512x512xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] contracting [0, 2] x [0, 1] : (tensor<64x512x2xf32>, tensor<64x2x512xf32>) -> tensor<512x512xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<512x512xf32>
// CHECK-NEXT:  }
func.func @sum_of_batches(%x: tensor<64x512x2xf32>, %w: tensor<64x2x512xf32>) -> tensor<512x512xf32> {
  %0 = tg.matmul %x, %w : (tensor<64x512x2xf32>, tensor<64x2x512xf32>) -> tensor<64x512x512xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<64x512x512xf32>) -> tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
}

// Of several dimensions of batches one may stay.
// CHECK-LABEL: func.func @sum_of_some_batches(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x64x512x2xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x64x2x512xf32>) -> tensor<4x1x512x512xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] batching [0] x [0] contracting [1, 3] x [1, 2] : (tensor<4x64x512x2xf32>, tensor<4x64x2x512xf32>) -> tensor<4x512x512xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[DOT_GENERAL]] : (tensor<4x512x512xf32>) -> tensor<4x1x512x512xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<4x1x512x512xf32>
// CHECK-NEXT:  }
func.func @sum_of_some_batches(%x: tensor<4x64x512x2xf32>, %w: tensor<4x64x2x512xf32>) -> tensor<4x1x512x512xf32> {
  %0 = tg.matmul %x, %w : (tensor<4x64x512x2xf32>, tensor<4x64x2x512xf32>) -> tensor<4x64x512x512xf32>
  %1 = tg.reduce sum %0 dims [1] keep_dims : (tensor<4x64x512x512xf32>) -> tensor<4x1x512x512xf32>
  return %1 : tensor<4x1x512x512xf32>
}

// CHECK-LABEL: func.func @sum_of_batches_general(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<512x64x2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x3x2x512xf32>) -> tensor<512x512xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] contracting [1, 2, 3] x [0, 2, 1] : (tensor<512x64x2x3xf32>, tensor<64x3x2x512xf32>) -> tensor<512x512xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<512x512xf32>
// CHECK-NEXT:  }
func.func @sum_of_batches_general(%x: tensor<512x64x2x3xf32>, %w: tensor<64x3x2x512xf32>) -> tensor<512x512xf32> {
  %0 = tg.dot_general %x, %w batching [1] x [0] contracting [2, 3] x [2, 1] : (tensor<512x64x2x3xf32>, tensor<64x3x2x512xf32>) -> tensor<64x512x512xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<64x512x512xf32>) -> tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
}

// Where the result has few elements, batches are multiplied side by side.
// CHECK-LABEL: func.func @batches_to_sum(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<16x4x512xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<16x512x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<16x4x512xf32>, tensor<16x512x4xf32>) -> tensor<16x4x4xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MATMUL]] dims [0] : (tensor<16x4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @batches_to_sum(%x: tensor<16x4x512xf32>, %w: tensor<16x512x4xf32>) -> tensor<4x4xf32> {
  %0 = tg.dot_general %x, %w contracting [0, 2] x [0, 1] : (tensor<16x4x512xf32>, tensor<16x512x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
