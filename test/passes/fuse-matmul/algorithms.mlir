// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile fp=fast" %s | tg-filecheck %s --check-prefixes=CHECK,FAST
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile fp=finite" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile fp=fast forms=algorithms" --remarks-filter=FuseMatmul --mlir-pass-statistics %s -o /dev/null 2>&1 | tg-filecheck %s --check-prefix=TOLD --implicit-check-not=remark:

// Winograd's algorithm is chosen by cost, under fp=fast alone: tiles of 4x4 results.
// CHECK-LABEL: @large(
// FAST: pads [1:1, 1:1] algorithm winograd_4x4 activation relu :
// STRICT: pads [1:1, 1:1] activation relu :
func.func @large(%x: tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32> {
  %w = tg.constant dense<0.5> : tensor<3x3x64x64xf32>
  // TOLD: [[#@LINE+1]]:8: remark: [Passed] fuse-matmul | {{.*}}computes 'tg.conv' by winograd_4x4: 253.5 us instead of 783.8 us
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x28x28x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x28x28x64xf32>
  %1 = tg.relu %0 : tensor<1x28x28x64xf32>
  return %1 : tensor<1x28x28x64xf32>
}

// Fewer positions than a tile of 4x4 has, or weights that would have to be fetched for few of them: tiles of 2x2.
// CHECK-LABEL: @small(
// FAST: tg.conv {{.*}} algorithm winograd_2x2 :
// STRICT-NOT: algorithm
func.func @small(%x: tensor<1x8x8x512xf32>) -> tensor<1x6x6x512xf32> {
  %w = tg.constant dense<0.5> : tensor<512x512x3x3xf32>
  // TOLD: [[#@LINE+1]]:8: remark: [Passed] fuse-matmul | {{.*}}computes 'tg.conv' by winograd_2x2
  %0 = tg.conv %x, %w layout [n, h, w, c] x [o, i, h, w] -> [n, h, w, c] : (tensor<1x8x8x512xf32>, tensor<512x512x3x3xf32>) -> tensor<1x6x6x512xf32>
  return %0 : tensor<1x6x6x512xf32>
}

// One position is no tile: there would be more products.
// CHECK-LABEL: @one(
// CHECK-NOT: algorithm
func.func @one(%x: tensor<1x3x3x64xf32>) -> tensor<1x1x1x64xf32> {
  %w = tg.constant dense<0.5> : tensor<3x3x64x64xf32>
  // TOLD: [[#@LINE+1]]:8: remark: [Missed] fuse-matmul | {{.*}}left 'tg.conv' to be computed as it is defined: by winograd_2x2 it would take {{.*}} us instead of {{.*}} us
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x3x3x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x1x1x64xf32>
  return %0 : tensor<1x1x1x64xf32>
}

// A kernel that differs from run to run would be transformed in each; one that the caller promises to keep is not.
// CHECK-LABEL: @kernels(
// FAST: %[[X:.*]] = tg.conv %{{.*}}, %arg1 {{.*}} pads [1:1, 1:1] :
// FAST: tg.conv %[[X]], %arg2 {{.*}} algorithm winograd_4x4 :
func.func @kernels(%x: tensor<1x28x28x64xf32>, %w: tensor<3x3x64x64xf32>, %v: tensor<3x3x64x64xf32> {tg.prepack}) -> tensor<1x28x28x64xf32> {
  // TOLD: [[#@LINE+1]]:8: remark: [Missed] fuse-matmul | {{.*}}left 'tg.conv' to be computed as it is defined: its kernel would be transformed in every run
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x28x28x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x28x28x64xf32>
  // TOLD: [[#@LINE+1]]:8: remark: [Passed] fuse-matmul | {{.*}}computes 'tg.conv' by winograd_4x4
  %1 = tg.conv %0, %v layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x28x28x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x28x28x64xf32>
  return %1 : tensor<1x28x28x64xf32>
}

// What the algorithm cannot do is left alone: strides, groups, other taps and types.
// CHECK-LABEL: @others(
// CHECK-COUNT-4: tg.conv {{.*}}(tensor
// CHECK: return
func.func @others(%x: tensor<1x28x28x64xf32>, %y: tensor<1x28x28x64xf64>) -> (tensor<1x13x13x64xf32>, tensor<1x26x26x64xf32>, tensor<1x28x26x64xf32>, tensor<1x26x26x64xf64>) {
  %w = tg.constant dense<0.5> : tensor<3x3x64x64xf32>
  %u = tg.constant dense<0.5> : tensor<3x3x32x64xf32>
  %t = tg.constant dense<0.5> : tensor<1x3x64x64xf32>
  %d = tg.constant dense<0.5> : tensor<3x3x64x64xf64>
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] : (tensor<1x28x28x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x13x13x64xf32>
  %1 = tg.conv %x, %u layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<1x28x28x64xf32>, tensor<3x3x32x64xf32>) -> tensor<1x26x26x64xf32>
  %2 = tg.conv %x, %t layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x28x28x64xf32>, tensor<1x3x64x64xf32>) -> tensor<1x28x26x64xf32>
  %3 = tg.conv %y, %d layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x28x28x64xf64>, tensor<3x3x64x64xf64>) -> tensor<1x26x26x64xf64>
  return %0, %1, %2, %3 : tensor<1x13x13x64xf32>, tensor<1x26x26x64xf32>, tensor<1x28x26x64xf32>, tensor<1x26x26x64xf64>
}

// TOLD: 3 num-algorithms
// TOLD: 2 num-left
