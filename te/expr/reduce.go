package expr

import (
	"encoding/binary"

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

// permutes reports whether each point of the reduction of s is met as often as any other one when
// t goes over its points: the axes of s that matter are, together, a renumbering of axes of t.
func (m *matcher) permutes(sub Substitution) bool {
	var at, axes []*ir.AffineExpr
	var many, few []te.Axis
	used := make([]bool, len(m.t.Axes))
	for i := len(m.s.Axes) - m.s.Bound; i < len(m.s.Axes); i++ {
		if sub[i] == nil || m.s.Axes[i].Extent == 1 {
			continue
		}
		at, axes, many = append(at, sub[i]), append(axes, affine.Dim(i)), append(many, m.s.Axes[i])
		for j := range used {
			used[j] = used[j] || affine.UsesDim(sub[i], int64(j))
		}
	}
	for j, a := range m.t.Axes {
		if used[j] {
			few = append(few, a)
		}
		if used[j] && j < len(m.t.Axes)-m.t.Bound {
			return false
		}
	}
	if points(few) != points(many) {
		return false
	}
	// As many points of one as of the other, and each of s is one of t.
	if _, ok := unify(at, axes, m.t.space, m.s.space); ok {
		return true
	}
	return m.meetsAll(at, used, points(few))
}

// maxPoints is at how many points expressions are evaluated that nothing else is known of.
const maxPoints = 4096

// meetsAll evaluates expressions at the points of some axes of t, and reports whether no values
// come twice.
func (m *matcher) meetsAll(at []*ir.AffineExpr, used []bool, points int64) bool {
	if points > maxPoints {
		return false
	}
	point := make([]int64, len(m.t.Axes))
	for j, a := range m.t.Axes {
		point[j] = a.Lower
	}
	seen := map[string]bool{}
	for range points {
		var key []byte
		for _, e := range at {
			v, ok := affine.Evaluate(e, point, nil)
			if !ok {
				return false
			}
			key = binary.LittleEndian.AppendUint64(key, uint64(v))
		}
		if seen[string(key)] {
			return false
		}
		seen[string(key)] = true
		for j, a := range m.t.Axes {
			if !used[j] {
				continue
			}
			if point[j]++; point[j] < a.Lower+a.Extent {
				break
			}
			point[j] = a.Lower
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
