// RUN: tg-opt --print-cost="machine=%S/Inputs/toy.profile" %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --print-cost="machine=%S/Inputs/toy.profile top=1" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=TOP
// RUN: tg-opt --pass-pipeline="builtin.module(print-cost{json machine=%S/Inputs/toy.profile})" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=JSON

// Each function has a table, the most expensive op first. A call costs what the
// function takes, and the module what is called by nobody.

// CHECK-LABEL: Predicted cost on machine 'toy':
// CHECK-LABEL: @helper (200 elements, 800 B, in 1 argument){{$}}
// CHECK-NEXT:          time   share     times        flops        bytes  op
// CHECK-NEXT:           3 s  100.0%         1     200 FLOP     1.56 KiB  tg.neg (tensor<200xf32>) -> tensor<200xf32>  {{.*}}report.mlir:[[# @LINE + 30]]:8
// CHECK-NEXT:           3 s  100.0%               200 FLOP     1.56 KiB  in all

// CHECK-LABEL: @main (209 elements, 836 B, in 3 arguments){{$}}
// CHECK-NEXT:          time   share     times        flops        bytes  op
// CHECK-NEXT:        12.5 s   70.9%         1       0 FLOP          0 B  tg.exp (tensor<200xf32>) -> tensor<200xf32>  {{.*}}:[[# @LINE + 30]]:8
// CHECK-NEXT:           4 s   22.7%         1     200 FLOP     1.56 KiB  func.call (tensor<200xf32>) -> tensor<200xf32>  {{.*}}:[[# @LINE + 28]]:8
// CHECK-NEXT:        1.12 s    6.4%         1      12 FLOP         44 B  tg.matmul (tensor<2x3xf32>, tensor<3x1xf32>) -> tensor<2x1xf32>
// CHECK-NEXT:        17.6 s  100.0%               212 FLOP     1.61 KiB  in all

// CHECK:       module: 17.6 s, 212 FLOP, 1.61 KiB

// TOP-LABEL:   @main
// TOP:                12.5 s   70.9%         1       0 FLOP          0 B  tg.exp
// TOP-NEXT:           5.12 s   29.1%               212 FLOP     1.61 KiB  2 more ops
// TOP-NEXT:           17.6 s  100.0%               212 FLOP     1.61 KiB  in all

// JSON:      "machine": "toy",
// JSON:      "name": "main",
// JSON:      "arguments": {
// JSON-NEXT:   "arguments": 3,
// JSON-NEXT:   "elements": 209,
// JSON-NEXT:   "bytes": 836
// JSON-NEXT: },
// JSON:          "op": "tg.exp",
// JSON-NEXT:     "types": "(tensor<200xf32>) -> tensor<200xf32>",
// JSON-NEXT:     "location": "{{.*}}report.mlir:[[# @LINE + 9]]:8",
// JSON-NEXT:     "times": 1,
// JSON-NEXT:     "seconds": 12.5,
func.func private @helper(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = tg.neg %x : tensor<200xf32>
  return %0 : tensor<200xf32>
}
func.func @main(%x: tensor<200xf32>, %y: tensor<2x3xf32>, %z: tensor<3x1xf32>) -> (tensor<200xf32>, tensor<2x1xf32>) {
  %0 = func.call @helper(%x) : (tensor<200xf32>) -> tensor<200xf32>
  %1 = tg.exp %0 {tg.cost = 12.5 : f64} : tensor<200xf32>
  %2 = tg.matmul %y, %z : (tensor<2x3xf32>, tensor<3x1xf32>) -> tensor<2x1xf32>
  return %1, %2 : tensor<200xf32>, tensor<2x1xf32>
}
