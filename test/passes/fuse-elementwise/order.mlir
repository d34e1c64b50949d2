// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-elementwise %s | tg-filecheck %s

// The fusion comes where its last op was; what reads a result of it earlier is
// moved behind it, and all else keeps its place.
// CHECK-LABEL: func.func @moved(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x64xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG1]] dims [1] : tensor<64x64xf32>
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[REVERSE]]) : (tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG2]] : tensor<64x64xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[EXP]], %[[ARG3]] : tensor<64x64xf32>
// CHECK-NEXT:      tg.yield %[[EXP]], %[[SUB]] : tensor<64x64xf32>, tensor<64x64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[REVERSE_1:[a-zA-Z0-9_]+]] = tg.reverse %[[FUSION]]#0 dims [0] : tensor<64x64xf32>
// CHECK-NEXT:    return %[[REVERSE_1]], %[[REVERSE]], %[[FUSION]]#1 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
// CHECK-NEXT:  }
func.func @moved(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.reverse %0 dims [0] : tensor<64x64xf32>
  %2 = tg.reverse %y dims [1] : tensor<64x64xf32>
  %3 = tg.sub %0, %2 : tensor<64x64xf32>
  return %1, %2, %3 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// A reshape that is read outside, too, is repeated inside, with the broadcast in
// front of it.
// CHECK-LABEL: func.func @reshape_of_broadcast
// CHECK:         tg.fusion
// CHECK:           tg.broadcast
// CHECK-NEXT:      tg.reshape
// CHECK:           tg.select
// CHECK:         return
func.func @reshape_of_broadcast(%p: tensor<i1>, %x: tensor<2x3xf32>, %y: tensor<1x3xf32>) -> (tensor<2x3x2x3xf32>, tensor<2x3x1x3xf32>) {
  %0 = tg.broadcast %y dims [0, 1] : (tensor<1x3xf32>) -> tensor<6x3xf32>
  %1 = tg.reshape %0 : (tensor<6x3xf32>) -> tensor<2x3x1x3xf32>
  %2 = tg.select %p, %x, %1 : (tensor<i1>, tensor<2x3xf32>, tensor<2x3x1x3xf32>) -> tensor<2x3x2x3xf32>
  return %2, %1 : tensor<2x3x2x3xf32>, tensor<2x3x1x3xf32>
}
