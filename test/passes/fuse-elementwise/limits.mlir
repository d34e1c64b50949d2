// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-elementwise=max-ops=2 %s | tg-filecheck %s

// A chain is cut into pieces.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1000xf32>) -> tensor<1000xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<1000xf32>) -> tensor<1000xf32> {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<1000xf32>
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[EXP]] : tensor<1000xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<1000xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[FUSION_1:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1_1:[a-zA-Z0-9_]+]] = %[[FUSION]]) : (tensor<1000xf32>) -> tensor<1000xf32> {
// CHECK-NEXT:      %[[SIN:[a-zA-Z0-9_]+]] = tg.sin %[[ARG1_1]] : tensor<1000xf32>
// CHECK-NEXT:      %[[COS:[a-zA-Z0-9_]+]] = tg.cos %[[SIN]] : tensor<1000xf32>
// CHECK-NEXT:      tg.yield %[[COS]] : tensor<1000xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[FUSION_1]] : tensor<1000xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<1000xf32>
// CHECK-NEXT:  }
func.func @chain(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = tg.exp %x : tensor<1000xf32>
  %1 = tg.neg %0 : tensor<1000xf32>
  %2 = tg.sin %1 : tensor<1000xf32>
  %3 = tg.cos %2 : tensor<1000xf32>
  %4 = tg.abs %3 : tensor<1000xf32>
  return %4 : tensor<1000xf32>
}
