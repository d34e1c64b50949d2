// RUN: not tg-opt --lift-parameters=to=%t.npz %s 2>&1 | tg-filecheck --check-prefix=NOTHING %s
// RUN: not tg-opt --lift-parameters %s 2>&1 | tg-filecheck --check-prefix=TO %s
// RUN: not tg-opt --lift-parameters=to=%t.txt %s 2>&1 | tg-filecheck --check-prefix=FORMAT %s
// RUN: not tg-opt "--lift-parameters=to=%t.npz func=mian" %s 2>&1 | tg-filecheck --check-prefix=FUNC %s
// RUN: not tg-opt "--lift-parameters=to=%t.npz min-elements=0" %s 2>&1 | tg-filecheck --check-prefix=MIN %s
// RUN: tg-opt "--lift-parameters=to=%t.npz splats min-elements=3" %s | tg-filecheck %s

// NOTHING: nothing.mlir:[[#@LINE+7]]:1: error: lift-parameters: neither @main nor what it calls has a constant of at least 2 elements to lift; the largest of fewer elements has 1 (min-elements=1 lifts it); 1 constant with all elements the same (the option splats lifts them); 1 constant of integers, which are no weights
// TO: error: lift-parameters: the option 'to' must name the file that the values are written to, such as to=weights.npz
// FORMAT: must end with .npz or .safetensors, the formats of several arrays
// FUNC: error: lift-parameters: there is no function @mian among 'main'; did you mean 'main'?
// MIN: 'min-elements' must be at least 1, but is 0

// CHECK: func.func @main(%arg0: tensor<3xf32> {tg.name = "p0"}, %arg1: tensor<3xf32> {tg.name = "x"})
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = tg.constant dense<0.5> : tensor<3xf32>
  %1 = tg.constant dense<2.0> : tensor<f32>
  %2 = tg.constant dense<[1, 2, 3]> : tensor<3xi32>
  %3 = tg.mul %x, %0 : tensor<3xf32>
  %4 = tg.mul %3, %1 : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = tg.convert %2 : (tensor<3xi32>) -> tensor<3xf32>
  %6 = tg.mul %4, %5 : tensor<3xf32>
  return %6 : tensor<3xf32>
}
