package opgen

import (
	"errors"
	"math"
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

var errNoResult = errors.New("no result type fits")

// shapes are the ops that their traits do not tell enough of.
var shapes map[*ir.OpDef]shape

func init() {
	shapes = map[*ir.OpDef]shape{
		tg.Select: {operand: selectOperand},
		tg.Compare: {attrs: func(g *Generator, operands []*ir.Type) Attrs {
			a := Attrs{"direction": g.word("lt", "le", "eq", "ne", "ge", "gt")}
			g.sometimes(a, "total_order", 6)
			return a
		}},
		tg.Gelu: {attrs: func(g *Generator, _ []*ir.Type) Attrs { return Attrs{"approximate": g.word("none", "tanh")} }},
		tg.ReducePrecision: {attrs: func(g *Generator, _ []*ir.Type) Attrs {
			return Attrs{"exponent_bits": g.int(pick(g, []int64{2, 5, 8, 11})), "mantissa_bits": g.int(pick(g, []int64{0, 2, 7, 10, 23, 52}))}
		}},
		tg.Convert:   {results: func(g *Generator, in []*ir.Type, _ Attrs) []*ir.Type { return one(g.Ctx.WithElem(in[0], g.elem())) }},
		tg.Bitcast:   {results: bitcastResult},
		tg.Reshape:   {results: reshapeResult},
		tg.Broadcast: {attrs: broadcastAttrs, results: broadcastResult},
		tg.Transpose: {attrs: func(g *Generator, in []*ir.Type) Attrs {
			return Attrs{"permutation": g.ints(g.permutation(in[0].Rank()))}
		}},
		tg.Reverse: {attrs: func(g *Generator, in []*ir.Type) Attrs { return Attrs{"dims": g.ints(g.subset(in[0].Rank()))} }},
		tg.Slice:   {attrs: sliceAttrs},
		tg.Pad:     {operand: padOperand, attrs: padAttrs},
		tg.Concat:  {operand: concatOperand, attrs: concatAttrs, variadic: func(g *Generator, _ []*ir.Type) int { return 1 + g.IntN(3) }},
		tg.Split:   {attrs: splitAttrs},
		tg.Iota: {attrs: func(g *Generator, _ []*ir.Type) Attrs { return Attrs{"dim": g.int(int64(g.IntN(3)))} },
			results: func(g *Generator, _ []*ir.Type, _ Attrs) []*ir.Type { return one(g.any()) }},
		tg.Constant: {attrs: constantAttrs},
		tg.Barrier:  {variadic: oneOrTwo, operand: func(g *Generator, _ int, _ []*ir.Type) *ir.Type { return g.any() }},
		tg.Item:     {operand: func(g *Generator, _ int, _ []*ir.Type) *ir.Type { return g.Ctx.Tensor(nil, g.Elem) }},

		tg.DynamicSlice:       {operand: startsFrom(1), attrs: dynamicSliceAttrs, variadic: func(_ *Generator, in []*ir.Type) int { return 1 + in[0].Rank() }},
		tg.DynamicUpdateSlice: {operand: startsFrom(2), variadic: func(_ *Generator, in []*ir.Type) int { return 2 + in[0].Rank() }},
		tg.Gather:             {operand: gatherOperand, attrs: gatherAttrs},
		tg.Scatter:            {operand: scatterOperand, attrs: scatterAttrs, variadic: func(*Generator, []*ir.Type) int { return 3 }, least: 3},

		tg.Reduce: {attrs: reduceAttrs, operand: withInit, variadic: oneOrTwo},
		tg.Cumulate: {attrs: func(g *Generator, in []*ir.Type) Attrs {
			a := Attrs{"kind": g.word("sum", "prod", "max", "min", "and", "or", "xor"), "dim": g.dim(in[0])}
			g.sometimes(a, "exclusive", 4)
			g.sometimes(a, "reverse", 4)
			return a
		}},
		tg.ReduceWindow: {attrs: windowAttrs, operand: withInit, variadic: oneOrTwo},
		tg.Sort: {operand: sameShape, variadic: oneOrTwo, attrs: func(g *Generator, in []*ir.Type) Attrs {
			return Attrs{"direction": g.word("ascending", "descending"), "dim": g.dim(in[0])}
		}},
		tg.RngBitGenerator: {
			operand: func(g *Generator, _ int, _ []*ir.Type) *ir.Type {
				return g.Ctx.Tensor([]int64{2}, g.Ctx.Int(64, ir.Unsigned))
			},
			attrs: func(g *Generator, _ []*ir.Type) Attrs { return Attrs{"algorithm": g.word("three_fry")} },
			results: func(g *Generator, in []*ir.Type, _ Attrs) []*ir.Type {
				return []*ir.Type{in[0], g.Ctx.WithElem(g.any(), g.Ctx.Int(pick(g, []int{8, 16, 32, 64}), pick(g, []ir.Signedness{ir.Signless, ir.Unsigned})))}
			},
		},

		tg.MatMul:     {operand: matMulOperand, attrs: epilogueAttrs, variadic: withBias},
		tg.DotGeneral: {operand: dotOperand, attrs: dotAttrs, variadic: withBias},
		tg.Conv:       {operand: convOperand, attrs: convAttrs, variadic: withBias},
	}
}

func one(t *ir.Type) []*ir.Type { return []*ir.Type{t} }

func oneOrTwo(g *Generator, _ []*ir.Type) int { return 1 + g.IntN(2) }

func (g *Generator) int(n int64) *ir.Attr          { return g.Ctx.I64Attr(n) }
func (g *Generator) ints(list []int64) *ir.Attr    { return g.Ctx.I64Array(list) }
func (g *Generator) word(words ...string) *ir.Attr { return g.Ctx.StringAttr(pick(g, words)) }
func (g *Generator) dim(t *ir.Type) *ir.Attr       { return g.int(int64(g.IntN(max(1, t.Rank())))) }
func (g *Generator) sometimes(a Attrs, n string, of int) {
	if g.IntN(of) == 0 {
		a[n] = g.Ctx.Unit()
	}
}

// elem is an element type for results that may have any: one of those that
// programs use.
func (g *Generator) elem() *ir.Type {
	if g.chance(1, 4) {
		return g.Elem
	}
	return pick(g, Elements(g.Ctx))
}

// Elements are the element types of generated tensors.
func Elements(c *ir.Context) []*ir.Type {
	return []*ir.Type{
		c.Bool(), c.Int(8, ir.Signless), c.Int(16, ir.Signless), c.I32(), c.I64(), c.Int(8, ir.Unsigned), c.Int(16, ir.Unsigned), c.Int(32, ir.Unsigned), c.Int(64, ir.Unsigned),
		c.Float("f16"), c.Float("bf16"), c.F32(), c.F64(),
	}
}

func (g *Generator) permutation(rank int) []int64 {
	out := make([]int64, rank)
	for i, d := range g.Perm(rank) {
		out[i] = int64(d)
	}
	if g.chance(1, 8) {
		slices.Sort(out)
	}
	return out
}

// subset lists some of the dimensions, in order.
func (g *Generator) subset(rank int) []int64 {
	out := []int64{}
	for d := range rank {
		if g.chance(1, 2) {
			out = append(out, int64(d))
		}
	}
	return out
}

func selectOperand(g *Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		return g.Ctx.WithElem(g.any(), g.Ctx.Bool())
	case 1:
		return g.Ctx.Tensor(g.partner(before[0].Shape()), g.Elem)
	}
	return g.Ctx.Tensor(g.partner(joined(before)), before[1].Elem())
}

// reshapeResult merges, splits, adds or drops dimensions.
func reshapeResult(g *Generator, in []*ir.Type, _ Attrs) []*ir.Type {
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
	return one(g.Ctx.Tensor(s, in[0].Elem()))
}

func bitcastResult(g *Generator, in []*ir.Type, _ Attrs) []*ir.Type {
	t, to := in[0], g.elem()
	from, n := t.Elem().Width(), to.Width()
	switch {
	case from == n:
		return one(g.Ctx.WithElem(t, to))
	case from > n && from%n == 0:
		return one(g.Ctx.Tensor(append(slices.Clone(t.Shape()), int64(from/n)), to))
	case n > from && t.Rank() > 0:
		return one(g.Ctx.Tensor(t.Shape()[:t.Rank()-1], to))
	}
	return nil
}

func broadcastAttrs(g *Generator, in []*ir.Type) Attrs {
	rank := in[0].Rank()
	all := g.permutation(rank + g.IntN(2))
	dims := all[:rank]
	if !g.chance(1, 8) {
		slices.Sort(dims)
	}
	return Attrs{"dims": g.ints(dims)}
}

func broadcastResult(g *Generator, in []*ir.Type, attrs Attrs) []*ir.Type {
	dims := attrs["dims"].Ints()
	rank := len(dims)
	for _, d := range dims {
		rank = max(rank, int(d)+1)
	}
	out := make([]int64, rank+g.IntN(2))
	for i := range out {
		out[i] = g.extent()
	}
	for i, d := range dims {
		if i < in[0].Rank() && (in[0].Shape()[i] != 1 || g.chance(1, 2)) && d >= 0 {
			out[d] = in[0].Shape()[i]
		}
	}
	return one(g.Ctx.Tensor(out, in[0].Elem()))
}

func sliceAttrs(g *Generator, in []*ir.Type) Attrs {
	var starts, limits, strides []int64
	for _, n := range in[0].Shape() {
		start, limit, stride := int64(0), n, int64(1)
		if g.chance(2, 3) {
			start = min(n, pick(g, []int64{0, 1, 1, g.Int64N(n + 1)}))
			limit = pick(g, []int64{n, n, start + g.Int64N(n-start+1)})
			stride = pick(g, []int64{1, 1, 2, 3, math.MaxInt64})
		}
		starts, limits, strides = append(starts, start), append(limits, limit), append(strides, stride)
	}
	return Attrs{"starts": g.ints(starts), "limits": g.ints(limits), "strides": g.ints(strides)}
}

func padOperand(g *Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.any()
	}
	return g.Ctx.Tensor(nil, before[0].Elem())
}

func padAttrs(g *Generator, in []*ir.Type) Attrs {
	list := func(values ...int64) *ir.Attr {
		out := make([]int64, in[0].Rank())
		for i := range out {
			out[i] = pick(g, values)
		}
		return g.ints(out)
	}
	a := Attrs{"low": list(0, 0, 1, 2), "high": list(0, 0, 1, 2)}
	switch g.IntN(4) {
	case 0:
		a["interior"] = list(0, 0, 1, 2)
	case 1:
		a["low"], a["high"] = list(0, 1, -1), list(0, 1, -1)
	}
	return a
}

func concatOperand(g *Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.ranked(1)
	}
	s := slices.Clone(before[0].Shape())
	if len(s) == 0 {
		return before[0]
	}
	// The extent that differs does so along one dimension for all operands.
	dim := (i + len(s) - 1) % len(s)
	if i > 1 || g.chance(2, 3) {
		dim = 0
		for d := range s {
			if len(before) > 1 && d < before[1].Rank() && before[1].Shape()[d] != s[d] {
				dim = d
			}
		}
	}
	if g.chance(1, 2) {
		s[dim] = g.extent()
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

// concatAttrs concatenates along the dimension in which the operands differ.
func concatAttrs(g *Generator, in []*ir.Type) Attrs {
	dim := g.dim(in[0])
	for _, t := range in {
		for d, n := range t.Shape() {
			if d < in[0].Rank() && in[0].Shape()[d] != n {
				dim = g.int(int64(d))
			}
		}
	}
	return Attrs{"dim": dim}
}

func splitAttrs(g *Generator, in []*ir.Type) Attrs {
	if in[0].Rank() == 0 {
		return nil
	}
	dim := g.IntN(in[0].Rank())
	left, sizes := in[0].Shape()[dim], []int64{}
	for range 1 + g.IntN(2) {
		n := g.Int64N(left + 1)
		sizes, left = append(sizes, n), left-n
	}
	return Attrs{"dim": g.int(int64(dim)), "sizes": g.ints(append(sizes, left))}
}

func constantAttrs(g *Generator, _ []*ir.Type) Attrs {
	return Attrs{"value": g.Constant(g.any())}
}

// sameShape is the shape of the first operand again, of any element type.
func sameShape(g *Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.ranked(1)
	}
	return g.Ctx.WithElem(before[0], g.elem())
}
