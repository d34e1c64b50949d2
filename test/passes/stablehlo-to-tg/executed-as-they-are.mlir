// Ops that the interpreter runs stay what they are next to those that are
// converted, so that tg-run executes programs of several dialects.

// RUN: tg-opt --stablehlo-to-tg %s | tg-filecheck %s
// RUN: tg-run %s | tg-filecheck %s --check-prefix=VALUES

// CHECK-LABEL: func.func @main
// CHECK:         scf.for
// CHECK:           arith.index_cast
// CHECK-NEXT:      arith.addi
// CHECK-NEXT:      tg.add
// CHECK-NEXT:      scf.yield
// CHECK:         tg.slice

// VALUES:      i32=10
// VALUES-NEXT: 2xf32=6 12
// VALUES-NEXT: 1xf32=6
func.func @main() -> (i32, tensor<2xf32>, tensor<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i32
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %zero, %y = %x) -> (i32, tensor<2xf32>) {
    %k = arith.index_cast %i : index to i32
    %s = arith.addi %a, %k : i32
    %t = stablehlo.add %y, %x : tensor<2xf32>
    scf.yield %s, %t : i32, tensor<2xf32>
  }
  // A stride past the end takes the first element, however large it is.
  %first = stablehlo.slice %r#1 [0:2:9223372036854775807] : (tensor<2xf32>) -> tensor<1xf32>
  return %r#0, %r#1, %first : i32, tensor<2xf32>, tensor<1xf32>
}
