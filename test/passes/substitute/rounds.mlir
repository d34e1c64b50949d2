// A round replaces each op once. What has come of it is looked at in the next.
//
// RUN: tg-opt --substitute="%S/rounds.rules shipped=false window=2 rounds=0" %s | tg-filecheck %s --check-prefix=ZERO
// RUN: tg-opt --substitute="%S/rounds.rules shipped=false window=2 rounds=1" %s | tg-filecheck %s --check-prefix=ONE
// RUN: tg-opt --substitute="%S/rounds.rules shipped=false window=2" %s | tg-filecheck %s --check-prefix=THREE
// RUN: tg-opt --substitute="%S/rounds.rules shipped=false window=2 rounds=9" %s | tg-filecheck %s --check-prefix=ALL

// Nor does a window of one op hold a pattern of two.
// RUN: tg-opt --substitute="%S/rounds.rules shipped=false window=1" %s | tg-filecheck %s --check-prefix=ZERO

// ZERO-COUNT-4: tg.neg
// ZERO-NEXT:    tg.abs
// ONE-COUNT-3:  tg.neg
// ONE-NEXT:     tg.abs
// THREE:        tg.neg
// THREE-NEXT:   tg.abs
// ALL-LABEL:  func.func @signs
// ALL-NEXT:     tg.abs %arg0
// ALL-NEXT:     return
func.func @signs(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.neg %x : tensor<64x64xf32>
  %1 = tg.neg %0 : tensor<64x64xf32>
  %2 = tg.neg %1 : tensor<64x64xf32>
  %3 = tg.neg %2 : tensor<64x64xf32>
  %4 = tg.abs %3 : tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
