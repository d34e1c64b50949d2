package expr

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// Substitution says, for each axis of one tree, where it is as an expression over the axes of
// another; nil for an axis that the value does not depend on.
type Substitution []*ir.AffineExpr

// maxTries is how many orders of the arguments of ops that commute are tried, where these look
// alike; maxEquations is how many equations are solved: the others are looked at afterwards.
const (
	maxTries     = 64
	maxEquations = 48
)

// Match finds where s has the values of t: a substitution of the axes of s such that s, at the
// points that it says, is t at all points of t, to the bit. Elements of a reduction are combined in
// the same order unless order does not matter to the combiner, or to Options.Fast. Both trees must
// be of one table.
func Match(s, t *Tree) (sub Substitution, ok bool) {
	if s.table != t.table || s.Root.shape != t.Root.shape || t.space.Empty() || s.space.Empty() {
		return nil, false
	}
	if s.Root.Kind == Reduce && points(s.bound()) != points(t.bound()) {
		return nil, false
	}
	m := &matcher{s: s, t: t}
	for try := range maxTries {
		m.begin(try)
		if m.pair(s.Root, t.Root) {
			if sub, ok := m.solve(); ok {
				return sub, true
			}
		}
		if try+1 >= 1<<min(m.ties, 30) {
			break
		}
	}
	return nil, false
}

// matcher compares two trees.
type matcher struct {
	s, t *Tree
	// choices say which ties take the other order; ties counts those that were met.
	choices, ties int
	seen          map[[2]*Node]bool
	// left are expressions of s that must have the values of those of t, right.
	left, right []*ir.AffineExpr
	guards      [][2]*ir.IntegerSet
	// symbols number pairs of values in indices.
	symbols map[[2]*Node]int
}

func (m *matcher) begin(try int) {
	m.choices, m.ties = try, 0
	m.seen, m.symbols = map[[2]*Node]bool{}, map[[2]*Node]int{}
	m.left, m.right, m.guards = m.left[:0], m.right[:0], m.guards[:0]
}

// pair collects what makes two nodes of one shape equal.
func (m *matcher) pair(a, b *Node) bool {
	p := [2]*Node{a, b}
	if m.seen[p] {
		return true
	}
	m.seen[p] = true
	if a.shape != b.shape {
		return false
	}
	for i := range a.Args {
		if !m.pair(a.Args[i], b.Args[m.place(a, b, i)]) {
			return false
		}
	}
	if a.Map != nil {
		values := make([]*ir.AffineExpr, a.Map.Syms)
		for i := range values {
			v := [2]*Node{a.Args[i], b.Args[i]}
			n, known := m.symbols[v]
			if !known {
				n = len(m.symbols)
				m.symbols[v] = n
			}
			values[i] = affine.Sym(n)
		}
		for i, e := range a.Map.Results {
			m.equate(affine.Substitute(e, nil, values), affine.Substitute(b.Map.Results[i], nil, values))
		}
	}
	if a.Guard != nil {
		m.guards = append(m.guards, [2]*ir.IntegerSet{a.Guard, b.Guard})
	}
	return true
}

// place is which argument of b argument i of a is compared with. Where two arguments that may
// change places have one shape, there is a choice, unless they are the same.
func (m *matcher) place(a, b *Node, i int) int {
	if i > 1 || !a.commutes || a.Args[0].shape != a.Args[1].shape || a.Args[0] == a.Args[1] || b.Args[0] == b.Args[1] {
		return i
	}
	if i == 0 {
		m.ties++
	}
	return i ^ m.choices>>(m.ties-1)&1
}

// equate adds an equation that is new.
func (m *matcher) equate(e, f *ir.AffineExpr) {
	for i := range m.left {
		if affine.Equal(m.left[i], e) && affine.Equal(m.right[i], f) {
			return
		}
	}
	m.left, m.right = append(m.left, e), append(m.right, f)
}

// solve finds a substitution that satisfies what was collected.
func (m *matcher) solve() (Substitution, bool) {
	if m.s.Root.Kind != Reduce {
		return m.unify(m.left, m.right)
	}
	left, right := m.inOrder()
	if sub, ok := m.unify(append(left, m.left...), append(right, m.right...)); ok && m.apart(sub) {
		return sub, true
	}
	if !m.anyOrder() {
		return nil, false
	}
	sub, ok := m.unify(m.left, m.right)
	if !ok || !m.apart(sub) || !m.permutes(sub) {
		return nil, false
	}
	return sub, true
}

// unify solves equations, and looks whether the solution is one of everything.
func (m *matcher) unify(left, right []*ir.AffineExpr) (Substitution, bool) {
	sub, known, ok := m.forced(left, right)
	if !known {
		sub, ok = m.equations(left, right)
	}
	if !ok {
		return nil, false
	}
	for i := range sub {
		if !m.s.Root.DependsOn(i) {
			sub[i] = nil
		}
	}
	for _, g := range m.guards {
		a, ok := m.t.space.SimplifyGuard(affine.GuardOf(g[0]).Substitute(sub, nil))
		b, fits := m.t.space.SimplifyGuard(affine.GuardOf(g[1]))
		if !ok || !fits || !affine.EqualGuards(a, b) {
			return nil, false
		}
	}
	return sub, true
}

// equations solves equations together.
func (m *matcher) equations(left, right []*ir.AffineExpr) (Substitution, bool) {
	n := min(len(left), maxEquations)
	sub, ok := unify(left[:n], right[:n], m.s.space, m.t.space)
	if !ok {
		return nil, false
	}
	for i := range sub {
		if sub[i] == nil && m.s.Root.DependsOn(i) {
			return nil, false
		}
	}
	for i := n; i < len(left); i++ {
		if !m.t.space.Same(affine.Substitute(left[i], sub, nil), right[i]) {
			return nil, false
		}
	}
	return sub, true
}
