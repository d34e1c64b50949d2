// A batch normalisation behind a convolution costs nothing: its scale goes into
// the weights and its shift into the bias. That rounds differently, and so needs
// fp=fast.
//
// RUN: tg-opt --optimize="fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --optimize %s | tg-filecheck %s --check-prefix=STRICT
// RUN: tg-opt --print-cost --optimize="fp=fast" --print-cost %s -o %t 2>&1 | tg-filecheck %s --check-prefix=EFFECT

// The convolution alone reads and writes 440 bytes, and the bias has 8.
// EFFECT: module: {{.*}}, 764 B
// EFFECT: module: {{.*}}, 448 B

// CHECK-LABEL: func.func @batch_norm
// CHECK-DAG:     %[[BIAS:.*]] = tg.constant dense<[0.000000e+00, 5.000000e-01]> : tensor<2xf32>
// CHECK-DAG:     %[[W:.*]] = tg.constant {{.*}} : tensor<3x3x3x2xf32>
// CHECK:         %[[Y:.*]] = tg.conv %arg0, %[[W]] bias %[[BIAS]]
// CHECK-NEXT:    return %[[Y]]
// STRICT-LABEL: func.func @batch_norm
// STRICT:         tg.fusion
// STRICT-NEXT:      tg.conv
// STRICT-NEXT:      tg.div
func.func @batch_norm(%x: tensor<1x4x4x3xf32>) -> tensor<1x2x2x2xf32> {
  %w = tg.constant dense<[[[[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]], [[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]], [[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]]], [[[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]], [[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]], [[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]]], [[[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]], [[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]], [[0.5, 1.0], [0.25, 1.0], [1.0, 2.0]]]]> : tensor<3x3x3x2xf32>
  %mean = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %variance = tg.constant dense<[3.75, 15.75]> : tensor<2xf32>
  %epsilon = tg.constant dense<0.25> : tensor<f32>
  %scale = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %offset = tg.constant dense<[0.5, 1.5]> : tensor<2xf32>
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x2x2x2xf32>
  %1 = tg.sub %0, %mean : (tensor<1x2x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  %2 = tg.add %variance, %epsilon : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %3 = tg.sqrt %2 : tensor<2xf32>
  %4 = tg.div %1, %3 : (tensor<1x2x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  %5 = tg.mul %4, %scale : (tensor<1x2x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  %6 = tg.add %5, %offset : (tensor<1x2x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  return %6 : tensor<1x2x2x2xf32>
}
