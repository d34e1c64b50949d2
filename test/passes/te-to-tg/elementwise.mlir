// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-to-tg %s | tg-filecheck %s
// RUN: tg-opt --te-to-tg=max-constant=4 %s | tg-filecheck --check-prefix=SMALL %s

// Each op is computed over the axes on which it depends.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x4x5xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<2x3x4x5xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<3xf32>) -> tensor<3x1x1xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[RESHAPE]] : (tensor<2x3x4x5xf32>, tensor<3x1x1xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[ARG3]] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ADD]] : tensor<3xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[SQRT]] : (tensor<3xf32>) -> tensor<3x1x1xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[SUB]], %[[RESHAPE_1]] : (tensor<2x3x4x5xf32>, tensor<3x1x1xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<2x3x4x5xf32>
// CHECK-NEXT:  }
// SMALL-LABEL: func.func @narrow(
// SMALL-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3x4x5xf32>,
// SMALL-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3xf32>,
// SMALL-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3xf32>,
// SMALL-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<2x3x4x5xf32> {
// SMALL-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<3xf32>) -> tensor<3x1x1xf32>
// SMALL-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[RESHAPE]] : (tensor<2x3x4x5xf32>, tensor<3x1x1xf32>) -> tensor<2x3x4x5xf32>
// SMALL-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[ARG3]] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
// SMALL-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ADD]] : tensor<3xf32>
// SMALL-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[SQRT]] : (tensor<3xf32>) -> tensor<3x1x1xf32>
// SMALL-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[SUB]], %[[RESHAPE_1]] : (tensor<2x3x4x5xf32>, tensor<3x1x1xf32>) -> tensor<2x3x4x5xf32>
// SMALL-NEXT:    return %[[DIV]] : tensor<2x3x4x5xf32>
// SMALL-NEXT:  }
func.func @narrow(%x: tensor<2x3x4x5xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %eps: tensor<f32>) -> tensor<2x3x4x5xf32> {
  %0 = te.compute [b < 2, c < 3, h < 4, w < 5] -> tensor<2x3x4x5xf32> {
    %1 = te.read %x [b, c, h, w] : tensor<2x3x4x5xf32>
    %2 = te.read %m [c] : tensor<3xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %v [c] : tensor<3xf32>
    %5 = tg.add %4, %eps : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %3, %6 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  return %0 : tensor<2x3x4x5xf32>
}

// In the order in which operands have the axes, there is one transpose and not two.
// CHECK-LABEL: func.func @order(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> tensor<6x4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4x6xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[MUL]] permutation [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<6x4xf32>
// CHECK-NEXT:  }
// SMALL-LABEL: func.func @order(
// SMALL-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>,
// SMALL-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> tensor<6x4xf32> {
// SMALL-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : tensor<4x6xf32>
// SMALL-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[MUL]] permutation [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
// SMALL-NEXT:    return %[[TRANSPOSE]] : tensor<6x4xf32>
// SMALL-NEXT:  }
func.func @order(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %0 = te.compute [i < 6, j < 4] -> tensor<6x4xf32> {
    %1 = te.read %x [j, i] : tensor<4x6xf32>
    %2 = te.read %y [j, i] : tensor<4x6xf32>
    %3 = tg.mul %1, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %0 : tensor<6x4xf32>
}

// Small tables of indices and conditions are constants.
// CHECK-LABEL: func.func @indices() -> (tensor<2x3xi64>, tensor<2x3xf32>, tensor<3x3xi1>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[0, 0, 1], [2, 2, 3]]> : tensor<2x3xi64>
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 1 : tensor<2x3xf32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[true, true, true], [false, true, true], [false, false, true]]> : tensor<3x3xi1>
// CHECK-NEXT:    return %[[CST]], %[[IOTA]], %[[CST_1]] : tensor<2x3xi64>, tensor<2x3xf32>, tensor<3x3xi1>
// CHECK-NEXT:  }
// SMALL-LABEL: func.func @indices() -> (tensor<2x3xi64>, tensor<2x3xf32>, tensor<3x3xi1>) {
// SMALL-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<2xi64>
// SMALL-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i64>
// SMALL-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[IOTA]], %[[CST]] : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
// SMALL-NEXT:    %[[IOTA_1:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<3xi64>
// SMALL-NEXT:    %[[REM:[a-zA-Z0-9_]+]] = tg.rem %[[IOTA_1]], %[[CST]] : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
// SMALL-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[REM]], %[[CST]] : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
// SMALL-NEXT:    %[[REM_1:[a-zA-Z0-9_]+]] = tg.rem %[[ADD]], %[[CST]] : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
// SMALL-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[IOTA_1]], %[[REM_1]] : tensor<3xi64>
// SMALL-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[SUB]], %[[CST]] : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
// SMALL-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[MUL]] : (tensor<2xi64>) -> tensor<2x1xi64>
// SMALL-NEXT:    %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[RESHAPE]], %[[DIV]] : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
// SMALL-NEXT:    %[[IOTA_2:[a-zA-Z0-9_]+]] = tg.iota dim 1 : tensor<2x3xf32>
// SMALL-NEXT:    %[[IOTA_3:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<3xi64>
// SMALL-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<-1> : tensor<i64>
// SMALL-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[IOTA_3]], %[[CST_1]] : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
// SMALL-NEXT:    %[[IOTA_4:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<3xi64>
// SMALL-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[MUL_1]] : (tensor<3xi64>) -> tensor<3x1xi64>
// SMALL-NEXT:    %[[ADD_2:[a-zA-Z0-9_]+]] = tg.add %[[RESHAPE_1]], %[[IOTA_4]] : (tensor<3x1xi64>, tensor<3xi64>) -> tensor<3x3xi64>
// SMALL-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i64>
// SMALL-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ADD_2]], %[[CST_2]] : (tensor<3x3xi64>, tensor<i64>) -> tensor<3x3xi1>
// SMALL-NEXT:    return %[[ADD_1]], %[[IOTA_2]], %[[COMPARE]] : tensor<2x3xi64>, tensor<2x3xf32>, tensor<3x3xi1>
// SMALL-NEXT:  }
func.func @indices() -> (tensor<2x3xi64>, tensor<2x3xf32>, tensor<3x3xi1>) {
  %0 = te.compute [i < 2, j < 3] -> tensor<2x3xi64> {
    %3 = te.index 2 * i + j floordiv 2 : tensor<i64>
    te.yield %3 : tensor<i64>
  }
  %1 = te.compute [i < 2, j < 3] -> tensor<2x3xf32> {
    %3 = te.index j : tensor<i64>
    %4 = tg.convert %3 : (tensor<i64>) -> tensor<f32>
    te.yield %4 : tensor<f32>
  }
  %2 = te.compute [i < 3, j < 3] -> tensor<3x3xi1> {
    %3 = te.guard (j - i >= 0) : tensor<i1>
    te.yield %3 : tensor<i1>
  }
  return %0, %1, %2 : tensor<2x3xi64>, tensor<2x3xf32>, tensor<3x3xi1>
}

// A condition on several axes is a mask.
// CHECK-LABEL: func.func @causal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[true, false, false, false], [true, true, false, false], [true, true, true, false], [true, true, true, true]]> : tensor<4x4xi1>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[CST]], %[[ARG0]], %[[ARG1]] : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4x4xf32>
// CHECK-NEXT:  }
// SMALL-LABEL: func.func @causal(
// SMALL-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// SMALL-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<4x4xf32> {
// SMALL-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<4xi64>
// SMALL-NEXT:    %[[IOTA_1:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<4xi64>
// SMALL-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-1> : tensor<i64>
// SMALL-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[IOTA_1]], %[[CST]] : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
// SMALL-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[IOTA]] : (tensor<4xi64>) -> tensor<4x1xi64>
// SMALL-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[RESHAPE]], %[[MUL]] : (tensor<4x1xi64>, tensor<4xi64>) -> tensor<4x4xi64>
// SMALL-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i64>
// SMALL-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare ge %[[ADD]], %[[CST_1]] : (tensor<4x4xi64>, tensor<i64>) -> tensor<4x4xi1>
// SMALL-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[COMPARE]], %[[ARG0]], %[[ARG1]] : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
// SMALL-NEXT:    return %[[SELECT]] : tensor<4x4xf32>
// SMALL-NEXT:  }
func.func @causal(%x: tensor<4x4xf32>, %low: tensor<f32>) -> tensor<4x4xf32> {
  %0 = te.compute [i < 4, j < 4] -> tensor<4x4xf32> {
    %1 = te.read %x [i, j] if (i - j >= 0) else %low : tensor<4x4xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @several(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]], %[[EXP]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
// SMALL-LABEL: func.func @several(
// SMALL-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// SMALL-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// SMALL-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// SMALL-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ADD]] : tensor<4xf32>
// SMALL-NEXT:    return %[[ADD]], %[[EXP]] : tensor<4xf32>, tensor<4xf32>
// SMALL-NEXT:  }
func.func @several(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = te.compute [i < 4] -> tensor<4xf32>, tensor<4xf32> {
    %1 = te.read %x [i] : tensor<4xf32>
    %2 = te.read %y [i] : tensor<4xf32>
    %3 = tg.add %1, %2 : tensor<f32>
    %4 = tg.exp %3 : tensor<f32>
    te.yield %3, %4 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// One value is read along either axis.
// CHECK-LABEL: func.func @differences(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x1xf64>) -> tensor<2x2xf64> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<2x1xf64>) -> tensor<2xf64>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[RESHAPE]], %[[ARG0]] : (tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x2xf64>
// CHECK-NEXT:    return %[[SUB]] : tensor<2x2xf64>
// CHECK-NEXT:  }
// SMALL-LABEL: func.func @differences(
// SMALL-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x1xf64>) -> tensor<2x2xf64> {
// SMALL-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<2x1xf64>) -> tensor<2xf64>
// SMALL-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[RESHAPE]], %[[ARG0]] : (tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x2xf64>
// SMALL-NEXT:    return %[[SUB]] : tensor<2x2xf64>
// SMALL-NEXT:  }
func.func @differences(%x: tensor<2x1xf64>) -> tensor<2x2xf64> {
  %0 = te.compute [i < 2, j < 2] -> tensor<2x2xf64> {
    %1 = te.read %x [j, 0] : tensor<2x1xf64>
    %2 = te.read %x [i, 0] : tensor<2x1xf64>
    %3 = tg.sub %1, %2 : tensor<f64>
    te.yield %3 : tensor<f64>
  }
  return %0 : tensor<2x2xf64>
}
