// RUN: tg-opt --check-shape-assertions %s | tg-filecheck %s

// CHECK-LABEL: func.func @f
// CHECK-NOT:     must hold
// CHECK:         custom_call @shape_assertion({{.*}}) {error_message = "is open: {0}"
// CHECK-NEXT:    return
func.func @f(%p: tensor<i1>, %n: tensor<i32>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%true) {error_message = "must hold", has_side_effect = true} : (tensor<i1>) -> ()
  stablehlo.custom_call @shape_assertion(%p, %n) {error_message = "is open: {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}
