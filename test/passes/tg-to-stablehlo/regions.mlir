// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[C:[a-zA-Z0-9_]+]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = stablehlo.while(%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = stablehlo.compare GT, %[[ARG2]], %[[C]], SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SUBTRACT:[a-zA-Z0-9_]+]] = stablehlo.subtract %[[ARG2]], %[[C]] : tensor<i32>
// CHECK-NEXT:      %[[MULTIPLY:[a-zA-Z0-9_]+]] = stablehlo.multiply %[[ARG3]], %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      stablehlo.return %[[SUBTRACT]], %[[MULTIPLY]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<4xf32>
// CHECK-NEXT:  }
func.func @loop(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> cond {
    %1 = tg.compare gt %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.mul %v, %v : tensor<4xf32>
    tg.yield %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @choices(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = "stablehlo.if"(%[[ARG0]]) ({
// CHECK-NEXT:      stablehlo.return %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %[[NEGATE:[a-zA-Z0-9_]+]] = stablehlo.negate %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:      stablehlo.return %[[NEGATE]] : tensor<4xf32>
// CHECK-NEXT:    }) : (tensor<i1>) -> tensor<4xf32>
// CHECK-NEXT:    %[[CASE:[a-zA-Z0-9_]+]] = "stablehlo.case"(%[[ARG1]]) ({
// CHECK-NEXT:      stablehlo.return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      stablehlo.return %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:    }) : (tensor<i32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CASE]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @choices(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.if %p -> (tensor<4xf32>) {
    tg.yield %x : tensor<4xf32>
  } else {
    %2 = tg.neg %x : tensor<4xf32>
    tg.yield %2 : tensor<4xf32>
  }
  %1 = tg.case %i -> (tensor<4xf32>) {
    tg.yield %0 : tensor<4xf32>
  }, {
    tg.yield %x : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// A keyword is a region, and starts from what it starts from here.
// CHECK-LABEL: func.func @keywords(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xi8>) -> (tensor<4xf32>, tensor<4x1xi8>, tensor<f16>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = stablehlo.reduce(%[[ARG0]] init: %[[CST]]) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[C:[a-zA-Z0-9_]+]] = stablehlo.constant dense<127> : tensor<i8>
// CHECK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = stablehlo.reduce(%[[ARG1]] init: %[[C]]) applies stablehlo.minimum across dimensions = [1] : (tensor<4x8xi8>, tensor<i8>) -> tensor<4xi8>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = stablehlo.reshape %[[REDUCE_1]] : (tensor<4xi8>) -> tensor<4x1xi8>
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = stablehlo.convert %[[ARG0]] : (tensor<4x8xf32>) -> tensor<4x8xf16>
// CHECK-NEXT:    %[[CONVERT_1:[a-zA-Z0-9_]+]] = stablehlo.convert %[[CONVERT]] : (tensor<4x8xf16>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[REDUCE_2:[a-zA-Z0-9_]+]] = stablehlo.reduce(%[[CONVERT_1]] init: %[[CST_1]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = stablehlo.constant dense<3.200000e+01> : tensor<f32>
// CHECK-NEXT:    %[[DIVIDE:[a-zA-Z0-9_]+]] = stablehlo.divide %[[REDUCE_2]], %[[CST_2]] : tensor<f32>
// CHECK-NEXT:    %[[CONVERT_2:[a-zA-Z0-9_]+]] = stablehlo.convert %[[DIVIDE]] : (tensor<f32>) -> tensor<f16>
// CHECK-NEXT:    return %[[REDUCE]], %[[RESHAPE]], %[[CONVERT_2]] : tensor<4xf32>, tensor<4x1xi8>, tensor<f16>
// CHECK-NEXT:  }
func.func @keywords(%x: tensor<4x8xf32>, %y: tensor<4x8xi8>) -> (tensor<4xf32>, tensor<4x1xi8>, tensor<f16>) {
  %0 = tg.reduce sum %x dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  %1 = tg.reduce min %y dims [1] keep_dims : (tensor<4x8xi8>) -> tensor<4x1xi8>
  %2 = tg.convert %x : (tensor<4x8xf32>) -> tensor<4x8xf16>
  %3 = tg.reduce mean %2 dims [0, 1] : (tensor<4x8xf16>) -> tensor<f16>
  return %0, %1, %3 : tensor<4xf32>, tensor<4x1xi8>, tensor<f16>
}

// A region that a keyword would stand for keeps its order.
// CHECK-LABEL: func.func @in_order(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<4xf32>, tensor<1x8xf32>) {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = stablehlo.reduce(%[[ARG0]] init: %[[ARG1]]) applies stablehlo.add across dimensions = [1] {tg.sequential} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = "stablehlo.reduce_window"(%[[ARG0]], %[[CST]]) <{window_dimensions = array<i64: 4, 1>}> ({
// CHECK-NEXT:    ^{{[a-zA-Z0-9_]+}}(%[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>):
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[ARG2]], %[[ARG3]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }) {tg.sequential} : (tensor<4x8xf32>, tensor<f32>) -> tensor<1x8xf32>
// CHECK-NEXT:    return %[[REDUCE]], %[[REDUCE_WINDOW]] : tensor<4xf32>, tensor<1x8xf32>
// CHECK-NEXT:  }
func.func @in_order(%x: tensor<4x8xf32>, %i: tensor<f32>) -> (tensor<4xf32>, tensor<1x8xf32>) {
  %0 = tg.reduce %x init %i dims [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> with (%acc: tensor<f32>, %e: tensor<f32>) {
    %2 = tg.add %acc, %e : tensor<f32>
    tg.yield %2 : tensor<f32>
  }
  %1 = tg.reduce_window sum %x window [4, 1] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  return %0, %1 : tensor<4xf32>, tensor<1x8xf32>
}

// CHECK-LABEL: func.func @windows(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> (tensor<4xf32>, tensor<7xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = "stablehlo.reduce_window"(%[[ARG0]], %[[CST]]) <{padding =
// CHECK-SAME{LITERAL}:       dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
// CHECK-NEXT:    ^[[BB0:[a-zA-Z0-9_]+]](%[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>):
// CHECK-NEXT:      %[[MAXIMUM:[a-zA-Z0-9_]+]] = stablehlo.maximum %[[ARG1]], %[[ARG2]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[MAXIMUM]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[REDUCE_WINDOW_1:[a-zA-Z0-9_]+]] = "stablehlo.reduce_window"(%[[ARG0]], %[[CST_1]]) <{window_dimensions = array<i64: 2>}> ({
// CHECK-NEXT:    ^[[BB0]](%[[ARG1_1:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG2_1:[a-zA-Z0-9_]+]]: tensor<f32>):
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[ARG1_1]], %[[ARG2_1]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = stablehlo.constant dense<2.000000e+00> : tensor<7xf32>
// CHECK-NEXT:    %[[DIVIDE:[a-zA-Z0-9_]+]] = stablehlo.divide %[[REDUCE_WINDOW_1]], %[[CST_2]] : tensor<7xf32>
// CHECK-NEXT:    return %[[REDUCE_WINDOW]], %[[DIVIDE]] : tensor<4xf32>, tensor<7xf32>
// CHECK-NEXT:  }
func.func @windows(%x: tensor<8xf32>) -> (tensor<4xf32>, tensor<7xf32>) {
  %0 = tg.reduce_window max %x window [3] strides [2] pads [0:1] : (tensor<8xf32>) -> tensor<4xf32>
  %1 = tg.reduce_window mean %x window [2] : (tensor<8xf32>) -> tensor<7xf32>
  return %0, %1 : tensor<4xf32>, tensor<7xf32>
}

// CHECK-LABEL: func.func @sorts(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]]:2 = "stablehlo.sort"(%[[ARG0]], %[[ARG1]]) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK-NEXT:    ^{{[a-zA-Z0-9_]+}}(%[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>, %{{[a-zA-Z0-9_]+}}: tensor<i32>, %{{[a-zA-Z0-9_]+}}: tensor<i32>):
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = stablehlo.compare GT, %[[ARG2]], %[[ARG3]], TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
// CHECK-NEXT:    return %[[SORT]]#0, %[[SORT]]#1 : tensor<4xf32>, tensor<4xi32>
// CHECK-NEXT:  }
func.func @sorts(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0:2 = tg.sort descending %x, %y dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @scatters(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<10x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x1xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> tensor<10x4xf32> {
// CHECK-NEXT:    %[[SCATTER:[a-zA-Z0-9_]+]] = "stablehlo.scatter"(%[[ARG0]], %[[ARG1]], %[[ARG2]]) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// CHECK-NEXT:    ^{{[a-zA-Z0-9_]+}}(%{{[a-zA-Z0-9_]+}}: tensor<f32>, %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>):
// CHECK-NEXT:      stablehlo.return %[[ARG4]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
// CHECK-NEXT:    return %[[SCATTER]] : tensor<10x4xf32>
// CHECK-NEXT:  }
func.func @scatters(%x: tensor<10x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) -> tensor<10x4xf32> {
  %0 = tg.scatter set %x, %i, %u update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 unique : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
  return %0 : tensor<10x4xf32>
}
