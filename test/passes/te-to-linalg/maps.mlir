// RUN: tg-opt --te-to-linalg %s | tg-filecheck %s

// CHECK-DAG: #[[$ORDER:.*]] = affine_map<(d0, d1) -> (d1, -d0 + 15)>
// CHECK-DAG: #[[$SAME:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$FEATURE:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[$MIRROR:.*]] = affine_map<(d0) -> (-d0 + 3)>
// CHECK-DAG: #[[$STRIDE:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1)>
// CHECK-DAG: #[[$HALF:.*]] = affine_map<(d0, d1) -> (d0 floordiv 2, d1 mod 3, 1)>

// Axes are loops, reads are operands with maps, also permuted, mirrored and of what is captured.
// CHECK-LABEL: @permuted
// CHECK-SAME: %[[X:.*]]: tensor<8x16xf32>, %[[E:.*]]: tensor<16xf32>, %[[EPS:.*]]: tensor<f32>
func.func @permuted(%x: tensor<8x16xf32>, %e: tensor<16xf32>, %eps: tensor<f32>) -> tensor<16x8xf32> {
  // CHECK: %[[OUT:.*]] = tensor.empty() : tensor<16x8xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$ORDER]], #[[$FEATURE]], #[[$SCALAR]], #[[$SAME]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[E]], %[[EPS]] : tensor<8x16xf32>, tensor<16xf32>, tensor<f32>) outs(%[[OUT]] : tensor<16x8xf32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[B]], %[[C]] : f32
  // CHECK-NEXT: %[[DIFF:.*]] = arith.subf %[[A]], %[[SUM]] : f32
  // CHECK-NEXT: %[[R:.*]] = math.rsqrt %[[DIFF]] : f32
  // CHECK-NEXT: linalg.yield %[[R]] : f32
  // CHECK-NEXT: } -> tensor<16x8xf32>
  %0 = te.compute [c < 16, b < 8] -> tensor<16x8xf32> {
    %1 = te.read %x [b, 15 - c] : tensor<8x16xf32>
    %2 = te.read %e [c] : tensor<16xf32>
    %3 = tg.add %2, %eps : tensor<f32>
    %4 = tg.sub %1, %3 : tensor<f32>
    %5 = tg.rsqrt %4 : tensor<f32>
    te.yield %5 : tensor<f32>
  }
  return %0 : tensor<16x8xf32>
}

// An axis that begins elsewhere is a loop from 0 on; equal reads are one operand.
// CHECK-LABEL: @shifted
func.func @shifted(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$MIRROR]], #{{.*}}], iterator_types = ["parallel"]} ins(%{{.*}} : tensor<4xf32>)
  %0 = te.compute [k in -3..1] -> tensor<4xf32> {
    %1 = te.read %x [-k] : tensor<4xf32>
    %2 = te.read %x [-k] : tensor<4xf32>
    %3 = tg.mul %1, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// No operand tells how long the loop of a window is: one more does, of which nothing is read.
// CHECK-LABEL: @window
func.func @window(%x: tensor<11xi32>) -> tensor<5xi32> {
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%c0_i32 : i32)
  // CHECK: %[[WINDOW:.*]] = tensor.empty() : tensor<3xi32>
  // CHECK: linalg.generic {indexing_maps = [#[[$STRIDE]], #{{.*}}, #[[$FEATURE]]], iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %[[WINDOW]] : tensor<11xi32>, tensor<3xi32>) outs(%[[INIT]] : tensor<5xi32>)
  // CHECK-NEXT: ^bb0(%[[E:.*]]: i32, %{{.*}}: i32, %[[ACC:.*]]: i32):
  // CHECK-NEXT: arith.addi %[[ACC]], %[[E]] : i32
  %0 = te.compute [i < 5] sum [r < 3] -> tensor<5xi32> {
    %1 = te.read %x [2 * i + r] : tensor<11xi32>
    te.yield %1 : tensor<i32>
  }
  return %0 : tensor<5xi32>
}

// CHECK-LABEL: @divided
func.func @divided(%x: tensor<2x3x2xf32>) -> tensor<4x5xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$HALF]], #[[$SAME]]]
  %0 = te.compute [i < 4, j < 5] -> tensor<4x5xf32> {
    %1 = te.read %x [i floordiv 2, j mod 3, 1] : tensor<2x3x2xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<4x5xf32>
}

// A loop alone as an index would say that it is as long as the dimension.
// CHECK-LABEL: @part
func.func @part(%x: tensor<9xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}], iterator_types = ["parallel"]} outs(
  // CHECK: %[[I:.*]] = linalg.index 0 : index
  // CHECK: tensor.extract %{{.*}}[%[[I]]] : tensor<9xf32>
  %0 = te.compute [i < 4] -> tensor<4xf32> {
    %1 = te.read %x [i] : tensor<9xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[N:.*]]: index
func.func @dynamic(%x: tensor<?x4xf32>, %n: index) -> (tensor<?x4xf32>, tensor<?xf32>) {
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[X]]
  // CHECK: %[[EMPTY:.*]] = tensor.empty(%[[ROWS]]) : tensor<?x4xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$SAME]], #[[$SAME]]], {{.*}} ins(%[[X]] : tensor<?x4xf32>) outs(%[[EMPTY]] : tensor<?x4xf32>)
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = te.compute [i < %rows, j < 4] -> tensor<?x4xf32> {
    %1 = te.read %x [i, j] : tensor<?x4xf32>
    %2 = tg.neg %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  // Nobody knows that there are as many rows.
  // CHECK: tensor.empty(%[[N]]) : tensor<?xf32>
  // CHECK: linalg.generic {{.*}} outs(
  // CHECK: tensor.extract %[[X]]
  %1 = te.compute [i < %n] -> tensor<?xf32> {
    %2 = te.read %x [i, 1] if (i <= 2) : tensor<?x4xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<?x4xf32>, tensor<?xf32>
}

// CHECK-LABEL: @empty
func.func @empty(%x: tensor<4x0xf32>) -> (tensor<4xf32>, tensor<4x0xf32>) {
  // CHECK-NOT: linalg.generic
  // CHECK: %[[SUM:.*]] = linalg.fill ins(%cst : f32)
  // CHECK-NOT: linalg.generic
  // CHECK: %[[NONE:.*]] = tensor.empty() : tensor<4x0xf32>
  // CHECK: return %[[SUM]], %[[NONE]]
  %0 = te.compute [i < 4] sum [j < 0] -> tensor<4xf32> {
    %2 = te.read %x [i, j] : tensor<4x0xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i < 4, j < 0] -> tensor<4x0xf32> {
    %2 = te.read %x [i, j] : tensor<4x0xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<4xf32>, tensor<4x0xf32>
}
