// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// STRICT-LABEL: func.func @matmul_zero_right(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4x5xf32>
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CST]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @matmul_zero_right(
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<3x5xf32>
// FAST-NEXT:    return %[[CST]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @matmul_zero_right(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %z = tg.constant dense<0.0> : tensor<4x5xf32>
  %9 = tg.matmul %x, %z : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @matmul_zero_left(
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<3x4xf32>
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[CST]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @matmul_zero_left(
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<3x5xf32>
// FAST-NEXT:    return %[[CST]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @matmul_zero_left(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %z = tg.constant dense<0.0> : tensor<3x4xf32>
  %9 = tg.matmul %z, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @dot_general_zero_right(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<5x4xf32>
// STRICT-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[CST]] contracting [1] x [1] : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    return %[[DOT_GENERAL]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @dot_general_zero_right(
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<3x5xf32>
// FAST-NEXT:    return %[[CST]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @dot_general_zero_right(%x: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %z = tg.constant dense<0.0> : tensor<5x4xf32>
  %9 = tg.dot_general %x, %z contracting [1] x [1] : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @dot_general_zero_left(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<3x4xf32>
// STRICT-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[CST]], %[[ARG0]] contracting [1] x [1] : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    return %[[DOT_GENERAL]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @dot_general_zero_left(
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<5x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<3x5xf32>
// FAST-NEXT:    return %[[CST]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @dot_general_zero_left(%y: tensor<5x4xf32>) -> tensor<3x5xf32> {
  %z = tg.constant dense<0.0> : tensor<3x4xf32>
  %9 = tg.dot_general %z, %y contracting [1] x [1] : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @conv_zero_kernel(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<3x3x2x3xf32>
// STRICT-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// STRICT-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @conv_zero_kernel(
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<1x4x4x2xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<1x2x2x3xf32>
// FAST-NEXT:    return %[[CST]] : tensor<1x2x2x3xf32>
// FAST-NEXT:  }
func.func @conv_zero_kernel(%x: tensor<1x4x4x2xf32>, %k: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %z = tg.constant dense<0.0> : tensor<3x3x2x3xf32>
  %9 = tg.conv %x, %z layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %9 : tensor<1x2x2x3xf32>
}

// STRICT-LABEL: func.func @conv_zero_input(
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<1x4x4x2xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<1x4x4x2xf32>
// STRICT-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[CST]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// STRICT-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @conv_zero_input(
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<1x4x4x2xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<1x2x2x3xf32>
// FAST-NEXT:    return %[[CST]] : tensor<1x2x2x3xf32>
// FAST-NEXT:  }
func.func @conv_zero_input(%x: tensor<1x4x4x2xf32>, %k: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %z = tg.constant dense<0.0> : tensor<1x4x4x2xf32>
  %9 = tg.conv %z, %k layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %9 : tensor<1x2x2x3xf32>
}

// STRICT-LABEL: func.func @matmul_inner_one(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x1xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x5xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x1xf32>, tensor<1x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @matmul_inner_one(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x1xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x5xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : (tensor<3x1xf32>, tensor<1x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @matmul_inner_one(%x: tensor<3x1xf32>, %w: tensor<1x5xf32>) -> tensor<3x5xf32> {
  %9 = tg.matmul %x, %w : (tensor<3x1xf32>, tensor<1x5xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @matmul_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// CHECK-NEXT:  }
func.func @matmul_neg_neg(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %0 = tg.neg %x : tensor<3x4xf32>
  %1 = tg.neg %w : tensor<4x5xf32>
  %9 = tg.matmul %0, %1 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @dot_general_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x4xf32>) -> tensor<3x5xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = tg.dot_general %[[ARG0]], %[[ARG1]] contracting [1] x [1] : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<3x5xf32>
// CHECK-NEXT:  }
func.func @dot_general_neg_neg(%x: tensor<3x4xf32>, %y: tensor<5x4xf32>) -> tensor<3x5xf32> {
  %0 = tg.neg %x : tensor<3x4xf32>
  %1 = tg.neg %y : tensor<5x4xf32>
  %9 = tg.dot_general %0, %1 contracting [1] x [1] : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @conv_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// CHECK-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// CHECK-NEXT:  }
func.func @conv_neg_neg(%x: tensor<1x4x4x2xf32>, %k: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %0 = tg.neg %x : tensor<1x4x4x2xf32>
  %1 = tg.neg %k : tensor<3x3x2x3xf32>
  %9 = tg.conv %0, %1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %9 : tensor<1x2x2x3xf32>
}

// STRICT-LABEL: func.func @neg_matmul_neg_left(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<3x4xf32>
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[NEG]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[NEG_1:[a-zA-Z0-9_]+]] = tg.neg %[[MATMUL]] : tensor<3x5xf32>
// STRICT-NEXT:    return %[[NEG_1]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @neg_matmul_neg_left(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @neg_matmul_neg_left(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %0 = tg.neg %x : tensor<3x4xf32>
  %2 = tg.matmul %0, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.neg %2 : tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @neg_matmul_neg_right(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4x5xf32>
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[NEG]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[NEG_1:[a-zA-Z0-9_]+]] = tg.neg %[[MATMUL]] : tensor<3x5xf32>
// STRICT-NEXT:    return %[[NEG_1]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @neg_matmul_neg_right(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @neg_matmul_neg_right(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %1 = tg.neg %w : tensor<4x5xf32>
  %2 = tg.matmul %x, %1 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.neg %2 : tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @transposed_product(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>) -> tensor<5x3xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG0]] : (tensor<5x4xf32>, tensor<4x3xf32>) -> tensor<5x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<5x3xf32>
// CHECK-NEXT:  }
func.func @transposed_product(%x: tensor<4x3xf32>, %w: tensor<5x4xf32>, %a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<5x3xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %1 = tg.transpose %w permutation [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %2 = tg.matmul %0, %1 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.transpose %2 permutation [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %9 : tensor<5x3xf32>
}

// CHECK-LABEL: func.func @transposed_product_left(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x3xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<5x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> tensor<5x3xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG3]] permutation [1, 0] : (tensor<4x5xf32>) -> tensor<5x4xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[TRANSPOSE]], %[[ARG0]] : (tensor<5x4xf32>, tensor<4x3xf32>) -> tensor<5x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<5x3xf32>
// CHECK-NEXT:  }
func.func @transposed_product_left(%x: tensor<4x3xf32>, %w: tensor<5x4xf32>, %a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<5x3xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %2 = tg.matmul %0, %b : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.transpose %2 permutation [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %9 : tensor<5x3xf32>
}

// CHECK-LABEL: func.func @transposed_product_right(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>) -> tensor<5x3xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG2]] permutation [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[TRANSPOSE]] : (tensor<5x4xf32>, tensor<4x3xf32>) -> tensor<5x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<5x3xf32>
// CHECK-NEXT:  }
func.func @transposed_product_right(%x: tensor<4x3xf32>, %w: tensor<5x4xf32>, %a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<5x3xf32> {
  %1 = tg.transpose %w permutation [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %2 = tg.matmul %a, %1 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.transpose %2 permutation [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %9 : tensor<5x3xf32>
}

// STRICT-LABEL: func.func @product_sum_left(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG2]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[MATMUL_1]] : tensor<3x5xf32>
// STRICT-NEXT:    return %[[ADD]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @product_sum_left(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[ARG1]] : tensor<4x5xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ADD]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @product_sum_left(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %0 = tg.matmul %x, %v : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = tg.matmul %x, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.add %0, %1 : tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @product_sum_right(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG3]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[MATMUL_1]] : tensor<3x5xf32>
// STRICT-NEXT:    return %[[ADD]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @product_sum_right(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG3]] : tensor<3x4xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ADD]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @product_sum_right(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %0 = tg.matmul %x, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = tg.matmul %y, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.add %0, %1 : tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @product_difference_left(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG2]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[MATMUL]], %[[MATMUL_1]] : tensor<3x5xf32>
// STRICT-NEXT:    return %[[SUB]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @product_difference_left(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2]], %[[ARG1]] : tensor<4x5xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[SUB]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @product_difference_left(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %0 = tg.matmul %x, %v : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = tg.matmul %x, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.sub %0, %1 : tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @product_difference_right(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG3]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[MATMUL]], %[[MATMUL_1]] : tensor<3x5xf32>
// STRICT-NEXT:    return %[[SUB]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @product_difference_right(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG3]] : tensor<3x4xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[SUB]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @product_difference_right(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %0 = tg.matmul %x, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = tg.matmul %y, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %9 = tg.sub %0, %1 : tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @matmul_of_scaled(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// STRICT-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<4x5xf32>
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[MUL]], %[[CST_1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @matmul_of_scaled(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.500000e+01> : tensor<4x5xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CST]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @matmul_of_scaled(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %c = tg.constant dense<3.0> : tensor<f32>
  %k = tg.constant dense<5.0> : tensor<4x5xf32>
  %0 = tg.mul %x, %c : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %9 = tg.matmul %0, %k : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @conv_of_scaled(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// STRICT-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<3x3x2x3xf32>
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x4x4x2xf32>
// STRICT-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[MUL]], %[[CST_1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// STRICT-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @conv_of_scaled(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.500000e+01> : tensor<3x3x2x3xf32>
// FAST-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// FAST-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// FAST-NEXT:  }
func.func @conv_of_scaled(%x: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
  %c = tg.constant dense<3.0> : tensor<f32>
  %k = tg.constant dense<5.0> : tensor<3x3x2x3xf32>
  %0 = tg.mul %x, %c : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x4x4x2xf32>
  %9 = tg.conv %0, %k layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %9 : tensor<1x2x2x3xf32>
}

// STRICT-LABEL: func.func @matmul_of_quotient(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// STRICT-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// STRICT-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<4x5xf32>
// STRICT-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[CST]] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[DIV]], %[[CST_1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @matmul_of_quotient(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x5xf32>,
// FAST-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x4xf32>) -> tensor<3x5xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.66666675> : tensor<4x5xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CST]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3x5xf32>
// FAST-NEXT:  }
func.func @matmul_of_quotient(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %v: tensor<4x5xf32>, %y: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %c = tg.constant dense<3.0> : tensor<f32>
  %k = tg.constant dense<5.0> : tensor<4x5xf32>
  %0 = tg.div %x, %c : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %9 = tg.matmul %0, %k : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %9 : tensor<3x5xf32>
}

// STRICT-LABEL: func.func @conv_of_quotient(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// STRICT-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<3x3x2x3xf32>
// STRICT-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[CST]] : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x4x4x2xf32>
// STRICT-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[DIV]], %[[CST_1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// STRICT-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @conv_of_quotient(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
// FAST-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.66666675> : tensor<3x3x2x3xf32>
// FAST-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CST]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
// FAST-NEXT:    return %[[CONV]] : tensor<1x2x2x3xf32>
// FAST-NEXT:  }
func.func @conv_of_quotient(%x: tensor<1x4x4x2xf32>) -> tensor<1x2x2x3xf32> {
  %c = tg.constant dense<3.0> : tensor<f32>
  %k = tg.constant dense<5.0> : tensor<3x3x2x3xf32>
  %0 = tg.div %x, %c : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x4x4x2xf32>
  %9 = tg.conv %0, %k layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %9 : tensor<1x2x2x3xf32>
}
