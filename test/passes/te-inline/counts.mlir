// RUN: tg-opt --te-inline --te-inline --mlir-pass-statistics %s 2>&1 >/dev/null | tg-filecheck %s

// Two reads are inlined, and two ops merged, one of them because nothing needs it; there is nothing left to do then.
// CHECK: (S) 2 num-erased
// CHECK-NEXT: (S) 2 num-inlined
// CHECK-NEXT: (S) 2 num-merged
// CHECK: (S) 0 num-erased
// CHECK-NEXT: (S) 0 num-inlined
// CHECK-NEXT: (S) 0 num-merged
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = te.read %x [7 - (7 - i)] : tensor<8xf32>
    %2 = tg.exp %1 : tensor<f32>
    %3 = tg.add %0, %1 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  %v = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %e [7 - i] : tensor<8xf32>
    te.yield %0 : tensor<f32>
  }
  %r = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %v [i] : tensor<8xf32>
    %1 = tg.neg %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  return %r : tensor<8xf32>
}
