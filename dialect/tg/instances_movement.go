package tg

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// What random instances of movements and other ops look like: what fills opgen.InstanceOf.

func oneOrTwo(g *opgen.Generator, _ []*ir.Type) int { return 1 + g.IntN(2) }

func selectOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		return g.Ctx.WithElem(g.Any(), g.Ctx.Bool())
	case 1:
		return g.Ctx.Tensor(g.Partner(before[0].Shape()), g.Elem)
	}
	return g.Ctx.Tensor(g.Partner(opgen.Joined(before)), before[1].Elem())
}

// reshapeResult merges, splits, adds or drops dimensions.
func reshapeResult(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
	s := slices.Clone(in[0].Shape())
	n, _ := in[0].NumElements()
	switch g.IntN(7) {
	case 0:
		s = []int64{n}
	case 1:
		s = []int64{1, n}
	case 2:
		if len(s) > 1 {
			d := g.IntN(len(s) - 1)
			s = slices.Replace(s, d, d+2, s[d]*s[d+1])
		}
	case 3:
		for d, n := range s {
			if n > 0 && n%2 == 0 {
				s = slices.Replace(s, d, d+1, 2, n/2)
				break
			}
		}
	case 4:
		s = slices.Insert(s, g.IntN(len(s)+1), 1)
	case 5:
		s = slices.DeleteFunc(s, func(n int64) bool { return n == 1 })
	default:
		if n > 0 || len(s) > 1 {
			g.Shuffle(len(s), func(i, k int) { s[i], s[k] = s[k], s[i] })
		}
	}
	return types(g.Ctx.Tensor(s, in[0].Elem()))
}

func bitcastResult(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
	t, to := in[0], g.AnyElem()
	from, n := t.Elem().Width(), to.Width()
	switch {
	case from == n:
		return types(g.Ctx.WithElem(t, to))
	case from > n && from%n == 0:
		return types(g.Ctx.Tensor(append(slices.Clone(t.Shape()), int64(from/n)), to))
	case n > from && t.Rank() > 0:
		return types(g.Ctx.Tensor(t.Shape()[:t.Rank()-1], to))
	}
	return nil
}

func broadcastAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	rank := in[0].Rank()
	all := g.Permutation(rank + g.IntN(2))
	dims := all[:rank]
	if !g.Chance(1, 8) {
		slices.Sort(dims)
	}
	return opgen.Attrs{"dims": g.Ints(dims)}
}

func broadcastResult(g *opgen.Generator, in []*ir.Type, attrs opgen.Attrs) []*ir.Type {
	dims := attrs["dims"].Ints()
	rank := len(dims)
	for _, d := range dims {
		rank = max(rank, int(d)+1)
	}
	out := make([]int64, rank+g.IntN(2))
	for i := range out {
		out[i] = g.Extent()
	}
	for i, d := range dims {
		if i < in[0].Rank() && (in[0].Shape()[i] != 1 || g.Chance(1, 2)) && d >= 0 {
			out[d] = in[0].Shape()[i]
		}
	}
	return types(g.Ctx.Tensor(out, in[0].Elem()))
}

func sliceAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	var starts, limits, strides []int64
	for _, n := range in[0].Shape() {
		start, limit, stride := int64(0), n, int64(1)
		if g.Chance(2, 3) {
			start = min(n, opgen.Pick(g, []int64{0, 1, 1, g.Int64N(n + 1)}))
			limit = opgen.Pick(g, []int64{n, n, start + g.Int64N(n-start+1)})
			stride = opgen.Pick(g, []int64{1, 1, 2, 3, math.MaxInt64})
		}
		starts, limits, strides = append(starts, start), append(limits, limit), append(strides, stride)
	}
	return opgen.Attrs{"starts": g.Ints(starts), "limits": g.Ints(limits), "strides": g.Ints(strides)}
}

func padOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Any()
	}
	return g.Ctx.Tensor(nil, before[0].Elem())
}

func padAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	list := func(values ...int64) *ir.Attr {
		out := make([]int64, in[0].Rank())
		for i := range out {
			out[i] = opgen.Pick(g, values)
		}
		return g.Ints(out)
	}
	a := opgen.Attrs{"low": list(0, 0, 1, 2), "high": list(0, 0, 1, 2)}
	switch g.IntN(4) {
	case 0:
		a["interior"] = list(0, 0, 1, 2)
	case 1:
		a["low"], a["high"] = list(0, 1, -1), list(0, 1, -1)
	}
	return a
}

func concatOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Ranked(1)
	}
	s := slices.Clone(before[0].Shape())
	if len(s) == 0 {
		return before[0]
	}
	// The extent that differs does so along one dimension for all operands.
	dim := (i + len(s) - 1) % len(s)
	if i > 1 || g.Chance(2, 3) {
		dim = 0
		for d := range s {
			if len(before) > 1 && d < before[1].Rank() && before[1].Shape()[d] != s[d] {
				dim = d
			}
		}
	}
	if g.Chance(1, 2) {
		s[dim] = g.Extent()
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

// concatAttrs concatenates along the dimension in which the operands differ.
func concatAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	dim := g.Dim(in[0])
	for _, t := range in {
		for d, n := range t.Shape() {
			if d < in[0].Rank() && in[0].Shape()[d] != n {
				dim = g.I64(int64(d))
			}
		}
	}
	return opgen.Attrs{"dim": dim}
}

func splitAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	if in[0].Rank() == 0 {
		return nil
	}
	dim := g.IntN(in[0].Rank())
	left, sizes := in[0].Shape()[dim], []int64{}
	for range 1 + g.IntN(2) {
		n := g.Int64N(left + 1)
		sizes, left = append(sizes, n), left-n
	}
	return opgen.Attrs{"dim": g.I64(int64(dim)), "sizes": g.Ints(append(sizes, left))}
}

func constantAttrs(g *opgen.Generator, _ []*ir.Type) opgen.Attrs {
	return opgen.Attrs{"value": g.Constant(g.Any())}
}

// shapedLikeFirst is the shape of the first operand again, of any element type.
func shapedLikeFirst(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Ranked(1)
	}
	return g.Ctx.WithElem(before[0], g.AnyElem())
}
