// RUN: tg-opt --remove-dead-values %s | tg-filecheck %s

// Callers agree on what they need of a private function.
// CHECK-LABEL: func.func private @f(%arg0: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg0
// CHECK-NEXT:    return %[[E]]
// CHECK-LABEL: func.func @main(%arg0: tensor<f32>)
// CHECK-NEXT:    %[[R:.*]] = call @f(%arg0) : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    return %[[R]]
func.func private @f(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = tg.exp %x : tensor<f32>
  %1 = tg.neg %y : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.neg %x : tensor<f32>
  %1:2 = call @f(%x, %0) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %1#0 : tensor<f32>
}

// A public function keeps its signature.
// CHECK-LABEL: func.func @public(%arg0: i32, %arg1: i32) -> (i32, i32)
func.func @public(%x: i32, %y: i32) -> (i32, i32) {
  return %x, %x : i32, i32
}
