// RUN: tg-opt --canonicalize="fp=finite" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=finite" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=abs_sqrt | Remark="applied abs-sqrt to
// CHECK-LABEL: func.func @abs_sqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @abs_sqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg0 : tensor<4xf32>
  %1 = tg.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=relu_sqrt | Remark="applied relu-sqrt to
// CHECK-LABEL: func.func @relu_sqrt(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @relu_sqrt(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sqrt %arg0 : tensor<4xf32>
  %1 = tg.relu %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
