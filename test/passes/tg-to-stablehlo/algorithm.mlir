// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s
// RUN: tg-opt --tg-to-stablehlo --stablehlo-to-tg %s | tg-filecheck %s --check-prefix=BACK
// RUN: not tg-opt --stablehlo-to-tg %S/Inputs/bad-algorithm.txt 2>&1 | tg-filecheck %s --check-prefix=BAD

// An algorithm is written as an attribute that others may ignore, and read back.
// CHECK: stablehlo.convolution{{.*}}, tg.algorithm = "winograd_4x4"} :
// BACK: tg.conv {{.*}} algorithm winograd_4x4 : (
// BACK-NEXT: return
func.func @f(%x: tensor<1x9x9x4xf32>, %w: tensor<3x3x4x8xf32>) -> tensor<1x7x7x8xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] algorithm winograd_4x4 : (tensor<1x9x9x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x7x7x8xf32>
  return %0 : tensor<1x7x7x8xf32>
}

// BAD: bad-algorithm.txt:2:8: error: 'stablehlo.convolution' op cannot be converted to tg: 'tg.conv' op attribute 'algorithm' failed to satisfy constraint: algorithm (winograd_2x2|winograd_4x4)
