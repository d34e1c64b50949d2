package tedialect_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// computeIn is a function with a compute, of operands of many types.
func computeIn(compute string) string {
	return `func.func @f(%x: tensor<16xf32>, %m: tensor<4x8xf32>, %k: tensor<4x8xi32>, %z: tensor<0xf32>, %d: tensor<?xf32>, %n: index, %s: tensor<f32>, %p: tensor<i1>, %i: tensor<i32>) {
  ` + compute + `
  return
}`
}

// element is a compute of an axis c < 16 whose body is these ops, the last of which makes %r.
func element(ops string) string {
	return "%0 = te.compute [c < 16] -> tensor<16xf32> {\n" + ops + "\nte.yield %r : tensor<f32>\n}"
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{element("%r = te.read %x [c + 1] : tensor<16xf32>"), "'te.read' op read of 'tensor<16xf32>' at 'c + 1': index 16 is outside of dimension 0 (16), with c < 16"},
		{element("%r = te.read %x [9223372036854775807 * c + 9223372036854775807] : tensor<16xf32>"), "is not seen to be inside of dimension 0 (16)"},
		{element("%r = te.read %x [b] : tensor<16xf32>"), "there is no axis 'b' among 'c'"},
		{element("%r = te.read %x [c] if (cc >= 1) : tensor<16xf32>"), "there is no axis 'cc' among 'c'; did you mean 'c'?"},
		{"%0 = te.compute [] summ [c < 16] -> tensor<f32> { te.yield %s : tensor<f32> }", "expected how elements combine, or '->', but got 'summ' among 'sum', 'prod', 'max', 'min', 'and', 'or', 'xor', 'dot', 'reduce'; did you mean 'sum'?"},
		{"%0 = te.compute [] and [c < 16] -> tensor<f32> { te.yield %s : tensor<f32> }", "can combine only whole numbers by 'and', but results in 'tensor<f32>'"},
		{element("%r = te.read %x [c - 2] : tensor<16xf32>"), "index -2 is outside of dimension 0 (16)"},
		{element("%r = te.read %m [c floordiv 4, c mod 9] : tensor<4x8xf32>"), "at 'c mod 9': index 8 is outside of dimension 1 (8), with c < 16"},
		{element("%r = te.read %x [3 * c] if (c < 6) : tensor<16xf32>"), ""},
		{element("%r = te.read %x [3 * c] if (c < 7) : tensor<16xf32>"), "at 'c * 3': index 18 is outside of dimension 0 (16)"},
		{element("%r = te.read %x [2 * c - 3] if (2 * c - 3 >= 0, 2 * c - 3 < 16) : tensor<16xf32>"), ""},
		{element("%r = te.read %x [40] if (c < 0) : tensor<16xf32>"), ""},
		{element("%r = te.read %d [c + 7] : tensor<?xf32>"), ""},
		{element("%r = te.read %x [%i] : tensor<16xf32>, tensor<i32>"), ""},
		{element("%r = te.read %z [%i] : tensor<0xf32>, tensor<i32>"), "reads from dimension 0 of 'tensor<0xf32>', which has no elements"},
		{element("%r = te.read %x [%s] : tensor<16xf32>, tensor<f32>"), "index #0 must be a tensor of rank 0 of whole numbers, or of type index, but is 'tensor<f32>'"},
		{element("%r = te.read %m [c] : tensor<4x8xf32>"), "needs an index for each of the 2 dimensions of 'tensor<4x8xf32>', but has 1"},
		{element("%r = \"te.read\"(%x, %s) <{map = affine_map<(d0) -> (d0)>}> : (tensor<16xf32>, tensor<f32>) -> tensor<f32>"), "has operands behind its indices that nothing uses"},
		{element("%r = \"te.read\"(%x) <{map = affine_map<(d0)[s0] -> (d0 + s0)>}> : (tensor<16xf32>) -> tensor<f32>"), "has 0 values for the 1 of its index expressions"},
		{element("%r = \"te.read\"(%x) <{map = affine_map<(d0, d1) -> (d0)>}> : (tensor<16xf32>) -> tensor<f32>"), "must have expressions over 1 axes, but they are over 2"},
		{element("%r = \"te.read\"(%x) <{guard = affine_set<(d0)[s0] : (d0 - s0 >= 0)>, map = affine_map<(d0) -> (d0)>}> : (tensor<16xf32>) -> tensor<f32>"), "must have conditions without values"},
		{element("%r = \"te.read\"(%x, %x) <{guard = affine_set<(d0) : (d0 >= 0)>, map = affine_map<(d0) -> (d0)>}> : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>"), "must read the type 'tensor<f32>' elsewhere, but that is 'tensor<16xf32>'"},
		{"%r = te.read %x [0] : tensor<16xf32>", "must be in a region of 'te.compute'"},
		{element("%0 = te.index c : tensor<f32>\n%r = te.read %x [c] : tensor<16xf32>"), "must result in a whole number of rank 0, but its type is 'tensor<f32>'"},
		{element("%0 = \"te.index\"() <{map = affine_map<(d0) -> (d0, d0)>}> : () -> tensor<i32>\n%r = te.read %x [c] : tensor<16xf32>"), "must have one index expression, without values"},
		{element("%0 = te.guard (c >= 0) : tensor<i8>\n%r = te.read %x [c] : tensor<16xf32>"), "inferred type(s) 'tensor<i1>' are incompatible with return type(s) of operation 'tensor<i8>'"},
		{element("%0 = tg.neg %m : tensor<4x8xf32>\n%r = te.read %x [c] : tensor<16xf32>"), "as it has the type 'tensor<4x8xf32>'"},
		{element("tg.assert %p, \"no\" : tensor<i1>\n%r = te.read %x [c] : tensor<16xf32>"), "cannot be in a compute, whose ops work on single elements and have no effects and no regions"},
		{element("%r = tg.cholesky %s : tensor<f32>"), "error:"},
		{element("%0 = te.read %x [c] : tensor<16xf32>\n%r = tg.reverse %0 dims [] : tensor<f32>"), "cannot be in a compute, whose ops work on single elements, as it works on whole tensors"},
		{"%0 = te.compute [c < 16] -> tensor<15xf32> { te.yield %s : tensor<f32> }", "has axes for the type 'tensor<16xf32>', but result #0 is 'tensor<15xf32>'"},
		{"%0 = te.compute [c < 16] -> tensor<16xf32> { te.yield %p : tensor<i1> }", "region #0 must yield (tensor<f32>), but yields (tensor<i1>)"},
		{"%0:2 = te.compute [] sum [c < 16] -> tensor<f32>, tensor<f32> { te.yield %s, %s : tensor<f32>, tensor<f32> }", "can combine by 'sum' only what is one result, but has 2"},
		{"%0 = te.compute [] dot [c < 16] -> tensor<i32> { te.yield %s, %s : tensor<f32>, tensor<f32> }", "cannot sum products of 'f32' as 'i32'"},
		{"%0 = te.compute [] dot [c < 16] -> tensor<i1> { te.yield %i, %i : tensor<i32>, tensor<i32> }", "cannot sum products of 'i32' as 'i1'"},
		{"%0 = te.compute [] dot [c < 16] -> tensor<f32> { te.yield %s : tensor<f32> }", "must yield (tensor<f32>, tensor<f32>), but yields (tensor<f32>)"},
		{"%0 = te.compute [] or [c < 16] -> tensor<f32> { te.yield %s : tensor<f32> }", "can combine only whole numbers by 'or', but results in 'tensor<f32>'"},
		{"%z0 = tg.constant dense<(true, true)> : tensor<complex<i1>>\n%0 = te.compute [] sum [c < 16] -> tensor<complex<i1>> { te.yield %z0 : tensor<complex<i1>> }", "cannot combine elements of 'complex<i1>' by 'sum'"},
		{element("%r = te.read %x [4 * c + 9223372036854775807] : tensor<16xf32>"), "is not seen to be inside of dimension 0 (16)"},
		{element("%0 = te.read %x [c] : tensor<16xf32>\n%r = te.read %0 [] : tensor<f32>"), "must read a tensor from outside of the compute, but this is an element in it"},
		{"%0 = te.compute [c < 16] init(%s) -> tensor<16xf32> { te.yield %s : tensor<f32> }", "has initial values, but no reduction"},
		{"%0 = te.compute [c < 3037000500, d < 3037000500] -> tensor<3037000500x3037000500xf32> { te.yield %s : tensor<f32> }", "has more points than a number of 64 bits can tell"},
		{"%0 = te.compute [] reduce [c < 16] -> tensor<f32> { te.yield %s : tensor<f32> } with (%a: tensor<f32>, %e: tensor<f32>) { te.yield %a : tensor<f32> }",
			"needs an initial value for each of the 1 results, but has 0"},
		{"%0 = te.compute [] reduce [c < 16] init(%s) -> tensor<f32> { te.yield %s : tensor<f32> } with (%a: tensor<f32>) { te.yield %a : tensor<f32> }",
			"region #1 must take (tensor<f32>, tensor<f32>), but takes (tensor<f32>)"},
		{"%0 = te.compute [] reduce [c < 16] init(%s) -> tensor<f32> { te.yield %s : tensor<f32> } with (%a: tensor<f32>, %e: tensor<f32>) { %r = te.read %x [c] : tensor<16xf32>\nte.yield %r : tensor<f32> }",
			"error:"},
		{"%0 = te.compute [c < 16] [d < 4] -> tensor<16xf32> { te.yield %s : tensor<f32> }", "expected '->'"},
		{"%0 = te.compute [c < 16, c < 4] -> tensor<16xf32> { te.yield %s : tensor<f32> }", "expected another name: there is an axis 'c' already"},
		{"%0 = te.compute [mod < 16] -> tensor<16xf32> { te.yield %s : tensor<f32> }", "'mod' means something else in index expressions"},
		{"%0 = te.compute [c in 3..1] -> tensor<16xf32> { te.yield %s : tensor<f32> }", "expected an axis that ends, with 1, where it begins or behind that, at 3"},
		{"%0 = te.compute [c < -3] -> tensor<16xf32> { te.yield %s : tensor<f32> }", "expected an extent of at least 0, but got -3"},
		{element("%r = te.read %x [c floordiv 0] : tensor<16xf32>"), "error:"},
		{element("%r = te.read %x [c * c] : tensor<16xf32>"), "error:"},
		{element("%r = te.read %x [e] : tensor<16xf32>"), "error:"},
	} {
		err := verifyText(computeIn(tt.text))
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.text, err)
		case tt.want != "" && (err == nil || !strings.Contains("error: "+err.Error(), tt.want)):
			t.Errorf("%s\ngot  %v\nwant %s", tt.text, err, tt.want)
		}
	}
}

func verifyText(text string) error {
	module, err := parser.Parse(driver.NewContext(), []byte(text), parser.Options{})
	if err != nil {
		return err
	}
	return ir.Verify(module)
}
