// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-elementwise %s | tg-filecheck %s

// Producers go into consumers; what nobody else reads is not written to memory.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x32xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<64x32xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG3]], %[[ARG4]] : tensor<64x32xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MUL]], %[[ARG5]] : tensor<64x32xf32>
// CHECK-NEXT:      %[[TANH:[a-zA-Z0-9_]+]] = tg.tanh %[[ADD]] : tensor<64x32xf32>
// CHECK-NEXT:      tg.yield %[[TANH]] : tensor<64x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<64x32xf32>
// CHECK-NEXT:  }
func.func @chain(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>, %z: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = tg.mul %x, %y : tensor<64x32xf32>
  %1 = tg.add %0, %z : tensor<64x32xf32>
  %2 = tg.tanh %1 : tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}

// Operands broadcast, and what is used outside is one more result.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<32xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<64x32xf32>, tensor<32xf32>, tensor<f32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG3]], %[[ARG4]] : (tensor<64x32xf32>, tensor<32xf32>) -> tensor<64x32xf32>
// CHECK-NEXT:      %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[ADD]] : tensor<64x32xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[RELU]], %[[ARG5]] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64x32xf32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[MUL]] : tensor<64x32xf32>, tensor<64x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]]#0, %[[FUSION]]#1 : tensor<64x32xf32>, tensor<64x32xf32>
// CHECK-NEXT:  }
func.func @broadcast(%x: tensor<64x32xf32>, %bias: tensor<32xf32>, %scale: tensor<f32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %0 = tg.add %x, %bias : (tensor<64x32xf32>, tensor<32xf32>) -> tensor<64x32xf32>
  %1 = tg.relu %0 : tensor<64x32xf32>
  %2 = tg.mul %1, %scale : (tensor<64x32xf32>, tensor<f32>) -> tensor<64x32xf32>
  return %0, %2 : tensor<64x32xf32>, tensor<64x32xf32>
}

// Types may change on the way; comparison, selection, clamping and conversion are elementwise, too.
// CHECK-LABEL: func.func @types(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<100xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f16>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f16>) -> tensor<100xf16> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG2]]) : (tensor<100xf32>, tensor<f16>, tensor<f16>) -> tensor<100xf16> {
// CHECK-NEXT:      %[[IS_FINITE:[a-zA-Z0-9_]+]] = tg.is_finite %[[ARG3]] : (tensor<100xf32>) -> tensor<100xi1>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG3]] : (tensor<100xf32>) -> tensor<100xf16>
// CHECK-NEXT:      %[[CLAMP:[a-zA-Z0-9_]+]] = tg.clamp %[[ARG4]], %[[CONVERT]], %[[ARG5]] : (tensor<f16>, tensor<100xf16>, tensor<f16>) -> tensor<100xf16>
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[CONVERT]], %[[CLAMP]] : (tensor<100xf16>, tensor<100xf16>) -> tensor<100xi1>
// CHECK-NEXT:      %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[IS_FINITE]], %[[COMPARE]] : tensor<100xi1>
// CHECK-NEXT:      %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[AND]], %[[CONVERT]], %[[CLAMP]] : (tensor<100xi1>, tensor<100xf16>, tensor<100xf16>) -> tensor<100xf16>
// CHECK-NEXT:      tg.yield %[[SELECT]] : tensor<100xf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<100xf16>
// CHECK-NEXT:  }
func.func @types(%x: tensor<100xf32>, %low: tensor<f16>, %high: tensor<f16>) -> tensor<100xf16> {
  %0 = tg.is_finite %x : (tensor<100xf32>) -> tensor<100xi1>
  %1 = tg.convert %x : (tensor<100xf32>) -> tensor<100xf16>
  %2 = tg.clamp %low, %1, %high : (tensor<f16>, tensor<100xf16>, tensor<f16>) -> tensor<100xf16>
  %3 = tg.compare gt %1, %2 : (tensor<100xf16>, tensor<100xf16>) -> tensor<100xi1>
  %4 = tg.and %0, %3 : tensor<100xi1>
  %5 = tg.select %4, %1, %2 : (tensor<100xi1>, tensor<100xf16>, tensor<100xf16>) -> tensor<100xf16>
  return %5 : tensor<100xf16>
}

// Splats, iotas and broadcasts are made anew inside, for each fusion that reads them.
// CHECK-LABEL: func.func @sources(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<64x32xf32>, tensor<32xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<5.000000e-01> : tensor<64x32xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG2]], %[[CST]] : tensor<64x32xf32>
// CHECK-NEXT:      %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG3]] dims [1] : (tensor<32xf32>) -> tensor<64x32xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MUL]], %[[BROADCAST]] : tensor<64x32xf32>
// CHECK-NEXT:      tg.yield %[[ADD]] : tensor<64x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[FUSION]] dims [0] : tensor<64x32xf32>
// CHECK-NEXT:    %[[FUSION_1:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2_1:[a-zA-Z0-9_]+]] = %[[REVERSE]], %[[ARG3_1:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<64x32xf32>, tensor<32xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:      %[[BROADCAST_1:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG3_1]] dims [1] : (tensor<32xf32>) -> tensor<64x32xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2_1]], %[[BROADCAST_1]] : tensor<64x32xf32>
// CHECK-NEXT:      %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 1 : tensor<64x32xf32>
// CHECK-NEXT:      %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[SUB]], %[[IOTA]] : tensor<64x32xf32>
// CHECK-NEXT:      tg.yield %[[MUL_1]] : tensor<64x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]], %[[FUSION_1]] : tensor<64x32xf32>, tensor<64x32xf32>
// CHECK-NEXT:  }
func.func @sources(%x: tensor<64x32xf32>, %bias: tensor<32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %half = tg.constant dense<0.5> : tensor<64x32xf32>
  %weights = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = tg.iota dim 1 : tensor<64x32xf32>
  %b = tg.broadcast %bias dims [1] : (tensor<32xf32>) -> tensor<64x32xf32>
  %0 = tg.mul %x, %half : tensor<64x32xf32>
  %1 = tg.add %0, %b : tensor<64x32xf32>
  %t = tg.reverse %1 dims [0] : tensor<64x32xf32>
  %2 = tg.sub %t, %b : tensor<64x32xf32>
  %3 = tg.mul %2, %n : tensor<64x32xf32>
  return %1, %3 : tensor<64x32xf32>, tensor<64x32xf32>
}

// One op that reads a broadcast is worth a fusion: the broadcast is never made.
// CHECK-LABEL: func.func @one_and_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT:      %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG3]] dims [0] : (tensor<64xf32>) -> tensor<64x32xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG2]], %[[BROADCAST]] : tensor<64x32xf32>
// CHECK-NEXT:      tg.yield %[[MUL]] : tensor<64x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<64x32xf32>
// CHECK-NEXT:  }
func.func @one_and_broadcast(%x: tensor<64x32xf32>, %bias: tensor<64xf32>) -> tensor<64x32xf32> {
  %b = tg.broadcast %bias dims [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %0 = tg.mul %x, %b : tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// A reshape that keeps the rows is free inside, and stays outside for others.
// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>) -> (tensor<2x32x32xf32>, tensor<64x1x32xf32>) {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64x1x32xf32>) {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<64x32xf32>
// CHECK-NEXT:      %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[EXP]] : (tensor<64x32xf32>) -> tensor<64x1x32xf32>
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[RESHAPE]] : tensor<64x1x32xf32>
// CHECK-NEXT:      tg.yield %[[EXP]], %[[NEG]] : tensor<64x32xf32>, tensor<64x1x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[FUSION]]#0 : (tensor<64x32xf32>) -> tensor<64x1x32xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[FUSION]]#1 : (tensor<64x1x32xf32>) -> tensor<2x32x32xf32>
// CHECK-NEXT:    return %[[RESHAPE_2]], %[[RESHAPE_1]] : tensor<2x32x32xf32>, tensor<64x1x32xf32>
// CHECK-NEXT:  }
func.func @reshape(%x: tensor<64x32xf32>) -> (tensor<2x32x32xf32>, tensor<64x1x32xf32>) {
  %0 = tg.exp %x : tensor<64x32xf32>
  %1 = tg.reshape %0 : (tensor<64x32xf32>) -> tensor<64x1x32xf32>
  %2 = tg.neg %1 : tensor<64x1x32xf32>
  %3 = tg.reshape %2 : (tensor<64x1x32xf32>) -> tensor<2x32x32xf32>
  return %3, %1 : tensor<2x32x32xf32>, tensor<64x1x32xf32>
}

// Ops that read the same large value are joined, so that it is read once.
// CHECK-LABEL: func.func @siblings(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<64x32xf32>
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<64x32xf32>
// CHECK-NEXT:      tg.yield %[[EXP]], %[[NEG]] : tensor<64x32xf32>, tensor<64x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]]#0, %[[FUSION]]#1 : tensor<64x32xf32>, tensor<64x32xf32>
// CHECK-NEXT:  }
func.func @siblings(%x: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %0 = tg.exp %x : tensor<64x32xf32>
  %1 = tg.neg %x : tensor<64x32xf32>
  return %0, %1 : tensor<64x32xf32>, tensor<64x32xf32>
}

// Dynamic extents are fine where all shapes are the same.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<?x32xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<?x32xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<?x32xf32>, tensor<f32>) -> tensor<?x32xf32> {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG2]] : tensor<?x32xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[EXP]], %[[ARG2]] : tensor<?x32xf32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ADD]], %[[ARG3]] : (tensor<?x32xf32>, tensor<f32>) -> tensor<?x32xf32>
// CHECK-NEXT:      tg.yield %[[MUL]] : tensor<?x32xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<?x32xf32>
// CHECK-NEXT:  }
func.func @dynamic(%x: tensor<?x32xf32>, %s: tensor<f32>) -> tensor<?x32xf32> {
  %0 = tg.exp %x : tensor<?x32xf32>
  %1 = tg.add %0, %x : tensor<?x32xf32>
  %2 = tg.mul %1, %s : (tensor<?x32xf32>, tensor<f32>) -> tensor<?x32xf32>
  return %2 : tensor<?x32xf32>
}
