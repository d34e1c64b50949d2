// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-te --te-to-tg %s | tg-filecheck %s

// What one op is as several computes comes back as that op.

// CHECK-LABEL: func.func @mean(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> tensor<3x1xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [1] keep_dims : (tensor<3x4xf32>) -> tensor<3x1xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<3x1xf32>
// CHECK-NEXT:  }
func.func @mean(%x: tensor<3x4xf32>) -> tensor<3x1xf32> {
  %0 = tg.reduce mean %x dims [1] keep_dims : (tensor<3x4xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// CHECK-LABEL: func.func @narrow_mean(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf16>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f16>) -> tensor<3xf16> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] init %[[ARG1]] dims [1] : (tensor<3x4xf16>, tensor<f16>) -> tensor<3xf16>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<3xf16>
// CHECK-NEXT:  }
func.func @narrow_mean(%x: tensor<3x4xf16>, %i: tensor<f16>) -> tensor<3xf16> {
  %0 = tg.reduce mean %x init %i dims [1] : (tensor<3x4xf16>, tensor<f16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @narrow_prefixes(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xbf16>) -> tensor<3x4xbf16> {
// CHECK-NEXT:    %[[CUMULATE:[a-zA-Z0-9_]+]] = tg.cumulate sum %[[ARG0]] dim 1 : tensor<3x4xbf16>
// CHECK-NEXT:    return %[[CUMULATE]] : tensor<3x4xbf16>
// CHECK-NEXT:  }
func.func @narrow_prefixes(%x: tensor<3x4xbf16>) -> tensor<3x4xbf16> {
  %0 = tg.cumulate sum %x dim 1 : tensor<3x4xbf16>
  return %0 : tensor<3x4xbf16>
}

// CHECK-LABEL: func.func @window_mean(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf16>) -> tensor<2x4xf16> {
// CHECK-NEXT:    %[[REDUCE_WINDOW:[a-zA-Z0-9_]+]] = tg.reduce_window mean %[[ARG0]] window [3, 3] : (tensor<4x6xf16>) -> tensor<2x4xf16>
// CHECK-NEXT:    return %[[REDUCE_WINDOW]] : tensor<2x4xf16>
// CHECK-NEXT:  }
func.func @window_mean(%x: tensor<4x6xf16>) -> tensor<2x4xf16> {
  %0 = tg.reduce_window mean %x window [3, 3] pads [0:0, 0:0] : (tensor<4x6xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// CHECK-LABEL: func.func @complex(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xcomplex<f32>>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xcomplex<f32>>, tensor<4x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<3x2xcomplex<f32>>
// CHECK-NEXT:  }
func.func @complex(%x: tensor<3x4xcomplex<f32>>, %y: tensor<4x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  %0 = tg.matmul %x, %y : (tensor<3x4xcomplex<f32>>, tensor<4x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}

// CHECK-LABEL: func.func @complex_batches(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4x5xcomplex<f32>>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x5x2xcomplex<f32>>) -> tensor<3x4x2xcomplex<f32>> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4x5xcomplex<f32>>, tensor<3x5x2xcomplex<f32>>) -> tensor<3x4x2xcomplex<f32>>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<3x4x2xcomplex<f32>>
// CHECK-NEXT:  }
func.func @complex_batches(%x: tensor<3x4x5xcomplex<f32>>, %y: tensor<3x5x2xcomplex<f32>>) -> tensor<3x4x2xcomplex<f32>> {
  %0 = tg.dot_general %x, %y batching [0] x [0] contracting [2] x [1] : (tensor<3x4x5xcomplex<f32>>, tensor<3x5x2xcomplex<f32>>) -> tensor<3x4x2xcomplex<f32>>
  return %0 : tensor<3x4x2xcomplex<f32>>
}

// CHECK-LABEL: func.func @epilogue(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] bias %[[ARG2]] activation gelu_tanh : (tensor<3x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<3x2xf32>
// CHECK-NEXT:  }
func.func @epilogue(%x: tensor<3x4xf32>, %y: tensor<4x2xf32>, %b: tensor<2xf32>) -> tensor<3x2xf32> {
  %0 = tg.matmul %x, %y bias %b activation gelu_tanh : (tensor<3x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @pieces(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x7xf32>) -> (tensor<3x2xf32>, tensor<3x5xf32>) {
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[ARG0]] dim 1 sizes [2, 5] : (tensor<3x7xf32>) -> (tensor<3x2xf32>, tensor<3x5xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<3x2xf32>, tensor<3x5xf32>
// CHECK-NEXT:  }
func.func @pieces(%x: tensor<3x7xf32>) -> (tensor<3x2xf32>, tensor<3x5xf32>) {
  %0:2 = tg.split %x dim 1 sizes [2, 5] : (tensor<3x7xf32>) -> (tensor<3x2xf32>, tensor<3x5xf32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x5xf32>
}

// CHECK-LABEL: func.func @joined(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xbf16>) -> tensor<3xf64> {
// CHECK-NEXT:    %[[BITCAST:[a-zA-Z0-9_]+]] = tg.bitcast %[[ARG0]] : (tensor<3x4xbf16>) -> tensor<3xf64>
// CHECK-NEXT:    return %[[BITCAST]] : tensor<3xf64>
// CHECK-NEXT:  }
func.func @joined(%x: tensor<3x4xbf16>) -> tensor<3xf64> {
  %0 = tg.bitcast %x : (tensor<3x4xbf16>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// CHECK-LABEL: func.func @kept(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf64>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x1xui8>) -> tensor<1x3x1xf64> {
// CHECK-NEXT:    %[[GATHER:[a-zA-Z0-9_]+]] = tg.gather %[[ARG0]], %[[ARG1]] offset_dims [1, 2] start_index_map [1] index_vector_dim 1 slice_sizes [3, 1] : (tensor<3x4xf64>, tensor<1x1xui8>) -> tensor<1x3x1xf64>
// CHECK-NEXT:    return %[[GATHER]] : tensor<1x3x1xf64>
// CHECK-NEXT:  }
func.func @kept(%x: tensor<3x4xf64>, %i: tensor<1x1xui8>) -> tensor<1x3x1xf64> {
  %0 = tg.gather %x, %i offset_dims [1, 2] start_index_map [1] index_vector_dim 1 slice_sizes [3, 1] : (tensor<3x4xf64>, tensor<1x1xui8>) -> tensor<1x3x1xf64>
  return %0 : tensor<1x3x1xf64>
}

// The sum is needed by itself, too, so that it stays one.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<3x4xf32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<4.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[REDUCE]], %[[CST]] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[REDUCE]], %[[DIV]] : tensor<3xf32>, tensor<3xf32>
// CHECK-NEXT:  }
func.func @shared(%x: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = te.compute [i < 3] sum [r < 4] -> tensor<3xf32> {
    %2 = te.read %x [i, r] : tensor<3x4xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i < 3] -> tensor<3xf32> {
    %2 = te.read %0 [i] : tensor<3xf32>
    %cst = tg.constant dense<4.0> : tensor<f32>
    %3 = tg.div %2, %cst : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// The quotient is none by the number of elements.
// CHECK-LABEL: func.func @other(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>) -> tensor<3xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<3x4xf32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[REDUCE]], %[[CST]] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<3xf32>
// CHECK-NEXT:  }
func.func @other(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %0 = te.compute [i < 3] sum [r < 4] -> tensor<3xf32> {
    %2 = te.read %x [i, r] : tensor<3x4xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i < 3] -> tensor<3xf32> {
    %2 = te.read %0 [i] : tensor<3xf32>
    %cst = tg.constant dense<5.0> : tensor<f32>
    %3 = tg.div %2, %cst : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %1 : tensor<3xf32>
}

// A sum with the product behind is another one where both are NaN: no epilogue.
// CHECK-LABEL: func.func @bias_first(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[MATMUL]] : (tensor<2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<3x2xf32>
// CHECK-NEXT:  }
func.func @bias_first(%x: tensor<3x4xf32>, %y: tensor<4x2xf32>, %b: tensor<2xf32>) -> tensor<3x2xf32> {
  %0 = tg.matmul %x, %y : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  %1 = tg.add %b, %0 : (tensor<2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// A piece is missing, and another one is there twice.
// CHECK-LABEL: func.func @missing(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<7xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [0:2] : (tensor<7xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %[[SLICE_1:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:7] : (tensor<7xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[SLICE]], %[[SLICE_1]] : tensor<2xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @missing(%x: tensor<7xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = tg.slice %x [0:2] : (tensor<7xf32>) -> tensor<2xf32>
  %1 = tg.slice %x [3:7] : (tensor<7xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<2xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<7xf32>) -> (tensor<2xf32>, tensor<5xf32>, tensor<2xf32>) {
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[ARG0]] dim 0 sizes [2, 5] : (tensor<7xf32>) -> (tensor<2xf32>, tensor<5xf32>)
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [0:2] : (tensor<7xf32>) -> tensor<2xf32>
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SLICE]] : tensor<2xf32>, tensor<5xf32>, tensor<2xf32>
// CHECK-NEXT:  }
func.func @twice(%x: tensor<7xf32>) -> (tensor<2xf32>, tensor<5xf32>, tensor<2xf32>) {
  %0 = tg.slice %x [0:2] : (tensor<7xf32>) -> tensor<2xf32>
  %1 = tg.slice %x [2:7] : (tensor<7xf32>) -> tensor<5xf32>
  %2 = tg.slice %x [0:2] : (tensor<7xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<5xf32>, tensor<2xf32>
}

// A bias and then an activation, each an op of its own.
// CHECK-LABEL: func.func @one_by_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] bias %[[ARG2]] activation relu : (tensor<3x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<3x2xf32>
// CHECK-NEXT:  }
func.func @one_by_one(%x: tensor<3x4xf32>, %y: tensor<4x2xf32>, %b: tensor<2xf32>) -> tensor<3x2xf32> {
  %0 = tg.matmul %x, %y : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  %1 = tg.add %0, %b : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %2 = tg.relu %1 : tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}
