package prove

import (
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
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

// constant is a constant. Over numbers, one is what its number is, to the bit its bits.
func (t *table) constant(n node) *node {
	if t.level == exactly && n.op == "" {
		if x := t.tensorOf(&n); x != nil {
			n.op = hex.EncodeToString(x.Bytes())
		}
	}
	if t.level > exactly && len(n.at) > 0 {
		n.op = ""
	}
	return t.intern(n)
}

// zero is the element of all bits 0.
func (t *table) zero(typ *ir.Type) *node { return t.bits(typ, make([]byte, ir.StorageBytes(typ))) }

// isNumber reports whether constants of a type are numbers: of integers modulo a power of two, of
// floats, and of truths. These are a semiring, whose sum is `or`: what is equal as polynomials
// with factors that are natural numbers is equal in each semiring, and i1 has no differences.
func isNumber(typ *ir.Type) bool {
	return typ.IsFloat() || typ.IsIndex() || typ.IsInteger()
}

// choice is a where facts hold, and b elsewhere.
func (t *table) choice(facts []fact, a, b *node) *node {
	if a == b || len(facts) == 0 {
		return a
	}
	return t.intern(node{kind: choice, typ: a.typ, args: []*node{a, b}, facts: facts})
}

// call is an op on elements, or what is known of it: what it makes of constants, or what axioms
// say. Of truths, a sum is `or` and a product `and`, as ops define it.
func (t *table) call(n node) *node {
	if n.op == "tg.select" && len(n.args) == 3 {
		switch c := n.args[0]; {
		case isTruth(c, true):
			return n.args[1]
		case isTruth(c, false):
			return n.args[2]
		case c.kind == choice && isTruth(c.args[0], true) && isTruth(c.args[1], false):
			return t.choice(c.facts, n.args[1], n.args[2])
		}
	}
	if m := t.computed(n); m != nil {
		return m
	}
	if op, ok := ofTruths[n.op]; ok && t.level == exactly && n.typ.IsBool() && n.attrs == "" {
		n.op = op
	}
	return t.rewritten(t.intern(n))
}

// ofTruths are ops on i1 that are others there.
var ofTruths = map[string]string{"tg.add": "tg.or", "tg.mul": "tg.and", "tg.max": "tg.or", "tg.min": "tg.and"}

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
	if m.kind != call {
		return t.intern(m)
	}
	made := t.call(m)
	if made.kind == call {
		if known := s.compared(made); known != nil {
			return known
		}
		if known := s.comparison(made); known != nil {
			return s.visit(known)
		}
	}
	return made
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
	s.merge(&m)
	inside := &simplifier{s.and(ranges(m.bound, m.extents)...), map[*node]*node{}}
	for i, a := range m.args {
		if i < m.elements {
			m.args[i] = inside.visit(a)
		} else {
			m.args[i] = s.visit(a)
		}
	}
	if known := s.t.folded(m, inside.empty()); known != nil {
		return s.visit(known)
	}
	return s.t.intern(m)
}

// merge makes one fold of a fold of folds, where the order makes no difference, and drops axes that
// only repeat an element which does not count twice.
func (s *simplifier) merge(m *node) {
	if m.elements != 1 || !s.t.prover.anyOrder(m) {
		return
	}
	for x := m.args[0]; x.kind == fold && x.op == m.op && x.inits == 0 && x.elements == 1 && x.typ == m.typ; x = m.args[0] {
		m.bound, m.extents = append(slices.Clip(m.bound), x.bound...), append(slices.Clip(m.extents), x.extents...)
		m.args[0] = x.args[0]
	}
	if !slices.Contains([]string{"max", "min", "and", "or"}, m.op) {
		return
	}
	for i := len(m.bound) - 1; i >= 0; i-- {
		if !m.args[0].free[m.bound[i]] && s.entails(fact{p: m.extents[i].plus(-1)}) {
			m.bound, m.extents = slices.Delete(m.bound, i, i+1), slices.Delete(m.extents, i, i+1)
		}
	}
}

// folded is a fold of no element, or of one; nil for others.
func (t *table) folded(n node, empty bool) *node {
	inits := n.args[n.elements : n.elements+n.inits]
	switch {
	case empty && n.inits > 0:
		return inits[n.result]
	case empty && n.op == "sum":
		return t.zero(n.typ)
	case empty || len(n.bound) > 0 || n.op == te.Dot:
		return nil
	case n.op == "":
		swap := map[*node]*node{}
		for i := range 2 * n.elements {
			for _, a := range n.args[n.elements+n.inits:] {
				for _, m := range argumentsOf(a, i) {
					swap[m] = append(slices.Clone(inits), n.args[:n.elements]...)[i]
				}
			}
		}
		return t.swapped(n.args[n.elements+n.inits+n.result], swap)
	case n.inits == 0:
		return n.args[0]
	}
	op := map[string]string{"sum": "tg.add", "prod": "tg.mul"}[n.op]
	if op != "" && t.level == exactly && !n.typ.IsInteger() && !n.typ.IsIndex() {
		return nil // a neutral initial value is not added
	}
	if op == "" {
		op = "tg." + n.op
	}
	return t.call(node{kind: call, typ: n.typ, op: op, args: []*node{inits[0], n.args[0]}, commutes: true})
}

// argumentsOf are the arguments of a number below n.
func argumentsOf(n *node, number int) (out []*node) {
	if n.kind == argument && n.result == number {
		return []*node{n}
	}
	for _, a := range n.args {
		out = append(out, argumentsOf(a, number)...)
	}
	return out
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
		if p, ok := r.whole(n); ok && r.t.hasIndex(n) {
			return p, true
		}
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
