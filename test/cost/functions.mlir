// RUN: tg-opt --print-cost="machine=%S/Inputs/toy.profile" %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --print-cost="machine=%S/Inputs/toy.profile top=0" %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --pass-pipeline="builtin.module(func.func(print-cost{machine=%S/Inputs/toy.profile}))" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=EACH

// A function that calls itself is counted up to there. A program begins with what
// no other function calls, or with the first of those that only call each other. A
// declaration has no table, functions of inner modules do.

// CHECK-LABEL: @itself
// CHECK-NEXT:  time
// CHECK-NEXT:           3 s   75.0%         1     200 FLOP     1.56 KiB  tg.neg
// CHECK-NEXT:           1 s   25.0%         1       0 FLOP          0 B  func.call
// CHECK-NEXT:           4 s  100.0%               200 FLOP     1.56 KiB  in all
// CHECK-LABEL: @ping
// CHECK:                5 s  100.0%               200 FLOP     1.56 KiB  in all
// CHECK-LABEL: @pong
// CHECK:                4 s  100.0%               200 FLOP     1.56 KiB  in all
// CHECK-NOT:   @declared
// CHECK-LABEL: @inner::@f
// CHECK:                3 s  100.0%               200 FLOP     1.56 KiB  in all
// CHECK-LABEL: @calls
// CHECK:                1 s  100.0%                 0 FLOP          0 B  in all
// CHECK-LABEL: @nothing
// CHECK-NEXT:  time
// CHECK-NEXT:        0 ns    0.0%                 0 FLOP          0 B  in all
// CHECK:       module: 13 s, 600 FLOP, 4.69 KiB

// EACH:        Predicted cost on machine 'toy':
// EACH:        @itself
// EACH:        module: 4 s, 200 FLOP, 1.56 KiB
func.func @itself(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = func.call @itself(%x) : (tensor<200xf32>) -> tensor<200xf32>
  %1 = tg.neg %0 : tensor<200xf32>
  return %1 : tensor<200xf32>
}
func.func @ping(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = func.call @pong(%x) : (tensor<200xf32>) -> tensor<200xf32>
  return %0 : tensor<200xf32>
}
func.func @pong(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = tg.neg %x : tensor<200xf32>
  %1 = func.call @ping(%0) : (tensor<200xf32>) -> tensor<200xf32>
  return %1 : tensor<200xf32>
}
func.func private @declared(tensor<200xf32>) -> tensor<200xf32>
module @inner {
  func.func @f(%x: tensor<200xf32>) -> tensor<200xf32> {
    %0 = tg.neg %x : tensor<200xf32>
    return %0 : tensor<200xf32>
  }
}
func.func @calls(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = func.call @declared(%x) : (tensor<200xf32>) -> tensor<200xf32>
  return %0 : tensor<200xf32>
}
func.func @nothing() {
  return
}
