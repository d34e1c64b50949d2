// Automatic fusion of matrix products: the three projections of attention share
// their input, and become one product with the weights side by side. A remark
// says so.
//
// RUN: tg-opt --optimize %s | tg-filecheck %s
// RUN: tg-opt --optimize --remarks-filter=FuseMatmul %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK
// RUN: tg-opt --print-op-stats --optimize --print-op-stats %s -o %t 2>&1 | tg-filecheck %s --check-prefix=COUNT

// COUNT: tg.matmul {{.*}} 3
// COUNT: tg.matmul {{.*}} 1
// REMARK-COUNT-1: remark: [Passed] fuse-matmul | Category:FuseMatmul | Function=projections

// CHECK-LABEL:     func.func @projections
// CHECK-COUNT-1:     tg.matmul %arg0, %{{.*}}
// CHECK-NOT:         tg.matmul
// CHECK:             %[[PARTS:.*]]:3 = tg.split
// CHECK-NEXT:        return %[[PARTS]]#0, %[[PARTS]]#1, %[[PARTS]]#2
func.func @projections(%x: tensor<128x64xf32>, %q: tensor<64x64xf32>, %k: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> (tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>) {
  %0 = tg.matmul %x, %q : (tensor<128x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  %1 = tg.matmul %x, %k : (tensor<128x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  %2 = tg.matmul %x, %v : (tensor<128x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  return %0, %1, %2 : tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>
}
