// Requests in the spelling of Enzyme: tangents side by side, gradients only, old and new forms, a derivative of a function
// of many elements.
//
// RUN: tg-run --input=2xf32=[1,2] --input=2xf32=[3,4] --input=4x2xf32=[1,0,0,1,1,1,2,3] --input=3x2xf32=[1,2,3,4,5,6] --input=3xf32=[1,10,100] %s | tg-filecheck %s
// RUN: tg-run --optimize --input=2xf32=[1,2] --input=2xf32=[3,4] --input=4x2xf32=[1,0,0,1,1,1,2,3] --input=3x2xf32=[1,2,3,4,5,6] --input=3xf32=[1,10,100] %s | tg-filecheck %s

func.func private @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>) {
  %0 = stablehlo.multiply %x, %y : tensor<2xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<2xf32>, tensor<f32>
}
func.func private @g(%x: tensor<2xf32>) -> tensor<f32> {
  %0:2 = func.call @f(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>)
  return %0#1 : tensor<f32>
}
func.func private @gb(%x: tensor<3x2xf32>) -> tensor<3xf32> {
  %0 = enzyme.batch @g(%x) {batch_shape = array<i64: 3>} : (tensor<3x2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %t: tensor<4x2xf32>, %b: tensor<3x2xf32>, %s: tensor<3xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<f32>, tensor<2xf32>, tensor<3x2xf32>, tensor<3x1xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0:3 = enzyme.fwddiff @f(%x, %y, %t) {activity = [#enzyme<activity enzyme_const>, #enzyme.activity<enzyme_dup>], ret_activity = [#enzyme<activity enzyme_dupnoneed>, #enzyme<activity enzyme_dup>], width = 4 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<f32>, tensor<4xf32>)
  %1 = enzyme.autodiff @f(%x, %y, %one) {activity = [#enzyme<activity enzyme_active>, #enzyme<activity enzyme_const>], ret_activity = [#enzyme<activity enzyme_constnoneed>, #enzyme<activity enzyme_activenoneed>], strong_zero = true} : (tensor<2xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = "enzyme.autodiff"(%b, %s) <{activity = [#enzyme<activity enzyme_active>], fn = @gb}> : (tensor<3x2xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  %b3 = stablehlo.reshape %b : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  %3 = enzyme.batch @g(%b3) {batch_shape = array<i64: 3, 1>} : (tensor<3x1x2xf32>) -> tensor<3x1xf32>
  return %0#0, %1, %0#2, %0#1, %1, %2, %3 : tensor<4x2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<f32>, tensor<2xf32>, tensor<3x2xf32>, tensor<3x1xf32>
}

// CHECK:      4x2xf32=[1 0][0 2][1 2][2 6]
// CHECK-NEXT: 2xf32=3 4
// CHECK-NEXT: 4xf32=1 2 3 8
// CHECK-NEXT: f32=11
// CHECK-NEXT: 2xf32=3 4
// CHECK-NEXT: 3x2xf32=[2 4][60 80][1000 1200]
// CHECK-NEXT: 3x1xf32=[5][25][61]
