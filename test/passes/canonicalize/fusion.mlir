// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize --cse %s | tg-filecheck %s

// What nobody uses goes, and what is given or computed twice is there once.
// CHECK-LABEL: func.func @unused(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<64xf32>) -> tensor<64xf32> {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG2]] : tensor<64xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[EXP]], %[[ARG2]] : tensor<64xf32>
// CHECK-NEXT:      tg.yield %[[ADD]] : tensor<64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[FUSION]], %[[ARG1]] : (tensor<64xf32>, tensor<64xf32>) -> tensor<f32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[MATMUL]] dims [] : (tensor<f32>) -> tensor<64xf32>
// CHECK-NEXT:    return %[[FUSION]], %[[BROADCAST]] : tensor<64xf32>, tensor<64xf32>
// CHECK-NEXT:  }
func.func @unused(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0:4 = tg.fusion (%p = %x, %q = %y, %r = %x) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
    %1 = tg.exp %p : tensor<64xf32>
    %2 = tg.add %1, %r : tensor<64xf32>
    %3 = tg.sin %q : tensor<64xf32>
    tg.yield %2, %3, %2, %q : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  %4 = tg.matmul %0#2, %0#3 : (tensor<64xf32>, tensor<64xf32>) -> tensor<f32>
  %5 = tg.broadcast %4 dims [] : (tensor<f32>) -> tensor<64xf32>
  return %0#0, %5 : tensor<64xf32>, tensor<64xf32>
}

// One op needs no fusion, with or without a constant.
// CHECK-LABEL: func.func @one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<64xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
// CHECK-NEXT:    return %[[EXP]], %[[MUL]] : tensor<64xf32>, tensor<64xf32>
// CHECK-NEXT:  }
func.func @one(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = tg.fusion (%p = %x) : (tensor<64xf32>) -> tensor<64xf32> {
    %1 = tg.exp %p : tensor<64xf32>
    tg.yield %1 : tensor<64xf32>
  }
  %2 = tg.fusion (%p = %x) : (tensor<64xf32>) -> tensor<64xf32> {
    %c = tg.constant dense<3.0> : tensor<f32>
    %1 = tg.mul %p, %c : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
    tg.yield %1 : tensor<64xf32>
  }
  return %0, %2 : tensor<64xf32>, tensor<64xf32>
}

// Equal fusions are one.
// CHECK-LABEL: func.func @equal(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
// CHECK-NEXT:    %[[FUSION:[a-zA-Z0-9_]+]] = tg.fusion (%[[ARG1:[a-zA-Z0-9_]+]] = %[[ARG0]]) : (tensor<64xf32>) -> tensor<64xf32> {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<64xf32>
// CHECK-NEXT:      %[[SIN:[a-zA-Z0-9_]+]] = tg.sin %[[EXP]] : tensor<64xf32>
// CHECK-NEXT:      tg.yield %[[SIN]] : tensor<64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[FUSION]], %[[FUSION]] : tensor<64xf32>, tensor<64xf32>
// CHECK-NEXT:  }
func.func @equal(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = tg.fusion (%p = %x) : (tensor<64xf32>) -> tensor<64xf32> {
    %1 = tg.exp %p : tensor<64xf32>
    %2 = tg.sin %1 : tensor<64xf32>
    tg.yield %2 : tensor<64xf32>
  }
  %3 = tg.fusion (%p = %x) : (tensor<64xf32>) -> tensor<64xf32> {
    %1 = tg.exp %p : tensor<64xf32>
    %2 = tg.sin %1 : tensor<64xf32>
    tg.yield %2 : tensor<64xf32>
  }
  return %0, %3 : tensor<64xf32>, tensor<64xf32>
}
