// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s

// Functions that no op rounds alike are composites: one decomposition for each op,
// attributes and types, with a name that is free.

// CHECK-LABEL: func.func private @tg.gelu.impl(tensor<f32>) -> tensor<f32>
func.func private @tg.gelu.impl(tensor<f32>) -> tensor<f32>

// CHECK-LABEL: func.func @shared(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2xf16>) -> (tensor<4xf32>, tensor<2xf16>, tensor<4xf32>) {
// CHECK-NEXT:    %[[COMPOSITE:[a-zA-Z0-9_]+]] = stablehlo.composite "tg.silu" %[[ARG0]] {decomposition = @tg.silu.impl} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[COMPOSITE_1:[a-zA-Z0-9_]+]] = stablehlo.composite "tg.silu" %[[COMPOSITE]] {decomposition = @tg.silu.impl} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[COMPOSITE_2:[a-zA-Z0-9_]+]] = stablehlo.composite "tg.silu" %[[ARG1]] {decomposition = @tg.silu.impl_1} : (tensor<2xf16>) -> tensor<2xf16>
// CHECK-NEXT:    %[[COMPOSITE_3:[a-zA-Z0-9_]+]] = stablehlo.composite "tg.gelu" %[[COMPOSITE_1]] {composite_attributes = {approximate = "tanh"}, decomposition = @tg.gelu.impl_1} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[COMPOSITE_1]], %[[COMPOSITE_2]], %[[COMPOSITE_3]] : tensor<4xf32>, tensor<2xf16>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @shared(%x: tensor<4xf32>, %y: tensor<2xf16>) -> (tensor<4xf32>, tensor<2xf16>, tensor<4xf32>) {
  %0 = tg.silu %x : tensor<4xf32>
  %1 = tg.silu %0 : tensor<4xf32>
  %2 = tg.silu %y : tensor<2xf16>
  %3 = tg.gelu %1 approximate tanh : tensor<4xf32>
  return %1, %2, %3 : tensor<4xf32>, tensor<2xf16>, tensor<4xf32>
}

// CHECK-LABEL: func.func @scan(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xi32>) -> tensor<2x3xi32> {
// CHECK-NEXT:    %[[COMPOSITE:[a-zA-Z0-9_]+]] = stablehlo.composite "tg.cumulate" %[[ARG0]] {composite_attributes = {dim = 1 : i64, exclusive, kind = "max", reverse}, decomposition = @tg.cumulate.impl} : (tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:    return %[[COMPOSITE]] : tensor<2x3xi32>
// CHECK-NEXT:  }
func.func @scan(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = tg.cumulate max %x dim 1 exclusive reverse : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @where(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xi32>) -> tensor<1x1xi8> {
// CHECK-NEXT:    %[[COMPOSITE:[a-zA-Z0-9_]+]] = stablehlo.composite "tg.reduce" %[[ARG0]] {composite_attributes = {dims = array<i64: 1, 0>, element_type = i8, keep_dims, kind = "argmin"}, decomposition = @tg.reduce.impl} : (tensor<2x3xi32>) -> tensor<1x1xi8>
// CHECK-NEXT:    return %[[COMPOSITE]] : tensor<1x1xi8>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @tg.silu.impl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[LOGISTIC:[a-zA-Z0-9_]+]] = stablehlo.logistic %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MULTIPLY:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[ARG0]], %[[LOGISTIC]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MULTIPLY]] : tensor<4xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @tg.silu.impl_1(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2xf16>) -> tensor<2xf16> {
// CHECK-NEXT:    %[[LOGISTIC:[a-zA-Z0-9_]+]] = stablehlo.logistic %[[ARG0]] : tensor<2xf16>
// CHECK-NEXT:    %[[MULTIPLY:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[ARG0]], %[[LOGISTIC]] : tensor<2xf16>
// CHECK-NEXT:    return %[[MULTIPLY]] : tensor<2xf16>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @tg.gelu.impl_1(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK-NEXT:    %[[MULTIPLY:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[ARG0]], %[[CST]] : tensor<4xf32>
// CHECK-NEXT:    %[[MULTIPLY_1:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MULTIPLY_2:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[MULTIPLY_1]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = stablehlo.constant dense<4.471500e-02> : tensor<4xf32>
// CHECK-NEXT:    %[[MULTIPLY_3:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[MULTIPLY_2]], %[[CST_1]] : tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[ARG0]], %[[MULTIPLY_3]] : tensor<4xf32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.797884583> : tensor<4xf32>
// CHECK-NEXT:    %[[MULTIPLY_4:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[ADD]], %[[CST_2]] : tensor<4xf32>
// CHECK-NEXT:    %[[TANH:[a-zA-Z0-9_]+]] = stablehlo.tanh %[[MULTIPLY_4]] : tensor<4xf32>
// CHECK-NEXT:    %[[CST_3:[a-zA-Z0-9_]+]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[ADD_1:[a-zA-Z0-9_]+]] = stablehlo.add %[[TANH]], %[[CST_3]] : tensor<4xf32>
// CHECK-NEXT:    %[[MULTIPLY_5:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[MULTIPLY]], %[[ADD_1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MULTIPLY_5]] : tensor<4xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @tg.cumulate.impl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xi32>) -> tensor<2x3xi32> {
// CHECK-NEXT:    %[[C:[a-zA-Z0-9_]+]] = stablehlo.constant dense<-2147483648> : tensor<i32>
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = "stablehlo.reduce_window"(%[[ARG0]], %[[C]]) <{padding =
// CHECK-SAME{LITERAL}:       dense<[[0, 0], [-1, 3]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>}> ({
// CHECK-NEXT:    ^{{[a-zA-Z0-9_]+}}(%[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>, %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>):
// CHECK-NEXT:      %[[MAXIMUM:[a-zA-Z0-9_]+]] = stablehlo.maximum %[[ARG1]], %[[ARG2]] : tensor<i32>
// CHECK-NEXT:      stablehlo.return %[[MAXIMUM]] : tensor<i32>
// CHECK-NEXT:    }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
// CHECK-NEXT:    return %[[REDUCE_WINDOW]] : tensor<2x3xi32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @tg.reduce.impl(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xi32>) -> tensor<1x1xi8> {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = stablehlo.iota dim = 1 : tensor<2x3xi8>
// CHECK-NEXT:    %[[IOTA_1:[a-zA-Z0-9_]+]] = stablehlo.iota dim = 0 : tensor<2x3xi8>
// CHECK-NEXT:    %[[C:[a-zA-Z0-9_]+]] = stablehlo.constant dense<3> : tensor<2x3xi8>
// CHECK-NEXT:    %[[MULTIPLY:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[IOTA_1]], %[[C]] : tensor<2x3xi8>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[IOTA]], %[[MULTIPLY]] : tensor<2x3xi8>
// CHECK-NEXT:    %[[C_1:[a-zA-Z0-9_]+]] = stablehlo.constant dense<2147483647> : tensor<i32>
// CHECK-NEXT:    %[[C_2:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0> : tensor<i8>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]]:2 = stablehlo.reduce(%[[ARG0]] init: %[[C_1]]), (%[[ADD]] init: %[[C_2]]) across dimensions = [0, 1] : (tensor<2x3xi32>, tensor<2x3xi8>, tensor<i32>, tensor<i8>) -> (tensor<i32>, tensor<i8>)
// CHECK-NEXT:     reducer(%[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>, %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>) (%[[ARG2:[a-zA-Z0-9_]+]]: tensor<i8>, %[[ARG4:[a-zA-Z0-9_]+]]: tensor<i8>)  {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = stablehlo.compare LT, %[[ARG1]], %[[ARG3]], SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      %[[COMPARE_1:[a-zA-Z0-9_]+]] = stablehlo.compare EQ, %[[ARG1]], %[[ARG3]], SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      %[[COMPARE_2:[a-zA-Z0-9_]+]] = stablehlo.compare LT, %[[ARG2]], %[[ARG4]], SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
// CHECK-NEXT:      %[[AND:[a-zA-Z0-9_]+]] = stablehlo.and %[[COMPARE_1]], %[[COMPARE_2]] : tensor<i1>
// CHECK-NEXT:      %[[OR:[a-zA-Z0-9_]+]] = stablehlo.or %[[COMPARE]], %[[AND]] : tensor<i1>
// CHECK-NEXT:      %[[SELECT:[a-zA-Z0-9_]+]] = stablehlo.select %[[COMPARE]], %[[ARG1]], %[[ARG3]] : tensor<i1>, tensor<i32>
// CHECK-NEXT:      %[[SELECT_1:[a-zA-Z0-9_]+]] = stablehlo.select %[[OR]], %[[ARG2]], %[[ARG4]] : tensor<i1>, tensor<i8>
// CHECK-NEXT:      stablehlo.return %[[SELECT]], %[[SELECT_1]] : tensor<i32>, tensor<i8>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = stablehlo.reshape %[[REDUCE]]#1 : (tensor<i8>) -> tensor<1x1xi8>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<1x1xi8>
// CHECK-NEXT:  }
func.func @where(%x: tensor<2x3xi32>) -> tensor<1x1xi8> {
  %0 = tg.reduce argmin %x dims [1, 0] keep_dims element_type i8 : (tensor<2x3xi32>) -> tensor<1x1xi8>
  return %0 : tensor<1x1xi8>
}
