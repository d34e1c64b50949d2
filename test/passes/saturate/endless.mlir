// Rules that make more whenever they are applied end at each of the limits, and what is best so
// far is there. At 0 and 1 nothing, or next to nothing, can be done.
//
// RUN: split-file %s %t
// RUN: tg-opt --saturate="rules=%t/endless.rules nodes=0 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=NODES,SAME
// RUN: tg-opt --saturate="rules=%t/endless.rules nodes=1 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=NODES,SAME
// RUN: tg-opt --saturate="rules=%t/endless.rules nodes=500 iterations=1000000 work=1000000000000 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=NODES,BEST
// RUN: tg-opt --saturate="rules=%t/endless.rules iterations=0 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=ITERATIONS,SAME
// RUN: tg-opt --saturate="rules=%t/endless.rules iterations=1 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=ITERATIONS,BEST
// RUN: tg-opt --saturate="rules=%t/endless.rules iterations=6 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=ITERATIONS,BEST
// RUN: tg-opt --saturate="rules=%t/endless.rules work=0 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=WORK,SAME
// RUN: tg-opt --saturate="rules=%t/endless.rules work=1 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=WORK,SAME
// RUN: tg-opt --saturate="rules=%t/endless.rules work=50000 nodes=1000000000 iterations=1000000000 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefixes=WORK,BEST
//
// Functions share the work by their ops: one without end leaves others theirs.
// RUN: tg-opt --saturate="rules=%t/endless.rules work=50000 nodes=1000000000 iterations=1000000000 fusions=false" %t/two.mlir | tg-filecheck %s --check-prefix=TWO
// RUN: tg-opt --saturate="rules=%t/endless.rules nodes=1 iterations=1 work=1" %t/in.mlir | tg-run --input=4xf32=0,1,4,9 - >%t/one.txt
// RUN: tg-opt --saturate="rules=%t/endless.rules nodes=500 extract=greedy" %t/in.mlir | tg-run --input=4xf32=0,1,4,9 - >%t/greedy.txt
// RUN: tg-opt --saturate="rules=%t/endless.rules nodes=500 extract=tree" %t/in.mlir | tg-run --input=4xf32=0,1,4,9 - >%t/tree.txt
// RUN: tg-run --input=4xf32=0,1,4,9 %t/in.mlir >%t/before.txt
// RUN: diff %t/before.txt %t/one.txt
// RUN: diff %t/before.txt %t/greedy.txt
// RUN: diff %t/before.txt %t/tree.txt
//
// NODES:      stopped by the limit of nodes
// ITERATIONS: stopped by the limit of iterations
// WORK:       stopped by the limit of work
//
// SAME:       func.func
// SAME-NEXT:  tg.neg
// SAME-NEXT:  tg.neg
// SAME-NEXT:  tg.sqrt
// SAME-NEXT:  return
//
// BEST:       func.func
// BEST-NEXT:  tg.sqrt %arg0
// BEST-NEXT:  return
//
// TWO-LABEL:  func.func @first
// TWO-NEXT:   tg.abs %arg0
// TWO-NEXT:   return
// TWO-LABEL:  func.func @last
// TWO-NEXT:   tg.sqrt %arg0
// TWO-NEXT:   return
//--- in.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.sqrt %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
//--- endless.rules
rule longer: sqrt(?x) => mul(sqrt(mul(?x, 0.25)), 2) [exact]
rule more: ?f(?x) {*} => add(?f(?x) {*}, 0) [exact]
rule twice: ?f(?x, ?y) {*} => ?f(add(?x, 0), mul(?y, 1)) {*} [exact]
rule grows: mul(?x, ?y) => mul(mul(?x, 2), mul(?y, 0.5)) [exact]
//--- two.mlir
func.func @first(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @last(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.sqrt %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
