// Subgraph substitution: a convolution and the ReLU behind it are one op.
//
// RUN: tg-opt --canonicalize --substitute %s | tg-filecheck %s
// RUN: tg-opt --optimize %s | tg-filecheck %s
// RUN: tg-opt --print-cost --optimize --print-cost %s -o %t 2>&1 | tg-filecheck %s --check-prefix=EFFECT

// What the convolutions read and write is what is left.
// EFFECT: module: {{.*}}, 36.9 KiB
// EFFECT: module: {{.*}}, 12.9 KiB

// CHECK-LABEL: func.func @conv_relu
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu
// CHECK-NEXT:    return %[[C]]
func.func @conv_relu(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %1 = tg.relu %0 : tensor<1x8x8x16xf32>
  return %1 : tensor<1x8x8x16xf32>
}

// relu6 in the words of other frameworks.
// CHECK-LABEL: func.func @conv_relu6
// CHECK:         %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu6
// CHECK-NEXT:    return %[[C]]
func.func @conv_relu6(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32> {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %six = tg.constant dense<6.0> : tensor<f32>
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %1 = tg.max %0, %zero : (tensor<1x8x8x16xf32>, tensor<f32>) -> tensor<1x8x8x16xf32>
  %2 = tg.min %1, %six : (tensor<1x8x8x16xf32>, tensor<f32>) -> tensor<1x8x8x16xf32>
  return %2 : tensor<1x8x8x16xf32>
}
