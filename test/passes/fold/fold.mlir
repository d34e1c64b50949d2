// RUN: tg-opt --fold %s | tg-filecheck %s
// RUN: tg-opt --fold="max-bytes=8" %s | tg-filecheck %s --check-prefix=SMALL

// CHECK-LABEL: func.func @numbers
// CHECK:         %[[C:.*]] = tg.constant dense<[5.000000e+00, 7.000000e+00, 9.000000e+00]>
// CHECK-NEXT:    return %[[C]]
// SMALL-LABEL: func.func @numbers
// SMALL:         tg.add
func.func @numbers() -> tensor<3xf32> {
  %0 = tg.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = tg.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %2 = tg.add %0, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}

// A splat stays a splat, however large.
// CHECK-LABEL: func.func @splat
// CHECK:         tg.constant dense<6.000000e+00> : tensor<100000x10000xf32>
// CHECK-NEXT:    return
func.func @splat() -> tensor<100000x10000xf32> {
  %0 = tg.constant dense<2.0> : tensor<100000x10000xf32>
  %1 = tg.constant dense<3.0> : tensor<100000x10000xf32>
  %2 = tg.mul %0, %1 : tensor<100000x10000xf32>
  return %2 : tensor<100000x10000xf32>
}

// Two small numbers must not become a megabyte.
// CHECK-LABEL: func.func @growth
// CHECK:         tg.iota
func.func @growth() -> tensor<1000000xi32> {
  %0 = tg.iota dim 0 : tensor<1000000xi32>
  return %0 : tensor<1000000xi32>
}

// Chains fold in one run; what they leave unused goes.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT:    %[[C:.*]] = tg.constant dense<-7> : tensor<i32>
// CHECK-NEXT:    return %[[C]]
func.func @chain() -> tensor<i32> {
  %0 = tg.constant dense<3> : tensor<i32>
  %1 = tg.constant dense<4> : tensor<i32>
  %2 = tg.add %0, %1 : tensor<i32>
  %3 = tg.neg %2 : tensor<i32>
  return %3 : tensor<i32>
}

// A barrier hides what is behind it.
// CHECK-LABEL: func.func @barrier
// CHECK:         tg.barrier
// CHECK:         tg.add
func.func @barrier() -> tensor<i32> {
  %0 = tg.constant dense<3> : tensor<i32>
  %1 = tg.barrier %0 : tensor<i32>
  %2 = tg.add %1, %0 : tensor<i32>
  return %2 : tensor<i32>
}

// The broadcast of a scalar constant stays a broadcast.
// CHECK-LABEL: func.func @scalar
// CHECK-NEXT:    %[[C:.*]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    tg.broadcast %[[C]]
func.func @scalar() -> tensor<100x100xf32> {
  %0 = tg.constant dense<2.0> : tensor<f32>
  %1 = tg.broadcast %0 dims [] : (tensor<f32>) -> tensor<100x100xf32>
  return %1 : tensor<100x100xf32>
}
