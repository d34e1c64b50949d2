// RUN: tg-opt --canonicalize="fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=fast" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=pow_two | Remark="applied pow-two to
// CHECK-LABEL: func.func @pow_two(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<4xi32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @pow_two(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<2> : tensor<i32>
  %0 = tg.pow %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// RULE-DAG: Function=pow_three | Remark="applied pow-three to
// CHECK-LABEL: func.func @pow_three(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[MUL]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @pow_three(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.pow %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=pow_four | Remark="applied pow-four to
// CHECK-LABEL: func.func @pow_four(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[MUL]], %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @pow_four(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<4.000000e+00> : tensor<f32>
  %0 = tg.pow %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=pow_minus_one | Remark="applied pow-minus-one to
// CHECK-LABEL: func.func @pow_minus_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf64>) -> tensor<4xf64> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f64>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG0]] : (tensor<f64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf64>
// CHECK-NEXT:  }
func.func @pow_minus_one(%arg0: tensor<4xf64>) -> tensor<4xf64> {
  %cst = tg.constant dense<-1.000000e+00> : tensor<f64>
  %0 = tg.pow %arg0, %cst : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// RULE-DAG: Function=pow_minus_two | Remark="applied pow-minus-two to
// CHECK-LABEL: func.func @pow_minus_two(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[MUL]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @pow_minus_two(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<-2.000000e+00> : tensor<f32>
  %0 = tg.pow %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=pow_half | Remark="applied pow-half to
// CHECK-LABEL: func.func @pow_half(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @pow_half(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<5.000000e-01> : tensor<f32>
  %0 = tg.pow %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=pow_minus_half | Remark="applied pow-minus-half to
// CHECK-LABEL: func.func @pow_minus_half(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[RSQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @pow_minus_half(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<-5.000000e-01> : tensor<f32>
  %0 = tg.pow %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=pow_three_halves | Remark="applied pow-three-halves to
// CHECK-LABEL: func.func @pow_three_halves(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @pow_three_halves(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<1.500000e+00> : tensor<f32>
  %0 = tg.pow %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=product_of_powers | Remark="applied product-of-powers to
// CHECK-LABEL: func.func @product_of_powers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[POW:[a-zA-Z0-9_]+]] = tg.pow %[[ARG0]], %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:    return %[[POW]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @product_of_powers(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.pow %arg0, %arg1 : tensor<4xf32>
  %1 = tg.pow %arg0, %arg2 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=quotient_of_powers | Remark="applied quotient-of-powers to
// CHECK-LABEL: func.func @quotient_of_powers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[POW:[a-zA-Z0-9_]+]] = tg.pow %[[ARG0]], %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:    return %[[POW]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @quotient_of_powers(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.pow %arg0, %arg1 : tensor<4xf32>
  %1 = tg.pow %arg0, %arg2 : tensor<4xf32>
  %2 = tg.div %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=power_of_product | Remark="applied power-of-product to
// CHECK-LABEL: func.func @power_of_product(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[POW:[a-zA-Z0-9_]+]] = tg.pow %[[MUL]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[POW]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @power_of_product(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.pow %arg0, %arg1 : tensor<4xf32>
  %1 = tg.pow %arg2, %arg1 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=power_times_base | Remark="applied power-times-base to
// CHECK-LABEL: func.func @power_times_base(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[MUL]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @power_times_base(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<-3.000000e+00> : tensor<f32>
  %0 = tg.pow %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.mul %0, %arg0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=reciprocal_of_power | Remark="applied reciprocal-of-power to
// CHECK-LABEL: func.func @reciprocal_of_power(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[MUL]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @reciprocal_of_power(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<-3.000000e+00> : tensor<f32>
  %0 = tg.pow %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<1.000000e+00> : tensor<f32>
  %1 = tg.div %cst_0, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=power_of_exp | Remark="applied power-of-exp to
// CHECK-LABEL: func.func @power_of_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @power_of_exp(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.pow %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=exp_of_log_product | Remark="applied exp-of-log-product to
// CHECK-LABEL: func.func @exp_of_log_product(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[POW:[a-zA-Z0-9_]+]] = tg.pow %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[POW]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_of_log_product(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.log %arg0 : tensor<4xf32>
  %1 = tg.mul %0, %arg1 : tensor<4xf32>
  %2 = tg.exp %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
