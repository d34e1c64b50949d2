// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-to-tg %s | tg-filecheck %s
// RUN: tg-opt --tg-to-te --te-to-tg %s | tg-filecheck --check-prefix=BACK %s

// The raw gradient of batch norm's gamma: an axis is reversed and back.
// CHECK-LABEL: func.func @gamma(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<16xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<16xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<16xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG2]] : (tensor<16xf32>) -> tensor<16x1x1xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[RESHAPE]] : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG3]], %[[ARG4]] : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ADD]] : tensor<16xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[SQRT]] : (tensor<16xf32>) -> tensor<16x1x1xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[SUB]], %[[RESHAPE_1]] : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG1]], %[[DIV]] : tensor<8x16x32x32xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<16xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @gamma(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32>,
// BACK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<16xf32>,
// BACK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<16xf32>,
// BACK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<16xf32> {
// BACK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG2]] : (tensor<16xf32>) -> tensor<16x1x1xf32>
// BACK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[RESHAPE]] : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
// BACK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG3]], %[[ARG4]] : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
// BACK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ADD]] : tensor<16xf32>
// BACK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[SQRT]] : (tensor<16xf32>) -> tensor<16x1x1xf32>
// BACK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[SUB]], %[[RESHAPE_1]] : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
// BACK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG1]], %[[DIV]] : tensor<8x16x32x32xf32>
// BACK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
// BACK-NEXT:    return %[[REDUCE]] : tensor<16xf32>
// BACK-NEXT:  }
func.func @gamma(%x: tensor<8x16x32x32xf32>, %g: tensor<8x16x32x32xf32>, %m: tensor<16xf32>, %v: tensor<16xf32>, %eps: tensor<f32>) -> tensor<16xf32> {
  %0 = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %1 = te.read %g [b, c, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %x [b, c, h, w] : tensor<8x16x32x32xf32>
    %3 = te.read %m [c] : tensor<16xf32>
    %4 = tg.sub %2, %3 : tensor<f32>
    %5 = te.read %v [c] : tensor<16xf32>
    %6 = tg.add %5, %eps : tensor<f32>
    %7 = tg.sqrt %6 : tensor<f32>
    %8 = tg.div %4, %7 : tensor<f32>
    %9 = tg.mul %1, %8 : tensor<f32>
    te.yield %9 : tensor<f32>
  }
  return %0 : tensor<16xf32>
}

// Axes of a float sum keep their order: here columns come first.
// CHECK-LABEL: func.func @ordered(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x5x6xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [0, 2, 1] : (tensor<4x5x6xf32>) -> tensor<4x6x5xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[TRANSPOSE]] dims [1, 2] : (tensor<4x6x5xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [0, 2, 1] : (tensor<4x5x6xf32>) -> tensor<4x6x5xf32>
// CHECK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce max %[[TRANSPOSE_1]] init %[[ARG1]] dims [1, 2] : (tensor<4x6x5xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[REDUCE]], %[[REDUCE_1]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @ordered(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x5x6xf32>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
// BACK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [0, 2, 1] : (tensor<4x5x6xf32>) -> tensor<4x6x5xf32>
// BACK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[TRANSPOSE]] dims [1, 2] : (tensor<4x6x5xf32>) -> tensor<4xf32>
// BACK-NEXT:    %[[TRANSPOSE_1:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [0, 2, 1] : (tensor<4x5x6xf32>) -> tensor<4x6x5xf32>
// BACK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce max %[[TRANSPOSE_1]] init %[[ARG1]] dims [1, 2] : (tensor<4x6x5xf32>, tensor<f32>) -> tensor<4xf32>
// BACK-NEXT:    return %[[REDUCE]], %[[REDUCE_1]] : tensor<4xf32>, tensor<4xf32>
// BACK-NEXT:  }
func.func @ordered(%x: tensor<4x5x6xf32>, %i: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = te.compute [a < 4] sum [c < 6, b < 5] -> tensor<4xf32> {
    %2 = te.read %x [a, b, c] : tensor<4x5x6xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [a < 4] max [c < 6, b < 5] init(%i) -> tensor<4xf32> {
    %2 = te.read %x [a, b, c] : tensor<4x5x6xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// What does not depend on an axis of the result is reduced once.
// CHECK-LABEL: func.func @once(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] : (tensor<6xf32>) -> tensor<f32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[REDUCE]] dims [] : (tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @once(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6xf32>) -> tensor<4xf32> {
// BACK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] : (tensor<6xf32>) -> tensor<f32>
// BACK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[REDUCE]] dims [] : (tensor<f32>) -> tensor<4xf32>
// BACK-NEXT:    return %[[BROADCAST]] : tensor<4xf32>
// BACK-NEXT:  }
func.func @once(%x: tensor<6xf32>) -> tensor<4xf32> {
  %0 = te.compute [a < 4] sum [c < 6] -> tensor<4xf32> {
    %1 = te.read %x [c] : tensor<6xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @region(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]]:2 = tg.reduce %[[ARG0]], %[[ARG0]] init %[[ARG1]], %[[ARG1]] dims [1] : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) with (%[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG5:[a-zA-Z0-9_]+]]: tensor<f32>) {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[ARG4]] : tensor<f32>
// CHECK-NEXT:      %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG3]], %[[ARG5]] : tensor<f32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[MAX]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[REDUCE]]#0, %[[REDUCE]]#1 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @region(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
// BACK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]]:2 = tg.reduce %[[ARG0]], %[[ARG0]] init %[[ARG1]], %[[ARG1]] dims [1] : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) with (%[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG5:[a-zA-Z0-9_]+]]: tensor<f32>) {
// BACK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[ARG4]] : tensor<f32>
// BACK-NEXT:      %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG3]], %[[ARG5]] : tensor<f32>
// BACK-NEXT:      tg.yield %[[ADD]], %[[MAX]] : tensor<f32>, tensor<f32>
// BACK-NEXT:    }
// BACK-NEXT:    return %[[REDUCE]]#0, %[[REDUCE]]#1 : tensor<4xf32>, tensor<4xf32>
// BACK-NEXT:  }
func.func @region(%x: tensor<4x6xf32>, %i: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = te.compute [a < 4] reduce [c < 6] init(%i, %i) -> tensor<4xf32>, tensor<4xf32> {
    %1 = te.read %x [a, c] : tensor<4x6xf32>
    te.yield %1, %1 : tensor<f32>, tensor<f32>
  } with (%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>) {
    %1 = tg.add %a, %c : tensor<f32>
    %2 = tg.max %b, %d : tensor<f32>
    te.yield %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// What a plain sum of windows, positions and the like are as computes, comes back as it was.
// CHECK-LABEL: func.func @back(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x9x9x2xf32>) -> (tensor<4x1xf32>, tensor<4xi32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<1x5x5x2xf32>) {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce prod %[[ARG0]] dims [1] keep_dims : (tensor<4x6xf32>) -> tensor<4x1xf32>
// CHECK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce argmin %[[ARG0]] dims [1] element_type i32 : (tensor<4x6xf32>) -> tensor<4xi32>
// CHECK-NEXT:    %[[CUMULATE:[a-zA-Z0-9_]+]] = tg.cumulate sum %[[ARG0]] dim 1 exclusive reverse : tensor<4x6xf32>
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4x6xf32>) -> tensor<4x6xi32>
// CHECK-NEXT:    %[[CUMULATE_1:[a-zA-Z0-9_]+]] = tg.cumulate max %[[CONVERT]] dim 0 : tensor<4x6xi32>
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window max %[[ARG1]] window [1, 3, 3, 1] strides [1, 2, 2, 1] pads [0:0, 1:1, 1:1, 0:0] : (tensor<1x9x9x2xf32>) -> tensor<1x5x5x2xf32>
// CHECK-NEXT:    return %[[REDUCE]], %[[REDUCE_1]], %[[CUMULATE]], %[[CUMULATE_1]], %[[REDUCE_WINDOW]] : tensor<4x1xf32>, tensor<4xi32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<1x5x5x2xf32>
// CHECK-NEXT:  }
// BACK-LABEL: func.func @back(
// BACK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>,
// BACK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x9x9x2xf32>) -> (tensor<4x1xf32>, tensor<4xi32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<1x5x5x2xf32>) {
// BACK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce prod %[[ARG0]] dims [1] keep_dims : (tensor<4x6xf32>) -> tensor<4x1xf32>
// BACK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce argmin %[[ARG0]] dims [1] element_type i32 : (tensor<4x6xf32>) -> tensor<4xi32>
// BACK-NEXT:    %[[CUMULATE:[a-zA-Z0-9_]+]] = tg.cumulate sum %[[ARG0]] dim 1 exclusive reverse : tensor<4x6xf32>
// BACK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4x6xf32>) -> tensor<4x6xi32>
// BACK-NEXT:    %[[CUMULATE_1:[a-zA-Z0-9_]+]] = tg.cumulate max %[[CONVERT]] dim 0 : tensor<4x6xi32>
// BACK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window max %[[ARG1]] window [1, 3, 3, 1] strides [1, 2, 2, 1] pads [0:0, 1:1, 1:1, 0:0] : (tensor<1x9x9x2xf32>) -> tensor<1x5x5x2xf32>
// BACK-NEXT:    return %[[REDUCE]], %[[REDUCE_1]], %[[CUMULATE]], %[[CUMULATE_1]], %[[REDUCE_WINDOW]] : tensor<4x1xf32>, tensor<4xi32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<1x5x5x2xf32>
// BACK-NEXT:  }
func.func @back(%x: tensor<4x6xf32>, %y: tensor<1x9x9x2xf32>) -> (tensor<4x1xf32>, tensor<4xi32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<1x5x5x2xf32>) {
  %0 = tg.reduce prod %x dims [1] keep_dims : (tensor<4x6xf32>) -> tensor<4x1xf32>
  %1 = tg.reduce argmin %x dims [1] element_type i32 : (tensor<4x6xf32>) -> tensor<4xi32>
  %2 = tg.cumulate sum %x dim 1 exclusive reverse : tensor<4x6xf32>
  %3 = tg.convert %x : (tensor<4x6xf32>) -> tensor<4x6xi32>
  %4 = tg.cumulate max %3 dim 0 : tensor<4x6xi32>
  %5 = tg.reduce_window max %y window [1, 3, 3, 1] strides [1, 2, 2, 1] pads [0:0, 1:1, 1:1, 0:0] : (tensor<1x9x9x2xf32>) -> tensor<1x5x5x2xf32>
  return %0, %1, %2, %4, %5 : tensor<4x1xf32>, tensor<4xi32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<1x5x5x2xf32>
}
