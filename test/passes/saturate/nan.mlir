// Where something is NaN, rules that are not about NaNs may make all numbers equal. That is no fault
// of theirs, nor of the program: under fp=finite and fp=fast rules are applied as long as that does
// not show, and under fp=strict they keep the NaN. A rule of the user's is still named.
//
// RUN: tg-opt --saturate="fp=fast fusions=false" --remarks-filter=Saturated %s 2>&1 | tg-filecheck %s --check-prefixes=CHECK,LOOSE
// RUN: tg-opt --saturate="fp=finite fusions=false" --remarks-filter=Saturated %s 2>&1 | tg-filecheck %s --implicit-check-not=Missed
// RUN: tg-opt --saturate="fp=strict fusions=false" --remarks-filter=Saturated %s 2>&1 | tg-filecheck %s --check-prefixes=CHECK,STRICT --implicit-check-not=Missed
// RUN: tg-opt --optimize="fp=fast effort=2" %s | tg-filecheck %s --check-prefix=WHOLE
// RUN: echo 'rule own: div(?x, ?x) => 2 [finite]' > %t.rules
// RUN: not tg-opt --saturate="fp=fast rules=%t.rules" %s 2>&1 | tg-filecheck %s --check-prefix=OWN
//
// LOOSE:  remark: [Missed] saturate | Category:Saturated | Function=both | Remark="ends in front of iteration 1, as something is NaN, infinite or -0: by '{{.*}}' dense<
// OWN:    error: rule 'own' is wrong here
//
// CHECK:      func.func @main
// STRICT:       tg.div
// CHECK:        tg.exp %arg0
// CHECK-NEXT:   return
//
// WHOLE:      tg.exp %arg0
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = tg.constant dense<0.0> : tensor<4xf32>
  %0 = tg.abs %z : tensor<4xf32>
  %1 = tg.div %z, %0 : tensor<4xf32>
  %2 = tg.neg %x : tensor<4xf32>
  %3 = tg.neg %2 : tensor<4xf32>
  %4 = tg.exp %3 : tensor<4xf32>
  return %1, %4 : tensor<4xf32>, tensor<4xf32>
}

func.func @both() -> tensor<4xf32> {
  %z = tg.constant dense<0.0> : tensor<4xf32>
  %0 = tg.div %z, %z : tensor<4xf32>
  return %0 : tensor<4xf32>
}
