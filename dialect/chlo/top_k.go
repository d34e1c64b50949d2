package chlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// TopK finds the largest elements.
var TopK = Dialect.NewOp("chlo.top_k")

func init() {
	TopK.Define(ir.OpDef{
		Doc: "The k largest elements along the last dimension, in descending order, and where they are. Of equal elements the first one comes first, and NaN is larger than all numbers.",
		Example: `func.func @f(%x: tensor<5x3xf32>) -> tensor<5x2xi32> {
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<5x3xf32> -> (tensor<5x2xf32>, tensor<5x2xi32>)
  return %indices : tensor<5x2xi32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("values", ir.AnyTensor), ir.Arg("indices", ir.IntTensor)),
		Attrs: []ir.AttrArg{
			{Name: "k", Is: ir.IsI64},
			{Name: "is_stable", Is: ir.IsBool, Optional: true},
		},
		Traits: ir.Pure,
		Format: "`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict " +
			"`:` type($operand) `->` `(` type(results) `)`",
		Verify: verifyTopK,
		Slots:  ir.Slots{convert.ToTG.Of(conversion(topKToTG))},
	})
}

func verifyTopK(o *ir.Op) error {
	t, k := o.Operand(0).Type(), o.Attr("k").Int()
	last := t.Rank() - 1
	if last < 0 {
		return fmt.Errorf("requires an operand with a last dimension, but got '%s'", t)
	}
	if d := t.Shape()[last]; k < 0 || d != ir.Dynamic && k > d {
		return fmt.Errorf("requires k between 0 and the last extent of '%s', but got %d", t, k)
	}
	shape := slices.Clone(t.Shape())
	shape[last] = k
	for i, elem := range []*ir.Type{t.Elem(), o.Result(1).Type().Elem()} {
		if want, got := o.Context().Tensor(shape, elem), o.Result(i).Type(); !ir.Compatible(want, got) {
			return fmt.Errorf("makes a result #%d of type '%s', but its type is '%s'", i, want, got)
		}
	}
	return nil
}

// topKToTG sorts the elements together with their positions and keeps the
// first ones.
func topKToTG(m *maker, o *ir.Op) []*ir.Value {
	x, t, k := m.Value(o.Operand(0)), o.Operand(0).Type(), o.Attr("k").Int()
	last := int64(t.Rank() - 1)
	n := t.Shape()[last]
	elem := o.Result(1).Type().Elem()
	var positions *ir.Value
	if n != ir.Dynamic {
		positions = m.spread(m.make(tg.Iota, m.Ctx.Tensor([]int64{n}, elem), nil, m.dim(0)), x)
	} else { // how many elements are before each
		ones := m.spread(m.number(elem, 1), x)
		positions = m.make(tg.Cumulate, m.Ctx.WithElem(t, elem), []*ir.Value{ones}, m.word("kind", "sum"), m.dim(last),
			ir.NamedAttr{Name: "exclusive", Value: m.Ctx.Unit()})
	}
	sorted := m.makeAll(tg.Sort, []*ir.Type{t, m.Ctx.WithElem(t, elem)}, []*ir.Value{x, positions}, nil, m.dim(last), m.word("direction", "descending"))
	for i, v := range sorted {
		sorted[i] = m.first(v, k)
	}
	return sorted
}

// first keeps the first k elements along the last dimension.
func (m *maker) first(v *ir.Value, k int64) *ir.Value {
	if m.err != nil {
		return nil
	}
	t := v.Type()
	shape, last := slices.Clone(t.Shape()), t.Rank()-1
	n := shape[last]
	shape[last] = k
	out, zeros := m.Ctx.WithShape(t, shape), make([]int64, t.Rank())
	switch {
	case out.IsStatic():
		return m.make(tg.Slice, out, []*ir.Value{v}, m.ints("starts", zeros...), m.ints("limits", shape...),
			m.ints("strides", slices.Repeat([]int64{1}, t.Rank())...))
	case n != ir.Dynamic: // the others go
		high := slices.Clone(zeros)
		high[last] = k - n
		return m.make(tg.Pad, out, []*ir.Value{v, m.number(t.Elem(), 0)}, m.ints("low", zeros...), m.ints("high", high...))
	}
	return m.fail("neither the last dimension of '%s' nor all others are known at compile time", t)
}
