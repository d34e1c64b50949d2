// RUN: tg-opt --fold %s | tg-filecheck %s

// What becomes of a NaN depends on rewrites in its sign only, which nothing looks
// at: it comes last in a sort, whatever its sign, and is +inf without a mantissa.
// CHECK-LABEL: func.func @nan_has_no_sign
// CHECK-DAG:     dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf32>
// CHECK-DAG:     dense<0x7F800000> : tensor<2xf32>
// CHECK-DAG:     dense<[true, false]> : tensor<2xi1>
func.func @nan_has_no_sign() -> (tensor<4xf32>, tensor<2xf32>, tensor<2xi1>) {
  %keys = tg.constant dense<[0xFFC00000, 0x7FC00000, 5.0, 0xFF800000]> : tensor<4xf32>
  %places = tg.constant dense<[2.0, 3.0, 1.0, 0.0]> : tensor<4xf32>
  %0:2 = tg.sort ascending %keys, %places dim 0 : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %nans = tg.constant dense<[0xFFC00000, 0x7FC00000]> : tensor<2xf32>
  %1 = tg.reduce_precision %nans exponent_bits 5 mantissa_bits 0 : tensor<2xf32>
  %2 = tg.constant dense<[0x7FC00000, 0x7F800000]> : tensor<2xf32>
  %3 = tg.compare eq %nans, %2 total_order : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0#1, %1, %3 : tensor<4xf32>, tensor<2xf32>, tensor<2xi1>
}
