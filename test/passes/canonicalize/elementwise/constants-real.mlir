// RUN: tg-opt --canonicalize="fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=fast" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=add_add_constants | Remark="applied add-add-constants to
// CHECK-LABEL: func.func @add_add_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_add_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.add %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=add_sub_constants | Remark="applied add-sub-constants to
// CHECK-LABEL: func.func @add_sub_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<[3.000000e+00, 1.000000e+00, 7.000000e+00, 2.000000e+00]> : tensor<4xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_sub_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<[3.000000e+00, 1.000000e+00, 7.000000e+00, 2.000000e+00]> : tensor<4xf32>
  %0 = tg.sub %arg0, %cst : tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.add %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=add_from_constants | Remark="applied add-from-constants to
// CHECK-LABEL: func.func @add_from_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_from_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.sub %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.add %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_add_constants | Remark="applied sub-add-constants to
// CHECK-LABEL: func.func @sub_add_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_add_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.sub %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_sub_constants | Remark="applied sub-sub-constants to
// CHECK-LABEL: func.func @sub_sub_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<[3.000000e+00, 1.000000e+00, 7.000000e+00, 2.000000e+00]> : tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[CST_1]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_sub_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<[3.000000e+00, 1.000000e+00, 7.000000e+00, 2.000000e+00]> : tensor<4xf32>
  %0 = tg.sub %arg0, %cst : tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.sub %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sub_from_constants | Remark="applied sub-from-constants to
// CHECK-LABEL: func.func @sub_from_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_from_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.sub %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.sub %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=constant_sub_add | Remark="applied constant-sub-add to
// CHECK-LABEL: func.func @constant_sub_add(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @constant_sub_add(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.sub %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=constant_sub_sub | Remark="applied constant-sub-sub to
// CHECK-LABEL: func.func @constant_sub_sub(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<[5.000000e+00, 1.000000e+00, 7.000000e+00, 2.000000e+00]> : tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[CST]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ADD]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @constant_sub_sub(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<[5.000000e+00, 1.000000e+00, 7.000000e+00, 2.000000e+00]> : tensor<4xf32>
  %0 = tg.sub %arg0, %cst_0 : tensor<4xf32>
  %1 = tg.sub %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=constant_sub_from | Remark="applied constant-sub-from to
// CHECK-LABEL: func.func @constant_sub_from(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @constant_sub_from(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.sub %cst_0, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.sub %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=mul_mul_constants | Remark="applied mul-mul-constants to
// CHECK-LABEL: func.func @mul_mul_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.500000e+01> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_mul_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.mul %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=mul_over_constants | Remark="applied mul-over-constants to
// CHECK-LABEL: func.func @mul_over_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.500000e+01> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_over_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.div %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.mul %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=div_mul_constants | Remark="applied div-mul-constants to
// CHECK-LABEL: func.func @div_mul_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<6.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @div_mul_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.div %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=constant_div_mul | Remark="applied constant-div-mul to
// CHECK-LABEL: func.func @constant_div_mul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<6.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[CST]], %[[ARG0]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @constant_div_mul(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.div %cst, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}


// RULE-DAG: Function=add_across_constants | Remark="applied add-across-constants to
// CHECK-LABEL: func.func @add_across_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[ADD]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_across_constants(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.add %arg1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=add_across_from | Remark="applied add-across-from to
// CHECK-LABEL: func.func @add_across_from(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[SUB]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_across_from(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.sub %cst_0, %arg1 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tg.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=add_across_both_from | Remark="applied add-across-both-from to
// CHECK-LABEL: func.func @add_across_both_from(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ADD]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @add_across_both_from(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.sub %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.sub %cst_0, %arg1 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tg.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sub_across_constants | Remark="applied sub-across-constants to
// CHECK-LABEL: func.func @sub_across_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[SUB]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_across_constants(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.add %arg1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sub_across_from_right | Remark="applied sub-across-from-right to
// CHECK-LABEL: func.func @sub_across_from_right(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[ADD]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_across_from_right(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.add %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.sub %cst_0, %arg1 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sub_across_from_left | Remark="applied sub-across-from-left to
// CHECK-LABEL: func.func @sub_across_from_left(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[ADD]] : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_across_from_left(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.sub %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.add %arg1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sub_across_both_from | Remark="applied sub-across-both-from to
// CHECK-LABEL: func.func @sub_across_both_from(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[SUB]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sub_across_both_from(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.sub %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.sub %cst_0, %arg1 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=mul_across_constants | Remark="applied mul-across-constants to
// CHECK-LABEL: func.func @mul_across_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.500000e+01> : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[MUL]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MUL_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mul_across_constants(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.mul %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.mul %arg1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
