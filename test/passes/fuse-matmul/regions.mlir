// NOTE: checks written by tg-lit update
// RUN: tg-opt --loop-invariant-code-motion --fuse-matmul="machine=%S/Inputs/test.profile forms=siblings" %s | tg-filecheck %s

// What a loop computes of values from outside has left it when its siblings are
// looked for.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i1>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 0 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<16x4xf32>) -> tensor<2x8x4xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] : (tensor<4x8xf32>, tensor<2x8x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_1]] dim 0 sizes [4, 4] : (tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG4:[a-zA-Z0-9_]+]] = %[[SPLIT]]#0, %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG3]]) : tensor<4x4xf32>, tensor<i1> cond {
// CHECK-NEXT:      tg.yield %[[ARG5]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[SPLIT]]#1, %[[ARG4]] : tensor<4x4xf32>
// CHECK-NEXT:      %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG5]] : tensor<i1>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[NOT]] : tensor<4x4xf32>, tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[WHILE]]#0 : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @loop(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %u: tensor<8x4xf32>, %p: tensor<i1>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.matmul %x, %w : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1:2 = tg.while (%h = %0, %q = %p) : tensor<4x4xf32>, tensor<i1> cond {
    tg.yield %q : tensor<i1>
  } do {
    %2 = tg.matmul %x, %u : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %3 = tg.add %2, %h : tensor<4x4xf32>
    %4 = tg.not %q : tensor<i1>
    tg.yield %3, %4 : tensor<4x4xf32>, tensor<i1>
  }
  return %0, %1#0 : tensor<4x4xf32>, tensor<4x4xf32>
}

// What only one branch computes stays there: elsewhere it would be computed for
// nothing. Siblings in one branch are merged.
// CHECK-LABEL: func.func @branch(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<8x4xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<i1>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG4]] -> (tensor<4x4xf32>) {
// CHECK-NEXT:      %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG2]], %[[ARG3]] dim 0 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
// CHECK-NEXT:      %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<16x4xf32>) -> tensor<2x8x4xf32>
// CHECK-NEXT:      %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] : (tensor<4x8xf32>, tensor<2x8x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:      %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL_1]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:      %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_1]] dim 0 sizes [4, 4] : (tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<4x4xf32>
// CHECK-NEXT:      tg.yield %[[MUL]] : tensor<4x4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[MATMUL]] : tensor<4x4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[MATMUL]], %[[IF]] : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @branch(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %u: tensor<8x4xf32>, %v: tensor<8x4xf32>, %p: tensor<i1>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.matmul %x, %w : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = tg.if %p -> (tensor<4x4xf32>) {
    %2 = tg.matmul %x, %u : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %3 = tg.matmul %x, %v : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %4 = tg.mul %2, %3 : tensor<4x4xf32>
    tg.yield %4 : tensor<4x4xf32>
  } else {
    tg.yield %0 : tensor<4x4xf32>
  }
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
