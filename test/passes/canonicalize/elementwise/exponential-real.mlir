// RUN: tg-opt --canonicalize="fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=fast" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=log_exp | Remark="applied log-exp to
// CHECK-LABEL: func.func @log_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log_exp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.log %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=exp_log | Remark="applied exp-log to
// CHECK-LABEL: func.func @exp_log(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_log(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.log %arg0 : tensor<4xf32>
  %1 = tg.exp %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=log1p_expm1 | Remark="applied log1p-expm1 to
// CHECK-LABEL: func.func @log1p_expm1(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log1p_expm1(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.expm1 %arg0 : tensor<4xf32>
  %1 = tg.log1p %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=expm1_log1p | Remark="applied expm1-log1p to
// CHECK-LABEL: func.func @expm1_log1p(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @expm1_log1p(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.log1p %arg0 : tensor<4xf32>
  %1 = tg.expm1 %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=exp_log1p | Remark="applied exp-log1p to
// CHECK-LABEL: func.func @exp_log1p(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_log1p(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.log1p %arg0 : tensor<4xf32>
  %1 = tg.exp %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=expm1_log | Remark="applied expm1-log to
// CHECK-LABEL: func.func @expm1_log(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @expm1_log(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.log %arg0 : tensor<4xf32>
  %1 = tg.expm1 %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=log_quotient | Remark="applied log-quotient to
// CHECK-LABEL: func.func @log_quotient(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[LOG]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log_quotient(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.div %0, %arg1 : tensor<4xf32>
  %2 = tg.log %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=log_product | Remark="applied log-product to
// CHECK-LABEL: func.func @log_product(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[LOG]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log_product(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.mul %0, %arg1 : tensor<4xf32>
  %2 = tg.log %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=log_reciprocal | Remark="applied log-reciprocal to
// CHECK-LABEL: func.func @log_reciprocal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[LOG]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log_reciprocal(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %0 = tg.div %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.log %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=log_sqrt | Remark="applied log-sqrt to
// CHECK-LABEL: func.func @log_sqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[LOG]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log_sqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg0 : tensor<4xf32>
  %1 = tg.log %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=log_rsqrt | Remark="applied log-rsqrt to
// CHECK-LABEL: func.func @log_rsqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[LOG]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log_rsqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.rsqrt %arg0 : tensor<4xf32>
  %1 = tg.log %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=exp_sum | Remark="applied exp-sum to
// CHECK-LABEL: func.func @exp_sum(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_sum(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.exp %arg1 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=exp_difference | Remark="applied exp-difference to
// CHECK-LABEL: func.func @exp_difference(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_difference(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.exp %arg1 : tensor<4xf32>
  %2 = tg.div %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=exp_reciprocal | Remark="applied exp-reciprocal to
// CHECK-LABEL: func.func @exp_reciprocal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_reciprocal(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %1 = tg.div %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=exp_neg_log | Remark="applied exp-neg-log to
// CHECK-LABEL: func.func @exp_neg_log(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_neg_log(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.log %arg0 : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.exp %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=exp_minus_one | Remark="applied exp-minus-one to
// CHECK-LABEL: func.func @exp_minus_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[EXPM1:[a-zA-Z0-9_]+]] = tg.expm1 %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXPM1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_minus_one(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %1 = tg.sub %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=exp_plus_minus_one | Remark="applied exp-minus-one to
// CHECK-LABEL: func.func @exp_plus_minus_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[EXPM1:[a-zA-Z0-9_]+]] = tg.expm1 %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXPM1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exp_plus_minus_one(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %cst = tg.constant dense<-1.000000e+00> : tensor<f32>
  %1 = tg.add %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=log_one_plus | Remark="applied log-one-plus to
// CHECK-LABEL: func.func @log_one_plus(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[LOG1P:[a-zA-Z0-9_]+]] = tg.log1p %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[LOG1P]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log_one_plus(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.log %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=expm1_plus_one | Remark="applied expm1-plus-one to
// CHECK-LABEL: func.func @expm1_plus_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @expm1_plus_one(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.expm1 %arg0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %1 = tg.add %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=log1p_minus_one | Remark="applied log1p-minus-one to
// CHECK-LABEL: func.func @log1p_minus_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[LOG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @log1p_minus_one(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %0 = tg.sub %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.log1p %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=one_minus_erf | Remark="applied one-minus-erf to
// CHECK-LABEL: func.func @one_minus_erf(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ERFC:[a-zA-Z0-9_]+]] = tg.erfc %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ERFC]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @one_minus_erf(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.erf %arg0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %1 = tg.sub %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=one_minus_erfc | Remark="applied one-minus-erfc to
// CHECK-LABEL: func.func @one_minus_erfc(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ERF:[a-zA-Z0-9_]+]] = tg.erf %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ERF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @one_minus_erfc(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.erfc %arg0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %1 = tg.sub %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sqrt_square | Remark="applied sqrt-square to
// CHECK-LABEL: func.func @sqrt_square(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sqrt_square(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %arg0, %arg0 : tensor<4xf32>
  %1 = tg.sqrt %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=square_sqrt | Remark="applied square-sqrt to
// CHECK-LABEL: func.func @square_sqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @square_sqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg0 : tensor<4xf32>
  %1 = tg.sqrt %arg0 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=rsqrt_square | Remark="applied rsqrt-square to
// CHECK-LABEL: func.func @rsqrt_square(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ABS]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @rsqrt_square(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %arg0, %arg0 : tensor<4xf32>
  %1 = tg.rsqrt %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=square_rsqrt | Remark="applied square-rsqrt to
// CHECK-LABEL: func.func @square_rsqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @square_rsqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.rsqrt %arg0 : tensor<4xf32>
  %1 = tg.rsqrt %arg0 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=div_sqrt | Remark="applied div-sqrt to
// CHECK-LABEL: func.func @div_sqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[RSQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_sqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %1 = tg.div %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_rsqrt | Remark="applied div-rsqrt to
// CHECK-LABEL: func.func @div_rsqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_rsqrt(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.rsqrt %arg1 : tensor<4xf32>
  %1 = tg.div %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_own_sqrt | Remark="applied div-own-sqrt to
// CHECK-LABEL: func.func @div_own_sqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_own_sqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg0 : tensor<4xf32>
  %1 = tg.div %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=mul_own_rsqrt | Remark="applied mul-own-rsqrt to
// CHECK-LABEL: func.func @mul_own_rsqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_own_rsqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.rsqrt %arg0 : tensor<4xf32>
  %1 = tg.mul %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_by_sqrt | Remark="applied div-by-sqrt to
// CHECK-LABEL: func.func @div_by_sqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[RSQRT]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_by_sqrt(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg1 : tensor<4xf32>
  %1 = tg.div %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sqrt_reciprocal | Remark="applied sqrt-reciprocal to
// CHECK-LABEL: func.func @sqrt_reciprocal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[RSQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sqrt_reciprocal(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %0 = tg.div %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.sqrt %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=rsqrt_reciprocal | Remark="applied rsqrt-reciprocal to
// CHECK-LABEL: func.func @rsqrt_reciprocal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @rsqrt_reciprocal(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %0 = tg.div %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.rsqrt %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sqrt_product | Remark="applied sqrt-product to
// CHECK-LABEL: func.func @sqrt_product(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sqrt_product(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg0 : tensor<4xf32>
  %1 = tg.sqrt %arg1 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sqrt_quotient | Remark="applied sqrt-quotient to
// CHECK-LABEL: func.func @sqrt_quotient(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sqrt_quotient(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg0 : tensor<4xf32>
  %1 = tg.sqrt %arg1 : tensor<4xf32>
  %2 = tg.div %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sqrt_exp | Remark="applied sqrt-exp to
// CHECK-LABEL: func.func @sqrt_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sqrt_exp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.sqrt %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=cbrt_cube | Remark="applied cbrt-cube to
// CHECK-LABEL: func.func @cbrt_cube(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cbrt_cube(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %arg0, %arg0 : tensor<4xf32>
  %1 = tg.mul %0, %arg0 : tensor<4xf32>
  %2 = tg.cbrt %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sigmoid | Remark="applied sigmoid to
// CHECK-LABEL: func.func @sigmoid(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGMOID]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sigmoid(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.exp %0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %2 = tg.add %1, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<1.000000e+00> : tensor<f32>
  %3 = tg.div %cst_0, %2 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// RULE-DAG: Function=sigmoid_of_exp | Remark="applied sigmoid-of-exp to
// CHECK-LABEL: func.func @sigmoid_of_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGMOID]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sigmoid_of_exp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.exp %arg0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %2 = tg.add %1, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = tg.div %0, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// RULE-DAG: Function=sigmoid_of_tanh | Remark="applied sigmoid-of-tanh to
// CHECK-LABEL: func.func @sigmoid_of_tanh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGMOID]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sigmoid_of_tanh(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<5.000000e-01> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.tanh %0 : tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e-01> : tensor<f32>
  %2 = tg.mul %1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_1 = tg.constant dense<5.000000e-01> : tensor<f32>
  %3 = tg.add %2, %cst_1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// RULE-DAG: Function=tanh_of_sigmoid | Remark="applied tanh-of-sigmoid to
// CHECK-LABEL: func.func @tanh_of_sigmoid(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[TANH:[a-zA-Z0-9_]+]] = tg.tanh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[TANH]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tanh_of_sigmoid(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<2.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.sigmoid %0 : tensor<4xf32>
  %cst_0 = tg.constant dense<2.000000e+00> : tensor<f32>
  %2 = tg.mul %1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_1 = tg.constant dense<1.000000e+00> : tensor<f32>
  %3 = tg.sub %2, %cst_1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// RULE-DAG: Function=silu_product | Remark="applied silu-product to
// CHECK-LABEL: func.func @silu_product(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SILU:[a-zA-Z0-9_]+]] = tg.silu %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SILU]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @silu_product(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sigmoid %arg0 : tensor<4xf32>
  %1 = tg.mul %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=silu_quotient | Remark="applied silu-quotient to
// CHECK-LABEL: func.func @silu_quotient(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SILU:[a-zA-Z0-9_]+]] = tg.silu %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SILU]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @silu_quotient(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.exp %0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %2 = tg.add %1, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = tg.div %arg0, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// RULE-DAG: Function=sigmoid_of_tanh_sum | Remark="applied sigmoid-of-tanh-sum to
// CHECK-LABEL: func.func @sigmoid_of_tanh_sum(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGMOID]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sigmoid_of_tanh_sum(%arg0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r1 = tg.constant dense<5.000000e-01> : tensor<f32>
  %r2 = tg.mul %arg0, %r1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r3 = tg.tanh %r2 : tensor<4xf32>
  %r4 = tg.constant dense<1.000000e+00> : tensor<f32>
  %r5 = tg.add %r3, %r4 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r6 = tg.constant dense<5.000000e-01> : tensor<f32>
  %r7 = tg.mul %r5, %r6 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r7 : tensor<4xf32>
}

// RULE-DAG: Function=one_minus_sigmoid | Remark="applied one-minus-sigmoid to
// CHECK-LABEL: func.func @one_minus_sigmoid(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGMOID]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @one_minus_sigmoid(%arg0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r1 = tg.constant dense<1.000000e+00> : tensor<f32>
  %r2 = tg.sigmoid %arg0 : tensor<4xf32>
  %r3 = tg.sub %r1, %r2 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %r3 : tensor<4xf32>
}
