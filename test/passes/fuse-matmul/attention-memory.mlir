// RUN: tg-opt --optimize --print-memory %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --pass-pipeline="builtin.module(optimize,unfuse,fuse-elementwise,print-memory)" %s -o %t.apart 2>&1 | tg-filecheck %s --check-prefix=APART
// RUN: tg-run --inputs=random:1 --workers=3 --elide=8 --compare=%t.apart %t | tg-filecheck %s --check-prefix=RAN
// What is written for others has the ops one by one, and the same bits.
// RUN: tg-opt --tg-to-stablehlo %t -o %t.stablehlo
// RUN: tg-run --inputs=random:1 --workers=2 --elide=8 --compare=%t.stablehlo %t | tg-filecheck %s --check-prefix=RAN

// Scores of 512 KiB are no value: a worker has some rows of them, and keys and values, packed.
// CHECK:      @main
// CHECK-NEXT: {{[23][0-9][0-9] KiB}} in all
// APART:      @main
// APART-NEXT: {{[5-9][0-9][0-9] KiB}} in all
// RAN:        result0: equal
func.func @main(%q: tensor<2x256x16xf32>, %k: tensor<2x256x16xf32>, %v: tensor<2x256x16xf32>) -> tensor<2x256x16xf32> {
  %0 = tg.dot_general %q, %k batching [0] x [0] contracting [2] x [2] : (tensor<2x256x16xf32>, tensor<2x256x16xf32>) -> tensor<2x256x256xf32>
  %1 = tg.reduce max %0 dims [2] keep_dims : (tensor<2x256x256xf32>) -> tensor<2x256x1xf32>
  %2 = tg.sub %0, %1 : (tensor<2x256x256xf32>, tensor<2x256x1xf32>) -> tensor<2x256x256xf32>
  %3 = tg.exp %2 : tensor<2x256x256xf32>
  %4 = tg.reduce sum %3 dims [2] keep_dims : (tensor<2x256x256xf32>) -> tensor<2x256x1xf32>
  %5 = tg.div %3, %4 : (tensor<2x256x256xf32>, tensor<2x256x1xf32>) -> tensor<2x256x256xf32>
  %6 = tg.matmul %5, %v : (tensor<2x256x256xf32>, tensor<2x256x16xf32>) -> tensor<2x256x16xf32>
  return %6 : tensor<2x256x16xf32>
}
