// Limits may have any value of their kind. A loop may take half of what is left
// of the time, as counted, and of the steps; what follows it still folds.
//
// RUN: tg-opt --fold="max-growth=9223372036854775807 max-steps=100000" %s | tg-filecheck %s --check-prefix=ALL
// RUN: tg-opt --fold="max-growth=9223372036854775807 max-bytes=9223372036854775807 time-budget=inf max-steps=100000" %s | tg-filecheck %s --check-prefix=ALL
// RUN: tg-opt --fold="max-bytes=0" %s | tg-filecheck %s --check-prefix=NONE
// RUN: tg-opt --fold="time-budget=0" %s | tg-filecheck %s --check-prefix=NONE
// RUN: tg-opt --fold="time-budget=1e-3 max-growth=5000" %s | tg-filecheck %s --check-prefix=SHORT
// RUN: tg-opt --fold="time-budget=1e-3 max-growth=5000" --remarks-filter-missed=Fold %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: not tg-opt --fold="max-bytes=-1" %s 2>&1 | tg-filecheck %s --check-prefix=BYTES
// RUN: not tg-opt --fold="max-growth=-1" %s 2>&1 | tg-filecheck %s --check-prefix=GROWTH
// RUN: not tg-opt --fold="max-steps=-1" %s 2>&1 | tg-filecheck %s --check-prefix=STEPS
// RUN: not tg-opt --fold="time-budget=nan" %s 2>&1 | tg-filecheck %s --check-prefix=TIME

// BYTES:  error: 'max-bytes' must be at least 0, but is -1
// GROWTH: error: 'max-growth' must be at least 0, but is -1
// STEPS:  error: 'max-steps' must be at least 0, but is -1
// TIME:   error: 'time-budget' must be at least 0, but is NaN

// ALL-LABEL: func.func @f
// ALL-NEXT:    tg.constant dense<[0, 1, 2, 3, 4,
// ALL-NEXT:    tg.constant dense<[2.71
// ALL-NEXT:    return
// NONE-LABEL: func.func @f
// NONE:         tg.iota
// NONE:         tg.exp
// NONE:         return
func.func @f() -> (tensor<100xi32>, tensor<4xf32>) {
  %0 = tg.iota dim 0 : tensor<100xi32>
  %c = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = tg.exp %c : tensor<4xf32>
  return %0, %1 : tensor<100xi32>, tensor<4xf32>
}

// The model does not see how often this loop runs, and the limits end it.
// REMARK: [[@LINE+10]]:10: remark: [Missed] fold | Category:Fold | Function=slow | Remark="left 'tg.while': 'tg.tanh' op takes too much time"
// SHORT-LABEL: func.func @slow
// SHORT:         tg.while
// SHORT-NOT:     tg.exp
// SHORT:         return
func.func @slow() -> (tensor<1000xf32>, tensor<4xf32>) {
  %x = tg.constant dense<1.0> : tensor<1000xf32>
  %c = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %n = tg.constant dense<1.0> : tensor<f32>
  %0:2 = tg.while (%i = %n, %v = %x) : tensor<f32>, tensor<1000xf32> cond {
    %p = tg.compare gt %i, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    tg.yield %p : tensor<i1>
  } do {
    %1 = tg.tanh %v : tensor<1000xf32>
    %2 = tg.add %i, %n : tensor<f32>
    tg.yield %2, %1 : tensor<f32>, tensor<1000xf32>
  }
  %1 = tg.exp %c : tensor<4xf32>
  return %0#1, %1 : tensor<1000xf32>, tensor<4xf32>
}

// What is converted spreads no further, whatever its width.
// ALL-LABEL: func.func @wider
// ALL-NEXT:    %[[C:.*]] = tg.constant dense<2.500000e+00> : tensor<1099511627776xf64>
// ALL-NEXT:    return %[[C]]
func.func @wider() -> tensor<1099511627776xf64> {
  %0 = tg.constant dense<2.5> : tensor<1099511627776xf16>
  %1 = tg.convert %0 : (tensor<1099511627776xf16>) -> tensor<1099511627776xf64>
  return %1 : tensor<1099511627776xf64>
}
