// NOTE: checks written by tg-lit update
// RUN: tg-opt --sccp %s | tg-filecheck %s

// That a constant is collected does not make the result one: it is as many of them as there are rounds.
// CHECK-LABEL: func.func @constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>) -> (tensor<?xi32>, tensor<i32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG2:[a-zA-Z0-9_]+]] = %[[CST]]) : tensor<i32>, tensor<i32> collect (tensor<?xi32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG1]], %[[CST_1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SUB]], %[[CST]], %[[ADD]] : tensor<i32>, tensor<i32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#2, %[[WHILE]]#1 : tensor<?xi32>, tensor<i32>
// CHECK-NEXT:  }
func.func @constant(%n: tensor<i32>) -> (tensor<?xi32>, tensor<i32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:3 = tg.while (%i = %n, %k = %one) : tensor<i32>, tensor<i32> collect (tensor<?xi32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.add %k, %zero : tensor<i32>
    tg.yield %1, %one, %2 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %0#2, %0#1 : tensor<?xi32>, tensor<i32>
}
