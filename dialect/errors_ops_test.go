package dialect_test

import (
	"slices"
	"strings"
	"testing"
)

// TestOpErrors: one ill-typed program for each rule of ops that are composed of others.
func TestOpErrors(t *testing.T) {
	const x, y, s = "%x: tensor<2x3xf32>", "%y: tensor<3x4xf32>", "%s: tensor<f32>"
	einsum := func(config, result string) string {
		return `%0 = stablehlo.einsum %x, %y, config = "` + config + `" : (tensor<2x3xf32>, tensor<3x4xf32>) -> ` + result
	}
	mapped := func(operands, attrs, params, result, types string) string {
		return `%0 = "stablehlo.map"(` + operands + `) <{` + attrs + `}> ({` + "\n^bb0(" + params + "):\n" + result + "\n}) : " + types
	}
	const dims, body = "dimensions = array<i64: 0, 1>", "stablehlo.return %a : tensor<f32>"
	rng := func(a, kind, to string) string {
		return "%0 = stablehlo.rng " + a + ", " + a + ", %n, distribution = " + kind + " : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> " + to
	}
	bits := func(algorithm, from, to string) string {
		return "%0:2 = stablehlo.rng_bit_generator %x, algorithm = " + algorithm + " : (" + from + ") -> (" + to + ", tensor<4xui32>)"
	}
	for _, test := range []struct{ name, args, text, want string }{
		{"einsum terms", x + ", " + y, einsum("ab->ab", "tensor<2x3xf32>"), "requires a configuration with labels for 2 operands and, after '->', for the result, but got \"ab->ab\""},
		{"einsum arrow", x + ", " + y, einsum("ab,bc", "tensor<2x4xf32>"), "requires a configuration with labels for 2 operands"},
		{"einsum rank", x + ", " + y, einsum("abc,bc->ac", "tensor<2x4xf32>"), "requires a label for each dimension of operand #0, which is 'tensor<2x3xf32>', but got \"abc\""},
		{"einsum letters", x + ", " + y, einsum("a1,1c->ac", "tensor<2x4xf32>"), "requires letters, and at most one '...', as labels, but got \"1\""},
		{"einsum extents", x + ", " + y, einsum("ab,ac->bc", "tensor<3x4xf32>"), "requires one extent for each label, but 'a' has 2 and 3"},
		{"einsum unknown", x + ", " + y, einsum("ab,bc->ad", "tensor<2x4xf32>"), "requires each label of the result to be one of an operand, but 'd' is not"},
		{"einsum twice", x + ", " + y, einsum("ab,bc->aa", "tensor<2x2xf32>"), "requires the labels of the result to be different, but 'a' is given twice"},
		{"einsum result", x + ", " + y, einsum("ab,bc->ac", "tensor<4x2xf32>"), "makes a result of type 'tensor<2x4xf32>', but its type is 'tensor<4x2xf32>'"},
		{"einsum two ellipses", x + ", " + y, einsum("......,bc->bc", "tensor<3x4xf32>"), "requires letters, and at most one '...'"},
		{"unary einsum element type", x, `%0 = stablehlo.unary_einsum %x, config = "ab->b" : (tensor<2x3xf32>) -> tensor<3xf64>`, "cannot change the element type from 'f32' to 'f64'"},
		{"broadcast size", x, "%0 = stablehlo.broadcast %x, sizes = [-1] : (tensor<2x3xf32>) -> tensor<2x3xf32>", "requires broadcast_sizes that are not negative, but number 0 is -1"},
		{"broadcast result", x, "%0 = stablehlo.broadcast %x, sizes = [2] : (tensor<2x3xf32>) -> tensor<2x3xf32>", "inferred type(s) 'tensor<2x2x3xf32>' are incompatible"},
		{"map without inputs", "", mapped("", dims, "", "stablehlo.return", "() -> tensor<f32>"), "requires at least one input"},
		{"map shapes", x + ", " + y, mapped("%x, %y", dims, "%a: tensor<f32>, %b: tensor<f32>", body, "(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>"), "requires inputs of one shape, but got 'tensor<2x3xf32>' and 'tensor<3x4xf32>'"},
		{"map dimensions", x, mapped("%x", "dimensions = array<i64: 0>", "%a: tensor<f32>", body, "(tensor<2x3xf32>) -> tensor<2x3xf32>"), "dimensions must have one entry per dimension, which are 2, but has 1"},
		{"map order", x, mapped("%x", "dimensions = array<i64: 1, 0>", "%a: tensor<f32>", body, "(tensor<2x3xf32>) -> tensor<2x3xf32>"), "requires dimensions in order, but number 0 is 1"},
		{"map argument", x, mapped("%x", dims, "%a: tensor<f64>", "stablehlo.return %a : tensor<f64>", "(tensor<2x3xf32>) -> tensor<2x3xf64>"), "requires argument #0 of the computation to have type 'tensor<f32>', but it has 'tensor<f64>'"},
		{"map value", x, mapped("%x", dims, "%a: tensor<f32>", body, "(tensor<2x3xf32>) -> tensor<2x3xf64>"), "requires value #0 that the computation returns to have type 'tensor<f64>', but it has 'tensor<f32>'"},
		{"map result", x, mapped("%x", dims, "%a: tensor<f32>", body, "(tensor<2x3xf32>) -> tensor<3x2xf32>"), "makes a result of type 'tensor<2x3xf32>', but its type is 'tensor<3x2xf32>'"},
		{"tuple type", x, `%0 = stablehlo.tuple %x : tensor<2x3xf32>`, "expected a tuple type, but got 'tensor<2x3xf32>'"},
		{"tuple elements", x, `%0 = "stablehlo.tuple"(%x) : (tensor<2x3xf32>) -> tuple<tensor<f32>>`, "inferred type(s) 'tuple<tensor<2x3xf32>>' are incompatible"},
		{"tuple of scalars", "%x: i32", `%0 = "stablehlo.tuple"(%x) : (i32) -> tuple<i32>`, "operand #0 must be ranked tensor of any type values, a tuple or a token, but got 'i32'"},
		{"element of no tuple", s, `%0 = stablehlo.get_tuple_element %s[0] : (tensor<f32>) -> tensor<f32>`, "operand #0 must be tuple, but got 'tensor<f32>'"},
		{"element number", "%x: tuple<tensor<f32>>", `%0 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<f32>>) -> tensor<f32>`, "requires an index of one of the 1 elements of 'tuple<tensor<f32>>', but got 1"},
		{"element type", "%x: tuple<tensor<f32>>", `%0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<f32>>) -> tensor<i32>`, "inferred type(s) 'tensor<f32>' are incompatible"},
		{"after_all", s, `%0 = "stablehlo.after_all"(%s) : (tensor<f32>) -> !stablehlo.token`, "operand #0 must be token, but got 'tensor<f32>'"},
		{"create_token", "", `%0 = stablehlo.create_token : tensor<f32>`, "result #0 must be token, but got 'tensor<f32>'"},
		{"normal integers", "%x: tensor<i32>, %n: tensor<1xi64>", rng("%x", "NORMAL", "tensor<4xi32>"), "requires a result of floats for NORMAL, but got 'tensor<4xi32>'"},
		{"rng element types", "%x: tensor<i32>, %n: tensor<1xi64>", rng("%x", "UNIFORM", "tensor<4xi8>"), "requires parameters with the element type of the result 'i8', but got 'i32'"},
		{"rng shape", "%x: tensor<i32>, %n: tensor<1xi64>", rng("%x", "UNIFORM", "tensor<4x4xi32>"), "requires a shape of 2 extents, but got 'tensor<1xi64>'"},
		{"states", "%x: tensor<2xui64>", bits("PHILOX", "tensor<2xui64>", "tensor<3xui64>"), "requires states of one type, but got 'tensor<2xui64>' and 'tensor<3xui64>'"},
		{"state of three_fry", "%x: tensor<3xui64>", bits("THREE_FRY", "tensor<3xui64>", "tensor<3xui64>"), "requires a state of rank 1 with two words of 64 bits for THREE_FRY, but got 'tensor<3xui64>'"},
		{"state of philox", "%x: tensor<5xui32>", bits("PHILOX", "tensor<5xui32>", "tensor<5xui32>"), "requires a state of rank 1 with two or three words of 64 bits for PHILOX, but got 'tensor<5xui32>'"},
		{"rank of a state", "%x: tensor<1x2xui64>", bits("DEFAULT", "tensor<1x2xui64>", "tensor<1x2xui64>"), "requires a state of rank 1 with two or three words of 64 bits for DEFAULT, but got 'tensor<1x2xui64>'"},
		{"window dimensions", x + ", " + s, windowed("window_dimensions = array<i64>", "tensor<2x3xf32>"), "window_dimensions must have one entry per dimension, which are 2, but has 0"},
		{"ULPs", x, `"check.expect_close"(%x, %x) {max_ulp_difference = 3 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()`, "attribute 'max_ulp_difference' failed to satisfy constraint: 64-bit unsigned integer attribute"},
		{"negative ULPs", x, `check.expect_close %x, %x, max_ulp_difference = -1 : tensor<2x3xf32>, tensor<2x3xf32>`, "negative integer literal not valid for unsigned integer type"},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, "func.func @f("+test.args+") {\n"+test.text+"\nreturn\n}", test.want)
		})
	}
}

// TestCompareTypes: each element type has the orders that the specification gives it.
func TestCompareTypes(t *testing.T) {
	orders := []string{"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "NOTYPE"}
	for elem, legal := range map[string]string{
		"i1": "UNSIGNED NOTYPE", "i8": "SIGNED NOTYPE", "i64": "SIGNED NOTYPE", "ui8": "UNSIGNED NOTYPE", "ui32": "UNSIGNED NOTYPE", "index": "SIGNED NOTYPE",
		"f16": "FLOAT TOTALORDER NOTYPE", "bf16": "FLOAT TOTALORDER NOTYPE", "f64": "FLOAT TOTALORDER NOTYPE", "f8E4M3FN": "FLOAT TOTALORDER NOTYPE", "complex<f32>": "FLOAT NOTYPE",
	} {
		for _, order := range orders {
			typ := "tensor<2x" + elem + ">"
			text := "func.func @f(%x: " + typ + ") {\n%0 = stablehlo.compare EQ, %x, %x, " + order + " : (" + typ + ", " + typ + ") -> tensor<2xi1>\nreturn\n}"
			if _, err := read(text); (err == nil) != slices.Contains(strings.Fields(legal), order) {
				t.Errorf("%s of %s: %v", order, elem, err)
			}
		}
	}
}
