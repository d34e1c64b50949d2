// NOTE: checks written by tg-lit update
// RUN: tg-opt --refine-shapes %s | tg-filecheck %s

// As many rounds as a counter runs that begins and ends at constants, or as another result says.
// CHECK-LABEL: func.func @counted(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> (tensor<1000x4xf32>, tensor<1000xf32>, tensor<7xi32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<1999> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[CST]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32>, tensor<4xf32> collect (tensor<1000x4xf32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG2]], %[[CST_2]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[EXP]], %[[ARG3]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[WHILE]]#2 dims [1] : (tensor<1000x4xf32>) -> tensor<1000xf32>
// CHECK-NEXT:    %[[WHILE_1:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG2_1:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32> collect (tensor<7xi32>, tensor<7xi32>) cond {
// CHECK-NEXT:      %[[COMPARE_1:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2_1]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE_1]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2_1]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SUB]], %[[ARG2_1]], %[[SUB]] : tensor<i32>, tensor<i32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[WHILE_1]]#1, %[[WHILE_1]]#2 : tensor<7xi32>
// CHECK-NEXT:    return %[[WHILE]]#2, %[[REDUCE]], %[[ADD_1]] : tensor<1000x4xf32>, tensor<1000xf32>, tensor<7xi32>
// CHECK-NEXT:  }
func.func @counted(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<?xi32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %two = tg.constant dense<2> : tensor<i32>
  %many = tg.constant dense<1999> : tensor<i32>
  %0:3 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32> collect (tensor<?x4xf32>) cond {
    %1 = tg.compare lt %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %two : tensor<i32>
    %2 = tg.exp %v : tensor<4xf32>
    tg.yield %1, %2, %v : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  %3 = tg.reduce sum %0#2 dims [1] : (tensor<?x4xf32>) -> tensor<?xf32>
  %4:3 = tg.while (%i = %n) : tensor<i32> collect (tensor<?xi32>, tensor<7xi32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %two : tensor<i32>
    tg.yield %1, %i, %1 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %5 = tg.cast %4#2 : (tensor<7xi32>) -> tensor<?xi32>
  %6 = tg.add %4#1, %5 : tensor<?xi32>
  return %0#2, %3, %6 : tensor<?x4xf32>, tensor<?xf32>, tensor<?xi32>
}

// Values are of the extents that the body knows, whatever the number of rounds.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<?x4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32> collect (tensor<?x4xf32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SUB]], %[[ARG0]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<?x4xf32>
// CHECK-NEXT:  }
func.func @rows(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %n) : tensor<i32> collect (tensor<?x?xf32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.cast %x : (tensor<4xf32>) -> tensor<?xf32>
    tg.yield %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?x?xf32>
}
