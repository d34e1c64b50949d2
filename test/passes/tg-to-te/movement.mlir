// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-te %s | tg-filecheck %s

// CHECK-LABEL: func.func @views(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x4xf32>) -> (tensor<2x4x3xf32>, tensor<2x3x4xf32>, tensor<5x2x3x4xf32>, tensor<1x2x2xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 4, k < 3] -> tensor<2x4x3xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, k, j] : tensor<2x3x4xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 3, k < 4] -> tensor<2x3x4xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [-i + 1, j, -k + 3] : tensor<2x3x4xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 5, j < 2, k < 3, l < 4] -> tensor<5x2x3x4xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [j, k, l] : tensor<2x3x4xf32>
// CHECK-NEXT:      te.yield %[[READ_2]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_3:[a-zA-Z0-9_]+]] = te.compute [i < 1, j < 2, k < 2] -> tensor<1x2x2xf32> {
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [1, j * 2, k * 2 + 1] : tensor<2x3x4xf32>
// CHECK-NEXT:      te.yield %[[READ_3]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]], %[[COMPUTE_2]], %[[COMPUTE_3]] : tensor<2x4x3xf32>, tensor<2x3x4xf32>, tensor<5x2x3x4xf32>, tensor<1x2x2xf32>
// CHECK-NEXT:  }
func.func @views(%x: tensor<2x3x4xf32>) -> (tensor<2x4x3xf32>, tensor<2x3x4xf32>, tensor<5x2x3x4xf32>, tensor<1x2x2xf32>) {
  %0 = tg.transpose %x permutation [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  %1 = tg.reverse %x dims [0, 2] : tensor<2x3x4xf32>
  %2 = tg.broadcast %x dims [1, 2, 3] : (tensor<2x3x4xf32>) -> tensor<5x2x3x4xf32>
  %3 = tg.slice %x [1:2, 0:3:2, 1:4:2] : (tensor<2x3x4xf32>) -> tensor<1x2x2xf32>
  return %0, %1, %2, %3 : tensor<2x4x3xf32>, tensor<2x3x4xf32>, tensor<5x2x3x4xf32>, tensor<1x2x2xf32>
}

// Dimensions that stay are axes, others are numbered and taken apart.
// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x1x16x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> (tensor<8x512xf32>, tensor<2x4x16x8x4xf32>, tensor<6x4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 8, j < 512] -> tensor<8x512xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, 0, j floordiv 32, j mod 32] : tensor<8x1x16x32xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 4, k < 16, l < 8, m < 4] -> tensor<2x4x16x8x4xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i * 4 + j, 0, k, l * 4 + m] : tensor<8x1x16x32xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 6, j < 4] -> tensor<6x4xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i + (i * -2 + j) floordiv 6, (i * -2 + j) mod 6] : tensor<4x6xf32>
// CHECK-NEXT:      te.yield %[[READ_2]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<8x512xf32>, tensor<2x4x16x8x4xf32>, tensor<6x4xf32>
// CHECK-NEXT:  }
func.func @reshape(%x: tensor<8x1x16x32xf32>, %y: tensor<4x6xf32>) -> (tensor<8x512xf32>, tensor<2x4x16x8x4xf32>, tensor<6x4xf32>) {
  %0 = tg.reshape %x : (tensor<8x1x16x32xf32>) -> tensor<8x512xf32>
  %1 = tg.reshape %x : (tensor<8x1x16x32xf32>) -> tensor<2x4x16x8x4xf32>
  %2 = tg.reshape %y : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return %0, %1, %2 : tensor<8x512xf32>, tensor<2x4x16x8x4xf32>, tensor<6x4xf32>
}

// Padding is what a guard leaves out, between elements as well.
// CHECK-LABEL: func.func @pad(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<3x7xf32>, tensor<2x2xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 3, j < 7] -> tensor<3x7xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, (j + 1) floordiv 2 - 1] if (-i + 1 >= 0, (j + 1) mod 2 == 0) else %[[ARG1]] : tensor<2x3xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 2] -> tensor<2x2xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j + 1] : tensor<2x3xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<3x7xf32>, tensor<2x2xf32>
// CHECK-NEXT:  }
func.func @pad(%x: tensor<2x3xf32>, %v: tensor<f32>) -> (tensor<3x7xf32>, tensor<2x2xf32>) {
  %0 = tg.pad %x, %v low [0, 1] high [1, 1] interior [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x7xf32>
  %1 = tg.pad %x, %v low [0, -1] high [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<3x7xf32>, tensor<2x2xf32>
}

// CHECK-LABEL: func.func @parts(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x5xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x0xf32>) -> (tensor<2x11xf32>, tensor<2x1xf32>, tensor<2x2xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 11] -> tensor<2x11xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j - 8] if (j - 8 >= 0) : tensor<2x3xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i, j - 3] if (j - 3 >= 0, -j + 7 >= 0) else %[[READ]] : tensor<2x5xf32>
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] if (-j + 2 >= 0) else %[[READ_1]] : tensor<2x3xf32>
// CHECK-NEXT:      te.yield %[[READ_2]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 1] -> tensor<2x1xf32> {
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, 0] : tensor<2x3xf32>
// CHECK-NEXT:      te.yield %[[READ_3]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 2] -> tensor<2x2xf32> {
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j + 1] : tensor<2x3xf32>
// CHECK-NEXT:      te.yield %[[READ_4]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<2x11xf32>, tensor<2x1xf32>, tensor<2x2xf32>
// CHECK-NEXT:  }
func.func @parts(%x: tensor<2x3xf32>, %y: tensor<2x5xf32>, %z: tensor<2x0xf32>) -> (tensor<2x11xf32>, tensor<2x1xf32>, tensor<2x2xf32>) {
  %0 = tg.concat %x, %y, %z, %x dim 1 : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x0xf32>, tensor<2x3xf32>) -> tensor<2x11xf32>
  %1:2 = tg.split %x dim 1 sizes [1, 2] : (tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2x2xf32>)
  return %0, %1#0, %1#1 : tensor<2x11xf32>, tensor<2x1xf32>, tensor<2x2xf32>
}

// CHECK-LABEL: func.func @iota() -> (tensor<2x300xui8>, tensor<2x3xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 300] -> tensor<2x300xui8> {
// CHECK-NEXT:      %[[INDEX:[a-zA-Z0-9_]+]] = te.index j : tensor<ui8>
// CHECK-NEXT:      te.yield %[[INDEX]] : tensor<ui8>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 3] -> tensor<2x3xf32> {
// CHECK-NEXT:      %[[INDEX_1:[a-zA-Z0-9_]+]] = te.index i : tensor<i64>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[INDEX_1]] : (tensor<i64>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[CONVERT]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<2x300xui8>, tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @iota() -> (tensor<2x300xui8>, tensor<2x3xf32>) {
  %0 = tg.iota dim 1 : tensor<2x300xui8>
  %1 = tg.iota dim 0 : tensor<2x3xf32>
  return %0, %1 : tensor<2x300xui8>, tensor<2x3xf32>
}

// The bits of an element are taken apart by shifts, and put together.
// CHECK-LABEL: func.func @bits(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 2] -> tensor<4x2xui16> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[BITCAST:[a-zA-Z0-9_]+]] = tg.bitcast %[[READ]] : (tensor<f32>) -> tensor<ui32>
// CHECK-NEXT:      %[[INDEX:[a-zA-Z0-9_]+]] = te.index j * 16 : tensor<ui32>
// CHECK-NEXT:      %[[SHR_LOGICAL:[a-zA-Z0-9_]+]] = tg.shr_logical %[[BITCAST]], %[[INDEX]] : tensor<ui32>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[SHR_LOGICAL]] : (tensor<ui32>) -> tensor<ui16>
// CHECK-NEXT:      te.yield %[[CONVERT]] : tensor<ui16>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 4] or [r < 2] -> tensor<4xui32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i, r] : tensor<4x2xui16>
// CHECK-NEXT:      %[[CONVERT_1:[a-zA-Z0-9_]+]] = tg.convert %[[READ_1]] : (tensor<ui16>) -> tensor<ui32>
// CHECK-NEXT:      %[[INDEX_1:[a-zA-Z0-9_]+]] = te.index r * 16 : tensor<ui32>
// CHECK-NEXT:      %[[SHL:[a-zA-Z0-9_]+]] = tg.shl %[[CONVERT_1]], %[[INDEX_1]] : tensor<ui32>
// CHECK-NEXT:      te.yield %[[SHL]] : tensor<ui32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 4] -> tensor<4xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE_1]] [i] : tensor<4xui32>
// CHECK-NEXT:      %[[BITCAST_1:[a-zA-Z0-9_]+]] = tg.bitcast %[[READ_2]] : (tensor<ui32>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[BITCAST_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_2]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @bits(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.bitcast %x : (tensor<4xf32>) -> tensor<4x2xui16>
  %1 = tg.bitcast %0 : (tensor<4x2xui16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
