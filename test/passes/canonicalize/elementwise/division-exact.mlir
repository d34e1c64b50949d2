// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=div_minus_one | Remark="applied div-minus-one to
// CHECK-LABEL: func.func @div_minus_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_minus_one(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<-1.000000e+00> : tensor<f32>
  %0 = tg.div %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=rem_one | Remark="applied rem-one to
// CHECK-LABEL: func.func @rem_one(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @rem_one(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<1> : tensor<i32>
  %0 = tg.rem %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// RULE-DAG: Function=rem_minus_one | Remark="applied rem-minus-one to
// CHECK-LABEL: func.func @rem_minus_one(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @rem_minus_one(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<-1> : tensor<i32>
  %0 = tg.rem %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// RULE-DAG: Function=rem_rem | Remark="applied rem-rem to
// CHECK-LABEL: func.func @rem_rem(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REM:[a-zA-Z0-9_]+]] = tg.rem %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[REM]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @rem_rem(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.rem %arg0, %arg1 : tensor<4xf32>
  %1 = tg.rem %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_neg_neg | Remark="applied div-neg-neg to
// CHECK-LABEL: func.func @div_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_neg_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.neg %arg1 : tensor<4xf32>
  %2 = tg.div %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=div_neg_constant | Remark="applied div-neg-constant to
// CHECK-LABEL: func.func @div_neg_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_neg_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.div %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=constant_div_neg | Remark="applied constant-div-neg to
// CHECK-LABEL: func.func @constant_div_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @constant_div_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.div %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=neg_div_constant | Remark="applied neg-div-constant to
// CHECK-LABEL: func.func @neg_div_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_div_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.div %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=neg_constant_div | Remark="applied neg-constant-div to
// CHECK-LABEL: func.func @neg_constant_div(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_constant_div(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.div %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_of_neg | Remark="applied div-of-neg to
// CHECK-LABEL: func.func @div_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_of_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.div %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_by_neg | Remark="applied div-by-neg to
// CHECK-LABEL: func.func @div_by_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_by_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg1 : tensor<4xf32>
  %1 = tg.div %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=rem_by_neg | Remark="applied rem-by-neg to
// CHECK-LABEL: func.func @rem_by_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REM:[a-zA-Z0-9_]+]] = tg.rem %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[REM]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @rem_by_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg1 : tensor<4xf32>
  %1 = tg.rem %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=rem_by_abs | Remark="applied rem-by-abs to
// CHECK-LABEL: func.func @rem_by_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REM:[a-zA-Z0-9_]+]] = tg.rem %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[REM]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @rem_by_abs(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %arg1 : tensor<4xf32>
  %1 = tg.rem %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_abs_abs | Remark="applied div-abs-abs to
// CHECK-LABEL: func.func @div_abs_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_abs_abs(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.abs %arg1 : tensor<4xf32>
  %2 = tg.div %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=div_power_of_two | Remark="applied div-power-of-two to
// CHECK-LABEL: func.func @div_power_of_two(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_power_of_two(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<2.000000e+00> : tensor<f32>
  %0 = tg.div %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=rem_of_quotient | Remark="applied rem-of-quotient to
// CHECK-LABEL: func.func @rem_of_quotient(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[REM:[a-zA-Z0-9_]+]] = tg.rem %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[REM]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @rem_of_quotient(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.div %arg0, %arg1 : tensor<4xi32>
  %1 = tg.mul %0, %arg1 : tensor<4xi32>
  %2 = tg.sub %arg0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=quotient_and_remainder | Remark="applied quotient-and-remainder to
// CHECK-LABEL: func.func @quotient_and_remainder(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @quotient_and_remainder(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.div %arg0, %arg1 : tensor<4xi32>
  %1 = tg.mul %0, %arg1 : tensor<4xi32>
  %2 = tg.rem %arg0, %arg1 : tensor<4xi32>
  %3 = tg.add %1, %2 : tensor<4xi32>
  return %3 : tensor<4xi32>
}

// RULE-DAG: Function=div_of_multiple | Remark="applied div-of-multiple to
// CHECK-LABEL: func.func @div_of_multiple(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @div_of_multiple(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.rem %arg0, %arg1 : tensor<4xi32>
  %1 = tg.sub %arg0, %0 : tensor<4xi32>
  %2 = tg.div %1, %arg1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// The negation is used elsewhere, and so stays where it is.
// RULE-DAG: Function=neg_div_neg | Remark="applied neg-div-neg to
// CHECK-LABEL: func.func @neg_div_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]], %[[NEG]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_div_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.div %0, %arg1 : tensor<4xf32>
  %2 = tg.neg %1 : tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}

// RULE-DAG: Function=neg_div_neg_right | Remark="applied neg-div-neg-right to
// CHECK-LABEL: func.func @neg_div_neg_right(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]], %[[NEG]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_div_neg_right(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.neg %arg1 : tensor<4xf32>
  %1 = tg.div %arg0, %0 : tensor<4xf32>
  %2 = tg.neg %1 : tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}
