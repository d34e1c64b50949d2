// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// CHECK-LABEL: func.func @reshape_reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<2x12xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<6x4xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<2x12xf32>
// CHECK-NEXT:  }
func.func @reshape_reshape(%x: tensor<6x4xf32>) -> tensor<2x12xf32> {
  %0 = tg.reshape %x : (tensor<6x4xf32>) -> tensor<24xf32>
  %1 = tg.reshape %0 : (tensor<24xf32>) -> tensor<2x12xf32>
  return %1 : tensor<2x12xf32>
}

// CHECK-LABEL: func.func @transpose_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<4x2x3xf32>
// CHECK-NEXT:  }
func.func @transpose_transpose(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = tg.transpose %x permutation [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = tg.transpose %0 permutation [1, 2, 0] : (tensor<3x4x2xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func @broadcast_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> tensor<2x3x4xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<2x3x4xf32>
// CHECK-NEXT:  }
func.func @broadcast_broadcast(%x: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = tg.broadcast %x dims [0] : (tensor<3xf32>) -> tensor<3x4xf32>
  %1 = tg.broadcast %0 dims [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @transpose_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [0] : (tensor<3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<3x2xf32>
// CHECK-NEXT:  }
func.func @transpose_of_broadcast(%x: tensor<3xf32>) -> tensor<3x2xf32> {
  %0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = tg.transpose %0 permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @broadcast_of_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<3x2x4xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1, 0] : (tensor<2x3xf32>) -> tensor<3x2x4xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<3x2x4xf32>
// CHECK-NEXT:  }
func.func @broadcast_of_transpose(%x: tensor<2x3xf32>) -> tensor<3x2x4xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tg.broadcast %0 dims [0, 1] : (tensor<3x2xf32>) -> tensor<3x2x4xf32>
  return %1 : tensor<3x2x4xf32>
}

// CHECK-LABEL: func.func @transpose_of_iota() -> tensor<3x2xi32> {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<3x2xi32>
// CHECK-NEXT:    return %[[IOTA]] : tensor<3x2xi32>
// CHECK-NEXT:  }
func.func @transpose_of_iota() -> tensor<3x2xi32> {
  %0 = tg.iota dim 1 : tensor<2x3xi32>
  %1 = tg.transpose %0 permutation [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}

// CHECK-LABEL: func.func @broadcast_of_iota() -> tensor<2x3xi32> {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 1 : tensor<2x3xi32>
// CHECK-NEXT:    return %[[IOTA]] : tensor<2x3xi32>
// CHECK-NEXT:  }
func.func @broadcast_of_iota() -> tensor<2x3xi32> {
  %0 = tg.iota dim 0 : tensor<3xi32>
  %1 = tg.broadcast %0 dims [1] : (tensor<3xi32>) -> tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @transpose_of_wider(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf16>) -> tensor<3x2xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [1, 0] : (tensor<2x3xf16>) -> tensor<3x2xf16>
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[TRANSPOSE]] : (tensor<3x2xf16>) -> tensor<3x2xf32>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<3x2xf32>
// CHECK-NEXT:  }
func.func @transpose_of_wider(%x: tensor<2x3xf16>) -> tensor<3x2xf32> {
  %0 = tg.convert %x : (tensor<2x3xf16>) -> tensor<2x3xf32>
  %1 = tg.transpose %0 permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @reverse_of_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG0]] dims [1] : tensor<2x3xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[REVERSE]] permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<3x2xf32>
// CHECK-NEXT:  }
func.func @reverse_of_transpose(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tg.reverse %0 dims [0] : tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @slice_of_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> tensor<3x8xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [0:8, 1:4] : (tensor<8x12xf32>) -> tensor<8x3xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[SLICE]] permutation [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<3x8xf32>
// CHECK-NEXT:  }
func.func @slice_of_transpose(%x: tensor<8x12xf32>) -> tensor<3x8xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
  %1 = tg.slice %0 [1:4, 0:8] : (tensor<12x8xf32>) -> tensor<3x8xf32>
  return %1 : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_update(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>) -> tensor<2x4xf32> {
// CHECK-NEXT:    return %[[ARG1]] : tensor<2x4xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_update(%x: tensor<8x12xf32>, %u: tensor<2x4xf32>, %v: tensor<2x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x4xf32> {
  %0 = tg.dynamic_update_slice %x, %u, %i, %j : (tensor<8x12xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %j sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_elsewhere(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<2x4xf32> {
// CHECK-NEXT:    %[[DYNAMIC_UPDATE_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_update_slice %[[ARG0]], %[[ARG1]], %[[ARG3]], %[[ARG4]] : (tensor<8x12xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[DYNAMIC_UPDATE_SLICE]], %[[ARG4]], %[[ARG3]] sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]] : tensor<2x4xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_elsewhere(%x: tensor<8x12xf32>, %u: tensor<2x4xf32>, %v: tensor<2x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x4xf32> {
  %0 = tg.dynamic_update_slice %x, %u, %i, %j : (tensor<8x12xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_slice %0, %j, %i sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @dynamic_update_twice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<8x12xf32> {
// CHECK-NEXT:    %[[DYNAMIC_UPDATE_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_update_slice %[[ARG0]], %[[ARG2]], %[[ARG3]], %[[ARG4]] : (tensor<8x12xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
// CHECK-NEXT:    return %[[DYNAMIC_UPDATE_SLICE]] : tensor<8x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_update_twice(%x: tensor<8x12xf32>, %u: tensor<2x4xf32>, %v: tensor<2x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<8x12xf32> {
  %0 = tg.dynamic_update_slice %x, %u, %i, %j : (tensor<8x12xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_update_slice %0, %v, %i, %j : (tensor<8x12xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
  return %1 : tensor<8x12xf32>
}

// CHECK-LABEL: func.func @dynamic_update_with_own(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>) -> tensor<8x12xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<8x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_update_with_own(%x: tensor<8x12xf32>, %u: tensor<2x4xf32>, %v: tensor<2x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<8x12xf32> {
  %0 = tg.dynamic_slice %x, %i, %j sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  %1 = tg.dynamic_update_slice %x, %0, %i, %j : (tensor<8x12xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
  return %1 : tensor<8x12xf32>
}

// CHECK-LABEL: func.func @select_broadcast_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<4x3xf32> {
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG0]], %[[ARG2]], %[[ARG1]] : (tensor<4xi1>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[SELECT]] dims [0] : (tensor<4xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x3xf32>
// CHECK-NEXT:  }
func.func @select_broadcast_not(%p: tensor<4xi1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<4x3xf32> {
  %0 = tg.not %p : tensor<4xi1>
  %1 = tg.broadcast %0 dims [0] : (tensor<4xi1>) -> tensor<4x3xi1>
  %2 = tg.select %1, %x, %y : (tensor<4x3xi1>, tensor<f32>, tensor<f32>) -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
