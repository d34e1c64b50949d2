// What is left alone, and why.
//
// RUN: tg-opt --fold="max-bytes=5000 max-growth=8 time-budget=1e-4" --remarks-filter=Fold %s -o %t 2>&1 | tg-filecheck %s --implicit-check-not=remark:
// RUN: tg-opt --fold="max-bytes=5000 max-growth=8 time-budget=1e-4" --mlir-pass-statistics %s -o %t 2>&1 | tg-filecheck %s --check-prefix=COUNT

// COUNT-DAG: (S) 3 num-folded
// COUNT-DAG: (S) 2 num-splats
// COUNT-DAG: (S) 1 num-too-large
// COUNT-DAG: (S) 2 num-growing
// COUNT-DAG: (S) 1 num-too-slow
// COUNT-DAG: (S) 0 num-failed

func.func @policy() -> (tensor<2x2x4xf32>, tensor<32x32xf32>, tensor<f32>, tensor<2x2xf32>, tensor<4xf32>, tensor<1000xf32>, tensor<4xf32>) {
  %two = tg.constant dense<2.0> : tensor<f32>
  %large = tg.constant dense<2.0> : tensor<1000x1000xf32>
  %four = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>

  // CHECK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=policy | Remark="left 'tg.broadcast': 16 bytes of constants would become 64, more than max-growth=8 allows"
  %0 = tg.broadcast %four dims [2] : (tensor<4xf32>) -> tensor<2x2x4xf32>

  // A scalar that many elements share is not blown up.
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=policy | Remark="left 'tg.broadcast': 4 bytes of constants would become 4096, more than max-growth=8 allows"
  %1 = tg.broadcast %two dims [] : (tensor<f32>) -> tensor<32x32xf32>

  // Splats are one element.
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Passed] fold | Category:Fold | Function=policy | Remark="computed 'tg.mul'"
  %2 = tg.mul %two, %two : tensor<f32>
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Passed] fold | Category:Fold | Function=policy | Remark="computed 'tg.slice'"
  %3 = tg.slice %large [0:2, 0:2] : (tensor<1000x1000xf32>) -> tensor<2x2xf32>

  // CHECK-DAG: [[@LINE+1]]:8: remark: [Passed] fold | Category:Fold | Function=policy | Remark="computed 'tg.exp'"
  %4 = tg.exp %four : tensor<4xf32>
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=policy | Remark="left 'tg.reduce': a value takes more than max-bytes=5000"
  %5 = tg.reduce sum %large dims [0] : (tensor<1000x1000xf32>) -> tensor<1000xf32>

  // The model knows what things take, and tg.cost knows better.
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=policy | Remark="left 'tg.log': it takes about 2.5 seconds, more than are left of time-budget=0.0001"
  %6 = tg.log %four {tg.cost = 2.5 : f64} : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x2x4xf32>, tensor<32x32xf32>, tensor<f32>, tensor<2x2xf32>, tensor<4xf32>, tensor<1000xf32>, tensor<4xf32>
}
