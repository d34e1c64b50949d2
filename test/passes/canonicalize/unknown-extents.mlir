// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-run %s --entry=shapes | tg-filecheck %s --check-prefix=SHAPES
// RUN: tg-opt --canonicalize %s | tg-run - --entry=shapes | tg-filecheck %s --check-prefix=SHAPES

// Where extents are unknown, two values of one type may have different ones, and
// the smaller is repeated. What gives a result its extents is not dropped.

// CHECK-LABEL: func.func @select_same
// CHECK:         tg.select %arg0, %arg1, %arg1
func.func @select_same(%p: tensor<?xi1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tg.select %p, %x, %x : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @select_known
// CHECK:         tg.select
func.func @select_known(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %p = tg.constant dense<true> : tensor<i1>
  %0 = tg.select %p, %x, %y : (tensor<i1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @absorbed
// CHECK:         tg.or
// CHECK:         tg.and
func.func @absorbed(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = tg.or %x, %y : tensor<?xi32>
  %1 = tg.and %x, %0 : tensor<?xi32>
  return %1 : tensor<?xi32>
}

// CHECK-LABEL: func.func @below
// CHECK:         tg.max
func.func @below(%x: tensor<?xui8>, %y: tensor<?xi8>) -> tensor<?xi32> {
  %one = tg.constant dense<1000> : tensor<i32>
  %0 = tg.convert %x : (tensor<?xui8>) -> tensor<?xi32>
  %1 = tg.add %0, %one : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %2 = tg.convert %y : (tensor<?xi8>) -> tensor<?xi32>
  %3 = tg.max %1, %2 : tensor<?xi32>
  return %3 : tensor<?xi32>
}

// CHECK-LABEL: func.func @clamped
// CHECK:         tg.clamp
func.func @clamped(%x: tensor<?xf32>, %h: tensor<?xf32>, %l: tensor<?xi8>) -> tensor<?xf32> {
  %one = tg.constant dense<1000.0> : tensor<f32>
  %0 = tg.sigmoid %x : tensor<?xf32>
  %1 = tg.convert %l : (tensor<?xi8>) -> tensor<?xf32>
  %2 = tg.sub %1, %one : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = tg.clamp %2, %0, %h : tensor<?xf32>
  return %3 : tensor<?xf32>
}

// A conversion does not make extents known.
// CHECK-LABEL: func.func @from_choice
// CHECK:         tg.select
func.func @from_choice(%p: tensor<?xi1>) -> tensor<2xf32> {
  %one = tg.constant dense<1.0> : tensor<2xf32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.select %p, %one, %zero : (tensor<?xi1>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// What is used twice has its own extents, and a scalar gives none.
// CHECK-LABEL: func.func @dropped
// CHECK-NEXT:    return %arg0
func.func @dropped(%x: tensor<?xi32>, %y: tensor<i32>) -> tensor<?xi32> {
  %0 = tg.or %x, %y : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %1 = tg.and %x, %0 : tensor<?xi32>
  %2 = tg.max %1, %1 : tensor<?xi32>
  return %2 : tensor<?xi32>
}

// SHAPES:      4xf32=5 5 5 5
// SHAPES-NEXT: 4xf32=5 5 5 5
// SHAPES-NEXT: 4xi32=5 5 5 5
// SHAPES-NEXT: 4xi32=1005 1005 1005 1005
// SHAPES-NEXT: 4xf32=0.5 0.5 0.5 0.5
// SHAPES-NEXT: 2xf32=1 1
func.func @shapes() -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>, tensor<2xf32>) {
  %one = tg.constant dense<5.0> : tensor<1xf32>
  %four = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %x = tg.reshape %one : (tensor<1xf32>) -> tensor<?xf32>
  %y = tg.reshape %four : (tensor<4xf32>) -> tensor<?xf32>
  %p = tg.is_finite %y : (tensor<?xf32>) -> tensor<?xi1>
  %q = tg.is_finite %x : (tensor<?xf32>) -> tensor<?xi1>
  %0 = call @select_same(%p, %x) : (tensor<?xi1>, tensor<?xf32>) -> tensor<?xf32>
  %1 = call @select_known(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %i = tg.convert %x : (tensor<?xf32>) -> tensor<?xi32>
  %j = tg.convert %y : (tensor<?xf32>) -> tensor<?xi32>
  %2 = call @absorbed(%i, %j) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %u = tg.convert %x : (tensor<?xf32>) -> tensor<?xui8>
  %v = tg.convert %y : (tensor<?xf32>) -> tensor<?xi8>
  %3 = call @below(%u, %v) : (tensor<?xui8>, tensor<?xi8>) -> tensor<?xi32>
  %zero = tg.sub %x, %x : tensor<?xf32>
  %4 = call @clamped(%zero, %x, %v) : (tensor<?xf32>, tensor<?xf32>, tensor<?xi8>) -> tensor<?xf32>
  %5 = call @from_choice(%q) : (tensor<?xi1>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>, tensor<2xf32>
}
