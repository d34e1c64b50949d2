// RUN: tg-opt --canonicalize="fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=fast" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=zero_div | Remark="applied zero-div to
// CHECK-LABEL: func.func @zero_div(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @zero_div(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.div %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=div_self | Remark="applied div-self to
// CHECK-LABEL: func.func @div_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_self(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=div_by_own_abs | Remark="applied div-by-own-abs to
// CHECK-LABEL: func.func @div_by_own_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGN:[a-zA-Z0-9_]+]] = tg.sign %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_by_own_abs(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.div %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=abs_div_self | Remark="applied abs-div-self to
// CHECK-LABEL: func.func @abs_div_self(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGN:[a-zA-Z0-9_]+]] = tg.sign %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @abs_div_self(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.div %0, %arg0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_constant | Remark="applied div-constant to
// CHECK-LABEL: func.func @div_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.333333343> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.div %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=mul_div | Remark="applied mul-div to
// CHECK-LABEL: func.func @mul_div(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_div(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %arg0, %arg1 : tensor<4xf32>
  %1 = tg.div %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_mul | Remark="applied div-mul to
// CHECK-LABEL: func.func @div_mul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_mul(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %arg0, %arg1 : tensor<4xf32>
  %1 = tg.mul %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_of_products | Remark="applied div-of-products to
// CHECK-LABEL: func.func @div_of_products(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_of_products(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %arg0, %arg1 : tensor<4xf32>
  %1 = tg.mul %arg0, %arg2 : tensor<4xf32>
  %2 = tg.div %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=div_by_product | Remark="applied div-by-product to
// CHECK-LABEL: func.func @div_by_product(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG1]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_by_product(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %arg0, %arg1 : tensor<4xf32>
  %1 = tg.div %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=quotient_div_self | Remark="applied quotient-div-self to
// CHECK-LABEL: func.func @quotient_div_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG1]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @quotient_div_self(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %arg0, %arg1 : tensor<4xf32>
  %1 = tg.div %0, %arg0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_div | Remark="applied div-div to
// CHECK-LABEL: func.func @div_div(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_div(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %arg0, %arg1 : tensor<4xf32>
  %1 = tg.div %0, %arg2 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_of_div | Remark="applied div-of-div to
// CHECK-LABEL: func.func @div_of_div(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[MUL]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_of_div(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %arg1, %arg2 : tensor<4xf32>
  %1 = tg.div %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=mul_reciprocal | Remark="applied mul-reciprocal to
// CHECK-LABEL: func.func @mul_reciprocal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_reciprocal(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %0 = tg.div %cst, %arg1 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.mul %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sum_of_quotients | Remark="applied sum-of-quotients to
// CHECK-LABEL: func.func @sum_of_quotients(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ADD]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sum_of_quotients(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %arg0, %arg1 : tensor<4xf32>
  %1 = tg.div %arg2, %arg1 : tensor<4xf32>
  %2 = tg.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=difference_of_quotients | Remark="applied difference-of-quotients to
// CHECK-LABEL: func.func @difference_of_quotients(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[SUB]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @difference_of_quotients(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %arg0, %arg1 : tensor<4xf32>
  %1 = tg.div %arg2, %arg1 : tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=div_of_quotients | Remark="applied div-of-quotients to
// CHECK-LABEL: func.func @div_of_quotients(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG3]] : tensor<2x3xf32>
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[ARG1]], %[[ARG2]] : tensor<2x3xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[MUL]], %[[MUL_1]] : tensor<2x3xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @div_of_quotients(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.div %arg0, %arg1 : tensor<2x3xf32>
  %1 = tg.div %arg2, %arg3 : tensor<2x3xf32>
  %2 = tg.div %0, %1 : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
