// RUN: tg-opt --rematerialize=budget=min --remarks-filter=rematerialize %s 2>&1 | tg-filecheck %s
// RUN: tg-opt --rematerialize=budget=132KiB %s | tg-filecheck %s --check-prefix=FITS
// A budget that is enough changes nothing.
// RUN: tg-opt --rematerialize=budget=1x %s | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --rematerialize=budget=1GiB --remarks-filter=rematerialize %s 2>&1 | tg-filecheck %s --check-prefixes=ENOUGH,SAME
// Copies are no common subexpressions.
// RUN: tg-opt --pass-pipeline='builtin.module(rematerialize{budget=min},cse)' %s | tg-filecheck %s --check-prefix=FITS
// RUN: tg-opt --pass-pipeline='builtin.module(rematerialize{budget=min},cse{merge-recomputed})' %s | tg-filecheck %s --check-prefix=SAME
// What the user wants to be computed once is.
// RUN: tg-opt --rematerialize='budget=min never=tg.exp' %s | tg-filecheck %s --check-prefix=SAME
// RUN: not tg-opt --rematerialize=budget=127KiB %s 2>&1 | tg-filecheck %s --check-prefix=FLOOR
// RUN: not tg-opt --rematerialize=budget=0 %s 2>&1 | tg-filecheck %s --check-prefix=ZERO
// RUN: not tg-opt --rematerialize=budget=-1 %s 2>&1 | tg-filecheck %s --check-prefix=NEGATIVE
// RUN: not tg-opt --rematerialize=budget=0.8 %s 2>&1 | tg-filecheck %s --check-prefix=FACTOR
// RUN: not tg-opt --rematerialize=budget=99999999999999999999 %s 2>&1 | tg-filecheck %s --check-prefix=BEYOND
// RUN: not tg-opt --rematerialize=time=0 %s 2>&1 | tg-filecheck %s --check-prefix=TIME

// The value at both ends of a long chain is computed twice instead of kept.

// CHECK: Remark="'tg.exp' is computed once more: 4 KiB need not be kept"
// CHECK: Remark="function @main takes 132 KiB instead of 136 KiB, live at once 128 KiB instead of 132 KiB; 1 op is computed once more, which adds
// FITS: tg.exp %arg0 : tensor<1024xf32>
// FITS: tg.reduce
// FITS-NEXT: %[[AGAIN:.*]] = tg.exp %arg0 {tg.recompute = 1 : i64} : tensor<1024xf32>
// FITS-NEXT: tg.mul %{{.*}}, %[[AGAIN]]
// ENOUGH: remark: {{.*}}"function @main takes 136 KiB, which the budget of 1 GiB is enough for"
// SAME: %[[T:.*]] = tg.exp
// SAME: tg.reduce
// SAME-NEXT: tg.mul %{{.*}}, %[[T]]
// FLOOR: error: 'tg.transpose' op needs 128 KiB with all that it reads: the budget of function @main, 127 KiB, cannot be met
// ZERO: 'budget' must be more than 0 bytes; least memory is 'min'
// NEGATIVE: 'budget' must be a size such as 512MiB, a part of the peak such as 0.8x, or min, but is '-1'
// FACTOR: but is '0.8'; a part of the peak ends with x: '0.8x'
// BEYOND: but is '99999999999999999999'
// TIME: 'time' must be a duration above 0, such as 10s or 500ms, but is '0'
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
