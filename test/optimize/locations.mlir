// What a program is converted and folded to has locations, so that errors have
// places: constants that become one, that leave a region, or that are found out.

// RUN: split-file %s %t
// RUN: tg-opt --stablehlo-to-tg --canonicalize --mlir-print-debuginfo --mlir-print-local-scope %t/merged.mlir | tg-filecheck %s --check-prefix=MERGED
// RUN: tg-opt --stablehlo-to-tg --sccp --mlir-print-debuginfo --mlir-print-local-scope %t/known.mlir | tg-filecheck %s --check-prefix=KNOWN
// RUN: not tg-run --optimize %t/narrow.mlir 2>&1 | tg-filecheck %s --check-prefix=ERROR

// MERGED:      tg.constant dense<[1, 2]> : tensor<2xi32> loc("{{.*}}merged.mlir":4:12)
// MERGED-NEXT: tg.constant dense<[3, 4]> : tensor<2xi32> loc("{{.*}}merged.mlir":2:8)
// MERGED-NEXT: tg.if

// KNOWN-LABEL: func.func private @double(
// KNOWN-NEXT:    tg.constant dense<[1, 2]> : tensor<2xi32> loc("{{.*}}known.mlir":1:27)
// KNOWN-LABEL: func.func @main
// KNOWN-NEXT:    tg.constant dense<[1, 2]> : tensor<2xi32> loc("{{.*}}known.mlir":6:8)

// ERROR:       narrow.mlir:2:8: error: 'tg.constant' op cannot hold a value of type 'tensor<2xf8E5M2>'

//--- merged.mlir
func.func @main(%p: tensor<i1>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %1 = "stablehlo.if"(%p) ({
    %yes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    stablehlo.return %yes : tensor<2xi32>
  }, {
    stablehlo.return %0 : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  %2 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}
//--- known.mlir
func.func private @double(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = call @double(%0) : (tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
//--- narrow.mlir
func.func @main() -> (tensor<2xf8E5M2>, tensor<2xf8E5M2>) {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E5M2>
  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E5M2>
  return %0, %1 : tensor<2xf8E5M2>, tensor<2xf8E5M2>
}
