// NOTE: checks written by tg-lit update
// RUN: tg-opt --loop-invariant-code-motion %s | tg-filecheck %s

// A value that is the same in every round is computed once, and collected in each.
// CHECK-LABEL: func.func @invariant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<?x4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32> collect (tensor<?x4xf32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SUB]], %[[EXP]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<?x4xf32>
// CHECK-NEXT:  }
func.func @invariant(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<?x4xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %n) : tensor<i32> collect (tensor<?x4xf32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.exp %x : tensor<4xf32>
    tg.yield %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<?x4xf32>
}
