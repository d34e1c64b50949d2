// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=max_max_constants | Remark="applied max-max-constants to
// CHECK-LABEL: func.func @max_max_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_max_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.max %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.max %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_min_constants | Remark="applied min-min-constants to
// CHECK-LABEL: func.func @min_min_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_min_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.min %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.min %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=and_and_constants | Remark="applied and-and-constants to
// CHECK-LABEL: func.func @and_and_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[AND]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @and_and_constants(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.and %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.and %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=or_or_constants | Remark="applied or-or-constants to
// CHECK-LABEL: func.func @or_or_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<7> : tensor<i32>
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[OR]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @or_or_constants(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.or %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.or %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=xor_xor_constants | Remark="applied xor-xor-constants to
// CHECK-LABEL: func.func @xor_xor_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<6> : tensor<i32>
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[XOR]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @xor_xor_constants(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %0 = tg.xor %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %1 = tg.xor %0, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Constants that are no splats meet, too; the pass fold computes what becomes of
// them. An outer constant that is larger than the inner result stays outside.
// CHECK-LABEL: func.func @no_splats(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>) {
// CHECK-DAG:     %[[C:[a-zA-Z0-9_]+]] = tg.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-DAG:     %[[D:[a-zA-Z0-9_]+]] = tg.constant dense<[4, 7]> : tensor<2xi32>
// CHECK-DAG:     %[[E:[a-zA-Z0-9_]+]] = tg.constant dense<3> : tensor<i32>
// CHECK:         %[[SUM:[a-zA-Z0-9_]+]] = tg.add %[[C]], %[[D]] : tensor<2xi32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[SUM]] : tensor<2xi32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG1]], %[[E]] : tensor<i32>
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[MUL]], %[[D]] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
// CHECK-NEXT:    return %[[ADD]], %[[MUL_1]] : tensor<2xi32>, tensor<2xi32>
// CHECK-NEXT:  }
func.func @no_splats(%arg0: tensor<2xi32>, %arg1: tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %cst = tg.constant dense<[1, 2]> : tensor<2xi32>
  %cst_0 = tg.constant dense<[4, 7]> : tensor<2xi32>
  %cst_1 = tg.constant dense<3> : tensor<i32>
  %0 = tg.add %arg0, %cst : tensor<2xi32>
  %1 = tg.add %0, %cst_0 : tensor<2xi32>
  %2 = tg.mul %arg1, %cst_1 : tensor<i32>
  %3 = tg.mul %2, %cst_0 : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  return %1, %3 : tensor<2xi32>, tensor<2xi32>
}


// RULE-DAG: Function=max_across_constants | Remark="applied max-across-constants to
// CHECK-LABEL: func.func @max_across_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[MAX_1:[a-zA-Z0-9_]+]] = tg.max %[[MAX]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MAX_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_across_constants(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.max %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.max %arg1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.max %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=min_across_constants | Remark="applied min-across-constants to
// CHECK-LABEL: func.func @min_across_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[MIN_1:[a-zA-Z0-9_]+]] = tg.min %[[MIN]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MIN_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_across_constants(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.min %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.min %arg1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.min %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=and_across_constants | Remark="applied and-across-constants to
// CHECK-LABEL: func.func @and_across_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    %[[AND_1:[a-zA-Z0-9_]+]] = tg.and %[[AND]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[AND_1]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @and_across_constants(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %0 = tg.and %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.and %arg1, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = tg.and %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=or_across_constants | Remark="applied or-across-constants to
// CHECK-LABEL: func.func @or_across_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<7> : tensor<i32>
// CHECK-NEXT:    %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    %[[OR_1:[a-zA-Z0-9_]+]] = tg.or %[[OR]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[OR_1]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @or_across_constants(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %0 = tg.or %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.or %arg1, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = tg.or %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// RULE-DAG: Function=xor_across_constants | Remark="applied xor-across-constants to
// CHECK-LABEL: func.func @xor_across_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<6> : tensor<i32>
// CHECK-NEXT:    %[[XOR:[a-zA-Z0-9_]+]] = tg.xor %[[ARG0]], %[[ARG1]] : tensor<4xi32>
// CHECK-NEXT:    %[[XOR_1:[a-zA-Z0-9_]+]] = tg.xor %[[XOR]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[XOR_1]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @xor_across_constants(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %cst = tg.constant dense<3> : tensor<i32>
  %cst_0 = tg.constant dense<5> : tensor<i32>
  %0 = tg.xor %arg0, %cst : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.xor %arg1, %cst_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = tg.xor %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}
