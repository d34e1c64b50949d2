// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=compare_constant | Remark="applied compare-constant to
// CHECK-LABEL: func.func @compare_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_constant(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.compare lt %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=not_equality | Remark="applied not-equality to
// CHECK-LABEL: func.func @not_equality(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @not_equality(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare eq %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=lt_lowest | Remark="applied lt-lowest to
// CHECK-LABEL: func.func @lt_lowest(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @lt_lowest(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %cst = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.compare lt %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=gt_highest | Remark="applied gt-highest to
// CHECK-LABEL: func.func @gt_highest(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @gt_highest(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %cst = tg.constant dense<0x7F800000> : tensor<f32>
  %0 = tg.compare gt %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=ge_lowest | Remark="applied ge-lowest to
// CHECK-LABEL: func.func @ge_lowest(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @ge_lowest(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %cst = tg.constant dense<-2147483648> : tensor<i32>
  %0 = tg.compare ge %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=le_highest | Remark="applied le-highest to
// CHECK-LABEL: func.func @le_highest(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @le_highest(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %cst = tg.constant dense<2147483647> : tensor<i32>
  %0 = tg.compare le %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=le_lowest | Remark="applied le-lowest to
// CHECK-LABEL: func.func @le_lowest(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @le_lowest(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %cst = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.compare le %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=ge_highest | Remark="applied ge-highest to
// CHECK-LABEL: func.func @ge_highest(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0x7F800000> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @ge_highest(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %cst = tg.constant dense<0x7F800000> : tensor<f32>
  %0 = tg.compare ge %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=gt_lowest | Remark="applied gt-lowest to
// CHECK-LABEL: func.func @gt_lowest(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2147483648> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @gt_lowest(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %cst = tg.constant dense<-2147483648> : tensor<i32>
  %0 = tg.compare gt %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=lt_highest | Remark="applied lt-highest to
// CHECK-LABEL: func.func @lt_highest(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2147483647> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @lt_highest(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %cst = tg.constant dense<2147483647> : tensor<i32>
  %0 = tg.compare lt %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=compare_nan | Remark="applied compare-nan to
// CHECK-LABEL: func.func @compare_nan(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_nan(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %cst = tg.constant dense<0x7FC00000> : tensor<f32>
  %0 = tg.compare lt %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=ne_nan | Remark="applied ne-nan to
// CHECK-LABEL: func.func @ne_nan(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @ne_nan(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %cst = tg.constant dense<0x7FC00000> : tensor<f32>
  %0 = tg.compare ne %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=eq_true | Remark="applied eq-true to
// CHECK-LABEL: func.func @eq_true(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @eq_true(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<true> : tensor<i1>
  %0 = tg.compare eq %arg0, %cst : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=ne_false | Remark="applied ne-false to
// CHECK-LABEL: func.func @ne_false(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @ne_false(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<false> : tensor<i1>
  %0 = tg.compare ne %arg0, %cst : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=eq_false | Remark="applied eq-false to
// CHECK-LABEL: func.func @eq_false(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @eq_false(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<false> : tensor<i1>
  %0 = tg.compare eq %arg0, %cst : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=ne_true | Remark="applied ne-true to
// CHECK-LABEL: func.func @ne_true(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @ne_true(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<true> : tensor<i1>
  %0 = tg.compare ne %arg0, %cst : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=ne_bool | Remark="applied ne-bool to
// CHECK-LABEL: func.func @ne_bool(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[XOR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @ne_bool(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.compare ne %arg0, %arg1 : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=not_xor_bool | Remark="applied not-xor-bool to
// CHECK-LABEL: func.func @not_xor_bool(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @not_xor_bool(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=ne_zero_of_bool | Remark="applied ne-zero-of-bool to
// CHECK-LABEL: func.func @ne_zero_of_bool(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @ne_zero_of_bool(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.convert %arg0 : (tensor<4xi1>) -> tensor<4xf32>
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare ne %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=gt_zero_of_bool | Remark="applied gt-zero-of-bool to
// CHECK-LABEL: func.func @gt_zero_of_bool(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @gt_zero_of_bool(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.convert %arg0 : (tensor<4xi1>) -> tensor<4xf32>
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare gt %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=eq_one_of_bool | Remark="applied eq-one-of-bool to
// CHECK-LABEL: func.func @eq_one_of_bool(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @eq_one_of_bool(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.convert %arg0 : (tensor<4xi1>) -> tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %1 = tg.compare eq %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=eq_zero_of_bool | Remark="applied eq-zero-of-bool to
// CHECK-LABEL: func.func @eq_zero_of_bool(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @eq_zero_of_bool(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.convert %arg0 : (tensor<4xi1>) -> tensor<4xf32>
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare eq %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=compare_converted | Remark="applied compare-converted to
// CHECK-LABEL: func.func @compare_converted(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_converted(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.convert %arg0 : (tensor<4xf32>) -> tensor<4xf64>
  %1 = tg.convert %arg1 : (tensor<4xf32>) -> tensor<4xf64>
  %2 = tg.compare lt %0, %1 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=compare_neg_neg | Remark="applied compare-neg-neg to
// CHECK-LABEL: func.func @compare_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_neg_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.neg %arg1 : tensor<4xf32>
  %2 = tg.compare lt %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=compare_neg_constant | Remark="applied compare-neg-constant to
// CHECK-LABEL: func.func @compare_neg_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_neg_constant(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.compare lt %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=equal_neg_neg | Remark="applied equal-neg-neg to
// CHECK-LABEL: func.func @equal_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG1]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_neg_neg(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.neg %arg0 : tensor<4xi32>
  %1 = tg.neg %arg1 : tensor<4xi32>
  %2 = tg.compare eq %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=equal_neg_constant | Remark="applied equal-neg-constant to
// CHECK-LABEL: func.func @equal_neg_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_neg_constant(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.neg %arg0 : tensor<4xi32>
  %cst = tg.constant dense<3> : tensor<i32>
  %1 = tg.compare eq %0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=compare_not_not | Remark="applied compare-not-not to
// CHECK-LABEL: func.func @compare_not_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_not_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.not %arg1 : tensor<4xi1>
  %2 = tg.compare lt %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=compare_not_constant | Remark="applied compare-not-constant to
// CHECK-LABEL: func.func @compare_not_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-4> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_not_constant(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi32>
  %cst = tg.constant dense<3> : tensor<i32>
  %1 = tg.compare lt %0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=order_of_difference | Remark="applied order-of-difference to
// CHECK-LABEL: func.func @order_of_difference(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @order_of_difference(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare lt %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=equal_difference | Remark="applied equal-difference to
// CHECK-LABEL: func.func @equal_difference(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG1]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_difference(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xi32>
  %cst = tg.constant dense<0> : tensor<i32>
  %1 = tg.compare eq %0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=equal_sum_constants | Remark="applied equal-sum-constants to
// CHECK-LABEL: func.func @equal_sum_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_sum_constants(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.add %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.compare eq %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=equal_from_constants | Remark="applied equal-from-constants to
// CHECK-LABEL: func.func @equal_from_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_from_constants(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.sub %cst, %arg0 : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.compare eq %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=equal_xor_constants | Remark="applied equal-xor-constants to
// CHECK-LABEL: func.func @equal_xor_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<6> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_xor_constants(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.xor %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.compare eq %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=equal_sum_self | Remark="applied equal-sum-self to
// CHECK-LABEL: func.func @equal_sum_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG1]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_sum_self(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.add %arg0, %arg1 : tensor<4xi32>
  %1 = tg.compare eq %0, %arg0 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=equal_sums | Remark="applied equal-sums to
// CHECK-LABEL: func.func @equal_sums(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG2]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_sums(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.add %arg0, %arg1 : tensor<4xi32>
  %1 = tg.add %arg2, %arg1 : tensor<4xi32>
  %2 = tg.compare eq %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=equal_differences | Remark="applied equal-differences to
// CHECK-LABEL: func.func @equal_differences(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG2]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_differences(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xi32>
  %1 = tg.sub %arg2, %arg1 : tensor<4xi32>
  %2 = tg.compare eq %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=equal_differences_first | Remark="applied equal-differences-first to
// CHECK-LABEL: func.func @equal_differences_first(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG1]], %[[ARG2]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_differences_first(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xi32>
  %1 = tg.sub %arg0, %arg2 : tensor<4xi32>
  %2 = tg.compare eq %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=equal_xors | Remark="applied equal-xors to
// CHECK-LABEL: func.func @equal_xors(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG2]] : tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_xors(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>, %arg2: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %1 = tg.xor %arg2, %arg1 : tensor<4xi1>
  %2 = tg.compare eq %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=equal_xor_zero | Remark="applied equal-xor-zero to
// CHECK-LABEL: func.func @equal_xor_zero(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @equal_xor_zero(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %cst = tg.constant dense<false> : tensor<i1>
  %1 = tg.compare eq %0, %cst : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=above_both | Remark="applied above-both to
// CHECK-LABEL: func.func @above_both(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG0]], %[[MAX]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @above_both(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare ge %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare ge %arg0, %arg2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=below_both | Remark="applied below-both to
// CHECK-LABEL: func.func @below_both(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[MIN]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @below_both(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare lt %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare lt %arg0, %arg2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=is_inf_neg | Remark="applied is-inf-neg to
// CHECK-LABEL: func.func @is_inf_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[IS_INF:[a-zA-Z0-9_]+]] = tg.is_inf %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[IS_INF]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @is_inf_neg(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.is_inf %0 : (tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=is_inf_abs | Remark="applied is-inf-abs to
// CHECK-LABEL: func.func @is_inf_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[IS_INF:[a-zA-Z0-9_]+]] = tg.is_inf %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[IS_INF]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @is_inf_abs(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.is_inf %0 : (tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=is_finite_neg | Remark="applied is-finite-neg to
// CHECK-LABEL: func.func @is_finite_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[IS_FINITE:[a-zA-Z0-9_]+]] = tg.is_finite %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[IS_FINITE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @is_finite_neg(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.is_finite %0 : (tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=is_finite_abs | Remark="applied is-finite-abs to
// CHECK-LABEL: func.func @is_finite_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[IS_FINITE:[a-zA-Z0-9_]+]] = tg.is_finite %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[IS_FINITE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @is_finite_abs(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.is_finite %0 : (tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=is_finite_of_difference | Remark="applied is-finite-of-difference to
// CHECK-LABEL: func.func @is_finite_of_difference(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[IS_FINITE:[a-zA-Z0-9_]+]] = tg.is_finite %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[IS_FINITE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @is_finite_of_difference(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.sub %arg0, %arg0 : tensor<4xf32>
  %1 = tg.is_finite %0 : (tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=order_of_max | Remark="applied order-of-max to
// CHECK-LABEL: func.func @order_of_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:  }
func.func @order_of_max(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.max %arg0, %arg1 : tensor<f32>
  %1 = tg.compare gt %0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=order_with_max | Remark="applied order-with-max to
// CHECK-LABEL: func.func @order_with_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG0]], %[[ARG1]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<2x3xi1>
// CHECK-NEXT:  }
func.func @order_with_max(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = tg.max %arg0, %arg1 : tensor<2x3xf32>
  %1 = tg.compare lt %arg0, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

// RULE-DAG: Function=order_of_min | Remark="applied order-of-min to
// CHECK-LABEL: func.func @order_of_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG1]], %[[ARG0]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<2x3xi1>
// CHECK-NEXT:  }
func.func @order_of_min(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = tg.min %arg0, %arg1 : tensor<2x3xf32>
  %1 = tg.compare lt %0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

// RULE-DAG: Function=order_with_min | Remark="applied order-with-min to
// CHECK-LABEL: func.func @order_with_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG0]], %[[ARG1]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<2x3xi1>
// CHECK-NEXT:  }
func.func @order_with_min(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = tg.min %arg0, %arg1 : tensor<2x3xf32>
  %1 = tg.compare gt %arg0, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

// RULE-DAG: Function=eq_of_max | Remark="applied eq-of-max to
// CHECK-LABEL: func.func @eq_of_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare le %[[ARG1]], %[[ARG0]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<2x3xi1>
// CHECK-NEXT:  }
func.func @eq_of_max(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = tg.max %arg1, %arg0 : tensor<2x3xf32>
  %1 = tg.compare eq %0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

// RULE-DAG: Function=eq_with_max | Remark="applied eq-with-max to
// CHECK-LABEL: func.func @eq_with_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> tensor<3xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare le %[[ARG1]], %[[ARG0]] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<3xi1>
// CHECK-NEXT:  }
func.func @eq_with_max(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> tensor<3xi1> {
  %0 = tg.max %arg0, %arg1 : tensor<3xf32>
  %1 = tg.compare eq %arg0, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %1 : tensor<3xi1>
}

// RULE-DAG: Function=eq_of_min | Remark="applied eq-of-min to
// CHECK-LABEL: func.func @eq_of_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:  }
func.func @eq_of_min(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.min %arg0, %arg1 : tensor<f32>
  %1 = tg.compare eq %0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=eq_with_min | Remark="applied eq-with-min to
// CHECK-LABEL: func.func @eq_with_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:  }
func.func @eq_with_min(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.min %arg1, %arg0 : tensor<f32>
  %1 = tg.compare eq %arg0, %0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=lt_of_max | Remark="applied lt-of-max to
// CHECK-LABEL: func.func @lt_of_max(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:    return %[[CST]] : tensor<i1>
// CHECK-NEXT:  }
func.func @lt_of_max(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.max %arg0, %arg1 : tensor<f32>
  %1 = tg.compare lt %0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=gt_with_max | Remark="applied gt-with-max to
// CHECK-LABEL: func.func @gt_with_max(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x3xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<2x3xf32>) -> tensor<2x3xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<2x3xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<2x3xi1>
// CHECK-NEXT:  }
func.func @gt_with_max(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = tg.max %arg0, %arg1 : tensor<2x3xf32>
  %1 = tg.compare gt %arg0, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

// RULE-DAG: Function=gt_of_min | Remark="applied gt-of-min to
// CHECK-LABEL: func.func @gt_of_min(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:    return %[[CST]] : tensor<i1>
// CHECK-NEXT:  }
func.func @gt_of_min(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.min %arg0, %arg1 : tensor<f32>
  %1 = tg.compare gt %0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=lt_with_min | Remark="applied lt-with-min to
// CHECK-LABEL: func.func @lt_with_min(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:    return %[[CST]] : tensor<i1>
// CHECK-NEXT:  }
func.func @lt_with_min(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = tg.min %arg1, %arg0 : tensor<f32>
  %1 = tg.compare lt %arg0, %0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}

// RULE-DAG: Function=order_of_relu | Remark="applied order-of-relu to
// CHECK-LABEL: func.func @order_of_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare le %[[ARG0]], %[[CST]] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<2x3xi1>
// CHECK-NEXT:  }
func.func @order_of_relu(%arg0: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = tg.relu %arg0 : tensor<2x3xf32>
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare le %0, %cst : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

// RULE-DAG: Function=eq_of_relu | Remark="applied eq-of-relu to
// CHECK-LABEL: func.func @eq_of_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<i1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare le %[[ARG0]], %[[CST]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:  }
func.func @eq_of_relu(%arg0: tensor<f32>) -> tensor<i1> {
  %0 = tg.relu %arg0 : tensor<f32>
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare eq %0, %cst : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}
