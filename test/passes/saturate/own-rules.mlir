// Rules of the user's take room that the shipped ones need. What is found without them is kept then.
//
// RUN: split-file %s %t
// RUN: tg-opt --saturate="nodes=9" %t/in.mlir | tg-filecheck %s --check-prefix=SHIPPED
// RUN: tg-opt --saturate="rules=%t/own.rules shipped=false nodes=9" %t/in.mlir | tg-filecheck %s --check-prefix=OWN
// RUN: tg-opt --saturate="rules=%t/own.rules nodes=9" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=LEFT,SHIPPED
// RUN: tg-opt --saturate="rules=%t/own.rules nodes=9 then=cse" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=JUDGED,SHIPPED
//
// The remarks are about what is kept.
// LEFT:       the rules of the files are left out: what was found with them costs {{.*}}, and {{.*}} without them
// LEFT:       7 nodes in 6 classes after 1 iteration
// LEFT:       relu(matmul) became matmul by matmul-relu
// JUDGED-NOT: became
// JUDGED:     the rules of the files are left out: after 'cse' it would cost {{.*}} with them, and {{.*}} without them
// JUDGED:     relu(matmul) became matmul by matmul-relu
// JUDGED:     kept: after 'cse' it costs
// SHIPPED:    tg.matmul %{{.*}}, %{{.*}} activation relu
// OWN:        tg.relu
//--- in.mlir
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.sqrt %x : tensor<64x64xf32>
  %1 = tg.matmul %0, %y : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = tg.relu %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
//--- own.rules
rule there: sqrt(?x) => pow(add(?x, 0), 0.5) [exact]
rule back: pow(?x, 0.5) => sqrt(?x) [exact]
