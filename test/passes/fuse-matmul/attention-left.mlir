// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=attention" --remarks-filter=FuseMatmul --mlir-pass-statistics %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:

// What is left, and why.

func.func @found(%q: tensor<2x64x8xf32>, %k: tensor<2x8x64xf32>, %v: tensor<2x64x8xf32>) -> tensor<2x64x8xf32> {
  %0 = tg.matmul %q, %k : (tensor<2x64x8xf32>, tensor<2x8x64xf32>) -> tensor<2x64x64xf32>
  %1 = tg.exp %0 : tensor<2x64x64xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Passed] fuse-matmul | Category:FuseMatmul | Function=found | Remark="fused 3 ops from product to product: {{.*}} us instead of {{.*}} us"
  %2 = tg.matmul %1, %v : (tensor<2x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  return %2 : tensor<2x64x8xf32>
}

// One of two readers of scores is not on the way.
func.func @twice(%q: tensor<2x64x8xf32>, %k: tensor<2x8x64xf32>, %v: tensor<2x64x8xf32>) -> (tensor<2x64x8xf32>, tensor<2x64x64xf32>) {
  %0 = tg.matmul %q, %k : (tensor<2x64x8xf32>, tensor<2x8x64xf32>) -> tensor<2x64x64xf32>
  %1 = tg.exp %0 : tensor<2x64x64xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Missed] fuse-matmul | Category:FuseMatmul | Function=twice | Remark="left 'tg.matmul' apart from the 'tg.matmul' that its rows begin with: others read the result of 'tg.matmul', too"
  %2 = tg.matmul %1, %v : (tensor<2x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  return %2, %0 : tensor<2x64x8xf32>, tensor<2x64x64xf32>
}

// Sums over columns, which are no part of rows, read what is in front of them, too.
func.func @across(%q: tensor<2x64x8xf32>, %k: tensor<2x8x64xf32>, %v: tensor<2x64x8xf32>) -> tensor<2x64x8xf32> {
  %0 = tg.matmul %q, %k : (tensor<2x64x8xf32>, tensor<2x8x64xf32>) -> tensor<2x64x64xf32>
  %1 = tg.exp %0 : tensor<2x64x64xf32>
  %2 = tg.reduce sum %1 dims [1] keep_dims : (tensor<2x64x64xf32>) -> tensor<2x1x64xf32>
  %3 = tg.div %1, %2 : (tensor<2x64x64xf32>, tensor<2x1x64xf32>) -> tensor<2x64x64xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Missed] fuse-matmul | Category:FuseMatmul | Function=across | Remark="left 'tg.matmul' apart from the 'tg.matmul' that its rows begin with: others read the result of 'tg.exp', too"
  %4 = tg.matmul %3, %v : (tensor<2x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  return %4 : tensor<2x64x8xf32>
}

func.func @turned(%q: tensor<2x64x8xf32>, %k: tensor<2x8x64xf32>, %v: tensor<2x64x8xf32>) -> tensor<2x64x8xf32> {
  %0 = tg.matmul %q, %k : (tensor<2x64x8xf32>, tensor<2x8x64xf32>) -> tensor<2x64x64xf32>
  %1 = tg.exp %0 : tensor<2x64x64xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Missed] fuse-matmul | Category:FuseMatmul | Function=turned | Remark="left 'tg.dot_general' apart from the 'tg.matmul' that its rows begin with: rows are not what its left operand consists of"
  %2 = tg.dot_general %1, %v batching [0] x [0] contracting [1] x [1] : (tensor<2x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  return %2 : tensor<2x64x8xf32>
}

func.func @sorted(%q: tensor<2x64x8xf32>, %k: tensor<2x8x64xf32>, %v: tensor<2x64x8xf32>) -> tensor<2x64x8xf32> {
  %0 = tg.matmul %q, %k : (tensor<2x64x8xf32>, tensor<2x8x64xf32>) -> tensor<2x64x64xf32>
  %1 = tg.sort ascending %0 dim 2 : tensor<2x64x64xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Missed] fuse-matmul | Category:FuseMatmul | Function=sorted | Remark="left 'tg.matmul' apart from the 'tg.matmul' that its rows begin with: 'tg.sort' runs by itself"
  %2 = tg.matmul %1, %v : (tensor<2x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  return %2 : tensor<2x64x8xf32>
}

func.func @dynamic(%q: tensor<2x?x8xf32>, %k: tensor<2x8x64xf32>, %v: tensor<2x64x8xf32>) -> tensor<2x?x8xf32> {
  %0 = tg.matmul %q, %k : (tensor<2x?x8xf32>, tensor<2x8x64xf32>) -> tensor<2x?x64xf32>
  %1 = tg.exp %0 : tensor<2x?x64xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Missed] fuse-matmul | Category:FuseMatmul | Function=dynamic | Remark="left 'tg.matmul' apart from the 'tg.matmul' that its rows begin with: not all extents are known"
  %2 = tg.matmul %1, %v : (tensor<2x?x64xf32>, tensor<2x64x8xf32>) -> tensor<2x?x8xf32>
  return %2 : tensor<2x?x8xf32>
}

// For one row of each batch the matrices would be packed for nothing.
func.func @one(%q: tensor<2x1x64xf32>, %k: tensor<2x64x4096xf32>, %v: tensor<2x4096x64xf32>) -> tensor<2x1x64xf32> {
  %0 = tg.matmul %q, %k : (tensor<2x1x64xf32>, tensor<2x64x4096xf32>) -> tensor<2x1x4096xf32>
  %1 = tg.exp %0 : tensor<2x1x4096xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Missed] fuse-matmul | Category:FuseMatmul | Function=one | Remark="left 3 ops from product to product apart: as one they would take {{.*}} us instead of {{.*}} us"
  %2 = tg.matmul %1, %v : (tensor<2x1x4096xf32>, tensor<2x4096x64xf32>) -> tensor<2x1x64xf32>
  return %2 : tensor<2x1x64xf32>
}

// Nothing is said of values that are the same in every run, which are packed once.
func.func @kept(%q: tensor<2x64x8xf32>, %k: tensor<2x8x64xf32>, %v: tensor<2x64x8xf32> {tg.prepack}) -> tensor<2x64x8xf32> {
  %0 = tg.matmul %q, %k : (tensor<2x64x8xf32>, tensor<2x8x64xf32>) -> tensor<2x64x64xf32>
  %1 = tg.exp %0 : tensor<2x64x64xf32>
  %2 = tg.matmul %1, %v : (tensor<2x64x64xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  return %2 : tensor<2x64x8xf32>
}

// CHECK: 1 num-attentions
// CHECK: 1 num-left
