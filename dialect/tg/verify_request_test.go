package tg_test

// requestedFunctions are what badRequests ask for derivatives of.
const requestedFunctions = `func.func private @g(%f: tensor<f32>, %x: tensor<7xf32>, %n: tensor<i32>) -> (tensor<7xf32>, tensor<i32>) {
  return %x, %n : tensor<7xf32>, tensor<i32>
}
func.func private @loss(%f: tensor<f32>) -> tensor<f32> {
  return %f : tensor<f32>
}
`

// Requests for derivatives.
var badRequests = []badOp{
	{`%0:3 = tg.jvp @nobody(%s, %y, %i) tangents(%y) wrt [1] : (tensor<f32>, tensor<7xf32>, tensor<i32>, tensor<7xf32>) -> (tensor<7xf32>, tensor<i32>, tensor<7xf32>)`,
		"'tg.jvp' op 'nobody' is no function with a body"},
	{`%0:3 = tg.jvp @g(%s, %y, %i) tangents(%i) wrt [2] : (tensor<f32>, tensor<7xf32>, tensor<i32>, tensor<i32>) -> (tensor<7xf32>, tensor<i32>, tensor<7xf32>)`,
		"'tg.jvp' op @g has argument #2 of type 'tensor<i32>', which has no derivative: only floats and complex numbers have one"},
	{`%0:3 = tg.jvp @g(%s, %y) tangents(%y) wrt [1] : (tensor<f32>, tensor<7xf32>, tensor<7xf32>) -> (tensor<7xf32>, tensor<i32>, tensor<7xf32>)`,
		"'tg.jvp' op @g takes 3 arguments, but gets 2"},
	{`%0:3 = tg.vjp @g(%s, %y, %i) cotangents(%y) wrt [7] : (tensor<f32>, tensor<7xf32>, tensor<i32>, tensor<7xf32>) -> (tensor<7xf32>, tensor<i32>, tensor<7xf32>)`,
		"'tg.vjp' op @g has no argument #7 to differentiate: it has 3"},
	{`%0:3 = tg.vjp @g(%s, %y, %i) cotangents(%y) wrt [0] of [1] : (tensor<f32>, tensor<7xf32>, tensor<i32>, tensor<7xf32>) -> (tensor<7xf32>, tensor<i32>, tensor<7xf32>)`,
		"'tg.vjp' op @g has result #1 of type 'tensor<i32>', which has no derivative: only floats and complex numbers have one"},
	{`%0:3 = tg.vjp @g(%s, %y, %i) cotangents(%s) wrt [0] : (tensor<f32>, tensor<7xf32>, tensor<i32>, tensor<f32>) -> (tensor<7xf32>, tensor<i32>, tensor<f32>)`,
		"'tg.vjp' op the derivative of @g is '(tensor<f32>, tensor<7xf32>, tensor<i32>, tensor<7xf32>) -> (tensor<7xf32>, tensor<i32>, tensor<f32>)', " +
			"but is used as '(tensor<f32>, tensor<7xf32>, tensor<i32>, tensor<f32>) -> (tensor<7xf32>, tensor<i32>, tensor<f32>)'"},
	{`%0:3 = tg.grad @g(%s, %y, %i) wrt [0] : (tensor<f32>, tensor<7xf32>, tensor<i32>) -> (tensor<7xf32>, tensor<i32>, tensor<f32>)`,
		"'tg.grad' op needs a loss, one float of rank 0, but has (tensor<7xf32>)"},
	{`%0:2 = tg.grad @loss(%s) wrt [0] : (tensor<f32>) -> (tensor<f32>, tensor<7xf32>)`,
		"'tg.grad' op the derivative of @loss is '(tensor<f32>) -> (tensor<f32>, tensor<f32>)', but is used as '(tensor<f32>) -> (tensor<f32>, tensor<7xf32>)'"},
}

// badStop are ops of tg.stop.
var badStop = []badOp{
	{`%0 = tg.stop %f : f32`, "'tg.stop' op operand #0 must be ranked tensor of any type values, but got 'f32'"},
}
