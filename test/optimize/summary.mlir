// A line for each pass of the module, in which what is nested is one. What a pass
// leaves as it was is one number.

// RUN: split-file %s %t
// RUN: tg-opt --pass-summary=%S/../cost/Inputs/toy.profile %t/good.mlir -o %t/out.mlir --pass-pipeline='func.func(canonicalize,cse),stablehlo-to-tg,any(cse),symbol-dce' 2>%t/err
// RUN: tg-filecheck %s --match-full-lines --strict-whitespace --input-file=%t/err
// RUN: count 7 < %t/err

//      CHECK:Summary of passes, with the time of the program as predicted for machine 'toy':
// CHECK-NEXT:              ops                     time
// CHECK-NEXT:      4 ->      3       6.4 s ->       3 s  func.func(canonicalize,cse)
// CHECK-NEXT:                3                      3 s  stablehlo-to-tg
// CHECK-NEXT:                3                      3 s  any(cse)
// CHECK-NEXT:      3 ->      2                      3 s  symbol-dce
// CHECK-NEXT:      4 ->      2       6.4 s ->       3 s  in all

// A pass that fails has no line. Without passes there is nothing to tell, and
// without the flag nothing is told.
// RUN: not tg-opt --pass-summary --symbol-dce --stablehlo-to-tg %t/bad.mlir 2>%t/failed
// RUN: tg-filecheck %s --check-prefix=FAILED --input-file=%t/failed
// RUN: tg-opt --pass-summary %t/good.mlir -o %t/out.mlir 2>&1 | count 0
// RUN: tg-opt --optimize %t/good.mlir -o %t/out.mlir 2>&1 | count 0
// FAILED:      bad.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg
// FAILED:      symbol-dce
// FAILED-NEXT: in all

// RUN: not tg-opt --cse --pass-summary=gpt %s 2>&1 | tg-filecheck %s --check-prefix=MACHINE
// RUN: not tg-run --pass-summary=gpt %s 2>&1 | tg-filecheck %s --check-prefix=PROGRAM
// MACHINE:     tg-opt: for the --pass-summary option: there is no machine 'gpt', only cpu, gpu and files of profiles; did you mean 'gpu'?
// PROGRAM:     tg-run: for the --pass-summary option: there is no machine 'gpt', only cpu, gpu and files of profiles; did you mean 'gpu'?

// tg-run converts in any case, and then no second time; with another pass, the two
// are one table.
// RUN: tg-run %t/good.mlir --pass-summary=gpu --optimize --input=200xf32=1 --elide=1 2>%t/err | tg-filecheck %s --check-prefix=VALUES
// RUN: tg-filecheck %s --check-prefix=TABLE --input-file=%t/err
// VALUES:      200xf32=-1
// TABLE:       Summary of passes, with the time of the program as predicted for machine 'gpu':
// TABLE:       {{ }}stablehlo-to-tg
// TABLE-NEXT:  {{ }}lift-cf-to-tg
// TABLE-NEXT:  {{ }}differentiate
// TABLE-NEXT:  {{ }}inline
// TABLE:       {{ }}fuse-elementwise
// TABLE-NEXT:  {{ }}symbol-dce
// TABLE-NEXT:  {{ }}in all
// RUN: tg-run %t/good.mlir --pass-summary --pass-pipeline=stablehlo-to-tg,canonicalize,stablehlo-to-tg --input=200xf32=1 2>&1 | tg-filecheck %s --check-prefix=AGAIN
// RUN: tg-run %t/good.mlir --pass-summary --pass-pipeline=stablehlo-to-tg --input=200xf32=1 2>&1 | tg-filecheck %s --check-prefix=ALONE
// AGAIN:       {{ }}stablehlo-to-tg
// AGAIN-NEXT:  {{ }}canonicalize
// AGAIN-NEXT:  {{ }}stablehlo-to-tg
// AGAIN-NEXT:  {{ }}in all
// ALONE:       {{ }}stablehlo-to-tg
// ALONE-NEXT:  {{ }}in all
//--- good.mlir
func.func private @unused() {
  return
}
func.func @main(%x: tensor<200xf32>) -> tensor<200xf32> {
  %dead = stablehlo.add %x, %x : tensor<200xf32>
  %0 = stablehlo.negate %x : tensor<200xf32>
  return %0 : tensor<200xf32>
}
//--- bad.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
