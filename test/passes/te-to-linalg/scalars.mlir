// RUN: tg-opt --te-to-linalg %s | tg-filecheck %s

// CHECK-LABEL: @division
func.func @division(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i32):
  // CHECK-NEXT: %[[ZERO:.*]] = arith.cmpi eq, %[[Y]], %c0_i32 : i32
  // CHECK-NEXT: %[[MINUS:.*]] = arith.cmpi eq, %[[Y]], %c-1_i32 : i32
  // CHECK-NEXT: %[[EITHER:.*]] = arith.ori %[[ZERO]], %[[MINUS]] : i1
  // CHECK-NEXT: %[[SAFE:.*]] = arith.select %[[EITHER]], %c1_i32, %[[Y]] : i32
  // CHECK-NEXT: %[[Q:.*]] = arith.divsi %[[X]], %[[SAFE]] : i32
  // CHECK-NEXT: %[[N:.*]] = arith.subi %c0_i32, %[[X]] : i32
  // CHECK-NEXT: %[[R:.*]] = arith.select %[[MINUS]], %[[N]], %[[Q]] : i32
  // CHECK-NEXT: %[[ALL:.*]] = arith.select %[[ZERO]], %c-1_i32, %[[R]] : i32
  // CHECK-NEXT: linalg.yield %[[ALL]] : i32
  %0 = te.compute [i < 4] -> tensor<4xi32> {
    %1 = te.read %x [i] : tensor<4xi32>
    %2 = te.read %y [i] : tensor<4xi32>
    %3 = tg.div %1, %2 : tensor<i32>
    te.yield %3 : tensor<i32>
  }
  return %0 : tensor<4xi32>
}

// By a constant there is nothing to look out for.
// CHECK-LABEL: @by_constants
func.func @by_constants(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: ^bb0(%[[X:.*]]: i32, %{{.*}}: i32):
  // CHECK-NEXT: %[[Q:.*]] = arith.divsi %[[X]], %c3_i32 : i32
  // CHECK-NEXT: %[[S:.*]] = arith.shli %[[Q]], %c3_i32 : i32
  // CHECK-NEXT: linalg.yield %[[S]] : i32
  %three = tg.constant dense<3> : tensor<i32>
  %0 = te.compute [i < 4] -> tensor<4xi32> {
    %1 = te.read %x [i] : tensor<4xi32>
    %2 = tg.div %1, %three : tensor<i32>
    %3 = tg.shl %2, %three : tensor<i32>
    te.yield %3 : tensor<i32>
  }
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @saturating
func.func @saturating(%x: tensor<4xf16>) -> tensor<4xi8> {
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK-NEXT: {{.*}} = arith.fptosi %[[X]] : f32 to i8
  // CHECK-NEXT: %[[HIGH:.*]] = arith.cmpf oge, %[[X]], %{{.*}} : f32
  // CHECK-NEXT: arith.select %[[HIGH]], %c127_i8
  // CHECK-NEXT: %[[LOW:.*]] = arith.cmpf ole, %[[X]], %{{.*}} : f32
  // CHECK-NEXT: arith.select %[[LOW]], %c-128_i8
  // CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
  // CHECK-NEXT: arith.select %[[NAN]], %c0_i8
  %0 = te.compute [i < 4] -> tensor<4xi8> {
    %1 = te.read %x [i] : tensor<4xf16>
    %2 = tg.convert %1 : (tensor<f16>) -> tensor<i8>
    te.yield %2 : tensor<i8>
  }
  return %0 : tensor<4xi8>
}

// Narrow floats are computed with in f32, and what is made of several ops in f64.
// CHECK-LABEL: @rounded
func.func @rounded(%x: tensor<4xbf16>, %y: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xf32>) {
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
  // CHECK-NEXT: %[[T:.*]] = math.tanh %[[X]] : f32
  // CHECK-NEXT: arith.truncf %[[T]] : f32 to bf16
  %0 = te.compute [i < 4] -> tensor<4xbf16> {
    %2 = te.read %x [i] : tensor<4xbf16>
    %3 = tg.tanh %2 : tensor<bf16>
    te.yield %3 : tensor<bf16>
  }
  // CHECK: %[[Y:.*]] = arith.extf %{{.*}} : f32 to f64
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[Y]] : f64
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[N]] : f64
  // CHECK-NEXT: %[[S:.*]] = arith.addf %{{.*}}, %[[E]] : f64
  // CHECK-NEXT: %[[Q:.*]] = arith.divf %{{.*}}, %[[S]] : f64
  // CHECK-NEXT: arith.truncf %[[Q]] : f64 to f32
  %1 = te.compute [i < 4] -> tensor<4xf32> {
    %2 = te.read %y [i] : tensor<4xf32>
    %3 = tg.sigmoid %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %0, %1 : tensor<4xbf16>, tensor<4xf32>
}
