// RUN: tg-opt %s --differentiate="func=main" --partition="func=main.vjp" | tg-filecheck %s
// RUN: sed 's/attributes {tg.checkpoint} //' %s | tg-opt --differentiate="func=main" | tg-filecheck %s --check-prefix=WITHOUT
// RUN: sed 's/{tg.checkpoint}/{tg.checkpoint = "tape"}/' %s | not tg-opt --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=VALUE

// Nothing inside of the function is handed over: its backward part takes the arguments.
// CHECK: func.func private @layer.bwd(%{{[a-z0-9]+}}: tensor<8xf32>, %{{[a-z0-9]+}}: tensor<8xf32>) -> tensor<8xf32>
// CHECK-LABEL: func.func @main.bwd(
// CHECK-SAME: %[[X:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.name = "x", tg.stash = "argument 0"}, %[[G:[a-zA-Z0-9_]+]]: tensor<8xf32>)
// CHECK-NEXT: call @layer.bwd(%[[X]], %[[G]])

// Else it hands over a value.
// WITHOUT: func.func private @layer.fwd(%{{[a-z0-9]+}}: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)

// VALUE: error: 'func.func' op attribute 'tg.checkpoint' of a function has no value, but is "tape"
func.func private @layer(%x: tensor<8xf32>) -> tensor<8xf32> attributes {tg.checkpoint} {
  %0 = tg.exp %x : tensor<8xf32>
  %1 = tg.sin %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @layer(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
