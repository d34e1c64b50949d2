// RUN: tg-opt --optimize --print-memory %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --pass-pipeline="builtin.module(optimize,unfuse,fuse-elementwise,print-memory)" %s -o %t.apart 2>&1 | tg-filecheck %s --check-prefix=APART
// RUN: tg-run --inputs=random:1 --workers=3 --elide=8 --compare=%t.apart %t | tg-filecheck %s --check-prefix=RAN

// Scores of 4 MiB are no value: a worker has some rows of them, and keys and values, packed.
// CHECK-LABEL: @main
// CHECK:       {{^ *[0-9.]+ KiB in all}}
// APART-LABEL: @main
// APART:       {{[4-9][0-9.]* MiB in all}}
// RAN:         result0: equal
func.func @main(%q: tensor<4x512x16xf32>, %k: tensor<4x512x16xf32>, %v: tensor<4x512x16xf32>) -> tensor<4x512x16xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<4x512x16xf32>, tensor<4x512x16xf32>) -> tensor<4x512x512xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<4x512x512xf32>, tensor<f32>) -> tensor<4x512xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x512xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<4x512x512xf32>
  %4 = stablehlo.exponential %3 : tensor<4x512x512xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x512x512xf32>, tensor<f32>) -> tensor<4x512xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x512xf32>
  %7 = stablehlo.divide %4, %6 : tensor<4x512x512xf32>
  %8 = stablehlo.dot_general %7, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x512x512xf32>, tensor<4x512x16xf32>) -> tensor<4x512x16xf32>
  return %8 : tensor<4x512x16xf32>
}
