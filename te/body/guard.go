package body

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// narrowed is what a guard says.
type narrowed struct {
	cond *ir.IntegerSet // its constraints, simplified
	// decided says that it always holds, or never.
	decided, holds bool
	space          affine.Space // where it holds
}

// narrowing simplifies a guard.
func (g *Graph) narrowing(cond *ir.IntegerSet) narrowed {
	k := g.Ctx.IntegerSetAttr(cond)
	n, ok := g.narrow[k]
	if ok {
		return n
	}
	guard, _ := g.Space.SimplifyGuard(affine.GuardOf(cond))
	switch {
	case guard.Never():
		n.decided = true
	case len(guard) == 0:
		n.decided, n.holds = true, true
	default:
		n.cond, n.space = guard.Set(g.Axes, 0), g.Space.Narrow(guard)
	}
	g.narrow[k] = n
	return n
}

// And is the guard that holds where both do; nil is one that always holds.
func And(a, b *ir.IntegerSet) *ir.IntegerSet {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &ir.IntegerSet{
		Dims: a.Dims, Constraints: slices.Concat(a.Constraints, b.Constraints), Eq: slices.Concat(a.Eq, b.Eq),
	}
}
