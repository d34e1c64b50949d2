package opgen

import (
	"errors"
	"slices"

	"github.com/tg-opt/tg/ir"
)

var errNoResult = errors.New("no result type fits")

func one(t *ir.Type) []*ir.Type { return []*ir.Type{t} }

// I64 is an integer attribute.
func (g *Generator) I64(n int64) *ir.Attr { return g.Ctx.I64Attr(n) }

// Ints is an attribute that lists integers.
func (g *Generator) Ints(list []int64) *ir.Attr { return g.Ctx.I64Array(list) }

// Word is one of some words.
func (g *Generator) Word(words ...string) *ir.Attr { return g.Ctx.StringAttr(Pick(g, words)) }

// Dim is the number of a dimension of t.
func (g *Generator) Dim(t *ir.Type) *ir.Attr { return g.I64(int64(g.IntN(max(1, t.Rank())))) }

// Sometimes adds the flag n, once in so many times.
func (g *Generator) Sometimes(a Attrs, n string, of int) {
	if g.IntN(of) == 0 {
		a[n] = g.Ctx.Unit()
	}
}

// AnyElem is an element type for results that may have any: one of those that
// programs use.
func (g *Generator) AnyElem() *ir.Type {
	if g.Chance(1, 4) {
		return g.Elem
	}
	return Pick(g, Elements(g.Ctx))
}

// Elements are the element types of generated tensors.
func Elements(c *ir.Context) []*ir.Type {
	return []*ir.Type{
		c.Bool(), c.Int(8, ir.Signless), c.Int(16, ir.Signless), c.I32(), c.I64(), c.Int(8, ir.Unsigned), c.Int(16, ir.Unsigned), c.Int(32, ir.Unsigned), c.Int(64, ir.Unsigned),
		c.Float("f16"), c.Float("bf16"), c.F32(), c.F64(), c.Complex(c.F32()), c.Complex(c.F64()),
	}
}

// Permutation is an order of as many dimensions.
func (g *Generator) Permutation(rank int) []int64 {
	out := make([]int64, rank)
	for i, d := range g.Perm(rank) {
		out[i] = int64(d)
	}
	if g.Chance(1, 8) {
		slices.Sort(out)
	}
	return out
}

// Subset lists some of the dimensions, in order.
func (g *Generator) Subset(rank int) []int64 {
	out := []int64{}
	for d := range rank {
		if g.Chance(1, 2) {
			out = append(out, int64(d))
		}
	}
	return out
}
