// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-te %s | tg-filecheck %s

// Indices are values. A read clamps that of a single element, a box is clamped by its start.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<100x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x1xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<5x2xi8>) -> (tensor<5x8xf32>, tensor<5x3xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 5, j < 8] -> tensor<5x8xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i, 0] : tensor<5x1xi32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [%[[READ]], j] : tensor<100x8xf32>, tensor<i32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 5, j < 3] -> tensor<5x3xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [i, 0] : tensor<5x2xi8>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [i, 1] : tensor<5x2xi8>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5> : tensor<i8>
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i8>
// CHECK-NEXT:      %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST_1]], %[[READ_3]], %[[CST]] : tensor<i8>
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [%[[READ_2]], j + %[[CLAMP]]] : tensor<100x8xf32>, tensor<i8>, tensor<i8>
// CHECK-NEXT:      te.yield %[[READ_4]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<5x8xf32>, tensor<5x3xf32>
// CHECK-NEXT:  }
func.func @gather(%t: tensor<100x8xf32>, %r: tensor<5x1xi32>, %c: tensor<5x2xi8>) -> (tensor<5x8xf32>, tensor<5x3xf32>) {
  %0 = tg.gather %t, %r offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 8] : (tensor<100x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  %1 = tg.gather %t, %c offset_dims [1] collapsed_slice_dims [0] start_index_map [0, 1] index_vector_dim 1 slice_sizes [1, 3] : (tensor<100x8xf32>, tensor<5x2xi8>) -> tensor<5x3xf32>
  return %0, %1 : tensor<5x8xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<1x4xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 1, j < 4] -> tensor<1x4xf32> {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8> : tensor<i32>
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:      %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST_1]], %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [%[[ARG1]], j + %[[CLAMP]]] : tensor<8x12xf32>, tensor<i32>, tensor<i32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<1x4xf32>
// CHECK-NEXT:  }
func.func @slice(%x: tensor<8x12xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<1x4xf32> {
  %0 = tg.dynamic_slice %x, %i, %j sizes [1, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// Where the element is in the box, it is the update's.
// CHECK-LABEL: func.func @update(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x12xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i64>) -> tensor<8x12xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 8, j < 12] -> tensor<8x12xf32> {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<7> : tensor<i64>
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i64>
// CHECK-NEXT:      %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST_1]], %[[ARG2]], %[[CST]] : tensor<i64>
// CHECK-NEXT:      %[[INDEX:[a-zA-Z0-9_]+]] = te.index i : tensor<i64>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[INDEX]], %[[CLAMP]] : tensor<i64>
// CHECK-NEXT:      %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i64>
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[SUB]], %[[CST_2]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [0, j] : tensor<1x12xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<8x12xf32>
// CHECK-NEXT:      %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[COMPARE]], %[[READ]], %[[READ_1]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[SELECT]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<8x12xf32>
// CHECK-NEXT:  }
func.func @update(%x: tensor<8x12xf32>, %u: tensor<1x12xf32>, %i: tensor<i64>) -> tensor<8x12xf32> {
  %0 = tg.dynamic_update_slice %x, %u, %i, %i : (tensor<8x12xf32>, tensor<1x12xf32>, tensor<i64>, tensor<i64>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}
