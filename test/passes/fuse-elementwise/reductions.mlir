// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-elementwise %s | tg-filecheck %s
// RUN: tg-opt --fuse-elementwise=reductions=false %s | tg-filecheck %s --check-prefix=WITHOUT

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x8x128xf32>) -> tensor<2x8x128xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<2x8x128xf32>) -> tensor<2x8x128xf32> {
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG1]] dims [2] : (tensor<2x8x128xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:      %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[REDUCE]] dims [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x128xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[BROADCAST]] : tensor<2x8x128xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[SUB]] : tensor<2x8x128xf32>
// CHECK-NEXT:      %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce sum %[[EXP]] dims [2] : (tensor<2x8x128xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:      %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[REDUCE_1]] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[EXP]], %[[RESHAPE]] : (tensor<2x8x128xf32>, tensor<2x8x1xf32>) -> tensor<2x8x128xf32>
// CHECK-NEXT:      tg.yield %[[DIV]] : tensor<2x8x128xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<2x8x128xf32>
// CHECK-NEXT:  }
// WITHOUT-LABEL: func.func @softmax(
// WITHOUT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x8x128xf32>) -> tensor<2x8x128xf32> {
// WITHOUT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [2] : (tensor<2x8x128xf32>) -> tensor<2x8xf32>
// WITHOUT-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG2:[a-zA-Z0-9_]+]] = %[[REDUCE]]) : (tensor<2x8x128xf32>, tensor<2x8xf32>) -> tensor<2x8x128xf32> {
// WITHOUT-NEXT:      %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG2]] dims [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x128xf32>
// WITHOUT-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[BROADCAST]] : tensor<2x8x128xf32>
// WITHOUT-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[SUB]] : tensor<2x8x128xf32>
// WITHOUT-NEXT:      tg.yield %[[EXP]] : tensor<2x8x128xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce sum %[[FUSION]] dims [2] : (tensor<2x8x128xf32>) -> tensor<2x8xf32>
// WITHOUT-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[REDUCE_1]] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
// WITHOUT-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[FUSION]], %[[RESHAPE]] : (tensor<2x8x128xf32>, tensor<2x8x1xf32>) -> tensor<2x8x128xf32>
// WITHOUT-NEXT:    return %[[DIV]] : tensor<2x8x128xf32>
// WITHOUT-NEXT:  }
func.func @softmax(%x: tensor<2x8x128xf32>) -> tensor<2x8x128xf32> {
  %0 = tg.reduce max %x dims [2] : (tensor<2x8x128xf32>) -> tensor<2x8xf32>
  %1 = tg.broadcast %0 dims [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x128xf32>
  %2 = tg.sub %x, %1 : tensor<2x8x128xf32>
  %3 = tg.exp %2 : tensor<2x8x128xf32>
  %4 = tg.reduce sum %3 dims [2] : (tensor<2x8x128xf32>) -> tensor<2x8xf32>
  %5 = tg.reshape %4 : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
  %6 = tg.div %3, %5 : (tensor<2x8x128xf32>, tensor<2x8x1xf32>) -> tensor<2x8x128xf32>
  return %6 : tensor<2x8x128xf32>
}

// CHECK-LABEL: func.func @log_softmax(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<16x128xf32>) -> tensor<16x128xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<16x128xf32>) -> tensor<16x128xf32> {
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG1]] dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[REDUCE]] : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[SUB]] : tensor<16x128xf32>
// CHECK-NEXT:      %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce sum %[[EXP]] dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
// CHECK-NEXT:      %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[REDUCE_1]] : tensor<16x1xf32>
// CHECK-NEXT:      %[[SUB_1:[a-zA-Z0-9_]+]] = tg.sub %[[SUB]], %[[LOG]] : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
// CHECK-NEXT:      tg.yield %[[SUB_1]] : tensor<16x128xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<16x128xf32>
// CHECK-NEXT:  }
// WITHOUT-LABEL: func.func @log_softmax(
// WITHOUT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<16x128xf32>) -> tensor<16x128xf32> {
// WITHOUT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
// WITHOUT-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG2:[a-zA-Z0-9_]+]] = %[[REDUCE]]) : (tensor<16x128xf32>, tensor<16x1xf32>) -> (tensor<16x128xf32>, tensor<16x128xf32>) {
// WITHOUT-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1]], %[[ARG2]] : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
// WITHOUT-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[SUB]] : tensor<16x128xf32>
// WITHOUT-NEXT:      tg.yield %[[SUB]], %[[EXP]] : tensor<16x128xf32>, tensor<16x128xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce sum %[[FUSION]]#1 dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
// WITHOUT-NEXT:    %[[FUSION_1:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1_1:[a-zA-Z0-9_]+]] = %[[REDUCE_1]], %[[ARG2_1:[a-zA-Z0-9_]+]] = %[[FUSION]]#0) : (tensor<16x1xf32>, tensor<16x128xf32>) -> tensor<16x128xf32> {
// WITHOUT-NEXT:      %[[LOG:[a-zA-Z0-9_]+]] = tg.log %[[ARG1_1]] : tensor<16x1xf32>
// WITHOUT-NEXT:      %[[SUB_1:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2_1]], %[[LOG]] : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
// WITHOUT-NEXT:      tg.yield %[[SUB_1]] : tensor<16x128xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    return %[[FUSION_1]] : tensor<16x128xf32>
// WITHOUT-NEXT:  }
func.func @log_softmax(%x: tensor<16x128xf32>) -> tensor<16x128xf32> {
  %0 = tg.reduce max %x dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
  %1 = tg.sub %x, %0 : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
  %2 = tg.exp %1 : tensor<16x128xf32>
  %3 = tg.reduce sum %2 dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
  %4 = tg.log %3 : tensor<16x1xf32>
  %5 = tg.sub %1, %4 : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
  return %5 : tensor<16x128xf32>
}

// CHECK-LABEL: func.func @layer_norm(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x16x128xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<128xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<128xf32>) -> tensor<4x16x128xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<4x16x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<4x16x128xf32> {
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG3]] dims [2] keep_dims : (tensor<4x16x128xf32>) -> tensor<4x16x1xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG3]], %[[REDUCE]] : (tensor<4x16x128xf32>, tensor<4x16x1xf32>) -> tensor<4x16x128xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[SUB]] : tensor<4x16x128xf32>
// CHECK-NEXT:      %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce mean %[[MUL]] dims [2] keep_dims : (tensor<4x16x128xf32>) -> tensor<4x16x1xf32>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<9.99999974E-6> : tensor<f32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[REDUCE_1]], %[[CST]] : (tensor<4x16x1xf32>, tensor<f32>) -> tensor<4x16x1xf32>
// CHECK-NEXT:      %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[ADD]] : tensor<4x16x1xf32>
// CHECK-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[RSQRT]] : (tensor<4x16x128xf32>, tensor<4x16x1xf32>) -> tensor<4x16x128xf32>
// CHECK-NEXT:      %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[MUL_1]], %[[ARG4]] : (tensor<4x16x128xf32>, tensor<128xf32>) -> tensor<4x16x128xf32>
// CHECK-NEXT:      %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[MUL_2]], %[[ARG5]] : (tensor<4x16x128xf32>, tensor<128xf32>) -> tensor<4x16x128xf32>
// CHECK-NEXT:      tg.yield %[[ADD_1]] : tensor<4x16x128xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<4x16x128xf32>
// CHECK-NEXT:  }
// WITHOUT-LABEL: func.func @layer_norm(
// WITHOUT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x16x128xf32>,
// WITHOUT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<128xf32>,
// WITHOUT-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<128xf32>) -> tensor<4x16x128xf32> {
// WITHOUT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [2] keep_dims : (tensor<4x16x128xf32>) -> tensor<4x16x1xf32>
// WITHOUT-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[REDUCE]]) : (tensor<4x16x128xf32>, tensor<4x16x1xf32>) -> (tensor<4x16x128xf32>, tensor<4x16x128xf32>) {
// WITHOUT-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG3]], %[[ARG4]] : (tensor<4x16x128xf32>, tensor<4x16x1xf32>) -> tensor<4x16x128xf32>
// WITHOUT-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[SUB]] : tensor<4x16x128xf32>
// WITHOUT-NEXT:      tg.yield %[[SUB]], %[[MUL]] : tensor<4x16x128xf32>, tensor<4x16x128xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce mean %[[FUSION]]#1 dims [2] keep_dims : (tensor<4x16x128xf32>) -> tensor<4x16x1xf32>
// WITHOUT-NEXT:    %[[FUSION_1:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3_1:[a-zA-Z0-9_]+]] = %[[REDUCE_1]], %[[ARG4_1:[a-zA-Z0-9_]+]] = %[[FUSION]]#0, %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG6:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<4x16x1xf32>, tensor<4x16x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<4x16x128xf32> {
// WITHOUT-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<9.99999974E-6> : tensor<f32>
// WITHOUT-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG3_1]], %[[CST]] : (tensor<4x16x1xf32>, tensor<f32>) -> tensor<4x16x1xf32>
// WITHOUT-NEXT:      %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[ADD]] : tensor<4x16x1xf32>
// WITHOUT-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[ARG4_1]], %[[RSQRT]] : (tensor<4x16x128xf32>, tensor<4x16x1xf32>) -> tensor<4x16x128xf32>
// WITHOUT-NEXT:      %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[MUL_1]], %[[ARG5]] : (tensor<4x16x128xf32>, tensor<128xf32>) -> tensor<4x16x128xf32>
// WITHOUT-NEXT:      %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[MUL_2]], %[[ARG6]] : (tensor<4x16x128xf32>, tensor<128xf32>) -> tensor<4x16x128xf32>
// WITHOUT-NEXT:      tg.yield %[[ADD_1]] : tensor<4x16x128xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    return %[[FUSION_1]] : tensor<4x16x128xf32>
// WITHOUT-NEXT:  }
func.func @layer_norm(%x: tensor<4x16x128xf32>, %g: tensor<128xf32>, %b: tensor<128xf32>) -> tensor<4x16x128xf32> {
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %0 = tg.reduce mean %x dims [2] keep_dims : (tensor<4x16x128xf32>) -> tensor<4x16x1xf32>
  %1 = tg.sub %x, %0 : (tensor<4x16x128xf32>, tensor<4x16x1xf32>) -> tensor<4x16x128xf32>
  %2 = tg.mul %1, %1 : tensor<4x16x128xf32>
  %3 = tg.reduce mean %2 dims [2] keep_dims : (tensor<4x16x128xf32>) -> tensor<4x16x1xf32>
  %4 = tg.add %3, %eps : (tensor<4x16x1xf32>, tensor<f32>) -> tensor<4x16x1xf32>
  %5 = tg.rsqrt %4 : tensor<4x16x1xf32>
  %6 = tg.mul %1, %5 : (tensor<4x16x128xf32>, tensor<4x16x1xf32>) -> tensor<4x16x128xf32>
  %7 = tg.mul %6, %g : (tensor<4x16x128xf32>, tensor<128xf32>) -> tensor<4x16x128xf32>
  %8 = tg.add %7, %b : (tensor<4x16x128xf32>, tensor<128xf32>) -> tensor<4x16x128xf32>
  return %8 : tensor<4x16x128xf32>
}

// CHECK-LABEL: func.func @rms_norm(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<16x128xbf16>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<128xbf16>) -> tensor<16x128xbf16> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<16x128xbf16>, tensor<128xbf16>) -> tensor<16x128xbf16> {
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG2]] : (tensor<16x128xbf16>) -> tensor<16x128xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[CONVERT]], %[[CONVERT]] : tensor<16x128xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[MUL]] dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
// CHECK-NEXT:      %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[REDUCE]] : tensor<16x1xf32>
// CHECK-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[CONVERT]], %[[RSQRT]] : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
// CHECK-NEXT:      %[[CONVERT_1:[a-zA-Z0-9_]+]] = tg.convert %[[MUL_1]] : (tensor<16x128xf32>) -> tensor<16x128xbf16>
// CHECK-NEXT:      %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[CONVERT_1]], %[[ARG3]] : (tensor<16x128xbf16>, tensor<128xbf16>) -> tensor<16x128xbf16>
// CHECK-NEXT:      tg.yield %[[MUL_2]] : tensor<16x128xbf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<16x128xbf16>
// CHECK-NEXT:  }
// WITHOUT-LABEL: func.func @rms_norm(
// WITHOUT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<16x128xbf16>,
// WITHOUT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<128xbf16>) -> tensor<16x128xbf16> {
// WITHOUT-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<16x128xbf16>) -> (tensor<16x128xf32>, tensor<16x128xf32>) {
// WITHOUT-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG2]] : (tensor<16x128xbf16>) -> tensor<16x128xf32>
// WITHOUT-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[CONVERT]], %[[CONVERT]] : tensor<16x128xf32>
// WITHOUT-NEXT:      tg.yield %[[CONVERT]], %[[MUL]] : tensor<16x128xf32>, tensor<16x128xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[FUSION]]#1 dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
// WITHOUT-NEXT:    %[[FUSION_1:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2_1:[a-zA-Z0-9_]+]] = %[[REDUCE]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[FUSION]]#0, %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<16x1xf32>, tensor<16x128xf32>, tensor<128xbf16>) -> tensor<16x128xbf16> {
// WITHOUT-NEXT:      %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[ARG2_1]] : tensor<16x1xf32>
// WITHOUT-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[ARG3]], %[[RSQRT]] : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
// WITHOUT-NEXT:      %[[CONVERT_1:[a-zA-Z0-9_]+]] = tg.convert %[[MUL_1]] : (tensor<16x128xf32>) -> tensor<16x128xbf16>
// WITHOUT-NEXT:      %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[CONVERT_1]], %[[ARG4]] : (tensor<16x128xbf16>, tensor<128xbf16>) -> tensor<16x128xbf16>
// WITHOUT-NEXT:      tg.yield %[[MUL_2]] : tensor<16x128xbf16>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    return %[[FUSION_1]] : tensor<16x128xbf16>
// WITHOUT-NEXT:  }
func.func @rms_norm(%x: tensor<16x128xbf16>, %g: tensor<128xbf16>) -> tensor<16x128xbf16> {
  %0 = tg.convert %x : (tensor<16x128xbf16>) -> tensor<16x128xf32>
  %1 = tg.mul %0, %0 : tensor<16x128xf32>
  %2 = tg.reduce mean %1 dims [1] keep_dims : (tensor<16x128xf32>) -> tensor<16x1xf32>
  %3 = tg.rsqrt %2 : tensor<16x1xf32>
  %4 = tg.mul %0, %3 : (tensor<16x128xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
  %5 = tg.convert %4 : (tensor<16x128xf32>) -> tensor<16x128xbf16>
  %6 = tg.mul %5, %g : (tensor<16x128xbf16>, tensor<128xbf16>) -> tensor<16x128xbf16>
  return %6 : tensor<16x128xbf16>
}

// Statistics of batch normalisation: two reductions of all leading dimensions
// and what goes into them, in one walk over the data. What follows needs them
// complete: the factor, which is no larger, is computed behind them, the rest in another fusion.
// CHECK-LABEL: func.func @batch_statistics(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x14x14x32xf32>) -> tensor<8x14x14x32xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<8x14x14x32xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG1]] dims [0, 1, 2] : (tensor<8x14x14x32xf32>) -> tensor<32xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG1]], %[[ARG1]] : tensor<8x14x14x32xf32>
// CHECK-NEXT:      %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce mean %[[MUL]] dims [0, 1, 2] : (tensor<8x14x14x32xf32>) -> tensor<32xf32>
// CHECK-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[REDUCE]] : tensor<32xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[REDUCE_1]], %[[MUL_1]] : tensor<32xf32>
// CHECK-NEXT:      %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[SUB]] : tensor<32xf32>
// CHECK-NEXT:      tg.yield %[[REDUCE]], %[[RSQRT]] : tensor<32xf32>, tensor<32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[FUSION_2:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1_2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG2_1:[a-zA-Z0-9_]+]] = %[[FUSION]]#0, %[[ARG3:[a-zA-Z0-9_]+]] = %[[FUSION]]#1) : (tensor<8x14x14x32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<8x14x14x32xf32> {
// CHECK-NEXT:      %[[SUB_1:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1_2]], %[[ARG2_1]] : (tensor<8x14x14x32xf32>, tensor<32xf32>) -> tensor<8x14x14x32xf32>
// CHECK-NEXT:      %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[SUB_1]], %[[ARG3]] : (tensor<8x14x14x32xf32>, tensor<32xf32>) -> tensor<8x14x14x32xf32>
// CHECK-NEXT:      tg.yield %[[MUL_2]] : tensor<8x14x14x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION_2]] : tensor<8x14x14x32xf32>
// CHECK-NEXT:  }
// WITHOUT-LABEL: func.func @batch_statistics(
// WITHOUT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x14x14x32xf32>) -> tensor<8x14x14x32xf32> {
// WITHOUT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [0, 1, 2] : (tensor<8x14x14x32xf32>) -> tensor<32xf32>
// WITHOUT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<8x14x14x32xf32>
// WITHOUT-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce mean %[[MUL]] dims [0, 1, 2] : (tensor<8x14x14x32xf32>) -> tensor<32xf32>
// WITHOUT-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[REDUCE]], %[[ARG2:[a-zA-Z0-9_]+]] = %[[REDUCE_1]]) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32> {
// WITHOUT-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[ARG1]], %[[ARG1]] : tensor<32xf32>
// WITHOUT-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2]], %[[MUL_1]] : tensor<32xf32>
// WITHOUT-NEXT:      %[[RSQRT:[a-zA-Z0-9_]+]] = tg.rsqrt %[[SUB]] : tensor<32xf32>
// WITHOUT-NEXT:      tg.yield %[[RSQRT]] : tensor<32xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    %[[FUSION_1:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1_1:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG2_1:[a-zA-Z0-9_]+]] = %[[REDUCE]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[FUSION]]) : (tensor<8x14x14x32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<8x14x14x32xf32> {
// WITHOUT-NEXT:      %[[SUB_1:[a-zA-Z0-9_]+]] = tg.sub %[[ARG1_1]], %[[ARG2_1]] : (tensor<8x14x14x32xf32>, tensor<32xf32>) -> tensor<8x14x14x32xf32>
// WITHOUT-NEXT:      %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[SUB_1]], %[[ARG3]] : (tensor<8x14x14x32xf32>, tensor<32xf32>) -> tensor<8x14x14x32xf32>
// WITHOUT-NEXT:      tg.yield %[[MUL_2]] : tensor<8x14x14x32xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    return %[[FUSION_1]] : tensor<8x14x14x32xf32>
// WITHOUT-NEXT:  }
func.func @batch_statistics(%x: tensor<8x14x14x32xf32>) -> tensor<8x14x14x32xf32> {
  %0 = tg.reduce mean %x dims [0, 1, 2] : (tensor<8x14x14x32xf32>) -> tensor<32xf32>
  %1 = tg.mul %x, %x : tensor<8x14x14x32xf32>
  %2 = tg.reduce mean %1 dims [0, 1, 2] : (tensor<8x14x14x32xf32>) -> tensor<32xf32>
  %3 = tg.mul %0, %0 : tensor<32xf32>
  %4 = tg.sub %2, %3 : tensor<32xf32>
  %5 = tg.rsqrt %4 : tensor<32xf32>
  %6 = tg.sub %x, %0 : (tensor<8x14x14x32xf32>, tensor<32xf32>) -> tensor<8x14x14x32xf32>
  %7 = tg.mul %6, %5 : (tensor<8x14x14x32xf32>, tensor<32xf32>) -> tensor<8x14x14x32xf32>
  return %7 : tensor<8x14x14x32xf32>
}

// All of the elements, starting from a value: a loss.
// CHECK-LABEL: func.func @loss(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x128xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x128xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG3]], %[[ARG4]] : tensor<64x128xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[SUB]] : tensor<64x128xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] init %[[ARG5]] dims [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      tg.yield %[[REDUCE]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<f32>
// CHECK-NEXT:  }
// WITHOUT-LABEL: func.func @loss(
// WITHOUT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x128xf32>,
// WITHOUT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x128xf32>,
// WITHOUT-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<f32> {
// WITHOUT-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
// WITHOUT-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG3]], %[[ARG4]] : tensor<64x128xf32>
// WITHOUT-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[SUB]] : tensor<64x128xf32>
// WITHOUT-NEXT:      tg.yield %[[MUL]] : tensor<64x128xf32>
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[FUSION]] init %[[ARG2]] dims [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
// WITHOUT-NEXT:    return %[[REDUCE]] : tensor<f32>
// WITHOUT-NEXT:  }
func.func @loss(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = tg.sub %x, %y : tensor<64x128xf32>
  %1 = tg.mul %0, %0 : tensor<64x128xf32>
  %2 = tg.reduce sum %1 init %init dims [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// A whole small value is one row.
// CHECK-LABEL: func.func @small(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<6x4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:      %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG1]] : tensor<6x4xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ABS]] dims [0] : (tensor<6x4xf32>) -> tensor<4xf32>
// CHECK-NEXT:      %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[REDUCE]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[SQRT]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<4xf32>
// CHECK-NEXT:  }
// WITHOUT-LABEL: func.func @small(
// WITHOUT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<4xf32> {
// WITHOUT-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<6x4xf32>
// WITHOUT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ABS]] dims [0] : (tensor<6x4xf32>) -> tensor<4xf32>
// WITHOUT-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[REDUCE]] : tensor<4xf32>
// WITHOUT-NEXT:    return %[[SQRT]] : tensor<4xf32>
// WITHOUT-NEXT:  }
func.func @small(%x: tensor<6x4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [0] : (tensor<6x4xf32>) -> tensor<4xf32>
  %2 = tg.sqrt %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
