// NOTE: checks written by tg-lit update
// RUN: tg-opt --stablehlo-to-tg %s | tg-filecheck %s

// A composite with the name and the attributes of an op of tg is that op, whatever
// its decomposition says; what nothing names any more is gone.

// CHECK-NOT:   @gone{{[( ]}}
func.func private @gone(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// CHECK-LABEL: func.func @ops(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<i32> {
// CHECK-NEXT:    %[[SILU:[a-zA-Z0-9_]+]] = tg.silu %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[GELU:[a-zA-Z0-9_]+]] = tg.gelu %[[SILU]] approximate tanh : tensor<4xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce argmax %[[GELU]] dims [0] element_type i32 : (tensor<4xf32>) -> tensor<i32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<i32>
// CHECK-NEXT:  }
func.func @ops(%x: tensor<4xf32>) -> tensor<i32> {
  %0 = stablehlo.composite "tg.silu" %x {decomposition = @gone} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.composite "tg.gelu" %0 {composite_attributes = {approximate = "tanh"}, decomposition = @gone} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.composite "tg.reduce" %1 {composite_attributes = {dims = array<i64: 0>, element_type = i32, kind = "argmax"}, decomposition = @kept} : (tensor<4xf32>) -> tensor<i32>
  return %2 : tensor<i32>
}

// Any other one is a call: of another name, with attributes that no op has, or
// with other types.

// CHECK-LABEL: func.func @calls(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<i32>) {
// CHECK-NEXT:    %[[CALL:[a-zA-Z0-9_]+]] = call @kept(%[[ARG0]]) : (tensor<4xf32>) -> tensor<i32>
// CHECK-NEXT:    %[[CALL_1:[a-zA-Z0-9_]+]] = call @called(%[[ARG0]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[CALL_2:[a-zA-Z0-9_]+]] = call @kept(%[[ARG0]]) : (tensor<4xf32>) -> tensor<i32>
// CHECK-NEXT:    return %[[CALL]], %[[CALL_1]], %[[CALL_2]] : tensor<i32>, tensor<4xf32>, tensor<i32>
// CHECK-NEXT:  }
func.func @calls(%x: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<i32>) {
  %0 = stablehlo.composite "tg.largest" %x {decomposition = @kept} : (tensor<4xf32>) -> tensor<i32>
  %1 = stablehlo.composite "tg.silu" %x {composite_attributes = {slope = 1.0 : f32}, decomposition = @called} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.composite "tg.gelu" %x {decomposition = @kept} : (tensor<4xf32>) -> tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<4xf32>, tensor<i32>
}

// CHECK-LABEL: func.func private @kept(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<i32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    return %[[CST]] : tensor<i32>
// CHECK-NEXT:  }
func.func private @kept(%x: tensor<4xf32>) -> tensor<i32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func private @called(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func private @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
