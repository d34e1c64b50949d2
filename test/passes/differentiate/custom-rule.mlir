// A function that says what its derivative is, asked for itself and by a call.
//
// RUN: tg-opt --differentiate="func=clip" %s | tg-filecheck %s --check-prefix=SELF
// RUN: tg-opt --differentiate="func=f" %s | tg-filecheck %s --check-prefix=CALL
// RUN: tg-opt --differentiate="func=clip" %s | tg-run --entry=clip.vjp --input=3xf32=0.4,1.6,-0.6 --input=3xf32=1,2,3 - | tg-filecheck %s --check-prefix=NUMBERS

// SELF-LABEL: func.func @clip.vjp(
// SELF: call @forward(%arg0)
// SELF: call @clip.bwd.rule(
// CALL-LABEL: func.func @f.vjp(
// CALL: call @forward(%arg0)
// CALL: call @clip.bwd.rule(
// NUMBERS: 3xf32=0 2 -1
// NUMBERS-NEXT: 3xf32=1 0 3
func.func @clip(%x: tensor<3xf32>) -> tensor<3xf32> attributes {tg.vjp = [@forward, @backward]} {
  %0 = tg.round_even %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @forward(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = tg.round_even %x : tensor<3xf32>
  return %0, %x : tensor<3xf32>, tensor<3xf32>
}
func.func private @backward(%x: tensor<3xf32>, %g: tensor<3xf32>) -> tensor<3xf32> {
  %one = tg.constant dense<1.0> : tensor<f32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %size = tg.abs %x : tensor<3xf32>
  %small = tg.compare le %size, %one : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  %0 = tg.select %small, %g, %zero : (tensor<3xi1>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = func.call @clip(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
