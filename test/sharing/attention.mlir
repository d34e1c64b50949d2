// The set-up of attention is repeated in a program: three projections of one input, each with its
// heads apart, and scores that are scaled. It is found once, with the places in both layers, and
// what is repeated in it again within that.

// RUN: tg-opt --shared-subgraphs %s | tg-filecheck %s

// CHECK:      Shared parts of 1 program, with times as predicted for machine 'cpu':
// CHECK:      part 1: 12 ops, {{.*}}, in 2 places; computed once it saves
// CHECK-NEXT:   fingerprint
// CHECK-NEXT:   ops         stablehlo.dot_general x 5, stablehlo.reshape x 3, stablehlo.divide, stablehlo.exponential, stablehlo.multiply, stablehlo.transpose
// CHECK-NEXT:   inputs      tensor<16x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<4x16x16xf32>
// CHECK-NEXT:   results     tensor<4x16x16xf32>
// CHECK-NEXT:   place 1     {{.*}}attention.mlir:[[# @LINE + 16]]:8 in @main
// CHECK-NEXT:   place 2     {{.*}}attention.mlir:[[# @LINE + 31]]:9 in @main
// CHECK-EMPTY:
// CHECK-NEXT: part 2: 2 ops, {{.*}}, in 3 places; computed once it saves {{.*[a-z]$}}
// CHECK-NEXT:   fingerprint
// CHECK-NEXT:   ops         stablehlo.dot_general, stablehlo.reshape
// CHECK-NEXT:   inputs      tensor<16x64xf32>, tensor<64x64xf32>
// CHECK-NEXT:   results     tensor<16x4x16xf32>
// CHECK-NEXT:   within      part 1
// CHECK-NEXT:   place 1     {{.*}}attention.mlir:[[# @LINE + 7]]:8 in @main
// CHECK-NEXT:   place 2     {{.*}}attention.mlir:[[# @LINE + 7]]:8 in @main
// CHECK-NEXT:   place 3     {{.*}}attention.mlir:[[# @LINE + 7]]:8 in @main
// CHECK-EMPTY:
// CHECK-NEXT: all parts together save
func.func @main(%x: tensor<16x64xf32>, %q0: tensor<64x64xf32>, %k0: tensor<64x64xf32>, %v0: tensor<64x64xf32>, %q1: tensor<64x64xf32>, %k1: tensor<64x64xf32>, %v1: tensor<64x64xf32>, %m0: tensor<4x16x16xf32>, %m1: tensor<4x16x16xf32>) -> tensor<4x16x16xf32> {
  %scale = stablehlo.constant dense<0.25> : tensor<4x16x16xf32>
  %0 = stablehlo.dot_general %x, %q0, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.dot_general %x, %k0, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %2 = stablehlo.dot_general %x, %v0, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %3 = stablehlo.reshape %0 : (tensor<16x64xf32>) -> tensor<16x4x16xf32>
  %4 = stablehlo.reshape %1 : (tensor<16x64xf32>) -> tensor<16x4x16xf32>
  %5 = stablehlo.reshape %2 : (tensor<16x64xf32>) -> tensor<16x4x16xf32>
  %6 = stablehlo.dot_general %3, %4, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<16x4x16xf32>, tensor<16x4x16xf32>) -> tensor<4x16x16xf32>
  %7 = stablehlo.multiply %6, %scale : tensor<4x16x16xf32>
  %8 = stablehlo.exponential %7 : tensor<4x16x16xf32>
  %9 = stablehlo.divide %8, %m0 : tensor<4x16x16xf32>
  %10 = stablehlo.transpose %5, dims = [1, 0, 2] : (tensor<16x4x16xf32>) -> tensor<4x16x16xf32>
  %11 = stablehlo.dot_general %9, %10, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x16x16xf32>, tensor<4x16x16xf32>) -> tensor<4x16x16xf32>

  %12 = stablehlo.reshape %11 : (tensor<4x16x16xf32>) -> tensor<16x64xf32>

  // The order differs, and so do the operands of the product.
  %20 = stablehlo.dot_general %12, %v1, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %21 = stablehlo.reshape %20 : (tensor<16x64xf32>) -> tensor<16x4x16xf32>
  %22 = stablehlo.transpose %21, dims = [1, 0, 2] : (tensor<16x4x16xf32>) -> tensor<4x16x16xf32>
  %23 = stablehlo.dot_general %12, %q1, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %24 = stablehlo.reshape %23 : (tensor<16x64xf32>) -> tensor<16x4x16xf32>
  %25 = stablehlo.dot_general %12, %k1, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %26 = stablehlo.reshape %25 : (tensor<16x64xf32>) -> tensor<16x4x16xf32>
  %27 = stablehlo.dot_general %24, %26, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<16x4x16xf32>, tensor<16x4x16xf32>) -> tensor<4x16x16xf32>
  %28 = stablehlo.multiply %scale, %27 : tensor<4x16x16xf32>
  %29 = stablehlo.exponential %28 : tensor<4x16x16xf32>
  %30 = stablehlo.divide %29, %m1 : tensor<4x16x16xf32>
  %31 = stablehlo.dot_general %30, %22, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x16x16xf32>, tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  return %31 : tensor<4x16x16xf32>
}
