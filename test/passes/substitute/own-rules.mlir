// With rules of the user's no less is found than without them, though they are tried first here, and
// one try is all that there is; and what they make of the program as it was is found, too, which they
// do not know any more behind the shipped ones, even where a shipped one is tried before them.
//
// RUN: split-file %s %t
// RUN: tg-opt --substitute="%t/max.rules max-candidates=1" %t/in.mlir | tg-filecheck %s --check-prefix=SHIPPED
// RUN: tg-opt --substitute="%t/max.rules max-candidates=1 shipped=false" %t/in.mlir | tg-filecheck %s --check-prefix=OWN
// RUN: tg-opt --substitute="%t/positive.rules fp=finite" %t/in.mlir | tg-filecheck %s --check-prefix=START
// RUN: tg-opt --substitute="%t/last.rules fp=finite max-candidates=1" %t/in.mlir | tg-filecheck %s --check-prefix=START
// RUN: tg-opt --substitute="%t/max.rules max-candidates=1" --remarks-filter=Substitute --mlir-pass-statistics %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=TOLD
//
// SHIPPED:     tg.matmul %{{.*}}, %{{.*}} activation relu
// OWN:         tg.relu
// START:       %[[M:.*]] = tg.matmul %{{[0-9]+}}, %{{[0-9]+}} :
// START-NEXT:  return %[[M]]
// TOLD:        remark: [Passed] substitute | Category:Substitute | Function=main | Remark="replaced 4 ops by 3, {{.*}} with matmul-relu"
// TOLD-NOT:    Remark=
// TOLD:        (S) 1 num-substituted
//--- in.mlir
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.exp %y : tensor<64x64xf32>
  %2 = tg.matmul %0, %1 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = tg.relu %2 : tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
//--- max.rules
rule as-max: relu(?x) => max(?x, 0) [exact] priority 10
//--- positive.rules
rule positive: relu(matmul(exp(?x), exp(?y))) => matmul(exp(?x), exp(?y)) [finite]
//--- last.rules
rule positive-last: relu(matmul(exp(?x), exp(?y))) => matmul(exp(?x), exp(?y)) [finite] priority -1
