// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=neg_not | Remark="applied neg-not to
// CHECK-LABEL: func.func @neg_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @neg_not(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.not %arg0 : tensor<4xi32>
  %1 = tg.neg %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=not_neg | Remark="applied not-neg to
// CHECK-LABEL: func.func @not_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-1> : tensor<i32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @not_neg(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.neg %arg0 : tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=ones_sub | Remark="applied ones-sub to
// CHECK-LABEL: func.func @ones_sub(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[ARG0]] : tensor<4xi32>
// CHECK-NEXT:    return %[[NOT]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @ones_sub(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<-1> : tensor<i32>
  %0 = tg.sub %cst, %arg0 : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// RULE-DAG: Function=add_not_one | Remark="applied add-not-one to
// CHECK-LABEL: func.func @add_not_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xi32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @add_not_one(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.not %arg0 : tensor<4xi32>
  %cst = tg.constant dense<1> : tensor<i32>
  %1 = tg.add %0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=add_not_self | Remark="applied add-not-self to
// CHECK-LABEL: func.func @add_not_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-1> : tensor<4xi32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @add_not_self(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.not %arg0 : tensor<4xi32>
  %1 = tg.add %arg0, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=sub_not_not | Remark="applied sub-not-not to
// CHECK-LABEL: func.func @sub_not_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[ARG0]] : tensor<4xi32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @sub_not_not(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.not %arg0 : tensor<4xi32>
  %1 = tg.not %arg1 : tensor<4xi32>
  %2 = tg.sub %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=not_add_not | Remark="applied not-add-not to
// CHECK-LABEL: func.func @not_add_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @not_add_not(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.not %arg0 : tensor<4xi32>
  %1 = tg.add %0, %arg1 : tensor<4xi32>
  %2 = tg.not %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=not_sub_not | Remark="applied not-sub-not to
// CHECK-LABEL: func.func @not_sub_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @not_sub_not(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.not %arg0 : tensor<4xi32>
  %1 = tg.sub %0, %arg1 : tensor<4xi32>
  %2 = tg.not %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=not_add_constant | Remark="applied not-add-constant to
// CHECK-LABEL: func.func @not_add_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-4> : tensor<i32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ARG0]] : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @not_add_constant(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.add %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=not_sub_constant | Remark="applied not-sub-constant to
// CHECK-LABEL: func.func @not_sub_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-4> : tensor<i32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @not_sub_constant(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.sub %cst, %arg0 : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=sub_constant_not | Remark="applied sub-constant-not to
// CHECK-LABEL: func.func @sub_constant_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<4> : tensor<i32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @sub_constant_not(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.not %arg0 : tensor<4xi32>
  %1 = tg.sub %cst, %0 : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=add_and_or | Remark="applied add-and-or to
// CHECK-LABEL: func.func @add_and_or(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @add_and_or(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi32>
  %1 = tg.or %arg0, %arg1 : tensor<4xi32>
  %2 = tg.add %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=add_and_xor | Remark="applied add-and-xor to
// CHECK-LABEL: func.func @add_and_xor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @add_and_xor(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.and %arg0, %arg1 : tensor<4xi1>
  %1 = tg.xor %arg0, %arg1 : tensor<4xi1>
  %2 = tg.add %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}

// RULE-DAG: Function=sub_or_and | Remark="applied sub-or-and to
// CHECK-LABEL: func.func @sub_or_and(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[XOR]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @sub_or_and(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.or %arg0, %arg1 : tensor<4xi32>
  %1 = tg.and %arg0, %arg1 : tensor<4xi32>
  %2 = tg.sub %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=sub_or_xor | Remark="applied sub-or-xor to
// CHECK-LABEL: func.func @sub_or_xor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @sub_or_xor(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.or %arg0, %arg1 : tensor<4xi32>
  %1 = tg.xor %arg0, %arg1 : tensor<4xi32>
  %2 = tg.sub %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=sub_add_or | Remark="applied sub-add-or to
// CHECK-LABEL: func.func @sub_add_or(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @sub_add_or(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.add %arg0, %arg1 : tensor<4xi32>
  %1 = tg.or %arg0, %arg1 : tensor<4xi32>
  %2 = tg.sub %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=sub_add_and | Remark="applied sub-add-and to
// CHECK-LABEL: func.func @sub_add_and(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @sub_add_and(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.add %arg0, %arg1 : tensor<4xi32>
  %1 = tg.and %arg0, %arg1 : tensor<4xi32>
  %2 = tg.sub %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=zero_shl | Remark="applied zero-shl to
// CHECK-LABEL: func.func @zero_shl(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @zero_shl(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<0> : tensor<i32>
  %0 = tg.shl %cst, %arg0 : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// RULE-DAG: Function=zero_shr | Remark="applied zero-shr to
// CHECK-LABEL: func.func @zero_shr(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @zero_shr(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<0> : tensor<i32>
  %0 = tg.shr %cst, %arg0 : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// RULE-DAG: Function=zero_shr_logical | Remark="applied zero-shr-logical to
// CHECK-LABEL: func.func @zero_shr_logical(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @zero_shr_logical(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<0> : tensor<i32>
  %0 = tg.shr_logical %cst, %arg0 : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// RULE-DAG: Function=ones_shr | Remark="applied ones-shr to
// CHECK-LABEL: func.func @ones_shr(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-1> : tensor<4xi32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @ones_shr(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<-1> : tensor<i32>
  %0 = tg.shr %cst, %arg0 : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// RULE-DAG: Function=shl_shl | Remark="applied shl-shl to
// CHECK-LABEL: func.func @shl_shl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8> : tensor<i32>
// CHECK-NEXT:    %[[SHL:[a-zA-Z0-9_]+]] = tg.shl %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[SHL]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @shl_shl(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.shl %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.shl %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=shr_logical_twice | Remark="applied shr-logical-twice to
// CHECK-LABEL: func.func @shr_logical_twice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8> : tensor<i32>
// CHECK-NEXT:    %[[SHR_LOGICAL:[a-zA-Z0-9_]+]] = tg.shr_logical %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[SHR_LOGICAL]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @shr_logical_twice(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.shr_logical %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.shr_logical %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=shr_shr | Remark="applied shr-shr to
// CHECK-LABEL: func.func @shr_shr(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8> : tensor<i32>
// CHECK-NEXT:    %[[SHR:[a-zA-Z0-9_]+]] = tg.shr %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[SHR]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @shr_shr(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.shr %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.shr %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=shl_shr_logical | Remark="applied shl-shr-logical to
// CHECK-LABEL: func.func @shl_shr_logical(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<536870911> : tensor<i32>
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @shl_shr_logical(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.shl %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.shr_logical %0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=shr_logical_shl | Remark="applied shr-logical-shl to
// CHECK-LABEL: func.func @shr_logical_shl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-8> : tensor<i32>
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @shr_logical_shl(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.shr_logical %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.shl %0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=shr_shl | Remark="applied shr-shl to
// CHECK-LABEL: func.func @shr_shl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-8> : tensor<i32>
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @shr_shl(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.shr %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.shl %0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=and_of_shl | Remark="applied and-of-shl to
// CHECK-LABEL: func.func @and_of_shl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG2]] : tensor<4xi32>
// CHECK-NEXT:    %[[SHL:[a-zA-Z0-9_]+]] = tg.shl %[[AND]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[SHL]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @and_of_shl(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.shl %arg0, %arg1 : tensor<4xi32>
  %1 = tg.shl %arg2, %arg1 : tensor<4xi32>
  %2 = tg.and %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=or_of_shl | Remark="applied or-of-shl to
// CHECK-LABEL: func.func @or_of_shl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG2]] : tensor<4xi32>
// CHECK-NEXT:    %[[SHL:[a-zA-Z0-9_]+]] = tg.shl %[[OR]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[SHL]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @or_of_shl(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.shl %arg0, %arg1 : tensor<4xi32>
  %1 = tg.shl %arg2, %arg1 : tensor<4xi32>
  %2 = tg.or %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=xor_of_shl | Remark="applied xor-of-shl to
// CHECK-LABEL: func.func @xor_of_shl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG2]] : tensor<4xi32>
// CHECK-NEXT:    %[[SHL:[a-zA-Z0-9_]+]] = tg.shl %[[XOR]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[SHL]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @xor_of_shl(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.shl %arg0, %arg1 : tensor<4xi32>
  %1 = tg.shl %arg2, %arg1 : tensor<4xi32>
  %2 = tg.xor %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=add_of_shl | Remark="applied add-of-shl to
// CHECK-LABEL: func.func @add_of_shl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG2]] : tensor<4xi32>
// CHECK-NEXT:    %[[SHL:[a-zA-Z0-9_]+]] = tg.shl %[[ADD]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    return %[[SHL]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @add_of_shl(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.shl %arg0, %arg1 : tensor<4xi32>
  %1 = tg.shl %arg2, %arg1 : tensor<4xi32>
  %2 = tg.add %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}
