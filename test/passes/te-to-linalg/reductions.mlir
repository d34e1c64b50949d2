// RUN: tg-opt --te-to-linalg %s | tg-filecheck %s
// RUN: tg-opt --te-to-linalg=fma %s | tg-filecheck %s --check-prefix=FMA

// CHECK-LABEL: @matmul
// FMA-LABEL: @matmul
func.func @matmul(%x: tensor<4x8xf32>, %y: tensor<8x5xf32>) -> tensor<4x5xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32)
  // CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]} {{.*}} outs(%[[INIT]] : tensor<4x5xf32>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[ACC:.*]]: f32):
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[ACC]], %[[P]] : f32
  // CHECK-NEXT: linalg.yield %[[S]] : f32
  // FMA: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[ACC:.*]]: f32):
  // FMA-NEXT: math.fma %[[A]], %[[B]], %[[ACC]] : f32
  %0 = te.compute [i < 4, j < 5] dot [k < 8] -> tensor<4x5xf32> {
    %1 = te.read %x [i, k] : tensor<4x8xf32>
    %2 = te.read %y [k, j] : tensor<8x5xf32>
    te.yield %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0 : tensor<4x5xf32>
}

// Products of bytes are summed as the result says, with their signs.
// CHECK-LABEL: @bytes
func.func @bytes(%x: tensor<4x8xi8>, %y: tensor<4x8xui8>) -> (tensor<4xi32>, tensor<4xui32>) {
  // CHECK: arith.extsi %{{.*}} : i8 to i32
  // CHECK: arith.extsi %{{.*}} : i8 to i32
  // CHECK: arith.extui %{{.*}} : i8 to i32
  %0 = te.compute [i < 4] dot [k < 8] -> tensor<4xi32> {
    %2 = te.read %x [i, k] : tensor<4x8xi8>
    %3 = te.read %x [3 - i, k] : tensor<4x8xi8>
    te.yield %2, %3 : tensor<i8>, tensor<i8>
  }
  %1 = te.compute [i < 4] dot [k < 8] -> tensor<4xui32> {
    %2 = te.read %y [i, k] : tensor<4x8xui8>
    %3 = te.read %y [3 - i, k] : tensor<4x8xui8>
    te.yield %2, %3 : tensor<ui8>, tensor<ui8>
  }
  return %0, %1 : tensor<4xi32>, tensor<4xui32>
}

// What changes nothing in a sum is -0; it is in f32 until it is complete.
// CHECK-LABEL: @half
func.func @half(%x: tensor<4x8xf16>) -> tensor<4xf16> {
  // CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
  // CHECK: linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<4xf32>)
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK-NEXT: arith.addf
  // CHECK: -> tensor<4xf32>
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  // CHECK: -> tensor<4xf16>
  %0 = te.compute [i < 4] sum [j < 8] -> tensor<4xf16> {
    %1 = te.read %x [i, j] : tensor<4x8xf16>
    te.yield %1 : tensor<f16>
  }
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: @extremes
func.func @extremes(%x: tensor<4x8xf32>, %y: tensor<4x8xui8>, %p: tensor<4x8xi1>) -> (tensor<4xf32>, tensor<4xui8>, tensor<4xi1>) {
  // CHECK: arith.constant 0xFF800000 : f32
  // CHECK: arith.maximumf
  // CHECK: arith.constant -1 : i8
  // CHECK: arith.minui
  // CHECK: arith.constant true
  // CHECK: arith.andi {{.*}} : i1
  %0 = te.compute [i < 4] max [j < 8] -> tensor<4xf32> {
    %3 = te.read %x [i, j] : tensor<4x8xf32>
    te.yield %3 : tensor<f32>
  }
  %1 = te.compute [i < 4] min [j < 8] -> tensor<4xui8> {
    %3 = te.read %y [i, j] : tensor<4x8xui8>
    te.yield %3 : tensor<ui8>
  }
  %2 = te.compute [i < 4] and [j < 8] -> tensor<4xi1> {
    %3 = te.read %p [i, j] : tensor<4x8xi1>
    te.yield %3 : tensor<i1>
  }
  return %0, %1, %2 : tensor<4xf32>, tensor<4xui8>, tensor<4xi1>
}

// A region combines as it says, several accumulators at once, from their initial values.
// CHECK-LABEL: @region
// CHECK-SAME: %{{.*}}: tensor<4x8xf32>, %[[LOW:.*]]: tensor<f32>, %[[NONE:.*]]: tensor<i64>
func.func @region(%x: tensor<4x8xf32>, %low: tensor<f32>, %none: tensor<i64>) -> (tensor<4xf32>, tensor<4xi64>) {
  // CHECK: %[[L:.*]] = tensor.extract %[[LOW]][] : tensor<f32>
  // CHECK: %[[MAX:.*]] = linalg.fill ins(%[[L]] : f32)
  // CHECK: %[[N:.*]] = tensor.extract %[[NONE]][] : tensor<i64>
  // CHECK: %[[AT:.*]] = linalg.fill ins(%[[N]] : i64)
  // CHECK: linalg.generic {{.*}} outs(%[[MAX]], %[[AT]] : tensor<4xf32>, tensor<4xi64>)
  // CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[A:.*]]: f32, %[[B:.*]]: i64):
  // CHECK: %[[J:.*]] = linalg.index 1 : index
  // CHECK: %[[K:.*]] = arith.index_cast %[[J]] : index to i64
  // CHECK: %[[P:.*]] = arith.cmpf ogt, %[[E]], %[[A]] : f32
  // CHECK: %[[V:.*]] = arith.select %[[P]], %[[E]], %[[A]] : f32
  // CHECK: %[[I:.*]] = arith.select %[[P]], %[[K]], %[[B]] : i64
  // CHECK: linalg.yield %[[V]], %[[I]] : f32, i64
  %0:2 = te.compute [i < 4] reduce [j < 8] init(%low, %none) -> tensor<4xf32>, tensor<4xi64> {
    %1 = te.read %x [i, j] : tensor<4x8xf32>
    %2 = te.index j : tensor<i64>
    te.yield %1, %2 : tensor<f32>, tensor<i64>
  } with (%a: tensor<f32>, %b: tensor<i64>, %c: tensor<f32>, %d: tensor<i64>) {
    %1 = tg.compare gt %c, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = tg.select %1, %c, %a : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = tg.select %1, %d, %b : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    te.yield %2, %3 : tensor<f32>, tensor<i64>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}
