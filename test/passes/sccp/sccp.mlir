// RUN: tg-opt --sccp %s | tg-filecheck %s

// The constant of a private function's only caller reaches its body, and what
// it returns comes back.
// CHECK-LABEL: func.func private @callee
// CHECK-NEXT:    %[[C:.*]] = tg.constant dense<3>
// CHECK-NEXT:    return %[[C]]
func.func private @callee(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
// CHECK-LABEL: func.func @caller
// CHECK-NEXT:    %[[C:.*]] = tg.constant dense<3>
// CHECK-NEXT:    call @callee(%[[C]])
// CHECK-NEXT:    return %[[C]]
func.func @caller() -> tensor<i32> {
  %0 = tg.constant dense<3> : tensor<i32>
  %1 = call @callee(%0) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// A branch that is never taken does not count; one that may be does.
// CHECK-LABEL: func.func @branches
// CHECK:       ^bb2(%[[P:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT:    return %[[P]], %c7_i32
func.func @branches(%p: i1, %x: i32) -> (i32, i32) {
  %true = arith.constant true
  %c7 = arith.constant 7 : i32
  cf.cond_br %p, ^bb1, ^bb2(%x, %c7 : i32, i32)
^bb1:
  cf.cond_br %true, ^bb2(%c7, %c7 : i32, i32), ^bb2(%c7, %c7 : i32, i32)
^bb2(%0: i32, %1: i32):
  return %0, %1 : i32, i32
}

// What a barrier hides stays hidden.
// CHECK-LABEL: func.func @barrier
// CHECK:         %[[B:.*]] = tg.barrier
// CHECK-NEXT:    return %[[B]]
func.func @barrier() -> tensor<i32> {
  %0 = tg.constant dense<3> : tensor<i32>
  %1 = tg.barrier %0 : tensor<i32>
  return %1 : tensor<i32>
}
