// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=bool_add | Remark="applied bool-add to
// CHECK-LABEL: func.func @bool_add(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @bool_add(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.add %arg0, %arg1 : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=bool_mul | Remark="applied bool-mul to
// CHECK-LABEL: func.func @bool_mul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @bool_mul(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.mul %arg0, %arg1 : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=bool_max | Remark="applied bool-max to
// CHECK-LABEL: func.func @bool_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @bool_max(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.max %arg0, %arg1 : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=bool_min | Remark="applied bool-min to
// CHECK-LABEL: func.func @bool_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @bool_min(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.min %arg0, %arg1 : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=xor_ones | Remark="applied xor-ones to
// CHECK-LABEL: func.func @xor_ones(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @xor_ones(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %cst = tg.constant dense<true> : tensor<i1>
  %0 = tg.xor %arg0, %cst : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// RULE-DAG: Function=and_not_self | Remark="applied and-not-self to
// CHECK-LABEL: func.func @and_not_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @and_not_self(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.and %arg0, %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=or_not_self | Remark="applied or-not-self to
// CHECK-LABEL: func.func @or_not_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @or_not_self(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.or %arg0, %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=xor_not_self | Remark="applied xor-not-self to
// CHECK-LABEL: func.func @xor_not_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @xor_not_self(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.xor %arg0, %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=and_or | Remark="applied and-or to
// CHECK-LABEL: func.func @and_or(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @and_or(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.or %arg0, %arg1 : tensor<4xi1>
  %1 = tg.and %arg0, %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=or_and | Remark="applied or-and to
// CHECK-LABEL: func.func @or_and(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @or_and(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi1>
  %1 = tg.or %arg0, %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=and_and | Remark="applied and-and to
// CHECK-LABEL: func.func @and_and(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @and_and(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi1>
  %1 = tg.and %0, %arg1 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=or_or | Remark="applied or-or to
// CHECK-LABEL: func.func @or_or(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @or_or(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.or %arg0, %arg1 : tensor<4xi1>
  %1 = tg.or %0, %arg1 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=xor_xor | Remark="applied xor-xor to
// CHECK-LABEL: func.func @xor_xor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @xor_xor(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %1 = tg.xor %0, %arg1 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=and_or_not | Remark="applied and-or-not to
// CHECK-LABEL: func.func @and_or_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @and_or_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.or %0, %arg1 : tensor<4xi1>
  %2 = tg.and %arg0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=or_and_not | Remark="applied or-and-not to
// CHECK-LABEL: func.func @or_and_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @or_and_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.and %0, %arg1 : tensor<4xi1>
  %2 = tg.or %arg0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=or_xor | Remark="applied or-xor to
// CHECK-LABEL: func.func @or_xor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @or_xor(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %1 = tg.or %0, %arg1 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=or_and_xor | Remark="applied or-and-xor to
// CHECK-LABEL: func.func @or_and_xor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @or_and_xor(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi1>
  %1 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %2 = tg.or %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=xor_and_or | Remark="applied xor-and-or to
// CHECK-LABEL: func.func @xor_and_or(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[XOR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @xor_and_or(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi1>
  %1 = tg.or %arg0, %arg1 : tensor<4xi1>
  %2 = tg.xor %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=xor_or_and | Remark="applied xor-or-and to
// CHECK-LABEL: func.func @xor_or_and(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @xor_or_and(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.or %arg0, %arg1 : tensor<4xi1>
  %1 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %2 = tg.xor %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=and_or_xor | Remark="applied and-or-xor to
// CHECK-LABEL: func.func @and_or_xor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[XOR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @and_or_xor(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.or %arg0, %arg1 : tensor<4xi1>
  %1 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=or_of_cases | Remark="applied or-of-cases to
// CHECK-LABEL: func.func @or_of_cases(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @or_of_cases(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi1>
  %1 = tg.not %arg1 : tensor<4xi1>
  %2 = tg.and %arg0, %1 : tensor<4xi1>
  %3 = tg.or %0, %2 : tensor<4xi1>
  return %3 : tensor<4xi1>
}

// RULE-DAG: Function=and_of_cases | Remark="applied and-of-cases to
// CHECK-LABEL: func.func @and_of_cases(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @and_of_cases(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.or %arg0, %arg1 : tensor<4xi1>
  %1 = tg.not %arg1 : tensor<4xi1>
  %2 = tg.or %arg0, %1 : tensor<4xi1>
  %3 = tg.and %0, %2 : tensor<4xi1>
  return %3 : tensor<4xi1>
}

// RULE-DAG: Function=and_not_not | Remark="applied and-not-not to
// CHECK-LABEL: func.func @and_not_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[OR]] : tensor<4xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @and_not_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.not %arg1 : tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=or_not_not | Remark="applied or-not-not to
// CHECK-LABEL: func.func @or_not_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[AND]] : tensor<4xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @or_not_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.not %arg1 : tensor<4xi1>
  %2 = tg.or %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=not_and_not | Remark="applied not-and-not to
// CHECK-LABEL: func.func @not_and_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @not_and_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.and %0, %arg1 : tensor<4xi1>
  %2 = tg.not %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=not_or_not | Remark="applied not-or-not to
// CHECK-LABEL: func.func @not_or_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[NOT]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @not_or_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.or %0, %arg1 : tensor<4xi1>
  %2 = tg.not %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=xor_not_not | Remark="applied xor-not-not to
// CHECK-LABEL: func.func @xor_not_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[XOR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @xor_not_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.not %arg1 : tensor<4xi1>
  %2 = tg.xor %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=xor_not_constant | Remark="applied xor-not-constant to
// CHECK-LABEL: func.func @xor_not_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @xor_not_constant(%arg0: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %cst = tg.constant dense<true> : tensor<i1>
  %1 = tg.xor %0, %cst : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=not_xor_constant | Remark="applied not-xor-constant to
// CHECK-LABEL: func.func @not_xor_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-4> : tensor<i32>
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[XOR]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @not_xor_constant(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.xor %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=xor_not | Remark="applied xor-not to
// CHECK-LABEL: func.func @xor_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @xor_not(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.not %arg0 : tensor<4xi1>
  %1 = tg.xor %0, %arg1 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=factor_and | Remark="applied factor-and to
// CHECK-LABEL: func.func @factor_and(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG2]] : tensor<4xi1>
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[OR]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @factor_and(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>, %arg2: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi1>
  %1 = tg.and %arg2, %arg1 : tensor<4xi1>
  %2 = tg.or %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=factor_or | Remark="applied factor-or to
// CHECK-LABEL: func.func @factor_or(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG2]] : tensor<4xi1>
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[AND]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @factor_or(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>, %arg2: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.or %arg0, %arg1 : tensor<4xi1>
  %1 = tg.or %arg2, %arg1 : tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=factor_xor_and | Remark="applied factor-xor-and to
// CHECK-LABEL: func.func @factor_xor_and(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG2]] : tensor<4xi1>
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[XOR]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @factor_xor_and(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>, %arg2: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi1>
  %1 = tg.and %arg2, %arg1 : tensor<4xi1>
  %2 = tg.xor %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// The complement is used elsewhere, and so stays where it is.
// RULE-DAG: Function=not_xor_not | Remark="applied not-xor-not to
// CHECK-LABEL: func.func @not_xor_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG0]] : tensor<4xi32>
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[XOR]], %[[NOT]] : tensor<4xi32>, tensor<4xi32>
// CHECK-NEXT:  }
func.func @not_xor_not(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = tg.not %arg0 : tensor<4xi32>
  %1 = tg.xor %0, %arg1 : tensor<4xi32>
  %2 = tg.not %1 : tensor<4xi32>
  return %2, %0 : tensor<4xi32>, tensor<4xi32>
}
