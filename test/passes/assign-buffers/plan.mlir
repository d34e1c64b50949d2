// RUN: tg-opt --assign-buffers --remarks-filter=assign-buffers %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK
// RUN: tg-filecheck %s --input-file=%t
// A plan is read back, replaced by the same one, and programs run by it.
// RUN: tg-opt --assign-buffers %t | diff %t -
// RUN: tg-run --entry=main --input=1024xf32=2 %s > %t.pool
// RUN: tg-run --entry=main --input=1024xf32=2 %t | diff %t.pool -

// REMARK: remark: {{.*}}function @callee has at most 4096 bytes live at once, in an arena of 4096, a gap of 0.00 %; its results take 4096 more
// REMARK: remark: {{.*}}function @main has at most 12288 bytes live at once, in an arena of 12288, a gap of 0.00 %; its results take 4096 more

// CHECK-LABEL: func.func private @callee{{.*}} attributes {tg.arena = 4096 : i64, tg.workers = 1 : i64}
func.func private @callee(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  // CHECK: tg.exp {{.*}}tg.offsets = array<i64: 0>
  %0 = tg.exp %x : tensor<1024xf32>
  // A view lies where that is which it is a view of.
  // CHECK: tg.reshape {{.*}}tg.offsets = array<i64: 0>
  %1 = tg.reshape %0 : (tensor<1024xf32>) -> tensor<32x32xf32>
  // The results of the function are where the caller wants them.
  // CHECK: tg.transpose {{.*}}tg.offsets = array<i64: -1>
  %2 = tg.transpose %1 permutation [1, 0] : tensor<32x32xf32>
  // CHECK: tg.reshape {{.*}}tg.offsets = array<i64: -1>
  %3 = tg.reshape %2 : (tensor<32x32xf32>) -> tensor<1024xf32>
  // CHECK: tg.add {{.*}}tg.offsets = array<i64: -1>
  %4 = tg.add %3, %x : tensor<1024xf32>
  return %4 : tensor<1024xf32>
}

// CHECK-LABEL: func.func @main{{.*}} attributes {tg.arena = 12288 : i64, tg.workers = 1 : i64}
func.func @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  // CHECK: tg.exp {{.*}}tg.offsets = array<i64: [[#]]>
  %a = tg.exp %x : tensor<1024xf32>
  // CHECK: tg.neg {{.*}}tg.offsets = array<i64: [[#]]>
  %b = tg.neg %x : tensor<1024xf32>
  // The arena of the callee is within that of the caller.
  // CHECK: call @callee{{.*}}tg.workspace = array<i64: -1, 0, -1, 0, [[#]], 4096>
  %c = call @callee(%a) : (tensor<1024xf32>) -> tensor<1024xf32>
  %d = tg.mul %c, %b : tensor<1024xf32>
  %e = tg.add %d, %a : tensor<1024xf32>
  return %e : tensor<1024xf32>
}
