// RUN: tg-opt --canonicalize="fp=finite" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=finite" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=mask_product | Remark="applied mask-product to
// CHECK-LABEL: func.func @mask_product(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG1]], %[[ARG0]], %[[CST]] : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @mask_product(%arg0: tensor<4xf32>, %arg1: tensor<4xi1>) -> tensor<4xf32> {
  %0 = tg.convert %arg1 : (tensor<4xi1>) -> tensor<4xf32>
  %1 = tg.mul %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_equal | Remark="applied select-equal to
// CHECK-LABEL: func.func @select_equal(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_equal(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.compare eq %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.select %0, %arg0, %arg1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_equal_swapped | Remark="applied select-equal-swapped to
// CHECK-LABEL: func.func @select_equal_swapped(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_equal_swapped(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.compare eq %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.select %0, %arg1, %arg0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_unequal | Remark="applied select-unequal to
// CHECK-LABEL: func.func @select_unequal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_unequal(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.compare ne %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.select %0, %arg0, %arg1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=select_unequal_swapped | Remark="applied select-unequal-swapped to
// CHECK-LABEL: func.func @select_unequal_swapped(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @select_unequal_swapped(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.compare ne %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.select %0, %arg1, %arg0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_of_select | Remark="applied max-of-select to
// CHECK-LABEL: func.func @max_of_select(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_of_select(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.compare ge %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.select %0, %arg0, %arg1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_of_select_swapped | Remark="applied max-of-select-swapped to
// CHECK-LABEL: func.func @max_of_select_swapped(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_of_select_swapped(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.compare lt %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.select %0, %arg1, %arg0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_of_select | Remark="applied min-of-select to
// CHECK-LABEL: func.func @min_of_select(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_of_select(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.compare lt %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.select %0, %arg0, %arg1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_of_select_swapped | Remark="applied min-of-select-swapped to
// CHECK-LABEL: func.func @min_of_select_swapped(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_of_select_swapped(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.compare ge %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.select %0, %arg1, %arg0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=abs_of_select | Remark="applied abs-of-select to
// CHECK-LABEL: func.func @abs_of_select(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @abs_of_select(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.compare ge %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %1 = tg.neg %arg0 : tensor<4xf32>
  %2 = tg.select %0, %arg0, %1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=abs_of_select_swapped | Remark="applied abs-of-select-swapped to
// CHECK-LABEL: func.func @abs_of_select_swapped(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @abs_of_select_swapped(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.compare lt %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %1 = tg.neg %arg0 : tensor<4xf32>
  %2 = tg.select %0, %1, %arg0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=sign_of_select | Remark="applied sign-of-select to
// CHECK-LABEL: func.func @sign_of_select(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGN:[a-zA-Z0-9_]+]] = tg.sign %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sign_of_select(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.compare gt %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %cst_0 = tg.constant dense<0.000000e+00> : tensor<f32>
  %1 = tg.compare lt %arg0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %cst_1 = tg.constant dense<-1.000000e+00> : tensor<f32>
  %cst_2 = tg.constant dense<0.000000e+00> : tensor<f32>
  %2 = tg.select %1, %cst_1, %cst_2 : (tensor<4xi1>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %cst_3 = tg.constant dense<1.000000e+00> : tensor<f32>
  %3 = tg.select %0, %cst_3, %2 : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
