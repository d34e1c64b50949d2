// RUN: tg-opt --cse %s | tg-filecheck %s

// An op in a nested region reuses one that dominates it.
// CHECK-LABEL: func.func @into_region
// CHECK:         %[[E:.*]] = tg.exp %arg1
// CHECK-NEXT:    tg.if %arg0
// CHECK-NEXT:      tg.yield %[[E]]
func.func @into_region(%p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = "tg.if"(%p) ({
    %2 = tg.exp %x : tensor<4xf32>
    tg.yield %2 : tensor<4xf32>
  }, {
    tg.yield %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// What a region computes is not visible after it, nor in its sibling.
// CHECK-LABEL: func.func @out_of_region
// CHECK-COUNT-3: tg.exp
func.func @out_of_region(%p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %1 = "tg.if"(%p) ({
    %2 = tg.exp %x : tensor<4xf32>
    %3 = tg.neg %2 : tensor<4xf32>
    tg.yield %3 : tensor<4xf32>
  }, {
    %2 = tg.exp %x : tensor<4xf32>
    tg.yield %2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %4 = tg.exp %x : tensor<4xf32>
  return %1, %4 : tensor<4xf32>, tensor<4xf32>
}

// Blocks: the entry dominates both arms, the arms do not dominate the join.
// CHECK-LABEL: func.func @blocks
// CHECK:         %[[E:.*]] = tg.exp %arg1
// CHECK:         cf.cond_br
// CHECK:       ^bb1:
// CHECK-NEXT:    %[[N1:.*]] = tg.neg %[[E]]
// CHECK-NEXT:    cf.br ^bb3(%[[N1]]
// CHECK:       ^bb2:
// CHECK-NEXT:    %[[N2:.*]] = tg.neg %[[E]]
// CHECK-NEXT:    cf.br ^bb3(%[[N2]]
func.func @blocks(%p: i1, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.exp %x : tensor<4xf32>
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %1 = tg.exp %x : tensor<4xf32>
  %2 = tg.neg %1 : tensor<4xf32>
  cf.br ^bb3(%2 : tensor<4xf32>)
^bb2:
  %3 = tg.exp %x : tensor<4xf32>
  %4 = tg.neg %3 : tensor<4xf32>
  cf.br ^bb3(%4 : tensor<4xf32>)
^bb3(%5: tensor<4xf32>):
  return %0, %5 : tensor<4xf32>, tensor<4xf32>
}

// Functions are isolated from each other.
// CHECK-LABEL: func.func @isolated
// CHECK:         tg.constant
func.func @isolated() -> tensor<f32> {
  %0 = tg.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}
