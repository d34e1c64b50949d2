package rule

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// maxSiblings bounds how many users of a shared value are looked at for the
// other patterns of a rule, and maxLooks how many in one attempt to match.
const (
	maxSiblings = 64
	maxLooks    = 256
)

// others matches the k-th pattern, which is not the first, at the ops that
// share its anchor with the patterns before it.
func (m *match) others(k int) bool {
	a := &m.rule.anchors[k]
	v := m.vars[a.variable]
	switch {
	case len(a.steps) == 0 && m.search != nil:
		return slices.ContainsFunc(m.search.space.Members(v, m.rule.left[k].def), func(r *ir.Value) bool { return m.sibling(k, r.Def()) })
	case len(a.steps) == 0:
		return v.Def() != nil && m.sibling(k, v.Def())
	}
	return m.climb(k, v, len(a.steps)-1)
}

// climb looks for the root of the k-th pattern among the users of v, which is
// what the given step leads to.
func (m *match) climb(k int, v *ir.Value, step int) bool {
	s := m.rule.anchors[k].steps[step]
	n := 0
	for u := v.FirstUse(); u != nil && n < maxSiblings && m.looks < maxLooks; u = u.Next() {
		n++
		m.looks++
		o := u.Owner()
		if !o.Is(s.term.def) || s.term.result >= o.NumResults() {
			continue
		}
		if i := u.Index(); i != s.operand && !(s.term.commutes && i < 2 && s.operand < 2) {
			continue
		}
		if step > 0 {
			if m.climb(k, m.classOf(o.Result(s.term.result)), step-1) {
				return true
			}
		} else if m.sibling(k, o) {
			return true
		}
	}
	return false
}

func (m *match) sibling(k int, o *ir.Op) bool {
	if m.search != nil {
		return m.rule.left[k].takes(o.NumOperands()) && m.pattern(k, o)
	}
	return o.Block() == m.root.Block() && m.rule.left[k].mayMatch(o) && m.pattern(k, o)
}

// maxMoves bounds the ops that are moved up so that the right side of a rule
// with several patterns can stand in front of all users of what it replaces.
const maxMoves = 64

// place finds the op in front of which the right side is built. All that it
// uses must be there, and nothing before it may use what is replaced. With one
// pattern that is the root. With several it is the first of the roots; operands
// of the others that are defined behind it are moved up with what they need,
// unless they need one of the roots.
func (m *match) place() bool {
	m.point, m.moves = m.root, nil
	if len(m.roots) == 1 {
		return true
	}
	for _, o := range m.roots[1:] {
		if o.IsBefore(m.point) {
			m.point = o
		}
	}
	for _, v := range m.rule.usedVars {
		if !m.hoist(m.vars[v]) {
			return false
		}
	}
	for _, v := range m.rule.usedLists {
		for _, l := range m.lists[v].values() {
			if !m.hoist(l) {
				return false
			}
		}
	}
	slices.SortFunc(m.moves, func(a, b *ir.Op) int {
		if a.IsBefore(b) {
			return -1
		}
		return 1
	})
	return true
}

// hoist sees to it that v is there at the point: it lists what must be moved
// for that, and reports whether it can be.
func (m *match) hoist(v *ir.Value) bool {
	first := len(m.moves)
	if !m.needsMove(v) {
		return true
	}
	if m.isNamedResult(v) {
		return true // it is replaced; a right side that uses it fails below
	}
	m.moves = append(m.moves, v.Def())
	for i := first; i < len(m.moves); i++ {
		o := m.moves[i]
		if len(m.moves) > maxMoves || !o.Has(ir.Pure) || o.NumRegions() > 0 || slices.Contains(m.roots, o) {
			return false
		}
		for k := range o.NumOperands() {
			if p := o.Operand(k); m.needsMove(p) {
				m.moves = append(m.moves, p.Def())
			}
		}
	}
	return true
}

// needsMove reports whether v is defined in the block of the point, at it or
// behind it, and not on the list yet.
func (m *match) needsMove(v *ir.Value) bool {
	o := v.Def()
	return o != nil && o.Block() == m.point.Block() && !o.IsBefore(m.point) && !slices.Contains(m.moves, o)
}

// isNamedResult reports whether v is what a pattern as a whole matched.
func (m *match) isNamedResult(v *ir.Value) bool { return slices.Contains(m.roots, v.Def()) }
