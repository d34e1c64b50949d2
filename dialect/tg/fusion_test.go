package tg_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

func TestFusionsOfProductsRun(t *testing.T) {
	checkRuns(t, []runCase{
		{
			"products of rows by matrices of two batches", "%x: tensor<2x1x2xf32>, %k: tensor<2x2x2xf32>",
			`%0 = tg.fusion (%p = %x, %q = %k) : (tensor<2x1x2xf32>, tensor<2x2x2xf32>) -> tensor<2x1x2xf32> {
  %1 = tg.dot_general %p, %q batching [0] x [0] contracting [2] x [2] : (tensor<2x1x2xf32>, tensor<2x2x2xf32>) -> tensor<2x1x2xf32>
  %2 = tg.neg %1 : tensor<2x1x2xf32>
  %3 = tg.matmul %2, %q : (tensor<2x1x2xf32>, tensor<2x2x2xf32>) -> tensor<2x1x2xf32>
  tg.yield %3 : tensor<2x1x2xf32>
}`, "tensor<2x1x2xf32>",
			[]string{"2x1x2xf32=1 2 3 4", "2x2x2xf32=1 0 0 1 1 1 0 2"}, []string{"2x1x2xf32=[[-1 -2]][[-7 -23]]"},
		},
		{
			"a product with an epilogue, by itself, and with vectors", "%x: tensor<2xf32>, %k: tensor<2x2xf32>",
			`%0:3 = tg.fusion (%p = %x, %q = %k) : (tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<f32>) {
  %1 = tg.neg %p : tensor<2xf32>
  %2 = tg.matmul %1, %q bias %p : (tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = tg.matmul %q, %p : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = tg.matmul %1, %p : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  tg.yield %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<f32>
}`, "tensor<2xf32>, tensor<2xf32>, tensor<f32>",
			[]string{"2xf32=1 2", "2x2xf32=[1 2][3 4]"}, []string{"2xf32=-6 -8", "2xf32=5 11", "f32=-5"},
		},
	})
}

func TestFusionsRun(t *testing.T) {
	checkRuns(t, []runCase{
		{
			"elementwise with several results", "%x: tensor<2x3xf32>, %b: tensor<3xf32>",
			`%0:2 = tg.fusion (%p = %x, %q = %b) : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>) {
  %1 = tg.add %p, %q : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = tg.compare gt %1, %p : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  tg.yield %1, %2 : tensor<2x3xf32>, tensor<2x3xi1>
}`, "tensor<2x3xf32>, tensor<2x3xi1>",
			[]string{"2x3xf32=[1 2 3][4 5 6]", "3xf32=1 0 -1"}, []string{"2x3xf32=[2 2 2][5 5 5]", "2x3xi1=[true false false][true false false]"},
		},
		{
			"rows and columns", "%x: tensor<2x3xf32>, %i: tensor<f32>",
			`%0:2 = tg.fusion (%p = %x, %q = %i) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<3xf32>) {
  %1 = tg.reduce sum %p init %q dims [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = tg.broadcast %1 dims [0] : (tensor<2xf32>) -> tensor<2x3xf32>
  %3 = tg.sub %p, %2 : tensor<2x3xf32>
  %4 = tg.reduce mean %3 dims [0] : (tensor<2x3xf32>) -> tensor<3xf32>
  tg.yield %1, %4 : tensor<2xf32>, tensor<3xf32>
}`, "tensor<2xf32>, tensor<3xf32>",
			[]string{"2x3xf32=[1 2 3][4 5 6]", "f32=10"}, []string{"2xf32=16 25", "3xf32=-18 -17 -16"},
		},
		{
			"constants, lists and splats, and counting", "%x: tensor<2x3xi32>",
			`%0 = tg.fusion (%p = %x) : (tensor<2x3xi32>) -> tensor<2x3xi32> {
  %1 = tg.constant dense<[10, 20, 30]> : tensor<3xi32>
  %2 = tg.constant dense<2> : tensor<2x3xi32>
  %3 = tg.iota dim 0 : tensor<2x3xi32>
  %4 = tg.mul %p, %2 : tensor<2x3xi32>
  %5 = tg.add %4, %1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %6 = tg.add %5, %3 : tensor<2x3xi32>
  tg.yield %6 : tensor<2x3xi32>
}`, "tensor<2x3xi32>",
			[]string{"2x3xi32=[1 2 3][4 5 6]"}, []string{"2x3xi32=[12 24 36][19 31 43]"},
		},
		{
			"operands and repeated values as results", "%x: tensor<2xf32>, %y: tensor<2xf32>",
			`%0:4 = tg.fusion (%p = %x, %q = %y) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x1xf32>) {
  %1 = tg.neg %p : tensor<2xf32>
  %2 = tg.reshape %1 : (tensor<2xf32>) -> tensor<2x1xf32>
  tg.yield %1, %q, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x1xf32>
}`, "tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x1xf32>",
			[]string{"2xf32=1 2", "2xf32=3 4"}, []string{"2xf32=-1 -2", "2xf32=3 4", "2xf32=-1 -2", "2x1xf32=[-1][-2]"},
		},
		{
			"ops that run by themselves", "%x: tensor<2x3xf32>",
			`%0 = tg.fusion (%p = %x) : (tensor<2x3xf32>) -> tensor<3x2xf32> {
  %1 = tg.neg %p : tensor<2x3xf32>
  %2 = tg.transpose %1 permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = tg.abs %2 : tensor<3x2xf32>
  tg.yield %3 : tensor<3x2xf32>
}`, "tensor<3x2xf32>",
			[]string{"2x3xf32=[1 2 3][4 5 6]"}, []string{"3x2xf32=[1 4][2 5][3 6]"},
		},
		{
			"no operands", "",
			`%0 = tg.fusion () : () -> tensor<3xf32> {
  %1 = tg.iota dim 0 : tensor<3xf32>
  %2 = tg.neg %1 : tensor<3xf32>
  tg.yield %2 : tensor<3xf32>
}`, "tensor<3xf32>", nil, []string{"3xf32=-0 -1 -2"},
		},
	})
}

// Extents that are known only when the program runs may turn out to be 1 and
// stretch, in ways that are no rows.
func TestDynamicFusionsRun(t *testing.T) {
	const args, results = "%x: tensor<?x?xf32>, %y: tensor<?x?xf32>", "tensor<?x?xf32>, tensor<?x?xf32>"
	const body = `%0:2 = tg.fusion (%p = %x, %q = %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %1 = tg.neg %p : tensor<?x?xf32>
  %2 = tg.add %1, %q : tensor<?x?xf32>
  tg.yield %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}`
	checkRuns(t, []runCase{
		{"equal", args, body, results, []string{"1x2xf32=1 2", "1x2xf32=10 20"}, []string{"1x2xf32=[-1 -2]", "1x2xf32=[9 18]"}},
		{"stretched rows", args, body, results, []string{"1x2xf32=1 2", "2x2xf32=[10 20][30 40]"}, []string{"1x2xf32=[-1 -2]", "2x2xf32=[9 18][29 38]"}},
		{"stretched columns", args, body, results, []string{"2x1xf32=[1][2]", "2x2xf32=[10 20][30 40]"}, []string{"2x1xf32=[-1][-2]", "2x2xf32=[9 19][28 38]"}},
		{"a table", args, body, results, []string{"2x1xf32=[1][2]", "1x2xf32=10 20"}, []string{"2x1xf32=[-1][-2]", "2x2xf32=[9 19][8 18]"}},
		{"nothing", args, body, results, []string{"0x2xf32=", "1x2xf32=10 20"}, []string{"0x2xf32=[]", "0x2xf32=[]"}},
	})
}

func TestBadFusions(t *testing.T) {
	for _, tc := range []struct{ op, want string }{
		{`tg.fusion (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> { tg.yield %x : tensor<4xf32> }`,
			"using value defined outside the region"},
		{`tg.fusion (%a = %x, %q = %p) : (tensor<4xf32>, tensor<i1>) -> tensor<4xf32> { %1 = tg.if %q -> (tensor<4xf32>) { tg.yield %a : tensor<4xf32> } else { tg.yield %a : tensor<4xf32> } tg.yield %1 : tensor<4xf32> }`,
			"'tg.fusion' op may hold tg ops without effects and regions, reductions by keyword, and such ops of other dialects as say how they run in tiles, but holds 'tg.if'"},
		{`tg.fusion (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> { tg.yield %a, %a : tensor<4xf32>, tensor<4xf32> }`,
			"inferred type(s) 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'"},
		{`tg.fusion (%a = %x) : (tensor<4xf32>) -> tensor<5xf32> { tg.yield %a : tensor<4xf32> }`,
			"inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'"},
		{`"tg.fusion"(%x) ({ ^bb0(%a: tensor<5xf32>): "tg.yield"(%a) : (tensor<5xf32>) -> () }) : (tensor<4xf32>) -> tensor<5xf32>`,
			"'tg.fusion' op region #0 must take (tensor<4xf32>), but takes (tensor<5xf32>)"},
		{`tg.fusion (%a#1 = %x) : (tensor<4xf32>) -> tensor<4xf32> { tg.yield %x : tensor<4xf32> }`, "expected the name of an argument without '#'"},
	} {
		c := newContext()
		m, err := parser.Parse(c, []byte("func.func @f(%x: tensor<4xf32>, %p: tensor<i1>) {\n%0 = "+tc.op+"\nreturn\n}"), parser.Options{})
		if err == nil {
			err = ir.Verify(m)
		}
		if err == nil || !strings.Contains(c.Render(ir.AsDiag(err, 0)), tc.want) {
			t.Errorf("%s\ngot %v, want %q", tc.op, err, tc.want)
		}
	}
}

// Why fusions cannot run tile by tile.
func TestTileProgram(t *testing.T) {
	for _, tc := range []struct{ body, want string }{
		{`%1 = tg.neg %a : tensor<64x64xf32>
tg.yield %1 : tensor<64x64xf32>`, ""},
		{`%1 = tg.transpose %a permutation [1, 0] : tensor<64x64xf32>
tg.yield %1 : tensor<64x64xf32>`, "'tg.transpose' runs by itself"},
		{`%1 = tg.reduce argmax %a dims [1] element_type i32 : (tensor<64x64xf32>) -> tensor<64xi32>
%2 = tg.convert %1 : (tensor<64xi32>) -> tensor<64xf32>
%3 = tg.add %a, %2 : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
tg.yield %3 : tensor<64x64xf32>`, "'tg.reduce' runs by itself: a reduction that keeps positions needs all elements"},
		// Rows of a part of the ops only, and all of it as one row is too large.
		{`%1 = tg.reduce sum %b dims [1] : (tensor<2048x2048xf32>) -> tensor<2048xf32>
%2 = tg.add %b, %1 : (tensor<2048x2048xf32>, tensor<2048xf32>) -> tensor<2048x2048xf32>
%3 = tg.neg %2 : tensor<2048x2048xf32>
%4 = tg.reduce sum %3 dims [1] : (tensor<2048x2048xf32>) -> tensor<2048xf32>
%5 = tg.mul %2, %4 : (tensor<2048x2048xf32>, tensor<2048xf32>) -> tensor<2048x2048xf32>
%6 = tg.reduce max %5 dims [0, 1] : (tensor<2048x2048xf32>) -> tensor<f32>
%7 = tg.add %a, %6 : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
tg.yield %7 : tensor<64x64xf32>`, "a reduction across rows is used inside"},
	} {
		m := parse(t, newContext(), "func.func @f(%x: tensor<64x64xf32>, %y: tensor<2048x2048xf32>) -> tensor<64x64xf32> {\n%0 = tg.fusion (%a = %x, %b = %y) : (tensor<64x64xf32>, tensor<2048x2048xf32>) -> tensor<64x64xf32> {\n"+tc.body+"\n}\nreturn %0 : tensor<64x64xf32>\n}")
		ir.Walk(m, func(o *ir.Op) ir.WalkAction {
			if o.Is(tg.Fusion) {
				got := ""
				if _, err := tg.TileProgram(o); err != nil {
					got = err.Error()
				}
				if got != tc.want {
					t.Errorf("got %q, want %q", got, tc.want)
				}
			}
			return ir.Advance
		})
	}
}
