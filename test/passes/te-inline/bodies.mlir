// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-inline %s | tg-filecheck %s

// The guard of a read goes into the reads of the body; what is read elsewhere is chosen.
// CHECK-LABEL: func.func @guarded(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<10xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 10] -> tensor<10xf32> {
// CHECK-NEXT:      %[[GUARD:[a-zA-Z0-9_]+]] = te.guard (i - 1 >= 0, -i + 8 >= 0) : tensor<i1>
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i - 1] if (i - 1 >= 0, -i + 8 >= 0) : tensor<8xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [-i + 8] if (i - 1 >= 0, -i + 8 >= 0) : tensor<8xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[GUARD]], %[[ADD]], %[[ARG2]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[SELECT]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<10xf32>
// CHECK-NEXT:  }
func.func @guarded(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<f32>) -> tensor<10xf32> {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = te.read %y [7 - i] : tensor<8xf32>
    %2 = tg.add %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %r = te.compute [i < 10] -> tensor<10xf32> {
    %0 = te.read %e [i - 1] if (i >= 1, i < 9) else %z : tensor<8xf32>
    te.yield %0 : tensor<f32>
  }
  return %r : tensor<10xf32>
}

// A slice of what was padded: guards that always hold are gone, and those that never do leave zero.
// CHECK-LABEL: func.func @pad_slice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 8] -> tensor<8xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i] : tensor<8xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 4] -> tensor<4xf32> {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[CST]], %[[CST]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<8xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @pad_slice(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %p = te.compute [i < 12] -> tensor<12xf32> {
    %0 = te.read %x [i - 2] if (i >= 2, i < 10) : tensor<8xf32>
    te.yield %0 : tensor<f32>
  }
  %s = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %p [i + 2] : tensor<12xf32>
    te.yield %0 : tensor<f32>
  }
  %t = te.compute [i < 4] -> tensor<4xf32> {
    %0 = te.read %p [i floordiv 2] : tensor<12xf32>
    %1 = te.read %p [i] if (i < 2) : tensor<12xf32>
    %2 = tg.add %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %s, %t : tensor<8xf32>, tensor<4xf32>
}

// Indices that are values go on to dimensions of the same extent, are clamped by themselves where the extent is another,
// and keep what needs them as an expression.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<10x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<6xi8>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [r < 10, c < 4] -> tensor<10x4xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [r, c] : tensor<10x4xf32>
// CHECK-NEXT:      %[[INDEX:[a-zA-Z0-9_]+]] = te.index r : tensor<i32>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[INDEX]] : (tensor<i32>) -> tensor<f32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ]], %[[CONVERT]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [n < 6, c < 4] -> tensor<6x4xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [n] : tensor<6xi32>
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [%[[READ_1]], c] : tensor<10x4xf32>, tensor<i32>
// CHECK-NEXT:      %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[READ_2]], %[[READ_2]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [n < 6, c < 4] -> tensor<6x4xf32> {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i8>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [n] : tensor<6xi8>
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i8>
// CHECK-NEXT:      %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[CST]], %[[READ_3]], %[[CST_1]] : tensor<i8>
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [%[[CLAMP]] * 2, -c + 3] : tensor<10x4xf32>, tensor<i8>
// CHECK-NEXT:      te.yield %[[READ_4]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_3:[a-zA-Z0-9_]+]] = te.compute [n < 6, c < 4] -> tensor<6x4xf32> {
// CHECK-NEXT:      %[[READ_5:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [n] : tensor<6xi32>
// CHECK-NEXT:      %[[READ_6:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [%[[READ_5]], c] : tensor<10x4xf32>, tensor<i32>
// CHECK-NEXT:      te.yield %[[READ_6]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]], %[[COMPUTE_2]], %[[COMPUTE_3]] : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
// CHECK-NEXT:  }
func.func @gather(%x: tensor<10x4xf32>, %i: tensor<6xi32>, %j: tensor<6xi8>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) {
  %e = te.compute [r < 10, c < 4] -> tensor<10x4xf32> {
    %0 = te.read %x [r, c] : tensor<10x4xf32>
    %1 = tg.add %0, %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %m = te.compute [r < 3, c < 4] -> tensor<3x4xf32> {
    %0 = te.read %x [r * 2, 3 - c] : tensor<10x4xf32>
    te.yield %0 : tensor<f32>
  }
  %k = te.compute [r < 10, c < 4] -> tensor<10x4xf32> {
    %0 = te.read %x [r, c] : tensor<10x4xf32>
    %1 = te.index r : tensor<i32>
    %2 = tg.convert %1 : (tensor<i32>) -> tensor<f32>
    %3 = tg.add %0, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  %g = te.compute [n < 6, c < 4] -> tensor<6x4xf32> {
    %0 = te.read %i [n] : tensor<6xi32>
    %1 = te.read %e [%0, c] : tensor<10x4xf32>, tensor<i32>
    te.yield %1 : tensor<f32>
  }
  %h = te.compute [n < 6, c < 4] -> tensor<6x4xf32> {
    %0 = te.read %j [n] : tensor<6xi8>
    %1 = te.read %m [%0, c] : tensor<3x4xf32>, tensor<i8>
    te.yield %1 : tensor<f32>
  }
  %l = te.compute [n < 6, c < 4] -> tensor<6x4xf32> {
    %0 = te.read %i [n] : tensor<6xi32>
    %1 = te.read %k [%0, c] : tensor<10x4xf32>, tensor<i32>
    te.yield %1 : tensor<f32>
  }
  return %g, %h, %l : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
}

// What is costly is not computed again for each row, and what is a result stays.
// CHECK-LABEL: func.func @costly(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<16xf32>) -> (tensor<8x16xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [c < 16] -> tensor<16xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [c] : tensor<16xf32>
// CHECK-NEXT:      %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[READ]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[SQRT]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [b < 8, c < 16] -> tensor<8x16xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [b, c] : tensor<8x16xf32>
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [c] : tensor<16xf32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[READ_1]], %[[READ_2]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[DIV]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [b < 8] sum [c < 16] -> tensor<8xf32> {
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE_1]] [b, c] : tensor<8x16xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[READ_3]], %[[READ_3]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MUL]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<8x16xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @costly(%x: tensor<8x16xf32>, %v: tensor<16xf32>) -> (tensor<8x16xf32>, tensor<8xf32>) {
  %s = te.compute [c < 16] -> tensor<16xf32> {
    %0 = te.read %v [c] : tensor<16xf32>
    %1 = tg.sqrt %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %y = te.compute [b < 8, c < 16] -> tensor<8x16xf32> {
    %0 = te.read %x [b, c] : tensor<8x16xf32>
    %1 = te.read %s [c] : tensor<16xf32>
    %2 = tg.div %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %z = te.compute [b < 8] sum [c < 16] -> tensor<8xf32> {
    %0 = te.read %y [b, c] : tensor<8x16xf32>
    %1 = tg.mul %0, %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  return %y, %z : tensor<8x16xf32>, tensor<8xf32>
}

// Constants are in the body, equal ops are one, and what nothing needs is gone.
// CHECK-LABEL: func.func @merged(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<8xf32> {
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.constant dense<2.000000e+00> : tensor<8xf32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 8] -> tensor<8xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i] : tensor<8xf32>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[READ]], %[[CST]] : tensor<f32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MUL]], %[[MUL]] : tensor<f32>
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[ARG1]], %[[CST_1]] : tensor<f32>
// CHECK-NEXT:      %[[ADD_2:[a-zA-Z0-9_]+]] = tg.add %[[ADD]], %[[ADD_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD_2]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<8xf32>
// CHECK-NEXT:  }
func.func @merged(%x: tensor<8xf32>, %s: tensor<f32>) -> tensor<8xf32> {
  %c = tg.constant dense<2.0> : tensor<8xf32>
  %d = tg.constant dense<3.0> : tensor<f32>
  %e = te.compute [] -> tensor<f32> {
    %1 = te.read %s [] : tensor<f32>
    %0 = tg.add %1, %d : tensor<f32>
    te.yield %0 : tensor<f32>
  }
  %y = te.compute [i < 8] -> tensor<8xf32> {
    %5 = tg.exp %s : tensor<f32>
    %0 = te.read %c [7 - i] : tensor<8xf32>
    %1 = te.read %x [i] : tensor<8xf32>
    %2 = te.read %x [i mod 8] : tensor<8xf32>
    %3 = tg.mul %1, %0 : tensor<f32>
    %4 = tg.mul %2, %0 : tensor<f32>
    %6 = tg.add %3, %4 : tensor<f32>
    %7 = tg.add %6, %e : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  return %y : tensor<8xf32>
}
