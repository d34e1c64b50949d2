// RUN: tg-opt --cse %s | tg-filecheck %s

// Barriers keep apart what is computed behind them, so they are not merged
// themselves.
// CHECK-LABEL: func.func @barriers
// CHECK-COUNT-2: tg.barrier
// CHECK-COUNT-2: tg.exp
func.func @barriers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.barrier %x : tensor<4xf32>
  %1 = tg.barrier %x : tensor<4xf32>
  %2 = tg.exp %0 : tensor<4xf32>
  %3 = tg.exp %1 : tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}
