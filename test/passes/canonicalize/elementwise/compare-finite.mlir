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

// RULE-DAG: Function=ne_of_max | Remark="applied ne-of-max to
// CHECK-LABEL: func.func @ne_of_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:  }
func.func @ne_of_max(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.max %arg0, %arg1 : tensor<f32>
  %1 = tg.compare ne %0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=ne_with_max | Remark="applied ne-with-max to
// CHECK-LABEL: func.func @ne_with_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG1]], %[[ARG0]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<2x3xi1>
// CHECK-NEXT:  }
func.func @ne_with_max(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = tg.max %arg0, %arg1 : tensor<2x3xf32>
  %1 = tg.compare ne %arg0, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

// RULE-DAG: Function=ne_of_min | Remark="applied ne-of-min to
// CHECK-LABEL: func.func @ne_of_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:  }
func.func @ne_of_min(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.min %arg1, %arg0 : tensor<f32>
  %1 = tg.compare ne %0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=ne_with_min | Remark="applied ne-with-min to
// CHECK-LABEL: func.func @ne_with_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:  }
func.func @ne_with_min(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.min %arg1, %arg0 : tensor<f32>
  %1 = tg.compare ne %arg0, %0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=ge_of_max | Remark="applied ge-of-max to
// CHECK-LABEL: func.func @ge_of_max(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    return %[[CST]] : tensor<i1>
// CHECK-NEXT:  }
func.func @ge_of_max(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.exp %arg1 : tensor<f32>
  %1 = tg.max %0, %arg0 : tensor<f32>
  %2 = tg.compare ge %1, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %2 : tensor<i1>
}

// RULE-DAG: Function=le_with_max | Remark="applied le-with-max to
// CHECK-LABEL: func.func @le_with_max(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    return %[[CST]] : tensor<i1>
// CHECK-NEXT:  }
func.func @le_with_max(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.max %arg0, %arg1 : tensor<f32>
  %1 = tg.compare le %arg0, %0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=le_of_min | Remark="applied le-of-min to
// CHECK-LABEL: func.func @le_of_min(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    return %[[CST]] : tensor<i1>
// CHECK-NEXT:  }
func.func @le_of_min(%arg0: tensor<f32>) -> tensor<i1> {
  %cst = tg.constant dense<-1.000000e+00> : tensor<f32>
  %0 = tg.min %cst, %arg0 : tensor<f32>
  %1 = tg.compare le %0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=ge_with_min | Remark="applied ge-with-min to
// CHECK-LABEL: func.func @ge_with_min(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    return %[[CST]] : tensor<i1>
// CHECK-NEXT:  }
func.func @ge_with_min(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.relu6 %arg0 : tensor<f32>
  %1 = tg.min %0, %arg1 : tensor<f32>
  %2 = tg.compare ge %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %2 : tensor<i1>
}

// RULE-DAG: Function=ne_of_relu | Remark="applied ne-of-relu to
// CHECK-LABEL: func.func @ne_of_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[CST]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:  }
func.func @ne_of_relu(%arg0: tensor<f32>) -> tensor<i1> {
  %0 = tg.relu %arg0 : tensor<f32>
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare ne %0, %cst : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}
