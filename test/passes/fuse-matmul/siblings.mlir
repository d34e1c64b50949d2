// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile" %s | tg-filecheck %s

// Three projections on one input are one product. Its results lie one behind the
// other, so that nothing moves to take them apart.
// CHECK-LABEL: func.func @projections(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00], [7.000000e+00, 8.000000e+00]], [[1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00]], [[2.000000e+00, 2.000000e+00], [2.000000e+00, 2.000000e+00], [2.000000e+00, 2.000000e+00], [2.000000e+00, 2.000000e+00]]]> : tensor<3x4x2xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CST]] : (tensor<8x4xf32>, tensor<3x4x2xf32>) -> tensor<3x8x2xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<3x8x2xf32>) -> tensor<24x2xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:3 = tg.split %[[RESHAPE]] dim 0 sizes [8, 8, 8] : (tensor<24x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SPLIT]]#2 : tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>
// CHECK-NEXT:  }
func.func @projections(%x: tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>) {
  %wq = tg.constant dense<[[1., 2.], [3., 4.], [5., 6.], [7., 8.]]> : tensor<4x2xf32>
  %wk = tg.constant dense<1.> : tensor<4x2xf32>
  %wv = tg.constant dense<2.> : tensor<4x2xf32>
  %q = tg.matmul %x, %wq : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %k = tg.matmul %x, %wk : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %v = tg.matmul %x, %wv : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %q, %k, %v : tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>
}

// Biases are joined like the weights; a bias of all does not need to be.
// CHECK-LABEL: func.func @biases(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x8x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<2xf32>,
// CHECK-SAME:      %[[ARG5:[a-zA-Z0-9_]+]]: tensor<8x1xf32>) -> (tensor<5x8x2xf32>, tensor<5x8x2xf32>, tensor<5x8x2xf32>, tensor<5x8x2xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 0 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<8x2xf32>) -> tensor<2x1x4x2xf32>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG3]], %[[ARG4]] dim 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT_1]] : (tensor<4xf32>) -> tensor<2x1x1x2xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] bias %[[RESHAPE_1]] : (tensor<5x8x4xf32>, tensor<2x1x4x2xf32>, tensor<2x1x1x2xf32>) -> tensor<2x5x8x2xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x5x8x2xf32>) -> tensor<10x8x2xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_2]] dim 0 sizes [5, 5] : (tensor<10x8x2xf32>) -> (tensor<5x8x2xf32>, tensor<5x8x2xf32>)
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] bias %[[ARG5]] : (tensor<5x8x4xf32>, tensor<2x1x4x2xf32>, tensor<8x1xf32>) -> tensor<2x5x8x2xf32>
// CHECK-NEXT:    %[[RESHAPE_3:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL_1]] : (tensor<2x5x8x2xf32>) -> tensor<10x8x2xf32>
// CHECK-NEXT:    %[[SPLIT_1:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_3]] dim 0 sizes [5, 5] : (tensor<10x8x2xf32>) -> (tensor<5x8x2xf32>, tensor<5x8x2xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SPLIT_1]]#0, %[[SPLIT_1]]#1 : tensor<5x8x2xf32>, tensor<5x8x2xf32>, tensor<5x8x2xf32>, tensor<5x8x2xf32>
// CHECK-NEXT:  }
func.func @biases(%x: tensor<5x8x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>, %s: tensor<8x1xf32>)
    -> (tensor<5x8x2xf32>, tensor<5x8x2xf32>, tensor<5x8x2xf32>, tensor<5x8x2xf32>) {
  %0 = tg.matmul %x, %w bias %b : (tensor<5x8x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<5x8x2xf32>
  %1 = tg.matmul %x, %u bias %c : (tensor<5x8x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<5x8x2xf32>
  %2 = tg.matmul %x, %w bias %s : (tensor<5x8x4xf32>, tensor<4x2xf32>, tensor<8x1xf32>) -> tensor<5x8x2xf32>
  %3 = tg.matmul %x, %u bias %s : (tensor<5x8x4xf32>, tensor<4x2xf32>, tensor<8x1xf32>) -> tensor<5x8x2xf32>
  return %0, %1, %2, %3 : tensor<5x8x2xf32>, tensor<5x8x2xf32>, tensor<5x8x2xf32>, tensor<5x8x2xf32>
}

// Other widths are joined along the columns. The weights are arguments and must
// be joined when the program runs.
// CHECK-LABEL: func.func @widths(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x3xf32>) -> (tensor<8x2xf32>, tensor<8x3xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 1 : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CONCAT]] : (tensor<8x4xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL]] dim 1 sizes [2, 3] : (tensor<8x5xf32>) -> (tensor<8x2xf32>, tensor<8x3xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<8x2xf32>, tensor<8x3xf32>
// CHECK-NEXT:  }
func.func @widths(%x: tensor<8x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x3xf32>) -> (tensor<8x2xf32>, tensor<8x3xf32>) {
  %0 = tg.matmul %x, %w : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %1 = tg.matmul %x, %u : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0, %1 : tensor<8x2xf32>, tensor<8x3xf32>
}

// One row: columns that are joined can be taken apart for nothing.
// CHECK-LABEL: func.func @row(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CONCAT]] : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL]] dim 1 sizes [2, 2] : (tensor<1x4xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<1x2xf32>, tensor<1x2xf32>
// CHECK-NEXT:  }
func.func @row(%x: tensor<1x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %0 = tg.matmul %x, %w : (tensor<1x4xf32>, tensor<4x2xf32>) -> tensor<1x2xf32>
  %1 = tg.matmul %x, %u : (tensor<1x4xf32>, tensor<4x2xf32>) -> tensor<1x2xf32>
  return %0, %1 : tensor<1x2xf32>, tensor<1x2xf32>
}

// The inputs of a recurrent network at all times meet one weight. They are slices
// of one tensor, side by side.
// CHECK-LABEL: func.func @times(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [1:2, 0:2, 0:3] : (tensor<4x2x3xf32>) -> tensor<1x2x3xf32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.reshape %[[SLICE]] : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<4x2x3xf32>) -> tensor<24xf32>
// CHECK-NEXT:    %[[SLICE_1:[a-zA-Z0-9_]+]] = tg.slice %[[RESHAPE]] [6:24] : (tensor<24xf32>) -> tensor<18xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[SLICE_1]] : (tensor<18xf32>) -> tensor<6x3xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[RESHAPE_1]], %[[ARG1]] : (tensor<6x3xf32>, tensor<3x5xf32>) -> tensor<6x5xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:3 = tg.split %[[MATMUL]] dim 0 sizes [2, 2, 2] : (tensor<6x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>)
// CHECK-NEXT:    %[[SLICE_2:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [2:3, 0:2, 0:3] : (tensor<4x2x3xf32>) -> tensor<1x2x3xf32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.reshape %[[SLICE_2]] : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[SLICE_3:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:4, 0:2, 0:3] : (tensor<4x2x3xf32>) -> tensor<1x2x3xf32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.reshape %[[SLICE_3]] : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SPLIT]]#2 : tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
// CHECK-NEXT:  }
func.func @times(%x: tensor<4x2x3xf32>, %w: tensor<3x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) {
  %0 = tg.slice %x [1:2, 0:2, 0:3] : (tensor<4x2x3xf32>) -> tensor<1x2x3xf32>
  %1 = tg.reshape %0 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
  %2 = tg.matmul %1, %w : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  %3 = tg.slice %x [2:3, 0:2, 0:3] : (tensor<4x2x3xf32>) -> tensor<1x2x3xf32>
  %4 = tg.reshape %3 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
  %5 = tg.matmul %4, %w : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  %6 = tg.slice %x [3:4, 0:2, 0:3] : (tensor<4x2x3xf32>) -> tensor<1x2x3xf32>
  %7 = tg.reshape %6 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
  %8 = tg.matmul %7, %w : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %2, %5, %8 : tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
}

// Inputs of other lengths, and a weight in batches.
// CHECK-LABEL: func.func @shared_rhs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x5xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<6x3x5xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<6x2x3xf32>) -> (tensor<2x5xf32>, tensor<4x5xf32>, tensor<6x2x5xf32>, tensor<6x4x5xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]] dim 0 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[CONCAT]], %[[ARG2]] : (tensor<6x3xf32>, tensor<3x5xf32>) -> tensor<6x5xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL]] dim 0 sizes [2, 4] : (tensor<6x5xf32>) -> (tensor<2x5xf32>, tensor<4x5xf32>)
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG4]], %[[ARG4]] dim 1 : (tensor<6x2x3xf32>, tensor<6x2x3xf32>) -> tensor<6x4x3xf32>
// CHECK-NEXT:    %[[CONCAT_2:[a-zA-Z0-9_]+]] = tg.concat %[[ARG4]], %[[CONCAT_1]] dim 1 : (tensor<6x2x3xf32>, tensor<6x4x3xf32>) -> tensor<6x6x3xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[CONCAT_2]], %[[ARG3]] : (tensor<6x6x3xf32>, tensor<6x3x5xf32>) -> tensor<6x6x5xf32>
// CHECK-NEXT:    %[[SPLIT_1:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL_1]] dim 1 sizes [2, 4] : (tensor<6x6x5xf32>) -> (tensor<6x2x5xf32>, tensor<6x4x5xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SPLIT_1]]#0, %[[SPLIT_1]]#1 : tensor<2x5xf32>, tensor<4x5xf32>, tensor<6x2x5xf32>, tensor<6x4x5xf32>
// CHECK-NEXT:  }
func.func @shared_rhs(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>, %w: tensor<3x5xf32>, %u: tensor<6x3x5xf32>, %z: tensor<6x2x3xf32>)
    -> (tensor<2x5xf32>, tensor<4x5xf32>, tensor<6x2x5xf32>, tensor<6x4x5xf32>) {
  %0 = tg.matmul %x, %w : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  %1 = tg.matmul %y, %w : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %2 = tg.matmul %z, %u : (tensor<6x2x3xf32>, tensor<6x3x5xf32>) -> tensor<6x2x5xf32>
  %c = tg.concat %z, %z dim 1 : (tensor<6x2x3xf32>, tensor<6x2x3xf32>) -> tensor<6x4x3xf32>
  %3 = tg.matmul %c, %u : (tensor<6x4x3xf32>, tensor<6x3x5xf32>) -> tensor<6x4x5xf32>
  return %0, %1, %2, %3 : tensor<2x5xf32>, tensor<4x5xf32>, tensor<6x2x5xf32>, tensor<6x4x5xf32>
}

// A vector has no columns to join, but is shared.
// CHECK-LABEL: func.func @vectors(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]] dim 0 : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[CONCAT]], %[[ARG2]] : (tensor<6x3xf32>, tensor<3xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL]] dim 0 sizes [4, 2] : (tensor<6xf32>) -> (tensor<4xf32>, tensor<2xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<4xf32>, tensor<2xf32>
// CHECK-NEXT:  }
func.func @vectors(%x: tensor<4x3xf32>, %y: tensor<2x3xf32>, %v: tensor<3xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = tg.matmul %x, %v : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4xf32>
  %1 = tg.matmul %y, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
}

// An activation of all stays in the epilogue, others follow.
// CHECK-LABEL: func.func @activations(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 0 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<8x2xf32>) -> tensor<2x4x2xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] activation relu : (tensor<8x4xf32>, tensor<2x4x2xf32>) -> tensor<2x8x2xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x8x2xf32>) -> tensor<16x2xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_1]] dim 0 sizes [8, 8] : (tensor<16x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>)
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<8x4xf32>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]], %[[ARG3]] dim 0 : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<12x2xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT_1]] : (tensor<12x2xf32>) -> tensor<3x4x2xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[NEG]], %[[RESHAPE_2]] : (tensor<8x4xf32>, tensor<3x4x2xf32>) -> tensor<3x8x2xf32>
// CHECK-NEXT:    %[[RESHAPE_3:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL_1]] : (tensor<3x8x2xf32>) -> tensor<24x2xf32>
// CHECK-NEXT:    %[[SPLIT_1:[a-zA-Z0-9_]+]]:3 = tg.split %[[RESHAPE_3]] dim 0 sizes [8, 8, 8] : (tensor<24x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>)
// CHECK-NEXT:    %[[GELU:[a-zA-Z0-9_]+]] = tg.gelu %[[SPLIT_1]]#0 approximate tanh : tensor<8x2xf32>
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[GELU]], %[[SPLIT_1]]#1, %[[SPLIT_1]]#2 : tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>
// CHECK-NEXT:  }
func.func @activations(%x: tensor<8x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x2xf32>, %v: tensor<4x2xf32>)
    -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>) {
  %0 = tg.matmul %x, %w activation relu : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %1 = tg.matmul %x, %u activation relu : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %y = tg.neg %x : tensor<8x4xf32>
  %2 = tg.matmul %y, %w activation gelu_tanh : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %3 = tg.matmul %y, %u : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %4 = tg.matmul %y, %v : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %0, %1, %2, %3, %4 : tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>
}

// CHECK-LABEL: func.func @dot_general(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x3x5xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<6x3x2xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<6x2x3xf32>) -> (tensor<6x4x5xf32>, tensor<6x4x2xf32>, tensor<6x2x5xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 2 : (tensor<6x3x5xf32>, tensor<6x3x2xf32>) -> tensor<6x3x7xf32>
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[CONCAT]] batching [0] x [0] contracting [2] x [1] : (tensor<6x4x3xf32>, tensor<6x3x7xf32>) -> tensor<6x4x7xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[DOT_GENERAL]] dim 2 sizes [5, 2] : (tensor<6x4x7xf32>) -> (tensor<6x4x5xf32>, tensor<6x4x2xf32>)
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<6x3x5xf32>
// CHECK-NEXT:    %[[DOT_GENERAL_1:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG3]], %[[NEG]] batching [0] x [0] contracting [2] x [1] : (tensor<6x2x3xf32>, tensor<6x3x5xf32>) -> tensor<6x2x5xf32>
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[DOT_GENERAL_1]] : tensor<6x4x5xf32>, tensor<6x4x2xf32>, tensor<6x2x5xf32>
// CHECK-NEXT:  }
func.func @dot_general(%x: tensor<6x4x3xf32>, %w: tensor<6x3x5xf32>, %u: tensor<6x3x2xf32>, %y: tensor<6x2x3xf32>)
    -> (tensor<6x4x5xf32>, tensor<6x4x2xf32>, tensor<6x2x5xf32>) {
  %0 = tg.dot_general %x, %w batching [0] x [0] contracting [2] x [1] : (tensor<6x4x3xf32>, tensor<6x3x5xf32>) -> tensor<6x4x5xf32>
  %1 = tg.dot_general %x, %u batching [0] x [0] contracting [2] x [1] : (tensor<6x4x3xf32>, tensor<6x3x2xf32>) -> tensor<6x4x2xf32>
  %v = tg.neg %w : tensor<6x3x5xf32>
  %2 = tg.dot_general %y, %v batching [0] x [0] contracting [2] x [1] : (tensor<6x2x3xf32>, tensor<6x3x5xf32>) -> tensor<6x2x5xf32>
  return %0, %1, %2 : tensor<6x4x5xf32>, tensor<6x4x2xf32>, tensor<6x2x5xf32>
}

// The square of a matrix shares its lhs, too.
// CHECK-LABEL: func.func @square(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]] dim 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<8x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] : (tensor<4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_1]] dim 0 sizes [4, 4] : (tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @square(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.matmul %x, %x : tensor<4x4xf32>
  %1 = tg.matmul %x, %w : tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// No bias is a bias of -0, which changes no number, and one number is that for
// every column.
// CHECK-LABEL: func.func @some_biases(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]], %[[ARG3]] dim 0 : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<12x2xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<12x2xf32>) -> tensor<3x4x2xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[[1.000000e+00, 2.000000e+00]], [[-0.000000e+00, -0.000000e+00]], [[3.000000e+00, 3.000000e+00]]]> : tensor<3x1x2xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] bias %[[CST]] : (tensor<8x4xf32>, tensor<3x4x2xf32>, tensor<3x1x2xf32>) -> tensor<3x8x2xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<3x8x2xf32>) -> tensor<24x2xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:3 = tg.split %[[RESHAPE_1]] dim 0 sizes [8, 8, 8] : (tensor<24x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SPLIT]]#2 : tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>
// CHECK-NEXT:  }
func.func @some_biases(%x: tensor<8x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x2xf32>, %v: tensor<4x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>) {
  %b = tg.constant dense<[1., 2.]> : tensor<2xf32>
  %c = tg.constant dense<3.> : tensor<f32>
  %0 = tg.matmul %x, %w bias %b : (tensor<8x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<8x2xf32>
  %1 = tg.matmul %x, %u : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %2 = tg.matmul %x, %v bias %c : (tensor<8x4xf32>, tensor<4x2xf32>, tensor<f32>) -> tensor<8x2xf32>
  return %0, %1, %2 : tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>
}

// Slices with something in between are joined when the program runs.
// CHECK-LABEL: func.func @gap(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>) {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [0:2, 0:3] : (tensor<6x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[SLICE_1:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [4:6, 0:3] : (tensor<6x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[SLICE]], %[[SLICE_1]] dim 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[CONCAT]], %[[ARG1]] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL]] dim 0 sizes [2, 2] : (tensor<4x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<2x5xf32>, tensor<2x5xf32>
// CHECK-NEXT:  }
func.func @gap(%x: tensor<6x3xf32>, %w: tensor<3x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>) {
  %0 = tg.slice %x [0:2, 0:3] : (tensor<6x3xf32>) -> tensor<2x3xf32>
  %1 = tg.slice %x [4:6, 0:3] : (tensor<6x3xf32>) -> tensor<2x3xf32>
  %2 = tg.matmul %0, %w : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  %3 = tg.matmul %1, %w : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %2, %3 : tensor<2x5xf32>, tensor<2x5xf32>
}

// What is merged feeds what is merged.
// CHECK-LABEL: func.func @layers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG2]], %[[ARG3]] dim 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<8x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] : (tensor<4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}}:2 = tg.split %[[RESHAPE_1]] dim 0 sizes [4, 4] : (tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[MATMUL]] : (tensor<4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL_1]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_2]] dim 0 sizes [4, 4] : (tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @layers(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %w: tensor<4x4xf32>, %u: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.matmul %x, %w : tensor<4x4xf32>
  %1 = tg.matmul %x, %u : tensor<4x4xf32>
  %2 = tg.matmul %y, %0 : tensor<4x4xf32>
  %3 = tg.matmul %y, %1 : tensor<4x4xf32>
  return %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}
