// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A transpose that moves only dimensions of extent 1 is a reshape, which copies nothing.
// CHECK-LABEL: func.func @transpose_of_ones(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x1x4xf32>) -> tensor<1x2x4xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<2x1x4xf32>) -> tensor<1x2x4xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<1x2x4xf32>
// CHECK-NEXT:  }
func.func @transpose_of_ones(%x: tensor<2x1x4xf32>) -> tensor<1x2x4xf32> {
  %0 = tg.transpose %x permutation [1, 0, 2] : (tensor<2x1x4xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// Two transposes with a reshape between them that adds or drops extents of 1 are one transpose and
// a reshape.
// CHECK-LABEL: func.func @transpose_reshape_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x1x3xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<2x1x3xf32>
// CHECK-NEXT:  }
func.func @transpose_reshape_transpose(%x: tensor<2x3xf32>) -> tensor<2x1x3xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tg.reshape %0 : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  %2 = tg.transpose %1 permutation [2, 1, 0] : (tensor<3x1x2xf32>) -> tensor<2x1x3xf32>
  return %2 : tensor<2x1x3xf32>
}

// A transpose behind a pad, scan or sort of something transposed goes in front of it, where the two
// become one.
// CHECK-LABEL: func.func @transpose_between(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[CUMULATE:[a-zA-Z0-9_]+]] = tg.cumulate max %[[ARG0]] dim 1 : tensor<2x3xf32>
// CHECK-NEXT:    return %[[CUMULATE]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @transpose_between(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tg.cumulate max %0 dim 0 : tensor<3x2xf32>
  %2 = tg.transpose %1 permutation [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// Two reverses are one, along the dimensions that only one of them turns around.
// CHECK-LABEL: func.func @reverse_reverse(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG0]] dims [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT:    return %[[REVERSE]] : tensor<2x3x4xf32>
// CHECK-NEXT:  }
func.func @reverse_reverse(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = tg.reverse %x dims [0, 1] : tensor<2x3x4xf32>
  %1 = tg.reverse %0 dims [1, 2] : tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// Dimensions of extent 1 are not turned around.
// CHECK-LABEL: func.func @reverse_of_ones(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3xf32>) -> tensor<1x3xf32> {
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG0]] dims [1] : tensor<1x3xf32>
// CHECK-NEXT:    return %[[REVERSE]] : tensor<1x3xf32>
// CHECK-NEXT:  }
func.func @reverse_of_ones(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = tg.reverse %x dims [0, 1] : tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// Dimensions along which a broadcast repeats are not turned around.
// CHECK-LABEL: func.func @reverse_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[BROADCAST]] dims [1] : tensor<2x3xf32>
// CHECK-NEXT:    return %[[REVERSE]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @reverse_of_broadcast(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = tg.reverse %0 dims [0, 1] : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
