package tg

import (
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

var cumulateRule = autodiff.Rule{JVP: cumulateJVP, VJP: cumulateVJP, Reads: "nothing of a sum, else the operand"}

// scan is a prefix reduction that is differentiated.
type scan struct {
	m                  *autodiff.Maker
	x                  *ir.Value
	kind               string
	dim                int
	exclusive, reverse bool
}

func scanOf(m *autodiff.Maker, o *ir.Op) *scan {
	return &scan{
		m: m, x: o.Operand(0), kind: o.Attr("kind").Text(), dim: int(o.Attr("dim").Int()),
		exclusive: o.Attr("exclusive") != nil, reverse: o.Attr("reverse") != nil,
	}
}

func cumulateJVP(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
	s := scanOf(m, o)
	switch {
	case s.kind == "sum" || noElements(s.x):
		return autodiff.Jointly(m, o, t)
	case s.kind == "prod":
		// The product behind element i is (that before it) * x[i], and so its tangent: a
		// recurrence.
		added := m.Make(Mul, []*ir.Value{scanned(m, "prod", s.x, s.dim, true, s.reverse), t[0]})
		v := recurrence(m, s.x, added, s.dim, s.reverse)
		if s.exclusive {
			v = shifted(m, v, s.dim, !s.reverse)
		}
		return []*ir.Value{v}
	}
	return []*ir.Value{taken(m, t[0], s.places(), s.dim)}
}

func cumulateVJP(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
	s := scanOf(m, o)
	switch {
	case s.kind == "sum" || noElements(s.x):
		return []*ir.Value{scanned(m, "sum", g[0], s.dim, s.exclusive, !s.reverse)}
	case s.kind == "prod":
		// ct[j] = P[j] S[j], where P is the product of what is before j and S[j] = g[j] + x[j+1]
		// S[j+1].
		before, added := scanned(m, "prod", s.x, s.dim, true, s.reverse), g[0]
		if s.exclusive {
			added = shifted(m, added, s.dim, s.reverse)
		}
		factor := shifted(m, conjugated(m, s.x), s.dim, s.reverse)
		behind := recurrence(m, factor, added, s.dim, !s.reverse)
		return []*ir.Value{m.Make(Mul, []*ir.Value{conjugated(m, before), behind})}
	}
	return []*ir.Value{put(m, "add", m.ZerosLike(s.x), s.places(), g[0], s.dim, false)}
}

// places are the positions of the extremes: of those that are equal, that which the scan meets
// first. A place that no element is before has a position outside.
func (s *scan) places() *ir.Value {
	m := s.m
	before := scanned(m, s.kind, s.x, s.dim, true, s.reverse)
	extreme := map[string]*ir.OpDef{"max": Max, "min": Min}[s.kind]
	better := m.Compare("ne", m.Make(extreme, []*ir.Value{before, s.x}), before)
	better = m.Make(And, []*ir.Value{better, m.Compare("eq", before, before)}) // NaN stays
	at := indexAlong(m, s.x, s.dim)
	last := minus(m, extentValue(m, s.x, s.dim), m.Integer(1))
	start, outside, latest := m.Integer(0), m.Integer(-1), "max"
	if s.reverse {
		start, outside, latest = last, extentValue(m, s.x, s.dim), "min"
	}
	record := m.Make(Or, []*ir.Value{better, m.Compare("eq", at, start)})
	return scanned(m, latest, m.Make(Select, []*ir.Value{record, at, outside}), s.dim, s.exclusive, s.reverse)
}

// shifted moves elements along dim by one place: to the front under down, else to the back, where
// zero comes in.
func shifted(m *autodiff.Maker, v *ir.Value, dim int, up bool) *ir.Value {
	low, high := make([]int64, v.Type().Rank()), make([]int64, v.Type().Rank())
	low[dim], high[dim] = -1, 1
	if up {
		low[dim], high[dim] = 1, -1
	}
	return m.MakeTyped(Pad, v.Type(), []*ir.Value{v, m.Constant(v.Type().Elem(), 0)}, intsAttr(m.Ctx, "low", low), intsAttr(m.Ctx, "high", high))
}

// recurrence is z along dim with z[i] = factor[i] * z[i-1] + added[i], from 0; under reverse from
// the end.
func recurrence(m *autodiff.Maker, factor, added *ir.Value, dim int, reverse bool) *ir.Value {
	rank := factor.Type().Rank()
	order := append([]int64{int64(dim)}, others(rank, []int64{int64(dim)})...)
	f, a := permuted(m, factor, order), permuted(m, added, order)
	t := f.Type()
	slice := m.Ctx.Tensor(t.Shape()[1:], t.Elem())
	rounds := extentValue(m, f, 0)
	var extents []*ir.Value
	for d := 1; d < rank; d++ {
		extents = append(extents, extentValue(m, f, d))
	}
	zero := filled(m, m.Constant(t.Elem(), 0), extents, slice.Shape())
	out := m.Counted(rounds, []*ir.Value{zero}, []*ir.Type{t}, func(b *autodiff.Maker, at *ir.Value, state []*ir.Value) []*ir.Value {
		if reverse {
			at = minus(b, minus(b, rounds, b.Integer(1)), at)
		}
		z := b.Make(Add, []*ir.Value{b.Make(Mul, []*ir.Value{b.At(f, at, slice), state[0]}), b.At(a, at, slice)})
		return []*ir.Value{z, z}
	})
	v := out[1]
	if reverse {
		v = m.Make(Reverse, []*ir.Value{v}, intsAttr(m.Ctx, "dims", []int64{0}))
	}
	return permuted(m, v, inversePermutation(order))
}
