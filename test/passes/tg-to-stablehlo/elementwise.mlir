// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s

// Operands that broadcast are broadcast first.
// CHECK-LABEL: func.func @add(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[BROADCAST_IN_DIM:[a-zA-Z0-9_]+]] = stablehlo.broadcast_in_dim %[[ARG1]], dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[ARG0]], %[[BROADCAST_IN_DIM]] {name = "bias"} : tensor<4x8xf32>
// CHECK-NEXT:    %[[BROADCAST_IN_DIM_1:[a-zA-Z0-9_]+]] = stablehlo.broadcast_in_dim %[[ARG2]], dims = [] : (tensor<f32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[MAXIMUM:[a-zA-Z0-9_]+]] = stablehlo.maximum %[[ADD]], %[[BROADCAST_IN_DIM_1]] : tensor<4x8xf32>
// CHECK-NEXT:    return %[[MAXIMUM]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @add(%x: tensor<4x8xf32>, %y: tensor<8xf32>, %z: tensor<f32>) -> tensor<4x8xf32> {
  %0 = tg.add %x, %y {name = "bias"} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = tg.max %0, %z : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Limits and predicates of rank 0 need not be.
// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = stablehlo.clamp %[[ARG1]], %[[ARG2]], %[[ARG3]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[BROADCAST_IN_DIM:[a-zA-Z0-9_]+]] = stablehlo.broadcast_in_dim %[[ARG3]], dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = stablehlo.select %[[ARG0]], %[[CLAMP]], %[[BROADCAST_IN_DIM]] : tensor<i1>, tensor<4xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @scalars(%p: tensor<i1>, %low: tensor<f32>, %x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf32> {
  %0 = tg.clamp %low, %x, %y : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.select %p, %0, %y : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @orders(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xui8>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = stablehlo.compare LT, %[[ARG0]], %[[ARG0]], FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    %[[COMPARE_1:[a-zA-Z0-9_]+]] = stablehlo.compare GE, %[[ARG0]], %[[ARG0]], TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    %[[COMPARE_2:[a-zA-Z0-9_]+]] = stablehlo.compare EQ, %[[ARG1]], %[[ARG1]], SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// CHECK-NEXT:    %[[COMPARE_3:[a-zA-Z0-9_]+]] = stablehlo.compare NE, %[[ARG2]], %[[ARG2]], UNSIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
// CHECK-NEXT:    %[[COMPARE_4:[a-zA-Z0-9_]+]] = stablehlo.compare GT, %[[ARG3]], %[[ARG3]], UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[COMPARE]], %[[COMPARE_1]], %[[COMPARE_2]], %[[COMPARE_3]], %[[COMPARE_4]] : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
// CHECK-NEXT:  }
func.func @orders(%f: tensor<4xf32>, %i: tensor<4xi32>, %u: tensor<4xui8>, %b: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = tg.compare lt %f, %f : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare ge %f, %f total_order : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.compare eq %i, %i total_order : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %3 = tg.compare ne %u, %u : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %4 = tg.compare gt %b, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// StableHLO has absolute values and signs of numbers with a sign only.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xui8>) -> (tensor<4xui8>, tensor<4xui8>) {
// CHECK-NEXT:    %[[C:[a-zA-Z0-9_]+]] = stablehlo.constant dense<1> : tensor<4xui8>
// CHECK-NEXT:    %[[MINIMUM:[a-zA-Z0-9_]+]] = stablehlo.minimum %[[ARG0]], %[[C]] : tensor<4xui8>
// CHECK-NEXT:    return %[[ARG0]], %[[MINIMUM]] : tensor<4xui8>, tensor<4xui8>
// CHECK-NEXT:  }
func.func @unsigned(%x: tensor<4xui8>) -> (tensor<4xui8>, tensor<4xui8>) {
  %0 = tg.abs %x : tensor<4xui8>
  %1 = tg.sign %x : tensor<4xui8>
  return %0, %1 : tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @made_of_others(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi1>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[MAXIMUM:[a-zA-Z0-9_]+]] = stablehlo.maximum %[[ARG0]], %[[CST]] : tensor<4xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = stablehlo.constant dense<6.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CLAMP:[a-zA-Z0-9_]+]] = stablehlo.clamp %[[CST_1]], %[[MAXIMUM]], %[[CST_2]] : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = stablehlo.iota dim = 0 : tensor<4xi32>
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = stablehlo.convert %[[IOTA]] : (tensor<4xi32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[MAXIMUM]], %[[CLAMP]], %[[CONVERT]] : tensor<4xf32>, tensor<4xf32>, tensor<4xi1>
// CHECK-NEXT:  }
func.func @made_of_others(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi1>) {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.relu6 %0 : tensor<4xf32>
  %2 = tg.iota dim 0 : tensor<4xi1>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi1>
}

// CHECK-LABEL: func.func @in_chlo(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ERF:[a-zA-Z0-9_]+]] = chlo.erf %[[ARG0]] : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[ASINH:[a-zA-Z0-9_]+]] = chlo.asinh %[[ERF]] : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[NEXT_AFTER:[a-zA-Z0-9_]+]] = chlo.next_after %[[ASINH]], %[[ARG0]] : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT:    return %[[NEXT_AFTER]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @in_chlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.erf %x : tensor<4xf32>
  %1 = tg.asinh %0 : tensor<4xf32>
  %2 = tg.next_after %1, %x : tensor<4xf32>
  return %2 : tensor<4xf32>
}
