// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A broadcast that repeats nothing is a reshape, behind a transpose if dimensions change places.
// CHECK-LABEL: func.func @broadcast_of_all(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<3x1x2xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[TRANSPOSE]] : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<3x1x2xf32>
// CHECK-NEXT:  }
func.func @broadcast_of_all(%x: tensor<2x3xf32>) -> tensor<3x1x2xf32> {
  %0 = tg.broadcast %x dims [2, 0] : (tensor<2x3xf32>) -> tensor<3x1x2xf32>
  return %0 : tensor<3x1x2xf32>
}

// A broadcast needs no reshape that adds extents of 1 before it.
// CHECK-LABEL: func.func @broadcast_of_reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> tensor<3x4xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [0] : (tensor<3xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<3x4xf32>
// CHECK-NEXT:  }
func.func @broadcast_of_reshape(%x: tensor<3xf32>) -> tensor<3x4xf32> {
  %0 = tg.reshape %x : (tensor<3xf32>) -> tensor<3x1xf32>
  %1 = tg.broadcast %0 dims [0, 1] : (tensor<3x1xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// A reshape that adds or drops extents of 1 behind a broadcast is a broadcast along other
// dimensions.
// CHECK-LABEL: func.func @reshape_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> tensor<2x1x3xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [2] : (tensor<3xf32>) -> tensor<2x1x3xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<2x1x3xf32>
// CHECK-NEXT:  }
func.func @reshape_of_broadcast(%x: tensor<3xf32>) -> tensor<2x1x3xf32> {
  %0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = tg.reshape %0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  return %1 : tensor<2x1x3xf32>
}

// A reshape that adds or drops extents of 1 behind an iota is an iota.
// CHECK-LABEL: func.func @reshape_of_iota() -> tensor<3x1xi32> {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<3x1xi32>
// CHECK-NEXT:    return %[[IOTA]] : tensor<3x1xi32>
// CHECK-NEXT:  }
func.func @reshape_of_iota() -> tensor<3x1xi32> {
  %0 = tg.iota dim 0 : tensor<3xi32>
  %1 = tg.reshape %0 : (tensor<3xi32>) -> tensor<3x1xi32>
  return %1 : tensor<3x1xi32>
}

// A reshape in front of a transpose that adds or drops extents of 1 goes behind it, into the
// reshape that is there.
// CHECK-LABEL: func.func @reshape_transpose_reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[TRANSPOSE]] : (tensor<3x2xf32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reshape_transpose_reshape(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = tg.reshape %x : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %1 = tg.transpose %0 permutation [2, 1, 0] : (tensor<2x1x3xf32>) -> tensor<3x1x2xf32>
  %2 = tg.reshape %1 : (tensor<3x1x2xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// A reshape that adds or drops the extents of 1 that a reduction leaves turns into its keep_dims.
// CHECK-LABEL: func.func @reshape_of_reduce(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x1xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] keep_dims : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<2x1xf32>
// CHECK-NEXT:  }
func.func @reshape_of_reduce(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = tg.reduce max %x dims [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  %1 = tg.reshape %0 : (tensor<2xf32>) -> tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
