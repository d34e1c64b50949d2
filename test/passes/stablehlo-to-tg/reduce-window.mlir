// A window over whole extents becomes a reduction when it is converted, not later, because a sum of
// floats is then in the order of a reduction.
// RUN: tg-opt --stablehlo-to-tg %s | tg-filecheck %s

// CHECK-LABEL: func.func @whole
// CHECK:         tg.reduce sum %{{.*}} dims [1] keep_dims : (tensor<2x3xf32>) -> tensor<2x1xf32>
func.func @whole(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// A window of narrow floats rounds every step, and one of what has no order, which canonicalization makes a
// reduction, has a derivative of its own where several elements are the greatest.
// CHECK-LABEL: func.func @narrow
// CHECK:         tg.reduce_window sum
// CHECK:         tg.reduce_window max
func.func @narrow(%x: tensor<2x3xbf16>, %i: tensor<bf16>) -> (tensor<2x1xbf16>, tensor<2x1xbf16>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %1 = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %1 : tensor<bf16>
  }) : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2x1xbf16>
  %2 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %1 = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %1 : tensor<bf16>
  }) : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2x1xbf16>
  return %0, %2 : tensor<2x1xbf16>, tensor<2x1xbf16>
}

// A sum of all elements up to a place is a cumulated one, and windows that move are more than one.
// CHECK-LABEL: func.func @others
// CHECK:         tg.cumulate sum %{{.*}} dim 1 :
// CHECK:         tg.reduce_window sum %{{.*}} window [2, 3] window_dilation [1, 2]
// CHECK:         tg.reduce_window sum %{{.*}} window [1, 3] strides [2, 1]
func.func @others(%x: tensor<2x3xf32>, %y: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = "stablehlo.reduce_window"(%y, %zero) <{window_dimensions = array<i64: 2, 3>, window_dilations = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<1x1xf32>
  %3 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x1xf32>
  return %0, %2, %3 : tensor<2x3xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}
