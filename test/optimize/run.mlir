// tg-run optimises before it runs, as tg-opt does.

// RUN: tg-run %s --input=4xf32=[1,2,3,4] --optimize | tg-filecheck %s
// RUN: tg-run %s --input=4xf32=[1,2,3,4] --optimize="fp=fast machine=gpu" | tg-filecheck %s
// RUN: tg-run %s --input=4xf32=[1,2,3,4] --pass-pipeline=optimize | tg-filecheck %s
// RUN: tg-run %s --input=4xf32=[1,2,3,4] --pass-pipeline='canonicalize,cse,func.func(fold)' | tg-filecheck %s
// CHECK: 4xf32=0 0 0 0

// The passes have been at the program when it runs.
// RUN: tg-run %s --input=4xf32=0 --pass-pipeline="optimize{fp=fast},print-cost" 2>&1 | tg-filecheck %s --check-prefix=COST
// COST: module: 0 ns

// A private function that is to be run stays.
// RUN: tg-run %s --input=4xf32=[1,2,3,4] --entry=same --optimize | tg-filecheck %s --check-prefix=SAME
// SAME: 4xf32=1 2 3 4

// RUN: not tg-run %s --optimize=fp=fst 2>&1 | tg-filecheck %s --check-prefix=OPTION
// OPTION: <unknown>:0: error: --optimize:1:1: error: option 'fp' of pipeline 'optimize': 'fst' is none of strict, finite, fast; did you mean 'fast'?
// RUN: not tg-run %s --optimize --pass-pipeline=cse 2>&1 | tg-filecheck %s --check-prefix=BOTH
// BOTH: tg-run: --pass-pipeline and --optimize are given both; one may name the other, as in --pass-pipeline=optimize,canonicalize

func.func private @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @same(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.subtract %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}
