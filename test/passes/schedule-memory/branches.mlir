// RUN: tg-opt --schedule-memory %s | tg-filecheck %s
// RUN: not tg-opt --schedule-memory=moves=-1 %s 2>&1 | tg-filecheck %s --check-prefix=MOVES

// Each large value is used up before the next one is made.

// MOVES: 'moves' must not be negative, but is -1
// CHECK: %[[A:.*]] = tg.broadcast %arg0
// CHECK-NEXT: %[[RA:.*]] = tg.reduce sum %[[A]]
// CHECK-NEXT: %[[B:.*]] = tg.broadcast %arg1
// CHECK-NEXT: %[[RB:.*]] = tg.reduce sum %[[B]]
// CHECK-NEXT: tg.add %[[RA]], %[[RB]]
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %a = tg.broadcast %x dims [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %b = tg.broadcast %y dims [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %ra = tg.reduce sum %a dims [1] : (tensor<64x64xf32>) -> tensor<64xf32>
  %rb = tg.reduce sum %b dims [1] : (tensor<64x64xf32>) -> tensor<64xf32>
  %r = tg.add %ra, %rb : tensor<64xf32>
  return %r : tensor<64xf32>
}
