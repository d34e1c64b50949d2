// RUN: tg-opt "--refine-arguments=types=tensor<2x3xf32>,tensor<?xf32>" %s | tg-filecheck %s
// RUN: tg-opt "--refine-arguments=types=tensor<2x3xf32>,tensor<4xf32>" --refine-shapes %s | tg-filecheck --check-prefix=REFINED %s
// RUN: not tg-opt "--refine-arguments=types=tensor<2x3xf32>" %s 2>&1 | tg-filecheck --check-prefix=COUNT %s
// RUN: not tg-opt "--refine-arguments=types=tensor<2x3xf32>,tensor<2x4xf32>" %s 2>&1 | tg-filecheck --check-prefix=RANK %s
// RUN: not tg-opt "--refine-arguments=types=tensor<2x?xf32>,tensor<4xf32>" %s 2>&1 | tg-filecheck --check-prefix=LESS %s
// RUN: not tg-opt "--refine-arguments=types=tensor<2x" %s 2>&1 | tg-filecheck --check-prefix=TEXT %s

// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<?xf32>) -> tensor<?x3xf32>
// CHECK-NEXT:    %[[X:.*]] = tensor.cast %arg0 : tensor<2x3xf32> to tensor<?x3xf32>
// CHECK-NEXT:    stablehlo.negate %[[X]] : tensor<?x3xf32>
// REFINED-LABEL: func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<4xf32>) -> tensor<2x3xf32>
// REFINED-NEXT:    stablehlo.negate %arg0 : tensor<2x3xf32>
// COUNT: error: @main has 2 arguments, but refine-arguments gives the types of 1
// RANK: error: argument #1 of @main is of type 'tensor<?xf32>', which 'tensor<2x4xf32>' does not refine
// LESS: error: argument #0 of @main is of type 'tensor<?x3xf32>', which 'tensor<2x?xf32>' does not refine
// TEXT: error: refine-arguments: '{{.*}}' is no list of types
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.negate %x : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
