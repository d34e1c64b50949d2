package tg_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// badOp is an op in a function with badArgs that the verifier refuses, or the parser, and
// all of what it says.
type badOp struct{ op, want string }

const badArgs = "%x: tensor<4x8xf32>, %y: tensor<7xf32>, %d: tensor<?x8xf32>, %i: tensor<i32>, " +
	"%p: tensor<i1>, %n: tensor<3xi32>, %s: tensor<f32>, %c: tensor<4x8xcomplex<f32>>, " +
	"%e: tensor<4x8xf64>, %u: tensor<2xui64>, %w: tensor<3xui64>, %b: tensor<4x8xi1>, " +
	"%m: tensor<4x4xf32>, %t: tensor<2x3x4xf32>, %k: tensor<2xi32>, %l: tensor<i64>, " +
	"%h: tensor<4611686018427387903xi8>, %j: tensor<i8>, %q: tensor<?xi32>, %f: f32, " +
	"%a: tensor<1x2xi32>, %g: tensor<3x1xi32>, %o: tensor<2x3xi32>, %r: tensor<300xf32>, " +
	"%z: tensor<0xf32>"

// badOps are those of all families.
var badOps = slices.Concat(badElementwise, badMovement, badReductions, badContractions, badControl, badTold, badRequests, badStop)

func TestBadOpsAreRefused(t *testing.T) {
	for _, tc := range badOps {
		t.Run(tc.op, func(t *testing.T) {
			c := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect, ub.Dialect)
			m, err := parser.Parse(c, []byte(requestedFunctions+"func.func @f("+badArgs+") {\n  "+tc.op+"\n  return\n}"), parser.Options{})
			if err == nil {
				err = ir.Verify(m)
			}
			if err == nil {
				t.Fatal("is accepted")
			}
			if d := cmp.Diff(tc.want, err.Error()); d != "" {
				t.Error(d)
			}
		})
	}
}

// Every op is refused for some reason of its own, by a message that names it.
func TestEveryOpIsRefused(t *testing.T) {
	for _, d := range tg.Dialect.Ops() {
		named := func(tc badOp) bool { return strings.Contains(tc.want, "'"+d.Name()+"' op ") }
		if !d.Has(ir.Elementwise) && !slices.ContainsFunc(badOps, named) {
			t.Errorf("no program shows what %s refuses: write one for each rule of its own into one of the tables in verify_*_test.go, in this folder", d.Name())
		}
	}
}

// changed is an op of an example in which things are changed for a moment.
type changed struct {
	*ir.Op
	t *testing.T
}

// examples calls f for the first op of each definition in the example of that.
func examples(t *testing.T, f func(t *testing.T, o changed)) {
	for _, d := range tg.Dialect.Ops() {
		t.Run(d.Name(), func(t *testing.T) {
			c := newContext()
			c.AllowUnregistered = true
			var first *ir.Op
			ir.Walk(parse(t, c, d.Example), func(o *ir.Op) ir.WalkAction {
				if o.Is(d) && first == nil {
					first = o
				}
				return ir.Advance
			})
			f(t, changed{first, t})
		})
	}
}

// refused fails unless the op is refused as it is, by all of want behind its name.
func (o changed) refused(format string, args ...any) {
	o.t.Helper()
	want, got := "'"+o.Name()+"' op "+fmt.Sprintf(format, args...), ""
	if err := ir.VerifyOp(o.Op); err != nil {
		got = err.Error()
	}
	if d := cmp.Diff(want, got); d != "" {
		o.t.Error(d)
	}
}

// with calls f while operand i is of type typ.
func (o changed) with(i int, typ *ir.Type, f func()) {
	o.t.Helper()
	before := o.Operand(i)
	maker, err := ir.NewBuilder(o.Context()).Before(o.Op).Create(&ir.OpState{Name: o.Context().OpName("test.value"), Results: []*ir.Type{typ}})
	if err != nil {
		o.t.Fatal(err)
	}
	o.SetOperand(i, maker.Result(0))
	f()
	o.SetOperand(i, before)
	maker.Erase()
}

// like are types like t, of other elements, and one that is no tensor.
func like(c *ir.Context, t *ir.Type) []*ir.Type {
	elems := []*ir.Type{c.F32(), c.I32(), c.Bool(), c.Float("f64"), c.Complex(c.F32()), c.Index()}
	if !t.IsShaped() {
		return elems
	}
	var list []*ir.Type
	for _, e := range elems {
		list = append(list, c.WithElem(t, e))
	}
	return append(list, c.F32())
}

// An op says which types and attributes its declaration excludes, whatever its verifier does with
// the others.
func TestDeclarationsAreDemanded(t *testing.T) {
	examples(t, func(t *testing.T, o changed) {
		c, d := o.Context(), o.Def()
		groups, err := ir.Segments(o.Op, d.Operands, o.NumOperands(), d.Has(ir.SizedOperands), "operand")
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for g, n := range groups {
			for range n {
				for _, typ := range like(c, o.Operand(i).Type()) {
					if is := d.Operands[g].Type; !is.Ok(typ) {
						o.with(i, typ, func() { o.refused("operand #%d must be %s, but got '%s'", i, is.Desc, typ) })
					}
				}
				i++
			}
		}
		if len(d.Results) == 1 {
			for i, v := range o.Results() {
				before := v.Type()
				for _, typ := range like(c, before) {
					if is := d.Results[0].Type; !is.Ok(typ) {
						v.SetType(typ)
						o.refused("result #%d must be %s, but got '%s'", i, is.Desc, typ)
					}
				}
				v.SetType(before)
			}
		}
		props := o.Props()
		for _, a := range d.Attrs {
			if !a.Optional && a.Default == nil {
				o.SetAttr(a.Name, nil)
				o.refused("requires attribute '%s'", a.Name)
				o.SetProps(props)
			}
			for _, v := range []*ir.Attr{c.Unit(), c.IntAttr(c.I32(), 1), c.StringAttr("nothing")} {
				if !a.Is.Ok(v) {
					o.SetAttr(a.Name, v)
					o.refused("attribute '%s' failed to satisfy constraint: %s", a.Name, a.Is.Desc)
					o.SetProps(props)
				}
			}
		}
	})
}

// Who makes an op whose results only their types tell, or whose regions do, has to say them.
func TestTypesAreStated(t *testing.T) {
	says := map[*ir.OpDef]string{
		tg.RngBitGenerator: "needs its result types stated",
		tg.CustomCall:      "",                          // it may have no result
		tg.JVP:             "", tg.VJP: "", tg.Grad: "", // as many as the function and its derivative have
		tg.If: "needs at least one region", tg.Case: "needs at least one region", tg.Fusion: "needs at least one region",
	}
	examples(t, func(t *testing.T, o changed) {
		want, listed := says[o.Def()]
		switch {
		case !listed && !o.Has(ir.StatedTypes):
			t.SkipNow()
		case !listed:
			want = "needs its result type stated: a ranked tensor"
		}
		in, got := ir.InferenceOf(o.Op), ""
		in.Results, in.Regions = nil, nil
		if _, err := in.Types(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// An op that is told one extent is no other op while the type does not tell the rest.
func TestSetDimOfUnknownShape(t *testing.T) {
	m := parse(t, newContext(), function("%x: tensor<?x?xf32>, %n: tensor<i32>", "%0 = tg.set_dim %x, %n dim 0 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>", "tensor<?x?xf32>"))
	o := m.RegionAt(0).First().First().RegionAt(0).First().First()
	told, _ := analysis.ToldBy.Get(o.Def())
	for n, want := range map[int64]string{
		2:  "has an operand of type 'tensor<?x?xf32>', of which more must be known",
		-1: "is told that dimension 0 of 'tensor<?x?xf32>' has the extent -1, which must be from 0 to ?",
	} {
		if _, err := told.Static(ir.InferenceOf(o), [][]int64{{n}}); err == nil || err.Error() != want {
			t.Errorf("of %d: got %v, want %s", n, err, want)
		}
	}
}

// An elementwise op refuses elements that differ, shapes that do not broadcast and results of
// another shape.
func TestElementwiseOpsAreRefused(t *testing.T) {
	examples(t, func(t *testing.T, o changed) {
		c, d := o.Context(), o.Def()
		if !d.Has(ir.Elementwise) {
			t.SkipNow()
		}
		result := o.Result(0)
		before := result.Type()
		other := c.WithShape(before, []int64{7})
		result.SetType(other)
		o.refused("inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", before, other)
		result.SetType(before)

		last := o.NumOperands() - 1
		if last == 0 {
			return
		}
		was, first := o.Operand(last).Type(), o.Operand(0).Type()
		long := c.Tensor([]int64{7}, was.Elem())
		o.with(0, c.WithShape(first, []int64{4}), func() {
			o.with(last, long, func() {
				o.refused("operands do not broadcast: dimension 0 of operand #0 ('%s') is 4, dimension 0 of operand #%d ('%s') is 7; extents must be equal, or one of them 1",
					o.Operand(0).Type(), last, long)
			})
		})
		for _, typ := range like(c, was) {
			if is := d.Operands[last].Type; is.Ok(typ) && typ.Elem() != was.Elem() && d.Operands[0].Type.Desc == is.Desc {
				o.with(last, typ, func() {
					o.refused("operands must have one element type, but operand #0 is '%s' and operand #%d is '%s'; convert one of them", first, last, typ)
				})
			}
		}
	})
}
