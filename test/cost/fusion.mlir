// RUN: tg-opt --print-cost="machine=%S/Inputs/toy.profile" %s -o %t 2>&1 | tg-filecheck %s

// A fused op reads its operands and writes its results, while it computes what is
// inside, of which the arithmetic counts alone.

// CHECK-LABEL: @apart
// CHECK-NEXT:  time
// CHECK-NEXT:           3 s   50.0%         1     200 FLOP     1.56 KiB  tg.neg
// CHECK-NEXT:           3 s   50.0%         1     200 FLOP     1.56 KiB  tg.exp
// CHECK-NEXT:           6 s  100.0%               400 FLOP     3.12 KiB  in all
// CHECK-LABEL: @fused
// CHECK-NEXT:  time
// CHECK-NEXT:           2 s   40.0%         1     200 FLOP          0 B  tg.neg
// CHECK-NEXT:           2 s   40.0%         1     200 FLOP          0 B  tg.exp
// CHECK-NEXT:           1 s   20.0%         1       0 FLOP     1.56 KiB  tg.fusion
// CHECK-NEXT:           5 s  100.0%               400 FLOP     1.56 KiB  in all
// A fusion whose ops run one by one saves nothing.
// CHECK-LABEL: @one_by_one
// CHECK-NEXT:  time
// CHECK-NEXT:           3 s   31.2%         1     200 FLOP     1.56 KiB  tg.neg
// CHECK-NEXT:           3 s   31.2%         1     200 FLOP     1.56 KiB  tg.exp
// CHECK-NEXT:         2.6 s   27.1%         1       0 FLOP     1.56 KiB  tg.reverse
// CHECK-NEXT:           1 s   10.4%         1       0 FLOP          0 B  tg.fusion
// CHECK-NEXT:         9.6 s  100.0%               400 FLOP     4.69 KiB  in all
func.func @apart(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = tg.neg %x : tensor<200xf32>
  %1 = tg.exp %0 : tensor<200xf32>
  return %1 : tensor<200xf32>
}
func.func @fused(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = tg.fusion (%a = %x) : (tensor<200xf32>) -> tensor<200xf32> {
    %1 = tg.neg %a : tensor<200xf32>
    %2 = tg.exp %1 : tensor<200xf32>
    tg.yield %2 : tensor<200xf32>
  }
  return %0 : tensor<200xf32>
}
func.func @one_by_one(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = tg.fusion (%a = %x) : (tensor<200xf32>) -> tensor<200xf32> {
    %1 = tg.neg %a : tensor<200xf32>
    %2 = tg.exp %1 : tensor<200xf32>
    %3 = tg.reverse %2 dims [0] : tensor<200xf32>
    tg.yield %3 : tensor<200xf32>
  }
  return %0 : tensor<200xf32>
}
