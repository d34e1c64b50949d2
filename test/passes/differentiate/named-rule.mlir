// What is known by a name only, composites and custom calls, has the derivative that a function says by that name.
//
// RUN: tg-opt --stablehlo-to-tg --differentiate="func=f" %s | tg-filecheck %s --check-prefix=REVERSE
// RUN: tg-opt --stablehlo-to-tg --differentiate="func=f mode=forward" %s | tg-filecheck %s --check-prefix=FORWARD
// RUN: tg-opt --stablehlo-to-tg --differentiate="func=f" %s | tg-run --entry=f.vjp --input=2xf32=[1,-2] --input=2xf32=[10,100] - | tg-filecheck %s --check-prefix=NUMBERS
// RUN: tg-opt --stablehlo-to-tg --differentiate="func=outside" %s | tg-filecheck %s --check-prefix=OUTSIDE
// RUN: tg-opt --stablehlo-to-tg --differentiate="func=stopped" --remarks-filter-analyse=autodiff %s 2>&1 | tg-filecheck %s --check-prefix=STOPPED
// RUN: not tg-opt --stablehlo-to-tg --check-derivatives=twice.impl,square.impl,f %s 2>&1 | tg-filecheck %s --check-prefix=CHECK
// RUN: not tg-opt --check-derivatives=norm %s 2>&1 | tg-filecheck %s --check-prefix=UNKNOWN

// A rule for any extent is called with casts. The one for these attributes is taken.
// REVERSE-LABEL: func.func @f.vjp(
// REVERSE: %[[AHEAD:.*]]:2 = call @square_ahead.cast(%arg0)
// REVERSE: call @twice.impl(%[[AHEAD]]#0)
// REVERSE: call @square.impl.bwd.rule(%[[AHEAD]]#1,

// The decomposition keeps the name of what it is the parts of.
// REVERSE: func.func private @square.impl({{.*}}) -> tensor<2xf32> attributes {tg.composite = {attributes = {power = 2 : i64}, name = "my.power"}}

// FORWARD-LABEL: func.func @f.jvp(
// FORWARD: call @square.impl.jvp.rule(

// The rule says three times the gradient, to be told from that of what is computed, 2*2*x.
// NUMBERS: 2xf32=2 8
// NUMBERS-NEXT: 2xf32=120 -2400
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.composite "my.power" %x {composite_attributes = {power = 2 : i64}, decomposition = @square.impl} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.composite "my.twice" %0 {decomposition = @twice.impl} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @square.impl(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @twice.impl(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK: differences of @square.impl
// CHECK: differences of @f
// CHECK: // @twice.impl: 4 points
func.func private @power(tensor<?xf32>) -> tensor<?xf32> attributes {tg.derivative_of = "my.power", tg.attributes = {power = 3 : i64}, tg.zero}
func.func private @square(tensor<?xf32>) -> tensor<?xf32> attributes {
  tg.derivative_of = "my.power", tg.attributes = {power = 2 : i64}, tg.vjp = [@square_ahead, @square_behind], tg.jvp = @square_tangent}
func.func private @square_ahead(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tg.mul %x, %x : tensor<?xf32>
  return %0, %x : tensor<?xf32>, tensor<?xf32>
}
func.func private @square_behind(%x: tensor<?xf32>, %g: tensor<?xf32>) -> tensor<?xf32> {
  %six = tg.constant dense<6.0> : tensor<f32>
  %0 = tg.mul %x, %g : tensor<?xf32>
  %1 = tg.mul %six, %0 : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @square_tangent(%x: tensor<?xf32>, %t: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tg.mul %x, %x : tensor<?xf32>
  %1 = func.call @square_behind(%x, %t) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// A custom call is put into a function that the rule can be asked about; where only tangents are said, these are transposed.
// OUTSIDE-LABEL: func.func @outside.vjp(
// OUTSIDE: call @tangent(
// OUTSIDE: call @tangent.bwd(
// OUTSIDE-LABEL: func.func private @norm(
// OUTSIDE-NEXT: func.func private @tangent(
// UNKNOWN: named-rule.mlir:[[#@LINE+6]]:1: error: 'tg.custom_call' op calls 'acme.norm', which this program does not provide
func.func @outside(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<f32> {
  %0 = tg.mul %x, %w : tensor<4xf32>
  %1 = tg.custom_call "acme.norm" (%0) : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @norm(tensor<4xf32>) -> tensor<f32> attributes {tg.derivative_of = "acme.norm", tg.jvp = @tangent}
func.func private @tangent(%x: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
  %r = tg.custom_call "acme.norm" (%x) : (tensor<4xf32>) -> tensor<f32>
  %0 = tg.mul %x, %t : tensor<4xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<4xf32>) -> tensor<f32>
  %2 = tg.div %1, %r : tensor<f32>
  return %r, %2 : tensor<f32>, tensor<f32>
}

// What does not vary, and a name that nothing has.
// STOPPED: named-rule.mlir:[[#@LINE+10]]:1: remark: {{.*}}Remark="nothing here is called 'my.twise', whose derivative this says; did you mean 'my.twice'?"
// STOPPED: named-rule.mlir:[[#@LINE+4]]:1: remark: {{.*}}Remark="gradient of argument #0 is zero: no path"
// STOPPED-LABEL: func.func @stopped.vjp(
// STOPPED: tg.custom_call "acme.round"
// STOPPED: tg.constant dense<0.000000e+00> : tensor<4xf32>
func.func @stopped(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.custom_call "acme.round" (%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @round(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "acme.round", tg.zero}
func.func private @misspelt(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "my.twise", tg.zero}
