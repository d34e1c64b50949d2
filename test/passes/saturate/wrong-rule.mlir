// A rule that makes different constants equal is named, with the way from one to the other, and no
// program comes of it.
//
// RUN: split-file %s %t
// RUN: not tg-opt --saturate=rules=%t/bad.rules %t/in.mlir 2>&1 | tg-filecheck %s --implicit-check-not=func.func
// RUN: not tg-opt --saturate="rules=%t/bad.rules fp=fast" %t/in.mlir 2>&1 | tg-filecheck %s
// RUN: not tg-opt --saturate=rules=%t/bad.rules %t/integers.mlir 2>&1 | tg-filecheck %s --check-prefix=INTEGERS
// RUN: tg-opt --saturate="rules=%t/rounds.rules fp=fast shipped=false" %t/rounds.mlir | tg-filecheck %s --check-prefix=ROUNDS
//
// CHECK:      in.mlir:3:8: error: rule 'bad' is wrong here: dense<1.000000e+00> : tensor<4xf32> is to equal dense<2.000000e+00> : tensor<4xf32>
// CHECK:      in.mlir:2:8: note: 1.000000e+00 is add(1.000000e+00, 1.000000e+00) by bad, backward
// CHECK:      in.mlir:3:8: note: add(1.000000e+00, 1.000000e+00) is 2.000000e+00 by folding
//
// INTEGERS:   integers.mlir:3:8: error: rule 'bad' is wrong here: dense<1> : tensor<i32> is to equal dense<2> : tensor<i32>
//
// Rounding is no contradiction where other rounding is allowed.
// ROUNDS-LABEL: func.func @rounds

//--- bad.rules
rule bad: add(?x, ?x) => ?x [exact]
//--- in.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.constant dense<1.0> : tensor<4xf32>
  %1 = tg.add %0, %0 : tensor<4xf32>
  %2 = tg.mul %x, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
//--- integers.mlir
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = tg.constant dense<1> : tensor<i32>
  %1 = tg.add %0, %0 : tensor<i32>
  %2 = tg.mul %x, %1 : tensor<i32>
  return %2 : tensor<i32>
}
//--- rounds.rules
rule regroup: add(add(?x, ?y), ?z) => add(?x, add(?y, ?z)) [real]
//--- rounds.mlir
func.func @rounds(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.constant dense<0.1> : tensor<f32>
  %1 = tg.constant dense<0.7> : tensor<f32>
  %2 = tg.constant dense<0.3> : tensor<f32>
  %3 = tg.add %0, %1 : tensor<f32>
  %4 = tg.add %3, %2 : tensor<f32>
  %5 = tg.mul %4, %x : tensor<f32>
  return %5 : tensor<f32>
}
