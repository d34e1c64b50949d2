// A body that adds its arguments is a sum, in the order of sums. What it computes besides and does
// not use makes no difference: canonicalize would remove it.
// RUN: tg-opt --stablehlo-to-tg %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --stablehlo-to-tg %s | tg-filecheck %s

// CHECK-LABEL: func.func @unused
// CHECK:         tg.reduce sum %{{.*}} dims [1] : (tensor<2x20xf32>) -> tensor<2xf32>
// CHECK-NEXT:    return
func.func @unused(%x: tensor<2x20xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<2x20xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    %2 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @used
// CHECK:         tg.reduce %{{.*}} with
func.func @used(%x: tensor<2x20xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<2x20xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.multiply %b, %b : tensor<f32>
    %2 = stablehlo.add %a, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<2xf32>
}
