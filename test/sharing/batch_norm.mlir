// Batch norms are equal whatever they are applied to. Two on the same input, with the same
// parameters, compute the same values: that is said, and cse merges them.

// RUN: split-file %s %t
// RUN: tg-opt --shared-subgraphs %t/same.mlir | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --cse --shared-subgraphs %t/same.mlir | tg-filecheck %s --check-prefix=MERGED
// RUN: tg-opt --shared-subgraphs %t/apart.mlir | tg-filecheck %s --check-prefix=APART
// RUN: tg-opt --cse --shared-subgraphs %t/apart.mlir | tg-filecheck %s --check-prefix=APART
// RUN: tg-opt --shared-subgraphs %t/epsilon.mlir | tg-filecheck %s --check-prefix=EPSILON

// SAME:      part 1: 8 ops, [[TIME:.*]], in 2 places; computed once it saves [[TIME]]{{$}}
// SAME-NEXT:   fingerprint [[#%x,]]
// SAME-NEXT:   ops         stablehlo.broadcast_in_dim x 3, stablehlo.add x 2, stablehlo.multiply, stablehlo.rsqrt, stablehlo.subtract
// SAME-NEXT:   inputs      tensor<32xf32>, tensor<16x32xf32>, tensor<32xf32>, tensor<32xf32>
// SAME-NEXT:   results     tensor<16x32xf32>
// SAME-NEXT:   place 1     {{.*}}same.mlir:3:13 in @main{{$}}
// SAME-NEXT:   place 2     {{.*}}same.mlir:12:13 in @main, the same values as place 1

// MERGED:    none of at least 2 ops

// APART:     part 1: 8 ops, [[TIME:.*]], in 2 places; computed once it saves [[TIME]]{{$}}
// APART:       place 1     {{.*}}apart.mlir:3:13 in @main{{$}}
// APART-NEXT:  place 2     {{.*}}apart.mlir:14:13 in @main{{$}}

// Another epsilon is an input, and the same one belongs to the part.
// EPSILON:      part 1: 8 ops, [[TIME:.*]], in 2 places; computed once it saves [[TIME]]{{$}}
// EPSILON:        inputs      tensor<32xf32>, tensor<16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
//--- same.mlir
func.func @main(%x: tensor<16x32xf32>, %mean: tensor<32xf32>, %var: tensor<32xf32>, %beta: tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>) {
  %eps = stablehlo.constant dense<1.0e-3> : tensor<32xf32>
  %mean0  = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %moved0 = stablehlo.subtract %x, %mean0 : tensor<16x32xf32>
  %var0   = stablehlo.add %var, %eps : tensor<32xf32>
  %root0  = stablehlo.rsqrt %var0 : tensor<32xf32>
  %wide0  = stablehlo.broadcast_in_dim %root0, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %norm0  = stablehlo.multiply %moved0, %wide0 : tensor<16x32xf32>
  %beta0  = stablehlo.broadcast_in_dim %beta, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %out0   = stablehlo.add %norm0, %beta0 : tensor<16x32xf32>

  %mean1  = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %var1   = stablehlo.add %eps, %var : tensor<32xf32>
  %root1  = stablehlo.rsqrt %var1 : tensor<32xf32>
  %wide1  = stablehlo.broadcast_in_dim %root1, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %moved1 = stablehlo.subtract %x, %mean1 : tensor<16x32xf32>
  %norm1  = stablehlo.multiply %wide1, %moved1 : tensor<16x32xf32>
  %beta1  = stablehlo.broadcast_in_dim %beta, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %out1   = stablehlo.add %beta1, %norm1 : tensor<16x32xf32>
  return %out0, %out1 : tensor<16x32xf32>, tensor<16x32xf32>
}
//--- apart.mlir
func.func @main(%x: tensor<16x32xf32>, %m0: tensor<32xf32>, %v0: tensor<32xf32>, %b0: tensor<32xf32>, %m1: tensor<32xf32>, %v1: tensor<32xf32>, %b1: tensor<32xf32>) -> tensor<16x32xf32> {
  %eps = stablehlo.constant dense<1.0e-3> : tensor<32xf32>
  %mean0  = stablehlo.broadcast_in_dim %m0, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %moved0 = stablehlo.subtract %x, %mean0 : tensor<16x32xf32>
  %var0   = stablehlo.add %v0, %eps : tensor<32xf32>
  %root0  = stablehlo.rsqrt %var0 : tensor<32xf32>
  %wide0  = stablehlo.broadcast_in_dim %root0, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %norm0  = stablehlo.multiply %moved0, %wide0 : tensor<16x32xf32>
  %beta0  = stablehlo.broadcast_in_dim %b0, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %out0   = stablehlo.add %norm0, %beta0 : tensor<16x32xf32>

  %y = stablehlo.tanh %out0 : tensor<16x32xf32>

  %mean1  = stablehlo.broadcast_in_dim %m1, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %moved1 = stablehlo.subtract %y, %mean1 : tensor<16x32xf32>
  %var1   = stablehlo.add %v1, %eps : tensor<32xf32>
  %root1  = stablehlo.rsqrt %var1 : tensor<32xf32>
  %wide1  = stablehlo.broadcast_in_dim %root1, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %norm1  = stablehlo.multiply %moved1, %wide1 : tensor<16x32xf32>
  %beta1  = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %out1   = stablehlo.add %norm1, %beta1 : tensor<16x32xf32>
  return %out1 : tensor<16x32xf32>
}
//--- epsilon.mlir
func.func @main(%x: tensor<16x32xf32>, %mean: tensor<32xf32>, %var: tensor<32xf32>, %beta: tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>) {
  %eps0 = stablehlo.constant dense<1.0e-3> : tensor<32xf32>
  %mean0  = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %moved0 = stablehlo.subtract %x, %mean0 : tensor<16x32xf32>
  %var0   = stablehlo.add %var, %eps0 : tensor<32xf32>
  %root0  = stablehlo.rsqrt %var0 : tensor<32xf32>
  %wide0  = stablehlo.broadcast_in_dim %root0, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %norm0  = stablehlo.multiply %moved0, %wide0 : tensor<16x32xf32>
  %beta0  = stablehlo.broadcast_in_dim %beta, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %out0   = stablehlo.add %norm0, %beta0 : tensor<16x32xf32>

  %eps1 = stablehlo.constant dense<1.0e-5> : tensor<32xf32>
  %mean1  = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %moved1 = stablehlo.subtract %x, %mean1 : tensor<16x32xf32>
  %var1   = stablehlo.add %var, %eps1 : tensor<32xf32>
  %root1  = stablehlo.rsqrt %var1 : tensor<32xf32>
  %wide1  = stablehlo.broadcast_in_dim %root1, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %norm1  = stablehlo.multiply %moved1, %wide1 : tensor<16x32xf32>
  %beta1  = stablehlo.broadcast_in_dim %beta, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %out1   = stablehlo.add %norm1, %beta1 : tensor<16x32xf32>
  return %out0, %out1 : tensor<16x32xf32>, tensor<16x32xf32>
}
