// Remarks say what was, what is, by which rules, and what that is predicted to save.
//
// RUN: tg-opt --saturate="fp=fast fusions=false" --remarks-filter=Saturated %s 2>&1 | tg-filecheck %s
//
// CHECK-DAG: Function=merge | Remark="{{[0-9]+}} nodes in {{[0-9]+}} classes after {{[0-9]+}} iterations, saturated; cost {{.*}} before and {{.*}} after; extracted {{.*}}, the least by proof"
// CHECK-DAG: Function=merge | Remark="relu(matmul) became matmul by matmul-relu; predicted gain {{[0-9.]+}} ns"
// CHECK-DAG: Function=twice | Remark="exp is computed once instead of 2 times; predicted gain {{[0-9.]+}} ns"
// CHECK-DAG: Function=gone | Remark="neg(neg) became a value from outside by folding; predicted gain {{[0-9.]+}} ns"
func.func @merge(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = tg.matmul %a, %b : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = tg.relu %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
func.func @twice(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.exp %a : tensor<4xf32>
  %1 = tg.exp %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
func.func @gone(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %a : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
