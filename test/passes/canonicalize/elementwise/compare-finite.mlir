// RUN: tg-opt --canonicalize="fp=finite" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=finite" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=not_order | Remark="applied not-order to
// CHECK-LABEL: func.func @not_order(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @not_order(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare lt %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=sign_of_difference | Remark="applied sign-of-difference to
// CHECK-LABEL: func.func @sign_of_difference(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @sign_of_difference(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare eq %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=above_one | Remark="applied above-one to
// CHECK-LABEL: func.func @above_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[MIN]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @above_one(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare ge %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare ge %arg0, %arg2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.or %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=below_one | Remark="applied below-one to
// CHECK-LABEL: func.func @below_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[MAX]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @below_one(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare lt %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare lt %arg0, %arg2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.or %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=compare_self | Remark="applied compare-self to
// CHECK-LABEL: func.func @compare_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_self(%arg0: tensor<4xf32>) -> (tensor<4xi1>) {
  %r1 = tg.compare ge %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r1 : tensor<4xi1>
}

// RULE-DAG: Function=ne_self | Remark="applied ne-self to
// CHECK-LABEL: func.func @ne_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @ne_self(%arg0: tensor<4xf32>) -> (tensor<4xi1>) {
  %r1 = tg.compare ne %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r1 : tensor<4xi1>
}
