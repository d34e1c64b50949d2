// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=siblings" %s | tg-filecheck %s

// A product that feeds another one stays apart from it, whatever is in between.
// CHECK-LABEL: func.func @feeds(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[MATMUL]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[RELU]], %[[ARG1]] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[MATMUL_1]] : tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @feeds(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tg.matmul %x, %w : tensor<4x4xf32>
  %1 = tg.relu %0 : tensor<4x4xf32>
  %2 = tg.matmul %1, %w : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @feeds_weight(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[MATMUL]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[NEG]] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[MATMUL]], %[[MATMUL_1]] : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @feeds_weight(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.matmul %x, %w : tensor<4x4xf32>
  %1 = tg.neg %0 : tensor<4x4xf32>
  %2 = tg.matmul %x, %1 : tensor<4x4xf32>
  return %0, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Of two pairs that cross, each feeds the other one.
// CHECK-LABEL: func.func @cross(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG2]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG3]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL_2:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL_1]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL_3:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[MATMUL]] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[MATMUL_2]], %[[MATMUL_3]] : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @cross(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %w: tensor<4x4xf32>, %u: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %a = tg.matmul %x, %w : tensor<4x4xf32>
  %c = tg.matmul %y, %u : tensor<4x4xf32>
  %b = tg.matmul %x, %c : tensor<4x4xf32>
  %d = tg.matmul %y, %a : tensor<4x4xf32>
  return %b, %d : tensor<4x4xf32>, tensor<4x4xf32>
}

// What a later operand needs moves in front of the users of an earlier result.
// CHECK-LABEL: func.func @moves(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG2]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[EXP]] dim 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<8x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE]] : (tensor<4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_1]] dim 0 sizes [4, 4] : (tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[SPLIT]]#0 : tensor<4x4xf32>
// CHECK-NEXT:    return %[[RELU]], %[[SPLIT]]#1 : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @moves(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %u: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.matmul %x, %w : tensor<4x4xf32>
  %1 = tg.relu %0 : tensor<4x4xf32>
  %2 = tg.exp %u : tensor<4x4xf32>
  %3 = tg.matmul %x, %2 : tensor<4x4xf32>
  return %1, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Two products at different depths share %x; the first one waits for the other.
// CHECK-LABEL: func.func @waits(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG2]], %[[ARG3]] dim 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<8x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[RESHAPE]] : (tensor<4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_1]] dim 0 sizes [4, 4] : (tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<4x4xf32>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG4]], %[[ADD]] dim 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT_1]] : (tensor<8x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[RESHAPE_2]] : (tensor<4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:    %[[RESHAPE_3:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL_1]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[SPLIT_1:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_3]] dim 0 sizes [4, 4] : (tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT:    return %[[SPLIT_1]]#0, %[[SPLIT_1]]#1 : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @waits(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %w: tensor<4x4xf32>, %u: tensor<4x4xf32>, %v: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.matmul %y, %w : tensor<4x4xf32>
  %1 = tg.matmul %y, %u : tensor<4x4xf32>
  %2 = tg.matmul %x, %v : tensor<4x4xf32>
  %3 = tg.add %0, %1 : tensor<4x4xf32>
  %4 = tg.matmul %x, %3 : tensor<4x4xf32>
  return %2, %4 : tensor<4x4xf32>, tensor<4x4xf32>
}

// What a region uses must be there in front of it.
// CHECK-LABEL: func.func @region(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i1>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG3]] -> (tensor<4x4xf32>) {
// CHECK-NEXT:      tg.yield %[[MATMUL]] : tensor<4x4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[ARG2]] : tensor<4x4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[IF]] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[MATMUL]], %[[MATMUL_1]] : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @region(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %u: tensor<4x4xf32>, %p: tensor<i1>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tg.matmul %x, %w : tensor<4x4xf32>
  %1 = tg.if %p -> (tensor<4x4xf32>) {
    tg.yield %0 : tensor<4x4xf32>
  } else {
    tg.yield %u : tensor<4x4xf32>
  }
  %2 = tg.matmul %x, %1 : tensor<4x4xf32>
  return %0, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Calls keep their order, so that what comes out of the second does not move in
// front of what goes into the first.
// CHECK-LABEL: func.func private @effect(tensor<4x4xf32>) -> tensor<4x4xf32>
func.func private @effect(tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-LABEL: func.func @calls(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<4x4xf32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = call @effect(%[[MATMUL]]) : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[CALL:[a-zA-Z0-9_]+]] = call @effect(%[[ARG1]]) : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CALL]] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[MATMUL_1]] : tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @calls(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tg.matmul %x, %w : tensor<4x4xf32>
  %1 = func.call @effect(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = func.call @effect(%w) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = tg.matmul %x, %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// A state feeds the next step: only what shares it there is merged.
// CHECK-LABEL: func.func @recurrent(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> tensor<1x4xf32> {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[CONCAT]] : (tensor<1x4xf32>, tensor<4x8xf32>) -> tensor<1x8xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL]] dim 1 sizes [4, 4] : (tensor<1x8xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>)
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<1x4xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[MUL]], %[[CONCAT]] : (tensor<1x4xf32>, tensor<4x8xf32>) -> tensor<1x8xf32>
// CHECK-NEXT:    %[[SPLIT_1:[a-zA-Z0-9_]+]]:2 = tg.split %[[MATMUL_1]] dim 1 sizes [4, 4] : (tensor<1x8xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>)
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[SPLIT_1]]#0, %[[SPLIT_1]]#1 : tensor<1x4xf32>
// CHECK-NEXT:    return %[[MUL_1]] : tensor<1x4xf32>
// CHECK-NEXT:  }
func.func @recurrent(%h: tensor<1x4xf32>, %w: tensor<4x4xf32>, %u: tensor<4x4xf32>) -> tensor<1x4xf32> {
  %0 = tg.matmul %h, %w : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %1 = tg.matmul %h, %u : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %2 = tg.mul %0, %1 : tensor<1x4xf32>
  %3 = tg.matmul %2, %w : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %4 = tg.matmul %2, %u : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %5 = tg.mul %3, %4 : tensor<1x4xf32>
  return %5 : tensor<1x4xf32>
}
