// Limits of 0 give the program back, and rules without end stop at one, with a good result.
//
// RUN: split-file %s %t
// RUN: tg-opt --saturate="nodes=0 fusions=false" %t/in.mlir | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --saturate="iterations=0 fusions=false" %t/in.mlir | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --saturate="work=0 fusions=false" %t/in.mlir | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --saturate="least-gain=90 fusions=false" %t/in.mlir | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --saturate="least-gain=90 fusions=false then=cse" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=KEPT
// RUN: tg-opt --saturate="least-gain=30 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=GAINS
// RUN: tg-opt --saturate="rules=%t/endless.rules nodes=20 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s
// RUN: tg-opt --saturate="rules=%t/endless.rules iterations=3 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=ITERATIONS
// RUN: tg-opt --saturate="rules=%t/own.rules shipped=false nodes=50 fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s
// RUN: not tg-opt --canonicalize=rules=%t/own.rules %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=ENDS
// RUN: not tg-opt --saturate=nodes=-1 %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=NEGATIVE
// RUN: not tg-opt --saturate=least-gain=-1 %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=LEAST
// RUN: not tg-opt --saturate=extract=exactly %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=METHOD
// RUN: not tg-opt --saturate=rules=%t/none.rules %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=FILE
// RUN: not tg-opt --saturate=explain=%t/none/proof.mlir %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=EXPLAIN
//
// SAME:       tg.neg
// SAME-NEXT:  tg.neg
// SAME-NEXT:  tg.sqrt
// SAME-NEXT:  return
//
// CHECK:      stopped by the limit of nodes
// CHECK:      neg(neg) became a value from outside by folding
// CHECK:      tg.sqrt %arg0
// CHECK-NEXT: return
//
// KEPT:       not kept: after 'cse' it would cost
// GAINS:      tg.sqrt %arg0
// ITERATIONS: after 3 iterations, stopped by the limit of iterations
// ENDS:       own.rules:1:25: error: rule 'grows' applies to what it makes, and so never ends
// NEGATIVE:   'nodes' must
// LEAST:      'least-gain' must
// METHOD:     did you mean 'exact'?
// FILE:       none.rules
// EXPLAIN:    proof.mlir
//--- in.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.sqrt %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
//--- endless.rules
rule there: sqrt(?x) => pow(add(?x, 0), 0.5) [exact]
rule back: pow(?x, 0.5) => sqrt(?x) [exact]
//--- own.rules
rule grows: sqrt(?x) => sqrt(add(?x, 0)) [exact]
rule grows-too: neg(?x) => neg(add(?x, 0)) [exact]
