// What other projects export is converted to tg before it is optimised. It is so
// whoever converts it, and a program of tg is left to the passes after it.

// RUN: split-file %s %t
// RUN: tg-opt --optimize %t/exported.mlir -o %t/by-itself.mlir 2>&1 | count 0
// RUN: tg-opt --stablehlo-to-tg --optimize %t/exported.mlir -o %t/before.mlir
// RUN: tg-opt --pass-pipeline=optimize %t/exported.mlir -o %t/bare.mlir
// RUN: diff %t/by-itself.mlir %t/before.mlir
// RUN: diff %t/by-itself.mlir %t/bare.mlir
// RUN: tg-filecheck %s --input-file=%t/by-itself.mlir

// CHECK-LABEL: func.func @main
// CHECK-NEXT:    %0 = tg.fusion
// CHECK-NEXT:      tg.mul
// CHECK-NEXT:      tg.erf
// CHECK-NEXT:      tg.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    return

// An op that cannot be converted is told of, and the module is what it was but for
// passes that work on any op.
// RUN: tg-opt --optimize %t/unknown.mlir 2>%t/warning | tg-filecheck %s --check-prefix=UNKNOWN
// RUN: tg-filecheck %s --check-prefix=WARNING --input-file=%t/warning
// RUN: not tg-opt --stablehlo-to-tg --optimize %t/unknown.mlir 2>&1 | tg-filecheck %s --check-prefix=FAILS
// UNKNOWN-LABEL: func.func @abs
// UNKNOWN-NEXT:    stablehlo.abs
// UNKNOWN-NEXT:    return
// UNKNOWN-LABEL: func.func @main
// UNKNOWN-NEXT:    stablehlo.custom_call @mine
// WARNING:     unknown.mlir:7:8: warning: nothing was converted to tg, so that hardly anything can be optimised: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'mine' computes is not known; replace this op, or move the function that it is in to another module
// FAILS:       unknown.mlir:7:8: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'mine' computes is not known

// Programs without ops of StableHLO are not looked at: constants of arith stay.
// RUN: tg-opt --optimize --allow-unregistered-dialect %t/tg.mlir 2>%t/silence | tg-filecheck %s --check-prefix=TG
// RUN: count 0 < %t/silence
// TG-LABEL: func.func @main
// TG-NEXT:    %cst = arith.constant dense<1> : tensor<2xi32>
// TG-NEXT:    %0 = "foo.bar"(%cst)

//--- exported.mlir
func.func private @scale(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = call @scale(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = chlo.erf %0 : tensor<64x64xf32> -> tensor<64x64xf32>
  "stablehlo.return"(%1) : (tensor<64x64xf32>) -> ()
}
//--- unknown.mlir
func.func @abs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %unused = stablehlo.negate %x : tensor<4xf32>
  %0 = stablehlo.abs %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- tg.mlir
func.func @main() -> tensor<2xi32> {
  %0 = arith.constant dense<1> : tensor<2xi32>
  %1 = "foo.bar"(%0) : (tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
