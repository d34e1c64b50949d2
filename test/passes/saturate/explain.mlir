// A proof is a program for each application of a rule, which all compute the same.
//
// RUN: rm -rf %t && mkdir %t
// RUN: tg-opt --saturate="explain=%t/proof.mlir fusions=false" %s -o %t/out.mlir
// RUN: tg-filecheck %s --input-file=%t/proof.mlir
// RUN: tg-opt --split-input-file %t/proof.mlir -o %t/again.mlir
//
// CHECK:      // piece 1: as it was
// CHECK:        %[[N:.*]] = tg.neg %arg0
// CHECK-NEXT:   tg.neg %[[N]]
// CHECK:      // -----
// CHECK-NEXT: // step 1: by {{[a-z-]+}}, at tg.max of [[#@LINE+12]]:8
// CHECK:        tg.relu
// CHECK:      // -----
// CHECK-NEXT: // step 2: by folding, at tg.neg of [[#@LINE+7]]:8
// CHECK:      func.func @main
// CHECK-NEXT:   tg.relu %arg0
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  %2 = tg.max %1, %zero : tensor<4xf32>
  return %2 : tensor<4xf32>
}
