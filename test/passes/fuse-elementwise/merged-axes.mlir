// RUN: tg-opt --optimize %s | tg-filecheck %s

// A product that is summed along axes that were broadcast is one fusion with the sum, whichever
// merged axes these are, and with the reshape between.

// CHECK-LABEL: func.func @inner(
// CHECK: tg.fusion
// CHECK-NEXT: tg.mul
// CHECK-NEXT: tg.reduce sum
// CHECK-NEXT: tg.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @inner(%g: tensor<512x8x64xf32>, %y: tensor<8x1xf32>) -> tensor<512x8x1xf32> {
  %0 = tg.mul %g, %y : (tensor<512x8x64xf32>, tensor<8x1xf32>) -> tensor<512x8x64xf32>
  %1 = tg.reshape %0 : (tensor<512x8x64xf32>) -> tensor<4096x64xf32>
  %2 = tg.reduce sum %1 dims [1] : (tensor<4096x64xf32>) -> tensor<4096xf32>
  %3 = tg.reshape %2 : (tensor<4096xf32>) -> tensor<512x8x1xf32>
  return %3 : tensor<512x8x1xf32>
}

// CHECK-LABEL: func.func @leading(
// CHECK: tg.fusion
// CHECK-NEXT: tg.mul
// CHECK-NEXT: tg.reduce sum
// CHECK-NEXT: tg.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @leading(%g: tensor<512x8x64xf32>, %y: tensor<512x1x64xf32>) -> tensor<8x64xf32> {
  %0 = tg.mul %g, %y : (tensor<512x8x64xf32>, tensor<512x1x64xf32>) -> tensor<512x8x64xf32>
  %1 = tg.reshape %0 : (tensor<512x8x64xf32>) -> tensor<512x512xf32>
  %2 = tg.reduce sum %1 dims [0] : (tensor<512x512xf32>) -> tensor<512xf32>
  %3 = tg.reshape %2 : (tensor<512xf32>) -> tensor<8x64xf32>
  return %3 : tensor<8x64xf32>
}

// CHECK-LABEL: func.func @middle(
// CHECK: tg.fusion
// CHECK-NEXT: tg.mul
// CHECK-NEXT: tg.reduce sum
// CHECK-NEXT: tg.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @middle(%g: tensor<2x64x2x64x2xf32>, %y: tensor<2x64x2x64x2xf32>) -> tensor<2x64x1x64x2xf32> {
  %0 = tg.mul %g, %y : tensor<2x64x2x64x2xf32>
  %1 = tg.reshape %0 : (tensor<2x64x2x64x2xf32>) -> tensor<128x2x128xf32>
  %2 = tg.reduce sum %1 dims [1] : (tensor<128x2x128xf32>) -> tensor<128x128xf32>
  %3 = tg.reshape %2 : (tensor<128x128xf32>) -> tensor<2x64x1x64x2xf32>
  return %3 : tensor<2x64x1x64x2xf32>
}

// CHECK-LABEL: func.func @both(
// CHECK: tg.fusion
// CHECK-NEXT: tg.mul
// CHECK-NEXT: tg.reduce sum
// CHECK-NEXT: tg.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @both(%g: tensor<64x64x2x4x4xf32>, %y: tensor<64x64x2x4x4xf32>) -> tensor<1x1x2x4x1xf32> {
  %0 = tg.mul %g, %y : tensor<64x64x2x4x4xf32>
  %1 = tg.reshape %0 : (tensor<64x64x2x4x4xf32>) -> tensor<4096x8x4xf32>
  %2 = tg.reduce sum %1 dims [0, 2] : (tensor<4096x8x4xf32>) -> tensor<8xf32>
  %3 = tg.reshape %2 : (tensor<8xf32>) -> tensor<1x1x2x4x1xf32>
  return %3 : tensor<1x1x2x4x1xf32>
}
