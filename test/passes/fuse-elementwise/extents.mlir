// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-elementwise %s | tg-filecheck %s

// A broadcast to nothing is larger than its result: it is not repeated inside of
// fusions, but a boundary, and what it reads is a result if it is in one.
// CHECK-LABEL: func.func @to_nothing(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<0x4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[NEG]] dims [1] : (tensor<4xf32>) -> tensor<0x4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[BROADCAST]] : tensor<0x4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<0x4xf32>
// CHECK-NEXT:  }
func.func @to_nothing(%x: tensor<4xf32>) -> tensor<0x4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.broadcast %0 dims [1] : (tensor<4xf32>) -> tensor<0x4xf32>
  %2 = tg.exp %1 : tensor<0x4xf32>
  return %2 : tensor<0x4xf32>
}

// Others use the value, too.
// CHECK-LABEL: func.func @used_outside(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<0x4xf32>) {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[FUSION]] dims [1] : (tensor<4xf32>) -> tensor<0x4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[BROADCAST]] : tensor<0x4xf32>
// CHECK-NEXT:    %[[NEG_1:[a-zA-Z0-9_]+]] = tg.neg %[[EXP]] : tensor<0x4xf32>
// CHECK-NEXT:    return %[[FUSION]], %[[NEG_1]] : tensor<4xf32>, tensor<0x4xf32>
// CHECK-NEXT:  }
func.func @used_outside(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<0x4xf32>) {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.abs %0 : tensor<4xf32>
  %2 = tg.broadcast %1 dims [1] : (tensor<4xf32>) -> tensor<0x4xf32>
  %3 = tg.exp %2 : tensor<0x4xf32>
  %4 = tg.neg %3 : tensor<0x4xf32>
  return %1, %4 : tensor<4xf32>, tensor<0x4xf32>
}

// Nobody uses what comes of it.
// CHECK-LABEL: func.func @dead(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xbf16>) -> tensor<4xbf16> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<4xbf16>) -> tensor<4xbf16> {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG1]], %[[ARG1]] : tensor<4xbf16>
// CHECK-NEXT:      %{{[a-zA-Z0-9_]+}} = tg.sinh %[[ADD]] : tensor<4xbf16>
// CHECK-NEXT:      tg.yield %[[ADD]] : tensor<4xbf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[FUSION]] dims [1] : (tensor<4xbf16>) -> tensor<0x4xbf16>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[BROADCAST]] dims [1] keep_dims : (tensor<0x4xbf16>) -> tensor<0x1xbf16>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.max %[[BROADCAST]], %[[REDUCE]] : (tensor<0x4xbf16>, tensor<0x1xbf16>) -> tensor<0x4xbf16>
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xbf16>
// CHECK-NEXT:  }
func.func @dead(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = tg.add %x, %x : tensor<4xbf16>
  %1 = tg.broadcast %0 dims [1] : (tensor<4xbf16>) -> tensor<0x4xbf16>
  %2 = tg.reduce max %1 dims [1] keep_dims : (tensor<0x4xbf16>) -> tensor<0x1xbf16>
  %3 = tg.max %1, %2 : (tensor<0x4xbf16>, tensor<0x1xbf16>) -> tensor<0x4xbf16>
  %4 = tg.sinh %0 : tensor<4xbf16>
  return %x : tensor<4xbf16>
}

// Columns of nothing: the sums are 0.
// CHECK-LABEL: func.func @reduced(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x1xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4x1xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[NEG]] dims [0, 1] : (tensor<4x1xf32>) -> tensor<4x0xf32>
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[BROADCAST]]) : (tensor<4x0xf32>) -> tensor<4xf32> {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<4x0xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[EXP]] dims [1] : (tensor<4x0xf32>) -> tensor<4xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[REDUCE]], %[[REDUCE]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[SUB]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @reduced(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4x1xf32>
  %1 = tg.broadcast %0 dims [0, 1] : (tensor<4x1xf32>) -> tensor<4x0xf32>
  %2 = tg.exp %1 : tensor<4x0xf32>
  %3 = tg.reduce sum %2 dims [1] : (tensor<4x0xf32>) -> tensor<4xf32>
  %4 = tg.sub %3, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// A scalar that is broadcast to nothing is one element in the place of none.
// CHECK-LABEL: func.func @scalar(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x0x2xf32>) -> tensor<3x0x2xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[NEG]] dims [] : (tensor<f32>) -> tensor<3x0x2xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[BROADCAST]], %[[ARG1]] : tensor<3x0x2xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ADD]] : tensor<3x0x2xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<3x0x2xf32>
// CHECK-NEXT:  }
func.func @scalar(%x: tensor<f32>, %y: tensor<3x0x2xf32>) -> tensor<3x0x2xf32> {
  %0 = tg.neg %x : tensor<f32>
  %1 = tg.broadcast %0 dims [] : (tensor<f32>) -> tensor<3x0x2xf32>
  %2 = tg.add %1, %y : tensor<3x0x2xf32>
  %3 = tg.exp %2 : tensor<3x0x2xf32>
  return %3 : tensor<3x0x2xf32>
}

// A value without elements is no larger, but one row that is nothing is no fusion.
// CHECK-LABEL: func.func @of_nothing(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<0x1xf32>) -> tensor<0x4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<0x1xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[NEG]] dims [0, 1] : (tensor<0x1xf32>) -> tensor<0x4xf32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[BROADCAST]] : tensor<0x4xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<0x4xf32>
// CHECK-NEXT:  }
func.func @of_nothing(%x: tensor<0x1xf32>) -> tensor<0x4xf32> {
  %0 = tg.neg %x : tensor<0x1xf32>
  %1 = tg.broadcast %0 dims [0, 1] : (tensor<0x1xf32>) -> tensor<0x4xf32>
  %2 = tg.exp %1 : tensor<0x4xf32>
  return %2 : tensor<0x4xf32>
}

// Extents 1 stretch, and stay.
// CHECK-LABEL: func.func @ones(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x8xf32>) -> tensor<1x1x8xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<1x8xf32>) -> tensor<1x1x8xf32> {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<1x8xf32>
// CHECK-NEXT:      %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[NEG]] dims [1, 2] : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[BROADCAST]] : tensor<1x1x8xf32>
// CHECK-NEXT:      tg.yield %[[EXP]] : tensor<1x1x8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<1x1x8xf32>
// CHECK-NEXT:  }
func.func @ones(%x: tensor<1x8xf32>) -> tensor<1x1x8xf32> {
  %0 = tg.neg %x : tensor<1x8xf32>
  %1 = tg.broadcast %0 dims [1, 2] : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
  %2 = tg.exp %1 : tensor<1x1x8xf32>
  return %2 : tensor<1x1x8xf32>
}
