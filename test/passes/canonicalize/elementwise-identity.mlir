// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize %s | tg-filecheck %s

// Elementwise ops that do nothing, or nothing but what is undone.

// An elementwise op between two movements that cancel works on what was there before.
// CHECK-LABEL: func.func @movement_meets_its_inverse(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x4xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG1]] permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[TRANSPOSE]] : tensor<4x8xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @movement_meets_its_inverse(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.transpose %arg0 permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %v2 = tg.sub %v1, %arg1 : tensor<8x4xf32>
  %v3 = tg.transpose %v2 permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %v3 : tensor<4x8xf32>
}

// A predicate and one operand are less than one operand and the result.
// CHECK-LABEL: func.func @less_to_move(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<8x4xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[ARG1]] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[COMPARE]] permutation [1, 0] : (tensor<8x4xi1>) -> tensor<4x8xi1>
// CHECK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG3]] permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[TRANSPOSE]], %[[ARG2]], %[[TRANSPOSE_1]] : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @less_to_move(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.compare lt %arg0, %arg1 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  %v2 = tg.transpose %arg2 permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %v3 = tg.select %v1, %v2, %arg3 : (tensor<8x4xi1>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %v4 = tg.transpose %v3 permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %v4 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @bias_is_reshaped(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] keep_dims : (tensor<4x8xf32>) -> tensor<4x1xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[REDUCE]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @bias_is_reshaped(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.transpose %arg0 permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %v2 = tg.reduce max %v1 dims [0] keep_dims : (tensor<8x4xf32>) -> tensor<1x4xf32>
  %v3 = tg.sub %v1, %v2 : (tensor<8x4xf32>, tensor<1x4xf32>) -> tensor<8x4xf32>
  %v4 = tg.transpose %v3 permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %v4 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @reshape_meets_its_inverse(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<32xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<32xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[RESHAPE]] : tensor<4x8xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @reshape_meets_its_inverse(%arg0: tensor<4x8xf32>, %arg1: tensor<32xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.reshape %arg0  : (tensor<4x8xf32>) -> tensor<32xf32>
  %v2 = tg.sub %v1, %arg1 : tensor<32xf32>
  %v3 = tg.reshape %v2  : (tensor<32xf32>) -> tensor<4x8xf32>
  return %v3 : tensor<4x8xf32>
}

// Transposed operands together are no narrower than the result.
// CHECK-LABEL: func.func @mixed_widths(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG0]], %[[ARG1]], %[[CST]] : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @mixed_widths(%arg0: tensor<4x8xi1>, %arg1: tensor<4x8xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.transpose %arg0 permutation [1, 0] : (tensor<4x8xi1>) -> tensor<8x4xi1>
  %v2 = tg.transpose %arg1 permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %v3 = tg.constant dense<0.000000e+00> : tensor<f32>
  %v4 = tg.select %v1, %v2, %v3 : (tensor<8x4xi1>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %v5 = tg.transpose %v4 permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %v5 : tensor<4x8xf32>
}

// What is repeated and otherwise left alone is a broadcast.
// CHECK-LABEL: func.func @neutral(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @neutral(%arg0: tensor<8xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.constant dense<1.000000e+00> : tensor<4x8xf32>
  %v2 = tg.mul %arg0, %v1 : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @neutral_shift(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x8xi32>
// CHECK-NEXT:  }
func.func @neutral_shift(%arg0: tensor<8xi32>) -> (tensor<4x8xi32>) {
  %v1 = tg.constant dense<0> : tensor<4x8xi32>
  %v2 = tg.shl %arg0, %v1 : (tensor<8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %v2 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @not_neutral_on_the_left(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<4x8xi32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ARG0]] : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4x8xi32>
// CHECK-NEXT:  }
func.func @not_neutral_on_the_left(%arg0: tensor<8xi32>) -> (tensor<4x8xi32>) {
  %v1 = tg.constant dense<0> : tensor<4x8xi32>
  %v2 = tg.sub %v1, %arg0 : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %v2 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @known_choice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @known_choice(%arg0: tensor<8xf32>, %arg1: tensor<4x8xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.constant dense<true> : tensor<i1>
  %v2 = tg.select %v1, %arg0, %arg1 : (tensor<i1>, tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @known_choice_false(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG1]] dims [1] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @known_choice_false(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.constant dense<false> : tensor<i1>
  %v2 = tg.select %v1, %arg0, %arg1 : (tensor<i1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @same_choice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4x8xi1>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @same_choice(%arg0: tensor<8xf32>, %arg1: tensor<4x8xi1>) -> (tensor<4x8xf32>) {
  %v1 = tg.select %arg1, %arg0, %arg0 : (tensor<4x8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %v1 : tensor<4x8xf32>
}

// A negation that was moved swaps the sides of a choice.
// CHECK-LABEL: func.func @moved_negation(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<32xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<8x4xi1>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG5:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<32xi1>) -> tensor<4x8xi1>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[RESHAPE]], %[[ARG2]], %[[ARG1]] : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG3]] permutation [1, 0] : (tensor<8x4xi1>) -> tensor<4x8xi1>
// CHECK-NEXT:    %[[SELECT_1:[a-zA-Z0-9_]+]] = tg.select %[[TRANSPOSE]], %[[ARG5]], %[[ARG4]] : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[SELECT]], %[[SELECT_1]] : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @moved_negation(%arg0: tensor<32xi1>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<8x4xi1>, %arg4: tensor<4x8xf32>, %arg5: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %v1 = tg.not %arg0 : tensor<32xi1>
  %v2 = tg.reshape %v1  : (tensor<32xi1>) -> tensor<4x8xi1>
  %v3 = tg.select %v2, %arg1, %arg2 : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tg.not %arg3 : tensor<8x4xi1>
  %v5 = tg.transpose %v4 permutation [1, 0] : (tensor<8x4xi1>) -> tensor<4x8xi1>
  %v6 = tg.select %v5, %arg4, %arg5 : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v3, %v6 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Not where as much would be moved.
// CHECK-LABEL: func.func @as_much_to_move(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<8x4xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG1]] permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[ARG0]], %[[TRANSPOSE]], %[[ARG2]] : tensor<8x4xf32>
// CHECK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[CLAMP]] permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[TRANSPOSE_1]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @as_much_to_move(%arg0: tensor<8x4xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  %v1 = tg.transpose %arg1 permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %v2 = tg.clamp %arg0, %v1, %arg2 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %v3 = tg.transpose %v2 permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %v3 : tensor<4x8xf32>
}

