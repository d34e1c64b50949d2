// RUN: tg-opt --control-flow-sink %s | tg-filecheck %s

// What one way alone needs moves there, with what it needs; barriers stay.
// CHECK-LABEL: func.func @f
// CHECK-NEXT:    %[[B:.*]] = tg.barrier
// CHECK-NEXT:    tg.if
// CHECK-NEXT:      %[[E:.*]] = tg.exp %arg1
// CHECK-NEXT:      %[[N:.*]] = tg.neg %[[E]]
// CHECK-NEXT:      tg.yield %[[N]]
// CHECK:           tg.yield %[[B]]
func.func @f(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %e = tg.exp %x : tensor<f32>
  %n = tg.neg %e : tensor<f32>
  %b = tg.barrier %x : tensor<f32>
  %0 = tg.if %p -> (tensor<f32>) {
    tg.yield %n : tensor<f32>
  } else {
    tg.yield %b : tensor<f32>
  }
  return %0 : tensor<f32>
}
