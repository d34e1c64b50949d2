package stablehlo_test

// refusedPrograms are functions of StableHLO, CHLO and shapes that cannot be converted to tg.
var refusedPrograms = []struct{ name, args, text, want string }{
	{"check.expect_eq", "%x: tensor<2x3xf32>", `"stablehlo.custom_call"(%x) {call_target_name = "check.expect_eq"} : (tensor<2x3xf32>) -> ()`,
		"in.mlir:2:1: error: 'stablehlo.custom_call' op calls 'check.expect_eq' with 1 operands for 0 results, but it takes 2 and returns 0"},
	{"check.expect_almost_eq", "%x: tensor<2x3xf32>", `"stablehlo.custom_call"(%x) {call_target_name = "check.expect_almost_eq"} : (tensor<2x3xf32>) -> ()`,
		"in.mlir:2:1: error: 'stablehlo.custom_call' op calls 'check.expect_almost_eq' with 1 operands for 0 results, but it takes 2 and returns 0"},
	{"check.expect_close", "%x: tensor<2x3xf32>", `"stablehlo.custom_call"(%x) {call_target_name = "check.expect_close"} : (tensor<2x3xf32>) -> ()`,
		"in.mlir:2:1: error: 'stablehlo.custom_call' op calls 'check.expect_close' with 1 operands for 0 results, but it takes 2 and returns 0"},
	{"check.eq", "%x: tensor<2x3xf32>", `%0:1 = "stablehlo.custom_call"(%x) {call_target_name = "check.eq"} : (tensor<2x3xf32>) -> (tensor<i1>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'check.eq' with 1 operands for 1 results, but it takes 2 and returns 1"},
	{"shape_assertion without a message", "%p: tensor<i1>", `"stablehlo.custom_call"(%p) {call_target_name = "shape_assertion"} : (tensor<i1>) -> ()`,
		"in.mlir:2:1: error: 'stablehlo.custom_call' op calls 'shape_assertion', which takes a condition and values, returns nothing, and has a string 'error_message'"},
	{"shape_assertion of nothing", "", `"stablehlo.custom_call"() {call_target_name = "shape_assertion", error_message = "no"} : () -> ()`,
		"in.mlir:2:1: error: 'stablehlo.custom_call' op calls 'shape_assertion', which takes a condition and values, returns nothing, and has a string 'error_message'"},
	{"Sharding of two", "%x: tensor<2x3xf32>", `%0:1 = "stablehlo.custom_call"(%x, %x) {call_target_name = "Sharding"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'Sharding' with 2 operands for 1 results, but it takes 1 and returns 1"},
	{"shards", "%x: tensor<2x3xf32>", `%0:1 = "stablehlo.custom_call"(%x) {call_target_name = "SPMDFullToShardShape"} : (tensor<2x3xf32>) -> (tensor<1x3xf32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: 'SPMDFullToShardShape' makes 'tensor<1x3xf32>' of 'tensor<2x3xf32>', which are shards of several devices"},
	{"mhlo.topk operands", "%x: tensor<2x3xf32>", `%0:1 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk"} : (tensor<2x3xf32>) -> (tensor<2x1xf32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'mhlo.topk' with 1 operands for 1 results, but it takes 1 and returns 2"},
	{"mhlo.topk without k", "%x: tensor<2x3xf32>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk"} : (tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2x1xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'mhlo.topk' without the integer attribute 'k'"},
	{"mhlo.topk of too many", "%x: tensor<2x3xf32>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk", k = 4 : i64} : (tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: there are no 4 elements along the last dimension of 'tensor<2x3xf32>'"},
	{"mhlo.topk of less than none", "%x: tensor<2x3xf32>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk", k = -1 : i64} : (tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: there are no -1 elements along the last dimension of 'tensor<2x3xf32>'"},
	{"mhlo.topk of unknown extents", "%x: tensor<?xf32>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk", k = 1 : i64} : (tensor<?xf32>) -> (tensor<1xf32>, tensor<1xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: how many elements 'tensor<?xf32>' has is not known at compile time"},
	{"mhlo.topk of a scalar", "%x: tensor<f32>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk", k = 1 : i64} : (tensor<f32>) -> (tensor<f32>, tensor<i32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: 'tensor<f32>' has no last dimension, of which to take 1 elements"},
	{"mhlo.topk of no tensor", "%x: i32", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk", k = 1 : i64} : (i32) -> (i32, tensor<i32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: 'i32' has no last dimension, of which to take 1 elements"},
	{"eq of no tensors", "%x: i32", `%0:1 = "stablehlo.custom_call"(%x, %x) {call_target_name = "check.eq"} : (i32, i32) -> (tensor<i1>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: 'tg.compare' op operand #0 must be ranked tensor of i1, integer, index, floating-point or complex values, but got 'i32'"},
	{"assertion of no tensor", "%x: i32", `"stablehlo.custom_call"(%x) {call_target_name = "shape_assertion", error_message = "no"} : (i32) -> ()`,
		"in.mlir:2:1: error: 'stablehlo.custom_call' op cannot be converted to tg: 'tg.assert' op operand #0 must be 0D tensor of i1 values, but got 'i32'"},
	{"erf of no tensor", "%x: i32", `%0:1 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.erf"} : (i32) -> (i32)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: 'tg.erf' op operand #0 must be ranked tensor of floating-point values, but got 'i32'"},
	{"erf of integers", "%x: tensor<2xi32>", `%0:1 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.erf"} : (tensor<2xi32>) -> (tensor<2xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: 'tg.erf' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'"},
	{"dynamic window of no tensors", "%x: i32, %s: i32", `%n = stablehlo.constant dense<1> : tensor<1xi64>
%m = stablehlo.constant dense<0> : tensor<1x2xi64>
%0:1 = "stablehlo.custom_call"(%x, %s, %n, %n, %n, %n, %m) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@f]} : (i32, i32, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> (i32)`,
		"in.mlir:4:8: error: 'stablehlo.custom_call' op cannot be converted to tg: operand #0 must be a ranked tensor of any type values, but is 'i32'"},
	{"dynamic_top_k of no tensor", "%x: i32", `%0:2 = "stablehlo.custom_call"(%x, %x) {call_target_name = "stablehlo.dynamic_top_k"} : (i32, i32) -> (i32, i32)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: how many elements 'i32' has is not known at compile time"},
	{"random bits of no tensor", "%x: i32", `%0:2 = "stablehlo.custom_call"(%x, %x) {call_target_name = "stablehlo.dynamic_rng_bit_generator", rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (i32, i32) -> (i32, i32)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op requires a state of rank 1 with two or three words of 64 bits for DEFAULT, but got 'i32'"},
	{"mhlo.topk positions", "%x: tensor<2x3xf32>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk", k = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2x1xf32>, i32)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: result #1 must be a tensor of positions, but is 'i32'"},
	{"mhlo.topk values", "%x: tensor<2x3xf32>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topk", k = 1 : i64} : (tensor<2x3xf32>) -> (i32, tensor<2x1xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: result #0 would have type 'tensor<2x1xf32>', not 'i32'"},
	{"random bits that are no tensor", "%x: tensor<2xui64>, %n: tensor<1xi32>", `%0:2 = "stablehlo.custom_call"(%x, %n) {call_target_name = "stablehlo.dynamic_rng_bit_generator", rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, i32)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: result #1 must be a ranked tensor of i1, integer, index or floating-point values, but is 'i32'"},
	{"random state that is no tensor", "%x: tensor<2xui64>, %n: tensor<1xi32>", `%0:2 = "stablehlo.custom_call"(%x, %n) {call_target_name = "stablehlo.dynamic_rng_bit_generator", rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<1xi32>) -> (i32, tensor<3xui32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: result #0 would have type 'tensor<2xui64>', not 'i32'"},
	{"close of no tensors", "%x: i32", `"stablehlo.custom_call"(%x, %x) {call_target_name = "check.expect_close"} : (i32, i32) -> ()`,
		"in.mlir:2:1: error: 'stablehlo.custom_call' op cannot be converted to tg: 'check.expect_close' op operand #0 must be ranked tensor of any type values, but got 'i32'"},
	{"equality that is no tensor", "%x: tensor<2xf32>", `%0:1 = "stablehlo.custom_call"(%x, %x) {call_target_name = "check.eq"} : (tensor<2xf32>, tensor<2xf32>) -> (i32)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: 'tg.reduce' op result #0 must be ranked tensor of any type values, but got 'i32'"},
	{"equality of two types", "%x: tensor<2xf32>, %y: tensor<2xi32>", `%0:1 = "stablehlo.custom_call"(%x, %y) {call_target_name = "check.eq"} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<i1>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: 'tg.compare' op operands must have one element type, but operand #0 is 'tensor<2xf32>' and operand #1 is 'tensor<2xi32>'; convert one of them"},
	{"dynamic_top_k of two types", "%x: tensor<3xf32>, %k: tensor<i32>", `%0:2 = "stablehlo.custom_call"(%x, %k) {call_target_name = "stablehlo.dynamic_top_k"} : (tensor<3xf32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: result #0 would have type 'tensor<2xf32>', not 'tensor<2xi32>'"},
	{"mhlo.erf of two", "%x: tensor<2x3xf32>", `%0:1 = "stablehlo.custom_call"(%x, %x) {call_target_name = "mhlo.erf"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'mhlo.erf' with 2 operands for 1 results, but it takes 1 and returns 1"},
	{"mhlo.erf of another type", "%x: tensor<2x3xf32>", `%0:1 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.erf"} : (tensor<2x3xf32>) -> (tensor<2x3xf64>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'mhlo.erf' for 'tensor<2x3xf64>', but with an operand of type 'tensor<2x3xf32>'"},
	{"threefry operands", "%x: tensor<2xui32>", `%0:2 = "stablehlo.custom_call"(%x, %x) {call_target_name = "cu_threefry2x32"} : (tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'cu_threefry2x32' with 2 operands for 2 results, but it takes 4 and returns 2"},
	{"threefry types", "%x: tensor<2xi32>", `%0:2 = "stablehlo.custom_call"(%x, %x, %x, %x) {call_target_name = "cu_threefry2x32_ffi"} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'cu_threefry2x32_ffi', whose operands and results are tensors of ui32 of one shape, but got 'tensor<2xi32>'"},
	{"dynamic_top_k operands", "%x: tensor<2x3xf32>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "stablehlo.dynamic_top_k"} : (tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2x1xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'stablehlo.dynamic_top_k' with 1 operands for 2 results, but it takes 2 and returns 2"},
	{"dynamic_top_k of unknown extents", "%x: tensor<2x3xf32>, %k: tensor<i32>", `%0:2 = "stablehlo.custom_call"(%x, %k) {call_target_name = "stablehlo.dynamic_top_k"} : (tensor<2x3xf32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: how many elements 'tensor<2x?xf32>' has is not known at compile time"},
	{"dynamic_rng operands", "%x: tensor<2xui64>", `%0:2 = "stablehlo.custom_call"(%x) {call_target_name = "stablehlo.dynamic_rng_bit_generator"} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'stablehlo.dynamic_rng_bit_generator' with 1 operands for 2 results, but it takes 2 and returns 2"},
	{"dynamic_rng without algorithm", "%x: tensor<2xui64>, %n: tensor<1xi32>", `%0:2 = "stablehlo.custom_call"(%x, %n) {call_target_name = "stablehlo.dynamic_rng_bit_generator"} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<4xui32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'stablehlo.dynamic_rng_bit_generator' without the attribute 'rng_algorithm'"},
	{"dynamic window operands", "%x: tensor<2x3xf32>", `%0:1 = "stablehlo.custom_call"(%x) {call_target_name = "stablehlo.dynamic_reduce_window"} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op calls 'stablehlo.dynamic_reduce_window', which takes inputs, initial values and 5 lists, returns a result per input, and has one function as body"},
	{"dynamic window of unknown lists", "%x: tensor<3xf32>, %s: tensor<f32>, %n: tensor<1xi64>, %m: tensor<1x2xi64>", `%0:1 = "stablehlo.custom_call"(%x, %s, %n, %n, %n, %n, %m) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@f]} : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> (tensor<3xf32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: operand #2 of the window is not known at compile time"},
	{"dynamic window without body", "%x: tensor<3xf32>, %s: tensor<f32>", `%n = stablehlo.constant dense<1> : tensor<1xi64>
%m = stablehlo.constant dense<0> : tensor<1x2xi64>
%0:1 = "stablehlo.custom_call"(%x, %s, %n, %n, %n, %n, %m) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@nobody]} : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> (tensor<3xf32>)`,
		"in.mlir:4:8: error: 'stablehlo.custom_call' op needs '@nobody', its body, to be a function of this program of type '(tensor<f32>, tensor<f32>) -> tensor<f32>'"},
	{"dynamic window whose body has another type", "%x: tensor<3xf32>, %s: tensor<f32>", `%n = stablehlo.constant dense<1> : tensor<1xi64>
%m = stablehlo.constant dense<0> : tensor<1x2xi64>
%0:1 = "stablehlo.custom_call"(%x, %s, %n, %n, %n, %n, %m) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@f]} : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> (tensor<3xf32>)`,
		"in.mlir:4:8: error: 'stablehlo.custom_call' op needs '@f', its body, to be a function of this program of type '(tensor<f32>, tensor<f32>) -> tensor<f32>'"},
	{"unknown target", "%x: tensor<2x3xf32>", `%0:1 = "stablehlo.custom_call"(%x) {call_target_name = "mhlo.topq"} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)`,
		"in.mlir:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'mhlo.topq' computes is not known; did you mean 'mhlo.topk'?"},
	{"rng of unknown extents", "%s: tensor<f32>, %n: tensor<1xi64>", "%0 = stablehlo.rng %s, %s, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>",
		"in.mlir:2:6: error: 'stablehlo.rng' op cannot be converted to tg: how many numbers 'tensor<?xf32>' has is not known at compile time"},
	{"state of unknown extent", "%x: tensor<?xui64>", "%0:2 = stablehlo.rng_bit_generator %x, algorithm = DEFAULT : (tensor<?xui64>) -> (tensor<?xui64>, tensor<4xui32>)",
		"in.mlir:2:8: error: 'stablehlo.rng_bit_generator' op cannot be converted to tg: how many words the state 'tensor<?xui64>' has is not known at compile time"},
	{"bits of unknown extent", "%x: tensor<2xui64>", "%0:2 = stablehlo.rng_bit_generator %x, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)",
		"in.mlir:2:8: error: 'stablehlo.rng_bit_generator' op cannot be converted to tg: how many bits 'tensor<?xui32>' has is not known at compile time"},
	{"index select of unknown extents", "%x: tensor<?x3xf32>, %i: tensor<2xi32>", `%0 = "stablehlo.torch_index_select"(%x, %i) {batch_dims = 0 : i64, dim = 1 : i64} : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<?x2xf32>`,
		"in.mlir:2:6: error: 'stablehlo.torch_index_select' op cannot be converted to tg: the operand 'tensor<?x3xf32>' has dynamic dimensions"},
	{"diagonal of unknown extents", "%x: tensor<?x?xf32>", `%0 = stablehlo.unary_einsum %x, config = "aa->a" : (tensor<?x?xf32>) -> tensor<?xf32>`,
		"in.mlir:2:6: error: 'stablehlo.unary_einsum' op cannot be converted to tg: the extents of 'tensor<?x?xf32>', of which it takes a diagonal, are not known at compile time"},
	{"diagonal of unknown extents in a product", "%x: tensor<?x?xf32>, %y: tensor<3xf32>", `%0 = stablehlo.einsum %x, %y, config = "aa,b->ab" : (tensor<?x?xf32>, tensor<3xf32>) -> tensor<?x3xf32>`,
		"in.mlir:2:6: error: 'stablehlo.einsum' op cannot be converted to tg: the extents of 'tensor<?x?xf32>', of which it takes a diagonal, are not known at compile time"},
	{"too many dimensions", "%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1xf32>", `%0 = "stablehlo.convolution"(%x, %x) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, f]x[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, i, o]->[b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, f]>} : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1xf32>`,
		"in.mlir:2:6: error: 'stablehlo.convolution' op cannot be converted to tg: it has 11 spatial dimensions, of which tg.conv knows at most 10"},
	{"too many dimensions with padding told", "%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, %p: tensor<11x2xi32>", `%0 = "stablehlo.dynamic_conv"(%x, %x, %p) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, f]x[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, i, o]->[b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, f]>} : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, tensor<11x2xi32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1xf32>`,
		"in.mlir:2:6: error: 'stablehlo.dynamic_conv' op cannot be converted to tg: it has 11 spatial dimensions, of which tg.conv knows at most 10"},
	{"region that is refused", "%x: tensor<2x3xf32>, %s: tensor<f32>", `%0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
 reducer(%a: tensor<f32>, %b: tensor<f32>) {
%c = "stablehlo.custom_call"(%a) {call_target_name = "magic"} : (tensor<f32>) -> tensor<f32>
stablehlo.return %c : tensor<f32>
}`,
		"in.mlir:4:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"window with such a region", "%x: tensor<2x3xf32>, %s: tensor<f32>", `%0 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 1, 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = "stablehlo.custom_call"(%a) {call_target_name = "magic"} : (tensor<f32>) -> tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>`,
		"in.mlir:4:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"scatter with such a region", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>", `%0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = "stablehlo.custom_call"(%a) {call_target_name = "magic"} : (tensor<f32>) -> tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>`,
		"in.mlir:4:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"sort with such a region", "%x: tensor<2x3xf32>", `%0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = "stablehlo.custom_call"(%a) {call_target_name = "magic"} : (tensor<f32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
}) : (tensor<2x3xf32>) -> tensor<2x3xf32>`,
		"in.mlir:4:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"select with such a region", "%x: tensor<2x3xf32>, %y: tensor<1x3xf32>, %s: tensor<f32>", `%0 = "stablehlo.select_and_scatter"(%x, %y, %s) <{window_dimensions = array<i64: 2, 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = "stablehlo.custom_call"(%a) {call_target_name = "magic"} : (tensor<f32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
}, {
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = stablehlo.add %a, %b : tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>`,
		"in.mlir:4:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"select whose combination is such a region", "%x: tensor<2x3xf32>, %y: tensor<1x3xf32>, %s: tensor<f32>", `%0 = "stablehlo.select_and_scatter"(%x, %y, %s) <{window_dimensions = array<i64: 2, 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
 stablehlo.return %c : tensor<i1>
}, {
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = "stablehlo.custom_call"(%a) {call_target_name = "magic"} : (tensor<f32>) -> tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>`,
		"in.mlir:8:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"map with such a region", "%x: tensor<2x3xf32>", `%0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%a: tensor<f32>):
%c = "stablehlo.custom_call"(%a) {call_target_name = "magic"} : (tensor<f32>) -> tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<2x3xf32>) -> tensor<2x3xf32>`,
		"in.mlir:4:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"branch that is refused", "%p: tensor<i1>, %s: tensor<f32>", `%0 = "stablehlo.if"(%p) ({
stablehlo.return %s : tensor<f32>
}, {
%c = "stablehlo.custom_call"(%s) {call_target_name = "magic"} : (tensor<f32>) -> tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<i1>) -> tensor<f32>`,
		"in.mlir:5:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"gather told slices that do not fit", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>", `%n = stablehlo.constant dense<[1, 9]> : tensor<2xi32>
%0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>`,
		"in.mlir:3:6: error: 'stablehlo.dynamic_gather' op cannot gather slices of size 9 from dimension 1 of 'tensor<4x8xf32>'"},
	{"no rank", "%x: tensor<*xf32>", "%0 = chlo.broadcast_add %x, %x : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>",
		"in.mlir:2:6: error: 'chlo.broadcast_add' op cannot be converted to tg: the operand 'tensor<*xf32>' has no rank"},
	{"constant_like of no rank", "%x: tensor<*xf32>", `%0 = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<*xf32>) -> tensor<*xf32>`,
		"in.mlir:2:6: error: 'chlo.constant_like' op cannot be converted to tg: the operand 'tensor<*xf32>' has no rank"},
	{"constant_like of wide numbers", "%x: tensor<2x3xf32>", `%0 = "chlo.constant_like"(%x) {value = 1 : i128} : (tensor<2x3xf32>) -> tensor<2x3xi128>`,
		"in.mlir:2:6: error: 'chlo.constant_like' op cannot be converted to tg: elements of type 'i128' have no storage there"},
	{"kernel of complex numbers", "%x: tensor<2xcomplex<f32>>", "%0 = chlo._asin_acos_kernel %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>",
		"in.mlir:2:6: error: 'chlo._asin_acos_kernel' op cannot be converted to tg: it is a helper that only real numbers have there, but its operand is 'tensor<2xcomplex<f32>>'"},
	{"ragged product of unknown extents", "%x: tensor<?x5xf32>, %y: tensor<3x5x7xf32>, %n: tensor<3xi64>", `%0 = "chlo.ragged_dot"(%x, %y, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<?x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<?x7xf32>`,
		"in.mlir:2:6: error: 'chlo.ragged_dot' op cannot be converted to tg: the operand 'tensor<?x5xf32>' has dynamic dimensions"},
	{"scan of unknown places", "%x: tensor<?xf32>, %s: tensor<f32>", `%0:2 = chlo.scan(%x) inits (%s) dimension=0 {
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = stablehlo.add %a, %b : tensor<f32>
stablehlo.return %c, %c : tensor<f32>, tensor<f32>
} : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)`,
		"in.mlir:2:8: error: 'chlo.scan' op cannot be converted to tg: 'tensor<?xf32>' has dynamic dimensions"},
	{"scan of unknown slices", "%x: tensor<2x?xf32>, %s: tensor<?xf32>", `%0:2 = chlo.scan(%x) inits (%s) dimension=0 {
^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
%c = stablehlo.add %a, %b : tensor<?xf32>
stablehlo.return %c, %c : tensor<?xf32>, tensor<?xf32>
} : (tensor<2x?xf32>, tensor<?xf32>) -> (tensor<2x?xf32>, tensor<?xf32>)`,
		"in.mlir:2:8: error: 'chlo.scan' op cannot be converted to tg: output #0 of type 'tensor<2x?xf32>' has dynamic dimensions"},
	{"scan with a body that is refused", "%x: tensor<3xf32>, %s: tensor<f32>", `%0:2 = chlo.scan(%x) inits (%s) dimension=0 {
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = "stablehlo.custom_call"(%a) {call_target_name = "magic"} : (tensor<f32>) -> tensor<f32>
stablehlo.return %c, %c : tensor<f32>, tensor<f32>
} : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)`,
		"in.mlir:4:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"top_k of nothing known", "%x: tensor<?x?xf32>", "%0:2 = chlo.top_k(%x, k = 2) : tensor<?x?xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)",
		"in.mlir:2:8: error: 'chlo.top_k' op cannot be converted to tg: neither the last dimension of 'tensor<?x?xf32>' nor all others are known at compile time"},
	{"elementwise of no rank", "%x: tensor<*xf32>", "%0 = stablehlo.add %x, %x : tensor<*xf32>",
		"in.mlir:2:6: error: 'stablehlo.add' op cannot be converted to tg: 'tg.add' op operand #0 must be ranked tensor of i1, integer, index, floating-point or complex values, but got 'tensor<*xf32>'"},
	{"map of unknown rank of atan2", "%x: tensor<2xi32>", "%0 = chlo.broadcast_atan2 %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>",
		"in.mlir:2:6: error: 'chlo.broadcast_atan2' op cannot be converted to tg: 'tg.atan2' op operand #0 must be ranked tensor of floating-point or complex values, but got 'tensor<2xi32>'"},
	{"polygamma of integers", "%x: tensor<2xi32>", "%0 = chlo.broadcast_polygamma %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>",
		"in.mlir:2:6: error: 'chlo.broadcast_polygamma' op cannot be converted to tg: 'tg.polygamma' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'"},
	{"shift of floats", "%x: tensor<2xf32>", "%0 = chlo.broadcast_shift_left %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
		"in.mlir:2:6: error: 'chlo.broadcast_shift_left' op cannot be converted to tg: 'tg.shl' op operand #0 must be ranked tensor of integer or index values, but got 'tensor<2xf32>'"},
	{"extents that only the run knows", "%s: tensor<?xindex>", `%c1 = arith.constant 1 : index
%a, %b = "shape.split_at"(%s, %c1) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)`,
		"in.mlir:3:10: error: 'shape.split_at' op cannot be converted to tg: the number of extents, or the place of the cut, is not known at compile time"},
	{"a cut that only the run knows", "%s: tensor<2xindex>, %i: index", `%a, %b = "shape.split_at"(%s, %i) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)`,
		"in.mlir:2:10: error: 'shape.split_at' op cannot be converted to tg: the number of extents, or the place of the cut, is not known at compile time"},
	{"a cut behind the end", "%s: tensor<2xindex>", `%c = arith.constant 3 : index
%a, %b = "shape.split_at"(%s, %c) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)`,
		"in.mlir:3:10: error: 'shape.split_at' op cuts at 3, but there are 2 extents"},
	{"a cut before the beginning", "%s: tensor<2xindex>", `%c = arith.constant -3 : index
%a, %b = "shape.split_at"(%s, %c) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)`,
		"in.mlir:3:10: error: 'shape.split_at' op cuts at -3, but there are 2 extents"},
	{"assuming what is refused", "%x: tensor<f32>", `%w = shape.const_witness true
%0 = shape.assuming %w -> (tensor<f32>) {
%c = "stablehlo.custom_call"(%x) {call_target_name = "magic"} : (tensor<f32>) -> tensor<f32>
shape.assuming_yield %c : tensor<f32>
}`,
		"in.mlir:4:6: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
	{"a value without counterpart", "%s: !shape.shape", "%0 = shape.rank %s : !shape.shape -> index",
		"in.mlir:2:6: error: 'shape.rank' op cannot be converted to tg: 'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got '!shape.shape'"},
	{"a composite with regions", "%x: tensor<2xf32>", "%0 = stablehlo.composite \"my.op\" %x ({\nstablehlo.return\n}) {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>\nreturn\n}\nfunc.func private @g(%y: tensor<2xf32>) -> tensor<2xf32> {\nreturn %y : tensor<2xf32>\n}\nfunc.func @h() {",
		"in.mlir:2:6: error: 'stablehlo.composite' op cannot be converted to tg: a function cannot be given regions"},
}
