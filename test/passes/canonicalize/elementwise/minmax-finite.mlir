// RUN: tg-opt --canonicalize="fp=finite" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=finite" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=max_min | Remark="applied max-min to
// CHECK-LABEL: func.func @max_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_min(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.min %arg0, %arg1 : tensor<4xf32>
  %1 = tg.max %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=min_max | Remark="applied min-max to
// CHECK-LABEL: func.func @min_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_max(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %arg0, %arg1 : tensor<4xf32>
  %1 = tg.min %arg0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=clamp_to_one | Remark="applied clamp-to-one to
// CHECK-LABEL: func.func @clamp_to_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @clamp_to_one(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.clamp %arg0, %arg1, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=max_highest | Remark="applied max-highest to
// CHECK-LABEL: func.func @max_highest(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0x7F800000> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @max_highest(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0x7F800000> : tensor<f32>
  %0 = tg.max %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=min_lowest | Remark="applied min-lowest to
// CHECK-LABEL: func.func @min_lowest(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0xFF800000> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @min_lowest(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.min %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
