// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-normalize %s | tg-filecheck %s

// Index expressions have their simplest form, guards that always or never hold are gone, and with them what nobody needs then.
// CHECK-LABEL: func.func @indices(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<128xf32>) -> tensor<8x16xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 8, j < 16] -> tensor<8x16xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<8x16xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ]], %[[READ]] : tensor<f32>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ADD]], %[[CST]] : tensor<f32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i * 16 + j] if (i - 2 >= 0) : tensor<128xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[MUL]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[SUB]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<8x16xf32>
// CHECK-NEXT:  }
func.func @indices(%x: tensor<8x16xf32>, %y: tensor<128xf32>) -> tensor<8x16xf32> {
  %e = te.compute [i < 8, j < 16] -> tensor<8x16xf32> {
    %0 = te.read %x [(16 * i + j) floordiv 16, (16 * i + j) mod 16] : tensor<8x16xf32>
    %4 = tg.exp %0 : tensor<f32>
    %1 = te.read %x [i, 15 - (15 - j)] if (i + j >= 0, 2 * i < 16) else %4 : tensor<8x16xf32>
    %2 = te.read %x [i - 1, j] if (i >= 9) : tensor<8x16xf32>
    %3 = te.read %y [j + i * 16] if (2 * i >= 3, i >= 1) : tensor<128xf32>
    %5 = tg.add %0, %1 : tensor<f32>
    %6 = tg.mul %5, %2 : tensor<f32>
    %7 = tg.sub %6, %3 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  return %e : tensor<8x16xf32>
}

// Constants are in the body, whether they were there, or captured, or read.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<8xf32> {
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.constant dense<2.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 8] max [] -> tensor<8xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [0, i] : tensor<1x8xf32>
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[READ]], %[[CST_1]] : tensor<f32>
// CHECK-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[MUL]], %[[CST_1]] : tensor<f32>
// CHECK-NEXT:      %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[MUL_1]], %[[CST_1]] : tensor<f32>
// CHECK-NEXT:      %[[GUARD:[a-zA-Z0-9_]+]] = te.guard (i - 1 >= 0) : tensor<i1>
// CHECK-NEXT:      %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[GUARD]], %[[CST_1]], %[[ARG1]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MUL_2]], %[[SELECT]] : tensor<f32>
// CHECK-NEXT:      %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[ADD]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[CST]] [i mod 2] : tensor<2xf32>
// CHECK-NEXT:      %[[ADD_2:[a-zA-Z0-9_]+]] = tg.add %[[ADD_1]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD_2]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<8xf32>
// CHECK-NEXT:  }
func.func @constants(%x: tensor<1x8xf32>, %s: tensor<f32>) -> tensor<8xf32> {
  %two = tg.constant dense<2.0> : tensor<f32>
  %twos = tg.constant dense<2.0> : tensor<4x8xf32>
  %many = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = te.compute [i < 8] max [k in 3..4] -> tensor<8xf32> {
    %0 = te.read %x [k - 3, i] : tensor<1x8xf32>
    %1 = te.read %twos [3, 7 - i] : tensor<4x8xf32>
    %2 = tg.constant dense<2.0> : tensor<f32>
    %3 = tg.mul %0, %1 : tensor<f32>
    %4 = tg.mul %3, %two : tensor<f32>
    %5 = tg.mul %4, %2 : tensor<f32>
    %6 = te.read %twos [0, i] if (i >= 1) else %s : tensor<4x8xf32>
    %7 = tg.add %5, %6 : tensor<f32>
    %8 = te.read %s [] : tensor<f32>
    %9 = tg.add %7, %8 : tensor<f32>
    %10 = te.read %many [i mod 2] : tensor<2xf32>
    %11 = tg.add %9, %10 : tensor<f32>
    te.yield %11 : tensor<f32>
  }
  return %r : tensor<8xf32>
}

// What a condition decides is chosen, and an index that is a number is one.
// CHECK-LABEL: func.func @chosen(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x4xi32>) -> (tensor<8xi64>, tensor<8xf32>, tensor<4x8xi32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]]:2 = te.compute [i < 8] -> tensor<8xi64>, tensor<8xf32> {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3> : tensor<i64>
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i] : tensor<8xf32>
// CHECK-NEXT:      te.yield %[[CST]], %[[READ]] : tensor<i64>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [b < 8, a < 4] -> tensor<8x4xi32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [0, a] : tensor<1x4xi32>
// CHECK-NEXT:      %[[INDEX:[a-zA-Z0-9_]+]] = te.index b + a * 8 : tensor<i32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ_1]], %[[INDEX]] : tensor<i32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [a < 4, b < 8] -> tensor<4x8xi32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE_1]] [b, a] : tensor<8x4xi32>
// CHECK-NEXT:      te.yield %[[READ_2]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]]#0, %[[COMPUTE]]#1, %[[COMPUTE_2]] : tensor<8xi64>, tensor<8xf32>, tensor<4x8xi32>
// CHECK-NEXT:  }
func.func @chosen(%x: tensor<8xf32>, %n: tensor<1x4xi32>) -> (tensor<8xi64>, tensor<8xf32>, tensor<4x8xi32>) {
  %r:2 = te.compute [i < 8] -> tensor<8xi64>, tensor<8xf32> {
    %0 = te.index i floordiv 8 + 3 : tensor<i64>
    %1 = te.guard (i < 8, i >= 0) : tensor<i1>
    %2 = te.read %x [i] : tensor<8xf32>
    %3 = te.read %x [7 - i] : tensor<8xf32>
    %4 = tg.select %1, %2, %3 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    te.yield %0, %4 : tensor<i64>, tensor<f32>
  }
  %e = te.compute [b < 8, a < 4] -> tensor<8x4xi32> {
    %0 = te.read %n [0, a] : tensor<1x4xi32>
    %1 = te.read %n [%0, a] : tensor<1x4xi32>, tensor<i32>
    %2 = te.index a * 8 + b : tensor<i32>
    %3 = tg.add %1, %2 : tensor<i32>
    te.yield %3 : tensor<i32>
  }
  %t = te.compute [a < 4, b < 8] -> tensor<4x8xi32> {
    %0 = te.read %e [b, a] : tensor<8x4xi32>
    te.yield %0 : tensor<i32>
  }
  return %r#0, %r#1, %t : tensor<8xi64>, tensor<8xf32>, tensor<4x8xi32>
}
