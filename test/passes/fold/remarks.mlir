// RUN: tg-opt --fold --remarks-filter=Fold %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:

func.func @f() -> (tensor<4xi32>, tensor<1000000xi32>, tensor<i32>) {
  %c = tg.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Passed] fold | Category:Fold | Function=f | Remark="computed 'tg.add'"
  %0 = tg.add %c, %c : tensor<4xi32>
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=f | Remark="left 'tg.iota': 0 bytes of constants would become 4000000, more than max-growth=256 allows"
  %1 = tg.iota dim 0 : tensor<1000000xi32>
  %z = tg.constant dense<0> : tensor<i32>
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=f | Remark="left 'tg.while': 'tg.while' op takes too many steps"
  %2 = tg.while (%i = %z) : tensor<i32> cond {
    %t = tg.constant dense<true> : tensor<i1>
    tg.yield %t : tensor<i1>
  } do {
    tg.yield %i : tensor<i32>
  }
  return %0, %1, %2 : tensor<4xi32>, tensor<1000000xi32>, tensor<i32>
}
