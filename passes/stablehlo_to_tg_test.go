package passes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	"github.com/tg-opt/tg/dialect/check"
	"github.com/tg-opt/tg/dialect/chlo"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/stablehlo"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/dialect/tg"
	utilop "github.com/tg-opt/tg/dialect/util"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/passes"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
)

func newContext() *ir.Context {
	return ir.NewContext(builtin.Dialect, fn.Dialect, cf.Dialect, arith.Dialect, tensorop.Dialect,
		utilop.Dialect, check.Dialect, chlo.Dialect, stablehlo.Dialect, tg.Dialect)
}

// parse reads and verifies a module, or fails with the rendered diagnostic.
func parse(t *testing.T, ctx *ir.Context, text string) *ir.Op {
	t.Helper()
	m, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "test.mlir"})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(render(ctx, err))
	}
	return m
}

func render(ctx *ir.Context, err error) string { return ctx.Render(ir.AsDiag(err, 0)) }

// toTG runs the pass; the error is the first diagnostic.
func toTG(t *testing.T, ctx *ir.Context, m *ir.Op) error {
	t.Helper()
	p, err := pipeline.ParsePipeline("builtin.module(stablehlo-to-tg)", pipeline.NewRegistry(passes.StableHLOToTG))
	if err != nil {
		t.Fatal(err)
	}
	var first *ir.Diag
	manager := pipeline.Manager{Ctx: ctx, Pipeline: p, Emit: func(d *ir.Diag) {
		if first == nil {
			first = d
		}
	}}
	if manager.Run(m) != nil {
		return first
	}
	return nil
}

// models are real programs that exporters of other projects wrote; they lie
// next to the checkout, where there is one.
func models(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../shared/data/models/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	if files == nil {
		t.Skip("no model programs next to the checkout (../shared/data/models)")
	}
	return files
}

func TestModelsKeepTheirText(t *testing.T) {
	for _, f := range models(t) {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, generic := range []bool{false, true} {
				ctx := newContext()
				first := printer.OpString(parse(t, ctx, string(src)), printer.Options{Generic: generic})
				ctx = newContext()
				second := printer.OpString(parse(t, ctx, first), printer.Options{Generic: generic})
				if first != second {
					t.Errorf("generic %v: the printed text parses to another program:\n%s", generic, firstDifference(first, second))
				}
			}
		})
	}
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return fmt.Sprintf("line %d:\n%.300s\n%.300s", i+1, as[i], bs[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(as), len(bs))
}

func TestModelsConvert(t *testing.T) {
	for _, f := range models(t) {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			ctx := newContext()
			m := parse(t, ctx, string(src))
			if err := toTG(t, ctx, m); err != nil {
				t.Fatal(render(ctx, err))
			}
			if err := ir.Verify(m); err != nil {
				t.Fatal(render(ctx, err))
			}
			ops := 0
			ir.Walk(m, func(o *ir.Op) ir.WalkAction {
				ops++
				switch o.OpName().Dialect {
				case "tg", "func", "cf", "check", "builtin":
				default:
					if o.ParentOf(fn.Func) != nil {
						t.Errorf("%s is left in a function", o.Name())
					}
				}
				return ir.Advance
			})
			if ops < 20 {
				t.Errorf("only %d ops are left", ops)
			}
			first := printer.OpString(m, printer.Options{})
			if second := printer.OpString(parse(t, newContext(), first), printer.Options{}); first != second {
				t.Errorf("the converted text parses to another program:\n%s", firstDifference(first, second))
			}
		})
	}
}

// scatter is a scatter of rows %u into %a at %j with the given region.
func scatter(region, elem string) string {
	t := strings.Fields(region)
	arg := t[len(t)-1]
	return strings.NewReplacer("ELEM", elem, "ARG", arg).Replace(`%0 = "stablehlo.scatter"(%a, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true}> ({
^bb0(%p: ARG, %q: ARG):
` + region + `
}) : (tensor<4x8xELEM>, tensor<3x1xi32>, tensor<3x8xELEM>) -> tensor<4x8xELEM>`)
}

// sorted is a sort of %x with the given attributes by a comparison.
func sorted(attrs, direction, order string) string {
	return `%0 = "stablehlo.sort"(%x) <{` + attrs + `}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %1 = stablehlo.compare ` + direction + `, %a, %b, ` + order + ` : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %1 : tensor<i1>
}) : (tensor<2x3xf32>) -> tensor<2x3xf32>`
}

// TestConversion converts one op each and expects the text of the function.
// It is long because it is a table of cases.
func TestConversion(t *testing.T) {
	const x, y, s, i = "%x: tensor<2x3xf32>", "%y: tensor<3x4xf32>", "%s: tensor<f32>", "%i: tensor<i32>"
	for _, test := range []struct{ name, args, text, want string }{
		{"elementwise", x, `%0 = stablehlo.add %x, %x : tensor<2x3xf32>`, `%0 = tg.add %arg0, %arg0 : tensor<2x3xf32>`},
		{"attributes stay", x, `%0 = stablehlo.negate %x {mhlo.foo = 1 : i32, name = "n"} : tensor<2x3xf32>`, `%0 = tg.neg %arg0 {mhlo.foo = 1 : i32, name = "n"} : tensor<2x3xf32>`},
		{"an attribute that tg uses itself", x, `%0 = stablehlo.transpose %x, dims = [1, 0] {dims = 3 : i32} : (tensor<2x3xf32>) -> tensor<3x2xf32>
			%1 = stablehlo.reverse %x, dims = [0] {dims = 3 : i32} : tensor<2x3xf32>`,
			`%0 = tg.transpose %arg0 permutation [1, 0] {dims = 3 : i32} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = tg.reverse %arg0 dims [0] {stablehlo.dims = 3 : i32} : tensor<2x3xf32>`},
		{"compare", x, `%0 = stablehlo.compare GE, %x, %x, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`,
			`%0 = tg.compare ge %arg0, %arg0 total_order : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`},
		{"dot of matrices", x + ", " + y, `%0 = stablehlo.dot %x, %y, precision = [HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`,
			`%0 = tg.matmul %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`},
		{"dot of vectors", "%a: tensor<3xf32>", `%0 = stablehlo.dot %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>`,
			`%0 = tg.matmul %arg0, %arg0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>`},
		{"dot with wider sums", "%a: tensor<2x3xi8>, %b: tensor<3x4xi8>", `%0 = stablehlo.dot %a, %b : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>`,
			`%0 = tg.matmul %arg0, %arg1 element_type i32 : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>`},
		{"batched matmul", "%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>", `%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>`,
			`%0 = tg.matmul %arg0, %arg1 : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>`},
		{"many rows by a matrix", "%a: tensor<5x2x3xf32>, %b: tensor<3x4xf32>", `%0 = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<5x2x3xf32>, tensor<3x4xf32>) -> tensor<5x2x4xf32>`,
			`%0 = tg.matmul %arg0, %arg1 : (tensor<5x2x3xf32>, tensor<3x4xf32>) -> tensor<5x2x4xf32>`},
		{"not a matmul: transposed rhs", "%a: tensor<2x3xf32>, %b: tensor<4x3xf32>", `%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>`,
			`%0 = tg.dot_general %arg0, %arg1 contracting [1] x [1] : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>`},
		{"not a matmul: rhs dimensions behind", "%a: tensor<2x3xf32>, %b: tensor<3x4x5xf32>", `%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x5xf32>) -> tensor<2x4x5xf32>`,
			`%0 = tg.dot_general %arg0, %arg1 contracting [1] x [0] : (tensor<2x3xf32>, tensor<3x4x5xf32>) -> tensor<2x4x5xf32>`},
		{"not a matmul: batch and more rows", "%a: tensor<5x6x2x3xf32>, %b: tensor<5x3x4xf32>", `%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<5x6x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x6x2x4xf32>`,
			`%0 = tg.dot_general %arg0, %arg1 batching [0] x [0] contracting [3] x [1] : (tensor<5x6x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x6x2x4xf32>`},
		{"not a matmul: outer product", "%a: tensor<2xf32>, %b: tensor<3xf32>", `%0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>`,
			`%0 = tg.dot_general %arg0, %arg1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>`},
		{"sum from zero", x, `%z = stablehlo.constant dense<0.0> : tensor<f32>
			%0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>`,
			`%cst = tg.constant dense<0.000000e+00> : tensor<f32>
    %0 = tg.reduce sum %arg0 dims [1] : (tensor<2x3xf32>) -> tensor<2xf32>`},
		{"sum from minus zero, which is another start", x, `%z = stablehlo.constant dense<-0.0> : tensor<f32>
			%0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>`,
			`%cst = tg.constant dense<-0.000000e+00> : tensor<f32>
    %0 = tg.reduce sum %arg0 init %cst dims [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>`},
		{"sum from a value", x + ", " + s, `%0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>`,
			`%0 = tg.reduce sum %arg0 init %arg1 dims [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>`},
		{"maximum from minus infinity, operands swapped", x, "%z = stablehlo.constant dense<0xFF800000> : tensor<f32>\n" +
			"%0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>\n reducer(%a: tensor<f32>, %b: tensor<f32>) {\n" +
			"%1 = stablehlo.maximum %b, %a : tensor<f32>\n stablehlo.return %1 : tensor<f32>\n}",
			`%cst = tg.constant dense<0xFF800000> : tensor<f32>
    %0 = tg.reduce max %arg0 dims [0] : (tensor<2x3xf32>) -> tensor<3xf32>`},
		{"minimum of unsigned", "%u: tensor<4xui8>", `%z = stablehlo.constant dense<255> : tensor<ui8>
			%0 = stablehlo.reduce(%u init: %z) applies stablehlo.minimum across dimensions = [0] : (tensor<4xui8>, tensor<ui8>) -> tensor<ui8>`,
			`%cst = tg.constant dense<255> : tensor<ui8>
    %0 = tg.reduce min %arg0 dims [0] : (tensor<4xui8>) -> tensor<ui8>`},
		{"maximum of signed", "%u: tensor<4xi16>", `%z = stablehlo.constant dense<-32768> : tensor<i16>
			%0 = stablehlo.reduce(%u init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi16>, tensor<i16>) -> tensor<i16>`,
			`%cst = tg.constant dense<-32768> : tensor<i16>
    %0 = tg.reduce max %arg0 dims [0] : (tensor<4xi16>) -> tensor<i16>`},
		{"any", "%u: tensor<4xi1>", `%z = stablehlo.constant dense<false> : tensor<i1>
			%0 = stablehlo.reduce(%u init: %z) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>`,
			`%cst = tg.constant dense<false> : tensor<i1>
    %0 = tg.reduce or %arg0 dims [0] : (tensor<4xi1>) -> tensor<i1>`},
		{"all from false", "%u: tensor<4xi1>", `%z = stablehlo.constant dense<false> : tensor<i1>
			%0 = stablehlo.reduce(%u init: %z) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>`,
			`%cst = tg.constant dense<false> : tensor<i1>
    %0 = tg.reduce and %arg0 init %cst dims [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>`},
		{"sum in a wider type", "%u: tensor<4xi8>, " + i, "%0 = stablehlo.reduce(%u init: %i) across dimensions = [0] : (tensor<4xi8>, tensor<i32>) -> tensor<i32>\n reducer(%a: tensor<i32>, %b: tensor<i32>) {\n" +
			"%1 = stablehlo.add %a, %b : tensor<i32>\n stablehlo.return %1 : tensor<i32>\n}",
			`%0 = tg.convert %arg0 : (tensor<4xi8>) -> tensor<4xi32>
    %1 = tg.reduce sum %0 init %arg1 dims [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>`},
		{"a body of its own", x + ", " + s, "%0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>\n reducer(%a: tensor<f32>, %b: tensor<f32>) {\n" +
			"%1 = stablehlo.subtract %a, %b : tensor<f32>\n stablehlo.return %1 : tensor<f32>\n}",
			`%0 = tg.reduce %arg0 init %arg1 dims [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32> with (%arg2: tensor<f32>, %arg3: tensor<f32>) {
      %1 = tg.sub %arg2, %arg3 : tensor<f32>
      tg.yield %1 : tensor<f32>
    }`},
		{"torch_index_select", "%a: tensor<5x8x7xf32>, %j: tensor<5x3xi32>", `%0 = "stablehlo.torch_index_select"(%a, %j) {batch_dims = 1 : i64, dim = 1 : i64} : (tensor<5x8x7xf32>, tensor<5x3xi32>) -> tensor<5x3x7xf32>`,
			`%0 = tg.gather %arg0, %arg1 offset_dims [2] collapsed_slice_dims [1] operand_batching_dims [0] start_indices_batching_dims [0] start_index_map [1] index_vector_dim 2 slice_sizes [1, 1, 7] : (tensor<5x8x7xf32>, tensor<5x3xi32>) -> tensor<5x3x7xf32>`},
		{"pad without holes", x + ", " + s, `%0 = stablehlo.pad %x, %s, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x5xf32>`,
			`%0 = tg.pad %arg0, %arg1 low [0, 1] high [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x5xf32>`},
		{"convolution", "%a: tensor<1x5x4xf32>, %w: tensor<8x2x3xf32>", `%0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, f]x[o, i, 0]->[f, b, 0], window = {stride = [1], pad = [[1, 1]], rhs_dilate = [1], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x5x4xf32>, tensor<8x2x3xf32>) -> tensor<8x1x5xf32>`,
			`%0 = tg.conv %arg0, %arg1 layout [n, w, c] x [o, i, w] -> [c, n, w] pads [1:1] reversal [true] groups 2 : (tensor<1x5x4xf32>, tensor<8x2x3xf32>) -> tensor<8x1x5xf32>`},
		{"scatter that adds", "%a: tensor<4x8xf32>, %j: tensor<3x1xi32>, %u: tensor<3x8xf32>", scatter("%r = stablehlo.add %q, %p : tensor<f32>\nstablehlo.return %r : tensor<f32>", "f32"),
			`%0 = tg.scatter add %arg0, %arg1, %arg2 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 sorted unique : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>`},
		{"scatter that replaces", "%a: tensor<4x8xf32>, %j: tensor<3x1xi32>, %u: tensor<3x8xf32>", scatter("stablehlo.return %q : tensor<f32>", "f32"),
			`%0 = tg.scatter set %arg0, %arg1, %arg2 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 sorted unique : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>`},
		{"scatter that keeps", "%a: tensor<4x8xf32>, %j: tensor<3x1xi32>, %u: tensor<3x8xf32>", scatter("stablehlo.return %p : tensor<f32>", "f32"),
			`%0 = tg.scatter %arg0, %arg1, %arg2 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 sorted unique : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32> with (%arg3: tensor<f32>, %arg4: tensor<f32>) {
      tg.yield %arg3 : tensor<f32>
    }`},
		{"scatter in a wider type", "%a: tensor<4x8xbf16>, %j: tensor<3x1xi32>, %u: tensor<3x8xbf16>", strings.Replace(scatter("%r = stablehlo.maximum %p, %q : tensor<f32>\nstablehlo.return %r : tensor<f32>", "bf16"), "-> tensor<4x8xbf16>", "-> tensor<4x8xf32>", 1),
			`%0 = tg.convert %arg0 : (tensor<4x8xbf16>) -> tensor<4x8xf32>
    %1 = tg.convert %arg2 : (tensor<3x8xbf16>) -> tensor<3x8xf32>
    %2 = tg.scatter max %0, %arg1, %1 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 sorted unique : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>`},
		{"sort by a keyword, last dimension by default", x, sorted("", "GT", "TOTALORDER"), `%0 = tg.sort descending %arg0 dim 1 : tensor<2x3xf32>`},
		{"sort, negative dimension", x, sorted("dimension = -2 : i64", "LT", "TOTALORDER"), `%0 = tg.sort ascending %arg0 dim 0 : tensor<2x3xf32>`},
		{"sort by a partial order", x, sorted("dimension = 0 : i64, is_stable = true", "LT", "FLOAT"), `%0 = tg.sort %arg0 dim 0 : tensor<2x3xf32> with (%arg1: tensor<f32>, %arg2: tensor<f32>) {
      %1 = tg.compare lt %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      tg.yield %1 : tensor<i1>
    }`},
		{"sort where equal elements come first, too", x, sorted("", "GE", "TOTALORDER"), `%0 = tg.sort %arg0 dim 1 : tensor<2x3xf32> with (%arg1: tensor<f32>, %arg2: tensor<f32>) {
      %1 = tg.compare ge %arg1, %arg2 total_order : (tensor<f32>, tensor<f32>) -> tensor<i1>
      tg.yield %1 : tensor<i1>
    }`},
		{"window", "%a: tensor<6xf32>", "%z = stablehlo.constant dense<0xFF800000> : tensor<f32>\n" +
			"%0 = \"stablehlo.reduce_window\"(%a, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 2>}> ({\n" +
			"^bb0(%p: tensor<f32>, %q: tensor<f32>):\n %1 = stablehlo.maximum %p, %q : tensor<f32>\n stablehlo.return %1 : tensor<f32>\n}) : (tensor<6xf32>, tensor<f32>) -> tensor<3xf32>",
			`%cst = tg.constant dense<0xFF800000> : tensor<f32>
    %0 = tg.reduce_window max %arg0 window [2] strides [2] window_dilation [2] pads [1:0] : (tensor<6xf32>) -> tensor<3xf32>`},
		{"window with a body of its own", "%a: tensor<6xi32>, " + i, "%0 = \"stablehlo.reduce_window\"(%a, %i) <{window_dimensions = array<i64: 2>, padding = dense<0> : tensor<1x2xi64>}> ({\n" +
			"^bb0(%p: tensor<i32>, %q: tensor<i32>):\n %1 = stablehlo.subtract %p, %q : tensor<i32>\n stablehlo.return %1 : tensor<i32>\n}) : (tensor<6xi32>, tensor<i32>) -> tensor<5xi32>",
			`%0 = tg.reduce_window %arg0 init %arg1 window [2] : (tensor<6xi32>, tensor<i32>) -> tensor<5xi32> with (%arg2: tensor<i32>, %arg3: tensor<i32>) {
      %1 = tg.sub %arg2, %arg3 : tensor<i32>
      tg.yield %1 : tensor<i32>
    }`},
		{"maximum in a wider type from the least narrow value", "%a: tensor<4xi8>", "%z = stablehlo.constant dense<-128> : tensor<i8>\n" +
			"%0 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i32>\n reducer(%p: tensor<i32>, %q: tensor<i32>) {\n" +
			"%1 = stablehlo.maximum %p, %q : tensor<i32>\n stablehlo.return %1 : tensor<i32>\n}",
			`%cst = tg.constant dense<-128> : tensor<i8>
    %0 = tg.convert %arg0 : (tensor<4xi8>) -> tensor<4xi32>
    %1 = tg.convert %cst : (tensor<i8>) -> tensor<i32>
    %2 = tg.reduce max %0 init %1 dims [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>`},
		{"random bits", "%st: tensor<2xui64>", `%0:2 = stablehlo.rng_bit_generator %st, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)`,
			`%0:2 = tg.rng_bit_generator three_fry %arg0 : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)`},
		{"top_k", x, `%0:2 = chlo.top_k(%x, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)`, `%0 = tg.iota dim 0 : tensor<3xi32>
    %1 = tg.broadcast %0 dims [1] : (tensor<3xi32>) -> tensor<2x3xi32>
    %2:2 = tg.sort descending %arg0, %1 dim 1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    %3 = tg.slice %2#0 [0:2, 0:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %4 = tg.slice %2#1 [0:2, 0:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>`},
		{"client functions", x, `%0 = chlo.is_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
			%1 = chlo.next_after %x, %x : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>`, `%0 = tg.is_inf %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi1>
    %1 = tg.next_after %arg0, %arg0 : tensor<2x3xf32>`},
		{"composite", i, `%0 = stablehlo.composite "a.b" %i {decomposition = @f} : (tensor<i32>) -> tensor<i32>
			return %0 : tensor<i32>`, `%0 = call @f(%arg0) : (tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>`},
		{"parts of real numbers", x, `%0 = stablehlo.real %x : tensor<2x3xf32>
			%1 = stablehlo.imag %0 : tensor<2x3xf32>
			%2 = stablehlo.abs %0 : tensor<2x3xf32>`, `%cst = tg.constant dense<0.000000e+00> : tensor<2x3xf32>
    %0 = tg.abs %arg0 : tensor<2x3xf32>`},
		{"shapes that are known after all", x, `%j = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
			%k = stablehlo.constant dense<[2, 5, 3]> : tensor<3xi32>
			%0 = stablehlo.dynamic_reshape %x, %j : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
			%1 = stablehlo.dynamic_broadcast_in_dim %x, %k, dims = [0, 2] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x5x3xf32>
			%2 = stablehlo.dynamic_iota %j, dim = 1 : (tensor<2xi64>) -> tensor<3x2xi8>
			%3 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>`,
			`%cst = tg.constant dense<[3, 2]> : tensor<2xi64>
    %cst_0 = tg.constant dense<[2, 5, 3]> : tensor<3xi32>
    %0 = tg.reshape %arg0 : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = tg.broadcast %arg0 dims [0, 2] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>
    %2 = tg.iota dim 1 : tensor<3x2xi8>
    %cst_1 = tg.constant dense<3> : tensor<i32>`},
		{"shapes that the run checks", x + ", %j: tensor<2xi64>, %k: tensor<3xi32>", `%0 = stablehlo.dynamic_reshape %x, %j : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
			%1 = stablehlo.dynamic_broadcast_in_dim %x, %k, dims = [0, 2] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x5x3xf32>
			%2 = stablehlo.dynamic_iota %j, dim = 1 : (tensor<2xi64>) -> tensor<4x2xi8>
			%3 = stablehlo.dynamic_reshape %x, %j : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x2xf32>`,
			`%0 = tg.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
    %1 = tg.dynamic_broadcast %arg0, %arg2 dims [0, 2] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x5x3xf32>
    %2 = tg.dynamic_iota %arg1 dim 1 : (tensor<2xi64>) -> tensor<4x2xi8>
    %3 = tg.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x2xf32>`},
		{"a box known at run time", "%x: tensor<4xf32>, %s: tensor<1xi64>", `%0 = stablehlo.real_dynamic_slice %x, %s, %s, %s : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>`,
			`%0 = tg.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>`},
		{"random numbers", s + ", %n: tensor<1xi64>, %state: tensor<2xui64>", `%0 = stablehlo.rng %s, %s, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
			%1:2 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)`,
			`%0 = tg.rng uniform %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<4xf32>
    %1:2 = tg.rng_bit_generator philox %arg2 : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)`},
		{"complex numbers", "%x: tensor<4xcomplex<f32>>", `%0 = stablehlo.add %x, %x : tensor<4xcomplex<f32>>
			%1 = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>`, `%0 = tg.add %arg0, %arg0 : tensor<4xcomplex<f32>>
    %1 = tg.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>`},
		{"element of a matrix", "%t: tensor<2x2xf32>, %i: index", `%0 = tensor.extract %t[%i, %i] : tensor<2x2xf32>`, `%extracted = tensor.extract %arg0[%arg1, %arg1] : tensor<2x2xf32>`},
		{"boxes that are known after all", x + ", " + s + ", %j: tensor<3x1xi32>", `%one = stablehlo.constant dense<1> : tensor<2xi32>
			%two = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
			%0 = stablehlo.dynamic_pad %x, %s, %one, %two, %one : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
			%1 = stablehlo.real_dynamic_slice %x, %one, %two, %one : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x2xf32>
			%2 = "stablehlo.dynamic_gather"(%x, %j, %one) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<2x3xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x1xf32>`,
			`%cst = tg.constant dense<1> : tensor<2xi32>
    %cst_0 = tg.constant dense<[2, 3]> : tensor<2xi32>
    %0 = tg.pad %arg0, %arg1 low [1, 1] high [2, 3] interior [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<6x9xf32>
    %1 = tg.cast %0 : (tensor<6x9xf32>) -> tensor<?x?xf32>
    %2 = tg.slice %arg0 [1:2, 1:3] : (tensor<2x3xf32>) -> tensor<1x2xf32>
    %3 = tg.gather %arg0, %arg2 offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 1] : (tensor<2x3xf32>, tensor<3x1xi32>) -> tensor<3x1xf32>`},
		{"while", i, "%0 = stablehlo.while(%a = %i) : tensor<i32> cond {\n %1 = stablehlo.compare LT, %a, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n stablehlo.return %1 : tensor<i1>\n} do {\n" +
			" %1 = func.call @f(%a) : (tensor<i32>) -> tensor<i32>\n stablehlo.return %1 : tensor<i32>\n}\n return %0 : tensor<i32>",
			`%0 = tg.while (%arg1 = %arg0) : tensor<i32> cond {
      %1 = tg.compare lt %arg1, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tg.yield %1 : tensor<i1>
    } do {
      %1 = func.call @f(%arg1) : (tensor<i32>) -> tensor<i32>
      tg.yield %1 : tensor<i32>
    }
    return %0 : tensor<i32>`},
		{"scalar constants stay", "", `%0 = arith.constant true
			cf.assert %0, "m"`, `%true = arith.constant true
    cf.assert %true, "m"`},
		{"tensor constants", "", `%0 = arith.constant {name = "c"} dense<1> : tensor<2xi32>`, `%cst = tg.constant {name = "c"} dense<1> : tensor<2xi32>`},
		{"unfoldable constant", "", `%0 = util.unfoldable_constant dense<1> : tensor<2xi32>`, `%cst = tg.constant dense<1> : tensor<2xi32>
    %0 = tg.barrier %cst : tensor<2xi32>`},
		{"global", "", `%p = util.global.address @g : !util.ptr<tensor<2xf32>>
			%0 = util.global.load.indirect %p : !util.ptr<tensor<2xf32>> -> tensor<2xf32>`, `%cst = tg.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>`},
		{"element", "%p: tensor<i1>", `%0 = tensor.extract %p[] : tensor<i1>`, `%0 = tg.item %arg0 : tensor<i1> -> i1`},
		{"check by name", x, `stablehlo.custom_call @check.expect_almost_eq(%x, %x) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()`,
			`check.expect_almost_eq %arg0, %arg0, tolerance = 1.000000e-03 : tensor<2x3xf32>`},
		{"a definition behind its use in the text", i, "cf.br ^bb2\n^bb1:\n %0 = stablehlo.add %1, %1 : tensor<i32>\n return %0 : tensor<i32>\n^bb2:\n %1 = stablehlo.negate %i : tensor<i32>\n cf.br ^bb1",
			`cf.br ^bb2
  ^bb1:  // pred: ^bb2
    %0 = tg.add %1, %1 : tensor<i32>
    return %0 : tensor<i32>
  ^bb2:  // pred: ^bb0
    %1 = tg.neg %arg0 : tensor<i32>
    cf.br ^bb1`},
		{"blocks that nothing reaches", i, "return %i : tensor<i32>\n^bb1:\n %0 = stablehlo.add %1, %1 : tensor<i32>\n %1 = stablehlo.add %0, %0 : tensor<i32>\n cf.br ^bb1", `return %arg0 : tensor<i32>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, ret := "", "\nreturn"
			if strings.Contains(test.text, "return %0 ") || strings.Contains(test.text, "return %i ") {
				out, ret = " -> tensor<i32>", ""
			}
			ctx := newContext()
			m := parse(t, ctx, "util.global private @g = dense<[1.0, 2.0]> : tensor<2xf32>\nfunc.func @f("+test.args+")"+out+" {\n"+test.text+ret+"\n}")
			if err := toTG(t, ctx, m); err != nil {
				t.Fatal(render(ctx, err))
			}
			_, body, _ := strings.Cut(printer.OpString(m, printer.Options{}), "\n  func.func @f")
			_, body, _ = strings.Cut(body, "\n")
			got := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(body), "\n  }\n}"), "\n    return")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("converted text (-want +got):\n%s", diff)
			}
		})
	}
}

// TestConversionRefuses: what tg has no counterpart for is named, with its
// It is long because it is a table of cases.
// position, and nothing has changed.
func TestConversionRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"regions for a function", `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "a.b" %x ({
    stablehlo.return %x : tensor<4xf32>
  }) {decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`, "'stablehlo.composite' op cannot be converted to tg: a function cannot be given regions"},
		{"after a function that could be", `func.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  %1 = stablehlo.custom_call @magic(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}`, "test.mlir:7:8: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'magic' computes is not known"},
		{"features whose number another operand tells", `func.func @f(%x: tensor<2x?xf32>, %s: tensor<3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x?xf32>
  return
}`, "'stablehlo.batch_norm_inference' op cannot be converted to tg: result #0 would have type 'tensor<2x3xf32>', not 'tensor<2x?xf32>'"},
		{"inside of a region", `func.func @f(%i: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%a = %i) : tensor<i32> cond {
    %1 = stablehlo.custom_call @magic() : () -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %a : tensor<i32>
  }
  return %0 : tensor<i32>
}`, "test.mlir:3:10: error: 'stablehlo.custom_call' op cannot be converted"},
		{"an op for several devices", `func.func @f() -> tensor<ui32> {
  %0 = "stablehlo.replica_id"() : () -> tensor<ui32>
  return %0 : tensor<ui32>
}`, "test.mlir:2:8: error: 'stablehlo.replica_id' op cannot be converted to tg: it has no counterpart there"},
		{"mutable global", `util.global private mutable @g = dense<1.0> : tensor<4xf32>
func.func @f() -> tensor<4xf32> {
  %p = util.global.address @g : !util.ptr<tensor<4xf32>>
  %0 = util.global.load.indirect %p : !util.ptr<tensor<4xf32>> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`, "test.mlir:4:8: error: 'util.global.load.indirect' op cannot be converted to tg: global @g is mutable"},
		{"global without a value", `util.global private @g : tensor<4xf32>
func.func @f() -> tensor<4xf32> {
  %p = util.global.address @g : !util.ptr<tensor<4xf32>>
  %0 = util.global.load.indirect %p : !util.ptr<tensor<4xf32>> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`, "global @g has no value"},
		{"unknown pointer", `func.func @f(%p: !util.ptr<tensor<4xf32>>) -> tensor<4xf32> {
  %0 = util.global.load.indirect %p : !util.ptr<tensor<4xf32>> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`, "which global it loads is not known here"},
		{"pointer that is used otherwise", `util.global private @g = dense<1.0> : tensor<4xf32>
func.func @f() -> !util.ptr<tensor<4xf32>> {
  %p = util.global.address @g : !util.ptr<tensor<4xf32>>
  return %p : !util.ptr<tensor<4xf32>>
}`, "test.mlir:4:3: error: 'func.return' op uses a value that has no counterpart in tg"},
		{"a cast", `func.func @f(%t: i32) -> f32 {
  %0 = builtin.unrealized_conversion_cast %t : i32 to f32
  return %0 : f32
}`, "'builtin.unrealized_conversion_cast' op cannot be converted to tg: it has no counterpart there"},
		{"an op of no known dialect", `func.func @f(%t: i32) {
  "foo.bar"(%t) : (i32) -> ()
  return
}`, "test.mlir:2:3: error: 'foo.bar' op cannot be converted to tg: it has no counterpart there"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx := newContext()
			ctx.AllowUnregistered = true
			m := parse(t, ctx, test.text)
			before := printer.OpString(m, printer.Options{DebugInfo: true})
			err := toTG(t, ctx, m)
			if err == nil {
				t.Fatal("no error")
			}
			if got := render(ctx, err); !strings.Contains(got, test.want) {
				t.Errorf("got error\n%s\nwant %s", got, test.want)
			}
			if diff := cmp.Diff(before, printer.OpString(m, printer.Options{DebugInfo: true})); diff != "" {
				t.Errorf("the failed conversion changed the module:\n%s", diff)
			}
			if err := ir.Verify(m); err != nil {
				t.Errorf("the failed conversion broke the module: %s", render(ctx, err))
			}
		})
	}
}

// TestConversionKeepsLocations: every new op stands where the op stood that it
// comes from.
func TestConversionKeepsLocations(t *testing.T) {
	ctx := newContext()
	m := parse(t, ctx, `func.func @f(%a: tensor<2x2xi8> loc("arg")) -> tensor<2xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32> loc("zero")
  %0 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<2x2xi8>, tensor<i32>) -> tensor<2xi32>
    reducer(%x: tensor<i32> loc("x"), %y: tensor<i32>) {
      %1 = stablehlo.subtract %x, %y : tensor<i32> loc("sub")
      stablehlo.return %1 : tensor<i32> loc("ret")
  } loc("reduce")
  return %0 : tensor<2xi32> loc("end")
}`)
	if err := toTG(t, ctx, m); err != nil {
		t.Fatal(render(ctx, err))
	}
	var got []string
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		if o.ParentOf(fn.Func) != nil {
			got = append(got, o.Name()+" "+ctx.LocAttr(o.Loc()).LocName())
		}
		for _, r := range o.Regions() {
			for _, a := range r.First().Args() {
				got = append(got, "argument "+ctx.LocAttr(a.Loc()).LocName())
			}
		}
		return ir.Advance
	})
	want := []string{
		"argument arg", "tg.constant zero", "tg.convert reduce", "tg.reduce reduce", "argument x", "argument ",
		"tg.sub sub", "tg.yield ret", "func.return end",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("locations (-want +got):\n%s", diff)
	}
}
