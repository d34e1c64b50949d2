// A rule makes nothing equal that differs in its type. One whose right side has no type that
// follows, or states one that cannot be, is refused when it is read. Others are not applied where
// the types differ, whatever the order, and --check-rules says of rules that never are.
//
// RUN: split-file %s %t
// RUN: not tg-opt --saturate=rules=%t/read.rules %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=READ --implicit-check-not=func.func
// RUN: tg-opt --saturate="rules=%t/wrong.rules shipped=false fusions=false" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s
// RUN: tg-opt --canonicalize=rules=%t/wrong.rules --saturate=rules=%t/wrong.rules %t/in.mlir | tg-run --input=2x3xf32=0,1,2,3,4,5 - >%t/after.txt
// RUN: tg-run --input=2x3xf32=0,1,2,3,4,5 %t/in.mlir >%t/before.txt
// RUN: diff %t/before.txt %t/after.txt
// RUN: not tg-opt --check-rules=%t/never.rules 2>&1 | tg-filecheck %s --check-prefix=NEVER
// RUN: not tg-opt --check-rules=%t/wrong.rules 2>&1 | tg-filecheck %s --check-prefix=WRONG
// RUN: tg-opt --irdl-file=%t/own.irdl --saturate="rules=%t/own.rules shipped=false" %t/own.mlir | tg-filecheck %s --check-prefix=OWN
// RUN: not tg-opt --irdl-file=%t/own.irdl --saturate="rules=%t/unstated.rules" %t/own.mlir 2>&1 | tg-filecheck %s --check-prefix=UNSTATED
//
// READ:      read.rules:1:26: error: the type of op 'reshape' does not follow from its operands: add ': type(root)'
// READ:      read.rules:2:38: error: the type of op 'convert' does not follow from its operands: write (convert(...) : TYPE)
// READ:      read.rules:3:29: error: an op or a constant can be given a type; this has one
//
// CHECK:      func.func @main
// CHECK-NEXT:   tg.constant
// CHECK-NEXT:   tg.transpose
// CHECK-NEXT:   tg.exp
// CHECK-NEXT:   tg.compare
// CHECK-NEXT:   tg.select
// CHECK-NEXT:   return
//
// NEVER:      never.rules:1:1: error: rule 'to-bits' [exact]: never applied: its left side is found, but its right side could not be made on any instance: its result would be of type 'tensor<i1>' where 'tensor<f32>' is replaced
// WRONG:      wrong.rules:1:1: error: rule 'turned' [exact]: result 0
// WRONG:      wrong.rules:2:1: error: rule 'turned-exp' [exact]: result 0
//
// OWN:        nn.half
// OWN-NEXT:   nn.act
// UNSTATED:   unstated.rules:1:26: error: the type of op 'half' does not follow from its operands: add ': type(root)'

//--- read.rules
rule no-type: exp(?x) => reshape(?x) [exact]
rule no-type-inside: exp(?x) => sqrt(convert(?x)) [exact]
rule of-a-value: exp(?x) => (?x : tensor(shape(?x), f64)) [exact]
//--- wrong.rules
rule turned: transpose(?x) {permutation = ?p} => ?x [exact]
rule turned-exp: exp(transpose(?x) {permutation = ?p}) => exp(?x) [exact]
rule to-f64: exp(?x) => (convert(?x) : tensor(shape(?x), f64)) [exact]
rule less: compare(?x, ?y) {direction = ?d} => ?y [exact]
rule chosen: select(?p, ?x, ?y) => and(?p, ?p) [exact]
//--- never.rules
rule to-bits: exp(?x) => compare(?x, ?x) {direction = "lt"} [exact]
//--- in.mlir
func.func @main(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>) {
  %c = tg.constant dense<2.5> : tensor<2x3xf32>
  %0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tg.exp %0 : tensor<3x2xf32>
  %2 = tg.compare lt %x, %c : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %3 = tg.select %2, %x, %c : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1, %3 : tensor<3x2xf32>, tensor<2x3xf32>
}
//--- own.irdl
irdl.dialect @nn {
  irdl.operation @half attributes {tg.pure} {
    %t = irdl.any
    %u = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %u)
  }
  irdl.operation @act attributes {tg.pure} {
    %t = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %t)
  }
}
//--- own.rules
rule kept: nn.act(nn.half(?x)) => nn.act(?x) [exact]
rule gone: nn.half(?x) => ?x [exact]
//--- unstated.rules
rule same: nn.act(?x) => nn.half(nn.act(?x)) [exact]
//--- own.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf16> {
  %0 = "nn.half"(%x) : (tensor<8xf32>) -> tensor<8xf16>
  %1 = "nn.act"(%0) : (tensor<8xf16>) -> tensor<8xf16>
  return %1 : tensor<8xf16>
}
