package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// What random instances of several ops have in common (opgen.InstanceOf).

// withInit is the operand of a reduction, or its initial value.
func withInit(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Ranked(1)
	}
	return g.Ctx.Tensor(nil, before[0].Elem())
}

func oneOrTwo(g *opgen.Generator, _ []*ir.Type) int { return 1 + g.IntN(2) }

func indexElem(g *opgen.Generator) *ir.Type {
	return opgen.Pick(g, []*ir.Type{g.Ctx.I32(), g.Ctx.I32(), g.Ctx.I64(), g.Ctx.Int(8, ir.Unsigned)})
}

// pair finds a dimension of the operand and one of the indices of the same
// extent, which is not 0, so that they can go through together; neither may be
// needed otherwise.
func pair(operand, indices *ir.Type, vector int64, components []int64) (o, n int64, ok bool) {
	for o, extent := range operand.Shape() {
		if extent == 0 || slices.Contains(components, int64(o)) {
			continue
		}
		for n, other := range indices.Shape() {
			if int64(n) != vector && other == extent {
				return int64(o), int64(n), true
			}
		}
	}
	return 0, 0, false
}
