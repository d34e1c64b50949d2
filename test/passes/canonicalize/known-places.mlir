// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize %s | tg-filecheck %s

// Gathers, scatters and sorts whose places are known.

// CHECK-LABEL: func.func @gather_backwards(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<10x8xf32>) -> tensor<3x8xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:8:2, 0:8] : (tensor<10x8xf32>) -> tensor<3x8xf32>
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[SLICE]] dims [0] : tensor<3x8xf32>
// CHECK-NEXT:    return %[[REVERSE]] : tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @gather_backwards(%arg0: tensor<10x8xf32>) -> (tensor<3x8xf32>) {
  %v1 = tg.constant dense<[[7], [5], [3]]> : tensor<3x1xi32>
  %v2 = tg.gather %arg0, %v1 offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 8] : (tensor<10x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return %v2 : tensor<3x8xf32>
}

// Updates of all rows.
// CHECK-LABEL: func.func @scatter_all(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG5:[a-zA-Z0-9_]+]]: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[ARG3]] : tensor<3x8xf32>
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG4]], %[[ARG5]] : tensor<3x8xf32>
// CHECK-NEXT:    return %[[ARG1]], %[[ADD]], %[[MAX]] : tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @scatter_all(%arg0: tensor<3x8xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<3x8xf32>, %arg3: tensor<3x8xf32>, %arg4: tensor<3x8xf32>, %arg5: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) {
  %v1 = tg.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  %v2 = tg.scatter set %arg0, %v1, %arg1 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  %v3 = tg.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  %v4 = tg.scatter add %arg2, %v3, %arg3 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  %v5 = tg.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  %v6 = tg.scatter max %arg4, %v5, %arg5 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  return %v2, %v4, %v6 : tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>
}

// CHECK-LABEL: func.func @scatter_backwards(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG1]] dims [0] : tensor<3x8xf32>
// CHECK-NEXT:    %[[REVERSE_1:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG3]] dims [0] : tensor<3x8xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG2]], %[[REVERSE_1]] : tensor<3x8xf32>
// CHECK-NEXT:    return %[[REVERSE]], %[[MUL]] : tensor<3x8xf32>, tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @scatter_backwards(%arg0: tensor<3x8xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<3x8xf32>, %arg3: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {
  %v1 = tg.constant dense<[[2], [1], [0]]> : tensor<3x1xi32>
  %v2 = tg.scatter set %arg0, %v1, %arg1 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  %v3 = tg.constant dense<[[2], [1], [0]]> : tensor<3x1xi32>
  %v4 = tg.scatter mul %arg2, %v3, %arg3 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  return %v2, %v4 : tensor<3x8xf32>, tensor<3x8xf32>
}

// CHECK-LABEL: func.func @scatter_columns(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<8x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x3xf32>) -> tensor<8x3xf32> {
// CHECK-NEXT:    return %[[ARG1]] : tensor<8x3xf32>
// CHECK-NEXT:  }
func.func @scatter_columns(%arg0: tensor<8x3xf32>, %arg1: tensor<8x3xf32>) -> (tensor<8x3xf32>) {
  %v1 = tg.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  %v2 = tg.scatter set %arg0, %v1, %arg1 update_window_dims [0] inserted_window_dims [1] scatter_dims_to_operand_dims [1] index_vector_dim 1 : (tensor<8x3xf32>, tensor<3x1xi32>, tensor<8x3xf32>) -> tensor<8x3xf32>
  return %v2 : tensor<8x3xf32>
}

// What lies outside is dropped.
// CHECK-LABEL: func.func @scatter_outside(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<1x8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {
// CHECK-NEXT:    return %[[ARG0]], %[[ARG2]] : tensor<3x8xf32>, tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @scatter_outside(%arg0: tensor<3x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<3x8xf32>, %arg3: tensor<2x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {
  %v1 = tg.constant dense<[[3]]> : tensor<1x1xi32>
  %v2 = tg.scatter add %arg0, %v1, %arg1 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<1x1xi32>, tensor<1x8xf32>) -> tensor<3x8xf32>
  %v3 = tg.constant dense<[[-1], [-1]]> : tensor<2x1xi32>
  %v4 = tg.scatter add %arg2, %v3, %arg3 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<3x8xf32>
  return %v2, %v4 : tensor<3x8xf32>, tensor<3x8xf32>
}

// Not all rows, not all columns, or one row twice.
// CHECK-LABEL: func.func @scatter_some(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x8xf32>) -> tensor<3x8xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[0], [1]]> : tensor<2x1xi32>
// CHECK-NEXT:    %[[SCATTER:[a-zA-Z0-9_]+]] = tg.scatter add %[[ARG0]], %[[CST]], %[[ARG1]] update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<3x8xf32>
// CHECK-NEXT:    return %[[SCATTER]] : tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @scatter_some(%arg0: tensor<3x8xf32>, %arg1: tensor<2x8xf32>) -> (tensor<3x8xf32>) {
  %v1 = tg.constant dense<[[0], [1]]> : tensor<2x1xi32>
  %v2 = tg.scatter add %arg0, %v1, %arg1 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<3x8xf32>
  return %v2 : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @scatter_twice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x8xf32>) -> tensor<3x8xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<3x1xi32>
// CHECK-NEXT:    %[[SCATTER:[a-zA-Z0-9_]+]] = tg.scatter add %[[ARG0]], %[[CST]], %[[ARG1]] update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<3x8xf32>
// CHECK-NEXT:    return %[[SCATTER]] : tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @scatter_twice(%arg0: tensor<3x8xf32>, %arg1: tensor<3x8xf32>) -> (tensor<3x8xf32>) {
  %v1 = tg.constant dense<[[1], [1], [1]]> : tensor<3x1xi32>
  %v2 = tg.scatter add %arg0, %v1, %arg1 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  return %v2 : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @scatter_part(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5xf32>) -> tensor<3x8xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[0], [1], [2]]> : tensor<3x1xi32>
// CHECK-NEXT:    %[[SCATTER:[a-zA-Z0-9_]+]] = tg.scatter set %[[ARG0]], %[[CST]], %[[ARG1]] update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<3x8xf32>
// CHECK-NEXT:    return %[[SCATTER]] : tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @scatter_part(%arg0: tensor<3x8xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x8xf32>) {
  %v1 = tg.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  %v2 = tg.scatter set %arg0, %v1, %arg1 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<3x8xf32>
  return %v2 : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @scatter_region(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x1xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x8xf32>) -> tensor<3x8xf32> {
// CHECK-NEXT:    %[[SCATTER:[a-zA-Z0-9_]+]] = tg.scatter set %[[ARG0]], %[[ARG1]], %[[ARG2]] update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<3x8xf32>
// CHECK-NEXT:    return %[[SCATTER]] : tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @scatter_region(%arg0: tensor<3x8xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x8xf32>) -> (tensor<3x8xf32>) {
  %v1 = tg.scatter %arg0, %arg1, %arg2 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<3x8xf32> with (%a: tensor<f32>, %b: tensor<f32>) {
    tg.yield %b : tensor<f32>
  }
  return %v1 : tensor<3x8xf32>
}

// An iota is sorted, and so is a splat.
// CHECK-LABEL: func.func @sort_sorted() -> (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 1 : tensor<4x8xi32>
// CHECK-NEXT:    %[[IOTA_1:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<4x8xi32>
// CHECK-NEXT:    return %[[IOTA]], %[[IOTA_1]], %[[CST]] : tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @sort_sorted() -> (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xf32>) {
  %v1 = tg.iota dim 1 : tensor<4x8xi32>
  %v2 = tg.sort ascending %v1 dim 1 : tensor<4x8xi32>
  %v3 = tg.iota dim 0 : tensor<4x8xi32>
  %v4 = tg.sort descending %v3 dim 1 : tensor<4x8xi32>
  %v5 = tg.constant dense<2.000000e+00> : tensor<4x8xf32>
  %v6 = tg.sort ascending %v5 dim 1 : tensor<4x8xf32>
  return %v2, %v4, %v6 : tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xf32>
}

// Not the other way round, nor where numbers wrap.
// CHECK-LABEL: func.func @sort_unsorted() -> (tensor<4x8xi32>, tensor<2x300xi8>) {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 1 : tensor<4x8xi32>
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]] = tg.sort descending %[[IOTA]] dim 1 : tensor<4x8xi32>
// CHECK-NEXT:    %[[IOTA_1:[a-zA-Z0-9_]+]] = tg.iota dim 1 : tensor<2x300xi8>
// CHECK-NEXT:    %[[SORT_1:[a-zA-Z0-9_]+]] = tg.sort ascending %[[IOTA_1]] dim 1 : tensor<2x300xi8>
// CHECK-NEXT:    return %[[SORT]], %[[SORT_1]] : tensor<4x8xi32>, tensor<2x300xi8>
// CHECK-NEXT:  }
func.func @sort_unsorted() -> (tensor<4x8xi32>, tensor<2x300xi8>) {
  %v1 = tg.iota dim 1 : tensor<4x8xi32>
  %v2 = tg.sort descending %v1 dim 1 : tensor<4x8xi32>
  %v3 = tg.iota dim 1 : tensor<2x300xi8>
  %v4 = tg.sort ascending %v3 dim 1 : tensor<2x300xi8>
  return %v2, %v4 : tensor<4x8xi32>, tensor<2x300xi8>
}

