// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-elementwise %s | tg-filecheck %s
// RUN: tg-opt --print-cost --fuse-elementwise --print-cost %s -o %t 2>&1 | tg-filecheck %s --check-prefix=EFFECT

// Six tensors of 8 KiB are read and written before, four after.
// EFFECT: module: {{.*}}, 48 KiB
// EFFECT: module: {{.*}}, 32 KiB

// The product and the sum run as one: the product never reaches memory.
// CHECK-LABEL: func.func @multiply_add(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x32xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<64x32xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG3]], %[[ARG4]] : tensor<64x32xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MUL]], %[[ARG5]] : tensor<64x32xf32>
// CHECK-NEXT:      tg.yield %[[ADD]] : tensor<64x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<64x32xf32>
// CHECK-NEXT:  }
func.func @multiply_add(%x0: tensor<64x32xf32>, %x1: tensor<64x32xf32>, %x2: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = tg.mul %x0, %x1 : tensor<64x32xf32>
  %1 = tg.add %0, %x2 : tensor<64x32xf32>
  return %1 : tensor<64x32xf32>
}
