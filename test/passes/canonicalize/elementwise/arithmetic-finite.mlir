// RUN: tg-opt --canonicalize="fp=finite" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=finite" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=add_zero | Remark="applied add-zero to
// CHECK-LABEL: func.func @add_zero(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_zero(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=sub_minus_zero | Remark="applied sub-minus-zero to
// CHECK-LABEL: func.func @sub_minus_zero(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_minus_zero(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<-0.000000e+00> : tensor<f32>
  %0 = tg.sub %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=mul_zero | Remark="applied mul-zero to
// CHECK-LABEL: func.func @mul_zero(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_zero(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=zero_sub | Remark="applied zero-sub to
// CHECK-LABEL: func.func @zero_sub(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @zero_sub(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.sub %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=neg_sub | Remark="applied neg-sub to
// CHECK-LABEL: func.func @neg_sub(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_sub(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=neg_add_constant | Remark="applied neg-add-constant to
// CHECK-LABEL: func.func @neg_add_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_add_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_self | Remark="applied sub-self to
// CHECK-LABEL: func.func @sub_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_self(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
