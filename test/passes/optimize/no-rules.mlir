// A file that is none of rules is told of briefly, wherever rules are read.

// RUN: not tg-opt --optimize=rules=%s %s > %t.err 2>&1
// RUN: tg-filecheck %s --input-file=%t.err
// RUN: count 33 < %t.err
// RUN: not tg-opt --substitute=%s %s > %t.err 2>&1
// RUN: count 33 < %t.err
// RUN: not tg-opt --check-rules=%s > %t.err 2>&1
// RUN: count 33 < %t.err

// CHECK:      no-rules.mlir:[[# @LINE + 4]]:1: error: expected 'rule' or 'set'
// CHECK-NEXT: {{^}}func.func @f
// CHECK:      no-rules.mlir:[[# @LINE + 12]]:3: error: ... and 4 more errors, from here on

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.neg %1 : tensor<4xf32>
  %3 = tg.neg %2 : tensor<4xf32>
  %4 = tg.neg %3 : tensor<4xf32>
  %5 = tg.neg %4 : tensor<4xf32>
  %6 = tg.neg %5 : tensor<4xf32>
  %7 = tg.neg %6 : tensor<4xf32>
  %8 = tg.neg %7 : tensor<4xf32>
  %9 = tg.neg %8 : tensor<4xf32>
  %10 = tg.neg %9 : tensor<4xf32>
  return %10 : tensor<4xf32>
}
