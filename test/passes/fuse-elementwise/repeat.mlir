// RUN: tg-opt --fuse-elementwise %s | tg-filecheck %s
// RUN: tg-opt --fuse-elementwise --mlir-pass-statistics %s 2>&1 | tg-filecheck --check-prefix=COUNT %s

// COUNT: 4 num-repeated

// What a later fusion can make of what it reads anyway is not written to memory: here only the result of the first is.
// CHECK-LABEL: func.func @activation(
// CHECK:         %[[H:.*]] = tg.fusion (%{{.*}} = %arg0, %{{.*}} = %arg1) : (tensor<2048x1024xf32>, tensor<2048x1024xf32>) -> tensor<2048x1024xf32> {
// CHECK:         %[[Y:.*]] = tg.matmul %[[H]], %arg2
// CHECK:         %{{.*}}:2 = tg.fusion (%{{.*}} = %arg0, %{{.*}} = %[[Y]], %{{.*}} = %arg1) :
// CHECK:           tg.exp
// CHECK:           tg.yield
func.func @activation(%x: tensor<2048x1024xf32>, %gate: tensor<2048x1024xf32>, %w: tensor<1024x1024xf32>) -> (tensor<2048x1024xf32>, tensor<2048x1024xf32>) {
  %one = tg.constant dense<1.0> : tensor<f32>
  %0 = tg.neg %x : tensor<2048x1024xf32>
  %1 = tg.exp %0 : tensor<2048x1024xf32>
  %2 = tg.add %1, %one : (tensor<2048x1024xf32>, tensor<f32>) -> tensor<2048x1024xf32>
  %3 = tg.div %x, %2 : tensor<2048x1024xf32>
  %4 = tg.mul %3, %gate : tensor<2048x1024xf32>
  %y = tg.matmul %4, %w : (tensor<2048x1024xf32>, tensor<1024x1024xf32>) -> tensor<2048x1024xf32>
  %5 = tg.mul %y, %gate : tensor<2048x1024xf32>
  %6 = tg.div %5, %2 : tensor<2048x1024xf32>
  %7 = tg.mul %6, %1 : tensor<2048x1024xf32>
  %8 = tg.mul %y, %3 : tensor<2048x1024xf32>
  return %7, %8 : tensor<2048x1024xf32>, tensor<2048x1024xf32>
}

// A value that something else reads as well is in memory in any case, and is read from there.
// CHECK-LABEL: func.func @kept(
// CHECK:         %[[E:.*]] = tg.fusion (%{{.*}} = %arg0) :
// CHECK:         %[[Y:.*]] = tg.matmul %[[E]], %arg1
// CHECK:         tg.fusion (%{{.*}} = %[[Y]], %{{.*}} = %[[E]]) :
// CHECK-NOT:       tg.exp
// CHECK:           tg.yield
func.func @kept(%x: tensor<2048x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<2048x1024xf32> {
  %0 = tg.neg %x : tensor<2048x1024xf32>
  %1 = tg.exp %0 : tensor<2048x1024xf32>
  %y = tg.matmul %1, %w : (tensor<2048x1024xf32>, tensor<1024x1024xf32>) -> tensor<2048x1024xf32>
  %2 = tg.mul %y, %1 : tensor<2048x1024xf32>
  %3 = tg.abs %2 : tensor<2048x1024xf32>
  return %3 : tensor<2048x1024xf32>
}
