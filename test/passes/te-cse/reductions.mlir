// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-cse %s | tg-filecheck %s
// RUN: tg-opt --te-cse=fp=fast %s | tg-filecheck --check-prefix=FAST %s

// Sums are compared as a whole, whatever the order of the free axes is, and wherever an axis begins.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x8xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 6] sum [k < 8] -> tensor<4x6xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [j < 6, i < 4] -> tensor<6x4xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [-i + 3, j] : tensor<4x6xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<4x6xf32>, tensor<6x4xf32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @sum(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x8xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
// FAST-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 6] sum [k < 8] -> tensor<4x6xf32> {
// FAST-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// FAST-NEXT:      te.yield %[[READ]] : tensor<f32>
// FAST-NEXT:    }
// FAST-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [j < 6, i < 4] -> tensor<6x4xf32> {
// FAST-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [-i + 3, j] : tensor<4x6xf32>
// FAST-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// FAST-NEXT:    }
// FAST-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<4x6xf32>, tensor<6x4xf32>
// FAST-NEXT:  }
func.func @sum(%X: tensor<4x6x8xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
  %a = te.compute [i < 4, j < 6] sum [k < 8] -> tensor<4x6xf32> {
    %1 = te.read %X [i, j, k] : tensor<4x6x8xf32>
    te.yield %1 : tensor<f32>
  }
  %b = te.compute [j < 6, i < 4] sum [k in 1..9] -> tensor<6x4xf32> {
    %1 = te.read %X [3 - i, j, k - 1] : tensor<4x6x8xf32>
    te.yield %1 : tensor<f32>
  }
  return %a, %b : tensor<4x6xf32>, tensor<6x4xf32>
}

// The same points in the same order, as one axis or as two.
// CHECK-LABEL: func.func @split(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @split(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// FAST-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xf32> {
// FAST-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// FAST-NEXT:      te.yield %[[READ]] : tensor<f32>
// FAST-NEXT:    }
// FAST-NEXT:    return %[[COMPUTE]], %[[COMPUTE]] : tensor<4xf32>, tensor<4xf32>
// FAST-NEXT:  }
func.func @split(%X: tensor<4x6x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xf32> {
    %1 = te.read %X [i, j, k] : tensor<4x6x8xf32>
    te.yield %1 : tensor<f32>
  }
  %b = te.compute [i < 4] sum [m < 48] -> tensor<4xf32> {
    %1 = te.read %X [i, m floordiv 8, m mod 8] : tensor<4x6x8xf32>
    te.yield %1 : tensor<f32>
  }
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// Another order is another sum of floats, but with fp=fast.
// CHECK-LABEL: func.func @order(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 4] sum [k < 8, j < 6] -> tensor<4xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @order(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// FAST-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xf32> {
// FAST-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// FAST-NEXT:      te.yield %[[READ]] : tensor<f32>
// FAST-NEXT:    }
// FAST-NEXT:    return %[[COMPUTE]], %[[COMPUTE]] : tensor<4xf32>, tensor<4xf32>
// FAST-NEXT:  }
func.func @order(%X: tensor<4x6x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xf32> {
    %1 = te.read %X [i, j, k] : tensor<4x6x8xf32>
    te.yield %1 : tensor<f32>
  }
  %b = te.compute [i < 4] sum [k < 8, j < 6] -> tensor<4xf32> {
    %1 = te.read %X [i, j, k] : tensor<4x6x8xf32>
    te.yield %1 : tensor<f32>
  }
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// It makes no difference to a maximum, nor to a sum of integers.
// CHECK-LABEL: func.func @any_order(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x6x8xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] max [j < 6, k < 8] -> tensor<4xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xi32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i, j, k] : tensor<4x6x8xi32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE]], %[[COMPUTE_1]], %[[COMPUTE_1]] : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @any_order(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x8xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x6x8xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
// FAST-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4] max [j < 6, k < 8] -> tensor<4xf32> {
// FAST-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, k] : tensor<4x6x8xf32>
// FAST-NEXT:      te.yield %[[READ]] : tensor<f32>
// FAST-NEXT:    }
// FAST-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xi32> {
// FAST-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i, j, k] : tensor<4x6x8xi32>
// FAST-NEXT:      te.yield %[[READ_1]] : tensor<i32>
// FAST-NEXT:    }
// FAST-NEXT:    return %[[COMPUTE]], %[[COMPUTE]], %[[COMPUTE_1]], %[[COMPUTE_1]] : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
// FAST-NEXT:  }
func.func @any_order(%X: tensor<4x6x8xf32>, %Z: tensor<4x6x8xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
  %a = te.compute [i < 4] max [j < 6, k < 8] -> tensor<4xf32> {
    %1 = te.read %X [i, j, k] : tensor<4x6x8xf32>
    te.yield %1 : tensor<f32>
  }
  %b = te.compute [i < 4] max [k < 8, j < 6] -> tensor<4xf32> {
    %1 = te.read %X [i, 5 - j, k] : tensor<4x6x8xf32>
    te.yield %1 : tensor<f32>
  }
  %c = te.compute [i < 4] sum [j < 6, k < 8] -> tensor<4xi32> {
    %1 = te.read %Z [i, j, k] : tensor<4x6x8xi32>
    te.yield %1 : tensor<i32>
  }
  %d = te.compute [i < 4] sum [k < 8, j < 6] -> tensor<4xi32> {
    %1 = te.read %Z [i, j, 7 - k] : tensor<4x6x8xi32>
    te.yield %1 : tensor<i32>
  }
  return %a, %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
}
