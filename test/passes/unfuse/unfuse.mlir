// NOTE: checks written by tg-lit update
// RUN: tg-opt --unfuse %s | tg-filecheck %s
// RUN: tg-opt --fuse-elementwise --unfuse %s | tg-filecheck %s

// CHECK-LABEL: func.func @several(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<32xf32>) -> (tensor<64x32xf32>, tensor<64xf32>) {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : (tensor<64x32xf32>, tensor<32xf32>) -> tensor<64x32xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ADD]] dims [1] : (tensor<64x32xf32>) -> tensor<64xf32>
// CHECK-NEXT:    return %[[ADD]], %[[REDUCE]] : tensor<64x32xf32>, tensor<64xf32>
// CHECK-NEXT:  }
func.func @several(%x: tensor<64x32xf32>, %b: tensor<32xf32>) -> (tensor<64x32xf32>, tensor<64xf32>) {
  %0:2 = tg.fusion (%p = %x, %q = %b) : (tensor<64x32xf32>, tensor<32xf32>) -> (tensor<64x32xf32>, tensor<64xf32>) {
    %1 = tg.add %p, %q : (tensor<64x32xf32>, tensor<32xf32>) -> tensor<64x32xf32>
    %2 = tg.reduce sum %1 dims [1] : (tensor<64x32xf32>) -> tensor<64xf32>
    tg.yield %1, %2 : tensor<64x32xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<64x32xf32>, tensor<64xf32>
}

// Results that are operands.
// CHECK-LABEL: func.func @passed(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    return %[[ARG1]], %[[ARG0]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @passed(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = tg.fusion (%p = %x, %q = %y) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    tg.yield %q, %p : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @plain(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<64x32xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[EXP]] : tensor<64x32xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<64x32xf32>
// CHECK-NEXT:  }
func.func @plain(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = tg.exp %x : tensor<64x32xf32>
  %1 = tg.neg %0 : tensor<64x32xf32>
  return %1 : tensor<64x32xf32>
}
