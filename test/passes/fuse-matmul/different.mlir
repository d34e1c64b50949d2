// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=siblings" %s | tg-filecheck %s

// Products that differ in more than what is joined stay apart.

// CHECK-LABEL: func.func @types(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf16>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf16>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x2xf16>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x2xf32>) -> (tensor<4x2xf16>, tensor<4x2xf32>, tensor<4x2xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<4x4xf16>, tensor<4x2xf16>) -> tensor<4x2xf16>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG2]] element_type f32 : (tensor<4x4xf16>, tensor<4x2xf16>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[MATMUL_2:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG3]] element_type f32 : (tensor<4x4xf16>, tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    return %[[MATMUL]], %[[MATMUL_1]], %[[MATMUL_2]] : tensor<4x2xf16>, tensor<4x2xf32>, tensor<4x2xf32>
// CHECK-NEXT:  }
func.func @types(%x: tensor<4x4xf16>, %w: tensor<4x2xf16>, %u: tensor<4x2xf16>, %v: tensor<4x2xf32>)
    -> (tensor<4x2xf16>, tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = tg.matmul %x, %w : (tensor<4x4xf16>, tensor<4x2xf16>) -> tensor<4x2xf16>
  %1 = tg.matmul %x, %u element_type f32 : (tensor<4x4xf16>, tensor<4x2xf16>) -> tensor<4x2xf32>
  %2 = tg.matmul %x, %v element_type f32 : (tensor<4x4xf16>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0, %1, %2 : tensor<4x2xf16>, tensor<4x2xf32>, tensor<4x2xf32>
}

// A weight of unknown extent; the shared operand may have one.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<?x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x?xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG2]] : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:    return %[[MATMUL]], %[[MATMUL_1]] : tensor<?x?xf32>, tensor<?x?xf32>
// CHECK-NEXT:  }
func.func @dynamic(%x: tensor<?x4xf32>, %w: tensor<4x?xf32>, %u: tensor<4x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = tg.matmul %x, %w : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  %1 = tg.matmul %x, %u : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_input(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<?x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CONCAT]] : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL]] dim 1 sizes [2, 2] : (tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<?x2xf32>, tensor<?x2xf32>
// CHECK-NEXT:  }
func.func @dynamic_input(%x: tensor<?x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = tg.matmul %x, %w : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %1 = tg.matmul %x, %u : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<?x2xf32>
}

// The biases lie along different dimensions; the others are merged.
// CHECK-LABEL: func.func @bias(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<4x1xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-0.000000e+00> : tensor<2xf32>
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 0 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<8x2xf32>) -> tensor<2x4x2xf32>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[CST]], %[[ARG3]] dim 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT_1]] : (tensor<4xf32>) -> tensor<2x1x2xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] bias %[[RESHAPE_1]] : (tensor<4x4xf32>, tensor<2x4x2xf32>, tensor<2x1x2xf32>) -> tensor<2x4x2xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x4x2xf32>) -> tensor<8x2xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_2]] dim 0 sizes [4, 4] : (tensor<8x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG2]] bias %[[ARG4]] : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[MATMUL_1]] : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
// CHECK-NEXT:  }
func.func @bias(%x: tensor<4x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x2xf32>, %b: tensor<2xf32>, %c: tensor<4x1xf32>)
    -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = tg.matmul %x, %w : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = tg.matmul %x, %u bias %b : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %2 = tg.matmul %x, %u bias %c : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
  return %0, %1, %2 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
}

// CHECK-LABEL: func.func @dimensions(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] contracting [1] x [0] : tensor<4x4xf32>
// CHECK-NEXT:    %[[DOT_GENERAL_1:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG2]] contracting [0] x [0] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]], %[[DOT_GENERAL_1]] : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @dimensions(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %u: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.dot_general %x, %w contracting [1] x [0] : tensor<4x4xf32>
  %1 = tg.dot_general %x, %u contracting [0] x [0] : tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// The bias is for all columns or for one, which only a run knows.
// CHECK-LABEL: func.func @unknown_bias(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x?xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] bias %[[ARG3]] : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<4x?xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG2]] bias %[[ARG3]] : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<4x?xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    return %[[MATMUL]], %[[MATMUL_1]] : tensor<4x2xf32>, tensor<4x2xf32>
// CHECK-NEXT:  }
func.func @unknown_bias(%x: tensor<4x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x2xf32>, %c: tensor<4x?xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = tg.matmul %x, %w bias %c : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<4x?xf32>) -> tensor<4x2xf32>
  %1 = tg.matmul %x, %u bias %c : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<4x?xf32>) -> tensor<4x2xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<4x2xf32>
}
