// NOTE: checks written by tg-lit update
// RUN: tg-opt --fold %s | tg-filecheck %s

// A loop of constants is run, with what it collects, but not where that is an error.
// CHECK-LABEL: func.func @squares() -> (tensor<i32>, tensor<5xi32>, tensor<4xi32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<5> : tensor<i32>
// CHECK-NEXT:    %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<5> : tensor<i32>
// CHECK-NEXT:    %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<[0, 1, 4, 9, 16]> : tensor<5xi32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG0:[a-zA-Z0-9_]+]] = %[[CST]]) : tensor<i32> collect (tensor<4xi32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[CST_2]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[ARG0]] : tensor<i32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[CST_3]], %[[CST_4]], %[[WHILE]]#1 : tensor<i32>, tensor<5xi32>, tensor<4xi32>
// CHECK-NEXT:  }
func.func @squares() -> (tensor<i32>, tensor<5xi32>, tensor<4xi32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %five = tg.constant dense<5> : tensor<i32>
  %0:2 = tg.while (%i = %zero) : tensor<i32> collect (tensor<5xi32>) cond {
    %1 = tg.compare lt %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.mul %i, %i : tensor<i32>
    tg.yield %1, %2 : tensor<i32>, tensor<i32>
  }
  %1:2 = tg.while (%i = %zero) : tensor<i32> collect (tensor<4xi32>) cond {
    %2 = tg.compare lt %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %2 : tensor<i1>
  } do {
    %2 = tg.add %i, %one : tensor<i32>
    tg.yield %2, %i : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1, %1#1 : tensor<i32>, tensor<5xi32>, tensor<4xi32>
}
