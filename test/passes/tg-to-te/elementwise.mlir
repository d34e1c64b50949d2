// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-te %s | tg-filecheck %s

// An operand that broadcasts is read at index 0 where it stretches.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4x1xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 8] -> tensor<4x8xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<4x8xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [j] : tensor<8xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 8] -> tensor<4x8xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i, j] : tensor<4x8xf32>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [i, 0] : tensor<4x1xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[READ_2]], %[[READ_3]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MUL]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 8] -> tensor<4x8xf32> {
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE_1]] [i, j] : tensor<4x8xf32>
// CHECK-NEXT:      %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[ARG3]], %[[READ_4]], %[[ARG3]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[CLAMP]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_2]] : tensor<4x8xf32>
// CHECK-NEXT:  }
func.func @broadcast(%x: tensor<4x8xf32>, %y: tensor<8xf32>, %z: tensor<4x1xf32>, %s: tensor<f32>) -> tensor<4x8xf32> {
  %0 = tg.add %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = tg.mul %0, %z : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = tg.clamp %s, %1, %s : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// A constant of equal elements is in the body, and gone outside of it.
// CHECK-LABEL: func.func @splat(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] -> tensor<4xf32> {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[READ]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[SUB]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @splat(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<1.0> : tensor<4xf32>
  %0 = tg.sub %c, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Attributes stay, and what is no float is no float.
// CHECK-LABEL: func.func @attributes(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] -> tensor<4xi1> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[READ]], %[[READ_1]] total_order : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      te.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 4] -> tensor<4xi32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[READ_2]] : (tensor<f32>) -> tensor<i32>
// CHECK-NEXT:      te.yield %[[CONVERT]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 4] -> tensor<4xf32> {
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[GELU:[a-zA-Z0-9_]+]] = tg.gelu %[[READ_3]] approximate tanh : tensor<f32>
// CHECK-NEXT:      te.yield %[[GELU]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<4xi1>, tensor<4xi32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @attributes(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi32>, tensor<4xf32>) {
  %0 = tg.compare lt %x, %y total_order : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %2 = tg.gelu %x approximate tanh : tensor<4xf32>
  return %0, %1, %2 : tensor<4xi1>, tensor<4xi32>, tensor<4xf32>
}

// A tensor without dimensions is computed at one point, where a compute reads it.
// CHECK-LABEL: func.func @rank_0(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2xf32>) -> tensor<2xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [] -> tensor<f32> {
// CHECK-NEXT:      %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ARG0]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[SQRT]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2] -> tensor<2xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i] : tensor<2xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [] : tensor<f32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[READ]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[DIV]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]] : tensor<2xf32>
// CHECK-NEXT:  }
func.func @rank_0(%x: tensor<f32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tg.sqrt %x : tensor<f32>
  %1 = tg.div %y, %0 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// An extent that only the run knows is that of an operand.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<?x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x3xf32>) -> tensor<?x3xf32> {
// CHECK-NEXT:    %[[DIM:[a-zA-Z0-9_]+]] = tg.dim %[[ARG0]] dim 0 : (tensor<?x3xf32>) -> tensor<index>
// CHECK-NEXT:    %[[ITEM:[a-zA-Z0-9_]+]] = tg.item %[[DIM]] : tensor<index> -> index
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < %[[ITEM]], j < 3] -> tensor<?x3xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<?x3xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [0, j] : tensor<1x3xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<?x3xf32>
// CHECK-NEXT:  }
func.func @dynamic(%x: tensor<?x3xf32>, %y: tensor<1x3xf32>) -> tensor<?x3xf32> {
  %0 = tg.add %x, %y : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
