package tg_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// foldCases are ops at the end of a body, what they give, and what they fold
// to: the name of an argument, `1` for the result of the op %1, the text of a
// constant, or nothing.
var foldCases = []struct{ body, result, want string }{
	// Unary.
	{"%1 = tg.neg %x : tensor<4xf32>\n%0 = tg.neg %1 : tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.not %i : tensor<4xi32>\n%0 = tg.not %1 : tensor<4xi32>", "tensor<4xi32>", "i"},
	{"%1 = tg.abs %x : tensor<4xf32>\n%0 = tg.abs %1 : tensor<4xf32>", "tensor<4xf32>", "1"},
	{"%1 = tg.neg %x : tensor<4xf32>\n%0 = tg.abs %1 : tensor<4xf32>", "tensor<4xf32>", ""},
	{"%1 = tg.exp %x : tensor<4xf32>\n%0 = tg.exp %1 : tensor<4xf32>", "tensor<4xf32>", ""},

	{"%1 = tg.conj %z : tensor<4xcomplex<f32>>\n%0 = tg.conj %1 : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>", "z"},
	{"%1 = tg.sign %z : tensor<4xcomplex<f32>>\n%0 = tg.sign %1 : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>", ""},
	{"%1 = tg.complex %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>\n%0 = tg.imag %1 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>", "tensor<4xf32>", "y"},
	{"%1 = tg.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>\n%2 = tg.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>\n" +
		"%0 = tg.complex %1, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>", "z"},
	{"%1 = tg.constant dense<(3.0, -4.0)> : tensor<4xcomplex<f32>>\n%0 = tg.abs %1 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>", "tensor<4xf32>", "dense<5.000000e+00> : tensor<4xf32>"},

	// Neutral and absorbing elements.
	{"%1 = tg.constant dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>\n%0 = tg.mul %z, %1 : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>", ""},
	{"%1 = tg.constant dense<(0.0, 0.0)> : tensor<4xcomplex<f32>>\n%0 = tg.mul %z, %1 : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>", ""},
	{"%1 = tg.constant dense<(0.0, 0.0)> : tensor<4xcomplex<f32>>\n%0 = tg.add %z, %1 : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>", ""},
	{"%0 = tg.sub %z, %z : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>", ""},
	{"%0 = tg.max %z, %z : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>", "z"},
	{"%0 = tg.compare eq %z, %z : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>", "tensor<4xi1>", ""},
	{"%1 = tg.constant dense<0> : tensor<i32>\n%0 = tg.add %i, %1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", "i"},
	{"%1 = tg.constant dense<0> : tensor<i32>\n%0 = tg.add %1, %i : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>", "tensor<4xi32>", "i"},
	{"%1 = tg.constant dense<0> : tensor<2x1xi32>\n%0 = tg.add %i, %1 : (tensor<4xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>", "tensor<2x4xi32>", ""},
	{"%1 = tg.constant dense<0.0> : tensor<f32>\n%0 = tg.add %x, %1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "tensor<4xf32>", ""},
	{"%1 = tg.constant dense<-0.0> : tensor<f32>\n%0 = tg.add %x, %1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.constant dense<0.0> : tensor<f32>\n%0 = tg.sub %x, %1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.constant dense<-0.0> : tensor<f32>\n%0 = tg.sub %x, %1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "tensor<4xf32>", ""},
	{"%1 = tg.constant dense<0> : tensor<i32>\n%0 = tg.sub %1, %i : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>", "tensor<4xi32>", ""},
	{"%1 = tg.constant dense<1.0> : tensor<f32>\n%0 = tg.mul %x, %1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.constant dense<1.0> : tensor<f32>\n%0 = tg.div %x, %1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.constant dense<1.0> : tensor<f32>\n%0 = tg.div %1, %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>", "tensor<4xf32>", ""},
	{"%1 = tg.constant dense<0.0> : tensor<f32>\n%0 = tg.mul %x, %1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "tensor<4xf32>", ""},
	{"%1 = tg.constant dense<0> : tensor<i32>\n%0 = tg.mul %i, %1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", "dense<0> : tensor<4xi32>"},
	{"%1 = tg.constant dense<-1> : tensor<i32>\n%0 = tg.and %i, %1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", "i"},
	{"%1 = tg.constant dense<1> : tensor<i32>\n%0 = tg.and %i, %1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", ""},
	{"%1 = tg.constant dense<true> : tensor<i1>\n%0 = tg.and %p, %1 : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>", "tensor<4xi1>", "p"},
	{"%1 = tg.constant dense<255> : tensor<ui8>\n%0 = tg.or %u, %1 : (tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>", "tensor<4xui8>", "dense<255> : tensor<4xui8>"},
	{"%1 = tg.constant dense<255> : tensor<ui8>\n%0 = tg.and %u, %1 : (tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>", "tensor<4xui8>", "u"},
	{"%1 = tg.constant dense<true> : tensor<i1>\n%0 = tg.max %p, %1 : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>", "tensor<4xi1>", "dense<true> : tensor<4xi1>"},
	{"%1 = tg.constant dense<true> : tensor<i1>\n%0 = tg.add %p, %1 : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>", "tensor<4xi1>", "dense<true> : tensor<4xi1>"},
	{"%1 = tg.constant dense<0> : tensor<i32>\n%0 = tg.shl %i, %1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", "i"},
	{"%1 = tg.constant dense<0> : tensor<i32>\n%0 = tg.shl %1, %i : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>", "tensor<4xi32>", ""},

	// An operand met twice.
	{"%0 = tg.max %x, %x : tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%0 = tg.sub %x, %x : tensor<4xf32>", "tensor<4xf32>", ""},
	{"%0 = tg.sub %i, %i : tensor<4xi32>", "tensor<4xi32>", "dense<0> : tensor<4xi32>"},
	{"%0 = tg.sub %d, %d : tensor<?xi32>", "tensor<?xi32>", ""},
	{"%0 = tg.xor %p, %p : tensor<4xi1>", "tensor<4xi1>", "dense<false> : tensor<4xi1>"},
	{"%0 = tg.div %i, %i : tensor<4xi32>", "tensor<4xi32>", ""},
	{"%0 = tg.compare eq %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>", "tensor<4xi1>", "dense<true> : tensor<4xi1>"},
	{"%0 = tg.compare eq %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>", "tensor<4xi1>", ""},
	{"%0 = tg.compare ne %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>", "tensor<4xi1>", ""},
	{"%0 = tg.compare ge %x, %x total_order : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>", "tensor<4xi1>", "dense<true> : tensor<4xi1>"},
	{"%0 = tg.compare lt %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>", "tensor<4xi1>", "dense<false> : tensor<4xi1>"},
	{"%0 = tg.select %p, %x, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.constant dense<true> : tensor<i1>\n%0 = tg.select %1, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.constant dense<false> : tensor<i1>\n%0 = tg.select %1, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", "tensor<4xf32>", "y"},
	{"%1 = tg.constant dense<[true, false, true, true]> : tensor<4xi1>\n%0 = tg.select %1, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", "tensor<4xf32>", ""},

	// Splats, by the op's own kernel, unless the result is larger than they are.
	{"%1 = tg.constant dense<3> : tensor<4xi32>\n%2 = tg.constant dense<4> : tensor<i32>\n%0 = tg.add %1, %2 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", "dense<7> : tensor<4xi32>"},
	{"%1 = tg.constant dense<3> : tensor<4x1xi32>\n%2 = tg.constant dense<4> : tensor<4xi32>\n%0 = tg.add %1, %2 : (tensor<4x1xi32>, tensor<4xi32>) -> tensor<4x4xi32>", "tensor<4x4xi32>", ""},
	{"%1 = tg.constant dense<-0.0> : tensor<f32>\n%0 = tg.sqrt %1 : tensor<f32>", "tensor<f32>", "dense<-0.000000e+00> : tensor<f32>"},
	{"%1 = tg.constant dense<1.5> : tensor<f32>\n%0 = tg.convert %1 : (tensor<f32>) -> tensor<i8>", "tensor<i8>", "dense<1> : tensor<i8>"},
	{"%1 = tg.constant dense<1.5> : tensor<f32>\n%0 = tg.compare ge %1, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>", "tensor<i1>", ""},

	// Types.
	{"%0 = tg.convert %x : tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%0 = tg.convert %x : (tensor<4xf32>) -> tensor<4xf64>", "tensor<4xf64>", ""},
	{"%1 = tg.bitcast %x : (tensor<4xf32>) -> tensor<4x4xui8>\n%0 = tg.bitcast %1 : (tensor<4x4xui8>) -> tensor<4xf32>", "tensor<4xf32>", "x"},

	// Movement.
	{"%0 = tg.reshape %x : tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<2x2xf32>\n%0 = tg.reshape %1 : (tensor<2x2xf32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.constant dense<7> : tensor<4xi32>\n%0 = tg.reshape %1 : (tensor<4xi32>) -> tensor<2x2xi32>", "tensor<2x2xi32>", "dense<7> : tensor<2x2xi32>"},
	{"%0 = tg.transpose %m permutation [0, 1] : tensor<2x2xf32>", "tensor<2x2xf32>", "m"},
	{"%0 = tg.transpose %m permutation [1, 0] : tensor<2x2xf32>", "tensor<2x2xf32>", ""},
	{"%1 = tg.transpose %m permutation [1, 0] : tensor<2x2xf32>\n%0 = tg.transpose %1 permutation [1, 0] : tensor<2x2xf32>", "tensor<2x2xf32>", "m"},
	{"%0 = tg.broadcast %m dims [0, 1] : tensor<2x2xf32>", "tensor<2x2xf32>", "m"},
	{"%0 = tg.broadcast %m dims [1, 0] : tensor<2x2xf32>", "tensor<2x2xf32>", ""},
	{"%1 = tg.constant dense<7> : tensor<i32>\n%0 = tg.broadcast %1 dims [] : (tensor<i32>) -> tensor<1000000xi32>", "tensor<1000000xi32>", ""},
	{"%1 = tg.constant dense<7> : tensor<1x4xi32>\n%0 = tg.broadcast %1 dims [1, 0] : (tensor<1x4xi32>) -> tensor<4x1xi32>", "tensor<4x1xi32>", "dense<7> : tensor<4x1xi32>"},
	{"%0 = tg.slice %x [0:4] : tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%0 = tg.slice %d [0:4] : (tensor<?xi32>) -> tensor<4xi32>", "tensor<4xi32>", ""},
	{"%1 = tg.constant dense<9> : tensor<i32>\n%0 = tg.pad %i, %1 low [0] high [0] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", "i"},
	{"%1 = tg.constant dense<9> : tensor<i32>\n%0 = tg.pad %i, %1 low [1] high [-1] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", ""},
	{"%1 = tg.constant dense<9> : tensor<i32>\n%0 = tg.pad %1, %1 low [] high [] : (tensor<i32>, tensor<i32>) -> tensor<i32>", "tensor<i32>", "1"},
	{"%1 = tg.constant dense<9> : tensor<i32>\n%2 = tg.constant dense<9> : tensor<2xi32>\n%0 = tg.pad %2, %1 low [1] high [1] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>", "tensor<4xi32>", "dense<9> : tensor<4xi32>"},
	{"%0 = tg.concat %x dim 0 : tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%1 = tg.constant dense<9> : tensor<1xi32>\n%2 = tg.constant dense<9> : tensor<2xi32>\n%0 = tg.concat %1, %2 dim 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>", "tensor<3xi32>", "dense<9> : tensor<3xi32>"},
	{"%1 = tg.constant dense<8> : tensor<1xi32>\n%2 = tg.constant dense<9> : tensor<2xi32>\n%0 = tg.concat %1, %2 dim 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>", "tensor<3xi32>", ""},
	{"%0 = tg.split %x dim 0 sizes [4] : (tensor<4xf32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%0 = tg.reverse %x dims [] : tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%0 = tg.reverse %x dims [0] : tensor<4xf32>", "tensor<4xf32>", ""},
	{"%1 = tg.reverse %m dims [0, 1] : tensor<2x2xf32>\n%0 = tg.reverse %1 dims [1, 0] : tensor<2x2xf32>", "tensor<2x2xf32>", "m"},
	{"%1 = tg.reverse %m dims [0] : tensor<2x2xf32>\n%0 = tg.reverse %1 dims [1] : tensor<2x2xf32>", "tensor<2x2xf32>", ""},
	{"%0 = tg.dynamic_slice %x, %s sizes [4] : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%0 = tg.dynamic_update_slice %x, %y, %s : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>", "tensor<4xf32>", "y"},
	{"%1 = tg.constant dense<> : tensor<0xf32>\n%0 = tg.dynamic_update_slice %x, %1, %s : (tensor<4xf32>, tensor<0xf32>, tensor<i32>) -> tensor<4xf32>", "tensor<4xf32>", "x"},

	// Reductions.
	{"%0 = tg.reduce sum %x dims [] : tensor<4xf32>", "tensor<4xf32>", ""},
	{"%0 = tg.reduce sum %i dims [] : tensor<4xi32>", "tensor<4xi32>", "i"},
	{"%0 = tg.reduce max %x dims [] : tensor<4xf32>", "tensor<4xf32>", "x"},
	{"%0 = tg.reduce prod %x init %f dims [] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "tensor<4xf32>", ""},
	{"%1 = tg.constant dense<7.0> : tensor<4xf32>\n%0 = tg.reduce max %1 dims [0] : (tensor<4xf32>) -> tensor<f32>", "tensor<f32>", "dense<7.000000e+00> : tensor<f32>"},
	{"%1 = tg.constant dense<> : tensor<0xf32>\n%0 = tg.reduce max %1 dims [0] : (tensor<0xf32>) -> tensor<f32>", "tensor<f32>", ""},
	{"%1 = tg.constant dense<7> : tensor<4xi32>\n%0 = tg.reduce sum %1 dims [0] : (tensor<4xi32>) -> tensor<i32>", "tensor<i32>", ""},
	{"%0 = tg.sort ascending %f1 dim 0 : tensor<1xf32>", "tensor<1xf32>", "f1"},
	{"%0 = tg.sort ascending %x dim 0 : tensor<4xf32>", "tensor<4xf32>", ""},
	{"%0 = tg.cumulate max %f1 dim 0 : tensor<1xf32>", "tensor<1xf32>", "f1"},
	{"%0 = tg.cumulate sum %f1 dim 0 : tensor<1xf32>", "tensor<1xf32>", ""},
	{"%0 = tg.cumulate max %f1 dim 0 exclusive : tensor<1xf32>", "tensor<1xf32>", ""},

	// Constants fold to themselves, barriers to nothing.
	{"%0 = tg.constant dense<3> : tensor<2xi8>", "tensor<2xi8>", "dense<3> : tensor<2xi8>"},
	{"%0 = tg.iota dim 0 : tensor<1x4xi32>", "tensor<1x4xi32>", "dense<0> : tensor<1x4xi32>"},
	{"%0 = tg.iota dim 1 : tensor<1x4xi32>", "tensor<1x4xi32>", ""},
	{"%0 = tg.barrier %x : tensor<4xf32>", "tensor<4xf32>", ""},
}

// foldArgs are the arguments that the bodies use, with values at the edges of
// their types.
var foldArgs = []struct{ name, typ, value string }{
	{"x", "tensor<4xf32>", "4xf32=nan -0 inf 1e-45"},
	{"y", "tensor<4xf32>", "4xf32=1 2 -inf 3"},
	{"i", "tensor<4xi32>", "4xi32=-2147483648 0 2147483647 -1"},
	{"p", "tensor<4xi1>", "4xi1=true false true false"},
	{"u", "tensor<4xui8>", "4xui8=0 1 128 255"},
	{"m", "tensor<2x2xf32>", "2x2xf32=[-0 nan][inf 5]"},
	{"d", "tensor<?xi32>", "5xi32=1 2 3 4 5"},
	{"z", "tensor<4xcomplex<f32>>", "4xcomplex<f32>=(1,2) (-0,nan) (inf,-0) (3,-4)"},
	{"s", "tensor<i32>", "i32=-7"},
	{"f", "tensor<f32>", "f32=-0"},
	{"f1", "tensor<1xf32>", "1xf32=-0"},
}

func TestFold(t *testing.T) {
	var names, params, values []string
	for _, a := range foldArgs {
		names, params, values = append(names, a.name), append(params, "%"+a.name+": "+a.typ), append(values, a.value)
	}
	args := strings.Join(params, ", ")
	for _, tc := range foldCases {
		t.Run(strings.ReplaceAll(tc.body, "\n", "; "), func(t *testing.T) {
			m := parse(t, newContext(), function(args, tc.body, tc.result))
			block := m.RegionAt(0).First().First().RegionAt(0).First()
			o := block.Last().Operand(0).Def()
			var folded []ir.Folded
			if o.Def().Fold != nil {
				consts := make([]*ir.Attr, o.NumOperands())
				for i := range consts {
					consts[i] = ir.ConstantValue(o.Operand(i))
				}
				folded = o.Def().Fold(o, consts)
			}
			got := ""
			switch {
			case folded == nil:
			case len(folded) != o.NumResults():
				t.Fatalf("folds %d of %d results", len(folded), o.NumResults())
			case folded[0].Const != nil:
				got = folded[0].Const.String()
			case folded[0].Value.IsArg():
				got = names[folded[0].Value.Index()]
			default:
				got = "1"
				if folded[0].Value.Type() != o.Result(0).Type() {
					t.Errorf("folds to a value of type %s", folded[0].Value.Type())
				}
			}
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Error(d)
			}
			if folded == nil {
				return
			}
			// The op computes what it folds to.
			results, err := execute(t, function(args, tc.body, tc.result), values)
			if err != nil {
				t.Fatal(err)
			}
			var expected string
			switch v := folded[0].Value; {
			case v == nil:
				c, err := interp.DecodeElements(m.Context(), folded[0].Const)
				if err != nil {
					t.Fatal(err)
				}
				expected = tensor.Format(c)
			case v.IsArg():
				expected = values[v.Index()]
			default:
				inner, _, _ := strings.Cut(tc.body, "\n")
				computed, err := execute(t, function(args, strings.Replace(inner, "%1 =", "%0 =", 1), tc.result), values)
				if err != nil {
					t.Fatal(err)
				}
				expected = computed[0]
			}
			if d := cmp.Diff(expected, results[0]); d != "" {
				t.Error(d)
			}
		})
	}
}

// A constant materialises as an op for tensors, and for nothing else.
func TestConstantHook(t *testing.T) {
	c := newContext()
	b := ir.NewBuilder(c)
	d := c.LookupDialect("tg")
	pair := c.Tensor([]int64{2}, c.I32())
	o := d.Constant(b, c.Dense(pair, []byte{1, 0, 0, 0}), pair, 0)
	if o == nil || o.Name() != "tg.constant" || o.Attr("value").String() != "dense<1> : tensor<2xi32>" {
		t.Errorf("got %v", o)
	}
	if o := d.Constant(b, c.I64Attr(1), c.I64(), 0); o != nil {
		t.Errorf("an integer became %s", o.Name())
	}
	if o := d.Constant(b, c.Dense(pair, []byte{1, 0, 0, 0}), c.Tensor([]int64{3}, c.I32()), 0); o != nil {
		t.Errorf("a constant of another type became %s", o.Name())
	}
}
