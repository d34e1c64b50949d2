// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-cse %s | tg-filecheck %s

// What both passes of batch norm have becomes a compute, although one of them has it mirrored, with
// other axes, and over two computes.
// CHECK-LABEL: func.func @batch_norm(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16x4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x16x4x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<16xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<16xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG5:[a-zA-Z0-9_]+]]: tensor<16xf32>) -> (tensor<8x16x4x4xf32>, tensor<16xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [b < 8, c < 16, h < 4, w < 4] -> tensor<8x16x4x4xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [b, c, h, w] : tensor<8x16x4x4xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [c] : tensor<16xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[READ]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG3]] [c] : tensor<16xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ_2]], %[[ARG4]] : tensor<f32>
// CHECK-NEXT:      %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[ADD]] : tensor<f32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[SUB]], %[[SQRT]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[DIV]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [b < 8, c < 16, h < 4, w < 4] -> tensor<8x16x4x4xf32> {
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [b, c, h, w] : tensor<8x16x4x4xf32>
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[ARG5]] [c] : tensor<16xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[READ_4]], %[[READ_3]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MUL]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [c < 16] sum [b < 8, h < 4, w < 4] -> tensor<16xf32> {
// CHECK-NEXT:      %[[READ_5:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [b, c, h, w] : tensor<8x16x4x4xf32>
// CHECK-NEXT:      %[[READ_6:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [b, c, h, w] : tensor<8x16x4x4xf32>
// CHECK-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[READ_5]], %[[READ_6]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MUL_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<8x16x4x4xf32>, tensor<16xf32>
// CHECK-NEXT:  }
func.func @batch_norm(%X: tensor<8x16x4x4xf32>, %dY: tensor<8x16x4x4xf32>, %E: tensor<16xf32>, %V: tensor<16xf32>, %eps: tensor<f32>, %gamma: tensor<16xf32>) -> (tensor<8x16x4x4xf32>, tensor<16xf32>) {
  %y = te.compute [b < 8, c < 16, h < 4, w < 4] -> tensor<8x16x4x4xf32> {
    %1 = te.read %X [b, c, h, w] : tensor<8x16x4x4xf32>
    %2 = te.read %E [c] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %V [c] : tensor<16xf32>
    %5 = tg.add %4, %eps : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %3, %6 : tensor<f32>
    %8 = te.read %gamma [c] : tensor<16xf32>
    %9 = tg.mul %8, %7 : tensor<f32>
    te.yield %9 : tensor<f32>
  }
  %e = te.compute [b < 8, h < 4, w < 4, k in -15..1] -> tensor<8x4x4x16xf32> {
    %1 = te.read %X [b, -k, h, w] : tensor<8x16x4x4xf32>
    %2 = te.read %E [-k] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  %dg = te.compute [c < 16] sum [b < 8, h < 4, w < 4] -> tensor<16xf32> {
    %0 = te.read %dY [b, c, h, w] : tensor<8x16x4x4xf32>
    %1 = te.read %e [b, h, w, 15 - c] : tensor<8x4x4x16xf32>
    %4 = te.read %V [c] : tensor<16xf32>
    %5 = tg.add %eps, %4 : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %1, %6 : tensor<f32>
    %2 = tg.mul %0, %7 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %y, %dg : tensor<8x16x4x4xf32>, tensor<16xf32>
}

// The tensor that is there is read.
// CHECK-LABEL: func.func @tanh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 6] -> tensor<4x6xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<4x6xf32>
// CHECK-NEXT:      %[[TANH:[a-zA-Z0-9_]+]] = tg.tanh %[[READ]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[TANH]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [j < 6, i < 4] -> tensor<6x4xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i, j] : tensor<4x6xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[READ_1]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[CST]], %[[MUL]] : tensor<f32>
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [j, i] : tensor<6x4xf32>
// CHECK-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[READ_2]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MUL_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<4x6xf32>, tensor<6x4xf32>
// CHECK-NEXT:  }
func.func @tanh(%X: tensor<4x6xf32>, %dY: tensor<6x4xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
  %y = te.compute [i < 4, j < 6] -> tensor<4x6xf32> {
    %1 = te.read %X [i, j] : tensor<4x6xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %dx = te.compute [j < 6, i < 4] -> tensor<6x4xf32> {
    %1 = te.read %X [i, j] : tensor<4x6xf32>
    %2 = tg.tanh %1 : tensor<f32>
    %3 = tg.tanh %1 : tensor<f32>
    %4 = tg.mul %2, %3 : tensor<f32>
    %one = tg.constant dense<1.0> : tensor<f32>
    %5 = tg.sub %one, %4 : tensor<f32>
    %6 = te.read %dY [j, i] : tensor<6x4xf32>
    %7 = tg.mul %5, %6 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  return %y, %dx : tensor<4x6xf32>, tensor<6x4xf32>
}

// A part is over the axes that it depends on, and through a reshape.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4x32xf32>, tensor<4x8x4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] -> tensor<4xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[READ]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[RSQRT]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 32] -> tensor<4x32xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<4x32xf32>
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[READ_1]], %[[READ_2]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MUL]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 4, k < 8, l < 4] -> tensor<4x8x4xf32> {
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, k * 4 + l] : tensor<4x32xf32>
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i] : tensor<4xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ_3]], %[[READ_4]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<4x32xf32>, tensor<4x8x4xf32>
// CHECK-NEXT:  }
func.func @narrow(%X: tensor<4x32xf32>, %V: tensor<4xf32>) -> (tensor<4x32xf32>, tensor<4x8x4xf32>) {
  %a = te.compute [i < 4, j < 32] -> tensor<4x32xf32> {
    %1 = te.read %X [i, j] : tensor<4x32xf32>
    %2 = te.read %V [i] : tensor<4xf32>
    %3 = tg.rsqrt %2 : tensor<f32>
    %4 = tg.mul %1, %3 : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  %b = te.compute [i < 4, k < 8, l < 4] -> tensor<4x8x4xf32> {
    %1 = te.read %X [i, 4 * k + l] : tensor<4x32xf32>
    %2 = te.read %V [i] : tensor<4xf32>
    %3 = tg.rsqrt %2 : tensor<f32>
    %4 = tg.add %1, %3 : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  return %a, %b : tensor<4x32xf32>, tensor<4x8x4xf32>
}

// So is all of a compute that is another one reshaped.
// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x32xf32>) -> (tensor<4x32xf32>, tensor<8x4x4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 32] -> tensor<4x32xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<4x32xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[READ]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[EXP]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [k < 8, l < 4, i < 4] -> tensor<8x4x4xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i, k * -4 - l + 31] : tensor<4x32xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<4x32xf32>, tensor<8x4x4xf32>
// CHECK-NEXT:  }
func.func @reshaped(%X: tensor<4x32xf32>) -> (tensor<4x32xf32>, tensor<8x4x4xf32>) {
  %a = te.compute [i < 4, j < 32] -> tensor<4x32xf32> {
    %1 = te.read %X [i, j] : tensor<4x32xf32>
    %2 = tg.exp %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %b = te.compute [k < 8, l < 4, i < 4] -> tensor<8x4x4xf32> {
    %1 = te.read %X [i, 31 - 4 * k - l] : tensor<4x32xf32>
    %2 = tg.exp %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %a, %b : tensor<4x32xf32>, tensor<8x4x4xf32>
}
