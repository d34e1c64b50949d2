// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=sigmoid | Remark="applied sigmoid to
// CHECK-LABEL: func.func @sigmoid(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIGMOID]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sigmoid(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.exp %0 : tensor<4xf32>
  %cst = tg.constant dense<1.000000e+00> : tensor<f32>
  %2 = tg.add %1, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = tg.constant dense<1.000000e+00> : tensor<f32>
  %3 = tg.div %cst_0, %2 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
