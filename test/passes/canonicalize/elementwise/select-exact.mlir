// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=select_not | Remark="applied select-not to
// CHECK-LABEL: func.func @select_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG0]], %[[ARG2]], %[[ARG1]] : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_not(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.select %0, %arg1, %arg2 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_twice_true | Remark="applied select-twice-true to
// CHECK-LABEL: func.func @select_twice_true(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG0]], %[[ARG1]], %[[ARG3]] : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_twice_true(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.select %arg0, %arg1, %arg2 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.select %arg0, %0, %arg3 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_twice_false | Remark="applied select-twice-false to
// CHECK-LABEL: func.func @select_twice_false(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG0]], %[[ARG1]], %[[ARG3]] : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_twice_false(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.select %arg0, %arg2, %arg3 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.select %arg0, %arg1, %0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_and | Remark="applied select-and to
// CHECK-LABEL: func.func @select_and(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[AND]], %[[ARG2]], %[[ARG3]] : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_and(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.select %arg1, %arg2, %arg3 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.select %arg0, %0, %arg3 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_or | Remark="applied select-or to
// CHECK-LABEL: func.func @select_or(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG2]] : tensor<4xi1>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[OR]], %[[ARG1]], %[[ARG3]] : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_or(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xi1>, %arg3: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.select %arg2, %arg1, %arg3 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.select %arg0, %arg1, %0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_true_false | Remark="applied select-true-false to
// CHECK-LABEL: func.func @select_true_false(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @select_true_false(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<true> : tensor<i1>
  %cst_0 = tg.constant dense<false> : tensor<i1>
  %0 = tg.select %arg0, %cst, %cst_0 : (tensor<4xi1>, tensor<i1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=select_false_true | Remark="applied select-false-true to
// CHECK-LABEL: func.func @select_false_true(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @select_false_true(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<false> : tensor<i1>
  %cst_0 = tg.constant dense<true> : tensor<i1>
  %0 = tg.select %arg0, %cst, %cst_0 : (tensor<4xi1>, tensor<i1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=select_true | Remark="applied select-true to
// CHECK-LABEL: func.func @select_true(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @select_true(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<true> : tensor<i1>
  %0 = tg.select %arg0, %cst, %arg1 : (tensor<4xi1>, tensor<i1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=select_false | Remark="applied select-false to
// CHECK-LABEL: func.func @select_false(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @select_false(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<false> : tensor<i1>
  %0 = tg.select %arg0, %arg1, %cst : (tensor<4xi1>, tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=select_self_true | Remark="applied select-self-true to
// CHECK-LABEL: func.func @select_self_true(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @select_self_true(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.select %arg0, %arg0, %arg1 : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=select_self_false | Remark="applied select-self-false to
// CHECK-LABEL: func.func @select_self_false(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @select_self_false(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.select %arg0, %arg1, %arg0 : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=select_not_or_same | Remark="applied select-not-or-same to
// CHECK-LABEL: func.func @select_not_or_same(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[XOR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @select_not_or_same(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg1 : tensor<4xi1>
  %1 = tg.select %arg0, %0, %arg1 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=select_same_or_not | Remark="applied select-same-or-not to
// CHECK-LABEL: func.func @select_same_or_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @select_same_or_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg1 : tensor<4xi1>
  %1 = tg.select %arg0, %arg1, %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=select_one_zero | Remark="applied select-one-zero to
// CHECK-LABEL: func.func @select_one_zero(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4xi1>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_one_zero(%arg0: tensor<4xi1>) -> tensor<4xf32> {
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.select %arg0, %cst, %cst_0 : (tensor<4xi1>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=compare_choice | Remark="applied compare-choice to
// CHECK-LABEL: func.func @compare_choice(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @compare_choice(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.select %arg0, %cst, %cst_0 : (tensor<4xi1>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %cst_1 = tg.constant dense<2.000000e+00> : tensor<f32>
  %1 = tg.compare lt %0, %cst_1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}
