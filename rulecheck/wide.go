package rulecheck

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// What a side rounds away is seen by running it once more in f64: a product of
// many factors, for one, may underflow on its way to a result that does not, or
// overflow on its way to zero, and no input and no result shows it.

// roundsBy is how far an element of a result of the left side is from what f64
// makes of it, which may be too large for its own type; 0 where that is not known,
// as of what is in f64 already.
func (in *instance) roundsBy(inputs []*tensor.Tensor, left *trace, i, k int) float64 {
	v, known := in.inF64(in.before, inputs, i, k)
	if !known {
		return 0
	}
	truth := tensor.New(left.outputs[i].DType(), 1)
	truth.SetFloat64(0, v)
	return math.Abs(truth.Float64At(0) - left.outputs[i].Float64At(k))
}

// overflows reports whether an element of a result of the right side is not
// finite, and is in f64.
func (in *instance) overflows(inputs []*tensor.Tensor, right *trace, i, k int) bool {
	if finite(right.outputs[i].Float64At(k)) {
		return false
	}
	v, known := in.inF64(in.after, inputs, i, k)
	return known && finite(v)
}

func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// inF64 is an element of a result that a side computes in f64, if it can be.
func (in *instance) inF64(side *ir.Block, inputs []*tensor.Tensor, i, k int) (v float64, known bool) {
	block := in.widened(side)
	if block == nil {
		return 0, false
	}
	wide := slices.Clone(inputs)
	for n, x := range wide {
		wide[n] = widenedTensor(x)
	}
	t, err := evaluate(block, wide)
	if err != nil {
		return 0, false
	}
	return t.outputs[i].Float64At(k), true
}

// widened is a side with all floats in f64; nil if it has no others, or ops
// that mean something else then.
func (in *instance) widened(side *ir.Block) *ir.Block {
	if n := in.narrowest(); n == tensor.F64 || n == tensor.Invalid || !straight(side) {
		return nil
	}
	ctx := side.Last().Context()
	block := &ir.Block{}
	(&ir.Region{}).Append(block)
	copies := map[*ir.Value]*ir.Value{}
	for _, a := range side.Args() {
		copies[a] = block.AddArg(widenedType(ctx, a.Type()), 0)
	}
	b := ir.NewBuilder(ctx).AtEnd(block)
	for o := side.First(); o != nil; o = o.Next() {
		attrs := slices.Clone(o.Props().Entries())
		// With wider elements these would compute something else: they are about element types.
		if o.Is(tg.Convert) || o.Is(tg.Bitcast) || o.Is(tg.ReducePrecision) || slices.ContainsFunc(attrs, func(a ir.NamedAttr) bool { return a.Value.Is(ir.TypeAttr) }) {
			return nil
		}
		types := o.ResultTypes()
		for i, t := range types {
			types[i] = widenedType(ctx, t)
		}
		if o.NumResults() == 1 && ir.ConstantValue(o.Result(0)) != nil {
			x, err := interp.DecodeElements(ctx, ir.ConstantValue(o.Result(0)))
			if err != nil {
				return nil
			}
			copies[o.Result(0)] = tg.Dialect.Constant(b, interp.EncodeElements(ctx, types[0], widenedTensor(x)), types[0], 0).Result(0)
			continue
		}
		operands := o.Operands()
		for i, v := range operands {
			operands[i] = copies[v]
		}
		n := b.OpWithTypes(o.Def(), 0, types, operands, attrs...)
		for i, v := range o.Results() {
			copies[v] = n.Result(i)
		}
	}
	return block
}

func widenedType(c *ir.Context, t *ir.Type) *ir.Type {
	switch e := t.ElemOrSelf(); {
	case e.IsFloat():
		return c.WithElem(t, c.F64())
	case e.IsComplex():
		return c.WithElem(t, c.Complex(c.F64()))
	}
	return t
}

func widenedTensor(x *tensor.Tensor) *tensor.Tensor {
	d := tensor.F64
	switch {
	case x.DType().IsComplex():
		d = tensor.C128
	case !x.DType().IsFloat():
		return x
	}
	wide := tensor.New(d, x.Shape()...)
	for i, parts := 0, x.Parts(); i < parts.Len(); i++ {
		wide.Parts().SetFloat64(i, parts.Float64At(i))
	}
	return wide
}
