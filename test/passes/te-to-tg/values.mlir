// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-to-tg %s | tg-filecheck %s
// RUN: tg-opt --tg-to-te --te-to-tg %s | tg-filecheck %s

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<10x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5xi32>) -> tensor<5x4xf32> {
// CHECK-NEXT:    %[[GATHER:[a-zA-Z0-9_]+]] = tg.gather %[[ARG0]], %[[ARG1]] offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 4] : (tensor<10x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
// CHECK-NEXT:    return %[[GATHER]] : tensor<5x4xf32>
// CHECK-NEXT:  }
func.func @rows(%t: tensor<10x4xf32>, %i: tensor<5xi32>) -> tensor<5x4xf32> {
  %0 = te.compute [a < 5, c < 4] -> tensor<5x4xf32> {
    %1 = te.read %i [a] : tensor<5xi32>
    %2 = te.read %t [%1, c] : tensor<10x4xf32>, tensor<i32>
    te.yield %2 : tensor<f32>
  }
  return %0 : tensor<5x4xf32>
}

// One element of each row, at computed columns.
// CHECK-LABEL: func.func @along(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x10xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5xi32>) -> tensor<5xf32> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG1]] : (tensor<5xi32>) -> tensor<5xi64>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i64>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[CONVERT]], %[[CST]] : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
// CHECK-NEXT:    %[[GATHER:[a-zA-Z0-9_]+]] = tg.gather %[[ARG0]], %[[ADD]] collapsed_slice_dims [1] operand_batching_dims [0] start_indices_batching_dims [0] start_index_map [1] index_vector_dim 1 slice_sizes [1, 1] : (tensor<5x10xf32>, tensor<5xi64>) -> tensor<5xf32>
// CHECK-NEXT:    return %[[GATHER]] : tensor<5xf32>
// CHECK-NEXT:  }
func.func @along(%t: tensor<5x10xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  %0 = te.compute [a < 5] -> tensor<5xf32> {
    %1 = te.read %i [a] : tensor<5xi32>
    %2 = te.read %t [a, %1 + 1] : tensor<5x10xf32>, tensor<i32>
    te.yield %2 : tensor<f32>
  }
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @places(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<10x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x2xi32>) -> tensor<5xf32> {
// CHECK-NEXT:    %[[GATHER:[a-zA-Z0-9_]+]] = tg.gather %[[ARG0]], %[[ARG1]] collapsed_slice_dims [0, 1] start_index_map [0, 1] index_vector_dim 1 slice_sizes [1, 1] : (tensor<10x4xf32>, tensor<5x2xi32>) -> tensor<5xf32>
// CHECK-NEXT:    return %[[GATHER]] : tensor<5xf32>
// CHECK-NEXT:  }
func.func @places(%t: tensor<10x4xf32>, %i: tensor<5x2xi32>) -> tensor<5xf32> {
  %0 = te.compute [a < 5] -> tensor<5xf32> {
    %1 = te.read %i [a, 0] : tensor<5x2xi32>
    %2 = te.read %i [a, 1] : tensor<5x2xi32>
    %3 = te.read %t [%1, %2] : tensor<10x4xf32>, tensor<i32>, tensor<i32>
    te.yield %3 : tensor<f32>
  }
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<10x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<3x4xf32> {
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG1]], %[[ARG1]] sizes [3, 4] : (tensor<10x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]] : tensor<3x4xf32>
// CHECK-NEXT:  }
func.func @slice(%t: tensor<10x4xf32>, %i: tensor<i32>) -> tensor<3x4xf32> {
  %0 = tg.dynamic_slice %t, %i, %i sizes [3, 4] : (tensor<10x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @update(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<10x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<10x4xf32> {
// CHECK-NEXT:    %[[DYNAMIC_UPDATE_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_update_slice %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG2]] : (tensor<10x4xf32>, tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<10x4xf32>
// CHECK-NEXT:    return %[[DYNAMIC_UPDATE_SLICE]] : tensor<10x4xf32>
// CHECK-NEXT:  }
func.func @update(%t: tensor<10x4xf32>, %u: tensor<3x4xf32>, %i: tensor<i32>) -> tensor<10x4xf32> {
  %0 = tg.dynamic_update_slice %t, %u, %i, %i : (tensor<10x4xf32>, tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<10x4xf32>
  return %0 : tensor<10x4xf32>
}
