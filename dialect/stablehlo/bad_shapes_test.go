package stablehlo_test

// contradictions are programs that are told shapes by constants and by operands, and such whose
// operands disagree.
var contradictions = []contradiction{
	{"another number of elements", "%x: tensor<2x3xf32>", `%n = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
%r = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>`,
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_reshape' op keeps the number of elements, but 'tensor<2x3xf32>' has 6 and the shape [4, 2] that it is told has 8"},
	{"another number of elements, by an operand", "%x: tensor<2x3xf32>, %n: tensor<2xi32>", "%r = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1", "--input=2xi32=[4,2]"},
		"in.mlir:2:6: error: 'tg.dynamic_reshape' op keeps the number of elements, but 'tensor<2x3xf32>' has 6 and the shape [4, 2] that it is told has 8"},
	{"another shape than the result has", "%x: tensor<2x3xf32>", `%n = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
%r = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x?xf32>`,
		"tensor<2x?xf32>", []string{"--input=2x3xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_reshape' op makes a result of type 'tensor<3x2xf32>' at run time, but its type is 'tensor<2x?xf32>'"},
	{"another shape than the result has, by an operand", "%x: tensor<2x3xf32>, %n: tensor<2xi32>", "%r = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x?xf32>",
		"tensor<2x?xf32>", []string{"--input=2x3xf32=1", "--input=2xi32=[3,2]"},
		"in.mlir:2:6: error: 'tg.dynamic_reshape' op makes a result of type 'tensor<3x2xf32>' at run time, but its type is 'tensor<2x?xf32>'"},
	{"negative extents", "%x: tensor<2x3xf32>", `%n = stablehlo.constant dense<[-3, -2]> : tensor<2xi32>
%r = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>`,
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_reshape' op is told that dimension 0 has the extent -3, which must not be negative"},
	{"negative extents, by an operand", "%x: tensor<2x3xf32>, %n: tensor<2xi32>", "%r = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1", "--input=2xi32=[-3,-2]"},
		"in.mlir:2:6: error: 'tg.dynamic_reshape' op is told that dimension 0 has the extent -3, which must not be negative"},
	{"extents beyond counting", "%x: tensor<2x3xf32>", `%n = stablehlo.constant dense<[9223372036854775807, 9223372036854775807]> : tensor<2xi64>
%r = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>`,
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_reshape' op is told the shape [9223372036854775807, 9223372036854775807], which has more elements than can be counted"},
	{"extents beyond counting, by an operand", "%x: tensor<2x3xf32>, %n: tensor<2xi64>", "%r = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1", "--input=2xi64=[9223372036854775807,9223372036854775807]"},
		"in.mlir:2:6: error: 'tg.dynamic_reshape' op is told the shape [9223372036854775807, 9223372036854775807], which has more elements than can be counted"},
	{"a negative extent of iota", "", `%n = stablehlo.constant dense<[-3]> : tensor<1xi32>
%r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>`,
		"tensor<?xi32>", nil,
		"in.mlir:3:6: error: 'tg.dynamic_iota' op is told that dimension 0 has the extent -3, which must not be negative"},
	{"a negative extent of iota, by an operand", "%n: tensor<1xi32>", "%r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>",
		"tensor<?xi32>", []string{"--input=1xi32=[-3]"},
		"in.mlir:2:6: error: 'tg.dynamic_iota' op is told that dimension 0 has the extent -3, which must not be negative"},
	{"an iota beyond counting", "", `%n = stablehlo.constant dense<[9223372036854775807, 9223372036854775807]> : tensor<2xi64>
%r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x?xi32>`,
		"tensor<?x?xi32>", nil,
		"in.mlir:3:6: error: 'tg.dynamic_iota' op is told the shape [9223372036854775807, 9223372036854775807], which has more elements than can be counted"},
	{"an iota beyond counting, by an operand", "%n: tensor<2xi64>", "%r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x?xi32>",
		"tensor<?x?xi32>", []string{"--input=2xi64=[9223372036854775807,9223372036854775807]"},
		"in.mlir:2:6: error: 'tg.dynamic_iota' op is told the shape [9223372036854775807, 9223372036854775807], which has more elements than can be counted"},
	{"an iota of another extent", "", `%n = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
%r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>`,
		"tensor<?x3xi32>", nil,
		"in.mlir:3:6: error: 'tg.dynamic_iota' op makes a result of type 'tensor<2x4xi32>' at run time, but its type is 'tensor<?x3xi32>'"},
	{"an iota of another extent, by an operand", "%n: tensor<2xi64>", "%r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>",
		"tensor<?x3xi32>", []string{"--input=2xi64=[2,4]"},
		"in.mlir:2:6: error: 'tg.dynamic_iota' op makes a result of type 'tensor<2x4xi32>' at run time, but its type is 'tensor<?x3xi32>'"},
	{"what does not broadcast", "%x: tensor<2x3xf32>", `%n = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>`,
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_broadcast' op dimension 1 of 'tensor<2x3xf32>' does not lie along dimension 1 of 'tensor<2x4xf32>': extent 3 must be 4 or 1"},
	{"what does not broadcast, by an operand", "%x: tensor<2x3xf32>, %n: tensor<2xi32>", "%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1", "--input=2xi32=[2,4]"},
		"in.mlir:2:6: error: 'tg.dynamic_broadcast' op dimension 1 of 'tensor<2x3xf32>' does not lie along dimension 1 of 'tensor<2x4xf32>': extent 3 must be 4 or 1"},
	{"a broadcast to a negative extent", "%x: tensor<1xf32>", `%n = stablehlo.constant dense<[-2, 4]> : tensor<2xi32>
%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<1xf32>, tensor<2xi32>) -> tensor<?x?xf32>`,
		"tensor<?x?xf32>", []string{"--input=1xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_broadcast' op is told that dimension 0 has the extent -2, which must not be negative"},
	{"a broadcast to a negative extent, by an operand", "%x: tensor<1xf32>, %n: tensor<2xi32>", "%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<1xf32>, tensor<2xi32>) -> tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=1xf32=1", "--input=2xi32=[-2,4]"},
		"in.mlir:2:6: error: 'tg.dynamic_broadcast' op is told that dimension 0 has the extent -2, which must not be negative"},
	{"a broadcast beyond counting", "%x: tensor<1xf32>", `%n = stablehlo.constant dense<[4611686018427387904, 4]> : tensor<2xi64>
%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<1xf32>, tensor<2xi64>) -> tensor<?x?xf32>`,
		"tensor<?x?xf32>", []string{"--input=1xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_broadcast' op is told the shape [4611686018427387904, 4], which has more elements than can be counted"},
	{"a broadcast beyond counting, by an operand", "%x: tensor<1xf32>, %n: tensor<2xi64>", "%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<1xf32>, tensor<2xi64>) -> tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=1xf32=1", "--input=2xi64=[4611686018427387904,4]"},
		"in.mlir:2:6: error: 'tg.dynamic_broadcast' op is told the shape [4611686018427387904, 4], which has more elements than can be counted"},
	{"what must not expand", "%x: tensor<1x3xf32>", `%n = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<1x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>`,
		"tensor<?x?xf32>", []string{"--input=1x3xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_broadcast' op is told that dimension 0 of 'tensor<1x3xf32>' does not expand, but the result has the extent 2 there"},
	{"what must not expand, by an operand", "%x: tensor<1x3xf32>, %n: tensor<2xi32>", "%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<1x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=1x3xf32=1", "--input=2xi32=[2,3]"},
		"in.mlir:2:6: error: 'tg.dynamic_broadcast' op is told that dimension 0 of 'tensor<1x3xf32>' does not expand, but the result has the extent 2 there"},
	{"what must expand", "%x: tensor<2x3xf32>", `%n = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>`,
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_broadcast' op is told that dimension 0 of 'tensor<2x3xf32>' expands to 2, but its extent is not 1"},
	{"what must expand, by an operand", "%x: tensor<2x3xf32>, %n: tensor<2xi32>", "%r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1", "--input=2xi32=[2,3]"},
		"in.mlir:2:6: error: 'tg.dynamic_broadcast' op is told that dimension 0 of 'tensor<2x3xf32>' expands to 2, but its extent is not 1"},
	{"padding beyond counting", "%x: tensor<3xf32>, %s: tensor<f32>", `%a = stablehlo.constant dense<[9223372036854775807]> : tensor<1xi64>
%b = stablehlo.constant dense<[9223372036854775807]> : tensor<1xi64>
%c = stablehlo.constant dense<[0]> : tensor<1xi64>
%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0"},
		"in.mlir:5:6: error: 'tg.dynamic_pad' op padding makes dimension 0 of 'tensor<3xf32>' larger than can be counted"},
	{"padding beyond counting, by operands", "%x: tensor<3xf32>, %s: tensor<f32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0", "--input=1xi64=9223372036854775807", "--input=1xi64=9223372036854775807", "--input=1xi64=0"},
		"in.mlir:2:6: error: 'tg.dynamic_pad' op padding makes dimension 0 of 'tensor<3xf32>' larger than can be counted"},
	{"padding between beyond counting", "%x: tensor<3xf32>, %s: tensor<f32>", `%a = stablehlo.constant dense<[0]> : tensor<1xi64>
%b = stablehlo.constant dense<[0]> : tensor<1xi64>
%c = stablehlo.constant dense<[9223372036854775807]> : tensor<1xi64>
%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0"},
		"in.mlir:5:6: error: 'tg.dynamic_pad' op padding makes dimension 0 of 'tensor<3xf32>' larger than can be counted"},
	{"padding between beyond counting, by operands", "%x: tensor<3xf32>, %s: tensor<f32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0", "--input=1xi64=0", "--input=1xi64=0", "--input=1xi64=9223372036854775807"},
		"in.mlir:2:6: error: 'tg.dynamic_pad' op padding makes dimension 0 of 'tensor<3xf32>' larger than can be counted"},
	{"padding that removes too much", "%x: tensor<3xf32>, %s: tensor<f32>", `%a = stablehlo.constant dense<[-2]> : tensor<1xi64>
%b = stablehlo.constant dense<[-2]> : tensor<1xi64>
%c = stablehlo.constant dense<[0]> : tensor<1xi64>
%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0"},
		"in.mlir:5:6: error: 'tg.dynamic_pad' op padding -2:-2 leaves dimension 0 of 'tensor<3xf32>' a negative extent of -1"},
	{"padding that removes too much, by operands", "%x: tensor<3xf32>, %s: tensor<f32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0", "--input=1xi64=-2", "--input=1xi64=-2", "--input=1xi64=0"},
		"in.mlir:2:6: error: 'tg.dynamic_pad' op padding -2:-2 leaves dimension 0 of 'tensor<3xf32>' a negative extent of -1"},
	{"negative padding between", "%x: tensor<3xf32>, %s: tensor<f32>", `%a = stablehlo.constant dense<[0]> : tensor<1xi64>
%b = stablehlo.constant dense<[0]> : tensor<1xi64>
%c = stablehlo.constant dense<[-1]> : tensor<1xi64>
%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0"},
		"in.mlir:5:6: error: 'tg.dynamic_pad' op interior padding of dimension 0 must not be negative, but is -1"},
	{"negative padding between, by operands", "%x: tensor<3xf32>, %s: tensor<f32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0", "--input=1xi64=0", "--input=1xi64=0", "--input=1xi64=-1"},
		"in.mlir:2:6: error: 'tg.dynamic_pad' op interior padding of dimension 0 must not be negative, but is -1"},
	{"padding of the least number", "%x: tensor<3xf32>, %s: tensor<f32>", `%a = stablehlo.constant dense<[-9223372036854775808]> : tensor<1xi64>
%b = stablehlo.constant dense<[0]> : tensor<1xi64>
%c = stablehlo.constant dense<[0]> : tensor<1xi64>
%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0"},
		"in.mlir:5:6: error: 'tg.dynamic_pad' op padding makes dimension 0 of 'tensor<3xf32>' larger than can be counted"},
	{"padding of the least number, by operands", "%x: tensor<3xf32>, %s: tensor<f32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.dynamic_pad %x, %s, %a, %b, %c : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=f32=0", "--input=1xi64=-9223372036854775808", "--input=1xi64=0", "--input=1xi64=0"},
		"in.mlir:2:6: error: 'tg.dynamic_pad' op padding makes dimension 0 of 'tensor<3xf32>' larger than can be counted"},
	{"a slice beyond the end", "%x: tensor<3xf32>", `%a = stablehlo.constant dense<[0]> : tensor<1xi64>
%b = stablehlo.constant dense<[7]> : tensor<1xi64>
%c = stablehlo.constant dense<[1]> : tensor<1xi64>
%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1"},
		"in.mlir:5:6: error: 'tg.real_dynamic_slice' op range 0:7 of dimension 0 ends beyond extent 3 of 'tensor<3xf32>'"},
	{"a slice beyond the end, by operands", "%x: tensor<3xf32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=1xi64=0", "--input=1xi64=7", "--input=1xi64=1"},
		"in.mlir:2:6: error: 'tg.real_dynamic_slice' op range 0:7 of dimension 0 ends beyond extent 3 of 'tensor<3xf32>'"},
	{"a slice that ends before it begins", "%x: tensor<3xf32>", `%a = stablehlo.constant dense<[2]> : tensor<1xi64>
%b = stablehlo.constant dense<[1]> : tensor<1xi64>
%c = stablehlo.constant dense<[1]> : tensor<1xi64>
%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1"},
		"in.mlir:5:6: error: 'tg.real_dynamic_slice' op range 2:1 of dimension 0 must begin at 0 or more and not end before it begins"},
	{"a slice that ends before it begins, by operands", "%x: tensor<3xf32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=1xi64=2", "--input=1xi64=1", "--input=1xi64=1"},
		"in.mlir:2:6: error: 'tg.real_dynamic_slice' op range 2:1 of dimension 0 must begin at 0 or more and not end before it begins"},
	{"a slice without step", "%x: tensor<3xf32>", `%a = stablehlo.constant dense<[0]> : tensor<1xi64>
%b = stablehlo.constant dense<[2]> : tensor<1xi64>
%c = stablehlo.constant dense<[0]> : tensor<1xi64>
%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1"},
		"in.mlir:5:6: error: 'tg.real_dynamic_slice' op stride of dimension 0 must be positive, but is 0"},
	{"a slice without step, by operands", "%x: tensor<3xf32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=1xi64=0", "--input=1xi64=2", "--input=1xi64=0"},
		"in.mlir:2:6: error: 'tg.real_dynamic_slice' op stride of dimension 0 must be positive, but is 0"},
	{"a slice before the beginning", "%x: tensor<3xf32>", `%a = stablehlo.constant dense<[-1]> : tensor<1xi64>
%b = stablehlo.constant dense<[2]> : tensor<1xi64>
%c = stablehlo.constant dense<[1]> : tensor<1xi64>
%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1"},
		"in.mlir:5:6: error: 'tg.real_dynamic_slice' op range -1:2 of dimension 0 must begin at 0 or more and not end before it begins"},
	{"a slice before the beginning, by operands", "%x: tensor<3xf32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=1xi64=-1", "--input=1xi64=2", "--input=1xi64=1"},
		"in.mlir:2:6: error: 'tg.real_dynamic_slice' op range -1:2 of dimension 0 must begin at 0 or more and not end before it begins"},
	{"a slice of extremes", "%x: tensor<3xf32>", `%a = stablehlo.constant dense<[-9223372036854775808]> : tensor<1xi64>
%b = stablehlo.constant dense<[9223372036854775807]> : tensor<1xi64>
%c = stablehlo.constant dense<[9223372036854775807]> : tensor<1xi64>
%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=3xf32=1"},
		"in.mlir:5:6: error: 'tg.real_dynamic_slice' op range -9223372036854775808:9223372036854775807 of dimension 0 must begin at 0 or more and not end before it begins"},
	{"a slice of extremes, by operands", "%x: tensor<3xf32>, %a: tensor<1xi64>, %b: tensor<1xi64>, %c: tensor<1xi64>", "%r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=3xf32=1", "--input=1xi64=-9223372036854775808", "--input=1xi64=9223372036854775807", "--input=1xi64=9223372036854775807"},
		"in.mlir:2:6: error: 'tg.real_dynamic_slice' op range -9223372036854775808:9223372036854775807 of dimension 0 must begin at 0 or more and not end before it begins"},
	{"slices larger than the operand", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>", `%n = stablehlo.constant dense<[1, 9]> : tensor<2xi32>
%r = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>`,
		"tensor<3x?xf32>", []string{"--input=4x8xf32=1", "--input=3x1xi32=0"},
		"in.mlir:3:6: error: 'stablehlo.dynamic_gather' op cannot gather slices of size 9 from dimension 1 of 'tensor<4x8xf32>'"},
	{"slices larger than the operand, by an operand", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %n: tensor<2xi32>", `%r = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>`,
		"tensor<3x?xf32>", []string{"--input=4x8xf32=1", "--input=3x1xi32=0", "--input=2xi32=[1,9]"},
		"in.mlir:2:6: error: 'tg.dynamic_gather' op slice size 9 of dimension 1 must be from 0 to the extent 8 of 'tensor<4x8xf32>'"},
	{"slices of a negative size", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>", `%n = stablehlo.constant dense<[1, -1]> : tensor<2xi32>
%r = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>`,
		"tensor<3x?xf32>", []string{"--input=4x8xf32=1", "--input=3x1xi32=0"},
		"in.mlir:3:6: error: 'stablehlo.dynamic_gather' op cannot gather slices of size -1 from dimension 1 of 'tensor<4x8xf32>'"},
	{"slices of a negative size, by an operand", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %n: tensor<2xi32>", `%r = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>`,
		"tensor<3x?xf32>", []string{"--input=4x8xf32=1", "--input=3x1xi32=0", "--input=2xi32=[1,-1]"},
		"in.mlir:2:6: error: 'tg.dynamic_gather' op slice size -1 of dimension 1 must be from 0 to the extent 8 of 'tensor<4x8xf32>'"},
	{"a convolution padded beyond counting", "%x: tensor<1x5x4xf32>, %w: tensor<2x4x6xf32>", `%n = stablehlo.constant dense<[[9223372036854775807, 9223372036854775807]]> : tensor<1x2xi64>
%r = "stablehlo.dynamic_conv"(%x, %w, %n) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>, tensor<1x2xi64>) -> tensor<1x?x6xf32>`,
		"tensor<1x?x6xf32>", []string{"--input=1x5x4xf32=1", "--input=2x4x6xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_conv' op dimension 1 of input 'tensor<1x5x4xf32>': the padded input or the window is larger than can be counted"},
	{"a convolution padded beyond counting, by an operand", "%x: tensor<1x5x4xf32>, %w: tensor<2x4x6xf32>, %n: tensor<1x2xi64>", `%r = "stablehlo.dynamic_conv"(%x, %w, %n) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>, tensor<1x2xi64>) -> tensor<1x?x6xf32>`,
		"tensor<1x?x6xf32>", []string{"--input=1x5x4xf32=1", "--input=2x4x6xf32=1", "--input=1x2xi64=[[9223372036854775807,9223372036854775807]]"},
		"in.mlir:2:6: error: 'tg.dynamic_conv' op dimension 1 of input 'tensor<1x5x4xf32>': the padded input or the window is larger than can be counted"},
	{"a convolution padded to less than nothing", "%x: tensor<1x5x4xf32>, %w: tensor<2x4x6xf32>", `%n = stablehlo.constant dense<[[-9, 0]]> : tensor<1x2xi64>
%r = "stablehlo.dynamic_conv"(%x, %w, %n) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>, tensor<1x2xi64>) -> tensor<1x?x6xf32>`,
		"tensor<1x?x6xf32>", []string{"--input=1x5x4xf32=1", "--input=2x4x6xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_conv' op dimension 1 of input 'tensor<1x5x4xf32>': padding -9:0 leaves a negative extent of -4"},
	{"a convolution padded to less than nothing, by an operand", "%x: tensor<1x5x4xf32>, %w: tensor<2x4x6xf32>, %n: tensor<1x2xi64>", `%r = "stablehlo.dynamic_conv"(%x, %w, %n) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>, tensor<1x2xi64>) -> tensor<1x?x6xf32>`,
		"tensor<1x?x6xf32>", []string{"--input=1x5x4xf32=1", "--input=2x4x6xf32=1", "--input=1x2xi64=[[-9,0]]"},
		"in.mlir:2:6: error: 'tg.dynamic_conv' op dimension 1 of input 'tensor<1x5x4xf32>': padding -9:0 leaves a negative extent of -4"},
	{"a convolution of another extent", "%x: tensor<1x5x4xf32>, %w: tensor<2x4x6xf32>", `%n = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
%r = "stablehlo.dynamic_conv"(%x, %w, %n) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>, tensor<1x2xi64>) -> tensor<1x4x6xf32>`,
		"tensor<1x4x6xf32>", []string{"--input=1x5x4xf32=1", "--input=2x4x6xf32=1"},
		"in.mlir:3:6: error: 'tg.dynamic_conv' op makes a result of type 'tensor<1x5x6xf32>' at run time, but its type is 'tensor<1x4x6xf32>'"},
	{"a convolution of another extent, by an operand", "%x: tensor<1x5x4xf32>, %w: tensor<2x4x6xf32>, %n: tensor<1x2xi64>", `%r = "stablehlo.dynamic_conv"(%x, %w, %n) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<1x5x4xf32>, tensor<2x4x6xf32>, tensor<1x2xi64>) -> tensor<1x4x6xf32>`,
		"tensor<1x4x6xf32>", []string{"--input=1x5x4xf32=1", "--input=2x4x6xf32=1", "--input=1x2xi64=[[1,0]]"},
		"in.mlir:2:6: error: 'tg.dynamic_conv' op makes a result of type 'tensor<1x5x6xf32>' at run time, but its type is 'tensor<1x4x6xf32>'"},
	{"a dimension that becomes longer", "%x: tensor<2x3xf32>", `%n = stablehlo.constant dense<3> : tensor<i32>
%r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>>`,
		"tensor<?x3xf32, #stablehlo.bounds<2, ?>>", []string{"--input=2x3xf32=1"},
		"in.mlir:3:6: error: 'tg.set_dim' op is told that dimension 0 of 'tensor<2x3xf32>' has the extent 3, which must be from 0 to 2"},
	{"a dimension that becomes longer, by an operand", "%x: tensor<2x3xf32>, %n: tensor<i32>", "%r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>>",
		"tensor<?x3xf32, #stablehlo.bounds<2, ?>>", []string{"--input=2x3xf32=1", "--input=i32=3"},
		"in.mlir:2:6: error: 'tg.set_dim' op is told that dimension 0 of 'tensor<2x3xf32>' has the extent 3, which must be from 0 to 2"},
	{"a dimension that becomes less than nothing", "%x: tensor<2x3xf32>", `%n = stablehlo.constant dense<-1> : tensor<i32>
%r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>>`,
		"tensor<?x3xf32, #stablehlo.bounds<2, ?>>", []string{"--input=2x3xf32=1"},
		"in.mlir:3:6: error: 'tg.set_dim' op is told that dimension 0 of 'tensor<2x3xf32>' has the extent -1, which must be from 0 to 2"},
	{"a dimension that becomes less than nothing, by an operand", "%x: tensor<2x3xf32>, %n: tensor<i32>", "%r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>>",
		"tensor<?x3xf32, #stablehlo.bounds<2, ?>>", []string{"--input=2x3xf32=1", "--input=i32=-1"},
		"in.mlir:2:6: error: 'tg.set_dim' op is told that dimension 0 of 'tensor<2x3xf32>' has the extent -1, which must be from 0 to 2"},
	{"operands of two shapes", "%x: tensor<?xf32>, %y: tensor<?xf32>", "%r = stablehlo.add %x, %y : tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=2xf32=1", "--input=3xf32=1"},
		"in.mlir:2:6: error: 'tg.add' op operands do not broadcast: dimension 0 of operand #0 ('tensor<2xf32>') is 2, dimension 0 of operand #1 ('tensor<3xf32>') is 3; extents must be equal, or one of them 1"},
	{"contracted dimensions that differ", "%x: tensor<2x?xf32>, %y: tensor<?x4xf32>", "%r = stablehlo.dot %x, %y : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>",
		"tensor<2x4xf32>", []string{"--input=2x3xf32=1", "--input=5x4xf32=1"},
		"in.mlir:2:6: error: 'tg.matmul' op inner dimensions differ: dimension 1 of lhs ('tensor<2x3xf32>') is 3, dimension 0 of rhs ('tensor<5x4xf32>') is 5"},
	{"concatenated rows that differ", "%x: tensor<?x3xf32>, %y: tensor<?x?xf32>", "%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x3xf32>",
		"tensor<?x3xf32>", []string{"--input=2x3xf32=1", "--input=2x4xf32=1"},
		"in.mlir:2:6: error: 'tg.concat' op operands may differ in dimension 0 only, but dimension 1 is 3 in operand #0 ('tensor<2x3xf32>') and 4 in operand #1 ('tensor<2x4xf32>')"},
	{"a predicate of another shape", "%p: tensor<?xi1>, %x: tensor<?xf32>", "%r = stablehlo.select %p, %x, %x : tensor<?xi1>, tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=2xi1=true", "--input=3xf32=1"},
		"in.mlir:2:6: error: 'tg.select' op operands do not broadcast: dimension 0 of operand #0 ('tensor<2xi1>') is 2, dimension 0 of operand #1 ('tensor<3xf32>') is 3; extents must be equal, or one of them 1"},
	{"limits of another shape", "%p: tensor<?xf32>, %x: tensor<?xf32>", "%r = stablehlo.clamp %p, %x, %p : tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=2xf32=1", "--input=3xf32=1"},
		"in.mlir:2:6: error: 'tg.clamp' op operands do not broadcast: dimension 0 of operand #0 ('tensor<2xf32>') is 2, dimension 0 of operand #1 ('tensor<3xf32>') is 3; extents must be equal, or one of them 1"},
	{"a matrix that is not square", "%x: tensor<?x?xf32>", "%r = stablehlo.cholesky %x, lower = true : tensor<?x?xf32>",
		"tensor<?x?xf32>", []string{"--input=2x3xf32=1"},
		"in.mlir:2:6: error: 'tg.cholesky' op the matrices of a must be square, but it is 'tensor<2x3xf32>'"},
	{"a transform of another length", "%x: tensor<?xcomplex<f32>>", "%r = stablehlo.fft %x, type = FFT, length = [4] : (tensor<?xcomplex<f32>>) -> tensor<4xcomplex<f32>>",
		"tensor<4xcomplex<f32>>", []string{"--input=3xcomplex<f32>=(1,0)"},
		"in.mlir:2:6: error: 'tg.fft' op operand 'tensor<3xcomplex<f32>>': dimension 0 has 3 elements, but a transform of length 4 takes 4"},
	{"a slice of too little", "%x: tensor<?xf32>", "%r = stablehlo.slice %x [0:4] : (tensor<?xf32>) -> tensor<4xf32>",
		"tensor<4xf32>", []string{"--input=3xf32=1"},
		"in.mlir:2:6: error: 'tg.slice' op range 0:4 of dimension 0 ends beyond extent 3 of 'tensor<3xf32>'"},
	{"an update that is too large", "%x: tensor<?xf32>, %y: tensor<?xf32>, %i: tensor<i32>", "%r = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"--input=2xf32=1", "--input=3xf32=1", "--input=i32=0"},
		"in.mlir:2:6: error: 'tg.dynamic_update_slice' op dimension 0 of update 'tensor<3xf32>' is larger than that of 'tensor<2xf32>': 3 exceeds 2"},
	{"a box that is too large", "%x: tensor<?xf32>, %i: tensor<i32>", "%r = stablehlo.dynamic_slice %x, %i, sizes = [4] : (tensor<?xf32>, tensor<i32>) -> tensor<4xf32>",
		"tensor<4xf32>", []string{"--input=2xf32=1", "--input=i32=0"},
		"in.mlir:2:6: error: 'tg.dynamic_slice' op size 4 of dimension 0 must be from 0 to the extent 2 of 'tensor<2xf32>'"},
	{"sorted inputs of two shapes", "%x: tensor<?xf32>, %y: tensor<?xi32>", `%both:2 = "stablehlo.sort"(%x, %y) ({
^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
%p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %p : tensor<i1>
}) {dimension = 0 : i64} : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
%i = stablehlo.convert %both#1 : (tensor<?xi32>) -> tensor<?xf32>
%r = stablehlo.add %both#0, %i : tensor<?xf32>`,
		"tensor<?xf32>", []string{"--input=2xf32=1", "--input=3xi32=1"},
		"in.mlir:2:11: error: 'tg.sort' op operands must have one shape, but operand #0 is 'tensor<2xf32>' and operand #1 is 'tensor<3xi32>'"},
	{"iota of more elements than can be counted", "", "%r = stablehlo.iota dim = 0 : tensor<9223372036854775807x9223372036854775807xi32>",
		"tensor<9223372036854775807x9223372036854775807xi32>", nil,
		"in.mlir:2:6: error: 'tg.iota' op result #0 of type 'tensor<9223372036854775807x9223372036854775807xi32>' is too large: shape 9223372036854775807x9223372036854775807 has more elements than an int can count"},
	{"broadcast to more elements than can be counted", "%x: tensor<f32>", "%r = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<4294967296x4294967296xf32>",
		"tensor<4294967296x4294967296xf32>", []string{"--input=f32=0"},
		"in.mlir:2:6: error: 'tg.broadcast' op result #0 of type 'tensor<4294967296x4294967296xf32>' is too large: shape 4294967296x4294967296 has more elements than an int can count"},
	{"broadcast to more bytes than can be counted", "%x: tensor<f64>", "%r = stablehlo.broadcast %x, sizes = [2305843009213693952] : (tensor<f64>) -> tensor<2305843009213693952xf64>",
		"tensor<2305843009213693952xf64>", []string{"--input=f64=0"},
		"in.mlir:2:6: error: 'tg.broadcast' op result #0 of type 'tensor<2305843009213693952xf64>' is too large: tensor 2305843009213693952xf64 has more bytes than an int can count"},
	{"padding to more bytes than there are", "%x: tensor<3xf32>, %s: tensor<f32>", "%r = stablehlo.pad %x, %s, low = [2305843009213693952], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<2305843009213693955xf32>",
		"tensor<2305843009213693955xf32>", []string{"--input=3xf32=1", "--input=f32=0"},
		"in.mlir:2:6: error: 'tg.pad' op result #0 of type 'tensor<2305843009213693955xf32>' is too large: tensor 2305843009213693955xf32 has more bytes than an int can count"},
	{"a scan of more places than there is memory for", "%x: tensor<f32>", `%r, %q = chlo.scan() inits (%x) dimension=0 attributes {scan_dim_size = 9223372036854775807 : i64} {
^bb0(%a: tensor<f32>):
stablehlo.return %a, %a : tensor<f32>, tensor<f32>
} : (tensor<f32>) -> (tensor<9223372036854775807xf32>, tensor<f32>)`,
		"tensor<9223372036854775807xf32>", []string{"--input=f32=0"},
		"in.mlir:2:10: error: 'tg.broadcast' op result #0 of type 'tensor<9223372036854775807xf32>' is too large: tensor 9223372036854775807xf32 has more bytes than an int can count"},
	{"a product of more elements than can be counted", "%x: tensor<f32>", `%a = stablehlo.broadcast %x, sizes = [4294967296, 1] : (tensor<f32>) -> tensor<4294967296x1xf32>
%b = stablehlo.broadcast %x, sizes = [1, 4294967296] : (tensor<f32>) -> tensor<1x4294967296xf32>
%r = stablehlo.dot %a, %b : (tensor<4294967296x1xf32>, tensor<1x4294967296xf32>) -> tensor<4294967296x4294967296xf32>`,
		"tensor<4294967296x4294967296xf32>", []string{"--input=f32=0"},
		"in.mlir:2:6: error: 'tg.broadcast' op needs 16.0 GiB of memory, but the limit is 64.0 MiB"},
}
