// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-elementwise %s | tg-filecheck %s

// What feeds a matrix product and what its result is added to are never one
// fusion: it would need the product to be there while it is being made.
// CHECK-LABEL: func.func @cycle(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x64xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : (tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG2]], %[[ARG3]] : tensor<64x64xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[MUL]] : tensor<64x64xf32>
// CHECK-NEXT:      tg.yield %[[MUL]], %[[EXP]] : tensor<64x64xf32>, tensor<64x64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[FUSION]]#1, %[[ARG1]] : tensor<64x64xf32>
// CHECK-NEXT:    %[[FUSION_1:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2_1:[a-zA-Z0-9_]+]] = %[[FUSION]]#0, %[[ARG3_1:[a-zA-Z0-9_]+]] = %[[MATMUL]]) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2_1]], %[[ARG3_1]] : tensor<64x64xf32>
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ADD]] : tensor<64x64xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<64x64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION_1]] : tensor<64x64xf32>
// CHECK-NEXT:  }
func.func @cycle(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.mul %x, %y : tensor<64x64xf32>
  %1 = tg.exp %0 : tensor<64x64xf32>
  %2 = tg.matmul %1, %y : tensor<64x64xf32>
  %3 = tg.add %0, %2 : tensor<64x64xf32>
  %4 = tg.neg %3 : tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}

// Not a cycle: the product does not need the other branch, which can wait for it.
// CHECK-LABEL: func.func @no_cycle(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x64xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<64x64xf32>
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[MATMUL]] dims [0] : tensor<64x64xf32>
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[REVERSE]]) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG2]], %[[ARG3]] : tensor<64x64xf32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[MUL]] : tensor<64x64xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[EXP]], %[[ARG4]] : tensor<64x64xf32>
// CHECK-NEXT:      tg.yield %[[ADD]] : tensor<64x64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]] : tensor<64x64xf32>
// CHECK-NEXT:  }
func.func @no_cycle(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.mul %x, %y : tensor<64x64xf32>
  %1 = tg.exp %0 : tensor<64x64xf32>
  %2 = tg.matmul %x, %y : tensor<64x64xf32>
  %3 = tg.reverse %2 dims [0] : tensor<64x64xf32>
  %4 = tg.add %1, %3 : tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}

// A reduction of leading dimensions is complete only at the end.
// CHECK-LABEL: func.func @leading(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<256x64xf32>) -> tensor<256x64xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]]:2 = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<256x64xf32>) -> (tensor<256x64xf32>, tensor<64xf32>) {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<256x64xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[EXP]] dims [0] : (tensor<256x64xf32>) -> tensor<64xf32>
// CHECK-NEXT:      tg.yield %[[EXP]], %[[REDUCE]] : tensor<256x64xf32>, tensor<64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[FUSION]]#0, %[[FUSION]]#1 : (tensor<256x64xf32>, tensor<64xf32>) -> tensor<256x64xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<256x64xf32>
// CHECK-NEXT:  }
func.func @leading(%x: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %0 = tg.exp %x : tensor<256x64xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<256x64xf32>) -> tensor<64xf32>
  %2 = tg.div %0, %1 : (tensor<256x64xf32>, tensor<64xf32>) -> tensor<256x64xf32>
  return %2 : tensor<256x64xf32>
}

// Element i of the sum is what column i needs, not row i.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<128x128xf32>) -> tensor<128x128xf32> {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<128x128xf32>) -> tensor<128xf32> {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<128x128xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[EXP]] dims [1] : (tensor<128x128xf32>) -> tensor<128xf32>
// CHECK-NEXT:      tg.yield %[[REDUCE]] : tensor<128xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[FUSION]] : (tensor<128x128xf32>, tensor<128xf32>) -> tensor<128x128xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<128x128xf32>
// CHECK-NEXT:  }
func.func @rows(%x: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %0 = tg.exp %x : tensor<128x128xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<128x128xf32>) -> tensor<128xf32>
  %2 = tg.add %x, %1 : (tensor<128x128xf32>, tensor<128xf32>) -> tensor<128x128xf32>
  return %2 : tensor<128x128xf32>
}

// Rows that do not fit into the cache, or of which there is one only, would
// leave workers idle.
// CHECK-LABEL: func.func @long_row(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x200000xf32>) -> tensor<1x200000xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] keep_dims : (tensor<1x200000xf32>) -> tensor<1x1xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG0]], %[[REDUCE]] : (tensor<1x200000xf32>, tensor<1x1xf32>) -> tensor<1x200000xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<1x200000xf32>
// CHECK-NEXT:  }
func.func @long_row(%x: tensor<1x200000xf32>) -> tensor<1x200000xf32> {
  %0 = tg.reduce max %x dims [1] keep_dims : (tensor<1x200000xf32>) -> tensor<1x1xf32>
  %1 = tg.sub %x, %0 : (tensor<1x200000xf32>, tensor<1x1xf32>) -> tensor<1x200000xf32>
  return %1 : tensor<1x200000xf32>
}

// Transposes, gathers, products, positions and regions run by themselves, and
// nothing moves across what may have effects.
// CHECK-LABEL: func.func @others(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x64xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i1>) -> (tensor<64x64xf32>, tensor<64xi64>) {
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<64x64xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[EXP]] permutation [1, 0] : tensor<64x64xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[TRANSPOSE]] : tensor<64x64xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce argmax %[[NEG]] dims [1] : (tensor<64x64xf32>) -> tensor<64xi64>
// CHECK-NEXT:    call @effect(%[[NEG]]) : (tensor<64x64xf32>) -> ()
// CHECK-NEXT:    %[[SQRT:[a-zA-Z0-9_]+]] = tg.sqrt %[[NEG]] : tensor<64x64xf32>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG1]] -> (tensor<64x64xf32>) {
// CHECK-NEXT:      %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[SQRT]]) : (tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK-NEXT:        %[[SIN:[a-zA-Z0-9_]+]] = tg.sin %[[ARG2]] : tensor<64x64xf32>
// CHECK-NEXT:        %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[SIN]], %[[ARG2]] : tensor<64x64xf32>
// CHECK-NEXT:        tg.yield %[[MUL]] : tensor<64x64xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[FUSION]] : tensor<64x64xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[SQRT]] : tensor<64x64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COS:[a-zA-Z0-9_]+]] = tg.cos %[[IF]] : tensor<64x64xf32>
// CHECK-NEXT:    return %[[COS]], %[[REDUCE]] : tensor<64x64xf32>, tensor<64xi64>
// CHECK-NEXT:  }
func.func @others(%x: tensor<64x64xf32>, %p: tensor<i1>) -> (tensor<64x64xf32>, tensor<64xi64>) {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<64x64xf32>
  %2 = tg.neg %1 : tensor<64x64xf32>
  %3 = tg.reduce argmax %2 dims [1] : (tensor<64x64xf32>) -> tensor<64xi64>
  func.call @effect(%2) : (tensor<64x64xf32>) -> ()
  %4 = tg.sqrt %2 : tensor<64x64xf32>
  %5 = tg.if %p -> (tensor<64x64xf32>) {
    %6 = tg.sin %4 : tensor<64x64xf32>
    %7 = tg.mul %6, %4 : tensor<64x64xf32>
    tg.yield %7 : tensor<64x64xf32>
  } else {
    tg.yield %4 : tensor<64x64xf32>
  }
  %8 = tg.cos %5 : tensor<64x64xf32>
  return %8, %3 : tensor<64x64xf32>, tensor<64xi64>
}
// CHECK-LABEL: func.func private @effect(tensor<64x64xf32>)
func.func private @effect(tensor<64x64xf32>)

// Scalars are not worth it.
// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ADD]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    return %[[MUL]] : tensor<f32>
// CHECK-NEXT:  }
func.func @scalars(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = tg.add %x, %y : tensor<f32>
  %1 = tg.mul %0, %y : tensor<f32>
  return %1 : tensor<f32>
}

// Equal shapes of unknown extents may be stretched when they are known; other
// shapes than the result's may not be fused then.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<?xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<?xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[EXP]], %[[ARG1]] : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<?x?xf32>
// CHECK-NEXT:  }
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tg.exp %x : tensor<?xf32>
  %1 = tg.add %0, %y : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// A value that is converted from a wider one is not computed again for its
// second reader: that would read more, and compute it twice.
// CHECK-LABEL: func.func @not_cheap(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x64xf64>) -> tensor<64x64xf32> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<64x64xf64>) -> tensor<64x64xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[CONVERT]] permutation [1, 0] : tensor<64x64xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[CONVERT]], %[[TRANSPOSE]] : tensor<64x64xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<64x64xf32>
// CHECK-NEXT:  }
func.func @not_cheap(%x: tensor<64x64xf64>) -> tensor<64x64xf32> {
  %0 = tg.convert %x : (tensor<64x64xf64>) -> tensor<64x64xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<64x64xf32>
  %2 = tg.add %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
