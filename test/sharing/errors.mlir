// Whatever is wrong with any of the files is told, with its place, and nothing else is printed.

// RUN: split-file %s %t
// RUN: not tg-opt --shared-subgraphs %t/good.mlir %t/godo.mlir %t/syntax.mlir %t/types.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --implicit-check-not=error: --implicit-check-not=fingerprint
// RUN: not ls %t/out.mlir
// RUN: not tg-opt --shared-subgraphs %t/good.mlir %t/syntax.mlir 2>/dev/null | count 0
// CHECK:     cannot open input file '{{.*}}godo.mlir': No such file or directory
// CHECK:     syntax.mlir:2:32: error: expected '>' in tensor type
// CHECK:     types.mlir:3:10: error: {{.*}}type

// A pass that fails on one of them is as bad.
// RUN: not tg-opt --stablehlo-to-tg --shared-subgraphs %t/good.mlir %t/pass.mlir 2>&1 | tg-filecheck %s --check-prefix=PASS --implicit-check-not=fingerprint
// PASS: pass.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg

// RUN: not tg-opt %t/good.mlir %t/good.mlir 2>&1 | tg-filecheck %s --check-prefix=MANY
// MANY: Too many positional arguments specified!
// RUN: not tg-opt --shared-subgraphs - - < %t/good.mlir 2>&1 | tg-filecheck %s --check-prefix=TWICE
// TWICE: tg-opt: for the --shared-subgraphs option: standard input can be read once, but is named twice
// RUN: not tg-opt --shared-subgraphs=gpt %t/good.mlir 2>&1 | tg-filecheck %s --check-prefix=MACHINE
// MACHINE: tg-opt: for the --shared-subgraphs option: there is no machine 'gpt', only cpu, gpu and files of profiles; did you mean 'gpu'?
// RUN: not tg-opt --shared-subgraphs= %t/good.mlir 2>&1 | tg-filecheck %s --check-prefix=EMPTY
// EMPTY: tg-opt: for the --shared-subgraphs option: the name of a file is missing
// RUN: not tg-opt --shared-subgraphs --shared-subgraphs-min-ops=0 %t/good.mlir 2>&1 | tg-filecheck %s --check-prefix=ZERO
// ZERO: tg-opt: for the --shared-subgraphs-min-ops option: a part has at least 1 op, but 0 is given
// RUN: not tg-opt --shared-subgraphs-json %t/good.mlir 2>&1 | tg-filecheck %s --check-prefix=ALONE
// ALONE: tg-opt: for the --shared-subgraphs-json option: it is of use only with --shared-subgraphs
// RUN: not tg-opt --shared-subgraphs --verify-diagnostics %t/good.mlir 2>&1 | tg-filecheck %s --check-prefix=BOTH
// BOTH: tg-opt: for the --shared-subgraphs option: it cannot be combined with --verify-diagnostics
//--- good.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- syntax.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32
  return %0 : tensor<4xf32>
}
//--- types.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<5xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  return %0 : tensor<5xf32>
}
//--- pass.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
