// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A matrix product over an inner dimension without elements is 0.
// CHECK-LABEL: func.func @matmul_of_nothing(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x0xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<0x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @matmul_of_nothing(%x: tensor<2x0xf32>, %y: tensor<0x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.matmul %x, %y : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// A matrix product by the identity matrix is the other operand.
// STRICT-LABEL: func.func @matmul_by_identity(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x2xf32>) -> tensor<5x2xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// STRICT-SAME{LITERAL}:       dense<[[1.000000e+00, 0.000000e+00], [0.000000e+00, 1.000000e+00]]> : tensor<2x2xf32>
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CST]] : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
// STRICT-NEXT:    return %[[MATMUL]] : tensor<5x2xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @matmul_by_identity(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x2xf32>) -> tensor<5x2xf32> {
// FAST-NEXT:    return %[[ARG0]] : tensor<5x2xf32>
// FAST-NEXT:  }
func.func @matmul_by_identity(%x: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %i = tg.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %0 = tg.matmul %x, %i : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// A matrix product by a matrix of ones sums the rows, in another order.
// STRICT-LABEL: func.func @matmul_by_ones(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x2xf32>) -> tensor<5x3xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<2x3xf32>
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CST]] : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
// STRICT-NEXT:    return %[[MATMUL]] : tensor<5x3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @matmul_by_ones(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x2xf32>) -> tensor<5x3xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] keep_dims : (tensor<5x2xf32>) -> tensor<5x1xf32>
// FAST-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[REDUCE]] dims [0, 1] : (tensor<5x1xf32>) -> tensor<5x3xf32>
// FAST-NEXT:    return %[[BROADCAST]] : tensor<5x3xf32>
// FAST-NEXT:  }
func.func @matmul_by_ones(%x: tensor<5x2xf32>) -> tensor<5x3xf32> {
  %i = tg.constant dense<1.0> : tensor<2x3xf32>
  %0 = tg.matmul %x, %i : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// A matrix product repeats matrices along leading dimensions by itself.
// CHECK-LABEL: func.func @matmul_absorb_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x2x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x3xf32>) -> tensor<5x2x3xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<5x2x4xf32>, tensor<4x3xf32>) -> tensor<5x2x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<5x2x3xf32>
// CHECK-NEXT:  }
func.func @matmul_absorb_broadcast(%x: tensor<5x2x4xf32>, %y: tensor<4x3xf32>) -> tensor<5x2x3xf32> {
  %0 = tg.broadcast %y dims [1, 2] : (tensor<4x3xf32>) -> tensor<5x4x3xf32>
  %1 = tg.matmul %x, %0 : (tensor<5x2x4xf32>, tensor<5x4x3xf32>) -> tensor<5x2x3xf32>
  return %1 : tensor<5x2x3xf32>
}

// A dot_general whose batching dimensions come first, and whose contracting dimensions end lhs and
// follow them in rhs, is a matrix product; dimensions that belong together are joined by reshapes,
// which copy nothing.
// CHECK-LABEL: func.func @dot_general_is_matmul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x2x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x4x3x6xf32>) -> tensor<5x3x6xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<5x2x4xf32>) -> tensor<5x8xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<2x4x3x6xf32>) -> tensor<8x18xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[RESHAPE]], %[[RESHAPE_1]] : (tensor<5x8xf32>, tensor<8x18xf32>) -> tensor<5x18xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<5x18xf32>) -> tensor<5x3x6xf32>
// CHECK-NEXT:    return %[[RESHAPE_2]] : tensor<5x3x6xf32>
// CHECK-NEXT:  }
func.func @dot_general_is_matmul(%x: tensor<5x2x4xf32>, %y: tensor<2x4x3x6xf32>) -> tensor<5x3x6xf32> {
  %0 = tg.dot_general %x, %y contracting [1, 2] x [0, 1] : (tensor<5x2x4xf32>, tensor<2x4x3x6xf32>) -> tensor<5x3x6xf32>
  return %0 : tensor<5x3x6xf32>
}

// A dot_general that is a matrix product of what its operands were before they were transposed
// becomes that.
// CHECK-LABEL: func.func @dot_general_of_transposes_is_matmul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @dot_general_of_transposes_is_matmul(%x: tensor<2x4xf32>, %y: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.transpose %y permutation [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %1 = tg.dot_general %x, %0 contracting [1] x [1] : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// A contraction of dimensions without elements is 0.
// CHECK-LABEL: func.func @dot_general_of_nothing(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x0xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x0xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @dot_general_of_nothing(%x: tensor<2x0xf32>, %y: tensor<3x0xf32>) -> tensor<2x3xf32> {
  %0 = tg.dot_general %x, %y contracting [1] x [1] : (tensor<2x0xf32>, tensor<3x0xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// A dot_general that contracts nothing, or dimensions of extent 1, is an elementwise product.
// STRICT-LABEL: func.func @dot_general_without_contraction(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x4x3xf32> {
// STRICT-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] batching [0] x [0] : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x4x3xf32>
// STRICT-NEXT:    return %[[DOT_GENERAL]] : tensor<2x4x3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @dot_general_without_contraction(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x4x3xf32> {
// FAST-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
// FAST-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
// FAST-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[RESHAPE]], %[[RESHAPE_1]] : (tensor<2x4x1xf32>, tensor<2x1x3xf32>) -> tensor<2x4x3xf32>
// FAST-NEXT:    return %[[MUL]] : tensor<2x4x3xf32>
// FAST-NEXT:  }
func.func @dot_general_without_contraction(%x: tensor<2x4xf32>, %y: tensor<2x3xf32>) -> tensor<2x4x3xf32> {
  %0 = tg.dot_general %x, %y batching [0] x [0] : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}
