// RUN: tg-opt --cse %s | tg-filecheck %s

// CHECK-LABEL: func.func @commutative
// CHECK:         %[[A:.*]] = tg.add %arg0, %arg1
// CHECK-NEXT:    return %[[A]], %[[A]]
func.func @commutative(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.add %a, %b : tensor<4xf32>
  %1 = tg.add %b, %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @not_commutative
// CHECK:         %[[A:.*]] = tg.sub %arg0, %arg1
// CHECK-NEXT:    %[[B:.*]] = tg.sub %arg1, %arg0
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @not_commutative(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.sub %a, %b : tensor<4xf32>
  %1 = tg.sub %b, %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Merging one pair makes the next pair equal.
// CHECK-LABEL: func.func @chain
// CHECK-COUNT-3: tg.
// CHECK-NOT:     tg.
// CHECK:         return
func.func @chain(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.exp %a : tensor<4xf32>
  %1 = tg.exp %a : tensor<4xf32>
  %2 = tg.neg %0 : tensor<4xf32>
  %3 = tg.neg %1 : tensor<4xf32>
  %4 = tg.tanh %2 : tensor<4xf32>
  %5 = tg.tanh %3 : tensor<4xf32>
  return %4, %5 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @dead
// CHECK-NOT:     tg.
// CHECK:         return
func.func @dead(%a: tensor<4xf32>) {
  %0 = tg.exp %a : tensor<4xf32>
  return
}

// Discardable attributes keep ops apart.
// CHECK-LABEL: func.func @attributes
// CHECK-COUNT-2: tg.exp
func.func @attributes(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.exp %a {note = "x"} : tensor<4xf32>
  %1 = tg.exp %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
