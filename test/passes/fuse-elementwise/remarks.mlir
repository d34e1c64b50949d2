// RUN: tg-opt --fuse-elementwise=max-ops=3 --remarks-filter=FuseElementwise --mlir-pass-statistics %s 2>&1 | tg-filecheck %s

func.func @cycle(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.mul %x, %y : tensor<64x64xf32>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Passed] {{.*}}"fused 2 ops: together they move 64.0 KiB of memory, one by one 80.0 KiB"
  %1 = tg.exp %0 : tensor<64x64xf32>
  %2 = tg.matmul %1, %y : tensor<64x64xf32>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Missed] {{.*}}"not fused with 'tg.mul', whose result takes 16.0 KiB: it would depend on itself through what comes in between"
  %3 = tg.add %0, %2 : tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

func.func @all_rows(%x: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %0 = tg.reduce sum %x dims [0] : (tensor<256x64xf32>) -> tensor<64xf32>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Missed] {{.*}}"not fused with 'tg.reduce', whose result takes 256 bytes: it is complete only when all rows have been seen"
  %1 = tg.div %x, %0 : (tensor<256x64xf32>, tensor<64xf32>) -> tensor<256x64xf32>
  return %1 : tensor<256x64xf32>
}

func.func @other_rows(%x: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %0 = tg.reduce sum %x dims [1] : (tensor<128x128xf32>) -> tensor<128xf32>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Missed] {{.*}}"not fused with 'tg.reduce', whose result takes 512 bytes: the rows they have in common do not fit into the cache, or are too few"
  %1 = tg.add %x, %0 : (tensor<128x128xf32>, tensor<128xf32>) -> tensor<128x128xf32>
  return %1 : tensor<128x128xf32>
}

func.func @unknown(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tg.exp %x : tensor<?xf32>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Missed] {{.*}}"not fused with 'tg.exp', whose result takes 4 bytes: no leading dimensions are the same"
  %1 = tg.add %0, %y : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func @init(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.slice %0 [0:1, 0:1] : (tensor<64x64xf32>) -> tensor<1x1xf32>
  %2 = tg.reshape %1 : (tensor<1x1xf32>) -> tensor<f32>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Missed] {{.*}}"not fused with 'tg.reshape', whose result takes 4 bytes: a reduction must start from what is known before it begins"
  %3 = tg.reduce sum %x init %2 dims [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

func.func @many(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = tg.exp %x : tensor<1000xf32>
  %1 = tg.neg %0 : tensor<1000xf32>
  %2 = tg.sin %1 : tensor<1000xf32>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Missed] {{.*}}"not fused with 'tg.sin', whose result takes 3.9 KiB: there would be more than max-ops ops"
  %3 = tg.cos %2 : tensor<1000xf32>
  return %3 : tensor<1000xf32>
}

// CHECK-DAG: (S) {{ *}}32384 bytes-saved
// CHECK-DAG: (S) {{ *}}5 num-fused
// CHECK-DAG: (S) {{ *}}2 num-fusions
// CHECK-DAG: (S) {{ *}}0 num-reductions
