// RUN: not tg-opt --check-shape-assertions --split-input-file %s 2>&1 | tg-filecheck %s

func.func @f(%x: tensor<i64>) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %n = stablehlo.constant dense<-7> : tensor<i64>
  // CHECK: [[@LINE+1]]:3: error: {{.*}}Expected -7 and {1} but not {2} or {x}
  stablehlo.custom_call @shape_assertion(%false, %n, %x) {error_message = "Expected {0} and {1} but not {2} or {x}", has_side_effect = true} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
  return
}

// -----

func.func @f(%p: tensor<i1>) {
  // CHECK: [[@LINE+1]]:3: error: {{.*}}requires @shape_assertion to say has_side_effect = true, or it might be removed
  stablehlo.custom_call @shape_assertion(%p) {error_message = "e"} : (tensor<i1>) -> ()
  return
}

// -----

func.func @f(%p: tensor<i1>) {
  // CHECK: [[@LINE+1]]:3: error: {{.*}}requires @shape_assertion to have an attribute 'error_message' that is a string
  stablehlo.custom_call @shape_assertion(%p) {has_side_effect = true} : (tensor<i1>) -> ()
  return
}
