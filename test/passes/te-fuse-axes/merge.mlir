// RUN: tg-opt --te-fuse-axes %s | tg-filecheck %s

// All reads treat all axes alike: one is left.
// CHECK-LABEL: @elementwise
func.func @elementwise(%x: tensor<2x3x4xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK-DAG: %[[X:.*]] = tg.reshape %{{.*}} : (tensor<2x3x4xf32>) -> tensor<24xf32>
  // CHECK-DAG: %[[Y:.*]] = tg.reshape %{{.*}} : (tensor<2x3x4xf32>) -> tensor<24xf32>
  // CHECK: %[[R:.*]] = te.compute [i_j_k < 24] -> tensor<24xf32>
  // CHECK: te.read %[[X]] [i_j_k] : tensor<24xf32>
  // CHECK: te.read %[[Y]] [i_j_k] : tensor<24xf32>
  // CHECK: tg.reshape %[[R]] : (tensor<24xf32>) -> tensor<2x3x4xf32>
  %0 = te.compute [i < 2, j < 3, k < 4] -> tensor<2x3x4xf32> {
    %1 = te.read %x [i, j, k] : tensor<2x3x4xf32>
    %2 = te.read %y [i, j, k] : tensor<2x3x4xf32>
    %3 = tg.add %1, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %0 : tensor<2x3x4xf32>
}

// The gradient of an operand [2,2,1,2,2] in a result [2,2,2,2,2], bits 00100: it sums along the
// middle one of three axes.
// CHECK-LABEL: @stretched
func.func @stretched(%g: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  // CHECK: %[[G:.*]] = tg.reshape %{{.*}} : (tensor<2x2x2x2x2xf32>) -> tensor<4x2x4xf32>
  // CHECK: te.compute [a_b < 4, d_e < 4] sum [c < 2] -> tensor<4x4xf32>
  // CHECK: te.read %[[G]] [a_b, c, d_e] : tensor<4x2x4xf32>
  // CHECK: tg.reshape %{{.*}} : (tensor<4x4xf32>) -> tensor<2x2x2x2xf32>
  %0 = te.compute [a < 2, b < 2, d < 2, e < 2] sum [c < 2] -> tensor<2x2x2x2xf32> {
    %1 = te.read %g [a, b, c, d, e] : tensor<2x2x2x2x2xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<2x2x2x2xf32>
}

// An operand [1,1,2,2,1], bits 11001: it sums along the first and the last of three axes.
// CHECK-LABEL: @ends
func.func @ends(%g: tensor<2x2x2x2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: te.compute [c_d < 4] sum [a_b < 4, e < 2] -> tensor<4xf32>
  // CHECK: te.read %{{.*}} [a_b, c_d, e] : tensor<4x4x2xf32>
  %0 = te.compute [c < 2, d < 2] sum [a < 2, b < 2, e < 2] -> tensor<2x2xf32> {
    %1 = te.read %g [a, b, c, d, e] : tensor<2x2x2x2x2xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<2x2xf32>
}

// A product with a broadcast operand is one compute: no temporary of y * g.
// CHECK-LABEL: @product
func.func @product(%y: tensor<8x4x5xf32>, %g: tensor<8x4x5xf32>) -> tensor<5xf32> {
  // CHECK: te.compute [k < 5] sum [i_j < 32] -> tensor<5xf32>
  // CHECK: te.read %{{.*}} [i_j, k] : tensor<32x5xf32>
  // CHECK: te.read %{{.*}} [i_j, k] : tensor<32x5xf32>
  %0 = te.compute [k < 5] sum [i < 8, j < 4] -> tensor<5xf32> {
    %1 = te.read %y [i, j, k] : tensor<8x4x5xf32>
    %2 = te.read %g [i, j, k] : tensor<8x4x5xf32>
    %3 = tg.mul %1, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %0 : tensor<5xf32>
}

// What reads the linear form of two axes needs no reshape, and an axis of one value goes with any.
// CHECK-LABEL: @linear
func.func @linear(%x: tensor<12xf32>) -> tensor<3x1x4xf32> {
  // CHECK-NOT: tg.reshape
  // CHECK: te.compute [i_k < 12] -> tensor<12xf32>
  // CHECK: te.read %{{.*}} [-i_k + 11] : tensor<12xf32>
  // CHECK: te.index i_k * 2 + 1 : tensor<i32>
  // CHECK: tg.reshape %{{.*}} : (tensor<12xf32>) -> tensor<3x1x4xf32>
  %0 = te.compute [i < 3, j < 1, k < 4] -> tensor<3x1x4xf32> {
    %1 = te.read %x [11 - 4 * i - j - k] : tensor<12xf32>
    %2 = te.index 8 * i + 2 * k + 1 : tensor<i32>
    %3 = tg.convert %2 : (tensor<i32>) -> tensor<f32>
    %4 = tg.mul %1, %3 : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  return %0 : tensor<3x1x4xf32>
}

// A transposed read, a part of a dimension, a guard of one axis, an axis that begins elsewhere, and
// the border between results and reduction keep axes apart.
// CHECK-LABEL: @apart
func.func @apart(%x: tensor<4x4xf32>, %w: tensor<8x8xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-3: te.compute [i < 4, j < 4] -> tensor<4x4xf32>
  // CHECK: te.compute [i in -3..1, j < 4] -> tensor<4x4xf32>
  // CHECK: te.compute [i < 4] sum [j < 4] -> tensor<4xf32>
  %0 = te.compute [i < 4, j < 4] -> tensor<4x4xf32> {
    %1 = te.read %x [j, i] : tensor<4x4xf32>
    te.yield %1 : tensor<f32>
  }
  %2 = te.compute [i < 4, j < 4] -> tensor<4x4xf32> {
    %1 = te.read %w [i, j] : tensor<8x8xf32>
    te.yield %1 : tensor<f32>
  }
  %3 = te.compute [i < 4, j < 4] -> tensor<4x4xf32> {
    %1 = te.read %x [i, j] if (j - 1 >= 0) : tensor<4x4xf32>
    te.yield %1 : tensor<f32>
  }
  %4 = te.compute [i in -3..1, j < 4] -> tensor<4x4xf32> {
    %1 = te.read %x [-i, j] : tensor<4x4xf32>
    te.yield %1 : tensor<f32>
  }
  %5 = te.compute [i < 4] sum [j < 4] -> tensor<4xf32> {
    %1 = te.read %x [i, j] : tensor<4x4xf32>
    te.yield %1 : tensor<f32>
  }
  return %0, %2, %3, %4, %5 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>
}
