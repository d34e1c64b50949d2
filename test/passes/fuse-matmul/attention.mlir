// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=attention" %s | tg-filecheck %s

// A mask for all heads is an operand, what hides by it is inside, and so are constants.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x64x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x64x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x64x8xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<64x64xi1>) -> tensor<2x64x8xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG6:[a-zA-Z0-9_]+]] = %[[ARG3]], %[[ARG7:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<2x64x8xf32>, tensor<2x64x8xf32>, tensor<64x64xi1>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32> {
// CHECK-NEXT:      %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG4]], %[[ARG5]] batching [0] x [0] contracting [2] x [2] : (tensor<2x64x8xf32>, tensor<2x64x8xf32>) -> tensor<2x64x64xf32>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.500000e-01> : tensor<f32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[DOT_GENERAL]], %[[CST]] : (tensor<2x64x64xf32>, tensor<f32>) -> tensor<2x64x64xf32>
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:      %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG6]], %[[MUL]], %[[CST_1]] : (tensor<64x64xi1>, tensor<2x64x64xf32>, tensor<f32>) -> tensor<2x64x64xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[SELECT]] dims [2] keep_dims : (tensor<2x64x64xf32>) -> tensor<2x64x1xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[SELECT]], %[[REDUCE]] : (tensor<2x64x64xf32>, tensor<2x64x1xf32>) -> tensor<2x64x64xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[SUB]] : tensor<2x64x64xf32>
// CHECK-NEXT:      %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce sum %[[EXP]] dims [2] keep_dims : (tensor<2x64x64xf32>) -> tensor<2x64x1xf32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[EXP]], %[[REDUCE_1]] : (tensor<2x64x64xf32>, tensor<2x64x1xf32>) -> tensor<2x64x64xf32>
// CHECK-NEXT:      %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[DIV]], %[[ARG7]] : (tensor<2x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
// CHECK-NEXT:      tg.yield %[[MATMUL]] : tensor<2x64x8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<2x64x8xf32>
// CHECK-NEXT:  }
func.func @masked(%q: tensor<2x64x8xf32>, %k: tensor<2x64x8xf32>, %v: tensor<2x64x8xf32>, %seen: tensor<64x64xi1>) -> tensor<2x64x8xf32> {
  %scale = tg.constant dense<0.25> : tensor<f32>
  %hidden = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.dot_general %q, %k batching [0] x [0] contracting [2] x [2] : (tensor<2x64x8xf32>, tensor<2x64x8xf32>) -> tensor<2x64x64xf32>
  %1 = tg.mul %0, %scale : (tensor<2x64x64xf32>, tensor<f32>) -> tensor<2x64x64xf32>
  %2 = tg.select %seen, %1, %hidden : (tensor<64x64xi1>, tensor<2x64x64xf32>, tensor<f32>) -> tensor<2x64x64xf32>
  %3 = tg.reduce max %2 dims [2] keep_dims : (tensor<2x64x64xf32>) -> tensor<2x64x1xf32>
  %4 = tg.sub %2, %3 : (tensor<2x64x64xf32>, tensor<2x64x1xf32>) -> tensor<2x64x64xf32>
  %5 = tg.exp %4 : tensor<2x64x64xf32>
  %6 = tg.reduce sum %5 dims [2] keep_dims : (tensor<2x64x64xf32>) -> tensor<2x64x1xf32>
  %7 = tg.div %5, %6 : (tensor<2x64x64xf32>, tensor<2x64x1xf32>) -> tensor<2x64x64xf32>
  %8 = tg.matmul %7, %v : (tensor<2x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  return %8 : tensor<2x64x8xf32>
}

// As JAX writes it: heads behind places, and values in front of what they are multiplied by.
// CHECK-LABEL: func.func @values_first(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x64x2x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x64x2x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x64x2x8xf32>) -> tensor<3x64x2x8xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<3x64x2x8xf32>, tensor<3x64x2x8xf32>, tensor<3x64x2x8xf32>) -> tensor<3x2x64x8xf32> {
// CHECK-NEXT:      %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG3]], %[[ARG4]] batching [0, 2] x [0, 2] contracting [3] x [3] : (tensor<3x64x2x8xf32>, tensor<3x64x2x8xf32>) -> tensor<3x2x64x64xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[DOT_GENERAL]] dims [3] keep_dims : (tensor<3x2x64x64xf32>) -> tensor<3x2x64x1xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[DOT_GENERAL]], %[[REDUCE]] : (tensor<3x2x64x64xf32>, tensor<3x2x64x1xf32>) -> tensor<3x2x64x64xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[SUB]] : tensor<3x2x64x64xf32>
// CHECK-NEXT:      %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce sum %[[EXP]] dims [3] keep_dims : (tensor<3x2x64x64xf32>) -> tensor<3x2x64x1xf32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[EXP]], %[[REDUCE_1]] : (tensor<3x2x64x64xf32>, tensor<3x2x64x1xf32>) -> tensor<3x2x64x64xf32>
// CHECK-NEXT:      %[[DOT_GENERAL_1:[a-zA-Z0-9_]+]] = tg.dot_general %[[DIV]], %[[ARG5]] batching [0, 1] x [0, 2] contracting [3] x [1] : (tensor<3x2x64x64xf32>, tensor<3x64x2x8xf32>) -> tensor<3x2x64x8xf32>
// CHECK-NEXT:      tg.yield %[[DOT_GENERAL_1]] : tensor<3x2x64x8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[FUSION]] permutation [0, 1, 3, 2] : (tensor<3x2x64x8xf32>) -> tensor<3x2x8x64xf32>
// CHECK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[TRANSPOSE]] permutation [0, 3, 1, 2] : (tensor<3x2x8x64xf32>) -> tensor<3x64x2x8xf32>
// CHECK-NEXT:    return %[[TRANSPOSE_1]] : tensor<3x64x2x8xf32>
// CHECK-NEXT:  }
func.func @values_first(%q: tensor<3x64x2x8xf32>, %k: tensor<3x64x2x8xf32>, %v: tensor<3x64x2x8xf32>) -> tensor<3x64x2x8xf32> {
  %0 = tg.dot_general %q, %k batching [0, 2] x [0, 2] contracting [3] x [3] : (tensor<3x64x2x8xf32>, tensor<3x64x2x8xf32>) -> tensor<3x2x64x64xf32>
  %1 = tg.reduce max %0 dims [3] keep_dims : (tensor<3x2x64x64xf32>) -> tensor<3x2x64x1xf32>
  %2 = tg.sub %0, %1 : (tensor<3x2x64x64xf32>, tensor<3x2x64x1xf32>) -> tensor<3x2x64x64xf32>
  %3 = tg.exp %2 : tensor<3x2x64x64xf32>
  %4 = tg.reduce sum %3 dims [3] keep_dims : (tensor<3x2x64x64xf32>) -> tensor<3x2x64x1xf32>
  %5 = tg.div %3, %4 : (tensor<3x2x64x64xf32>, tensor<3x2x64x1xf32>) -> tensor<3x2x64x64xf32>
  %6 = tg.dot_general %v, %5 batching [0, 2] x [0, 1] contracting [1] x [3] : (tensor<3x64x2x8xf32>, tensor<3x2x64x64xf32>) -> tensor<3x2x8x64xf32>
  %7 = tg.transpose %6 permutation [0, 3, 1, 2] : (tensor<3x2x8x64xf32>) -> tensor<3x64x2x8xf32>
  return %7 : tensor<3x64x2x8xf32>
}

// One head without a batch; scores are of a wider type, in which they become weights, and a mask of
// keys is repeated inside.
// CHECK-LABEL: func.func @wide(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x8xbf16>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x8xbf16>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<64x8xbf16>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<64xf32>) -> tensor<64x8xbf16> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG3]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG6:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG7:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<64xf32>, tensor<64x8xbf16>, tensor<64x8xbf16>, tensor<64x8xbf16>) -> tensor<64x8xbf16> {
// CHECK-NEXT:      %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG4]] dims [1] : (tensor<64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT:      %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG5]], %[[ARG6]] contracting [1] x [1] element_type f32 : (tensor<64x8xbf16>, tensor<64x8xbf16>) -> tensor<64x64xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[DOT_GENERAL]], %[[BROADCAST]] : tensor<64x64xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ADD]] dims [1] keep_dims : (tensor<64x64xf32>) -> tensor<64x1xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ADD]], %[[REDUCE]] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x64xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[SUB]] : tensor<64x64xf32>
// CHECK-NEXT:      %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce sum %[[EXP]] dims [1] keep_dims : (tensor<64x64xf32>) -> tensor<64x1xf32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[EXP]], %[[REDUCE_1]] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x64xf32>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[DIV]] : (tensor<64x64xf32>) -> tensor<64x64xbf16>
// CHECK-NEXT:      %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[CONVERT]], %[[ARG7]] : (tensor<64x64xbf16>, tensor<64x8xbf16>) -> tensor<64x8xbf16>
// CHECK-NEXT:      tg.yield %[[MATMUL]] : tensor<64x8xbf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<64x8xbf16>
// CHECK-NEXT:  }
func.func @wide(%q: tensor<64x8xbf16>, %k: tensor<64x8xbf16>, %v: tensor<64x8xbf16>, %keys: tensor<64xf32>) -> tensor<64x8xbf16> {
  %0 = tg.dot_general %q, %k contracting [1] x [1] element_type f32 : (tensor<64x8xbf16>, tensor<64x8xbf16>) -> tensor<64x64xf32>
  %1 = tg.broadcast %keys dims [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %2 = tg.add %0, %1 : tensor<64x64xf32>
  %3 = tg.reduce max %2 dims [1] keep_dims : (tensor<64x64xf32>) -> tensor<64x1xf32>
  %4 = tg.sub %2, %3 : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x64xf32>
  %5 = tg.exp %4 : tensor<64x64xf32>
  %6 = tg.reduce sum %5 dims [1] keep_dims : (tensor<64x64xf32>) -> tensor<64x1xf32>
  %7 = tg.div %5, %6 : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x64xf32>
  %8 = tg.convert %7 : (tensor<64x64xf32>) -> tensor<64x64xbf16>
  %9 = tg.matmul %8, %v : (tensor<64x64xbf16>, tensor<64x8xbf16>) -> tensor<64x8xbf16>
  return %9 : tensor<64x8xbf16>
}

// Queries of three heads share keys; they are scaled inside, where they are rows.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x64x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x64x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x64x8xf32>) -> tensor<2x3x64x8xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<2x3x64x8xf32>, tensor<2x64x8xf32>, tensor<2x64x8xf32>) -> tensor<2x3x64x8xf32> {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e-01> : tensor<f32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG3]], %[[CST]] : (tensor<2x3x64x8xf32>, tensor<f32>) -> tensor<2x3x64x8xf32>
// CHECK-NEXT:      %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[MUL]], %[[ARG4]] batching [0] x [0] contracting [3] x [2] : (tensor<2x3x64x8xf32>, tensor<2x64x8xf32>) -> tensor<2x3x64x64xf32>
// CHECK-NEXT:      %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[DOT_GENERAL]] : tensor<2x3x64x64xf32>
// CHECK-NEXT:      %[[DOT_GENERAL_1:[a-zA-Z0-9_]+]] = tg.dot_general %[[SIGMOID]], %[[ARG5]] batching [0] x [0] contracting [3] x [1] : (tensor<2x3x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x3x64x8xf32>
// CHECK-NEXT:      tg.yield %[[DOT_GENERAL_1]] : tensor<2x3x64x8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<2x3x64x8xf32>
// CHECK-NEXT:  }
func.func @shared(%q: tensor<2x3x64x8xf32>, %k: tensor<2x64x8xf32>, %v: tensor<2x64x8xf32>) -> tensor<2x3x64x8xf32> {
  %scale = tg.constant dense<0.3> : tensor<f32>
  %0 = tg.mul %q, %scale : (tensor<2x3x64x8xf32>, tensor<f32>) -> tensor<2x3x64x8xf32>
  %1 = tg.dot_general %0, %k batching [0] x [0] contracting [3] x [2] : (tensor<2x3x64x8xf32>, tensor<2x64x8xf32>) -> tensor<2x3x64x64xf32>
  %2 = tg.sigmoid %1 : tensor<2x3x64x64xf32>
  %3 = tg.dot_general %2, %v batching [0] x [0] contracting [3] x [1] : (tensor<2x3x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x3x64x8xf32>
  return %3 : tensor<2x3x64x8xf32>
}

// Layers of a network with something between that reduces rows are none: one matrix is for all rows.
// CHECK-LABEL: func.func @network(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<8x8xf32>) -> tensor<64x8xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[MATMUL]] dims [1] keep_dims : (tensor<64x8xf32>) -> tensor<64x1xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[MATMUL]], %[[REDUCE]] : (tensor<64x8xf32>, tensor<64x1xf32>) -> tensor<64x8xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[SUB]], %[[ARG2]] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
// CHECK-NEXT:    return %[[MATMUL_1]] : tensor<64x8xf32>
// CHECK-NEXT:  }
func.func @network(%x: tensor<64x8xf32>, %a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<64x8xf32> {
  %0 = tg.matmul %x, %a : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
  %1 = tg.reduce max %0 dims [1] keep_dims : (tensor<64x8xf32>) -> tensor<64x1xf32>
  %2 = tg.sub %0, %1 : (tensor<64x8xf32>, tensor<64x1xf32>) -> tensor<64x8xf32>
  %3 = tg.matmul %2, %b : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
  return %3 : tensor<64x8xf32>
}
