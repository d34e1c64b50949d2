// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s

// What is fused here is taken apart: others fuse in their own way.

// CHECK-LABEL: func.func @fusion(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x128xf32>) -> tensor<8x128xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = stablehlo.reduce(%[[ARG0]] init: %[[CST]]) applies stablehlo.maximum across dimensions = [1] : (tensor<8x128xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = stablehlo.reshape %[[REDUCE]] : (tensor<8xf32>) -> tensor<8x1xf32>
// CHECK-NEXT:    %[[BROADCAST_IN_DIM:[a-zA-Z0-9_]+]] = stablehlo.broadcast_in_dim %[[RESHAPE]], dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x128xf32>
// CHECK-NEXT:    %[[SUBTRACT:[a-zA-Z0-9_]+]] = stablehlo.subtract %[[ARG0]], %[[BROADCAST_IN_DIM]] : tensor<8x128xf32>
// CHECK-NEXT:    %[[EXPONENTIAL:[a-zA-Z0-9_]+]] = stablehlo.exponential %[[SUBTRACT]] : tensor<8x128xf32>
// CHECK-NEXT:    return %[[EXPONENTIAL]] : tensor<8x128xf32>
// CHECK-NEXT:  }
func.func @fusion(%x: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %0 = tg.fusion (%a = %x) : (tensor<8x128xf32>) -> tensor<8x128xf32> {
    %1 = tg.reduce max %a dims [1] keep_dims : (tensor<8x128xf32>) -> tensor<8x1xf32>
    %2 = tg.sub %a, %1 : (tensor<8x128xf32>, tensor<8x1xf32>) -> tensor<8x128xf32>
    %3 = tg.exp %2 : tensor<8x128xf32>
    tg.yield %3 : tensor<8x128xf32>
  }
  return %0 : tensor<8x128xf32>
}

// CHECK-LABEL: func.func @epilogue(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x16xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<16xf32>) -> tensor<5x4x16xf32> {
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = stablehlo.dot_general %[[ARG0]], %[[ARG1]], contracting_dims = [2] x [0] : (tensor<5x4x8xf32>, tensor<8x16xf32>) -> tensor<5x4x16xf32>
// CHECK-NEXT:    %[[BROADCAST_IN_DIM:[a-zA-Z0-9_]+]] = stablehlo.broadcast_in_dim %[[ARG2]], dims = [2] : (tensor<16xf32>) -> tensor<5x4x16xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[DOT_GENERAL]], %[[BROADCAST_IN_DIM]] : tensor<5x4x16xf32>
// CHECK-NEXT:    %[[COMPOSITE:[a-zA-Z0-9_]+]] = stablehlo.composite "tg.silu" %[[ADD]] {decomposition = @tg.silu.impl} : (tensor<5x4x16xf32>) -> tensor<5x4x16xf32>
// CHECK-NEXT:    return %[[COMPOSITE]] : tensor<5x4x16xf32>
// CHECK-NEXT:  }
func.func @epilogue(%x: tensor<5x4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<5x4x16xf32> {
  %0 = tg.matmul %x, %w bias %b activation silu : (tensor<5x4x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<5x4x16xf32>
  return %0 : tensor<5x4x16xf32>
}

// CHECK-LABEL: func.func @batches(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x8x16xf32>) -> tensor<5x4x16xf32> {
// CHECK-NEXT:    %[[BROADCAST_IN_DIM:[a-zA-Z0-9_]+]] = stablehlo.broadcast_in_dim %[[ARG0]], dims = [0, 1, 2] : (tensor<1x4x8xf32>) -> tensor<5x4x8xf32>
// CHECK-NEXT:    %[[DOT_GENERAL:[a-zA-Z0-9_]+]] = stablehlo.dot_general %[[BROADCAST_IN_DIM]], %[[ARG1]], batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x4x8xf32>, tensor<5x8x16xf32>) -> tensor<5x4x16xf32>
// CHECK-NEXT:    return %[[DOT_GENERAL]] : tensor<5x4x16xf32>
// CHECK-NEXT:  }
func.func @batches(%x: tensor<1x4x8xf32>, %w: tensor<5x8x16xf32>) -> tensor<5x4x16xf32> {
  %0 = tg.matmul %x, %w : (tensor<1x4x8xf32>, tensor<5x8x16xf32>) -> tensor<5x4x16xf32>
  return %0 : tensor<5x4x16xf32>
}

// CHECK-LABEL: func.func @convolution(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x8x8x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32> {
// CHECK-NEXT:    %[[CONVOLUTION:[a-zA-Z0-9_]+]] = stablehlo.convolution(%[[ARG0]], %[[ARG1]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad =
// CHECK-SAME{LITERAL}:       [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<1x4x4x16xf32>
// CHECK-NEXT:    %[[MAXIMUM:[a-zA-Z0-9_]+]] = stablehlo.maximum %[[CONVOLUTION]], %[[CST]] : tensor<1x4x4x16xf32>
// CHECK-NEXT:    return %[[MAXIMUM]] : tensor<1x4x4x16xf32>
// CHECK-NEXT:  }
func.func @convolution(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 0:2] activation relu : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}

// CHECK-LABEL: func.func @pieces(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x5xf32>) {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = stablehlo.slice %[[ARG0]] [0:2, 0:3] : (tensor<2x8xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[SLICE_1:[a-zA-Z0-9_]+]] = stablehlo.slice %[[ARG0]] [0:2, 3:8] : (tensor<2x8xf32>) -> tensor<2x5xf32>
// CHECK-NEXT:    return %[[SLICE]], %[[SLICE_1]] : tensor<2x3xf32>, tensor<2x5xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @tg.silu.impl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x4x16xf32>) -> tensor<5x4x16xf32> {
// CHECK-NEXT:    %[[LOGISTIC:[a-zA-Z0-9_]+]] = stablehlo.logistic %[[ARG0]] : tensor<5x4x16xf32>
// CHECK-NEXT:    %[[MULTIPLY:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[ARG0]], %[[LOGISTIC]] : tensor<5x4x16xf32>
// CHECK-NEXT:    return %[[MULTIPLY]] : tensor<5x4x16xf32>
// CHECK-NEXT:  }
func.func @pieces(%x: tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x5xf32>) {
  %0:2 = tg.split %x dim 1 sizes [3, 5] : (tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x5xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x5xf32>
}
