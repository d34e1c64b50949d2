// RUN: tg-opt --te-normalize --te-normalize --mlir-pass-statistics %s 2>&1 >/dev/null | tg-filecheck %s

// Once is enough.
// CHECK: (S) 1 num-dropped
// CHECK-NEXT: (S) 1 num-mirrored
// CHECK-NEXT: (S) 2 num-permuted
// CHECK-NEXT: (S) 2 num-shifted
// CHECK: (S) 0 num-dropped
// CHECK-NEXT: (S) 0 num-mirrored
// CHECK-NEXT: (S) 0 num-permuted
// CHECK-NEXT: (S) 0 num-shifted
func.func @again(%x: tensor<8x16x1xf32>) -> tensor<8xf32> {
  %e = te.compute [c in -15..1, b < 8] -> tensor<16x8xf32> {
    %0 = te.read %x [b, -c, 0] : tensor<8x16x1xf32>
    %1 = tg.exp %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %r = te.compute [b < 8] max [c in 2..18, k < 1, d < 8] -> tensor<8xf32> {
    %0 = te.read %e [17 - c + k, d] : tensor<16x8xf32>
    %1 = te.read %x [b, c - 2, k] : tensor<8x16x1xf32>
    %2 = tg.add %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %r : tensor<8xf32>
}
