// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=fast" %s | tg-filecheck %s --check-prefix=FAST

// x * 1 is x for every x, splat or broadcast.
// CHECK-LABEL: func.func @mul_one
// CHECK-NEXT:    return %arg0, %arg0
func.func @mul_one(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = tg.constant dense<1.0> : tensor<f32>
  %ones = tg.constant dense<1.0> : tensor<4xf32>
  %0 = tg.mul %x, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.mul %ones, %x : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// x * 0 is NaN when x is, so strict keeps it.
// CHECK-LABEL: func.func @mul_zero
// CHECK:         tg.mul
// FAST-LABEL:  func.func @mul_zero
// FAST-NOT:      tg.mul
// FAST:          return
func.func @mul_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  %0 = tg.mul %x, %zero : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Integers have no NaN.
// CHECK-LABEL: func.func @mul_zero_int
// CHECK-NEXT:    %[[Z:.*]] = tg.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    return %[[Z]]
func.func @mul_zero_int(%x: tensor<4xi32>) -> tensor<4xi32> {
  %zero = tg.constant dense<0> : tensor<4xi32>
  %0 = tg.mul %x, %zero : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -0 + 0 is +0: the float rule is not exact.
// CHECK-LABEL: func.func @add_zero
// CHECK:         tg.add
// CHECK-NOT:     tg.add
// CHECK:         return
func.func @add_zero(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %z = tg.constant dense<0.0> : tensor<4xf32>
  %zi = tg.constant dense<0> : tensor<4xi32>
  %0 = tg.add %x, %z : tensor<4xf32>
  %1 = tg.add %i, %zi : tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// FAST-LABEL: func.func @log_quotient
// FAST-NEXT:    %[[L:.*]] = tg.log %arg1
// FAST-NEXT:    %[[S:.*]] = tg.sub %arg0, %[[L]]
// FAST-NEXT:    return %[[S]]
func.func @log_quotient(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.div %0, %y : tensor<4xf32>
  %2 = tg.log %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// A broadcasting factor of one must not lose the broadcast.
// CHECK-LABEL: func.func @broadcasting_one
// CHECK-NEXT:    %[[B:.*]] = tg.broadcast %arg0 dims [1]
// CHECK-NEXT:    return %[[B]]
func.func @broadcasting_one(%x: tensor<4xf32>) -> tensor<2x4xf32> {
  %ones = tg.constant dense<1.0> : tensor<2x1xf32>
  %0 = tg.mul %x, %ones : (tensor<4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
