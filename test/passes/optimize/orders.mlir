// NOTE: checks written by tg-lit update
// RUN: tg-opt --optimize %s | tg-filecheck %s

// A network with features first becomes what it would be with features last: the convolution with a kernel of
// one element is a matrix product with its bias and what is added to it, and no transpose is left: the
// convolution of three features reads them as they are.
// CHECK-LABEL: func.func @features_first(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3x32x32xf32>) -> tensor<1x16xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00, 9.000000e+00, 1.000000e+01, 1.100000e+01, 1.200000e+01, 1.300000e+01, 1.400000e+01, 1.500000e+01]> : tensor<16xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<2.500000e-01> : tensor<3x3x1x16xf32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<3x3x3x16xf32>
// CHECK-NEXT:    %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<1.250000e-01> : tensor<16x16xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CST_2]] bias %[[CST]] layout [n, c, h, w] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] activation relu : (tensor<1x3x32x32xf32>, tensor<3x3x3x16xf32>, tensor<16xf32>) -> tensor<1x32x32x16xf32>
// CHECK-NEXT:    %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[CONV]], %[[CST_1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] groups 16 activation relu : (tensor<1x32x32x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x32x32x16xf32>
// CHECK-NEXT:    %[[FUSION_2:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1_2:[a-zA-Z0-9_]+]] = %[[CONV_1]], %[[ARG2_1:[a-zA-Z0-9_]+]] = %[[CST_3]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[CST]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[CONV]]) : (tensor<1x32x32x16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32> {
// CHECK-NEXT:      %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1_2]], %[[ARG2_1]] bias %[[ARG3]] : (tensor<1x32x32x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x32x32x16xf32>
// CHECK-NEXT:      %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[ARG4]] : tensor<1x32x32x16xf32>
// CHECK-NEXT:      tg.yield %[[ADD_1]] : tensor<1x32x32x16xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window max %[[FUSION_2]] window [1, 3, 3, 1] strides [1, 2, 2, 1] : (tensor<1x32x32x16xf32>) -> tensor<1x15x15x16xf32>
// CHECK-NEXT:    %[[FUSION_1:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1_1:[a-zA-Z0-9_]+]] = %[[REDUCE_WINDOW]]) : (tensor<1x15x15x16xf32>) -> tensor<1x16xf32> {
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG1_1]] dims [1, 2] : (tensor<1x15x15x16xf32>) -> tensor<1x16xf32>
// CHECK-NEXT:      %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<2.250000e+02> : tensor<f32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[REDUCE]], %[[CST_4]] : (tensor<1x16xf32>, tensor<f32>) -> tensor<1x16xf32>
// CHECK-NEXT:      tg.yield %[[DIV]] : tensor<1x16xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION_1]] : tensor<1x16xf32>
// CHECK-NEXT:  }
func.func @features_first(%x: tensor<1x3x32x32xf32>) -> tensor<1x16xf32> {
  %w = stablehlo.constant dense<0.5> : tensor<16x3x3x3xf32>
  %v = stablehlo.constant dense<0.25> : tensor<16x1x3x3xf32>
  %u = stablehlo.constant dense<0.125> : tensor<16x16x1x1xf32>
  %b = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]> : tensor<16xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = stablehlo.constant dense<225.0> : tensor<1x16xf32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<1x16x32x32xf32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x16x32x32xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x32x32xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x32x32xf32>
  %1 = stablehlo.add %0, %bias : tensor<1x16x32x32xf32>
  %2 = stablehlo.maximum %1, %zeros : tensor<1x16x32x32xf32>
  %3 = stablehlo.convolution(%2, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<1x16x32x32xf32>, tensor<16x1x3x3xf32>) -> tensor<1x16x32x32xf32>
  %4 = stablehlo.maximum %3, %zeros : tensor<1x16x32x32xf32>
  %5 = stablehlo.convolution(%4, %u) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x32x32xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x32x32xf32>
  %6 = stablehlo.add %5, %bias : tensor<1x16x32x32xf32>
  %7 = stablehlo.add %6, %2 : tensor<1x16x32x32xf32>
  %8 = "stablehlo.reduce_window"(%7, %low) <{window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x16x32x32xf32>, tensor<f32>) -> tensor<1x16x15x15xf32>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x15x15xf32>, tensor<f32>) -> tensor<1x16xf32>
  %10 = stablehlo.divide %9, %n : tensor<1x16xf32>
  return %10 : tensor<1x16xf32>
}
