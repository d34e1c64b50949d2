// Programs that are passed on without their weights have patterns of bytes in
// their place.

// RUN: split-file %s %t
// RUN: tg-opt --verify-roundtrip %t/good.mlir | tg-filecheck %s --check-prefix=TEXT
// RUN: tg-opt --stablehlo-to-tg %t/good.mlir | tg-filecheck %s
// RUN: tg-run %t/good.mlir | tg-filecheck %s --check-prefix=VALUES
// RUN: not tg-opt --stablehlo-to-tg %t/bits.mlir 2>&1 | tg-filecheck %s --check-prefix=BITS
// RUN: not tg-opt %t/untyped-pattern.mlir 2>&1 | tg-filecheck %s --check-prefix=UNTYPED

// TEXT: module attributes {util.long = #util.byte_pattern<-1> : i16, util.odd = #util.byte_pattern<6> : tensor<33x4xi4>}
// TEXT: util.global private @w {inlining_policy = #util.inline.never} = #util.byte_pattern<1> : tensor<2x2xf32>
// TEXT: util.global private @b = #util.byte_pattern<257> : tensor<2xi16>

// CHECK: tg.constant dense<2.36942783E-38> : tensor<2x2xf32>
// CHECK: tg.constant dense<257> : tensor<2xi16>
// CHECK: tg.constant dense<-1> : tensor<3xi8>

// VALUES:      2x2xf32=[2.3694278e-38 2.3694278e-38][2.3694278e-38 2.3694278e-38]
// VALUES-NEXT: 2xi16=257 257
// VALUES-NEXT: 3xi8=-1 -1 -1

// BITS:    bits.mlir:3:8: error: 'util.global.load.indirect' op cannot be converted to tg: the elements of 'tensor<4xi1>' are not whole bytes, as a pattern of bytes requires
// UNTYPED: untyped-pattern.mlir:1:39: error: expected ':'
//--- good.mlir
module attributes {util.odd = #util.byte_pattern<6> : tensor<33x4xi4>, util.long = #util<byte_pattern<-1>> : i16} {
  util.global private @w {inlining_policy = #util.inline.never} = #util.byte_pattern<1> : tensor<2x2xf32>
  util.global private @b = #util.byte_pattern<257> : tensor<2xi16>
  func.func @main() -> (tensor<2x2xf32>, tensor<2xi16>, tensor<3xi8>) {
    %w = util.global.address @w : !util.ptr<tensor<2x2xf32>>
    %0 = util.global.load.indirect %w : !util.ptr<tensor<2x2xf32>> -> tensor<2x2xf32>
    %b = util.global.address @b : !util.ptr<tensor<2xi16>>
    %1 = util.global.load.indirect %b : !util.ptr<tensor<2xi16>> -> tensor<2xi16>
    %2 = util.unfoldable_constant #util.byte_pattern<255> : tensor<3xi8>
    return %0, %1, %2 : tensor<2x2xf32>, tensor<2xi16>, tensor<3xi8>
  }
}
//--- bits.mlir
func.func @main() -> tensor<4xi1> {
  %p = util.global.address @g : !util.ptr<tensor<4xi1>>
  %0 = util.global.load.indirect %p : !util.ptr<tensor<4xi1>> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
util.global private @g = #util.byte_pattern<1> : tensor<4xi1>
//--- untyped-pattern.mlir
util.global @a = #util.byte_pattern<1>
