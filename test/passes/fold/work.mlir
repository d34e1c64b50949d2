// Work is counted while it is done, and what makes no difference is no work.
//
// RUN: tg-opt --fold="time-budget=1e-3" %s | tg-filecheck %s
// RUN: tg-opt --fold="time-budget=1e-3" --remarks-filter-missed=Fold %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK --implicit-check-not=remark:

// Of a window of 2*10^9 positions only those count that see an element: a sum of
// zeros stays where it is.
// CHECK-LABEL: func.func @zeros
// CHECK-NEXT:    %[[SIX:.*]] = tg.constant dense<6.000000e+00> : tensor<1xf32>
// CHECK-NEXT:    return %[[SIX]]
func.func @zeros() -> tensor<1xf32> {
  %x = tg.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = tg.reduce_window sum %x window [2000000000] pads [1999999997:0] : (tensor<3xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// A sum of tenths goes on.
// REMARK: [[@LINE+6]]:8: remark: [Missed] fold | Category:Fold | Function=tenths | Remark="left 'tg.reduce_window': 'tg.reduce_window' op takes too much time"
// CHECK-LABEL: func.func private @tenths
// CHECK:         tg.reduce_window
func.func private @tenths() -> tensor<1xf64> {
  %x = tg.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %i = tg.constant dense<0.1> : tensor<f64>
  %0 = tg.reduce_window sum %x init %i window [20000000] pads [19999997:0] : (tensor<3xf64>, tensor<f64>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}
