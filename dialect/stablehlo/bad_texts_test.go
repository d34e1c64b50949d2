package stablehlo_test

// badTexts are lines that are no ops, or whose types or symbols are wrong, and the op that they are
// of.
var badTexts = []struct{ op, text, want string }{
	{"stablehlo.compare", "%0 = stablehlo.compare LS, %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>",
		"bad.mlir:2:24: error: custom op 'stablehlo.compare' expected one of EQ, NE, GE, GT, LE, LT, but got 'LS'; did you mean 'LE'?"},
	{"stablehlo.compare", "%0 = stablehlo.compare LT, %x, %x, FLOOT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>",
		"bad.mlir:2:36: error: custom op 'stablehlo.compare' expected one of NOTYPE, FLOAT, TOTALORDER, SIGNED, UNSIGNED, but got 'FLOOT'; did you mean 'FLOAT'?"},
	{"stablehlo.compare", `%0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direktion LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`,
		"bad.mlir:2:69: error: unknown attribute `comparison_direktion` in dialect `stablehlo`; did you mean 'comparison_direction'?; 'stablehlo' is incomplete on purpose, and --allow-unregistered-dialect keeps its other attributes as they are"},
	{"stablehlo.complex", "%0 = stablehlo.complex %x, %x : tensor<2x3xf32>",
		"bad.mlir:2:33: error: custom op 'stablehlo.complex' expected a tensor of complex numbers, but got 'tensor<2x3xf32>'"},
	{"stablehlo.complex", "%0 = stablehlo.complex %x : tensor<2x3xcomplex<f32>>",
		"bad.mlir:2:24: error: custom op 'stablehlo.complex' number of operands and types do not match: got 1 operands and 2 types"},
	{"stablehlo.select", "%0 = stablehlo.select %i, %x : tensor<i1>, tensor<2x3xf32>",
		"bad.mlir:2:23: error: custom op 'stablehlo.select' number of operands and types do not match: got 2 operands and 3 types"},
	{"stablehlo.reduce_precision", "%0 = stablehlo.reduce_precision %x, format = m10e5 : tensor<2x3xf32>",
		"bad.mlir:2:46: error: custom op 'stablehlo.reduce_precision' expected a float format such as e5m10"},
	{"stablehlo.reduce_precision", "%0 = stablehlo.reduce_precision %x, format = e5 : tensor<2x3xf32>",
		"bad.mlir:2:46: error: custom op 'stablehlo.reduce_precision' expected a float format such as e5m10"},
	{"stablehlo.reduce_precision", "%0 = stablehlo.reduce_precision %x, format = e99999999999m5 : tensor<2x3xf32>",
		"bad.mlir:2:46: error: custom op 'stablehlo.reduce_precision' expected a float format such as e5m10"},
	{"stablehlo.concatenate", "%0 = stablehlo.concatenate %x, %x, axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>",
		"bad.mlir:2:35: error: expected ','"},
	{"stablehlo.concatenate", "%0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>) -> tensor<4x3xf32>",
		"bad.mlir:2:46: error: custom op 'stablehlo.concatenate' number of operands and types do not match: got 2 operands and 1 types"},
	{"stablehlo.slice", "%0 = stablehlo.slice %x [0:2, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
		"bad.mlir:2:32: error: expected ':'"},
	{"stablehlo.slice", "%0 = stablehlo.slice %x [0:99999999999999999999, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
		"bad.mlir:2:28: error: custom op 'stablehlo.slice' integer value too large"},
	{"stablehlo.dot_general", "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precisions = [HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>",
		"bad.mlir:2:66: error: custom op 'stablehlo.dot_general' expected 'precision' or 'algorithm', but got 'precisions'"},
	{"stablehlo.dot_general", "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [BEST] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>",
		"bad.mlir:2:79: error: custom op 'stablehlo.dot_general' expected one of DEFAULT, HIGH, HIGHEST, but got 'BEST'"},
	{"stablehlo.dot_general", "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1], [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>",
		"bad.mlir:2:58: error: custom op 'stablehlo.dot_general' expected 'x'"},
	{"stablehlo.dot_general", `%0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimension = [1]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`,
		"bad.mlir:2:78: error: stablehlo.dot has no field 'lhs_contracting_dimension'; did you mean 'lhs_contracting_dimensions'?"},
	{"stablehlo.dot_general", `%0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], lhs_contracting_dimensions = [1]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`,
		"bad.mlir:2:112: error: field 'lhs_contracting_dimensions' is given twice"},
	{"stablehlo.dot_general", `%0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = 1>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`,
		"bad.mlir:2:106: error: expected '['"},
	{"stablehlo.reduce", "%0 = stablehlo.reduce(%x init: %s) applies stablehlo.maximun across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>",
		"bad.mlir:2:44: error: custom op 'stablehlo.reduce' unknown reducer 'stablehlo.maximun'; did you mean 'stablehlo.maximum'?"},
	{"stablehlo.reduce", "%0 = stablehlo.reduce(%x init: %s) applies stablehlo.subtract across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>",
		"bad.mlir:2:44: error: custom op 'stablehlo.reduce' 'stablehlo.subtract' cannot be applied: 'applies' takes one input and a commutative stablehlo op of two operands"},
	{"stablehlo.reduce", "%0 = stablehlo.reduce(%x init: %s) applies tg.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>",
		"bad.mlir:2:44: error: custom op 'stablehlo.reduce' 'tg.add' cannot be applied: 'applies' takes one input and a commutative stablehlo op of two operands"},
	{"stablehlo.reduce", "%0:2 = stablehlo.reduce(%x init: %s), (%x init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)",
		"bad.mlir:2:61: error: custom op 'stablehlo.reduce' 'stablehlo.add' cannot be applied: 'applies' takes one input and a commutative stablehlo op of two operands"},
	{"stablehlo.reduce", "%0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)",
		"bad.mlir:2:44: error: custom op 'stablehlo.reduce' 'stablehlo.add' needs a tensor as init value and one result, but the init value is 'tensor<f32>' and there are 2 results"},
	{"stablehlo.reduce", `%n = arith.constant 1 : i32
%0 = stablehlo.reduce(%x init: %n) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, i32) -> tensor<3xf32>`,
		"bad.mlir:3:44: error: custom op 'stablehlo.reduce' 'stablehlo.add' needs a tensor as init value and one result, but the init value is 'i32' and there are 1 results"},
	{"stablehlo.reduce", "%0 = stablehlo.reduce(%x init: %s) applies stablehlo.and across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>",
		"bad.mlir:2:6: error: 'stablehlo.and' op operand #0 must be tensor of i1, integer or index values, but got 'tensor<f32>'"},
	{"stablehlo.reduce", "%0 = stablehlo.reduce(%x, %s) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>",
		"bad.mlir:2:25: error: custom op 'stablehlo.reduce' expected 'init'"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 0]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:66: error: custom op 'stablehlo.convolution' dimension '0' occurs twice"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, g]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:59: error: custom op 'stablehlo.convolution' expected a list with the dimension 'f'"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 1, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:59: error: custom op 'stablehlo.convolution' expected a list with the dimension '0'"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:69: error: custom op 'stablehlo.convolution' expected a list with the dimension 'o'"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b]x[0, i]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:59: error: custom op 'stablehlo.convolution' expected a list with the dimension 'f'"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {steps = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:101: error: custom op 'stablehlo.convolution' expected one of stride, pad, lhs_dilate, rhs_dilate, reverse"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:115: error: custom op 'stablehlo.convolution' 'window_strides' is given twice"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:108: error: custom op 'stablehlo.convolution' expected a pair of low and high padding"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:108: error: expected '['"},
	{"stablehlo.convolution", "%0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [maybe]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>",
		"bad.mlir:2:112: error: custom op 'stablehlo.convolution' expected 'true' or 'false'"},
	{"stablehlo.convolution", `%0 = "stablehlo.convolution"(%image, %kernel) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_bach_dimension = 0>} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>) -> tensor<1x4x6xf32>`,
		"bad.mlir:2:148: error: stablehlo.conv has no field 'input_bach_dimension'; did you mean 'input_batch_dimension'?"},
	{"stablehlo.tuple", "%0 = stablehlo.tuple %x : tensor<2x3xf32>",
		"bad.mlir:2:27: error: custom op 'stablehlo.tuple' expected a tuple type, but got 'tensor<2x3xf32>'"},
	{"stablehlo.tuple", "%0 = stablehlo.tuple %x : tuple<tensor<2x3xf32>, tensor<f32>>",
		"bad.mlir:2:22: error: custom op 'stablehlo.tuple' number of operands and types do not match: got 1 operands and 2 types"},
	{"stablehlo.after_all", `%t = stablehlo.create_token : !stablehlo.token
%0 = stablehlo.after_all %t : tensor<f32>`,
		"bad.mlir:3:26: error: use of value '%t' expects different type than prior uses: 'tensor<f32>' vs '!stablehlo.token'"},
	{"stablehlo.while", `%0 = stablehlo.while(%a = %i, %b = %i) : tensor<i32> cond {
} do {
}`,
		"bad.mlir:2:22: error: custom op 'stablehlo.while' number of operands and types do not match: got 2 operands and 1 types"},
	{"stablehlo.while", `%0 = stablehlo.while(%a = %i) : tensor<i32> cond {
stablehlo.return %a : tensor<i32>
} do {
stablehlo.return %a : tensor<i32>
}`,
		"bad.mlir:2:6: error: 'stablehlo.while' op requires value #0 that the condition returns to have type 'tensor<i1>', but it has 'tensor<i32>'"},
	{"stablehlo.return", `return
}
func.func @g(%x: tensor<f32>) -> tensor<i32> {
stablehlo.return %x : tensor<f32>
}
func.func @h() {`,
		"bad.mlir:5:1: error: type of return operand 0 ('tensor<f32>') doesn't match function result type ('tensor<i32>') in function @g"},
	{"stablehlo.return", `stablehlo.return %x : tensor<2x3xf32>
}
func.func @h() {`,
		"bad.mlir:2:1: error: 'stablehlo.return' op has 1 operands, but enclosing function (@f) returns 0"},
	{"stablehlo.return", `%0 = "stablehlo.return"(%x) : (tensor<2x3xf32>) -> tensor<f32>`,
		"bad.mlir:2:6: error: 'stablehlo.return' op requires zero results, but has 1"},
	{"stablehlo.composite", `%0 = stablehlo.composite "my.op" %x {decomposition = @g} : (tensor<2x3xf32>) -> tensor<2x3xf32>
return
}
func.func private @g(%y: tensor<f32>) -> tensor<f32> {
%z = stablehlo.add %y, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}
func.func @h() {`,
		"bad.mlir:2:6: error: 'stablehlo.composite' op operand type mismatch: expected operand type 'tensor<f32>', but provided 'tensor<2x3xf32>' for operand number 0"},
	{"stablehlo.composite", `%0 = stablehlo.composite "my.op" %x {decomposition = @g} : (tensor<2x3xf32>) -> tensor<f32>
return
}
func.func private @g(%y: tensor<2x3xf32>) -> tensor<2x3xf32> {
return %y : tensor<2x3xf32>
}
func.func @h() {`,
		"bad.mlir:2:6: error: 'stablehlo.composite' op result type mismatch at index 0"},
	{"stablehlo.set_dimension_size", "%0 = stablehlo.set_dimension_size %x, %i, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2>>",
		"bad.mlir:2:103: error: a type of rank 2 must have as many bounds, but has 1"},
	{"stablehlo.set_dimension_size", "%0 = stablehlo.set_dimension_size %x, %i, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2, 3>>",
		"bad.mlir:2:103: error: dimension 1 has the extent 3, so that it can have no bound, but has 3"},
	{"stablehlo.set_dimension_size", "%0 = stablehlo.set_dimension_size %x, %i, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<-2, ?>>",
		"bad.mlir:2:121: error: expected an extent that is not negative"},
	{"stablehlo.set_dimension_size", "%0 = stablehlo.set_dimension_size %x, %i, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.type_extensions<limits = [2, ?]>>",
		"bad.mlir:2:130: error: expected 'bounds', but found 'limits'"},
	{"stablehlo.constant", "%0 = stablehlo.constant dense<[1, 2]> : tensor<3xi32>",
		"bad.mlir:2:25: error: inferred shape of elements literal ([2]) does not match type ([3])"},
	{"stablehlo.constant", "%0 = stablehlo.constant 1 : i32",
		"bad.mlir:2:6: error: 'stablehlo.constant' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute"},
	{"stablehlo.ads", "%0 = stablehlo.ads %x : tensor<2x3xf32>",
		"bad.mlir:2:6: error: custom op 'stablehlo.ads' is unknown; did you mean 'stablehlo.abs'?; 'stablehlo' is incomplete on purpose, and --allow-unregistered-dialect keeps its other operations in generic form as they are"},
	{"chlo.scan", `%0 = chlo.scan(%x) inits (%s, %s) dimension=0 {
^bb0(%a: tensor<3xf32>, %b: tensor<f32>, %c: tensor<f32>):
stablehlo.return %b : tensor<f32>
} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>`,
		"bad.mlir:5:5: error: custom op 'chlo.scan' expected a result type for each of 2 init values, but got 1"},
	{"chlo.scan", `%0:2 = chlo.scan(%x) inits (%s) dimension=0 {
^bb0(%a: tensor<3xf32>, %b: tensor<f32>):
%c = stablehlo.add %b, %s : tensor<f32>
stablehlo.return %a, %c : tensor<3xf32>, tensor<f32>
} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>)`,
		"bad.mlir:4:6: error: 'stablehlo.add' op using value defined outside the region"},
	{"chlo.top_k", "%0:2 = chlo.top_k(%x, j = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)",
		"bad.mlir:2:23: error: custom op 'chlo.top_k' expected 'k', but found 'j'"},
	{"chlo.ragged_dot", `%0 = "chlo.ragged_dot"(%x, %y, %i) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimension = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<i32>) -> tensor<2x4xf32>`,
		"bad.mlir:2:85: error: chlo.ragged_dot has no field 'lhs_ragged_dimension'; did you mean 'lhs_ragged_dimensions'?"},
}
