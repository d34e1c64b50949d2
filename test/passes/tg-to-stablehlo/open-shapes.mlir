// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s
// RUN: tg-opt --tg-to-stablehlo --stablehlo-to-tg %s -o %t.mlir
// RUN: tg-run %t.mlir --input='2x1xf32=1 2' --input='1x3xf32=10 20 30' | tg-filecheck %s --check-prefix=EXEC

// Where only the run knows whether an extent is 1, operands are repeated to a shape that is computed
// from the extents of both.

// EXEC: 2x3xf32=[11 21 31][12 22 32]

// CHECK-LABEL: func.func @main(
// CHECK: %[[X:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: %[[X1:.*]] = stablehlo.convert %[[X]]
// CHECK: %[[Y:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
// CHECK: %[[Y1:.*]] = stablehlo.convert %[[Y]]
// CHECK: %[[ONE:.*]] = stablehlo.compare EQ, %[[X1]], %{{.*}}, SIGNED
// CHECK: %[[ROWS:.*]] = stablehlo.select %[[ONE]], %[[Y1]], %[[X1]]
// CHECK: %[[ROWS1:.*]] = stablehlo.reshape %[[ROWS]]
// CHECK: %[[SHAPE:.*]] = stablehlo.concatenate %[[ROWS1]], %{{.*}}, dim = 0
// CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]], dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi64>) -> tensor<?x3xf32>
// CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = [0, 1] : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
// CHECK: stablehlo.add %[[A]], %[[B]] : tensor<?x3xf32>
func.func @main(%x: tensor<?x1xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = tg.add %x, %y : (tensor<?x1xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// One extent is known, so the other one must be the same, or 1.
// CHECK-LABEL: func.func @known(
// CHECK: %[[FOUR:.*]] = stablehlo.constant dense<4> : tensor<i64>
// CHECK: %[[SHAPE:.*]] = stablehlo.reshape %[[FOUR]]
// CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]], dims = [0] : (tensor<?xf32>, tensor<1xi64>) -> tensor<4xf32>
// CHECK: stablehlo.maximum %[[A]], %arg1 : tensor<4xf32>
func.func @known(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.max %x, %y : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Batches of a contraction.
// CHECK-LABEL: func.func @batches(
// CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [0, 1, 2] : (tensor<1x3x2xf32>, tensor<3xi64>) -> tensor<?x3x2xf32>
// CHECK: stablehlo.dot_general %arg0, %[[B]], batching_dims = [0] x [0]
func.func @batches(%x: tensor<?x2x3xf32>, %y: tensor<1x3x2xf32>) -> tensor<?x2x2xf32> {
  %0 = tg.matmul %x, %y : (tensor<?x2x3xf32>, tensor<1x3x2xf32>) -> tensor<?x2x2xf32>
  return %0 : tensor<?x2x2xf32>
}
