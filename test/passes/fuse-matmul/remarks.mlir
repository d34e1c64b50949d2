// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=epilogues,siblings" --remarks-filter=FuseMatmul --mlir-pass-statistics %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:

func.func @f(%x: tensor<8x4xf32>, %w: tensor<4x2xf32>, %u: tensor<4x2xf32>, %b: tensor<2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>) {
  // CHECK: [[@LINE+1]]:8: remark: [Passed] fuse-matmul | Category:FuseMatmul | Function=f | Remark="took 'tg.add' into the epilogue of 'tg.matmul'"
  %0 = tg.matmul %x, %w : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Passed] fuse-matmul | Category:FuseMatmul | Function=f | Remark="merged 2 'tg.matmul' that share operand #0, batched: {{.*}} us instead of {{.*}} us"
  %1 = tg.add %0, %b : (tensor<8x2xf32>, tensor<2xf32>) -> tensor<8x2xf32>
  %2 = tg.matmul %x, %u bias %b : (tensor<8x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<8x2xf32>
  return %1, %2 : tensor<8x2xf32>, tensor<8x2xf32>
}

// Joining large weights costs more than a call saves.
func.func @large(%x: tensor<4x1000xf32>, %w: tensor<1000x1000xf32>, %u: tensor<1000x1000xf32>) -> (tensor<4x1000xf32>, tensor<4x1000xf32>) {
  // CHECK: [[@LINE+1]]:8: remark: [Missed] fuse-matmul | Category:FuseMatmul | Function=large | Remark="left 2 'tg.matmul' that share operand #0: together they would take {{.*}} us instead of {{.*}} us"
  %0 = tg.matmul %x, %w : (tensor<4x1000xf32>, tensor<1000x1000xf32>) -> tensor<4x1000xf32>
  %1 = tg.matmul %x, %u : (tensor<4x1000xf32>, tensor<1000x1000xf32>) -> tensor<4x1000xf32>
  return %0, %1 : tensor<4x1000xf32>, tensor<4x1000xf32>
}

// CHECK: 1 num-epilogues
// CHECK: 2 num-left
// CHECK: 2 num-siblings
