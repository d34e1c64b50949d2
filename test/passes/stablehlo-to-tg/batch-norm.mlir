// Normalisations become arithmetic on features and on what they are broadcast to.
// The numbers are the examples of StableHLO's specification, and a case in which
// features are not the last dimension.

// RUN: tg-opt --stablehlo-to-tg %s | tg-filecheck %s
// RUN: tg-run %s

// CHECK-LABEL: func.func @main
// CHECK-NOT:     stablehlo

// CHECK-LABEL: func.func @rows
// CHECK-NEXT:    %0 = tg.reshape %arg3 : (tensor<3xf16>) -> tensor<3x1xf16>
// CHECK-NEXT:    %1 = tg.sub %arg0, %0 : (tensor<?x3x2xf16>, tensor<3x1xf16>) -> tensor<?x3x2xf16>
// CHECK-NEXT:    %cst = tg.constant dense<1.000400e-03> : tensor<f16>
// CHECK-NEXT:    %2 = tg.add %arg4, %cst : (tensor<3xf16>, tensor<f16>) -> tensor<3xf16>
// CHECK-NEXT:    %3 = tg.sqrt %2 : tensor<3xf16>
// CHECK-NEXT:    %4 = tg.reshape %3 : (tensor<3xf16>) -> tensor<3x1xf16>
// CHECK-NEXT:    %5 = tg.div %1, %4 : (tensor<?x3x2xf16>, tensor<3x1xf16>) -> tensor<?x3x2xf16>
// CHECK-NEXT:    %6 = tg.reshape %arg1 : (tensor<3xf16>) -> tensor<3x1xf16>
// CHECK-NEXT:    %7 = tg.mul %6, %5 : (tensor<3x1xf16>, tensor<?x3x2xf16>) -> tensor<?x3x2xf16>
// CHECK-NEXT:    %8 = tg.reshape %arg2 : (tensor<3xf16>) -> tensor<3x1xf16>
// CHECK-NEXT:    %9 = tg.add %7, %8 {name = "bn"} : (tensor<?x3x2xf16>, tensor<3x1xf16>) -> tensor<?x3x2xf16>

func.func @main() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %0 = "stablehlo.batch_norm_inference"(%x, %one, %one, %mean, %one) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2x2xf64>
  check.expect_eq_const %0, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>

  %1:3 = "stablehlo.batch_norm_training"(%x, %one, %one) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_eq_const %1#0, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.expect_eq_const %1#1, dense<[2.0, 3.0]> : tensor<2xf64>
  check.expect_eq_const %1#2, dense<1.0> : tensor<2xf64>

  %grad = stablehlo.constant dense<[[[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 2.0]]]> : tensor<2x2x2xf64>
  %2:3 = "stablehlo.batch_norm_grad"(%x, %one, %mean, %one, %grad) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_eq_const %2#0, dense<[[[0.5, -1.0], [0.0, 0.0]], [[0.0, 0.0], [-0.5, 1.0]]]> : tensor<2x2x2xf64>
  check.expect_eq_const %2#1, dense<[-1.0, -2.0]> : tensor<2xf64>
  check.expect_eq_const %2#2, dense<[1.0, 2.0]> : tensor<2xf64>

  %rows = stablehlo.constant dense<[[[1.0, 2.0], [4.0, 6.0], [0.0, 8.0]]]> : tensor<1x3x2xf32>
  %scale = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf32>
  %m = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %v = stablehlo.constant dense<[1.0, 4.0, 16.0]> : tensor<3xf32>
  %3 = "stablehlo.batch_norm_inference"(%rows, %scale, %m, %m, %v) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<1x3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<1x3x2xf32>
  check.expect_eq_const %3, dense<[[[1.0, 2.0], [4.0, 6.0], [3.5, 4.5]]]> : tensor<1x3x2xf32>
  return
}

func.func @rows(%x: tensor<?x3x2xf16>, %s: tensor<3xf16>, %o: tensor<3xf16>, %m: tensor<3xf16>, %v: tensor<3xf16>) -> tensor<?x3x2xf16> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> {name = "bn"} : (tensor<?x3x2xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<?x3x2xf16>
  return %0 : tensor<?x3x2xf16>
}
