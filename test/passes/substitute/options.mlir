// Options are looked at before anything runs.
//
// RUN: not tg-opt --substitute="rounds=-1" %s 2>&1 | tg-filecheck %s --check-prefix=ROUNDS
// RUN: not tg-opt --substitute="tolerance=nan" %s 2>&1 | tg-filecheck %s --check-prefix=TOLERANCE
// RUN: not tg-opt --substitute="window=-3 time-budget=-1" %s 2>&1 | tg-filecheck %s --check-prefix=BOTH
// RUN: not tg-opt --substitute="machine=nowhere" %s 2>&1 | tg-filecheck %s --check-prefix=MACHINE
// RUN: not tg-opt --substitute="max-candidate=3" %s 2>&1 | tg-filecheck %s --check-prefix=NAME
// RUN: tg-opt --substitute="lookahead=1000000 tolerance=inf window=1000000 max-candidates=1000000 time-budget=1e300" %s | tg-filecheck %s

// ROUNDS:    error: 'rounds' must be at least 0, but is -1
// TOLERANCE: error: 'tolerance' must be at least 0, but is NaN
// BOTH:      'window' must be at least 0, but is -3
// BOTH:      'time-budget' must be at least 0, but is -1
// MACHINE:   error: {{.*}}nowhere
// NAME:      no such option max-candidate of pass 'substitute'; did you mean 'max-candidates'?

// CHECK:      tg.matmul %arg0, %arg1 activation relu
// CHECK-NEXT: return
func.func @f(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tg.matmul %x, %w : tensor<8x8xf32>
  %1 = tg.relu %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
