package dialect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCHLOText reads spellings of ops that exporters use and expects the one that is
// printed.
func TestCHLOText(t *testing.T) {
	const x, y = "%x: tensor<2x3xf32>", "%y: tensor<3xf32>"
	for _, test := range []struct{ name, args, text, want string }{
		{"broadcasting with dimensions", x + ", " + y, `%0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>`,
			`%0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>`},
		{"dimensions as elements", x + ", " + y, `%0 = "chlo.broadcast_add"(%x, %y) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>`,
			`%0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>`},
		{"unranked", "%x: tensor<*xf32>, " + y, `%0 = chlo.broadcast_add %x, %y : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>`, `%0 = chlo.broadcast_add %arg0, %arg1 : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>`},
		{"unranked function", "%x: tensor<*xf32>", `%0 = chlo.lgamma %x : tensor<*xf32> -> tensor<*xf32>`, `%0 = chlo.lgamma %arg0 : tensor<*xf32> -> tensor<*xf32>`},
		{"comparison", x + ", " + y, `%0 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction NE>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>`,
			`%0 = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction NE>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>`},
		{"complex numbers", x + ", " + y, `%0 = chlo.broadcast_complex %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>`, `%0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>`},
		{"functions of complex numbers", "%x: tensor<3xcomplex<f64>>", `%0 = chlo.acosh %x : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>`, `%0 = chlo.acosh %arg0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>`},
		{"less known results", x, `%0 = chlo.erf %x {a = 1 : i32} : tensor<2x3xf32> -> tensor<?x3xf32>`, `%0 = chlo.erf %arg0 {a = 1 : i32} : tensor<2x3xf32> -> tensor<?x3xf32>`},
		{"constant with attributes", "", `%0 = chlo.constant {a = 1 : i32} dense<true> : tensor<i1>`, `%0 = chlo.constant {a = 1 : i32} dense<true> : tensor<i1>`},
		{"top_k without blanks", x, `%0:2 = chlo.top_k(%x, k=2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)`, `%0:2 = chlo.top_k(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)`},
		{"scan without blanks", "%x: tensor<4xi32>, %i: tensor<i32>",
			"%0:2 = chlo.scan(%x) inits(%i) dimension=0 attributes {is_reverse = true, is_associative = true} {\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n  stablehlo.return %a, %b : tensor<i32>, tensor<i32>\n} : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)",
			"%0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {is_associative = true, is_reverse = true} {\n    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):\n      stablehlo.return %arg2, %arg3 : tensor<i32>, tensor<i32>\n    } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)"},
		{"scan in generic form", "%x: tensor<4xi32>",
			"%0 = \"chlo.scan\"(%x) <{dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 0>, resultSegmentSizes = array<i32: 1, 0>}> ({\n^bb0(%a: tensor<i32>):\n  stablehlo.return %a : tensor<i32>\n}) : (tensor<4xi32>) -> tensor<4xi32>",
			"%0 = chlo.scan(%arg0) inits () dimension=0 {\n    ^bb0(%arg1: tensor<i32>):\n      stablehlo.return %arg1 : tensor<i32>\n    } : (tensor<4xi32>) -> tensor<4xi32>"},
		{"ragged_dot with empty lists", "%x: tensor<11x5xf32>, %y: tensor<3x5x7xf32>, %s: tensor<3xi64>",
			`%0 = "chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGH>]} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>`,
			`%0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := sameText(t, "func.func @f("+test.args+") {\n"+test.text+"\nreturn\n}")
			_, body, _ := strings.Cut(got, "{\n    ")
			body, _, _ = strings.Cut(body, "\n    return")
			if body != test.want {
				t.Error(cmp.Diff(test.want, body))
			}
		})
	}
}

// ragged is a product in groups.
func ragged(dims, types, result string) string {
	return fmt.Sprintf(`%%0 = "chlo.ragged_dot"(%%x, %%y, %%s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<%s>} : (%s) -> %s`, dims, types, result)
}

// scanOf is a scan of %x from %i with a body of one line.
func scanOf(attrs, args, body, types string) string {
	return "%0:2 = chlo.scan(%x) inits (%i) dimension=" + attrs + " {\n^bb0(" + args + "):\n" + body + "\n} : " + types
}

// TestCHLOErrors: one program that each rule refuses.
// It is long because it is a table of cases.
func TestCHLOErrors(t *testing.T) {
	const (
		x, y    = "%x: tensor<2x3xf32>", "%y: tensor<4xf32>"
		dot     = "%x: tensor<11x5xf32>, %y: tensor<3x5x7xf32>, %s: tensor<3xi64>"
		types   = "tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>"
		usual   = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"
		scanned = "%x: tensor<2x3xf32>, %i: tensor<3xf32>"
		slices  = "%a: tensor<3xf32>, %b: tensor<3xf32>"
		passed  = "stablehlo.return %a, %b : tensor<3xf32>, tensor<3xf32>"
		sig     = "(tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)"
	)
	for _, test := range []struct{ name, args, text, want string }{
		{"integer function", "%x: tensor<2xi32>", `%0 = chlo.erf %x : tensor<2xi32> -> tensor<2xi32>`, "'chlo.erf' op operand #0 must be tensor of floating-point values, but got 'tensor<2xi32>'"},
		{"complex function", "%x: tensor<2xcomplex<f32>>", `%0 = chlo.lgamma %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>`, "operand #0 must be tensor of floating-point values"},
		{"integer trigonometry", "%x: tensor<2xi32>", `%0 = chlo.tan %x : tensor<2xi32> -> tensor<2xi32>`, "operand #0 must be tensor of floating-point or complex values"},
		{"result of a function", x, `%0 = chlo.tan %x : tensor<2x3xf32> -> tensor<3x2xf32>`, "inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>'"},
		{"result of a test", x, `%0 = "chlo.is_inf"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>`, "result #0 must be tensor of i1 values"},
		{"mulhi of floats", x, `%0 = chlo.mulhi %x, %x : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>`, "operand #0 must be tensor of integer values"},
		{"zeta of two shapes", x + ", " + y, `%0 = chlo.zeta %x, %y : tensor<2x3xf32>, tensor<4xf32> -> tensor<2x3xf32>`, "requires operands of one type, but got 'tensor<2x3xf32>' and 'tensor<4xf32>'"},
		{"extents", x + ", " + y, `%0 = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>`, "requires operands that broadcast: extents 3 and 4 differ, and none is 1, in 'tensor<2x3xf32>' and 'tensor<4xf32>'"},
		{"elements", x + ", %i: tensor<3xi32>", `%0 = chlo.broadcast_add %x, %i : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x3xf32>`, "requires operands of one element type, but got 'tensor<2x3xf32>' and 'tensor<3xi32>'"},
		{"broadcast result", x, `%0 = chlo.broadcast_add %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>`, "inferred type(s) 'tensor<2x3xf32>' are incompatible"},
		{"number of dimensions", x + ", " + y, `%0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>`, "requires broadcast_dimensions with one entry per dimension of 'tensor<4xf32>', but got 2"},
		{"no dimension", x + ", " + y, `%0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>`, "requires broadcast_dimensions of dimensions of 'tensor<2x3xf32>', but one is 2"},
		{"order of dimensions", x, `%0 = chlo.broadcast_add %x, %x {broadcast_dimensions = array<i64: 1, 0>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`, "requires broadcast_dimensions in ascending order, but 0 follows 1"},
		{"bits of floats", x, `%0 = chlo.broadcast_and %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`, "operand #0 must be tensor of i1 or integer values"},
		{"zeta of integers", "%x: tensor<2xi32>", `%0 = chlo.broadcast_zeta %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>`, "operand #0 must be tensor of floating-point values"},
		{"parts of f16", "%x: tensor<2xf16>", `%0 = chlo.broadcast_complex %x, %x : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f16>>`, "requires parts of type f32 or f64, but got 'tensor<2xf16>'"},
		{"direction", x, `%0 = chlo.broadcast_compare %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`, "'chlo.broadcast_compare' op requires attribute 'comparison_direction'"},
		{"direction of another dialect", x, `%0 = chlo.broadcast_compare %x, %x {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`, "attribute 'comparison_direction' failed to satisfy constraint"},
		{"branches", x + ", %p: tensor<i1>, %i: tensor<2x3xi32>", `%0 = chlo.broadcast_select %p, %x, %i : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>`, "requires branches of one element type, but got 'tensor<2x3xf32>' and 'tensor<2x3xi32>'"},
		{"predicate", x, `%0 = chlo.broadcast_select %x, %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`, "operand #0 must be tensor of i1 values"},
		{"constant", "", `%0 = "chlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<3xi32>`, "inferred type(s) 'tensor<2xi32>' are incompatible"},
		{"constant_like of a tensor", x, `%0 = "chlo.constant_like"(%x) {value = dense<1.0> : tensor<f32>} : (tensor<2x3xf32>) -> tensor<2x3xf32>`, "requires a value that is one number"},
		{"constant_like result", x, `%0 = "chlo.constant_like"(%x) {value = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>`, "inferred type(s) 'tensor<2x3xi32>' are incompatible"},

		{"scan dimension", scanned, scanOf("2", slices, passed, sig), "requires inputs that have dimension 2, but input #0 is 'tensor<2x3xf32>'"},
		{"negative scan dimension", scanned, scanOf("-1", slices, passed, sig), "requires a dimension that is not negative, but got -1"},
		{"scan size", scanned, scanOf("0 attributes {scan_dim_size = 3 : i64}", slices, passed, sig), "requires inputs with 3 places along dimension 0, but input #0 is 'tensor<2x3xf32>'"},
		{"negative scan size", scanned, scanOf("0 attributes {scan_dim_size = -3 : i64}", slices, passed, sig), "requires a scan_dim_size that is not negative, but got -3"},
		{"scan arguments", scanned, scanOf("0", "%a: tensor<3xf32>", "stablehlo.return %a, %a : tensor<3xf32>, tensor<3xf32>", sig), "requires a body of one block with 2 arguments"},
		{"scan slice", scanned, scanOf("0", "%a: tensor<2xf32>, %b: tensor<3xf32>", "stablehlo.return %b, %b : tensor<3xf32>, tensor<3xf32>", sig), "requires argument #0 of the body to have type 'tensor<3xf32>', but it has 'tensor<2xf32>'"},
		{"scan init", "%x: tensor<2x3xf32>, %i: tensor<2xf32>", scanOf("0", slices, passed, "(tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)"), "requires argument #1 of the body to have type 'tensor<2xf32>', but it has 'tensor<3xf32>'"},
		{"scan values", scanned, scanOf("0", slices, "stablehlo.return %a : tensor<3xf32>", sig), "requires a body that ends with 'stablehlo.return' of 2 values"},
		{"scan carry", scanned, scanOf("0", slices, "%0 = stablehlo.slice %b [0:2] : (tensor<3xf32>) -> tensor<2xf32>\nstablehlo.return %a, %0 : tensor<3xf32>, tensor<2xf32>", sig), "requires value #1 of the body to have the type 'tensor<3xf32>' of its init value, but it has 'tensor<2xf32>'"},
		{"scan result", scanned, scanOf("0", slices, passed, "(tensor<2x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)"), "makes a result #0 of type 'tensor<2x3xf32>', but its type is 'tensor<4x3xf32>'"},
		{"scan of nothing", "%i: tensor<3xf32>", "%0 = chlo.scan() inits (%i) dimension=0 {\n^bb0(%b: tensor<3xf32>):\nstablehlo.return %b : tensor<3xf32>\n} : (tensor<3xf32>) -> tensor<3xf32>", "requires an input or an output"},
		{"scan results", scanned, "%0 = chlo.scan(%x) inits (%i, %i) dimension=0 {\n^bb0(" + slices + ", %c: tensor<3xf32>):\nstablehlo.return %b : tensor<3xf32>\n} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>", "expected a result type for each of 2 init values, but got 1"},
		{"scan segments", scanned, "%0 = \"chlo.scan\"(%x, %i) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 0>}> ({\n^bb0(" + slices + "):\nstablehlo.return %b : tensor<3xf32>\n}) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3xf32>", "requires a last result for each of 1 init values, but has 0"},
		{"scan output", "%i: tensor<f32>", "%0:2 = chlo.scan() inits (%i) dimension=1 {\n^bb0(%b: tensor<f32>):\nstablehlo.return %b, %b : tensor<f32>, tensor<f32>\n} : (tensor<f32>) -> (tensor<?xf32>, tensor<f32>)", "requires slices of outputs with dimensions around dimension 1, but value #0 of the body is 'tensor<f32>'"},
		{"scan of values around it", scanned, scanOf("0", slices, "%0 = stablehlo.add %a, %i : tensor<3xf32>\nstablehlo.return %0, %b : tensor<3xf32>, tensor<3xf32>", sig), "error: "},

		{"contracting extents", "%x: tensor<11x4xf32>, %y: tensor<3x5x7xf32>, %s: tensor<3xi64>", ragged(usual, "tensor<11x4xf32>, tensor<3x5x7xf32>, tensor<3xi64>", "tensor<11x7xf32>"), "cannot pair dimension 1 of 'tensor<11x4xf32>' with dimension 1 of 'tensor<3x5x7xf32>': they have 4 and 5 elements"},
		{"ragged dimensions", dot, ragged("lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]", types, "tensor<11x7xf32>"), "requires one ragged dimension of lhs, but got 2"},
		{"ragged dimension", dot, ragged("lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]", types, "tensor<11x7xf32>"), "requires a ragged dimension of lhs 'tensor<11x5xf32>', but got 2"},
		{"group dimensions", dot, ragged("lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]", types, "tensor<11x7xf32>"), "requires one group dimension of rhs where the ragged dimension is neither batching nor contracting, but got 0"},
		{"group dimension", dot, ragged("lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [3]", types, "tensor<11x7xf32>"), "requires a group dimension of rhs 'tensor<3x5x7xf32>', but got 3"},
		{"group dimension that is contracted", dot, ragged("lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]", types, "tensor<11x7xf32>"), "requires a group dimension of rhs that is neither batching nor contracting, but got 1"},
		{"group dimension of a contracted one", dot, ragged("lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]", types, "tensor<11x7xf32>"), "requires no group dimension of rhs where the ragged dimension is batching or contracting, but got 1"},
		{"groups", "%x: tensor<11x5xf32>, %y: tensor<3x5x7xf32>, %s: tensor<2xi64>", ragged(usual, "tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<2xi64>", "tensor<11x7xf32>"), "requires a slice of rhs for each of 2 groups, but dimension 0 of 'tensor<3x5x7xf32>' has 3"},
		{"shape of sizes", "%x: tensor<11x5xf32>, %y: tensor<3x5x7xf32>, %s: tensor<3x2xi64>", ragged(usual, "tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3x2xi64>", "tensor<11x7xf32>"), "requires group_sizes that are a list, or one for each index of shape [], but got 'tensor<3x2xi64>'"},
		{"sizes of rank 0", "%x: tensor<11x5xf32>, %y: tensor<3x5x7xf32>, %s: tensor<i64>", ragged(usual, "tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<i64>", "tensor<11x7xf32>"), "requires group_sizes that are a list, but got 'tensor<i64>'"},
		{"product", dot, ragged(usual, types, "tensor<11x8xf32>"), "makes a result of type 'tensor<11x7xf32>', but its type is 'tensor<11x8xf32>'"},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, "func.func @f("+test.args+") {\n"+test.text+"\nreturn\n}", test.want)
		})
	}
}
