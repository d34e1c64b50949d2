// Rules that somebody wrote and that are none, whether they are needed or not: one error each, at the function that is wrong.
//
// RUN: tg-opt --differentiate --split-input-file --verify-diagnostics %s

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.jvp = @tangent} {
  return %x : tensor<4xf32>
}
// expected-error @+1 {{@tangent is the forward derivative of @f and must be '(tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)', but is '(tensor<4xf32>) -> tensor<4xf32>'}}
func.func private @tangent(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{there is no function @tangents, which is to be the forward derivative of @f; did you mean 'tangent'?}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.jvp = @tangents} {
  return %x : tensor<4xf32>
}
func.func private @tangent(%x: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %t : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @+1 {{the derivative of @f must be the name of a function, but is "tangent"}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.jvp = "tangent"} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{tg.vjp of @f must be two functions, [@forward, @backward], but is @ahead}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.vjp = @ahead} {
  return %x : tensor<4xf32>
}
func.func private @ahead(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.vjp = [@ahead, @behind]} {
  return %x : tensor<4xf32>
}
// expected-error @+1 {{@ahead is the forward part of the derivative of @f and must take its arguments and return its results, '(tensor<4xf32>) -> tensor<4xf32>', and residuals behind them, but is '(tensor<4xf32>) -> tensor<f32>'}}
func.func private @ahead(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = tg.reduce sum %x dims [0] : (tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @behind(%g: tensor<4xf32>) -> tensor<4xf32> {
  return %g : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.vjp = [@ahead, @behind]} {
  return %x : tensor<4xf32>
}
func.func private @ahead(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}
// expected-error @+1 {{@behind is the backward part of the derivative of @f and must be '(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>', but is '(tensor<4xf32>) -> tensor<4xf32>'}}
func.func private @behind(%g: tensor<4xf32>) -> tensor<4xf32> {
  return %g : tensor<4xf32>
}

// -----

// expected-error @+1 {{@f has tg.zero, which says that there is no derivative, and one of tg.jvp and tg.vjp, which say what it is}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.zero, tg.jvp = @f} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{@f is to say what the derivative of 'my.op' is, but has none of tg.jvp, tg.vjp and tg.zero}}
func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "my.op"}

// -----

// expected-error @+1 {{tg.derivative_of of @f must be the name of composites or custom calls, such as "my.op", but is @my.op}}
func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = @my.op, tg.zero}

// -----

// expected-error @+1 {{tg.attributes of @f must be a dictionary of the attributes of 'my.op', but is "tanh"}}
func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "my.op", tg.attributes = "tanh", tg.zero}

// -----

// expected-error @+1 {{@f has tg.attributes without tg.derivative_of, the name of what has these attributes}}
func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {tg.attributes = {}, tg.zero}

// -----

// expected-note @+1 {{it is here}}
func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "my.op", tg.zero}
// expected-error @+1 {{@g says what the derivative of 'my.op' is, but @f says that already}}
func.func private @g(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "my.op", tg.zero}

// -----

// A function that two composites are made of cannot have two derivatives.
func.func private @other(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "my.other", tg.zero}
// expected-error @+1 {{@impl is what 'my.op' and 'my.other' are made of, which do not have one derivative; give each a function of its own}}
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.composite = ["my.op", {name = "my.other", attributes = {n = 1 : i64}}]} {
  return %x : tensor<4xf32>
}

// -----

// expected-note @+1 {{it is here}}
func.func private @op(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "my.op", tg.zero}
// expected-error @+1 {{@impl says what its derivative is, but @op says what that of 'my.op' is, which is made of it}}
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.composite = "my.op", tg.zero} {
  return %x : tensor<4xf32>
}

// -----

// A custom call of other types than the rule is for, and one without any.
// expected-note @+1 {{it has one for '(tensor<4xf32>) -> tensor<4xf32>' with {n = 1 : i64}}}
func.func private @op(tensor<4xf32>) -> tensor<4xf32> attributes {tg.derivative_of = "my.op", tg.attributes = {n = 1 : i64}, tg.zero}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'my.op' has no derivative for '(tensor<8xf32>) -> tensor<8xf32>'}}
  %0 = tg.custom_call "my.op" (%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(%x: tensor<8xf32>, %t: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @+1 {{called here}}
  %0:2 = tg.jvp @f(%x) tangents(%t) wrt [0] : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#1 : tensor<8xf32>
}

// -----

// expected-note @+1 {{it varies with this argument}}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'tg.custom_call' has no derivative: what it computes is not known; say what its derivative is by tg.jvp or tg.vjp of a function whose attribute tg.derivative_of is the target}}
  %0 = tg.custom_call "my.op" (%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(%x: tensor<8xf32>, %t: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @+1 {{called here}}
  %0:2 = tg.vjp @f(%x) cotangents(%t) wrt [0] : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#1 : tensor<8xf32>
}

// -----

// A rule for one mode only.
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tg.vjp = [@ahead, @behind]} {
  return %x : tensor<4xf32>
}
func.func private @ahead(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @behind(%g: tensor<4xf32>) -> tensor<4xf32> {
  return %g : tensor<4xf32>
}
func.func private @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{@f has a derivative for reverse mode only; give tg.jvp as well}}
  // expected-note @+1 {{called here}}
  %0 = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @+1 {{called here}}
  %0:2 = tg.jvp @caller(%x) tangents(%t) wrt [0] : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}
