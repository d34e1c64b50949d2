// Options are looked at before anything runs.
//
// RUN: not tg-opt --substitute="rounds=-1" %s 2>&1 | tg-filecheck %s --check-prefix=ROUNDS
// RUN: not tg-opt --substitute="tolerance=nan" %s 2>&1 | tg-filecheck %s --check-prefix=TOLERANCE
// RUN: not tg-opt --substitute="window=-3 time-budget=-1" %s 2>&1 | tg-filecheck %s --check-prefix=BOTH
// RUN: not tg-opt --substitute="machine=nowhere" %s 2>&1 | tg-filecheck %s --check-prefix=MACHINE
// RUN: not tg-opt --substitute="max-candidate=3" %s 2>&1 | tg-filecheck %s --check-prefix=NAME
// RUN: not tg-opt --substitute="random=-1" %s 2>&1 | tg-filecheck %s --check-prefix=RANDOM
// RUN: not tg-opt --substitute="random=99999999999999999999" %s 2>&1 | tg-filecheck %s --check-prefix=LARGE
// RUN: not tg-opt --substitute="seed=3" %s 2>&1 | tg-filecheck %s --check-prefix=SEED
// RUN: not tg-opt --substitute="random=9 seed=-3" %s 2>&1 | tg-filecheck %s --check-prefix=NEGATIVE
// RUN: not tg-opt --substitute="random=9 lookahead=1 tolerance=3 max-candidates=7" %s 2>&1 | tg-filecheck %s --check-prefix=FIRST
// RUN: tg-opt --substitute="random=9223372036854775807 seed=5 rounds=9 window=1000000 lookahead=3" %s | tg-filecheck %s
// RUN: tg-opt --substitute="lookahead=1000000 tolerance=inf window=1000000 max-candidates=1000000 time-budget=1e300" %s | tg-filecheck %s

// ROUNDS:    error: 'rounds' must be at least 0, but is -1
// TOLERANCE: error: 'tolerance' must be at least 0, but is NaN
// BOTH:      'window' must be at least 0, but is -3
// BOTH:      'time-budget' must be at least 0, but is -1
// MACHINE:   error: {{.*}}nowhere
// RANDOM:    error: 'random' must be at least 0, but is -1
// LARGE:     error: {{.*}}99999999999999999999
// SEED:      error: 'seed' says where random draws begin: it goes with 'random', which says how many there are
// NEGATIVE:  error: {{.*}}-3
// FIRST:     error: 'lookahead' bounds the search that tries the best first: it does not go with 'random'
// FIRST:     'tolerance' bounds
// FIRST:     'max-candidates' bounds
// NAME:      no such option max-candidate of pass 'substitute'; did you mean 'max-candidates'?

// CHECK:      tg.matmul %arg0, %arg1 activation relu
// CHECK-NEXT: return
func.func @f(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tg.matmul %x, %w : tensor<8x8xf32>
  %1 = tg.relu %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
