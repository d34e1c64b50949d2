// A profile may consist of what ops cost, in any unit, and name ops of any dialect.
//
// RUN: tg-opt --print-cost="machine=%S/Inputs/prices.profile" %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --print-cost="machine=%S/Inputs/prices.profile json" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=JSON
// RUN: tg-opt --canonicalize --pass-summary=%S/Inputs/prices.profile %s -o %t 2>&1 | tg-filecheck %s --check-prefix=SUMMARY
// RUN: tg-opt --optimize="machine=%S/Inputs/prices.profile" %s -o %t
// RUN: not tg-opt --print-cost="machine=%S/Inputs/misspelt.profile" %s 2>&1 | tg-filecheck %s --check-prefix=OP
// RUN: not tg-opt --print-cost="machine=%S/Inputs/foreign.profile" %s 2>&1 | tg-filecheck %s --check-prefix=DIALECT
// RUN: tg-opt --allow-unregistered-dialect --print-cost="machine=%S/Inputs/foreign.profile" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=FOREIGN
// RUN: not tg-opt --print-cost="machine=%S/Inputs/negative.profile" %s 2>&1 | tg-filecheck %s --check-prefix=NEGATIVE

// OP:       misspelt.profile:1:1: error: 'cost mutmal': there is no op 'tg.mutmal'; did you mean 'matmul'?
// DIALECT:  foreign.profile:2:1: error: 'cost npu.conv': there is no op 'npu.conv': no dialect 'npu' is registered
// NEGATIVE: negative.profile:1:13: error: 'cost other' must be a number that is not negative, such as 100, but is '-1'
// FOREIGN:  module: {{[0-9]+}},

// CHECK-LABEL: Predicted cost on machine 'prices':
// CHECK:       @f (
// CHECK-NEXT:        cost   share     times        flops        bytes  op
// CHECK-NEXT:         100   {{.*}} tg.matmul
// An op has no cost of its own, but what is inside of it is counted.
// CHECK-NEXT:          12   {{.*}} 4 {{.*}} arith.addi
// CHECK-NEXT:         1.5   {{.*}} input () -> tensor<4x4xf32>
// CHECK-NEXT:         1.5   {{.*}} input () -> i32
// CHECK-DAG:            1   {{.*}} tg.exp
// CHECK-DAG:            1   {{.*}} scf.for
// CHECK:       module: {{[0-9]+}},

// JSON: "machine": "prices",
// JSON: "abstract": true,

// SUMMARY:      with the cost of the program as predicted for machine 'prices'
// SUMMARY-NEXT: ops cost
func.func @f(%x: tensor<4x4xf32>, %n: i32) -> (tensor<4x4xf32>, i32) {
  %0 = tg.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tg.exp %0 : tensor<4x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %n) -> (i32) {
    %3 = arith.addi %a, %n : i32
    scf.yield %3 : i32
  }
  return %1, %2 : tensor<4x4xf32>, i32
}
