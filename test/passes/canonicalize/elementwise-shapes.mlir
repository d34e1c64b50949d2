// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A splat operand of an elementwise op becomes a scalar, which the op repeats by itself: nothing is
// read to know it.
// CHECK-LABEL: func.func @elementwise_splat_operand(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @elementwise_splat_operand(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = tg.constant dense<2.0> : tensor<4x8xf32>
  %0 = tg.add %x, %c : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A broadcast operand of an elementwise op is replaced by what it repeats, reshaped where its
// dimensions would not align: the op repeats by itself.
// CHECK-LABEL: func.func @elementwise_absorb_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<4xf32>) -> tensor<4x1xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[RESHAPE]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @elementwise_absorb_broadcast(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4x8xf32> {
  %0 = tg.broadcast %y dims [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %1 = tg.sub %x, %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// An iota operand of several dimensions becomes one along its own dimension, which the elementwise
// op repeats by itself.
// CHECK-LABEL: func.func @elementwise_absorb_iota(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<4x1xi32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[IOTA]] : (tensor<4x8xi32>, tensor<4x1xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4x8xi32>
// CHECK-NEXT:  }
func.func @elementwise_absorb_iota(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tg.iota dim 0 : tensor<4x8xi32>
  %1 = tg.sub %x, %0 : tensor<4x8xi32>
  return %1 : tensor<4x8xi32>
}

// An elementwise op on operands that are broadcast alike, and scalars, works on what they repeat.
// CHECK-LABEL: func.func @elementwise_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[DIV]] dims [0] : (tensor<4xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @elementwise_of_broadcast(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<4x8xf32> {
  %0 = tg.broadcast %x dims [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %1 = tg.div %s, %0 : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// A transpose sinks below an elementwise op whose other operands are scalars or transposed alike,
// unless the result has wider elements.
// CHECK-LABEL: func.func @elementwise_of_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4x8xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[DIV]] permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<8x4xf32>
// CHECK-NEXT:  }
func.func @elementwise_of_transpose(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %1 = tg.transpose %y permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = tg.div %0, %1 : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// A reverse sinks below an elementwise op whose other operands are scalars or reversed alike,
// unless the result has wider elements.
// CHECK-LABEL: func.func @elementwise_of_reverse(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4x8xf32>
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[DIV]] dims [1] : tensor<4x8xf32>
// CHECK-NEXT:    return %[[REVERSE]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @elementwise_of_reverse(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tg.reverse %x dims [1] : tensor<4x8xf32>
  %1 = tg.reverse %y dims [1] : tensor<4x8xf32>
  %2 = tg.div %0, %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// A reshape sinks below an elementwise op whose other operands are scalars, reshaped alike, or lie
// along trailing dimensions that the reshape leaves alone.
// CHECK-LABEL: func.func @elementwise_of_reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<2x3x8xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG1]] : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[SUB]] : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<2x3x8xf32>
// CHECK-NEXT:  }
func.func @elementwise_of_reshape(%x: tensor<6x8xf32>, %y: tensor<8xf32>) -> tensor<2x3x8xf32> {
  %0 = tg.reshape %x : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
  %1 = tg.sub %0, %y : (tensor<2x3x8xf32>, tensor<8xf32>) -> tensor<2x3x8xf32>
  return %1 : tensor<2x3x8xf32>
}

// What is repeated in all operands is computed once, and then repeated.
// CHECK-LABEL: func.func @elementwise_of_broadcasts(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6xi32>) -> tensor<4x6xi32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<6xi32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ADD]] dims [1] : (tensor<6xi32>) -> tensor<4x6xi32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x6xi32>
// CHECK-NEXT:  }
func.func @elementwise_of_broadcasts(%a: tensor<6xi32>, %b: tensor<6xi32>) -> tensor<4x6xi32> {
  %0 = tg.broadcast %a dims [1] : (tensor<6xi32>) -> tensor<4x6xi32>
  %1 = tg.broadcast %b dims [1] : (tensor<6xi32>) -> tensor<4x6xi32>
  %2 = tg.add %0, %1 : tensor<4x6xi32>
  return %2 : tensor<4x6xi32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
