// RUN: tg-opt --cse %s | tg-filecheck %s

// In a loop of blocks, what the header computes is known in the body, and what
// the body computes is not known in the header or behind the loop.
// CHECK-LABEL: func.func @loop
// CHECK:       ^bb1(%[[I:.*]]: tensor<i32>):
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg1
// CHECK-NEXT:    check.expect_eq %[[E]], %arg1
// CHECK:       ^bb2:
// CHECK-NOT:     tg.exp
// CHECK:         %[[N:.*]] = tg.neg %[[E]]
// CHECK-NEXT:    check.expect_eq %[[N]], %arg1
// CHECK-NEXT:    tg.sub %[[I]],
// CHECK:       ^bb3:
// CHECK-NEXT:    %[[M:.*]] = tg.neg %[[E]]
// CHECK-NEXT:    return %[[E]], %[[M]]
func.func @loop(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^bb1(%n : tensor<i32>)
^bb1(%i: tensor<i32>):
  %0 = tg.exp %x : tensor<4xf32>
  check.expect_eq %0, %x : tensor<4xf32>
  %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tg.item %1 : tensor<i1> -> i1
  cf.cond_br %p, ^bb2, ^bb3
^bb2:
  %2 = tg.exp %x : tensor<4xf32>
  %3 = tg.neg %2 : tensor<4xf32>
  check.expect_eq %3, %x : tensor<4xf32>
  %j = tg.sub %i, %one : tensor<i32>
  cf.br ^bb1(%j : tensor<i32>)
^bb3:
  %4 = tg.exp %x : tensor<4xf32>
  %5 = tg.neg %4 : tensor<4xf32>
  return %4, %5 : tensor<4xf32>, tensor<4xf32>
}

// The order of the text is not that of control: ^bb1 comes first but is
// dominated by ^bb2.
// CHECK-LABEL: func.func @text_order
// CHECK:       ^bb1:
// CHECK-NEXT:    return %[[E:.*]] : tensor<4xf32>
// CHECK:       ^bb2:
// CHECK-NEXT:    %[[E]] = tg.exp %arg0
// CHECK-NEXT:    check.expect_eq %[[E]], %arg0
// CHECK-NEXT:    cf.br ^bb1
func.func @text_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb2
^bb1:
  %0 = tg.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
^bb2:
  %1 = tg.exp %x : tensor<4xf32>
  check.expect_eq %1, %x : tensor<4xf32>
  cf.br ^bb1
}
