// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// Rules that a search found.

// RULE-DAG: Function=max_own_abs | Remark="applied max-own-abs to
// CHECK-LABEL: func.func @max_own_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_own_abs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.max %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_own_abs | Remark="applied min-own-abs to
// CHECK-LABEL: func.func @min_own_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_own_abs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.min %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_own_relu | Remark="applied max-own-relu to
// CHECK-LABEL: func.func @max_own_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[RELU]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_own_relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.max %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_own_ceil | Remark="applied max-own-ceil to
// CHECK-LABEL: func.func @max_own_ceil(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CEIL:[a-zA-Z0-9_]+]] = tg.ceil %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[CEIL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_own_ceil(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.ceil %x : tensor<4xf32>
  %1 = tg.max %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_own_ceil | Remark="applied min-own-ceil to
// CHECK-LABEL: func.func @min_own_ceil(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_own_ceil(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.ceil %x : tensor<4xf32>
  %1 = tg.min %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_own_floor | Remark="applied max-own-floor to
// CHECK-LABEL: func.func @max_own_floor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_own_floor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.floor %x : tensor<4xf32>
  %1 = tg.max %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_own_floor | Remark="applied min-own-floor to
// CHECK-LABEL: func.func @min_own_floor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FLOOR:[a-zA-Z0-9_]+]] = tg.floor %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[FLOOR]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_own_floor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.floor %x : tensor<4xf32>
  %1 = tg.min %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_own_exp | Remark="applied max-own-exp to
// CHECK-LABEL: func.func @max_own_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_own_exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.max %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_own_exp | Remark="applied min-own-exp to
// CHECK-LABEL: func.func @min_own_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_own_exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.min %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_own_log | Remark="applied min-own-log to
// CHECK-LABEL: func.func @min_own_log(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[LOG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_own_log(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.log %x : tensor<4xf32>
  %1 = tg.min %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_own_abs_neg | Remark="applied max-own-abs-neg to
// CHECK-LABEL: func.func @max_own_abs_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_own_abs_neg(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.neg %x : tensor<4xf32>
  %2 = tg.max %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=min_own_abs_neg | Remark="applied min-own-abs-neg to
// CHECK-LABEL: func.func @min_own_abs_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_own_abs_neg(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.neg %x : tensor<4xf32>
  %2 = tg.min %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=max_own_more | Remark="applied max-own-more to
// CHECK-LABEL: func.func @max_own_more(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_own_more(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<2.0> : tensor<f32>
  %0 = tg.add %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.max %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_own_less | Remark="applied max-own-less to
// CHECK-LABEL: func.func @max_own_less(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_own_less(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<-2.0> : tensor<f32>
  %0 = tg.add %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.max %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_own_more | Remark="applied min-own-more to
// CHECK-LABEL: func.func @min_own_more(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_own_more(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<2.0> : tensor<f32>
  %0 = tg.add %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.min %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_own_less | Remark="applied min-own-less to
// CHECK-LABEL: func.func @min_own_less(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_own_less(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<-2.0> : tensor<f32>
  %0 = tg.add %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.min %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_negative_part | Remark="applied max-negative-part to
// CHECK-LABEL: func.func @max_negative_part(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_negative_part(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.relu %0 : tensor<4xf32>
  %2 = tg.max %x, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=max_positive_part | Remark="applied max-positive-part to
// CHECK-LABEL: func.func @max_positive_part(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_positive_part(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.relu %x : tensor<4xf32>
  %2 = tg.max %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sum_of_parts | Remark="applied sum-of-parts to
// CHECK-LABEL: func.func @sum_of_parts(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sum_of_parts(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.neg %x : tensor<4xf32>
  %2 = tg.relu %1 : tensor<4xf32>
  %3 = tg.add %0, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// RULE-DAG: Function=max_of_sorted | Remark="applied max-of-sorted to
// CHECK-LABEL: func.func @max_of_sorted(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_of_sorted(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %x, %y : tensor<4xf32>
  %1 = tg.min %x, %y : tensor<4xf32>
  %2 = tg.max %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=min_of_sorted | Remark="applied min-of-sorted to
// CHECK-LABEL: func.func @min_of_sorted(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_of_sorted(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.min %x, %y : tensor<4xf32>
  %1 = tg.max %x, %y : tensor<4xf32>
  %2 = tg.min %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_own_low | Remark="applied clamp-own-low to
// CHECK-LABEL: func.func @clamp_own_low(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_own_low(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.clamp %x, %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_own_high | Remark="applied clamp-own-high to
// CHECK-LABEL: func.func @clamp_own_high(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_own_high(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<1.0> : tensor<f32>
  %0 = tg.clamp %c, %x, %x : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=rem_of_neg | Remark="applied rem-of-neg to
// CHECK-LABEL: func.func @rem_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REM:[a-zA-Z0-9_]+]] = tg.rem %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[REM]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @rem_of_neg(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.rem %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=polygamma_zero | Remark="applied polygamma-zero to
// CHECK-LABEL: func.func @polygamma_zero(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[DIGAMMA:[a-zA-Z0-9_]+]] = tg.digamma %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[DIGAMMA]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @polygamma_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.polygamma %c, %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=zero_of_sign | Remark="applied zero-of-sign to
// CHECK-LABEL: func.func @zero_of_sign(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare le %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @zero_of_sign(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.sign %x : tensor<4xf32>
  %1 = tg.compare le %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=zero_of_abs | Remark="applied zero-of-abs to
// CHECK-LABEL: func.func @zero_of_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @zero_of_abs(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.compare ne %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=zero_of_floor | Remark="applied zero-of-floor to
// CHECK-LABEL: func.func @zero_of_floor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @zero_of_floor(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.floor %x : tensor<4xf32>
  %1 = tg.compare ge %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=zero_of_ceil | Remark="applied zero-of-ceil to
// CHECK-LABEL: func.func @zero_of_ceil(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @zero_of_ceil(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.ceil %x : tensor<4xf32>
  %1 = tg.compare gt %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=zero_of_sqrt | Remark="applied zero-of-sqrt to
// CHECK-LABEL: func.func @zero_of_sqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @zero_of_sqrt(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.sqrt %x : tensor<4xf32>
  %1 = tg.compare gt %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=zero_of_cbrt | Remark="applied zero-of-cbrt to
// CHECK-LABEL: func.func @zero_of_cbrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @zero_of_cbrt(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.cbrt %x : tensor<4xf32>
  %1 = tg.compare lt %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=zero_of_tanh | Remark="applied zero-of-tanh to
// CHECK-LABEL: func.func @zero_of_tanh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @zero_of_tanh(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.tanh %x : tensor<4xf32>
  %1 = tg.compare ge %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=nan_of_abs | Remark="applied nan-of-abs to
// CHECK-LABEL: func.func @nan_of_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[ARG0]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @nan_of_abs(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.compare ne %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=nan_of_relu | Remark="applied nan-of-relu to
// CHECK-LABEL: func.func @nan_of_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[ARG0]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @nan_of_relu(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.compare ne %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=nan_of_exp | Remark="applied nan-of-exp to
// CHECK-LABEL: func.func @nan_of_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[ARG0]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @nan_of_exp(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.compare ne %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=nan_of_tanh | Remark="applied nan-of-tanh to
// CHECK-LABEL: func.func @nan_of_tanh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[ARG0]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @nan_of_tanh(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.tanh %x : tensor<4xf32>
  %1 = tg.compare ne %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=order_with_neg | Remark="applied order-with-neg to
// CHECK-LABEL: func.func @order_with_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @order_with_neg(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.compare gt %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=order_with_abs | Remark="applied order-with-abs to
// CHECK-LABEL: func.func @order_with_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @order_with_abs(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.compare ge %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=eq_with_abs | Remark="applied eq-with-abs to
// CHECK-LABEL: func.func @eq_with_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @eq_with_abs(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.compare eq %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=order_with_relu | Remark="applied order-with-relu to
// CHECK-LABEL: func.func @order_with_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @order_with_relu(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.compare lt %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=eq_with_relu | Remark="applied eq-with-relu to
// CHECK-LABEL: func.func @eq_with_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @eq_with_relu(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.compare eq %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=order_of_neg | Remark="applied order-of-neg to
// CHECK-LABEL: func.func @order_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @order_of_neg(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.compare gt %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=order_of_abs | Remark="applied order-of-abs to
// CHECK-LABEL: func.func @order_of_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @order_of_abs(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.compare gt %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=eq_of_abs | Remark="applied eq-of-abs to
// CHECK-LABEL: func.func @eq_of_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @eq_of_abs(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.compare eq %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=order_of_own_relu | Remark="applied order-of-own-relu to
// CHECK-LABEL: func.func @order_of_own_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @order_of_own_relu(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.compare le %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=eq_of_own_relu | Remark="applied eq-of-own-relu to
// CHECK-LABEL: func.func @eq_of_own_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @eq_of_own_relu(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.compare eq %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=number_and_order | Remark="applied number-and-order to
// CHECK-LABEL: func.func @number_and_order(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @number_and_order(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare lt %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare eq %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=number_and_order_second | Remark="applied number-and-order-second to
// CHECK-LABEL: func.func @number_and_order_second(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @number_and_order_second(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare lt %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare eq %y, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=nan_or_unequal | Remark="applied nan-or-unequal to
// CHECK-LABEL: func.func @nan_or_unequal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @nan_or_unequal(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare ne %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare ne %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.or %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=nan_or_unequal_second | Remark="applied nan-or-unequal-second to
// CHECK-LABEL: func.func @nan_or_unequal_second(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @nan_or_unequal_second(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare ne %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare ne %y, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.or %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}
