// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=minus_zero_sub | Remark="applied minus-zero-sub to
// CHECK-LABEL: func.func @minus_zero_sub(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @minus_zero_sub(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<-0.000000e+00> : tensor<f32>
  %0 = tg.sub %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=mul_minus_one | Remark="applied mul-minus-one to
// CHECK-LABEL: func.func @mul_minus_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_minus_one(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<-1.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=mul_ones | Remark="applied mul-ones to
// CHECK-LABEL: func.func @mul_ones(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xui32>) -> tensor<4xui32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xui32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xui32>
// CHECK-NEXT:  }
func.func @mul_ones(%arg0: tensor<4xui32>) -> tensor<4xui32> {
  %cst = tg.constant dense<4294967295> : tensor<ui32>
  %0 = tg.mul %arg0, %cst : (tensor<4xui32>, tensor<ui32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// RULE-DAG: Function=add_neg | Remark="applied add-neg to
// CHECK-LABEL: func.func @add_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg1 : tensor<4xf32>
  %1 = tg.add %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_neg | Remark="applied sub-neg to
// CHECK-LABEL: func.func @sub_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg1 : tensor<4xf32>
  %1 = tg.sub %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_of_neg_constant | Remark="applied sub-of-neg-constant to
// CHECK-LABEL: func.func @sub_of_neg_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_of_neg_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.sub %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=mul_neg_neg | Remark="applied mul-neg-neg to
// CHECK-LABEL: func.func @mul_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_neg_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.neg %arg1 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=mul_neg_constant | Remark="applied mul-neg-constant to
// CHECK-LABEL: func.func @mul_neg_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_neg_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.mul %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=neg_mul_constant | Remark="applied neg-mul-constant to
// CHECK-LABEL: func.func @neg_mul_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_mul_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=mul_neg | Remark="applied mul-neg to
// CHECK-LABEL: func.func @mul_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.mul %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=square_abs | Remark="applied square-abs to
// CHECK-LABEL: func.func @square_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @square_abs(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.abs %arg0 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=mul_abs_abs | Remark="applied mul-abs-abs to
// CHECK-LABEL: func.func @mul_abs_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_abs_abs(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.abs %arg1 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sign_times_abs | Remark="applied sign-times-abs to
// CHECK-LABEL: func.func @sign_times_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sign_times_abs(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sign %arg0 : tensor<4xf32>
  %1 = tg.abs %arg0 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sign_times_self | Remark="applied sign-times-self to
// CHECK-LABEL: func.func @sign_times_self(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sign_times_self(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sign %arg0 : tensor<4xf32>
  %1 = tg.mul %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=add_self | Remark="applied add-self to
// CHECK-LABEL: func.func @add_self(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_self(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The negation is used elsewhere, and so stays where it is.
// RULE-DAG: Function=neg_mul_neg | Remark="applied neg-mul-neg to
// CHECK-LABEL: func.func @neg_mul_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]], %[[NEG]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_mul_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.mul %0, %arg1 : tensor<4xf32>
  %2 = tg.neg %1 : tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}

// RULE-DAG: Function=sub_constant | Remark="applied sub-constant to
// CHECK-LABEL: func.func @sub_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.sub %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
