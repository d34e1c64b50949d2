// RUN: tg-opt --optimize-memory=budget=min %s -o %t
// RUN: tg-filecheck %s --input-file=%t
// RUN: tg-opt --optimize-memory %s | tg-filecheck %s --check-prefix=ONCE
// What is reported of a program with a plan is that plan.
// RUN: tg-opt --print-memory %t -o /dev/null 2>&1 | tg-filecheck %s --check-prefix=REPORT
// RUN: tg-run --input=1024xf32=2 --input=1024xf32=1 %s > %t.before
// RUN: tg-run --input=1024xf32=2 --input=1024xf32=1 %t | diff %t.before -
// RUN: not tg-opt --optimize-memory=budget=1KiB %s 2>&1 | tg-filecheck %s --check-prefix=FLOOR
// RUN: not tg-opt --optimize-memory=budgte=1KiB %s 2>&1 | tg-filecheck %s --check-prefix=OPTION

// The passes about memory, in order: what is computed again is placed, too.

// CHECK-LABEL: func.func @main
// CHECK-SAME: tg.arena = 131072 : i64
// CHECK: tg.exp %arg0 {tg.offsets = array<i64: [[#]]>}
// CHECK: tg.reduce
// CHECK-NEXT: tg.exp %arg0 {tg.offsets = array<i64: [[#]]>, tg.recompute = 1 : i64}
// ONCE: tg.arena = 135168 : i64
// ONCE-NOT: tg.recompute
// ONCE: return
// REPORT: 128 KiB of arena
// FLOOR: error: 'tg.transpose' op needs 128 KiB with all that it reads
// OPTION: no such option budgte of pipeline 'optimize-memory'; did you mean 'budget'?
func.func @main(%x: tensor<1024xf32>, %y: tensor<1024xf32>) -> tensor<1024xf32> {
  %t = tg.exp %x : tensor<1024xf32>
  %a = tg.add %t, %y : tensor<1024xf32>
  %b = tg.broadcast %a dims [1] : (tensor<1024xf32>) -> tensor<16x1024xf32>
  %c = tg.transpose %b permutation [1, 0] : (tensor<16x1024xf32>) -> tensor<1024x16xf32>
  %d = tg.transpose %c permutation [1, 0] : (tensor<1024x16xf32>) -> tensor<16x1024xf32>
  %s = tg.reduce sum %d dims [0] : (tensor<16x1024xf32>) -> tensor<1024xf32>
  %r = tg.mul %s, %t : tensor<1024xf32>
  return %r : tensor<1024xf32>
}
