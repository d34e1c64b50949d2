// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-te %s | tg-filecheck %s

// The factors of a contraction are those of a chain of fused steps.
// CHECK-LABEL: func.func @dot_general(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<5x8x3xf32>) -> tensor<5x4x3xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 5, j < 4, k < 3] dot [r < 8] -> tensor<5x4x3xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j, r] : tensor<5x4x8xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i, r, k] : tensor<5x8x3xf32>
// CHECK-NEXT:      te.yield %[[READ]], %[[READ_1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<5x4x3xf32>
// CHECK-NEXT:  }
func.func @dot_general(%x: tensor<5x4x8xf32>, %y: tensor<5x8x3xf32>) -> tensor<5x4x3xf32> {
  %0 = tg.dot_general %x, %y batching [0] x [0] contracting [2] x [1] : (tensor<5x4x8xf32>, tensor<5x8x3xf32>) -> tensor<5x4x3xf32>
  return %0 : tensor<5x4x3xf32>
}

// Leading dimensions broadcast; the bias and the activation are computes of their own.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x1x4x8xbf16>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x8x16xbf16>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<8xbf16>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<16xbf16>) -> (tensor<5x6x4x16xbf16>, tensor<bf16>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 5, j < 6, k < 4, l < 16] dot [r < 8] -> tensor<5x6x4x16xbf16> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, 0, k, r] : tensor<5x1x4x8xbf16>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [j, r, l] : tensor<6x8x16xbf16>
// CHECK-NEXT:      te.yield %[[READ]], %[[READ_1]] : tensor<bf16>, tensor<bf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 5, j < 6, k < 4, l < 16] -> tensor<5x6x4x16xbf16> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i, j, k, l] : tensor<5x6x4x16xbf16>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG3]] [l] : tensor<16xbf16>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[READ_2]], %[[READ_3]] : tensor<bf16>
// CHECK-NEXT:      %[[GELU:[a-zA-Z0-9_]+]] = tg.gelu %[[ADD]] approximate tanh : tensor<bf16>
// CHECK-NEXT:      te.yield %[[GELU]] : tensor<bf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [] dot [r < 8] -> tensor<bf16> {
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [r] : tensor<8xbf16>
// CHECK-NEXT:      %[[READ_5:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [r] : tensor<8xbf16>
// CHECK-NEXT:      te.yield %[[READ_4]], %[[READ_5]] : tensor<bf16>, tensor<bf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]], %[[COMPUTE_2]] : tensor<5x6x4x16xbf16>, tensor<bf16>
// CHECK-NEXT:  }
func.func @matmul(%x: tensor<5x1x4x8xbf16>, %w: tensor<6x8x16xbf16>, %v: tensor<8xbf16>, %b: tensor<16xbf16>) -> (tensor<5x6x4x16xbf16>, tensor<bf16>) {
  %0 = tg.matmul %x, %w bias %b activation gelu_tanh : (tensor<5x1x4x8xbf16>, tensor<6x8x16xbf16>, tensor<16xbf16>) -> tensor<5x6x4x16xbf16>
  %1 = tg.matmul %v, %v : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<bf16>
  return %0, %1 : tensor<5x6x4x16xbf16>, tensor<bf16>
}

// The sum may be of another type, and so may be the factors.
// CHECK-LABEL: func.func @types(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi8>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi8>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf16>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<i32>, tensor<f32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [] dot [r < 4] -> tensor<i32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [r] : tensor<4xi8>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [r] : tensor<4xi8>
// CHECK-NEXT:      te.yield %[[READ]], %[[READ_1]] : tensor<i8>, tensor<i8>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [] dot [r < 4] -> tensor<f32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [r] : tensor<4xf16>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG3]] [r] : tensor<4xf32>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[READ_2]] : (tensor<f16>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[CONVERT]], %[[READ_3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<i32>, tensor<f32>
// CHECK-NEXT:  }
func.func @types(%x: tensor<4xi8>, %y: tensor<4xi8>, %f: tensor<4xf16>, %g: tensor<4xf32>) -> (tensor<i32>, tensor<f32>) {
  %0 = tg.matmul %x, %y element_type i32 : (tensor<4xi8>, tensor<4xi8>) -> tensor<i32>
  %1 = tg.matmul %f, %g element_type f32 : (tensor<4xf16>, tensor<4xf32>) -> tensor<f32>
  return %0, %1 : tensor<i32>, tensor<f32>
}

// Steps for the parts of complex numbers follow each other.
// CHECK-LABEL: func.func @complex(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xcomplex<f32>>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xcomplex<f32>>) -> tensor<complex<f32>> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [] dot [r < 4, s < 2] -> tensor<f32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [r] : tensor<4xcomplex<f32>>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [r] : tensor<4xcomplex<f32>>
// CHECK-NEXT:      %[[GUARD:[a-zA-Z0-9_]+]] = te.guard (s == 0) : tensor<i1>
// CHECK-NEXT:      %[[REAL:[a-zA-Z0-9_]+]] = tg.real %[[READ]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT:      %[[IMAG:[a-zA-Z0-9_]+]] = tg.imag %[[READ]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT:      %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[GUARD]], %[[REAL]], %[[IMAG]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      %[[REAL_1:[a-zA-Z0-9_]+]] = tg.real %[[READ_1]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT:      %[[IMAG_1:[a-zA-Z0-9_]+]] = tg.imag %[[READ_1]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[IMAG_1]] : tensor<f32>
// CHECK-NEXT:      %[[SELECT_1:[a-zA-Z0-9_]+]] = tg.select %[[GUARD]], %[[REAL_1]], %[[NEG]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[SELECT]], %[[SELECT_1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [] dot [r < 4, s < 2] -> tensor<f32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [r] : tensor<4xcomplex<f32>>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [r] : tensor<4xcomplex<f32>>
// CHECK-NEXT:      %[[GUARD_1:[a-zA-Z0-9_]+]] = te.guard (s == 0) : tensor<i1>
// CHECK-NEXT:      %[[REAL_2:[a-zA-Z0-9_]+]] = tg.real %[[READ_2]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT:      %[[IMAG_2:[a-zA-Z0-9_]+]] = tg.imag %[[READ_2]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT:      %[[SELECT_2:[a-zA-Z0-9_]+]] = tg.select %[[GUARD_1]], %[[REAL_2]], %[[IMAG_2]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      %[[REAL_3:[a-zA-Z0-9_]+]] = tg.real %[[READ_3]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT:      %[[IMAG_3:[a-zA-Z0-9_]+]] = tg.imag %[[READ_3]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT:      %[[SELECT_3:[a-zA-Z0-9_]+]] = tg.select %[[GUARD_1]], %[[IMAG_3]], %[[REAL_3]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[SELECT_2]], %[[SELECT_3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [] -> tensor<complex<f32>> {
// CHECK-NEXT:      %[[READ_4:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [] : tensor<f32>
// CHECK-NEXT:      %[[READ_5:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE_1]] [] : tensor<f32>
// CHECK-NEXT:      %[[COMPLEX:[a-zA-Z0-9_]+]] = tg.complex %[[READ_4]], %[[READ_5]] : (tensor<f32>, tensor<f32>) -> tensor<complex<f32>>
// CHECK-NEXT:      te.yield %[[COMPLEX]] : tensor<complex<f32>>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_2]] : tensor<complex<f32>>
// CHECK-NEXT:  }
func.func @complex(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> tensor<complex<f32>> {
  %0 = tg.matmul %x, %y : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

// Padding and gaps are zeros, which the chain goes over.
// CHECK-LABEL: func.func @conv(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x8x8x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x3x3x16xf32>) -> (tensor<1x4x4x16xf32>, tensor<1x15x15x16xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 1, j < 4, k < 4, l < 16] dot [r < 3, s < 3, t < 3] -> tensor<1x4x4x16xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [0, j * 2 + r, k * 2 + s, t] if (j * -2 - r + 7 >= 0, k * -2 - s + 7 >= 0) : tensor<1x8x8x3xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [r, s, t, l] : tensor<3x3x3x16xf32>
// CHECK-NEXT:      te.yield %[[READ]], %[[READ_1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 1, j < 15, k < 15, l < 16] dot [r < 3, s < 3, t < 3] -> tensor<1x15x15x16xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [0, j - (j + r) floordiv 2, (k + s + 1) floordiv 2 - 1, t] if ((j + r + 1) mod 2 == 0, (k + s + 1) mod 2 == 0) : tensor<1x8x8x3xf32>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [r, s, t, l] : tensor<3x3x3x16xf32>
// CHECK-NEXT:      te.yield %[[READ_2]], %[[READ_3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<1x4x4x16xf32>, tensor<1x15x15x16xf32>
// CHECK-NEXT:  }
func.func @conv(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> (tensor<1x4x4x16xf32>, tensor<1x15x15x16xf32>) {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [0:1, 0:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  %1 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] input_dilation [2, 2] reversal [true, false] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x15x15x16xf32>
  return %0, %1 : tensor<1x4x4x16xf32>, tensor<1x15x15x16xf32>
}

// CHECK-LABEL: func.func @groups(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6x5xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8x3x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<8x6x2xf32>) -> (tensor<4x8x4xf32>, tensor<2x8x4xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 4, j < 8, k < 4] dot [r < 2, s < 3] -> tensor<4x8x4xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, s + (j floordiv 4) * 3, k + r] : tensor<4x6x5xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [j, s, r] : tensor<8x3x2xf32>
// CHECK-NEXT:      te.yield %[[READ]], %[[READ_1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 8, k < 4] dot [r < 2, s < 6] -> tensor<2x8x4xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i + (j floordiv 4) * 2, s, k + r] : tensor<4x6x5xf32>
// CHECK-NEXT:      %[[READ_3:[a-zA-Z0-9_]+]] = te.read %[[ARG2]] [j, s, r] : tensor<8x6x2xf32>
// CHECK-NEXT:      te.yield %[[READ_2]], %[[READ_3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<4x8x4xf32>, tensor<2x8x4xf32>
// CHECK-NEXT:  }
func.func @groups(%x: tensor<4x6x5xf32>, %w: tensor<8x3x2xf32>, %v: tensor<8x6x2xf32>) -> (tensor<4x8x4xf32>, tensor<2x8x4xf32>) {
  %0 = tg.conv %x, %w layout [n, c, w] x [o, i, w] -> [n, c, w] groups 2 : (tensor<4x6x5xf32>, tensor<8x3x2xf32>) -> tensor<4x8x4xf32>
  %1 = tg.conv %x, %v layout [n, c, w] x [o, i, w] -> [n, c, w] batch_groups 2 : (tensor<4x6x5xf32>, tensor<8x6x2xf32>) -> tensor<2x8x4xf32>
  return %0, %1 : tensor<4x8x4xf32>, tensor<2x8x4xf32>
}
