// RUN: tg-opt --fold %s | tg-filecheck %s
// RUN: tg-opt --fold="max-steps=50" %s | tg-filecheck %s --check-prefix=FEW

// What is constant in a region folds where it is.
// CHECK-LABEL: func.func @inside
// CHECK:         tg.if %arg0
// CHECK-NEXT:      %[[C:.*]] = tg.constant dense<5> : tensor<i32>
// CHECK-NEXT:      tg.yield %[[C]]
func.func @inside(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
  %two = tg.constant dense<2> : tensor<i32>
  %0 = tg.if %p -> (tensor<i32>) {
    %three = tg.constant dense<3> : tensor<i32>
    %1 = tg.add %two, %three : tensor<i32>
    tg.yield %1 : tensor<i32>
  } else {
    tg.yield %x : tensor<i32>
  }
  return %0 : tensor<i32>
}

// An op with regions folds if they use nothing but constants from outside.
// CHECK-LABEL: func.func @reduce
// CHECK:         %[[C:.*]] = tg.constant dense<[42, 231]> : tensor<2xi32>
// CHECK-NEXT:    return %[[C]]
func.func @reduce() -> tensor<2xi32> {
  %three = tg.constant dense<3> : tensor<i32>
  %zero = tg.constant dense<0> : tensor<i32>
  %x = tg.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = tg.reduce %x init %zero dims [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32> with (%a: tensor<i32>, %e: tensor<i32>) {
    %1 = tg.mul %e, %e : tensor<i32>
    %2 = tg.mul %1, %three : tensor<i32>
    %3 = tg.add %a, %2 : tensor<i32>
    tg.yield %3 : tensor<i32>
  }
  return %0 : tensor<2xi32>
}

// One that uses an argument does not.
// CHECK-LABEL: func.func @open
// CHECK:         tg.if
// CHECK-NOT:     tg.add
// CHECK:         return
func.func @open(%x: tensor<i32>) -> tensor<i32> {
  %p = tg.constant dense<true> : tensor<i1>
  %two = tg.constant dense<2> : tensor<i32>
  %0 = tg.if %p -> (tensor<i32>) {
    tg.yield %x : tensor<i32>
  } else {
    %1 = tg.add %two, %two : tensor<i32>
    tg.yield %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// A loop with known bounds is its result; the sum of 1 to 100 is known.
// CHECK-LABEL: func.func @loop
// CHECK:         %[[C:.*]] = tg.constant dense<5050> : tensor<i32>
// CHECK:         return %[[C]]
// FEW-LABEL: func.func @loop
// FEW:         tg.while
func.func @loop() -> tensor<i32> {
  %n = tg.constant dense<100> : tensor<i32>
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %n, %s = %zero) : tensor<i32>, tensor<i32> cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.add %s, %i : tensor<i32>
    tg.yield %1, %2 : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// A loop that does not end is not waited for.
// CHECK-LABEL: func.func @endless
// CHECK:         tg.while
func.func @endless() -> tensor<i32> {
  %n = tg.constant dense<100> : tensor<i32>
  %p = tg.constant dense<true> : tensor<i1>
  %0 = tg.while (%i = %n) : tensor<i32> cond {
    tg.yield %p : tensor<i1>
  } do {
    tg.yield %i : tensor<i32>
  }
  return %0 : tensor<i32>
}

// Nor are large values computed on the way to a small one.
// CHECK-LABEL: func.func @large_inside
// CHECK:         tg.if
func.func @large_inside() -> tensor<f32> {
  %p = tg.constant dense<true> : tensor<i1>
  %0 = tg.if %p -> (tensor<f32>) {
    %1 = tg.iota dim 0 : tensor<100000x100000xf32>
    %2 = tg.reduce sum %1 dims [0, 1] : (tensor<100000x100000xf32>) -> tensor<f32>
    tg.yield %2 : tensor<f32>
  } else {
    %1 = tg.constant dense<0.0> : tensor<f32>
    tg.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}
