// NOTE: checks written by tg-lit update
// RUN: tg-opt --te-to-tg %s | tg-filecheck %s

// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> tensor<6x4xf32> {
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG0]] permutation [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<6x4xf32>
// CHECK-NEXT:  }
func.func @transposed(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %0 = te.compute [i < 6, j < 4] -> tensor<6x4xf32> {
    %1 = te.read %x [j, i] : tensor<4x6xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<6x4xf32>
}

// An axis that begins elsewhere, and is read backwards, is none that needs reversing.
// CHECK-LABEL: func.func @mirrored(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG0]] dims [0] : tensor<4x6xf32>
// CHECK-NEXT:    return %[[REVERSE]], %[[ARG0]] : tensor<4x6xf32>, tensor<4x6xf32>
// CHECK-NEXT:  }
func.func @mirrored(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %0 = te.compute [i < 4, j < 6] -> tensor<4x6xf32> {
    %2 = te.read %x [3 - i, j] : tensor<4x6xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i in -3..1, j < 6] -> tensor<4x6xf32> {
    %2 = te.read %x [i + 3, j] : tensor<4x6xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<4x6xf32>, tensor<4x6xf32>
}

// CHECK-LABEL: func.func @strided(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> tensor<4x3xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [0:4, 1:6:2] : (tensor<4x6xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:    return %[[SLICE]] : tensor<4x3xf32>
// CHECK-NEXT:  }
func.func @strided(%x: tensor<4x6xf32>) -> tensor<4x3xf32> {
  %0 = te.compute [i < 4, j < 3] -> tensor<4x3xf32> {
    %1 = te.read %x [i, 2 * j + 1] : tensor<4x6xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @repeated(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x1x6xf32>) -> tensor<5x4x2x6xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1, 2, 3] : (tensor<4x1x6xf32>) -> tensor<5x4x2x6xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<5x4x2x6xf32>
// CHECK-NEXT:  }
func.func @repeated(%x: tensor<4x1x6xf32>) -> tensor<5x4x2x6xf32> {
  %0 = te.compute [k < 5, i < 4, l < 2, j < 6] -> tensor<5x4x2x6xf32> {
    %1 = te.read %x [i, 0, j] : tensor<4x1x6xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<5x4x2x6xf32>
}

// Whatever the index expressions are, a reshape is one.
// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> (tensor<2x12xf32>, tensor<3x8xf32>, tensor<2x2x6xf32>) {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<4x6xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<4x6xf32>) -> tensor<3x8xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[RESHAPE_2]] permutation [1, 0, 2] : tensor<2x2x6xf32>
// CHECK-NEXT:    return %[[RESHAPE]], %[[RESHAPE_1]], %[[TRANSPOSE]] : tensor<2x12xf32>, tensor<3x8xf32>, tensor<2x2x6xf32>
// CHECK-NEXT:  }
func.func @reshaped(%x: tensor<4x6xf32>) -> (tensor<2x12xf32>, tensor<3x8xf32>, tensor<2x2x6xf32>) {
  %0 = te.compute [i < 2, j < 12] -> tensor<2x12xf32> {
    %3 = te.read %x [i * 2 + j floordiv 6, j mod 6] : tensor<4x6xf32>
    te.yield %3 : tensor<f32>
  }
  %1 = te.compute [i < 3, j < 8] -> tensor<3x8xf32> {
    %3 = te.read %x [(i * 8 + j) floordiv 6, (i * 8 + j) mod 6] : tensor<4x6xf32>
    te.yield %3 : tensor<f32>
  }
  %2 = te.compute [k < 2, i < 2, j < 6] -> tensor<2x2x6xf32> {
    %3 = te.read %x [2 * i + k, j] : tensor<4x6xf32>
    te.yield %3 : tensor<f32>
  }
  return %0, %1, %2 : tensor<2x12xf32>, tensor<3x8xf32>, tensor<2x2x6xf32>
}

// Parts of an axis change places; one is repeated.
// CHECK-LABEL: func.func @shuffled(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<8xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[RESHAPE]] permutation [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[TRANSPOSE]] : (tensor<4x2xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG1]] dims [0] : (tensor<4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[BROADCAST]] : (tensor<4x2xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %[[RESHAPE_1]], %[[RESHAPE_2]] : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @shuffled(%x: tensor<8xf32>, %y: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = te.compute [i < 8] -> tensor<8xf32> {
    %2 = te.read %x [i floordiv 2 + 4 * (i mod 2)] : tensor<8xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i < 8] -> tensor<8xf32> {
    %2 = te.read %y [i floordiv 2] : tensor<4xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Conditions are padding, which may take elements away, too.
// CHECK-LABEL: func.func @padded(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<5x9xf32>, tensor<4x11xf32>) {
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[ARG1]] low [2, 1] high [-1, 2] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x9xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[PAD_1:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST]] low [0, 0] high [0, 0] interior [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x11xf32>
// CHECK-NEXT:    return %[[PAD]], %[[PAD_1]] : tensor<5x9xf32>, tensor<4x11xf32>
// CHECK-NEXT:  }
func.func @padded(%x: tensor<4x6xf32>, %v: tensor<f32>) -> (tensor<5x9xf32>, tensor<4x11xf32>) {
  %0 = te.compute [i < 5, j < 9] -> tensor<5x9xf32> {
    %2 = te.read %x [i - 2, j - 1] if (i >= 2, j >= 1, j < 7) else %v : tensor<4x6xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i < 4, j < 11] -> tensor<4x11xf32> {
    %2 = te.read %x [i, j floordiv 2] if (j mod 2 == 0) : tensor<4x6xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<5x9xf32>, tensor<4x11xf32>
}

// CHECK-LABEL: func.func @joined(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x5xf32>) -> tensor<2x8xf32> {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]] dim 1 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:    return %[[CONCAT]] : tensor<2x8xf32>
// CHECK-NEXT:  }
func.func @joined(%x: tensor<2x3xf32>, %y: tensor<2x5xf32>) -> tensor<2x8xf32> {
  %0 = te.compute [i < 2, j < 8] -> tensor<2x8xf32> {
    %1 = te.read %y [i, j - 3] if (j >= 3) : tensor<2x5xf32>
    %2 = te.read %x [i, j] if (j < 3) else %1 : tensor<2x3xf32>
    te.yield %2 : tensor<f32>
  }
  return %0 : tensor<2x8xf32>
}
