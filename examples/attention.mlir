// Scaled dot-product attention as a JAX exporter writes it (StableHLO), small
// enough to read. Run it with
//   tg-run examples/attention.mlir --input=1x2x8x4xf32=random:1 --input=1x2x8x4xf32=random:2 --input=1x2x8x4xf32=random:3
module @attention {
  func.func public @main(%q: tensor<1x2x8x4xf32>, %k: tensor<1x2x8x4xf32>, %v: tensor<1x2x8x4xf32>) -> tensor<1x2x8x4xf32> {
    %scale = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %kt = stablehlo.transpose %k, dims = [0, 1, 3, 2] : (tensor<1x2x8x4xf32>) -> tensor<1x2x4x8xf32>
    %s = stablehlo.dot_general %q, %kt, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x2x8x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x8x8xf32>
    %b = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<1x2x8x8xf32>
    %t = stablehlo.multiply %s, %b : tensor<1x2x8x8xf32>
    %m = stablehlo.reduce(%t init: %ninf) applies stablehlo.maximum across dimensions = [3] : (tensor<1x2x8x8xf32>, tensor<f32>) -> tensor<1x2x8xf32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1, 2] : (tensor<1x2x8xf32>) -> tensor<1x2x8x8xf32>
    %d = stablehlo.subtract %t, %mb : tensor<1x2x8x8xf32>
    %e = stablehlo.exponential %d : tensor<1x2x8x8xf32>
    %z = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<1x2x8x8xf32>, tensor<f32>) -> tensor<1x2x8xf32>
    %zb = stablehlo.broadcast_in_dim %z, dims = [0, 1, 2] : (tensor<1x2x8xf32>) -> tensor<1x2x8x8xf32>
    %p = stablehlo.divide %e, %zb : tensor<1x2x8x8xf32>
    %o = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x2x8x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x8x4xf32>
    return %o : tensor<1x2x8x4xf32>
  }
}
