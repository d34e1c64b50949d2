package prove

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// tensor is the number of the tensor of a name.
func (t *table) tensor(name string) int {
	n, known := t.byName[name]
	if !known {
		n = len(t.tensors)
		t.byName[name] = n
		t.tensors = append(t.tensors, name)
	}
	return n
}

// place is the axis that stands for dimension d of operands of ops that stay whole.
func (t *table) place(d int) variable {
	for len(t.places) <= d {
		t.places = append(t.places, t.fresh(axis, fmt.Sprintf("d%d", len(t.places))))
	}
	return t.places[d]
}

// constant is a constant. Over the reals, one is what its number is.
func (t *table) constant(n node) *node {
	if t.level > exactly && len(n.at) > 0 {
		n.op = ""
	}
	return t.intern(n)
}

// zero is the element of all bits 0.
func (t *table) zero(typ *ir.Type) *node {
	n := node{kind: constant, typ: typ, op: fmt.Sprintf("%x", make([]byte, ir.StorageBytes(typ)))}
	if isNumber(typ) {
		n.at = []poly{nil}
	}
	return t.constant(n)
}

// isNumber reports whether elements of a type are numbers of a ring that constants can tell:
// integers modulo a power of two, and floats.
func isNumber(typ *ir.Type) bool {
	return typ.IsFloat() || typ.IsIndex() || typ.IsInteger() && !typ.IsBool()
}

// choice is a where facts hold, and b elsewhere.
func (t *table) choice(facts []fact, a, b *node) *node {
	if a == b || len(facts) == 0 {
		return a
	}
	return t.intern(node{kind: choice, typ: a.typ, args: []*node{a, b}, facts: facts})
}

// call is an op on elements, or what axioms make of it.
func (t *table) call(n node) *node {
	if n.op == "tg.select" && len(n.args) == 3 {
		switch c := n.args[0]; {
		case c.kind == constant && c.op == "01":
			return n.args[1]
		case c.kind == constant && c.op == "00":
			return n.args[2]
		case c.kind == choice && isConstant(c.args[0], "01") && isConstant(c.args[1], "00"):
			return t.choice(c.facts, n.args[1], n.args[2])
		}
	}
	return t.rewritten(t.intern(n))
}

func isConstant(n *node, op string) bool { return n.kind == constant && n.op == op }

// simplifier simplifies nodes by what is known in a region.
type simplifier struct {
	*region
	done map[*node]*node
}

// simplified is n without choices that the region decides, and with the indices that it knows.
func (r *region) simplified(n *node) *node {
	return (&simplifier{r, map[*node]*node{}}).visit(n)
}

func (s *simplifier) visit(n *node) *node {
	if m := s.done[n]; m != nil {
		return m
	}
	m := s.node(n)
	s.done[n] = m
	return m
}

func (s *simplifier) node(n *node) *node {
	t := s.t
	switch n.kind {
	case choice:
		var left []fact
		for _, f := range n.facts {
			f.p = s.reduced(f.p)
			if s.entails(f) {
				continue
			}
			if s.excludes(f) {
				return s.visit(n.args[1])
			}
			left = append(left, f)
		}
		if len(left) == 0 {
			return s.visit(n.args[0])
		}
		return t.choice(left, s.visit(n.args[0]), s.visit(n.args[1]))
	case fold:
		return s.fold(n)
	}
	m := *n
	m.at = changed(n.at, s.reduced)
	m.args = make([]*node, len(n.args))
	for i, a := range n.args {
		m.args[i] = s.visit(a)
	}
	if m.kind == call {
		return t.call(m)
	}
	return t.intern(m)
}

// fold simplifies what is inside, where its axes are in their ranges. An axis of one value is that.
func (s *simplifier) fold(n *node) *node {
	m := *n
	m.extents = changed(n.extents, s.reduced)
	m.bound = slices.Clone(n.bound)
	m.args = slices.Clone(n.args)
	for i := len(m.bound) - 1; i >= 0; i-- {
		if v, ok := m.extents[i].integer(); ok && v == 1 {
			for k, a := range m.args[:m.elements] {
				m.args[k] = s.t.substituted(a, substitution{m.bound[i]: nil})
			}
			m.bound, m.extents = slices.Delete(m.bound, i, i+1), slices.Delete(m.extents, i, i+1)
		}
	}
	inside := &simplifier{s.and(ranges(m.bound, m.extents)...), map[*node]*node{}}
	for i, a := range m.args {
		if i < m.elements {
			m.args[i] = inside.visit(a)
		} else {
			m.args[i] = s.visit(a)
		}
	}
	return s.t.intern(m)
}

// ranges says that axes are from 0 up to their extents.
func ranges(axes []variable, extents []poly) []fact {
	var facts []fact
	for i, v := range axes {
		facts = append(facts, fact{p: v.poly()}, fact{p: extents[i].sub(v.poly()).plus(-1)})
	}
	return facts
}

// solved is what equalities of the region say that axes and symbols are.
func (r *region) solved() substitution {
	if r.equal != nil {
		return r.equal
	}
	r.equal = substitution{}
	var list []poly
	for i, f := range r.facts {
		if f.eq {
			list = append(list, f.p)
			continue
		}
		for _, g := range r.facts[:i] {
			if !g.eq && len(f.p.add(g.p)) == 0 {
				list = append(list, f.p)
			}
		}
	}
	for _, p := range list {
		p = r.t.in(p, r.equal)
		best := variable(-1)
		for _, term := range p {
			if len(term.mono) == 1 && term.coef.IsInt() && term.coef.Num().IsInt64() && abs(term.coef.Num().Int64()) == 1 && r.t.vars[term.mono[0]].sort <= axis {
				if _, rest, ok := p.linearIn(term.mono[0]); ok && r.t.isWhole(rest) && !r.t.hides(rest, term.mono[0]) {
					best = max(best, term.mono[0])
				}
			}
		}
		if best < 0 {
			continue
		}
		c, rest, _ := p.linearIn(best)
		is := rest.scale(newRat(c).Neg(c)) // c is 1 or -1
		for v, q := range r.equal {
			r.equal[v] = r.t.in(q, substitution{best: is})
		}
		r.equal[best] = is
	}
	return r.equal
}

func abs(v int64) int64 { return max(v, -v) }

// isWhole reports whether all factors are whole numbers.
func (t *table) isWhole(p poly) bool {
	return !slices.ContainsFunc(p, func(t term) bool { return !t.coef.IsInt() })
}

// hides reports whether a variable is inside of quotients and the like in p.
func (t *table) hides(p poly, v variable) bool {
	return slices.ContainsFunc(p, func(term term) bool {
		return slices.ContainsFunc(term.mono, func(w variable) bool { return t.vars[w].below[v] })
	})
}

// reduced is p by what the region knows: equalities, and quotients whose value it knows.
func (r *region) reduced(p poly) poly {
	p = r.t.in(p, r.solved())
	for range 8 {
		known := substitution{}
		for _, term := range p {
			for _, v := range term.mono {
				if q, ok := r.value(v); ok {
					known[v] = q
				}
			}
		}
		if len(known) == 0 {
			break
		}
		p = r.t.in(p, known)
	}
	return p
}

// value is what a variable is, if the region knows it.
func (r *region) value(v variable) (poly, bool) {
	o := r.t.vars[v]
	if o.sort <= axis {
		return nil, false
	}
	if o.sort == element {
		n := r.simplified(o.node)
		return r.t.elementOf(n), n != o.node
	}
	e := r.reduced(o.e)
	switch above, below := (fact{p: e}), (fact{p: o.d.sub(e).plus(-1)}); {
	case o.sort == clamped && r.entails(above) && r.entails(fact{p: o.d.sub(e)}):
		return e, true
	case o.sort == clamped && r.entails(fact{p: e.neg()}):
		return nil, true
	case o.sort == clamped && r.entails(fact{p: e.sub(o.d)}):
		return o.d, true
	case o.sort == quotient && r.entails(above) && r.entails(below):
		return nil, true
	case o.sort == quotient && r.entails(fact{p: e.neg().plus(-1)}) && r.entails(fact{p: e.add(o.d)}):
		return number(-1), true
	case e.equal(o.e):
		return nil, false
	case o.sort == clamped:
		return r.t.clampedTo(e, o.d), true
	}
	q := r.t.quotientOf(e, o.d)
	return q, !q.equal(v.poly())
}

// undecided is the first condition below n that is about variables that n does not bind; ok is
// false where there is none.
func (t *table) undecided(n *node) (f fact, ok bool) {
	seen := map[*node]bool{}
	var visit func(m *node, bound []variable) bool
	visit = func(m *node, bound []variable) bool {
		if seen[m] {
			return false
		}
		seen[m] = true
		for _, g := range m.facts {
			free := map[variable]bool{}
			t.collect(g.p, free)
			if !slices.ContainsFunc(bound, func(v variable) bool { return free[v] }) {
				f = g
				return true
			}
		}
		for _, p := range m.at {
			inside := map[variable]bool{}
			t.collect(p, inside)
			for v := range variable(len(t.vars)) {
				if inside[v] && t.vars[v].node != nil && visit(t.vars[v].node, bound) {
					return true
				}
			}
		}
		bound = append(slices.Clip(bound), m.bound...)
		for _, a := range m.args {
			if visit(a, bound) {
				return true
			}
		}
		return false
	}
	ok = visit(n, nil)
	return f, ok
}
