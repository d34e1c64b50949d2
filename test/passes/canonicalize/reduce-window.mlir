// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// Windows of single elements that do not touch padding or gaps are a slice. The sum of -0 is +0, so
// this is not for sums of floats.
// CHECK-LABEL: func.func @reduce_window_of_ones(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<3x4xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [0:6:2, 0:4] : (tensor<6x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[SLICE]] : tensor<3x4xf32>
// CHECK-NEXT:  }
func.func @reduce_window_of_ones(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %0 = tg.reduce_window max %x window [1, 1] strides [2, 1] : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// Windows as large as the operand along some dimensions, and of single elements along the others,
// are a reduction. Sums and products of floats are in another order.
// STRICT-LABEL: func.func @reduce_window_of_all(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32> {
// STRICT-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window mean %[[ARG0]] window [1, 6, 4, 1] : (tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32>
// STRICT-NEXT:    return %[[REDUCE_WINDOW]] : tensor<1x1x1x2xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_window_of_all(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [1, 2] keep_dims : (tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32>
// FAST-NEXT:    return %[[REDUCE]] : tensor<1x1x1x2xf32>
// FAST-NEXT:  }
func.func @reduce_window_of_all(%x: tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32> {
  %0 = tg.reduce_window mean %x window [1, 6, 4, 1] : (tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32>
  return %0 : tensor<1x1x1x2xf32>
}

// CHECK-LABEL: func.func @max_window_of_all(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1, 2] keep_dims : (tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<1x1x1x2xf32>
// CHECK-NEXT:  }
func.func @max_window_of_all(%x: tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32> {
  %0 = tg.reduce_window max %x window [1, 6, 4, 1] : (tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32>
  return %0 : tensor<1x1x1x2xf32>
}

// Padding with what windows are padded with anyway becomes that.
// CHECK-LABEL: func.func @reduce_window_of_pad(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6x4xf32> {
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window max %[[ARG0]] window [3, 3] pads [1:1, 0:2] : tensor<6x4xf32>
// CHECK-NEXT:    return %[[REDUCE_WINDOW]] : tensor<6x4xf32>
// CHECK-NEXT:  }
func.func @reduce_window_of_pad(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %v = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.pad %x, %v low [1, 0] high [1, 2] : (tensor<6x4xf32>, tensor<f32>) -> tensor<8x6xf32>
  %1 = tg.reduce_window max %0 window [3, 3] : (tensor<8x6xf32>) -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}

// Lists that say what their absence means are as good as none.
// CHECK-LABEL: func.func @reduce_window_of_pad_stated(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6x4xf32> {
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window max %[[ARG0]] window [3, 3] strides [1, 1] pads [1:1, 0:2] : tensor<6x4xf32>
// CHECK-NEXT:    return %[[REDUCE_WINDOW]] : tensor<6x4xf32>
// CHECK-NEXT:  }
func.func @reduce_window_of_pad_stated(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %v = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.pad %x, %v low [1, 0] high [1, 2] : (tensor<6x4xf32>, tensor<f32>) -> tensor<8x6xf32>
  %1 = tg.reduce_window max %0 window [3, 3] strides [1, 1] base_dilation [1, 1] pads [0:0, 0:0] : (tensor<8x6xf32>) -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}
