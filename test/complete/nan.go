package complete

import (
	"fmt"
	"math/rand/v2"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// oneNaN executes the op on operands that differ in nothing but which NaNs they have: no result may
// tell.
func (p *inspection) oneNaN() {
	if _, kernel := interp.Kernel.Get(p.def); !kernel || opgen.Unknown(p.def) != "" {
		return
	}
	const each = 6
	c := p.context()
	for seed, elem := range opgen.Elements(c) {
		if !elem.IsFloat() && !elem.IsComplex() {
			continue
		}
		g := &opgen.Generator{
			Rand: rand.New(rand.NewPCG(uint64(seed), 3)), Ctx: c, Elem: elem, Base: []int64{4, 20}, Extents: []int64{1, 4, 20}, MaxRank: 3,
		}
		for range each {
			if o := g.RandomOp(p.def); o != nil {
				if err := tellsNaNs(g, o); err != nil {
					p.problem("interp.Kernel: there is one NaN, whose bits are those of tensor.DType.NaNBits: %v", err)
					return
				}
			}
		}
	}
}

// tellsNaNs is an error if the op makes something else of other NaNs.
func tellsNaNs(g *opgen.Generator, o *ir.Op) error {
	one := g.Inputs(o, opgen.Small)
	found := false
	for i, t := range o.OperandTypes() {
		if !t.IsTensor() && !t.IsFloat() {
			continue
		}
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil
		}
		if !spec.DType.Part().IsFloat() {
			continue
		}
		one[i] = hard(spec, uint64(g.Uint32())).WithOneNaN()
		for k, parts := 0, one[i].Parts(); k < parts.Len(); k++ {
			if g.IntN(4) == 0 {
				setWord(parts, k, parts.DType().NaNBits())
				found = true
			}
		}
	}
	if !found {
		return nil
	}
	want, err := interp.Evaluate(o, one, nil)
	if err != nil {
		return nil // what cannot be executed says why elsewhere
	}
	others := make([]*tensor.Tensor, len(one))
	for i, x := range one {
		others[i] = x.Clone()
		x := others[i].Parts()
		d := x.DType()
		if !d.IsFloat() {
			continue
		}
		payload := d.NaNBits() ^ d.InfinityBits() // the highest bit of the fraction
		for k := range x.Len() {
			if v := x.Float64At(k); v != v {
				setWord(x, k, d.InfinityBits()|1+g.Uint64N(2*payload-1)|g.Uint64N(2)<<(d.Bits()-1))
			}
		}
	}
	got, err := interp.Evaluate(o, others, nil)
	if err != nil {
		return fmt.Errorf("%v of %v: %w", o.Props(), others, err)
	}
	for i := range want {
		if !tensor.SameValues(want[i], got[i]) {
			return fmt.Errorf("%v of %v makes %v, but with other NaNs %v", o.Props(), one, want[i], got[i])
		}
	}
	return nil
}

// setWord sets the bits of an element.
func setWord(x *tensor.Tensor, k int, bits uint64) {
	size := x.DType().Size()
	for i := range size {
		x.Bytes()[k*size+i] = byte(bits >> (8 * i))
	}
}
