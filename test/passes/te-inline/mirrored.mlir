// RUN: tg-opt --te-inline --te-normalize %s | tg-filecheck %s

// Two ways to say that an axis is mirrored, with the other axes in any order: what is left is the same text.

// CHECK-LABEL: func.func @below(
// CHECK-SAME: %[[X:.*]]: tensor<8x16x32x32xf32>, %[[DY:.*]]: tensor<8x16x32x32xf32>, %[[E:.*]]: tensor<16xf32>, %[[V:.*]]: tensor<16xf32>, %[[EPS:.*]]: tensor<f32>)
// CHECK-NEXT: %[[R:.*]] = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
// CHECK-NEXT: %[[A0:.*]] = te.read %[[DY]] [b, c, h, w] : tensor<8x16x32x32xf32>
// CHECK-NEXT: %[[A1:.*]] = te.read %[[X]] [b, c, h, w] : tensor<8x16x32x32xf32>
// CHECK-NEXT: %[[A2:.*]] = te.read %[[E]] [c] : tensor<16xf32>
// CHECK-NEXT: %[[A3:.*]] = tg.sub %[[A1]], %[[A2]] : tensor<f32>
// CHECK-NEXT: %[[A4:.*]] = te.read %[[V]] [c] : tensor<16xf32>
// CHECK-NEXT: %[[A5:.*]] = tg.add %[[A4]], %[[EPS]] : tensor<f32>
// CHECK-NEXT: %[[A6:.*]] = tg.sqrt %[[A5]] : tensor<f32>
// CHECK-NEXT: %[[A7:.*]] = tg.div %[[A3]], %[[A6]] : tensor<f32>
// CHECK-NEXT: %[[A8:.*]] = tg.mul %[[A0]], %[[A7]] : tensor<f32>
// CHECK-NEXT: te.yield %[[A8]] : tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @below(%X: tensor<8x16x32x32xf32>, %dY: tensor<8x16x32x32xf32>, %E: tensor<16xf32>, %V: tensor<16xf32>, %eps: tensor<f32>) -> tensor<16xf32> {
  %e = te.compute [b < 8, h < 32, w < 32, k in -15..1] -> tensor<8x32x32x16xf32> {
    %1 = te.read %X [b, -k, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %E [-k] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %V [-k] : tensor<16xf32>
    %5 = tg.add %4, %eps : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %3, %6 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  %dg = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %0 = te.read %dY [b, c, h, w] : tensor<8x16x32x32xf32>
    %1 = te.read %e [b, h, w, 15 - c] : tensor<8x32x32x16xf32>
    %2 = tg.mul %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %dg : tensor<16xf32>
}

// CHECK-LABEL: func.func @above(
// CHECK-SAME: %[[X:.*]]: tensor<8x16x32x32xf32>, %[[DY:.*]]: tensor<8x16x32x32xf32>, %[[E:.*]]: tensor<16xf32>, %[[V:.*]]: tensor<16xf32>, %[[EPS:.*]]: tensor<f32>)
// CHECK-NEXT: %[[R:.*]] = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
// CHECK-NEXT: %[[A0:.*]] = te.read %[[DY]] [b, c, h, w] : tensor<8x16x32x32xf32>
// CHECK-NEXT: %[[A1:.*]] = te.read %[[X]] [b, c, h, w] : tensor<8x16x32x32xf32>
// CHECK-NEXT: %[[A2:.*]] = te.read %[[E]] [c] : tensor<16xf32>
// CHECK-NEXT: %[[A3:.*]] = tg.sub %[[A1]], %[[A2]] : tensor<f32>
// CHECK-NEXT: %[[A4:.*]] = te.read %[[V]] [c] : tensor<16xf32>
// CHECK-NEXT: %[[A5:.*]] = tg.add %[[A4]], %[[EPS]] : tensor<f32>
// CHECK-NEXT: %[[A6:.*]] = tg.sqrt %[[A5]] : tensor<f32>
// CHECK-NEXT: %[[A7:.*]] = tg.div %[[A3]], %[[A6]] : tensor<f32>
// CHECK-NEXT: %[[A8:.*]] = tg.mul %[[A0]], %[[A7]] : tensor<f32>
// CHECK-NEXT: te.yield %[[A8]] : tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @above(%X: tensor<8x16x32x32xf32>, %dY: tensor<8x16x32x32xf32>, %E: tensor<16xf32>, %V: tensor<16xf32>, %eps: tensor<f32>) -> tensor<16xf32> {
  %e = te.compute [w < 32, k < 16, b < 8, h < 32] -> tensor<32x16x8x32xf32> {
    %1 = te.read %X [7 - b, 15 - k, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %E [15 - k] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %V [15 - k] : tensor<16xf32>
    %5 = tg.add %4, %eps : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %3, %6 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  %dg = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %0 = te.read %dY [b, c, h, w] : tensor<8x16x32x32xf32>
    %1 = te.read %e [w, 15 - c, 7 - b, h] : tensor<32x16x8x32xf32>
    %2 = tg.mul %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %dg : tensor<16xf32>
}
