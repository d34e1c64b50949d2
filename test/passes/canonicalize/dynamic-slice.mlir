// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A dynamic slice whose starts are constants is a slice.
// CHECK-LABEL: func.func @dynamic_slice_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> tensor<2x4xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [6:8, 0:4] : (tensor<8x12xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return %[[SLICE]] : tensor<2x4xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_constant(%x: tensor<8x12xf32>) -> tensor<2x4xf32> {
  %i = tg.constant dense<7> : tensor<i32>
  %j = tg.constant dense<-1> : tensor<i32>
  %0 = tg.dynamic_slice %x, %i, %j sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Along a dimension that is shown whole, every start means 0.
// CHECK-LABEL: func.func @dynamic_slice_whole_dims(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>) -> tensor<2x12xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG1]], %[[CST]] sizes [2, 12] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x12xf32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]] : tensor<2x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_whole_dims(%x: tensor<8x12xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x12xf32> {
  %0 = tg.dynamic_slice %x, %i, %j sizes [2, 12] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

// A dynamic slice of what only it uses of an elementwise op is that op on dynamic slices, if these
// are less than what was computed.
// CHECK-LABEL: func.func @dynamic_slice_of_elementwise(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<2x4xf32> {
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG2]], %[[ARG3]] sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[DYNAMIC_SLICE]], %[[ARG1]] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<2x4xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_elementwise(%x: tensor<8x12xf32>, %s: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x4xf32> {
  %0 = tg.sub %x, %s : (tensor<8x12xf32>, tensor<f32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %j sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// Along a dimension that is replaced whole, every start means 0.
// CHECK-LABEL: func.func @dynamic_update_slice_whole_dims(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x12xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<8x12xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_UPDATE_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_update_slice %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[CST]] : (tensor<8x12xf32>, tensor<2x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
// CHECK-NEXT:    return %[[DYNAMIC_UPDATE_SLICE]] : tensor<8x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_update_slice_whole_dims(%x: tensor<8x12xf32>, %u: tensor<2x12xf32>, %i: tensor<i32>) -> tensor<8x12xf32> {
  %0 = tg.dynamic_update_slice %x, %u, %i, %i : (tensor<8x12xf32>, tensor<2x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}

// An update of a splat at a constant position is the update, padded.
// CHECK-LABEL: func.func @dynamic_update_slice_of_splat(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST]] low [3] high [3] : (tensor<2xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:    return %[[PAD]] : tensor<8xf32>
// CHECK-NEXT:  }
func.func @dynamic_update_slice_of_splat(%u: tensor<2xf32>) -> tensor<8xf32> {
  %i = tg.constant dense<3> : tensor<i32>
  %c = tg.constant dense<1.0> : tensor<8xf32>
  %0 = tg.dynamic_update_slice %c, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A box of a broadcast is a broadcast of a box, of nothing where only repeated dimensions are cut, and of a part of what an
// extent of 1 repeats.
// CHECK-LABEL: func.func @dynamic_slice_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<12xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG2]] sizes [3] : (tensor<12xf32>, tensor<i32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[DYNAMIC_SLICE]] dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_broadcast(%x: tensor<12xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3xf32> {
  %0 = tg.broadcast %x dims [1] : (tensor<12xf32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %j sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_broadcast_repeated(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<12xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>) -> tensor<2x12xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<2x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_broadcast_repeated(%x: tensor<12xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x12xf32> {
  %0 = tg.broadcast %x dims [1] : (tensor<12xf32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %j sizes [2, 12] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x12xf32>
  return %1 : tensor<2x12xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_broadcast_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>) -> tensor<5x3x2xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[CST]], %[[ARG1]] sizes [1, 5] : (tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x5xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[DYNAMIC_SLICE]] dims [2, 0] : (tensor<1x5xf32>) -> tensor<5x3x2xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<5x3x2xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_broadcast_one(%x: tensor<1x12xf32>, %i: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>) -> tensor<5x3x2xf32> {
  %0 = tg.broadcast %x dims [2, 0] : (tensor<1x12xf32>) -> tensor<12x4x6xf32>
  %1 = tg.dynamic_slice %0, %i, %j, %k sizes [5, 3, 2] : (tensor<12x4x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x3x2xf32>
  return %1 : tensor<5x3x2xf32>
}

// A box of a transpose is a transpose of a box, unless the transpose is needed anyway.
// CHECK-LABEL: func.func @dynamic_slice_of_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<12x8x5xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<2x3x4xf32> {
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG2]], %[[ARG3]], %[[ARG1]] sizes [3, 4, 2] : (tensor<12x8x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x2xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[DYNAMIC_SLICE]] permutation [2, 0, 1] : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<2x3x4xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_transpose(%x: tensor<12x8x5xf32>, %i: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>) -> tensor<2x3x4xf32> {
  %0 = tg.transpose %x permutation [2, 0, 1] : (tensor<12x8x5xf32>) -> tensor<5x12x8xf32>
  %1 = tg.dynamic_slice %0, %i, %j, %k sizes [2, 3, 4] : (tensor<5x12x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_used_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<12x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>) -> (tensor<2x3xf32>, tensor<8x12xf32>) {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[TRANSPOSE]], %[[ARG1]], %[[ARG2]] sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]], %[[TRANSPOSE]] : tensor<2x3xf32>, tensor<8x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_used_transpose(%x: tensor<12x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<2x3xf32>, tensor<8x12xf32>) {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %j sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %1, %0 : tensor<2x3xf32>, tensor<8x12xf32>
}

// One place of an iota is where the box begins, clamped as that is, in the type of the iota. A start may be too narrow for
// the last place.
// CHECK-LABEL: func.func @dynamic_slice_of_iota(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<1xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5> : tensor<i32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CLAMP]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<1xi32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_iota(%i: tensor<i32>) -> tensor<1xi32> {
  %0 = tg.iota dim 0 : tensor<6xi32>
  %1 = tg.dynamic_slice %0, %i sizes [1] : (tensor<6xi32>, tensor<i32>) -> tensor<1xi32>
  return %1 : tensor<1xi32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_iota_rows(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i8>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i8>) -> tensor<3x1xf32> {
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[ARG1]] : tensor<i8>
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[RELU]] : (tensor<i8>) -> tensor<f32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[CONVERT]] dims [] : (tensor<f32>) -> tensor<3x1xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<3x1xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_iota_rows(%i: tensor<i8>, %j: tensor<i8>) -> tensor<3x1xf32> {
  %0 = tg.iota dim 1 : tensor<8x300xf32>
  %1 = tg.dynamic_slice %0, %i, %j sizes [3, 1] : (tensor<8x300xf32>, tensor<i8>, tensor<i8>) -> tensor<3x1xf32>
  return %1 : tensor<3x1xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_iota_several(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<2xi32> {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<6xi32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[IOTA]], %[[ARG0]] sizes [2] : (tensor<6xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]] : tensor<2xi32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_iota_several(%i: tensor<i32>) -> tensor<2xi32> {
  %0 = tg.iota dim 0 : tensor<6xi32>
  %1 = tg.dynamic_slice %0, %i sizes [2] : (tensor<6xi32>, tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// So is a box of a reshape that adds or drops extents of 1, but not of others.
// CHECK-LABEL: func.func @dynamic_slice_of_reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x1x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>) -> tensor<2x3x1xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG1]], %[[CST]], %[[ARG2]] sizes [2, 1, 3] : (tensor<8x1x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x3xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[DYNAMIC_SLICE]] : (tensor<2x1x3xf32>) -> tensor<2x3x1xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<2x3x1xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_reshape(%x: tensor<8x1x12xf32>, %i: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>) -> tensor<2x3x1xf32> {
  %0 = tg.reshape %x : (tensor<8x1x12xf32>) -> tensor<8x12x1xf32>
  %1 = tg.dynamic_slice %0, %i, %j, %k sizes [2, 3, 1] : (tensor<8x12x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x1xf32>
  return %1 : tensor<2x3x1xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_other_reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<5xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<8x12xf32>) -> tensor<96xf32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[RESHAPE]], %[[ARG1]] sizes [5] : (tensor<96xf32>, tensor<i32>) -> tensor<5xf32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]] : tensor<5xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_other_reshape(%x: tensor<8x12xf32>, %i: tensor<i32>) -> tensor<5xf32> {
  %0 = tg.reshape %x : (tensor<8x12xf32>) -> tensor<96xf32>
  %1 = tg.dynamic_slice %0, %i sizes [5] : (tensor<96xf32>, tensor<i32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// Only what a box shows of a reduction or a product is computed, if that is worth a copy of what it is computed of.
// CHECK-LABEL: func.func @dynamic_slice_of_reduce(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x5x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<2x1x3xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG1]], %[[CST]], %[[ARG3]] sizes [2, 5, 3] : (tensor<8x5x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x5x3xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[DYNAMIC_SLICE]] dims [1] keep_dims : (tensor<2x5x3xf32>) -> tensor<2x1x3xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<2x1x3xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_reduce(%x: tensor<8x5x12xf32>, %i: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>) -> tensor<2x1x3xf32> {
  %0 = tg.reduce sum %x dims [1] keep_dims : (tensor<8x5x12xf32>) -> tensor<8x1x12xf32>
  %1 = tg.dynamic_slice %0, %i, %j, %k sizes [2, 1, 3] : (tensor<8x1x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x3xf32>
  return %1 : tensor<2x1x3xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_reduced_most(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x5xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<8x5xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[REDUCE]], %[[ARG1]] sizes [6] : (tensor<8xf32>, tensor<i32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_reduced_most(%x: tensor<8x5xf32>, %i: tensor<i32>) -> tensor<6xf32> {
  %0 = tg.reduce max %x dims [1] : (tensor<8x5xf32>) -> tensor<8xf32>
  %1 = tg.dynamic_slice %0, %i sizes [6] : (tensor<8xf32>, tensor<i32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_matmul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x5xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x12xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG2]], %[[CST]] sizes [2, 5] : (tensor<8x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x5xf32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE_1:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG1]], %[[CST]], %[[ARG3]] sizes [5, 3] : (tensor<5x12xf32>, tensor<i32>, tensor<i32>) -> tensor<5x3xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[DYNAMIC_SLICE]], %[[DYNAMIC_SLICE_1]] activation relu : (tensor<2x5xf32>, tensor<5x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_matmul(%x: tensor<8x5xf32>, %w: tensor<5x12xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3xf32> {
  %0 = tg.matmul %x, %w {activation = "relu"} : (tensor<8x5xf32>, tensor<5x12xf32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %j sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_matmul_rows(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<7x8x5xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x12xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<7x2x12xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[CST]], %[[ARG2]], %[[CST]] sizes [7, 2, 5] : (tensor<7x8x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<7x2x5xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[DYNAMIC_SLICE]], %[[ARG1]] : (tensor<7x2x5xf32>, tensor<5x12xf32>) -> tensor<7x2x12xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<7x2x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_matmul_rows(%x: tensor<7x8x5xf32>, %w: tensor<5x12xf32>, %i: tensor<i32>) -> tensor<7x2x12xf32> {
  %0 = tg.matmul %x, %w : (tensor<7x8x5xf32>, tensor<5x12xf32>) -> tensor<7x8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %i, %i sizes [7, 2, 12] : (tensor<7x8x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<7x2x12xf32>
  return %1 : tensor<7x2x12xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_of_matmul_batches(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<7x8x5xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x12xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<1x2x12xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<7x8x5xf32>, tensor<5x12xf32>) -> tensor<7x8x12xf32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[MATMUL]], %[[ARG2]], %[[ARG2]], %[[CST]] sizes [1, 2, 12] : (tensor<7x8x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x12xf32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]] : tensor<1x2x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_matmul_batches(%x: tensor<7x8x5xf32>, %w: tensor<5x12xf32>, %i: tensor<i32>) -> tensor<1x2x12xf32> {
  %0 = tg.matmul %x, %w : (tensor<7x8x5xf32>, tensor<5x12xf32>) -> tensor<7x8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %i, %i sizes [1, 2, 12] : (tensor<7x8x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x12xf32>
  return %1 : tensor<1x2x12xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
