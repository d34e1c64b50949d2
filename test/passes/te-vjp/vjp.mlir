// RUN: tg-opt --te-vjp=func=conv %s | tg-filecheck %s --check-prefix=CONV
// RUN: tg-opt --te-vjp=func=gather %s | tg-filecheck %s --check-prefix=GATHER
// RUN: tg-opt --te-vjp=func=norm --te-inline %s | tg-filecheck %s --check-prefix=NORM
// RUN: tg-opt --te-vjp="func=product as=back wrt=x" %s | tg-filecheck %s --check-prefix=PRODUCT
// RUN: tg-opt --te-vjp=func=least %s | tg-filecheck %s --check-prefix=LEAST
// RUN: tg-run %s --entry=conv --inputs=random:1

// A convolution of stride 2: each element of the input is met by every second tap, so that the sum
// goes over two of the three.
// CONV-LABEL: @conv.vjp
// CONV: te.compute [i0 < 9] dot [k < 2] -> tensor<9xf32>
// CONV-NEXT: te.read %arg2 [-k + (i0 + 1) floordiv 2] if (k * -2 + i0 mod 2 + 1 >= 0) : tensor<5xf32>
// CONV-NEXT: te.read %arg1 [k * 2 + (i0 + 1) mod 2] if (k * -2 + i0 mod 2 + 1 >= 0) : tensor<3xf32>
// CONV: te.compute [k < 3] dot [a < 5] -> tensor<3xf32>
// CONV-NEXT: te.read %arg2 [a] : tensor<5xf32>
// CONV-NEXT: te.read %arg0 [k + a * 2 - 1] if (k + a * 2 - 1 >= 0, -k - a * 2 + 9 >= 0) : tensor<9xf32>
func.func @conv(%x: tensor<9xf32>, %w: tensor<3xf32>) -> tensor<5xf32> {
  %0 = te.compute [a < 5] dot [k < 3] -> tensor<5xf32> {
    %1 = te.read %x [2 * a + k - 1] if (2 * a + k - 1 >= 0, 2 * a + k - 1 < 9) : tensor<9xf32>
    %2 = te.read %w [k] : tensor<3xf32>
    te.yield %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0 : tensor<5xf32>
}

// Where an index is a value, cotangents are scattered.
// GATHER-LABEL: @gather.vjp
// GATHER: tg.scatter add
func.func @gather(%x: tensor<9xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %0 = te.compute [a < 4] -> tensor<4xf32> {
    %1 = te.read %i [a] : tensor<4xi32>
    %2 = te.read %x [%1] : tensor<9xf32>, tensor<i32>
    %3 = tg.exp %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// The gradient of gamma is a sum of what stands in the normalisation, in the order of the result's
// axes that are no index of it.
// NORM-LABEL: @norm.vjp
// NORM: te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32>
// NORM-NOT: tg.mul {{.*}} %arg1
// NORM: te.yield
func.func @norm(%x: tensor<8x16x32x32xf32>, %gamma: tensor<16xf32>, %e: tensor<16xf32>, %i: tensor<16xf32>) -> tensor<8x16x32x32xf32> {
  %0 = te.compute [b < 8, c < 16, h < 32, w < 32] -> tensor<8x16x32x32xf32> {
    %1 = te.read %x [b, c, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %e [c] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %i [c] : tensor<16xf32>
    %5 = tg.mul %3, %4 : tensor<f32>
    %6 = te.read %gamma [c] : tensor<16xf32>
    %7 = tg.mul %6, %5 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  return %0 : tensor<8x16x32x32xf32>
}

// A contraction's are contractions, and only those that are asked for are made.
// PRODUCT-LABEL: @back
// PRODUCT: te.compute [i < 4, j < 5] dot [r < 6] -> tensor<4x5xf32>
// PRODUCT: te.compute [i < 4, r < 6] dot [j < 5] -> tensor<4x6xf32>
// PRODUCT-NEXT: te.read %arg2 [i, j] : tensor<4x5xf32>
// PRODUCT-NEXT: te.read %arg1 [r, j] : tensor<6x5xf32>
// PRODUCT-NOT: te.compute
// PRODUCT: return
func.func @product(%x: tensor<4x6xf32>, %w: tensor<6x5xf32>) -> tensor<4x5xf32> {
  %0 = te.compute [i < 4, j < 5] dot [r < 6] -> tensor<4x5xf32> {
    %1 = te.read %x [i, r] : tensor<4x6xf32>
    %2 = te.read %w [r, j] : tensor<6x5xf32>
    te.yield %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0 : tensor<4x5xf32>
}

// Other reductions are taken apart, and have the derivative of tg.reduce.
// LEAST-LABEL: @least.vjp
// LEAST: tg.reduce min
// LEAST: tg.reduce sum
func.func @least(%x: tensor<9x4xf32>) -> tensor<4xf32> {
  %0 = te.compute [a < 4] min [k < 9] -> tensor<4xf32> {
    %2 = te.read %x [8 - k, a] : tensor<9x4xf32>
    te.yield %2 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}
