// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=max_max | Remark="applied max-max to
// CHECK-LABEL: func.func @max_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_max(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %arg0, %arg1 : tensor<4xf32>
  %1 = tg.max %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_min | Remark="applied min-min to
// CHECK-LABEL: func.func @min_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_min(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.min %arg0, %arg1 : tensor<4xf32>
  %1 = tg.min %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_clamp | Remark="applied clamp-clamp to
// CHECK-LABEL: func.func @clamp_clamp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[ARG0]], %[[ARG1]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_clamp(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.clamp %arg0, %arg1, %arg2 : tensor<4xf32>
  %1 = tg.clamp %arg0, %0, %arg2 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_and_min | Remark="applied max-and-min to
// CHECK-LABEL: func.func @max_and_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_and_min(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %arg0, %arg1 : tensor<4xf32>
  %1 = tg.min %arg0, %arg1 : tensor<4xf32>
  %2 = tg.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=product_max_min | Remark="applied product-max-min to
// CHECK-LABEL: func.func @product_max_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @product_max_min(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %arg0, %arg1 : tensor<4xf32>
  %1 = tg.min %arg0, %arg1 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=difference_max_min | Remark="applied difference-max-min to
// CHECK-LABEL: func.func @difference_max_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @difference_max_min(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %arg0, %arg1 : tensor<4xf32>
  %1 = tg.min %arg0, %arg1 : tensor<4xf32>
  %2 = tg.sub %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=relu | Remark="applied relu to
// CHECK-LABEL: func.func @relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[RELU]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.max %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=relu6_of_clamp | Remark="applied relu6-of-clamp to
// CHECK-LABEL: func.func @relu6_of_clamp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RELU6:[a-zA-Z0-9_]+]] = tg.relu6 %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[RELU6]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu6_of_clamp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<6.000000e+00> : tensor<f32>
  %0 = tg.clamp %cst, %arg0, %cst_0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=relu6_of_relu | Remark="applied relu6-of-relu to
// CHECK-LABEL: func.func @relu6_of_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RELU6:[a-zA-Z0-9_]+]] = tg.relu6 %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[RELU6]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu6_of_relu(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu %arg0 : tensor<4xf32>
  %cst = tg.constant dense<6.000000e+00> : tensor<f32>
  %1 = tg.min %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_of_relu | Remark="applied clamp-of-relu to
// CHECK-LABEL: func.func @clamp_of_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[ARG1]] : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_of_relu(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu %arg0 : tensor<4xf32>
  %1 = tg.min %0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp | Remark="applied clamp to
// CHECK-LABEL: func.func @clamp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[ARG1]], %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %arg0, %arg1 : tensor<4xf32>
  %1 = tg.min %0, %arg2 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_of_min | Remark="applied clamp-of-min to
// CHECK-LABEL: func.func @clamp_of_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_of_min(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.min %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.max %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_of_relu_min | Remark="applied clamp-of-relu-min to
// CHECK-LABEL: func.func @clamp_of_relu_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_of_relu_min(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.min %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.relu %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_without_low | Remark="applied clamp-without-low to
// CHECK-LABEL: func.func @clamp_without_low(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_without_low(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.clamp %cst, %arg0, %arg1 : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_without_high | Remark="applied clamp-without-high to
// CHECK-LABEL: func.func @clamp_without_high(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG1]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_without_high(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0x7F800000> : tensor<f32>
  %0 = tg.clamp %arg0, %arg1, %cst : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=max_lowest | Remark="applied max-lowest to
// CHECK-LABEL: func.func @max_lowest(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_lowest(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.max %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=min_highest | Remark="applied min-highest to
// CHECK-LABEL: func.func @min_highest(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_highest(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0x7F800000> : tensor<f32>
  %0 = tg.min %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=max_nan | Remark="applied max-nan to
// CHECK-LABEL: func.func @max_nan(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0x7FC00000> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_nan(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0x7FC00000> : tensor<f32>
  %0 = tg.max %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=min_nan | Remark="applied min-nan to
// CHECK-LABEL: func.func @min_nan(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0x7FC00000> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_nan(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0x7FC00000> : tensor<f32>
  %0 = tg.min %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=relu_unsigned | Remark="applied relu-unsigned to
// CHECK-LABEL: func.func @relu_unsigned(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xui32>) -> tensor<4xui32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xui32>
// CHECK-NEXT:  }
func.func @relu_unsigned(%arg0: tensor<4xui32>) -> tensor<4xui32> {
  %0 = tg.relu %arg0 : tensor<4xui32>
  return %0 : tensor<4xui32>
}

// RULE-DAG: Function=abs_unsigned | Remark="applied abs-unsigned to
// CHECK-LABEL: func.func @abs_unsigned(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xui32>) -> tensor<4xui32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xui32>
// CHECK-NEXT:  }
func.func @abs_unsigned(%arg0: tensor<4xui32>) -> tensor<4xui32> {
  %0 = tg.abs %arg0 : tensor<4xui32>
  return %0 : tensor<4xui32>
}

// RULE-DAG: Function=factor_max | Remark="applied factor-max to
// CHECK-LABEL: func.func @factor_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[MIN]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @factor_max(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %arg0, %arg1 : tensor<4xf32>
  %1 = tg.max %arg2, %arg1 : tensor<4xf32>
  %2 = tg.min %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=factor_min | Remark="applied factor-min to
// CHECK-LABEL: func.func @factor_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[ARG2]], %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @factor_min(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.min %arg0, %arg1 : tensor<4xf32>
  %1 = tg.min %arg2, %arg1 : tensor<4xf32>
  %2 = tg.max %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=max_neg_neg | Remark="applied max-neg-neg to
// CHECK-LABEL: func.func @max_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_neg_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.neg %arg1 : tensor<4xf32>
  %2 = tg.max %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=min_neg_neg | Remark="applied min-neg-neg to
// CHECK-LABEL: func.func @min_neg_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_neg_neg(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.neg %arg1 : tensor<4xf32>
  %2 = tg.min %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=neg_max_constant | Remark="applied neg-max-constant to
// CHECK-LABEL: func.func @neg_max_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_max_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.max %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.neg %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=neg_min_constant | Remark="applied neg-min-constant to
// CHECK-LABEL: func.func @neg_min_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @neg_min_constant(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.min %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.neg %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=max_of_neg | Remark="applied max-of-neg to
// CHECK-LABEL: func.func @max_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_of_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.max %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_of_neg | Remark="applied min-of-neg to
// CHECK-LABEL: func.func @min_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_of_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.min %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=relu_max | Remark="applied relu-max to
// CHECK-LABEL: func.func @relu_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu_max(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.max %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.relu %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_relu | Remark="applied max-relu to
// CHECK-LABEL: func.func @max_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[CST]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_relu(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.max %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=relu6_relu | Remark="applied relu6-relu to
// CHECK-LABEL: func.func @relu6_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[RELU6:[a-zA-Z0-9_]+]] = tg.relu6 %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[RELU6]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu6_relu(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu %arg0 : tensor<4xf32>
  %1 = tg.relu6 %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=relu6_max | Remark="applied relu6-max to
// CHECK-LABEL: func.func @relu6_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<6.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu6_max(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.max %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.relu6 %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=relu6_min | Remark="applied relu6-min to
// CHECK-LABEL: func.func @relu6_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu6_min(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.min %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.relu6 %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_relu6 | Remark="applied min-relu6 to
// CHECK-LABEL: func.func @min_relu6(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_relu6(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu6 %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.min %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_relu6 | Remark="applied max-relu6 to
// CHECK-LABEL: func.func @max_relu6(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<6.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_relu6(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu6 %arg0 : tensor<4xf32>
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %1 = tg.max %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=relu_clamp | Remark="applied relu-clamp to
// CHECK-LABEL: func.func @relu_clamp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu_clamp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.clamp %cst, %arg0, %cst_0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.relu %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=relu6_clamp | Remark="applied relu6-clamp to
// CHECK-LABEL: func.func @relu6_clamp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu6_clamp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.clamp %cst, %arg0, %cst_0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.relu6 %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_clamp | Remark="applied max-clamp to
// CHECK-LABEL: func.func @max_clamp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_clamp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.clamp %cst, %arg0, %cst_0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_1 = tg.constant dense<2.000000e+00> : tensor<f32>
  %1 = tg.max %0, %cst_1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_clamp | Remark="applied min-clamp to
// CHECK-LABEL: func.func @min_clamp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[ARG0]], %[[ARG1]], %[[CST]] : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_clamp(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.clamp %arg0, %arg1, %cst : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.min %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_relu | Remark="applied clamp-relu to
// CHECK-LABEL: func.func @clamp_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[ARG1]] : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_relu(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.relu %arg0 : tensor<4xf32>
  %1 = tg.clamp %cst, %0, %arg1 : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_relu6 | Remark="applied clamp-relu6 to
// CHECK-LABEL: func.func @clamp_relu6(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_relu6(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %0 = tg.relu6 %arg0 : tensor<4xf32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.clamp %cst, %0, %cst_0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_max | Remark="applied clamp-max to
// CHECK-LABEL: func.func @clamp_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[ARG1]] : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_max(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.max %arg0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.clamp %cst, %0, %arg1 : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_min | Remark="applied clamp-min to
// CHECK-LABEL: func.func @clamp_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_min(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<2.000000e+00> : tensor<f32>
  %0 = tg.min %arg0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_1 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.clamp %cst, %0, %cst_1 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_clamp_constants | Remark="applied clamp-clamp-constants to
// CHECK-LABEL: func.func @clamp_clamp_constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[ARG0]], %[[CST_1]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CLAMP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_clamp_constants(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<2.000000e+00> : tensor<f32>
  %cst_1 = tg.constant dense<7.000000e+00> : tensor<f32>
  %0 = tg.clamp %cst_0, %arg0, %cst_1 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_2 = tg.constant dense<5.000000e+00> : tensor<f32>
  %1 = tg.clamp %cst, %0, %cst_2 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=abs_neg | Remark="applied abs-neg to
// CHECK-LABEL: func.func @abs_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @abs_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=max_across_relus | Remark="applied max-across-relus to
// CHECK-LABEL: func.func @max_across_relus(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG1]], %[[ARG0]] : tensor<2x3xf32>
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[MAX]] : tensor<2x3xf32>
// CHECK-NEXT:    return %[[RELU]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @max_across_relus(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.relu %arg0 : tensor<2x3xf32>
  %1 = tg.relu %arg1 : tensor<2x3xf32>
  %2 = tg.max %1, %0 : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// RULE-DAG: Function=min_across_relus | Remark="applied min-across-relus to
// CHECK-LABEL: func.func @min_across_relus(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<2x3xf32>
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[MIN]] : tensor<2x3xf32>
// CHECK-NEXT:    return %[[RELU]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @min_across_relus(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.relu %arg0 : tensor<2x3xf32>
  %1 = tg.relu %arg1 : tensor<2x3xf32>
  %2 = tg.min %0, %1 : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
