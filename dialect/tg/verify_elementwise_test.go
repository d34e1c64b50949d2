package tg_test

// Elementwise ops, and those that make elements of nothing. What all elementwise ops refuse,
// TestElementwiseOpsAreRefused makes itself.
var badElementwise = []badOp{
	{`tg.add %x, %y : (tensor<4x8xf32>, tensor<7xf32>) -> tensor<4x8xf32>`,
		"'tg.add' op operands do not broadcast: dimension 1 of operand #0 ('tensor<4x8xf32>') is 8, dimension 0 of operand #1 ('tensor<7xf32>') is 7; extents must be equal, or one of them 1"},
	{`tg.add %x, %i : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>`,
		"'tg.add' op operands must have one element type, but operand #0 is 'tensor<4x8xf32>' and operand #1 is 'tensor<i32>'; convert one of them"},
	{`tg.add %d, %x : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<5x8xf32>`,
		"'tg.add' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<5x8xf32>'"},

	{`tg.exp %n : tensor<3xi32>`, "'tg.exp' op operand #0 must be ranked tensor of floating-point or complex values, but got 'tensor<3xi32>'"},

	{`tg.popcnt %p : tensor<i1>`, "'tg.popcnt' op operand #0 must be ranked tensor of integer or index values, but got 'tensor<i1>'"},

	{`tg.sub %p, %p : tensor<i1>`, "'tg.sub' op operand #0 must be ranked tensor of integer, index, floating-point or complex values, but got 'tensor<i1>'"},

	{`tg.reduce_precision %x exponent_bits 0 mantissa_bits 2 : tensor<4x8xf32>`, "'tg.reduce_precision' op exponent_bits must be at least 1, but is 0"},
	{`tg.reduce_precision %x exponent_bits 3 mantissa_bits -2 : tensor<4x8xf32>`, "'tg.reduce_precision' op mantissa_bits must be at least 0, but is -2"},
	{`tg.reduce_precision %n exponent_bits 5 mantissa_bits 2 : tensor<3xi32>`,
		"'tg.reduce_precision' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<3xi32>'"},
	{`"tg.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 2 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 64-bit signless integer attribute"},

	{`tg.select %p, %x, %n : (tensor<i1>, tensor<4x8xf32>, tensor<3xi32>) -> tensor<4x8xf32>`,
		"'tg.select' op on_true and on_false must have one element type, but have 'tensor<4x8xf32>' and 'tensor<3xi32>'; convert one of them"},
	{`tg.select %i, %x, %x : (tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.select' op operand #0 must be ranked tensor of i1 values, but got 'tensor<i32>'"},
	{`tg.select %b, %x, %y : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<7xf32>) -> tensor<4x8xf32>`,
		"'tg.select' op operands do not broadcast: dimension 1 of operand #0 ('tensor<4x8xi1>') is 8, dimension 0 of operand #2 ('tensor<7xf32>') is 7; extents must be equal, or one of them 1"},
	{`"tg.select"(%b, %x) : (tensor<4x8xi1>, tensor<4x8xf32>) -> tensor<4x8xf32>`, "'tg.select' op expected 3 operands, but found 2"},

	{`tg.convert %x : (tensor<4x8xf32>) -> tensor<8x4xi32>`,
		"'tg.convert' op inferred type(s) 'tensor<4x8xi32>' are incompatible with return type(s) of operation 'tensor<8x4xi32>'"},
	{`tg.convert %f : (f32) -> f64`, "'tg.convert' op operand #0 must be ranked tensor of i1, integer, index, floating-point or complex values, but got 'f32'"},

	{`tg.bitcast %n : (tensor<3xi32>) -> tensor<3xi24>`,
		"'tg.bitcast' op elements of 32 bits cannot be read as elements of 24 bits: neither width is a multiple of the other"},
	{`tg.bitcast %n : (tensor<3xi32>) -> tensor<i64>`,
		"'tg.bitcast' op the last dimension of 'tensor<3xi32>' has extent 3, but must have 2 to become elements of 'i64'"},
	{`tg.bitcast %i : (tensor<i32>) -> tensor<i64>`, "'tg.bitcast' op operand 'tensor<i32>' needs a last dimension of extent 2 to become elements of 'i64'"},
	{`tg.bitcast %x : (tensor<4x8xf32>) -> tensor<8x4xi32>`,
		"'tg.bitcast' op inferred type(s) 'tensor<4x8xi32>' are incompatible with return type(s) of operation 'tensor<8x4xi32>'"},
	{`tg.bitcast %x : (tensor<4x8xf32>) -> tensor<4x8x3xi8>`,
		"'tg.bitcast' op inferred type(s) 'tensor<4x8x4xi8>' are incompatible with return type(s) of operation 'tensor<4x8x3xi8>'"},
	{`tg.bitcast %x : (tensor<4x8xf32>) -> tensor<4x4xf64>`,
		"'tg.bitcast' op the last dimension of 'tensor<4x8xf32>' has extent 8, but must have 2 to become elements of 'f64'"},
	{`tg.bitcast %c : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>`,
		"'tg.bitcast' op inferred type(s) 'tensor<4x8x2xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'"},
	{`tg.bitcast %d : (tensor<?x8xf32>) -> tensor<?x8xf64>`,
		"'tg.bitcast' op the last dimension of 'tensor<?x8xf32>' has extent 8, but must have 2 to become elements of 'f64'"},
	{`"tg.bitcast"(%x) : (tensor<4x8xf32>) -> ()`, "'tg.bitcast' op requires one result, but has 0"},

	{`tg.iota dim 2 : tensor<4x8xf32>`, "'tg.iota' op dim 2 is not one of the 2 dimensions of 'tensor<4x8xf32>'"},
	{`tg.iota dim -1 : tensor<4x8xf32>`, "'tg.iota' op dim -1 is not one of the 2 dimensions of 'tensor<4x8xf32>'"},
	{`tg.iota dim 0 : tensor<f32>`, "'tg.iota' op dim 0 is not one of the 0 dimensions of 'tensor<f32>'"},
	{`tg.iota dim 0 : tensor<?xf32>`, "'tg.iota' op must know how far it counts, but the result is 'tensor<?xf32>'; 'tg.dynamic_iota' is told the extents"},
	{`"tg.iota"() <{dim = 0 : i64}> : () -> tensor<*xf32>`,
		"'tg.iota' op result #0 must be ranked tensor of i1, integer, index, floating-point or complex values, but got 'tensor<*xf32>'"},

	{`"tg.constant"() <{value = dense<1> : vector<3xi32>}> : () -> tensor<3xi32>`,
		"'tg.constant' op value must have the type of a static ranked tensor, but has 'vector<3xi32>'"},
	{`"tg.constant"() <{value = dense<1> : tensor<3xi32>}> : () -> tensor<4xi32>`,
		"'tg.constant' op inferred type(s) 'tensor<3xi32>' are incompatible with return type(s) of operation 'tensor<4xi32>'"},
	{`"tg.constant"() <{value = 1 : i32}> : () -> tensor<i32>`,
		"'tg.constant' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute"},
	{`"tg.constant"() : () -> tensor<i32>`, "'tg.constant' op requires attribute 'value'"},

	{`tg.compare lo %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>`,
		"custom op 'tg.compare' unknown comparison (lt|le|eq|ne|ge|gt) 'lo'; did you mean 'le'?"},
	{`tg.compare eq %x, %e : (tensor<4x8xf32>, tensor<4x8xf64>) -> tensor<4x8xi1>`,
		"'tg.compare' op operands must have one element type, but operand #0 is 'tensor<4x8xf32>' and operand #1 is 'tensor<4x8xf64>'; convert one of them"},
	{`tg.compare eq %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.compare' op result #0 must be ranked tensor of i1 values, but got 'tensor<4x8xf32>'"},
	{`"tg.compare"(%x, %x) <{direction = "lo"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>`,
		"'tg.compare' op attribute 'direction' failed to satisfy constraint: comparison (lt|le|eq|ne|ge|gt)"},
	{`"tg.compare"(%x, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>`, "'tg.compare' op requires attribute 'direction'"},

	{`tg.clamp %x, %y, %x : (tensor<4x8xf32>, tensor<7xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.clamp' op operands do not broadcast: dimension 1 of operand #0 ('tensor<4x8xf32>') is 8, dimension 0 of operand #1 ('tensor<7xf32>') is 7; extents must be equal, or one of them 1"},
	{`tg.clamp %i, %x, %s : (tensor<i32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>`,
		"'tg.clamp' op operands must have one element type, but operand #0 is 'tensor<i32>' and operand #1 is 'tensor<4x8xf32>'; convert one of them"},

	{`tg.complex %x, %e : (tensor<4x8xf32>, tensor<4x8xf64>) -> tensor<4x8xcomplex<f32>>`,
		"'tg.complex' op operands must have one element type, but operand #0 is 'tensor<4x8xf32>' and operand #1 is 'tensor<4x8xf64>'; convert one of them"},
	{`tg.complex %n, %n : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xcomplex<f32>>`,
		"'tg.complex' op operand #0 must be ranked tensor of f32 or f64 values, but got 'tensor<3xi32>'"},
	{`tg.complex %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xcomplex<f64>>`,
		"'tg.complex' op inferred type(s) 'tensor<4x8xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4x8xcomplex<f64>>'"},

	{`tg.real %x : (tensor<4x8xf32>) -> tensor<4x8xf32>`, "'tg.real' op operand #0 must be ranked tensor of complex values, but got 'tensor<4x8xf32>'"},
	{`tg.real %c : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf64>`,
		"'tg.real' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf64>'"},

	{`tg.is_finite %x : (tensor<4x8xf32>) -> tensor<4x8xf32>`, "'tg.is_finite' op result #0 must be ranked tensor of i1 values, but got 'tensor<4x8xf32>'"},

	{`tg.abs %c : tensor<4x8xcomplex<f32>>`,
		"'tg.abs' op result #0 must be ranked tensor of integer, index or floating-point values, but got 'tensor<4x8xcomplex<f32>>'"},

	{`tg.gelu %x approximate erf : tensor<4x8xf32>`, "custom op 'tg.gelu' unknown approximation (none|tanh) 'erf'"},
	{`tg.gelu %n : tensor<3xi32>`, "'tg.gelu' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<3xi32>'"},
	{`"tg.gelu"(%x) <{approximate = "erf"}> : (tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.gelu' op attribute 'approximate' failed to satisfy constraint: approximation (none|tanh)"},
}
