// RUN: tg-opt --cse %s | tg-filecheck %s --check-prefix=PLAIN
// RUN: tg-opt --cse=merge-recomputed %s | tg-filecheck %s

// Copies that rematerialize has made are merged on purpose only.
// PLAIN: = tg.exp
// PLAIN: = tg.exp {{.*}}tg.recompute = 1
// PLAIN: = tg.neg {{.*}}tg.recompute = 7
// CHECK: = tg.exp %{{[a-z0-9]+}} : tensor
// CHECK-NOT: tg.exp
// What is merged with nothing keeps its mark.
// CHECK: = tg.neg {{.*}}tg.recompute = 7
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.exp %x : tensor<8xf32>
  %1 = tg.exp %x {tg.recompute = 1 : i64} : tensor<8xf32>
  %2 = tg.add %0, %1 : tensor<8xf32>
  %3 = tg.neg %2 {tg.recompute = 7 : i64} : tensor<8xf32>
  return %3 : tensor<8xf32>
}
