// RUN: tg-opt --canonicalize="fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=fast" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=add_sub | Remark="applied add-sub to
// CHECK-LABEL: func.func @add_sub(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_sub(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %arg0, %arg1 : tensor<4xf32>
  %1 = tg.sub %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_add | Remark="applied sub-add to
// CHECK-LABEL: func.func @sub_add(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_add(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %1 = tg.add %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_sub | Remark="applied sub-sub to
// CHECK-LABEL: func.func @sub_sub(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_sub(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %1 = tg.sub %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_sum_self | Remark="applied sub-sum-self to
// CHECK-LABEL: func.func @sub_sum_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_sum_self(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %arg0, %arg1 : tensor<4xf32>
  %1 = tg.sub %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_difference_self | Remark="applied sub-difference-self to
// CHECK-LABEL: func.func @sub_difference_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_difference_self(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %1 = tg.sub %0, %arg0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sum_of_differences | Remark="applied sum-of-differences to
// CHECK-LABEL: func.func @sum_of_differences(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sum_of_differences(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %1 = tg.sub %arg1, %arg2 : tensor<4xf32>
  %2 = tg.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=difference_of_sums | Remark="applied difference-of-sums to
// CHECK-LABEL: func.func @difference_of_sums(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @difference_of_sums(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %arg0, %arg1 : tensor<4xf32>
  %1 = tg.add %arg0, %arg2 : tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=difference_same_second | Remark="applied difference-same-second to
// CHECK-LABEL: func.func @difference_same_second(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @difference_same_second(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %1 = tg.sub %arg2, %arg1 : tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=difference_same_first | Remark="applied difference-same-first to
// CHECK-LABEL: func.func @difference_same_first(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @difference_same_first(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %1 = tg.sub %arg0, %arg2 : tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=factor_sum | Remark="applied factor-sum to
// CHECK-LABEL: func.func @factor_sum(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ADD]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @factor_sum(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %arg0, %arg1 : tensor<4xf32>
  %1 = tg.mul %arg2, %arg1 : tensor<4xf32>
  %2 = tg.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=factor_difference | Remark="applied factor-difference to
// CHECK-LABEL: func.func @factor_difference(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @factor_difference(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %arg0, %arg1 : tensor<4xf32>
  %1 = tg.mul %arg2, %arg1 : tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=factor_times_constant | Remark="applied factor-times-constant to
// CHECK-LABEL: func.func @factor_times_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<4.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @factor_times_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.add %0, %arg0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=factor_less_self | Remark="applied factor-less-self to
// CHECK-LABEL: func.func @factor_less_self(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @factor_less_self(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.sub %0, %arg0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=factor_self_less | Remark="applied factor-self-less to
// CHECK-LABEL: func.func @factor_self_less(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @factor_self_less(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.sub %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
