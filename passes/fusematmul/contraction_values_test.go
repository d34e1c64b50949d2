package fusematmul_test

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// array is a value of that shape: an old one, a parameter or a constant.
func (g *contractionWriter) array(elem *ir.Type, shape ...int64) typedValue {
	var fit []typedValue
	for _, v := range slices.Concat(g.params, g.constants, g.values) {
		if slices.Equal(v.shape, shape) && v.t.Elem() == elem {
			fit = append(fit, v)
		}
	}
	if len(fit) > 0 && g.chance(75) {
		return pickFrom(g, fit)
	}
	t := g.ctx.Tensor(shape, elem)
	if g.chance(35) {
		v := g.constant(t, shape)
		g.constants = append(g.constants, v)
		return v
	}
	if len(shape) > 0 && g.chance(8) {
		unknown := slices.Clone(shape)
		unknown[g.rng.IntN(len(shape))] = ir.Dynamic
		t = g.ctx.Tensor(unknown, elem)
	}
	v := g.param(t, shape)
	return v
}

func (g *contractionWriter) constant(t *ir.Type, shape []int64) typedValue {
	x := g.tensor(t.Elem(), shape, g.rng.IntN(3))
	raw := x.Bytes()
	if n := x.DType().Size(); g.chance(25) && len(raw) > n {
		raw = raw[:n] // a splat
	}
	g.count++
	v := typedValue{fmt.Sprintf("%%c%d", g.count), t, shape}
	fmt.Fprintf(&g.head, "  %s = \"tg.constant\"() <{value = %s}> : () -> %s\n", v.name, g.ctx.Dense(t, raw), t)
	return v
}

// tensor has small whole numbers, thirds or, for kind 2, a few that hurt.
func (g *contractionWriter) tensor(elem *ir.Type, shape []int64, kind int) *tensor.Tensor {
	extents := make([]int, len(shape))
	for i, n := range shape {
		extents[i] = int(n)
	}
	d, _ := interp.DTypeOf(elem)
	x := tensor.New(d, extents...)
	for k := range x.Len() {
		v := float64(g.rng.IntN(7) - 3)
		switch {
		case d == tensor.Bool:
			x.SetInt64(k, int64(g.rng.IntN(2)))
			continue
		case !d.IsFloat():
			x.SetInt64(k, pickFrom(g, []int64{0, 1, 2, 3, 5, 100, -1, -2, -128, math.MinInt32}))
			continue
		case kind > 0:
			v = float64(g.rng.IntN(2001)-1000) / 300
		}
		if kind == 2 && g.chance(6) {
			v = pickFrom(g, []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 1e-40, 3e38})
		}
		x.SetFloat64(k, v)
	}
	return x
}

func (g *contractionWriter) inputs(kind int) []*tensor.Tensor {
	list := []*tensor.Tensor{}
	for _, p := range g.params {
		list = append(list, g.tensor(p.t.Elem(), p.shape, kind))
	}
	return list
}
