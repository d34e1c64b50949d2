package dialect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStableHLOText reads every spelling of ops that exporters use and expects
// the one that is printed.
// It is long because it is a table of cases.
func TestStableHLOText(t *testing.T) {
	const x, y, p, s, i = "%x: tensor<2x3xf32>", "%y: tensor<3x4xf32>", "%p: tensor<i1>", "%s: tensor<f32>", "%i: tensor<i32>"
	for _, test := range []struct{ name, args, text, want string }{
		{"function type where one type would do", x, `%0 = stablehlo.abs %x : (tensor<2x3xf32>) -> tensor<2x3xf32>`, `%0 = stablehlo.abs %arg0 : tensor<2x3xf32>`},
		{"generic unary with attributes", x, `%0 = "stablehlo.tanh"(%x) {name = "t"} : (tensor<2x3xf32>) -> tensor<2x3xf32>`, `%0 = stablehlo.tanh %arg0 {name = "t"} : tensor<2x3xf32>`},
		{"dynamic extents", "%x: tensor<?xf32>, %y: tensor<4xf32>",
			`%0 = stablehlo.add %x, %y : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>`, `%0 = stablehlo.add %arg0, %arg1 : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>`},
		{"unranked", "%x: tensor<*xf32>", `%0 = stablehlo.abs %x : tensor<*xf32>`, `%0 = stablehlo.abs %arg0 : tensor<*xf32>`},
		{"compare with double blanks", x, `%0 = stablehlo.compare  LT, %x, %x,  FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`,
			`%0 = stablehlo.compare LT, %arg0, %arg0, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`},
		{"compare in old generic form", x, `%0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction GE>, mhlo.foo = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`,
			`%0 = stablehlo.compare GE, %arg0, %arg0 {mhlo.foo = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`},
		{"select with a scalar predicate", p + ", " + x, `%0 = "stablehlo.select"(%p, %x, %x) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`,
			`%0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<i1>, tensor<2x3xf32>`},
		{"select with dynamic branches", p + ", %a: tensor<?xf32>, %b: tensor<2xf32>", `%0 = stablehlo.select %p, %a, %b : (tensor<i1>, tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>`,
			`%0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>`},
		{"constant with attributes", "", `%0 = stablehlo.constant {attr = 1 : i32} dense<[-2, 4]> : tensor<2xi64>`, `%c = stablehlo.constant {attr = 1 : i32} dense<[-2, 4]> : tensor<2xi64>`},
		{"constant in GoMLX's spelling", "", `%0 = "stablehlo.constant"() { value = dense<1.0> : tensor<f32> } : () -> tensor<f32>`, `%cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>`},
		{"slice with dense attributes", x, `%0 = "stablehlo.slice"(%x) {limit_indices = dense<[2, 3]> : tensor<2xi64>, start_indices = dense<0> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<2x2xf32>`,
			`%0 = stablehlo.slice %arg0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>`},
		{"slice of a scalar", s, `%0 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>`, `%0 = stablehlo.slice %arg0 [] : (tensor<f32>) -> tensor<f32>`},
		{"transpose in old generic form", x, `%0 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>`,
			`%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>`},
		{"concatenate without the comma", x, `%0 = stablehlo.concatenate %x, %x dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>`,
			`%0 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>`},
		{"dynamic slice of a scalar", s, `%0 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>`, `%0 = stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>`},
		{"dot with one precision", x + ", " + y, `%0 = stablehlo.dot %x, %y, precision = [DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`,
			`%0 = stablehlo.dot %arg0, %arg1, precision = [DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`},
		{"dot_general in GoMLX's spelling", x + ", " + y,
			"%0 = \"stablehlo.dot_general\"(%x, %y) { dot_dimension_numbers = #stablehlo.dot<\n  rhs_contracting_dimensions = [0],\n  lhs_contracting_dimensions = [1],\n>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGHEST>] } : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>",
			`%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, HIGHEST] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`},
		{"dot_general with an algorithm", x + ", " + y,
			`%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`,
			`%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`},
		{"reduce in old generic form", x + ", " + s,
			"%0 = \"stablehlo.reduce\"(%x, %s) ({\n^body(%a: tensor<f32>, %b: tensor<f32>) :\n  %1 = \"stablehlo.add\"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n  \"stablehlo.return\"(%1) : (tensor<f32>) -> ()\n}) {dimensions = dense<1> : tensor<1xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>",
			`%0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>`},
		{"reduce of two inputs", x + ", " + s,
			"%0:2 = stablehlo.reduce(%x init: %s), (%x init: %s) across dimensions = [0] {foo} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)\n" +
				" reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>)  {\n  %1 = stablehlo.add %a, %b : tensor<f32>\n  %2 = stablehlo.multiply %c, %d : tensor<f32>\n  stablehlo.return %1, %2 : tensor<f32>, tensor<f32>\n}",
			"%0:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [0] {foo} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)\n" +
				"     reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<f32>, %arg5: tensor<f32>)  {\n      %1 = stablehlo.add %arg2, %arg4 : tensor<f32>\n      %2 = stablehlo.multiply %arg3, %arg5 : tensor<f32>\n      stablehlo.return %1, %2 : tensor<f32>, tensor<f32>\n    }"},
		{"reduce whose body is no short form", x + ", " + s,
			"%0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>\n reducer(%a: tensor<f32>, %b: tensor<f32>)  {\n  %1 = stablehlo.add %b, %a : tensor<f32>\n  stablehlo.return %1 : tensor<f32>\n}",
			"%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>\n     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {\n      %1 = stablehlo.add %arg3, %arg2 : tensor<f32>\n      stablehlo.return %1 : tensor<f32>\n    }"},
		{"while in generic form", i,
			"%0 = \"stablehlo.while\"(%i) ({\n^bb0(%a: tensor<i32>):\n  %1 = stablehlo.compare LT, %a, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %1 : tensor<i1>\n}, {\n^bb0(%b: tensor<i32>):\n  stablehlo.return %b : tensor<i32>\n}) {foo} : (tensor<i32>) -> tensor<i32>",
			"%0 = stablehlo.while(%arg1 = %arg0) : tensor<i32> attributes {foo}\n    cond {\n      %1 = stablehlo.compare LT, %arg1, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n      stablehlo.return %1 : tensor<i1>\n    } do {\n      stablehlo.return %arg1 : tensor<i32>\n    }"},
		{"while without values", p, "stablehlo.while() cond {\n  stablehlo.return %p : tensor<i1>\n} do {\n  stablehlo.return\n}",
			"stablehlo.while()\n    cond {\n      stablehlo.return %arg0 : tensor<i1>\n    } do {\n      stablehlo.return\n    }"},
		{"convolution with everything", "%x: tensor<2x9x9x4xf32>, %w: tensor<3x3x2x8xf32>",
			`%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [1, false], rhs_dilate = [1, 2], lhs_dilate = [1, 1], pad = [[0, 1], [-1, 0]], stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x9x9x4xf32>, tensor<3x3x2x8xf32>) -> tensor<2x4x4x8xf32>`,
			`%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [-1, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x9x9x4xf32>, tensor<3x3x2x8xf32>) -> tensor<2x4x4x8xf32>`},
		{"convolution with raw dimension numbers", "%x: tensor<1x5x3xf32>, %w: tensor<2x3x8xf32>",
			`%0 = "stablehlo.convolution"(%x, %w) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x3xf32>, tensor<2x3x8xf32>) -> tensor<1x4x8xf32>`,
			`%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x3xf32>, tensor<2x3x8xf32>) -> tensor<1x4x8xf32>`},
		{"gather in old form", "%x: tensor<?xf32>, %j: tensor<1xi64>",
			`%0 = "stablehlo.gather"(%x, %j) {dimension_numbers = #stablehlo.gather<start_index_map = [0], collapsed_slice_dims = [0]>, indices_are_sorted = true, slice_sizes = dense<1> : tensor<1xi64>} : (tensor<?xf32>, tensor<1xi64>) -> tensor<f32>`,
			`%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = true, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<?xf32>, tensor<1xi64>) -> tensor<f32>`},
		{"long spelling of an attribute", "%x: tensor<4xf32>, %j: tensor<1xi64>",
			`%0 = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo<gather<collapsed_slice_dims = [0], start_index_map = [0]>>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1xi64>) -> tensor<f32>`,
			`%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1xi64>) -> tensor<f32>`},
		{"sort in old form", x, "%0 = \"stablehlo.sort\"(%x) ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n %1 = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n stablehlo.return %1 : tensor<i1>\n}) {is_stable = true, dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>",
			"%0 = \"stablehlo.sort\"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({\n    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):\n      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>\n      stablehlo.return %1 : tensor<i1>\n    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
		{"top_k", x, `%0:2 = chlo.top_k(%x, k = 2, is_stable = true) {a = 1 : i32} : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)`,
			`%0:2 = chlo.top_k(%arg0, k = 2, is_stable = true) {a = 1 : i32} : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)`},
		{"composite with regions and no operands", "", "stablehlo.composite \"a.b\" ({\n stablehlo.return\n}, {\n^bb0(%p: tensor<f32>):\n stablehlo.return\n}) {decomposition = @f, version = 1 : i32} : () -> ()",
			"stablehlo.composite \"a.b\" ({\n      stablehlo.return\n    }, {\n    ^bb0(%arg0: tensor<f32>):\n      stablehlo.return\n    }) {decomposition = @f, version = 1 : i32} : () -> ()"},
		{"complex with a function type", "%a: tensor<?xf32>, %b: tensor<4xf32>", `%0 = stablehlo.complex %a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>`,
			`%0 = stablehlo.complex %arg0, %arg1 : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>`},
		{"random bits with the blanks of the enum printer", "%s: tensor<2xui64>", `%0:2 = stablehlo.rng_bit_generator %s, algorithm =  DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)`,
			`%0:2 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)`},
		{"empty barrier", "", `stablehlo.optimization_barrier ()`, `stablehlo.optimization_barrier ()`},
		{"reduce_precision in generic form", x, `%0 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 8 : i32, mantissa_bits = 10 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>`,
			`%0 = stablehlo.reduce_precision %arg0, format = e8m10 : tensor<2x3xf32>`},
		{"custom call", x, `%0 = stablehlo.custom_call @foo.bar(%x) {backend_config = "", api_version = 2 : i32, mhlo.attributes = {a = 1 : i32}} : (tensor<2x3xf32>) -> tensor<2x3xf32>`,
			`%0 = stablehlo.custom_call @foo.bar(%arg0) {api_version = 2 : i32, backend_config = "", mhlo.attributes = {a = 1 : i32}} : (tensor<2x3xf32>) -> tensor<2x3xf32>`},
		{"IREE's almost_eq with tolerances", x, `check.expect_almost_eq(%x, %x, atol 0.5 : f32, rtol 0.25 : f32) : tensor<2x3xf32>`,
			`check.expect_almost_eq(%arg0, %arg0, atol 5.000000e-01 : f32, rtol 2.500000e-01 : f32) : tensor<2x3xf32>`},
		{"IREE's eq", x, `check.expect_eq(%x, %x) : tensor<2x3xf32>`, `check.expect_eq %arg0, %arg0 : tensor<2x3xf32>`},
		{"IREE's eq_const", x, `check.expect_eq_const(%x, dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32>`, `check.expect_eq_const %arg0, dense<1.000000e+00> : tensor<2x3xf32>`},
		{"tolerance behind the constant", x, `check.expect_almost_eq_const %x, dense<1.0> : tensor<2x3xf32> {tolerance = 0.5 : f64}`,
			`check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<2x3xf32>, tolerance = 5.000000e-01`},
		{"tolerance with its type", x, `check.expect_almost_eq_const %x, dense<1.0> : tensor<2x3xf32>, tolerance = 0.5 : f64`,
			`check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<2x3xf32>, tolerance = 5.000000e-01`},
		{"close with both bounds", x, `check.expect_close %x, %x, max_ulp_difference = 5, min_ulp_difference = 1 : {q} tensor<2x3xf32>, tensor<2x3xf32>`,
			`check.expect_close %arg0, %arg0, max_ulp_difference = 5, min_ulp_difference = 1 : {q} tensor<2x3xf32>, tensor<2x3xf32>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := sameText(t, "func.func @f("+test.args+") {\n"+test.text+"\nreturn\n}")
			_, got, _ = strings.Cut(got, ") {\n")
			got, _, _ = strings.Cut(got, "\n    return\n")
			if diff := cmp.Diff(test.want, strings.TrimSpace(got)); diff != "" {
				t.Errorf("printed text (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReturnEndsFunction: GoMLX ends functions with stablehlo.return.
func TestReturnEndsFunction(t *testing.T) {
	sameText(t, `func.func @f(%x: tensor<f32>) -> tensor<f32> { "stablehlo.return"(%x) : (tensor<f32>) -> () }`)
}

// TestGlobals reads the kinds of globals.
func TestGlobals(t *testing.T) {
	want := `module {
  util.global @a = dense<1.000000e+00> : tensor<2xf32>
  util.global private @b {noinline} = dense<2> : tensor<i32>
  util.global nested mutable @"odd name" : tensor<4xf32>
  util.global private @c = 1 : i32
}`
	if diff := cmp.Diff(want, sameText(t, want)); diff != "" {
		t.Errorf("printed text (-want +got):\n%s", diff)
	}
}
