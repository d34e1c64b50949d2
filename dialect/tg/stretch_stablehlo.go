package tg

import (
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

// Operands broadcast here, as in NumPy, and have one shape in StableHLO: they are repeated by ops
// of their own. Where only the run knows whether an extent is 1, so are these ops told the shape,
// which is computed from the extents of all operands.

// aligned are the operands of an op repeated to the shape of t, the type of its result.
func aligned(w *convert.Writer, t *ir.Type, x []*ir.Value) []*ir.Value {
	return spread(w, t.Shape(), x, 0)
}

// spread are values repeated to a shape, as far as it goes without the last own dimensions, which
// each value has for itself.
func spread(w *convert.Writer, shape []int64, x []*ir.Value, own int) []*ir.Value {
	out := slices.Clone(x)
	s := stretching{w: w, x: x, own: own, extents: slices.Clone(shape)}
	fixed := !slices.Contains(shape, ir.Dynamic)
	same := true
	for _, v := range x {
		fixed = fixed && v.Type().IsStatic()
		same = same && slices.Equal(s.before(v), shape)
	}
	if !fixed && !same {
		s.resolve()
	}
	for i, v := range x {
		switch of := v.Type().Shape(); {
		case same, w.Failed():
		case fixed:
			out[i] = w.Stretch(v, w.Ctx.WithShape(v.Type(), slices.Concat(shape, of[len(of)-own:])))
		case !s.fits(v):
			out[i] = s.stretch(v)
		}
	}
	return out
}

// stretching repeats values of which some extents are known to the run only.
type stretching struct {
	w       *convert.Writer
	x       []*ir.Value
	own     int
	extents []int64       // of what they are repeated to
	sources [][]*ir.Value // for each extent that is not known: the values whose extent it may be
	written []*ir.Value   // the extents, once they are written
	joined  *ir.Value     // and as a list
}

// before is the shape of v without the dimensions of its own.
func (s *stretching) before(v *ir.Value) []int64 {
	shape := v.Type().Shape()
	return shape[:len(shape)-s.own]
}

// dim is the dimension of v that lies along dimension d; negative if there is none.
func (s *stretching) dim(v *ir.Value, d int) int { return d - len(s.extents) + len(s.before(v)) }

// resolve finds what is known of the extents: one that is not 1 is the one of all.
func (s *stretching) resolve() {
	s.sources = make([][]*ir.Value, len(s.extents))
	for d, n := range s.extents {
		if n != ir.Dynamic {
			continue
		}
		for _, v := range s.x {
			at := s.dim(v, d)
			if at < 0 {
				continue
			}
			switch m := v.Type().Shape()[at]; {
			case m == ir.Dynamic && !slices.Contains(s.sources[d], v):
				s.sources[d] = append(s.sources[d], v)
			case m != ir.Dynamic && m != 1:
				s.extents[d] = m
			}
		}
		if s.extents[d] == ir.Dynamic && len(s.sources[d]) == 0 {
			s.extents[d] = 1
		}
	}
}

// fits reports whether v has the shape for certain.
func (s *stretching) fits(v *ir.Value) bool {
	if len(s.before(v)) < len(s.extents) {
		return false
	}
	for d, n := range s.before(v) {
		known := n != ir.Dynamic && n == s.extents[d]
		only := n == ir.Dynamic && s.extents[d] == ir.Dynamic && len(s.sources[d]) == 1
		if !known && !only {
			return false
		}
	}
	return true
}

// stretch repeats v.
func (s *stretching) stretch(v *ir.Value) *ir.Value {
	of := v.Type().Shape()
	before := len(of) - s.own
	dims := make([]int64, len(of))
	for i := range dims {
		dims[i] = int64(len(s.extents) - before + i)
	}
	t := s.w.Ctx.WithShape(v.Type(), slices.Concat(s.extents, of[before:]))
	return s.w.Op("stablehlo.dynamic_broadcast_in_dim", t, []*ir.Value{v, s.shapeOf(v)}, s.w.Ints("broadcast_dimensions", dims))
}

// shapeOf is the shape that v is repeated to, as a list.
func (s *stretching) shapeOf(v *ir.Value) *ir.Value {
	if s.written == nil {
		for d := range s.extents {
			s.written = append(s.written, s.extent(d))
		}
	}
	list := s.w.Ctx.Tensor([]int64{int64(len(s.extents) + s.own)}, s.w.Ctx.I64())
	if s.own > 0 {
		all := slices.Clone(s.written)
		for d := len(s.before(v)); d < v.Type().Rank(); d++ {
			all = append(all, extentThere(s.w, v, d))
		}
		return listOf(s.w, list, all)
	}
	if s.joined == nil {
		s.joined = listOf(s.w, list, s.written)
	}
	return s.joined
}

// extent is one of the extents: of several that may be 1 the one that is not.
func (s *stretching) extent(d int) *ir.Value {
	if s.extents[d] != ir.Dynamic {
		return wordOf(s.w, s.extents[d])
	}
	var n *ir.Value
	for _, v := range s.sources[d] {
		m := extentThere(s.w, v, s.dim(v, d))
		if n == nil {
			n = m
			continue
		}
		t := s.w.Ctx.Tensor(nil, s.w.Ctx.I64())
		isOne := comparison(s.w, "EQ", false, boolLike(s.w, t), []*ir.Value{n, wordOf(s.w, 1)})
		n = s.w.Op("stablehlo.select", t, []*ir.Value{isOne, m, n})
	}
	return n
}

// extentThere is an extent of v.
func extentThere(w *convert.Writer, v *ir.Value, d int) *ir.Value {
	if n := v.Type().Shape()[d]; n != ir.Dynamic {
		return wordOf(w, n)
	}
	return extentOf(w, w.Ctx.Tensor(nil, w.Ctx.I64()), v, int64(d))
}

// numbersLike is a number in each place of a tensor of the type and the extents of v.
func numbersLike(w *convert.Writer, v *ir.Value, number float64) *ir.Value {
	if w.Failed() {
		return nil
	}
	t := v.Type()
	if t.IsStatic() {
		return numbers(w, t, number)
	}
	told := toldExtents(w, t, func(d int) *ir.Value { return extentThere(w, v, d) })
	one := numbers(w, w.Ctx.Tensor(nil, t.Elem()), number)
	return w.Op("stablehlo.dynamic_broadcast_in_dim", t, []*ir.Value{one, told}, w.Ints("broadcast_dimensions", nil))
}
