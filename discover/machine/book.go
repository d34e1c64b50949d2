package machine

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/rewrite"
)

// found is an equality of two programs for all operands, as far as executions tell.
type found struct {
	left, right *pattern
	level       rewrite.Level
	variables   int
	ops         int // of the larger side, each counted once
}

// book is the equalities that were accepted, by the form that one side begins with.
type book struct {
	*enumerator
	rules []found
	from  map[int32][]side
}

// side is an equality read from one of its sides.
type side struct {
	from, to *pattern
	level    rewrite.Level
}

func newBook(e *enumerator) *book { return &book{enumerator: e, from: map[int32][]side{}} }

// candidate is an equality and what it says.
type candidate struct {
	equality
	found
}

// extend makes the programs of so many ops, and accepts what their equalities say, the general ones
// first, as far as it does not follow from what was accepted before.
func (b *book) extend(size int, keep bool) error {
	var list []candidate
	var failed error
	err := b.grow(size, func(a application, smallest bool, c computed, p prints) {
		if failed != nil {
			return
		}
		m := &meeting{book: b, a: a, prints: p, computed: &c, keep: keep, size: size}
		failed = m.settle(smallest)
		list = append(list, m.list...)
	})
	if err != nil || failed != nil {
		return firstOf(failed, err)
	}
	slices.SortStableFunc(list, func(x, y candidate) int { return y.variables - x.variables })
	for _, x := range list {
		if !b.follows(x.equality) {
			b.accept(x.found)
		}
	}
	return nil
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// meeting is what becomes of one program.
type meeting struct {
	*book
	a application
	prints
	*computed
	keep bool
	size int
	list []candidate
}

// settle looks for what the program equals exactly. If that is nothing, it looks for what it equals
// where nothing is special: programs with an operand that is not as small as it gets there are
// equal to those with the smaller operand.
func (m *meeting) settle(smallest bool) error {
	v, done, err := m.equals(rewrite.Exact, m.book.exact[m.prints.exact], m.unkept.exact, m.prints.exact)
	if err != nil || done {
		if done && m.keep {
			m.known[m.a] = v
		}
		return err
	}
	finite := int32(-1)
	if smallest {
		if finite, err = m.settleFinite(); err != nil {
			return err
		}
	} else if m.keep {
		finite = m.ofSmaller()
	}
	if !m.keep {
		m.unkept.exact[m.prints.exact] = m.a
		return nil
	}
	t := &m.typed[m.a.typed]
	var nodes []int32
	for _, v := range m.a.args[:len(t.operands)] {
		nodes = merged(nodes, m.values[v].nodes)
	}
	n := m.add(value{application: m.a, kind: t.result, nodes: nodes, computed: *m.computed, prints: m.prints})
	m.known[m.a] = n
	if finite >= 0 {
		m.values[n].finite = m.values[finite].finite
	} else {
		m.findable(n)
	}
	return nil
}

// settleFinite is the value that the program equals where nothing is special, -1 for none.
func (m *meeting) settleFinite() (int32, error) {
	tried := map[int32]bool{}
	for g, p := range m.prints.finite {
		if p == 0 {
			continue
		}
		var list []int32
		for _, v := range m.book.finite[g][p] {
			if !tried[v] && m.agree(&m.values[v].prints) {
				list = append(list, v)
			}
			tried[v] = true
		}
		if v, done, err := m.equals(rewrite.Finite, list, m.unkept.finite[g], p); err != nil || done {
			return v, err
		}
	}
	if !m.keep {
		for g, p := range m.prints.finite {
			if p != 0 {
				m.unkept.finite[g][p] = m.a
				break
			}
		}
	}
	return -1, nil
}

// agree reports whether finite prints are the same in all groups in which both are defined.
func (m *meeting) agree(p *prints) bool {
	for g, x := range m.prints.finite {
		if y := p.finite[g]; x != 0 && y != 0 && x != y {
			return false
		}
	}
	return true
}

// equals finds which of some values, or which program that was not kept, equals the program.
func (m *meeting) equals(level rewrite.Level, values []int32, unkept map[uint64]application, print uint64) (int32, bool, error) {
	try := func(q equality) (bool, error) {
		if m.follows(q) {
			return true, nil
		}
		ok, err := m.verified(q)
		if ok {
			f := m.rule(q)
			f.ops = m.size
			m.list = append(m.list, candidate{q, f})
		}
		return ok, err
	}
	kind := m.typed[m.a.typed].result
	for _, v := range values {
		if m.values[v].kind != kind {
			continue
		}
		if ok, err := try(equality{application: m.a, value: v, level: level}); ok || err != nil {
			return v, ok, err
		}
	}
	if other, ok := unkept[print]; ok && m.typed[other.typed].result == kind {
		ok, err := try(equality{application: m.a, value: -1, other: other, level: level})
		return -1, ok, err
	}
	return -1, false, nil
}

// ofSmaller is what the program with the smaller operands is; -1 where that was not met.
func (m *meeting) ofSmaller() int32 {
	a := m.a
	for i := range m.typed[a.typed].operands {
		a.args[i] = m.values[a.args[i]].finite
	}
	if v, ok := m.known[m.sorted(a)]; ok {
		return v
	}
	return -1
}

// sorted has the first two operands of a commutative form in the order in which they are tried.
func (b *book) sorted(a application) application {
	if b.commutes[b.typed[a.typed].form] && a.args[0] > a.args[1] {
		a.args[0], a.args[1] = a.args[1], a.args[0]
	}
	return a
}

// accept adds a rule.
func (b *book) accept(f found) {
	b.rules = append(b.rules, f)
	l, r := f.left, f.right
	if f.level == rewrite.Exact && l.form == r.form && len(l.args) == 2 && l.args[0].variable >= 0 && l.args[1].variable >= 0 && l.args[0].variable != l.args[1].variable &&
		l.args[0].variable == r.args[1].variable && l.args[1].variable == r.args[0].variable {
		b.commutes[l.form] = true
	}
	b.from[l.form] = append(b.from[l.form], side{l, r, f.level})
	if r.form >= 0 {
		b.from[r.form] = append(b.from[r.form], side{r, l, f.level})
	}
}

// follows reports whether one application of an accepted rule, at the root, shows that a program
// computes what a value does, at the level.
func (b *book) follows(q equality) bool {
	for _, s := range b.from[b.typed[q.typed].form] {
		if s.level > q.level {
			continue
		}
		if b.match(s.from, q.application, nil, func(bound []int32) bool { return b.reaches(s.to, bound, q) }) {
			return true
		}
	}
	return false
}

// match calls f with all ways in which variables are bound so that a pattern is a program, until f
// says that it has enough.
func (b *book) match(p *pattern, a application, bound []int32, f func([]int32) bool) bool {
	t := &b.typed[a.typed]
	if p.form != t.form {
		return false
	}
	n := len(p.args)
	if b.matchArgs(p.args, a.args[:n], bound, f) {
		return true
	}
	if !b.commutes[p.form] {
		return false
	}
	a.args[0], a.args[1] = a.args[1], a.args[0]
	return b.matchArgs(p.args, a.args[:n], bound, f)
}

func (b *book) matchArgs(p []*pattern, args []int32, bound []int32, f func([]int32) bool) bool {
	if len(p) == 0 {
		return f(bound)
	}
	return b.matchValue(p[0], args[0], bound, func(bound []int32) bool { return b.matchArgs(p[1:], args[1:], bound, f) })
}

func (b *book) matchValue(p *pattern, v int32, bound []int32, f func([]int32) bool) bool {
	x := &b.values[v]
	switch {
	case p.variable >= 0:
		for len(bound) <= p.variable {
			bound = append(bound, -1)
		}
		if bound[p.variable] >= 0 {
			return bound[p.variable] == v && f(bound)
		}
		if p.kind != x.kind {
			return false
		}
		bound = slices.Clone(bound)
		bound[p.variable] = v
		return f(bound)
	case p.form < 0:
		return x.typed < 0 && x.leaf.input < 0 && x.kind == p.kind && math.Float64bits(x.leaf.number) == math.Float64bits(p.number) && f(bound)
	case x.typed < 0:
		return false
	}
	return b.match(p, x.application, bound, f)
}

// reaches reports whether a pattern on what variables are bound to is what an equality ends in.
func (b *book) reaches(p *pattern, bound []int32, q equality) bool {
	a, v, ok := b.resolve(p, bound)
	switch {
	case !ok:
		return false
	case v < 0 && q.value < 0:
		return a == q.other
	case v < 0:
		if b.values[q.value].application == a {
			return true
		}
		if v, ok = b.known[a]; !ok {
			return false
		}
	}
	return v == q.value || q.level == rewrite.Finite && q.value >= 0 && b.values[v].finite == b.values[q.value].finite
}

// resolve finds what a pattern on bound variables is: a value, or a program on values that may not
// have been met; ok is false where a part of it was not met, or a variable is not bound.
func (b *book) resolve(p *pattern, bound []int32) (a application, v int32, ok bool) {
	switch {
	case p.variable >= 0:
		if p.variable >= len(bound) || bound[p.variable] < 0 {
			return a, -1, false
		}
		return a, bound[p.variable], true
	case p.form < 0:
		for _, n := range b.bySize[0] {
			if x := &b.values[n]; x.leaf.input < 0 && x.kind == p.kind && math.Float64bits(x.leaf.number) == math.Float64bits(p.number) {
				return a, n, true
			}
		}
		return a, -1, false
	}
	operands := make([]int32, len(p.args))
	for i, x := range p.args {
		part, n, ok := b.resolve(x, bound)
		if ok && n < 0 {
			n, ok = b.known[part]
		}
		if !ok {
			return a, -1, false
		}
		a.args[i], operands[i] = n, b.values[n].kind
	}
	if a.typed = b.find(p.form, operands); a.typed < 0 {
		return a, -1, false
	}
	return b.sorted(a), -1, true
}
