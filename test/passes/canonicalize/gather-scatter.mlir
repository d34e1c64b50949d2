// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A gather of one box at a constant position is a slice.
// CHECK-LABEL: func.func @gather_one_box(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> tensor<12xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:4, 0:12] : (tensor<8x12xf32>) -> tensor<1x12xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[SLICE]] : (tensor<1x12xf32>) -> tensor<12xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<12xf32>
// CHECK-NEXT:  }
func.func @gather_one_box(%x: tensor<8x12xf32>) -> tensor<12xf32> {
  %i = tg.constant dense<3> : tensor<1xi32>
  %0 = tg.gather %x, %i offset_dims [0] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 0 slice_sizes [1, 12] : (tensor<8x12xf32>, tensor<1xi32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// A gather at constant positions that are equally far apart is a slice with a stride; at equal
// positions it is a broadcast slice.
// CHECK-LABEL: func.func @gather_in_steps(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> (tensor<3x12xf32>, tensor<12x3xf32>) {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [1:6:2, 0:12] : (tensor<8x12xf32>) -> tensor<3x12xf32>
// CHECK-NEXT:    %[[SLICE_1:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [2:3, 0:12] : (tensor<8x12xf32>) -> tensor<1x12xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[SLICE_1]] dims [1, 0] : (tensor<1x12xf32>) -> tensor<12x3xf32>
// CHECK-NEXT:    return %[[SLICE]], %[[BROADCAST]] : tensor<3x12xf32>, tensor<12x3xf32>
// CHECK-NEXT:  }
func.func @gather_in_steps(%x: tensor<8x12xf32>) -> (tensor<3x12xf32>, tensor<12x3xf32>) {
  %i = tg.constant dense<[[1], [3], [5]]> : tensor<3x1xi32>
  %j = tg.constant dense<2> : tensor<3x1xi32>
  %0 = tg.gather %x, %i offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 12] : (tensor<8x12xf32>, tensor<3x1xi32>) -> tensor<3x12xf32>
  %1 = tg.gather %x, %j offset_dims [0] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 12] : (tensor<8x12xf32>, tensor<3x1xi32>) -> tensor<12x3xf32>
  return %0, %1 : tensor<3x12xf32>, tensor<12x3xf32>
}

// A scatter that sets one box at a constant position inside of the operand is an update of that
// box.
// CHECK-LABEL: func.func @scatter_one_box(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<12xf32>) -> tensor<8x12xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<3> : tensor<i32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<12xf32>) -> tensor<1x12xf32>
// CHECK-NEXT:    %[[DYNAMIC_UPDATE_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_update_slice %[[ARG0]], %[[RESHAPE]], %[[CST_1]], %[[CST]] : (tensor<8x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
// CHECK-NEXT:    return %[[DYNAMIC_UPDATE_SLICE]] : tensor<8x12xf32>
// CHECK-NEXT:  }
func.func @scatter_one_box(%x: tensor<8x12xf32>, %u: tensor<12xf32>) -> tensor<8x12xf32> {
  %i = tg.constant dense<3> : tensor<1xi32>
  %0 = tg.scatter set %x, %i, %u update_window_dims [0] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 0 : (tensor<8x12xf32>, tensor<1xi32>, tensor<12xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}

// A gather each of whose positions comes several times in a row repeats them; two such gathers are one
// broadcast.
// CHECK-LABEL: func.func @gather_nearest(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x2x3x4xf32>) -> tensor<1x2x6x8xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [0, 1, 2, 4] : (tensor<1x2x3x4xf32>) -> tensor<1x2x3x2x4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[BROADCAST]] : (tensor<1x2x3x2x4xf32>) -> tensor<1x2x6x4xf32>
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[RESHAPE]] dims [3] : tensor<1x2x6x4xf32>
// CHECK-NEXT:    %[[BROADCAST_1:[a-zA-Z0-9_]+]] = tg.broadcast %[[REVERSE]] dims [0, 1, 2, 3] : (tensor<1x2x6x4xf32>) -> tensor<1x2x6x4x2xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[BROADCAST_1]] : (tensor<1x2x6x4x2xf32>) -> tensor<1x2x6x8xf32>
// CHECK-NEXT:    return %[[RESHAPE_1]] : tensor<1x2x6x8xf32>
// CHECK-NEXT:  }
func.func @gather_nearest(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x6x8xf32> {
  %i = tg.constant dense<[0, 0, 1, 1, 2, 2]> : tensor<6xi32>
  %j = tg.constant dense<[3, 3, 2, 2, 1, 1, 0, 0]> : tensor<8xi32>
  %0 = tg.gather %x, %i offset_dims [0, 1, 3] collapsed_slice_dims [2] start_index_map [2] index_vector_dim 1 slice_sizes [1, 2, 1, 4] : (tensor<1x2x3x4xf32>, tensor<6xi32>) -> tensor<1x2x6x4xf32>
  %1 = tg.gather %0, %j offset_dims [0, 1, 2] collapsed_slice_dims [3] start_index_map [3] index_vector_dim 1 slice_sizes [1, 2, 6, 1] : (tensor<1x2x6x4xf32>, tensor<8xi32>) -> tensor<1x2x6x8xf32>
  return %1 : tensor<1x2x6x8xf32>
}

// Positions that come more or less often than others are none of that.
// CHECK-LABEL: func.func @gather_uneven(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> (tensor<5x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<[0, 0, 1, 1, 1]> : tensor<5xi32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<[2, 2, 3, 1]> : tensor<4xi32>
// CHECK-NEXT:    %[[GATHER:[a-zA-Z0-9_]+]] = tg.gather %[[ARG0]], %[[CST]] offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 4] : (tensor<4x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
// CHECK-NEXT:    %[[GATHER_1:[a-zA-Z0-9_]+]] = tg.gather %[[ARG0]], %[[CST_1]] offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 4] : (tensor<4x4xf32>, tensor<4xi32>) -> tensor<4x4xf32>
// CHECK-NEXT:    return %[[GATHER]], %[[GATHER_1]] : tensor<5x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @gather_uneven(%x: tensor<4x4xf32>) -> (tensor<5x4xf32>, tensor<4x4xf32>) {
  %i = tg.constant dense<[0, 0, 1, 1, 1]> : tensor<5xi32>
  %j = tg.constant dense<[2, 2, 3, 1]> : tensor<4xi32>
  %0 = tg.gather %x, %i offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 4] : (tensor<4x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
  %1 = tg.gather %x, %j offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 4] : (tensor<4x4xf32>, tensor<4xi32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<5x4xf32>, tensor<4x4xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
