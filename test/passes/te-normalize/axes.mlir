// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-normalize %s | tg-filecheck %s

// An axis that its compute and all who read it use backwards is turned round, and axes are in the order of what is read.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16xf32>) -> tensor<8x16xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [b < 8, c < 16] -> tensor<8x16xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [b, c] : tensor<8x16xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[READ]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[EXP]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [b < 8, c < 16] -> tensor<8x16xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [b, c] : tensor<8x16xf32>
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[NEG]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]] : tensor<8x16xf32>
// CHECK-NEXT:  }
func.func @turned(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %e = te.compute [c < 16, b < 8] -> tensor<16x8xf32> {
    %0 = te.read %x [b, 15 - c] : tensor<8x16xf32>
    %1 = tg.exp %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %r = te.compute [b < 8, c < 16] -> tensor<8x16xf32> {
    %0 = te.read %e [15 - c, b] : tensor<16x8xf32>
    %1 = tg.neg %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  return %r : tensor<8x16xf32>
}

// Who reads it forwards keeps it as it is; but it begins at 0.
// CHECK-LABEL: func.func @begins(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [c < 16] -> tensor<16xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [-c + 15] : tensor<16xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[READ]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[EXP]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [c < 16] -> tensor<16xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [c] : tensor<16xf32>
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [-c + 15] : tensor<16xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[READ_1]], %[[READ_2]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[SUB]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [c < 16] -> tensor<16xf32> {
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [c] if (c - 1 >= 0) : tensor<16xf32>
// CHECK-NEXT:      %[[INDEX:[a-zA-Z0-9_]+]] = te.index c + 3 : tensor<i64>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[INDEX]] : (tensor<i64>) -> tensor<f32>
// CHECK-NEXT:      %[[SUB_1:[a-zA-Z0-9_]+]] = tg.sub %[[READ_3]], %[[CONVERT]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[SUB_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<16xf32>, tensor<16xf32>
// CHECK-NEXT:  }
func.func @begins(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %e = te.compute [c in -15..1] -> tensor<16xf32> {
    %0 = te.read %x [-c] : tensor<16xf32>
    %1 = tg.exp %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %r = te.compute [c in 3..19] -> tensor<16xf32> {
    %0 = te.read %e [c - 3] : tensor<16xf32>
    %1 = te.read %e [18 - c] : tensor<16xf32>
    %2 = tg.sub %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %s = te.compute [c in 3..19] -> tensor<16xf32> {
    %0 = te.read %x [c - 3] if (c >= 4) : tensor<16xf32>
    %1 = te.index c : tensor<i64>
    %2 = tg.convert %1 : (tensor<i64>) -> tensor<f32>
    %3 = tg.sub %0, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %r, %s : tensor<16xf32>, tensor<16xf32>
}

// A result in another order is a view of what others read.
// CHECK-LABEL: func.func @view(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16x1xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<16xf32>) -> (tensor<16x1x8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [b < 8, o < 1, c < 16] -> tensor<8x1x16xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [b, c, 0] : tensor<8x16x1xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [c] : tensor<16xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [c < 16, o < 1, b < 8] -> tensor<16x1x8xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [b, 0, c] : tensor<8x1x16xf32>
// CHECK-NEXT:      te.yield %[[READ_2]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [b < 8] sum [c < 16] -> tensor<8xf32> {
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [b, 0, c] : tensor<8x1x16xf32>
// CHECK-NEXT:      te.yield %[[READ_3]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<16x1x8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @view(%x: tensor<8x16x1xf32>, %y: tensor<16xf32>) -> (tensor<16x1x8xf32>, tensor<8xf32>) {
  %e = te.compute [c < 16, o < 1, b < 8] -> tensor<16x1x8xf32> {
    %0 = te.read %x [b, c, o] : tensor<8x16x1xf32>
    %1 = te.read %y [c] : tensor<16xf32>
    %2 = tg.add %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %r = te.compute [b < 8] sum [c < 16] -> tensor<8xf32> {
    %0 = te.read %e [c, 0, b] : tensor<16x1x8xf32>
    te.yield %0 : tensor<f32>
  }
  return %e, %r : tensor<16x1x8xf32>, tensor<8xf32>
}

// Axes that the largest operand lacks stay where they are, and extents that are values go along.
// CHECK-LABEL: func.func @some(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<?x?xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: index,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: index) -> tensor<?xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < %[[ARG2]], k < 3, j < %[[ARG3]]] -> tensor<?x3x?xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] if (-i + 3 >= 0, -j + 4 >= 0) : tensor<?x?xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [k] : tensor<3xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ]], %[[READ_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < %[[ARG2]]] -> tensor<?xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i, 0, 0] : tensor<?x3x?xf32>
// CHECK-NEXT:      te.yield %[[READ_2]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]] : tensor<?xf32>
// CHECK-NEXT:  }
func.func @some(%x: tensor<?x?xf32>, %y: tensor<3xf32>, %m: index, %n: index) -> tensor<?xf32> {
  %e = te.compute [j < %n, k < 3, i < %m] -> tensor<?x3x?xf32> {
    %0 = te.read %x [i, j] if (i < 4, j < 5) : tensor<?x?xf32>
    %1 = te.read %y [k] : tensor<3xf32>
    %2 = tg.add %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %r = te.compute [i < %m] -> tensor<?xf32> {
    %0 = te.read %e [0, 0, i] : tensor<?x3x?xf32>
    te.yield %0 : tensor<f32>
  }
  return %r : tensor<?xf32>
}
