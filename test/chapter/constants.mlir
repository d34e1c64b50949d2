// Constant propagation, with a limit: what is constant is computed, but the
// broadcast of a scalar is not blown up to the size of what it is added to.
//
// RUN: tg-opt --fold %s | tg-filecheck %s --check-prefixes=CHECK,FOLD
// RUN: tg-opt --optimize %s | tg-filecheck %s --check-prefixes=CHECK,ALL

// CHECK-LABEL: func.func @computed
// CHECK-NEXT:    %[[C:.*]] = tg.constant dense<[4.000000e+00, 9.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    return %[[C]]
func.func @computed() -> tensor<2xf32> {
  %0 = tg.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %1 = tg.mul %0, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @scalar
// FOLD-NEXT:     %[[C:.*]] = tg.constant dense<2.000000e+00> : tensor<f32>
// FOLD-NEXT:     %[[B:.*]] = tg.broadcast %[[C]]
// FOLD-NEXT:     tg.add %arg0, %[[B]]
// ALL-NEXT:      %[[C:.*]] = tg.constant dense<2.000000e+00> : tensor<f32>
// ALL-NEXT:      tg.add %arg0, %[[C]]
func.func @scalar(%x: tensor<100x100xf32>) -> tensor<100x100xf32> {
  %0 = tg.constant dense<2.0> : tensor<f32>
  %1 = tg.broadcast %0 dims [] : (tensor<f32>) -> tensor<100x100xf32>
  %2 = tg.add %x, %1 : tensor<100x100xf32>
  return %2 : tensor<100x100xf32>
}

// Nor is it when it is all there is.
// CHECK-LABEL: func.func @alone
// CHECK-NEXT:    %[[C:.*]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = tg.broadcast %[[C]]
// CHECK-NEXT:    return %[[B]]
func.func @alone() -> tensor<100x100xf32> {
  %0 = tg.constant dense<2.0> : tensor<f32>
  %1 = tg.broadcast %0 dims [] : (tensor<f32>) -> tensor<100x100xf32>
  return %1 : tensor<100x100xf32>
}
