// RUN: tg-opt --cse --allow-unregistered-dialect %s | tg-filecheck %s

// Random numbers differ from call to call, so the ops stay two.
// CHECK-LABEL: func.func @random
// CHECK-COUNT-2: stablehlo.rng
func.func @random(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<1xi64>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A generator with explicit state is a function of that state.
// CHECK-LABEL: func.func @explicit_state
// CHECK:         tg.rng_bit_generator
// CHECK-NOT:     tg.rng_bit_generator
// CHECK:         return
func.func @explicit_state(%s: tensor<2xui64>) -> (tensor<4xui64>, tensor<4xui64>) {
  %0:2 = "tg.rng_bit_generator"(%s) <{algorithm = "three_fry"}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  %1:2 = "tg.rng_bit_generator"(%s) <{algorithm = "three_fry"}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  return %0#1, %1#1 : tensor<4xui64>, tensor<4xui64>
}

// Nothing is known of an op that no dialect defines, or of what a callee does.
// CHECK-LABEL: func.func @unknown
// CHECK-COUNT-2: "foreign.op"
// CHECK-COUNT-2: call @unknown
func.func @unknown(%x: tensor<f32>) -> tensor<f32> {
  %0 = "foreign.op"(%x) : (tensor<f32>) -> tensor<f32>
  %1 = "foreign.op"(%x) : (tensor<f32>) -> tensor<f32>
  %2 = call @unknown(%0) : (tensor<f32>) -> tensor<f32>
  %3 = call @unknown(%0) : (tensor<f32>) -> tensor<f32>
  %4 = tg.add %2, %3 : tensor<f32>
  return %4 : tensor<f32>
}
