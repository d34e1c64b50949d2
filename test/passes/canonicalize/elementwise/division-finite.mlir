// RUN: tg-opt --canonicalize="fp=finite" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=finite" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=zero_rem | Remark="applied zero-rem to
// CHECK-LABEL: func.func @zero_rem(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @zero_rem(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = tg.constant dense<0.000000e+00> : tensor<f32>
  %0 = tg.rem %cst, %arg0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RULE-DAG: Function=rem_self | Remark="applied rem-self to
// CHECK-LABEL: func.func @rem_self(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @rem_self(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.rem %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
