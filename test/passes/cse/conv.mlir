// RUN: tg-opt --cse %s | tg-filecheck %s

// CHECK-LABEL: func.func @same
// CHECK:         %[[C:.*]] = tg.conv
// CHECK-NEXT:    return %[[C]], %[[C]]
func.func @same(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> (tensor<1x6x6x4xf32>, tensor<1x6x6x4xf32>) {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  %1 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  return %0, %1 : tensor<1x6x6x4xf32>, tensor<1x6x6x4xf32>
}

// CHECK-LABEL: func.func @strides
// CHECK-COUNT-2: tg.conv
func.func @strides(%x: tensor<1x9x9x3xf32>, %w: tensor<3x3x3x4xf32>) -> (tensor<1x7x7x4xf32>, tensor<1x4x4x4xf32>) {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x9x9x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x7x7x4xf32>
  %1 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] : (tensor<1x9x9x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>
  return %0, %1 : tensor<1x7x7x4xf32>, tensor<1x4x4x4xf32>
}

// Equal result types, different padding.
// CHECK-LABEL: func.func @pads
// CHECK-COUNT-2: tg.conv
func.func @pads(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> (tensor<1x7x7x4xf32>, tensor<1x7x7x4xf32>) {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:0, 1:0] : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x7x7x4xf32>
  %1 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [0:1, 0:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x7x7x4xf32>
  return %0, %1 : tensor<1x7x7x4xf32>, tensor<1x7x7x4xf32>
}
