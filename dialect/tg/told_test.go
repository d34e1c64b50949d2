package tg_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// toldCases are ops whose operands tell the shape of the result, what they give, or why
// they fail when they run.
var toldCases = []struct {
	args, op, result string
	in               []string
	want, err        string
}{
	{"%x: tensor<?xf32>, %n: tensor<2xi64>", "tg.dynamic_broadcast %x, %n dims [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>", "tensor<2x?xf32>",
		[]string{"3xf32=1 2 3", "2xi64=2 3"}, "2x3xf32=[1 2 3][1 2 3]", ""},
	{"%x: tensor<?xf32>, %n: tensor<2xi64>", "tg.dynamic_broadcast %x, %n dims [0] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>", "tensor<?x?xf32>",
		[]string{"1xf32=7", "2xi64=0 3"}, "0x3xf32=[]", ""},
	{"%x: tensor<?xf32>, %n: tensor<2xi64>", "tg.dynamic_broadcast %x, %n dims [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>", "tensor<2x?xf32>",
		[]string{"3xf32=1 2 3", "2xi64=2 4"}, "", "dimension 0 of 'tensor<3xf32>' does not lie along dimension 1 of 'tensor<2x4xf32>': extent 3 must be 4 or 1"},
	{"%x: tensor<?xf32>, %n: tensor<2xi64>", "tg.dynamic_broadcast %x, %n dims [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>", "tensor<2x?xf32>",
		[]string{"3xf32=1 2 3", "2xi64=4 3"}, "", "makes a result of type 'tensor<4x3xf32>' at run time, but its type is 'tensor<2x?xf32>'"},
	{"%x: tensor<?xf32>, %n: tensor<2xi64>", "tg.dynamic_broadcast %x, %n dims [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>", "tensor<2x?xf32>",
		[]string{"3xf32=1 2 3", "2xi64=2 -3"}, "", "is told that dimension 1 has the extent -3, which must not be negative"},
	{"%x: tensor<?xf32>, %n: tensor<?xi64>", "tg.dynamic_broadcast %x, %n dims [1] : (tensor<?xf32>, tensor<?xi64>) -> tensor<2x?xf32>", "tensor<2x?xf32>",
		[]string{"3xf32=1 2 3", "3xi64=2 3 4"}, "", "is told 3 extents, but its result 'tensor<2x?xf32>' has 2 dimensions"},
	{"%x: tensor<?xf32>, %n: tensor<2xi64>", "tg.dynamic_broadcast %x, %n dims [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>", "tensor<?x?xf32>",
		[]string{"1xf32=1", "2xi64=4611686018427387904 4611686018427387904"}, "", "which has more elements than can be counted"},
	{"%x: tensor<?xf32>, %n: tensor<1xui64>", "tg.dynamic_broadcast %x, %n dims [0] : (tensor<?xf32>, tensor<1xui64>) -> tensor<?xf32>", "tensor<?xf32>",
		[]string{"1xf32=1", "1xui64=18446744073709551615"}, "", "is told the number 18446744073709551615, which is too large"},
	{"%x: tensor<?xf32>, %n: tensor<1xi64>", "tg.dynamic_broadcast %x, %n dims [0] expanding [0] : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>", "tensor<?xf32>",
		[]string{"2xf32=1 2", "1xi64=2"}, "", "is told that dimension 0 of 'tensor<2xf32>' expands to 2, but its extent is not 1"},
	{"%x: tensor<?xf32>, %n: tensor<1xi64>", "tg.dynamic_broadcast %x, %n dims [0] nonexpanding [0] : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>", "tensor<?xf32>",
		[]string{"1xf32=1", "1xi64=2"}, "", "is told that dimension 0 of 'tensor<1xf32>' does not expand, but the result has the extent 2 there"},
	{"%n: tensor<2xi32>", "tg.dynamic_iota %n dim 1 : (tensor<2xi32>) -> tensor<?x3xi8>", "tensor<?x3xi8>", []string{"2xi32=2 3"}, "2x3xi8=[0 1 2][0 1 2]", ""},
	{"%n: tensor<2xi32>", "tg.dynamic_iota %n dim 1 : (tensor<2xi32>) -> tensor<2x3xi8>", "tensor<2x3xi8>", []string{"2xi32=2 3"}, "2x3xi8=[0 1 2][0 1 2]", ""},
	{"%n: tensor<2xi32>", "tg.dynamic_iota %n dim 1 : (tensor<2xi32>) -> tensor<2x3xi8>", "tensor<2x3xi8>", []string{"2xi32=3 2"}, "",
		"makes a result of type 'tensor<3x2xi8>' at run time, but its type is 'tensor<2x3xi8>'"},
	{"%x: tensor<?x3xf32>, %n: tensor<2xi32>", "tg.dynamic_reshape %x, %n : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>", "tensor<?x?xf32>",
		[]string{"2x3xf32=1 2 3 4 5 6", "2xi32=3 2"}, "3x2xf32=[1 2][3 4][5 6]", ""},
	{"%x: tensor<?x3xf32>, %n: tensor<2xi32>", "tg.dynamic_reshape %x, %n : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>", "tensor<?x?xf32>",
		[]string{"2x3xf32=1 2 3 4 5 6", "2xi32=3 3"}, "", "keeps the number of elements, but 'tensor<2x3xf32>' has 6 and the shape [3, 3] that it is told has 9"},
	{"%x: tensor<?xf32>, %v: tensor<f32>, %n: tensor<1xi32>", "tg.dynamic_pad %x, %v, %n, %n, %n : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"2xf32=1 2", "f32=9", "1xi32=1"}, "5xf32=9 1 9 2 9", ""},
	{"%x: tensor<?xf32>, %v: tensor<f32>, %n: tensor<1xi32>", "tg.dynamic_pad %x, %v, %n, %n, %n : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"2xf32=1 2", "f32=9", "1xi32=-1"}, "", "interior padding of dimension 0 must not be negative, but is -1"},
	{"%x: tensor<?xf32>, %a: tensor<1xi32>, %b: tensor<1xi32>, %c: tensor<1xi32>",
		"tg.real_dynamic_slice %x, %a, %b, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"5xf32=1 2 3 4 5", "1xi32=1", "1xi32=5", "1xi32=3"}, "2xf32=2 5", ""},
	{"%x: tensor<?xf32>, %a: tensor<1xi32>, %b: tensor<1xi32>, %c: tensor<1xi32>",
		"tg.real_dynamic_slice %x, %a, %b, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>",
		"tensor<?xf32>", []string{"5xf32=1 2 3 4 5", "1xi32=1", "1xi32=6", "1xi32=1"}, "", "range 1:6 of dimension 0 ends beyond extent 5 of 'tensor<5xf32>'"},
	{"%x: tensor<?x2xf32>, %i: tensor<1x1xi32>, %s: tensor<2xi32>",
		"tg.dynamic_gather %x, %i, %s offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 : (tensor<?x2xf32>, tensor<1x1xi32>, tensor<2xi32>) -> tensor<1x?xf32>",
		"tensor<1x?xf32>", []string{"2x2xf32=1 2 3 4", "1x1xi32=1", "2xi32=1 2"}, "1x2xf32=[3 4]", ""},
	{"%x: tensor<?x2xf32>, %i: tensor<1x1xi32>, %s: tensor<2xi32>",
		"tg.dynamic_gather %x, %i, %s offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 : (tensor<?x2xf32>, tensor<1x1xi32>, tensor<2xi32>) -> tensor<1x?xf32>",
		"tensor<1x?xf32>", []string{"2x2xf32=1 2 3 4", "1x1xi32=1", "2xi32=1 3"}, "", "slice size 3 of dimension 1 must be from 0 to the extent 2 of 'tensor<2x2xf32>'"},
	{"%x: tensor<1x?x1xf32>, %w: tensor<2x1x1xf32>, %p: tensor<1x2xi32>",
		"tg.dynamic_conv %x, %w, %p layout [n, w, c] x [w, i, o] -> [n, w, c] : (tensor<1x?x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<1x?x1xf32>",
		"tensor<1x?x1xf32>", []string{"1x2x1xf32=1 2", "2x1x1xf32=10 1", "1x2xi32=1 0"}, "1x2x1xf32=[[1][12]]", ""},
	{"%x: tensor<3x2xf32>, %n: tensor<i32>", "tg.set_dim %x, %n dim 0 : (tensor<3x2xf32>, tensor<i32>) -> tensor<?x2xf32>", "tensor<?x2xf32>",
		[]string{"3x2xf32=1 2 3 4 5 6", "i32=2"}, "2x2xf32=[1 2][3 4]", ""},
	{"%x: tensor<3x2xf32>, %n: tensor<i32>", "tg.set_dim %x, %n dim 0 : (tensor<3x2xf32>, tensor<i32>) -> tensor<?x2xf32>", "tensor<?x2xf32>",
		[]string{"3x2xf32=1 2 3 4 5 6", "i32=4"}, "", "is told that dimension 0 of 'tensor<3x2xf32>' has the extent 4, which must be from 0 to 3"},
	{"%x: tensor<?x3xf32>", "tg.dim %x dim 0 : (tensor<?x3xf32>) -> tensor<i8>", "tensor<i8>", []string{"0x3xf32="}, "i8=0", ""},
	{"%x: tensor<?xi1>", "tg.dim %x dim 0 : (tensor<?xi1>) -> tensor<i8>", "tensor<i8>", []string{"200xi1=0"}, "", "gives extents as 'i8', which cannot hold 200"},
	{"%x: tensor<?x3xf32>", "tg.shape_of %x : (tensor<?x3xf32>) -> tensor<2xindex>", "tensor<2xindex>", []string{"0x3xf32="}, "2xi64=0 3", ""},
	{"%x: tensor<?x?xf32>", "tg.cast %x : (tensor<?x?xf32>) -> tensor<2x?xf32>", "tensor<2x?xf32>", []string{"2x1xf32=1 2"}, "2x1xf32=[1][2]", ""},
	{"%x: tensor<?x?xf32>", "tg.cast %x : (tensor<?x?xf32>) -> tensor<2x?xf32>", "tensor<2x?xf32>", []string{"1x1xf32=1"}, "",
		"changes what is known of extents and nothing else, but has operand 'tensor<1x1xf32>' and result 'tensor<2x?xf32>'"},
}

func formatted(list []*tensor.Tensor) (out []string) {
	for _, x := range list {
		out = append(out, tensor.Format(x))
	}
	return out
}

// Ops whose operands tell the shape of the result are executed, and say which numbers
// they cannot be of.
func TestToldShapes(t *testing.T) {
	for _, c := range toldCases {
		got, err := execute(t, function(c.args, "%0 = "+c.op, c.result), c.in)
		switch {
		case c.err == "" && err != nil:
			t.Errorf("%s: %v", c.op, err)
		case c.err == "" && got[0] != c.want:
			t.Errorf("%s of %v: got %s, want %s", c.op, c.in, got[0], c.want)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err) || !strings.Contains(err.Error(), "'"+strings.Fields(c.op)[0]+"' op ")):
			t.Errorf("%s of %v: got %v, error %v, want one that says %s", c.op, c.in, got, err, c.err)
		}
	}
}

// With numbers that are constants they become ops of fixed shapes, which give the same;
// of numbers that cannot be they stay, and fail as before.
func TestToldConstants(t *testing.T) {
	for _, c := range toldCases {
		ctx := newContext()
		m := parse(t, ctx, function(c.args, "%0 = "+c.op, c.result))
		body := m.RegionAt(0).First().First().RegionAt(0).First()
		in := tensors(t, c.in)
		for i, a := range body.Args() {
			typ := interp.TypeOf(ctx, in[i])
			if typ = ctx.Tensor(typ.Shape(), a.Type().Elem()); !typ.Elem().IsInteger() {
				continue
			}
			b := ir.NewBuilder(ctx).AtStart(body)
			v := b.OpWithTypes(ctx.LookupOp("tg.constant"), 0, []*ir.Type{typ}, nil, ir.NamedAttr{Name: "value", Value: interp.EncodeElements(ctx, typ, in[i])}).Result(0)
			if typ != a.Type() {
				v = b.After(v.Def()).OpWithTypes(ctx.LookupOp("tg.cast"), 0, []*ir.Type{a.Type()}, []*ir.Value{v}).Result(0)
			}
			a.ReplaceAllUsesWith(v)
		}
		rewrite.Greedy(m, ir.NewBuilder(ctx), rewrite.NewSet(named("told-constants")), rewrite.Config{TopDown: true, MaxIterations: 10, MaxRewrites: 100})
		if err := ir.Verify(m); err != nil {
			t.Errorf("%s: %v", c.op, err)
			continue
		}
		text := printer.OpString(m, printer.Options{})
		p, err := interp.NewModule(m).Program("f")
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(in, interp.Options{})
		name := strings.Fields(c.op)[0]
		told := strings.HasPrefix(name, "tg.dynamic") || strings.HasPrefix(name, "tg.real") || name == "tg.set_dim"
		switch {
		case (err != nil) != (c.err != ""):
			t.Errorf("%s: error %v, want %q, in\n%s", c.op, err, c.err, text)
		case err == nil && told && strings.Contains(text, name+" "):
			t.Errorf("%s stays in\n%s", c.op, text)
		case err == nil:
			if got, _ := execute(t, function(c.args, "%0 = "+c.op, c.result), c.in); !slices.Equal(got, formatted(r.Outputs)) {
				t.Errorf("%s: got %v, want %v", c.op, formatted(r.Outputs), got)
			}
		}
	}
}

// The state of a loop may change its shape as far as its type leaves it open.
func TestWhileChangesShapes(t *testing.T) {
	program := `func.func @f(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<?xf32> cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.concat %v, %v dim 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    tg.yield %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}`
	if got, err := execute(t, program, []string{"2xf32=1 2", "i32=0"}); err != nil || got[0] != "2xf32=1 2" {
		t.Errorf("with no round: %v, %v", got, err)
	}
	if got, err := execute(t, program, []string{"0xf32=", "i32=3"}); err != nil || got[0] != "0xf32=[]" {
		t.Errorf("with nothing to double: %v, %v", got, err)
	}
	if got, err := execute(t, program, []string{"2xf32=1 2", "i32=2"}); err != nil || got[0] != "8xf32=1 2 1 2 1 2 1 2" {
		t.Errorf("doubled twice: %v, %v", got, err)
	}
	program = strings.ReplaceAll(program, "tg.yield %1, %2 : tensor<i32>, tensor<?xf32>", `%3 = tg.cast %2 : (tensor<?xf32>) -> tensor<4xf32>
    %4 = tg.cast %3 : (tensor<4xf32>) -> tensor<?xf32>
    tg.yield %1, %4 : tensor<i32>, tensor<?xf32>`)
	want := "'tg.cast' op makes a result #0"
	if _, err := execute(t, program, []string{"2xf32=1 2", "i32=3"}); err == nil || !strings.Contains(err.Error(), "tg.cast") {
		t.Errorf("got %v, want %s", err, want)
	}
}

// One place runs with other shapes and other numbers each time.
func TestToldAgain(t *testing.T) {
	c := newContext()
	m := parse(t, c, function("%x: tensor<?xf32>, %n: tensor<2xi64>", "%0 = tg.dynamic_reshape %x, %n : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>", "tensor<?x?xf32>"))
	p, err := interp.NewModule(m).Program("f")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][]string{
		{"4xf32=1 2 3 4", "2xi64=2 2", "2x2xf32=[1 2][3 4]"}, {"4xf32=1 2 3 4", "2xi64=4 1", "4x1xf32=[1][2][3][4]"},
		{"2xf32=1 2", "2xi64=1 2", "1x2xf32=[1 2]"}, {"2xf32=3 4", "2xi64=1 2", "1x2xf32=[3 4]"}, {"0xf32=", "2xi64=7 0", "7x0xf32=[]"},
	} {
		r, err := p.Run(tensors(t, x[:2]), interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := formatted(r.Outputs); got[0] != x[2] {
			t.Errorf("of %v: got %s, want %s", x[:2], got[0], x[2])
		}
		if r.Unplanned == nil {
			t.Error("ran by a plan, though only the run knows the shapes")
		}
	}
	if _, err := p.Run(tensors(t, []string{"4xf32=0", "2xi64=1 4"}), interp.Options{MaxBytes: 1}); err == nil || !strings.Contains(err.Error(), "the limit is 1 bytes") {
		t.Errorf("beyond the memory: %v", err)
	}
}
