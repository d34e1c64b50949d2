package normalize

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/body"
)

// mayReorder reports whether the order of the elements of a reduction does not matter to its bits.
func mayReorder(c te.Compute) bool {
	switch c.Combiner() {
	case "max", "min", "and", "or", "xor":
		return true
	case "sum", "prod", te.Dot:
		e := c.Result(0).Type().Elem()
		return e.IsInteger() || e.IsIndex()
	}
	return false
}

// signs are how an axis occurs in index expressions: with positive coefficients, and with negative
// ones.
type signs struct{ up, down int }

// signed counts how the dimensions and values of an expression occur in it.
func signed(e *ir.AffineExpr, count func(leaf *ir.AffineExpr, down bool)) {
	type part struct {
		e    *ir.AffineExpr
		down bool
	}
	stack := []part{{e, false}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch p.e.Op {
		case ir.AffineConst:
		case ir.AffineDim, ir.AffineSym:
			count(p.e, p.down)
		case ir.AffineAdd:
			stack = append(stack, part{p.e.LHS, p.down}, part{p.e.RHS, p.down})
		default:
			v, isConst := affine.ConstValue(p.e.RHS)
			stack = append(stack, part{p.e.LHS, p.down != (isConst && v < 0)})
		}
	}
}

// mirror finds the axes that only run backwards.
func (n *normalizer) mirror(c te.Compute, g *body.Graph, p *plan, u uses) {
	axes := make([]signs, len(p.old))
	for _, d := range g.Nodes() {
		if d.Map == nil {
			continue
		}
		for _, e := range d.Map.Results {
			signed(e, func(leaf *ir.AffineExpr, down bool) {
				switch {
				case leaf.Op != ir.AffineDim:
				case down:
					axes[leaf.Value].down++
				default:
					axes[leaf.Value].up++
				}
			})
		}
	}
	for i, s := range axes {
		if s.up > 0 || s.down == 0 || p.old[i].Size != nil {
			continue
		}
		if i < p.outputs && !readBackwards(u, i) || i >= p.outputs && !mayReorder(c) {
			continue
		}
		p.mirror[i] = true
		n.stats.Mirrored++
	}
}

// readBackwards reports whether all who use a compute read its dimension d backwards.
func readBackwards(u uses, d int) bool {
	if len(u.others) > 0 {
		return false
	}
	any := false
	for _, r := range u.reads {
		up := false
		signed(r.Map().Results[d], func(_ *ir.AffineExpr, down bool) {
			up, any = up || !down, any || down
		})
		if up {
			return false
		}
	}
	return any
}

// order orders axes as the first read of the largest operand has them.
func (n *normalizer) order(c te.Compute, g *body.Graph, p *plan, u uses) {
	first := largest(g)
	if first == nil {
		return
	}
	before := slices.Clone(p.kept)
	found := occurrence(first.Map, len(p.old))
	if len(u.reads) > 0 {
		reorder(p.kept[:p.outputs], found)
	}
	if mayReorder(c) {
		reorder(p.kept[p.outputs:], found)
	}
	if !slices.Equal(before, p.kept) {
		n.stats.Permuted++
	}
}

// largest is the first read of the largest operand: that with the most extents that are not known,
// and then by the product of the others.
func largest(g *body.Graph) *body.Node {
	var best *body.Node
	most, open := 0.0, 0
	for _, d := range g.Nodes() {
		if d.Kind != body.Read {
			continue
		}
		size, unknown := 1.0, 0
		for _, e := range d.Value.Type().Shape() {
			if e == ir.Dynamic {
				unknown++
			} else {
				size *= float64(e)
			}
		}
		if best == nil || unknown > open || unknown == open && size > most {
			best, most, open = d, size, unknown
		}
	}
	return best
}

// occurrence tells for each axis at which place it occurs in the indices of a read, from 1 on; 0
// for one that does not. In one index those with large coefficients come first.
func occurrence(m *ir.AffineMap, axes int) []int {
	found := make([]int, axes)
	next := 1
	for _, e := range m.Results {
		var here []int64
		signed(e, func(leaf *ir.AffineExpr, _ bool) {
			if leaf.Op == ir.AffineDim && found[leaf.Value] == 0 && !slices.Contains(here, leaf.Value) {
				here = append(here, leaf.Value)
			}
		})
		slices.Sort(here)
		if coeffs, _, ok := affine.Linear(e, axes); ok {
			slices.SortStableFunc(here, func(a, b int64) int { return cmp.Compare(magnitude(coeffs[b]), magnitude(coeffs[a])) })
		}
		for _, a := range here {
			found[a] = next
			next++
		}
	}
	return found
}

func magnitude(v int64) int64 { return max(v, -v) }

// reorder puts the axes that occur in the order in which they do, at the places that they have
// together; others stay where they are.
func reorder(list []int, found []int) {
	var some []int
	for _, a := range list {
		if found[a] > 0 {
			some = append(some, a)
		}
	}
	slices.SortFunc(some, func(a, b int) int { return found[a] - found[b] })
	for i, a := range list {
		if found[a] > 0 {
			list[i], some = some[0], some[1:]
		}
	}
}
