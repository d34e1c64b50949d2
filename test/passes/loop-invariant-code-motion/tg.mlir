// RUN: tg-opt --loop-invariant-code-motion %s | tg-filecheck %s

// What does not change in the loop moves in front of it, out of both regions;
// barriers and what depends on the state stay.
// CHECK-LABEL: func.func @f
// CHECK-DAG:     %[[Z:.*]] = tg.constant dense<0>
// CHECK-DAG:     %[[ONE:.*]] = tg.constant dense<1>
// CHECK-DAG:     %[[E:.*]] = tg.exp %arg1
// CHECK:         tg.while
// CHECK-NEXT:      tg.compare gt %{{.*}}, %[[Z]]
// CHECK-NEXT:      tg.yield
// CHECK:           tg.barrier %[[E]]
// CHECK:           tg.sub %{{.*}}, %[[ONE]]
func.func @f(%n: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<f32> cond {
    %zero = tg.constant dense<0> : tensor<i32>
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %one = tg.constant dense<1> : tensor<i32>
    %e = tg.exp %x : tensor<f32>
    %b = tg.barrier %e : tensor<f32>
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.mul %v, %b : tensor<f32>
    tg.yield %1, %2 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
