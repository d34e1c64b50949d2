// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A result without elements is a constant.
// CHECK-LABEL: func.func @empty_result(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<0x4xf32>) -> tensor<0x4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<> : tensor<0x4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<0x4xf32>
// CHECK-NEXT:  }
func.func @empty_result(%x: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %0 = tg.exp %x : tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
