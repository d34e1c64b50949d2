package expr

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// bound are the axes over which the root combines.
func (t *Tree) bound() []te.Axis { return t.Axes[len(t.Axes)-t.Bound:] }

// points is the number of points of axes.
func points(axes []te.Axis) int64 {
	n := int64(1)
	for _, a := range axes {
		n *= a.Extent
	}
	return n
}

// inOrder says where the axes of a reduction are if it goes over its points in the same order: the
// k-th point of s is the k-th of t, however they are split into axes.
func (m *matcher) inOrder() (left, right []*ir.AffineExpr) {
	s, t := m.s.bound(), m.t.bound()
	equate := func(i int, at *ir.AffineExpr) {
		if axis := len(m.s.Axes) - len(s) + i; m.s.Root.DependsOn(axis) {
			left, right = append(left, affine.Dim(axis)), append(right, at)
		}
	}
	if sameExtents(s, t) {
		for i := range s {
			equate(i, affine.Add(affine.Dim(len(m.t.Axes)-len(t)+i), affine.Const(s[i].Lower-t[i].Lower)))
		}
		return left, right
	}
	k := affine.Const(0)
	for i, a := range t {
		k = affine.Mul(k, a.Extent)
		k = affine.Add(k, affine.Sub(affine.Dim(len(m.t.Axes)-len(t)+i), affine.Const(a.Lower)))
	}
	step := int64(1)
	for i := len(s) - 1; i >= 0; i-- {
		at := affine.Mod(affine.FloorDiv(k, step), s[i].Extent)
		at, _ = m.t.space.Simplify(affine.Add(at, affine.Const(s[i].Lower)))
		equate(i, at)
		step *= s[i].Extent
	}
	return left, right
}

func sameExtents(s, t []te.Axis) bool {
	if len(s) != len(t) {
		return false
	}
	for i := range s {
		if s[i].Extent != t[i].Extent {
			return false
		}
	}
	return true
}

// apart reports whether the free axes of s are where free axes of t say.
func (m *matcher) apart(sub Substitution) bool {
	for i := range len(m.s.Axes) - m.s.Bound {
		for j := len(m.t.Axes) - m.t.Bound; j < len(m.t.Axes); j++ {
			if sub[i] != nil && affine.UsesDim(sub[i], int64(j)) {
				return false
			}
		}
	}
	return true
}

// anyOrder reports whether the order in which elements combine makes no difference.
func (m *matcher) anyOrder() bool {
	n := m.s.Root
	switch n.combiner {
	case "max", "min", "and", "or", "xor":
		return true
	case "sum", "prod", te.Dot:
		return m.s.table.opt.Fast || n.Type.Elem().IsInteger()
	}
	return false // a region
}

// permutes reports whether the axes of the reduction of s are those of t in another order, each
// perhaps from its end to its begin.
func (m *matcher) permutes(sub Substitution) bool {
	first := len(m.t.Axes) - m.t.Bound
	taken := map[int64]bool{}
	for i, a := range m.s.bound() {
		e := sub[len(m.s.Axes)-m.s.Bound+i]
		if e == nil || a.Extent == 1 {
			continue
		}
		coeffs, rest, ok := affine.Linear(e, len(m.t.Axes))
		if !ok || rest.Op != ir.AffineConst {
			return false
		}
		axis := -1
		for j, c := range coeffs {
			if c == 0 {
				continue
			}
			if j < first || axis >= 0 || c != 1 && c != -1 {
				return false
			}
			axis = j
		}
		if axis < 0 || taken[int64(axis)] || m.t.Axes[axis].Extent != a.Extent {
			return false
		}
		taken[int64(axis)] = true
	}
	// The number of points is the same, and so is that of those over which the value is the same.
	for j := first; j < len(m.t.Axes); j++ {
		if m.t.Root.DependsOn(j) && m.t.Axes[j].Extent > 1 && !taken[int64(j)] {
			return false
		}
	}
	return true
}

// domain is the number of points of the axes that n depends on, at most the largest number.
func (t *Tree) domain(n *Node) float64 {
	points := 1.0
	for i, a := range t.Axes {
		if n.DependsOn(i) {
			points = float64(points * float64(max(0, a.Extent)))
		}
	}
	return points
}
