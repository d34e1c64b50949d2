// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s

// What is collected becomes state, into which each round writes.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<0x2xf32>) -> (tensor<4xf32>, tensor<9x4xf32>, tensor<9xi1>, tensor<9x0x2xf32>) {
// CHECK-NEXT:    %[[C:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[C_1:[a-zA-Z0-9_]+]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[C_2:[a-zA-Z0-9_]+]] = stablehlo.constant dense<9> : tensor<i32>
// CHECK-NEXT:    %[[C_3:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<9x4xf32>
// CHECK-NEXT:    %[[C_4:[a-zA-Z0-9_]+]] = stablehlo.constant dense<false> : tensor<9xi1>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<9x0x2xf32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:6 = stablehlo.while(%[[ARG2:[a-zA-Z0-9_]+]] = %[[C]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[C_3]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[CST]], %[[ARG6:[a-zA-Z0-9_]+]] = %[[C_4]], %[[ARG7:[a-zA-Z0-9_]+]] = %[[CST_1]]) : tensor<i32>, tensor<4xf32>, tensor<i64>, tensor<9x4xf32>, tensor<9xi1>, tensor<9x0x2xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = stablehlo.compare LT, %[[ARG2]], %[[C_2]], SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[ARG2]], %[[C_1]] : tensor<i32>
// CHECK-NEXT:      %[[MULTIPLY:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[ARG3]], %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      %[[COMPARE_1:[a-zA-Z0-9_]+]] = stablehlo.compare EQ, %[[ARG2]], %[[C_1]], SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      %[[C_5:[a-zA-Z0-9_]+]] = stablehlo.constant dense<1> : tensor<i64>
// CHECK-NEXT:      %[[ADD_1:[a-zA-Z0-9_]+]] = stablehlo.add %[[ARG4]], %[[C_5]] : tensor<i64>
// CHECK-NEXT:      %[[RESHAPE:[a-zA-Z0-9_]+]] = stablehlo.reshape %[[ARG3]] : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:      %[[C_6:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT:      %[[DYNAMIC_UPDATE_SLICE:[a-zA-Z0-9_]+]] = stablehlo.dynamic_update_slice %[[ARG5]], %[[RESHAPE]], %[[ARG4]], %[[C_6]] : (tensor<9x4xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<9x4xf32>
// CHECK-NEXT:      %[[RESHAPE_1:[a-zA-Z0-9_]+]] = stablehlo.reshape %[[COMPARE_1]] : (tensor<i1>) -> tensor<1xi1>
// CHECK-NEXT:      %[[DYNAMIC_UPDATE_SLICE_1:[a-zA-Z0-9_]+]] = stablehlo.dynamic_update_slice %[[ARG6]], %[[RESHAPE_1]], %[[ARG4]] : (tensor<9xi1>, tensor<1xi1>, tensor<i64>) -> tensor<9xi1>
// CHECK-NEXT:      %[[RESHAPE_2:[a-zA-Z0-9_]+]] = stablehlo.reshape %[[ARG1]] : (tensor<0x2xf32>) -> tensor<1x0x2xf32>
// CHECK-NEXT:      %[[DYNAMIC_UPDATE_SLICE_2:[a-zA-Z0-9_]+]] = stablehlo.dynamic_update_slice %[[ARG7]], %[[RESHAPE_2]], %[[ARG4]], %[[C_6]], %[[C_6]] : (tensor<9x0x2xf32>, tensor<1x0x2xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<9x0x2xf32>
// CHECK-NEXT:      stablehlo.return %[[ADD]], %[[MULTIPLY]], %[[ADD_1]], %[[DYNAMIC_UPDATE_SLICE]], %[[DYNAMIC_UPDATE_SLICE_1]], %[[DYNAMIC_UPDATE_SLICE_2]] : tensor<i32>, tensor<4xf32>, tensor<i64>, tensor<9x4xf32>, tensor<9xi1>, tensor<9x0x2xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1, %[[WHILE]]#3, %[[WHILE]]#4, %[[WHILE]]#5 : tensor<4xf32>, tensor<9x4xf32>, tensor<9xi1>, tensor<9x0x2xf32>
// CHECK-NEXT:  }
func.func @loop(%x: tensor<4xf32>, %none: tensor<0x2xf32>) -> (tensor<4xf32>, tensor<9x4xf32>, tensor<9xi1>, tensor<9x0x2xf32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %nine = tg.constant dense<9> : tensor<i32>
  %0:5 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32> collect (tensor<9x4xf32>, tensor<9xi1>, tensor<9x0x2xf32>) cond {
    %1 = tg.compare lt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.mul %v, %v : tensor<4xf32>
    %3 = tg.compare eq %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1, %2, %v, %3, %none : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<0x2xf32>
  }
  return %0#1, %0#2, %0#3, %0#4 : tensor<4xf32>, tensor<9x4xf32>, tensor<9xi1>, tensor<9x0x2xf32>
}

// For no round, there is nothing to write.
// CHECK-LABEL: func.func @never(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i1>) -> tensor<0x4xf32> {
// CHECK-NEXT:    %[[C:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<0x4xf32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = stablehlo.while(%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[C]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[CST]]) : tensor<4xf32>, tensor<i64>, tensor<0x4xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      stablehlo.return %[[ARG1]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[NEGATE:[a-zA-Z0-9_]+]] = stablehlo.negate %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:      %[[C_1:[a-zA-Z0-9_]+]] = stablehlo.constant dense<1> : tensor<i64>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[ARG3]], %[[C_1]] : tensor<i64>
// CHECK-NEXT:      stablehlo.return %[[NEGATE]], %[[ADD]], %[[ARG4]] : tensor<4xf32>, tensor<i64>, tensor<0x4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#2 : tensor<0x4xf32>
// CHECK-NEXT:  }
func.func @never(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<0x4xf32> {
  %0:2 = tg.while (%v = %x) : tensor<4xf32> collect (tensor<0x4xf32>) cond {
    tg.yield %p : tensor<i1>
  } do {
    %1 = tg.neg %v : tensor<4xf32>
    tg.yield %1, %v : tensor<4xf32>, tensor<4xf32>
  }
  return %0#1 : tensor<0x4xf32>
}
