// NOTE: checks written by tg-lit update
// RUN: tg-opt --remove-dead-values %s | tg-filecheck %s --check-prefix=WITH
// RUN: tg-opt --remove-dead-values="canonicalize=false" %s | tg-filecheck %s --check-prefix=WITHOUT

// What is collected for nobody needs nothing: neither do the values of which it is made.
// WITH-LABEL: func.func @dead(
// WITH-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// WITH-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<?x4xf32> {
// WITH-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// WITH-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// WITH-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> collect (tensor<?x4xf32>) cond {
// WITH-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// WITH-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// WITH-NEXT:    } do {
// WITH-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2]], %[[CST_1]] : tensor<i32>
// WITH-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG3]] : tensor<4xf32>
// WITH-NEXT:      %{{[a-zA-Z0-9_]+}} = ub.poison : tensor<4xf32>
// WITH-NEXT:      %{{[a-zA-Z0-9_]+}} = ub.poison : tensor<4xf32>
// WITH-NEXT:      tg.yield %[[SUB]], %[[EXP]], %[[ARG3]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// WITH-NEXT:    }
// WITH-NEXT:    return %[[WHILE]]#2 : tensor<?x4xf32>
// WITH-NEXT:  }
// WITHOUT-LABEL: func.func @dead(
// WITHOUT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// WITHOUT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<?x4xf32> {
// WITHOUT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// WITHOUT-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// WITHOUT-NEXT:    %[[POISON:[a-zA-Z0-9_]+]] = ub.poison : tensor<4xf32>
// WITHOUT-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:5 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]], %{{[a-zA-Z0-9_]+}} = %[[POISON]]) : tensor<i32>, tensor<4xf32>, tensor<4xf32> collect (tensor<?x4xf32>, tensor<?x4xf32>) cond {
// WITHOUT-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// WITHOUT-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// WITHOUT-NEXT:    } do {
// WITHOUT-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2]], %[[CST_1]] : tensor<i32>
// WITHOUT-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG3]] : tensor<4xf32>
// WITHOUT-NEXT:      %[[POISON_1:[a-zA-Z0-9_]+]] = ub.poison : tensor<4xf32>
// WITHOUT-NEXT:      %[[POISON_2:[a-zA-Z0-9_]+]] = ub.poison : tensor<4xf32>
// WITHOUT-NEXT:      tg.yield %[[SUB]], %[[EXP]], %[[POISON_1]], %[[ARG3]], %[[POISON_2]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    return %[[WHILE]]#3 : tensor<?x4xf32>
// WITHOUT-NEXT:  }
func.func @dead(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<?x4xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:5 = tg.while (%i = %n, %v = %x, %w = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32> collect (tensor<?x4xf32>, tensor<?x4xf32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.exp %v : tensor<4xf32>
    %3 = tg.sin %w : tensor<4xf32>
    %4 = tg.cos %3 : tensor<4xf32>
    tg.yield %1, %2, %3, %v, %4 : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#3 : tensor<?x4xf32>
}

