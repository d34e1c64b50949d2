// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-normalize %s | tg-filecheck %s

// The order in which floats are summed, multiplied, and combined by a region is what it was.
// CHECK-LABEL: func.func @ordered(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x16xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [] sum [j < 16, i < 8] -> tensor<f32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, -j + 15] : tensor<8x16xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [] prod [j < 16, i < 8] -> tensor<f32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, -j + 15] : tensor<8x16xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [] dot [j < 16, i < 8] -> tensor<f32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, -j + 15] : tensor<8x16xf32>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i, -j + 15] : tensor<8x16xf32>
// CHECK-NEXT:      te.yield %[[READ_2]], %[[READ_3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_3:[a-zA-Z0-9_]+]] = te.compute [] reduce [j < 16, i < 8] init(%[[ARG2]]) -> tensor<f32> {
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, -j + 15] : tensor<8x16xf32>
// CHECK-NEXT:      te.yield %[[READ_4]] : tensor<f32>
// CHECK-NEXT:    } with (%[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>) {
// CHECK-NEXT:      %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG3]], %[[ARG4]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MAX]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]], %[[COMPUTE_2]], %[[COMPUTE_3]] : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }
func.func @ordered(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %z: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = te.compute [] sum [j < 16, i < 8] -> tensor<f32> {
    %4 = te.read %x [i, 15 - j] : tensor<8x16xf32>
    te.yield %4 : tensor<f32>
  }
  %1 = te.compute [] prod [j < 16, i < 8] -> tensor<f32> {
    %4 = te.read %x [i, 15 - j] : tensor<8x16xf32>
    te.yield %4 : tensor<f32>
  }
  %2 = te.compute [] dot [j < 16, i < 8] -> tensor<f32> {
    %4 = te.read %x [i, 15 - j] : tensor<8x16xf32>
    %5 = te.read %y [i, 15 - j] : tensor<8x16xf32>
    te.yield %4, %5 : tensor<f32>, tensor<f32>
  }
  %3 = te.compute [] reduce [j < 16, i < 8] init(%z) -> tensor<f32> {
    %4 = te.read %x [i, 15 - j] : tensor<8x16xf32>
    te.yield %4 : tensor<f32>
  } with (%a: tensor<f32>, %b: tensor<f32>) {
    %4 = tg.max %a, %b : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// That of a maximum, and of whole numbers, changes no bit.
// CHECK-LABEL: func.func @free(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x16xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x16xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<8x16xi1>) -> (tensor<f32>, tensor<i32>, tensor<i1>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [] max [i < 8, j < 16] -> tensor<f32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<8x16xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [] sum [i < 8, j < 16] -> tensor<i32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i, j] : tensor<8x16xi32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [] and [i < 8, j < 16] -> tensor<i1> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [i, j] : tensor<8x16xi1>
// CHECK-NEXT:      te.yield %[[READ_2]] : tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<f32>, tensor<i32>, tensor<i1>
// CHECK-NEXT:  }
func.func @free(%x: tensor<8x16xf32>, %n: tensor<8x16xi32>, %p: tensor<8x16xi1>) -> (tensor<f32>, tensor<i32>, tensor<i1>) {
  %0 = te.compute [] max [j < 16, i < 8] -> tensor<f32> {
    %3 = te.read %x [i, 15 - j] : tensor<8x16xf32>
    te.yield %3 : tensor<f32>
  }
  %1 = te.compute [] sum [j in -15..1, i < 8] -> tensor<i32> {
    %3 = te.read %n [i, -j] : tensor<8x16xi32>
    te.yield %3 : tensor<i32>
  }
  %2 = te.compute [] and [j < 16, i < 8] -> tensor<i1> {
    %3 = te.read %p [7 - i, 15 - j] : tensor<8x16xi1>
    te.yield %3 : tensor<i1>
  }
  return %0, %1, %2 : tensor<f32>, tensor<i32>, tensor<i1>
}

// Reduction axes with one value go, wherever they begin, and what is left may reduce over none.
// CHECK-LABEL: func.func @single(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x1x16xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 8] sum [j < 16] -> tensor<8xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, 0, j] : tensor<8x1x16xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 8] sum [] init(%[[ARG1]]) -> tensor<8xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, 0, 10] : tensor<8x1x16xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @single(%x: tensor<8x1x16xf32>, %z: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = te.compute [i < 8] sum [k < 1, j < 16] -> tensor<8xf32> {
    %2 = te.read %x [i, k, j] : tensor<8x1x16xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i < 8] sum [k in 5..6] init(%z) -> tensor<8xf32> {
    %2 = te.read %x [i, k - 5, 2 * k + i floordiv 8] : tensor<8x1x16xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
