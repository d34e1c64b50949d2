// RUN: tg-opt --cse %s | tg-filecheck %s

// Five operations become four: the second 2 * x is the first.
// CHECK-LABEL: func.func @textbook
// CHECK:         %[[M:.*]] = tg.mul
// CHECK-NEXT:    %[[A:.*]] = tg.add %[[M]]
// CHECK-NEXT:    %[[S:.*]] = tg.sub %[[M]]
// CHECK-NEXT:    %[[R:.*]] = tg.add %[[A]], %[[S]]
// CHECK-NEXT:    return %[[R]]
func.func @textbook(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = tg.constant dense<2.0> : tensor<f32>
  %five = tg.constant dense<5.0> : tensor<f32>
  %one = tg.constant dense<1.0> : tensor<f32>
  %1 = tg.mul %x, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.add %1, %five : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = tg.mul %x, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = tg.sub %3, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = tg.add %2, %4 : tensor<4xf32>
  return %5 : tensor<4xf32>
}
