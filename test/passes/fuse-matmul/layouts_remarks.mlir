// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=transposes" --remarks-filter=FuseMatmul --mlir-pass-statistics %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:

func.func @operand(%x: tensor<2x3x5x4xf32>, %w: tensor<2x2x3x6xf32>) -> tensor<2x4x3x6xf32> {
  %0 = tg.transpose %x permutation [0, 2, 3, 1] : (tensor<2x3x5x4xf32>) -> tensor<2x5x4x3xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Passed] fuse-matmul | Category:FuseMatmul | Function=operand | Remark="made 'tg.conv' read 1 transposed operand(s) in place: {{.*}} us instead of {{.*}} us"
  %1 = tg.conv %0, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x3xf32>, tensor<2x2x3x6xf32>) -> tensor<2x4x3x6xf32>
  return %1 : tensor<2x4x3x6xf32>
}

func.func @result(%x: tensor<2x3x5x7xf32>, %w: tensor<2x3x3x6xf32>) -> tensor<2x6x4x5xf32> {
  %0 = tg.conv %x, %w layout [n, c, h, w] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x3x5x7xf32>, tensor<2x3x3x6xf32>) -> tensor<2x4x5x6xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Passed] fuse-matmul | Category:FuseMatmul | Function=result | Remark="made 'tg.conv' write its result transposed: {{.*}} us instead of {{.*}} us"
  %1 = tg.transpose %0 permutation [0, 3, 1, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x6x4x5xf32>
  return %1 : tensor<2x6x4x5xf32>
}

func.func @scattered(%x: tensor<2x5x7x3xf32>, %w: tensor<3x3x3x6xf32>) -> tensor<2x6x3x5xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x7x3xf32>, tensor<3x3x3x6xf32>) -> tensor<2x3x5x6xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Missed] fuse-matmul | Category:FuseMatmul | Function=scattered | Remark="left a transpose behind 'tg.conv': writing in another order would take {{.*}} us instead of {{.*}} us"
  %1 = tg.transpose %0 permutation [0, 3, 1, 2] : (tensor<2x3x5x6xf32>) -> tensor<2x6x3x5xf32>
  return %1 : tensor<2x6x3x5xf32>
}

// CHECK: (S) 1 num-left
// CHECK: (S) 2 num-transposes
