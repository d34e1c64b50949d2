// RUN: split-file %s %t
// RUN: tg-opt --differentiate="func=main wrt=0,1,2" --canonicalize %t/layer.mlir | tg-filecheck %s --check-prefix=LAYER
// RUN: tg-opt --differentiate="func=main as=first" --differentiate="func=first as=second" --canonicalize --cse %t/sine.mlir | tg-filecheck %s --check-prefix=SECOND
// RUN: tg-opt --differentiate="func=main wrt=0" --canonicalize %t/rows.mlir | tg-filecheck %s --check-prefix=ROWS

// What tanh makes is the state of the next round: one tape is enough for both, and the backward loop
// begins with the last state. What the weights make that is the same in all rounds is made once.
// LAYER-LABEL: func.func @main.vjp(
// LAYER: %[[AHEAD:.*]]:3 = tg.while ({{.*}}) : tensor<i32>, tensor<64xf32> collect (tensor<16x64xf32>) cond {
// LAYER: tg.yield {{.*}} : tensor<i32>, tensor<64xf32>, tensor<64xf32>
// LAYER: %[[DOUBLE:.*]] = tg.matmul %arg1, %arg1 : tensor<64x64xf32>
// LAYER: tg.while ({{.*}} = %[[AHEAD]]#1)
// LAYER-NOT: tg.matmul
// LAYER: tg.dot_general %[[DOUBLE]], %{{.*}} contracting [0] x [0]

// Into the cotangent of a tape each round of the second derivative adds one slice.
// SECOND-LABEL: func.func @second(
// SECOND: tg.while ({{.*}}) : tensor<i64>, tensor<2xf64>, tensor<2xf64>, tensor<100x2xf64> cond {
// SECOND: } do {
// SECOND-NOT: tensor<100x2xf64>
// SECOND: tg.dynamic_slice %{{.*}} sizes [1, 2] : (tensor<100x2xf64>, tensor<i64>, tensor<i64>) -> tensor<1x2xf64>

// So does a gather of rows.
// ROWS-LABEL: func.func @main.vjp(
// ROWS: tg.while (%{{.*}} = %{{.*}}, %[[SUM:[a-z0-9]+]] = %{{.*}}) : tensor<i64>, tensor<1000x4xf32> cond {
// ROWS: } do {
// ROWS: %[[NEXT:.*]] = tg.scatter add %[[SUM]],
// ROWS: tg.yield %{{.*}}, %[[NEXT]] : tensor<i64>, tensor<1000x4xf32>

//--- layer.mlir
func.func @main(%x: tensor<64xf32>, %w: tensor<64x64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %n = tg.constant dense<16> : tensor<i32>
  %0:2 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<64xf32> cond {
    %1 = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.matmul %w, %w : tensor<64x64xf32>
    %3 = tg.matmul %2, %v : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %4 = tg.add %3, %b : tensor<64xf32>
    %5 = tg.tanh %4 : tensor<64xf32>
    tg.yield %1, %5 : tensor<i32>, tensor<64xf32>
  }
  return %0#1 : tensor<64xf32>
}

//--- sine.mlir
func.func @main(%x: tensor<2xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %n = tg.constant dense<100> : tensor<i32>
  %0:2 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<2xf64> cond {
    %1 = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.sin %v : tensor<2xf64>
    %3 = tg.mul %2, %w : tensor<2xf64>
    tg.yield %1, %3 : tensor<i32>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}

//--- rows.mlir
func.func @main(%table: tensor<1000x4xf32>, %at: tensor<16x1xi32>) -> tensor<4xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %n = tg.constant dense<16> : tensor<i32>
  %none = tg.constant dense<0.0> : tensor<4xf32>
  %0:2 = tg.while (%i = %zero, %v = %none) : tensor<i32>, tensor<4xf32> cond {
    %1 = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.dynamic_slice %at, %i, %zero sizes [1, 1] : (tensor<16x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>
    %3 = "tg.gather"(%table, %2) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 1 : i64, slice_sizes = array<i64: 1, 4>}> : (tensor<1000x4xf32>, tensor<1x1xi32>) -> tensor<1x4xf32>
    %4 = tg.reshape %3 : (tensor<1x4xf32>) -> tensor<4xf32>
    %5 = tg.add %v, %4 : tensor<4xf32>
    tg.yield %1, %5 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
