// NOTE: checks written by tg-lit update
// RUN: tg-opt --cse %s | tg-filecheck %s

// Equal loops collect the same; one that collects another value does not, nor one whose type says another length.
// CHECK-LABEL: func.func @loops(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<3xi32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32> collect (tensor<?xi32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG1]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SUB]], %[[ARG1]] : tensor<i32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[WHILE_1:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG1_1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32> collect (tensor<?xi32>) cond {
// CHECK-NEXT:      %[[COMPARE_1:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG1_1]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE_1]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SUB_1:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1_1]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SUB_1]], %[[SUB_1]] : tensor<i32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[WHILE_2:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG1_2:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32> collect (tensor<3xi32>) cond {
// CHECK-NEXT:      %[[COMPARE_2:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG1_2]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE_2]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SUB_2:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1_2]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SUB_2]], %[[ARG1_2]] : tensor<i32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1, %[[WHILE]]#1, %[[WHILE_1]]#1, %[[WHILE_2]]#1 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<3xi32>
// CHECK-NEXT:  }
func.func @loops(%n: tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<3xi32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %n) : tensor<i32> collect (tensor<?xi32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    tg.yield %1, %i : tensor<i32>, tensor<i32>
  }
  %2:2 = tg.while (%i = %n) : tensor<i32> collect (tensor<?xi32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    tg.yield %1, %i : tensor<i32>, tensor<i32>
  }
  %3:2 = tg.while (%i = %n) : tensor<i32> collect (tensor<?xi32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    tg.yield %1, %1 : tensor<i32>, tensor<i32>
  }
  %4:2 = tg.while (%i = %n) : tensor<i32> collect (tensor<3xi32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    tg.yield %1, %i : tensor<i32>, tensor<i32>
  }
  return %0#1, %2#1, %3#1, %4#1 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<3xi32>
}
