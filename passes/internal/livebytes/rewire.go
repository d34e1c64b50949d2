package livebytes

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Apart are the twins that are apart, in the order of their points, but for views.
func (s *Search) Apart() []int32 {
	var list []int32
	for _, p := range s.members {
		if s.isApart(p) {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

// Put puts those twins apart that are at these points, and no others.
func (s *Search) Put(points []int32) {
	s.MergeAll()
	for _, p := range points {
		s.set(p, true)
	}
}

// MergeAll merges all twins.
func (s *Search) MergeAll() {
	for _, p := range s.Apart() {
		s.set(p, false)
	}
}

// HeadOf is the point of the op that a twin is merged with, itself if it is apart.
func (s *Search) HeadOf(p int32) int32 {
	if s.member[p] < 0 {
		return p
	}
	return s.headOf(&s.classes[s.classOf[p]], s.member[p])
}

// Separate lets ops read the twins that they have read before these were merged.
func (s *Search) Separate() (twins []int32) {
	s.listUses()
	r := &rewiring{Search: s, separate: true}
	s.rewired = true
	for i := range s.classes {
		twins = append(twins, s.membersOf(&s.classes[i])...)
	}
	for _, t := range s.views {
		twins = append(twins, t.Point)
	}
	for _, p := range twins {
		r.usesOf(p)
	}
	slices.Sort(twins)
	return twins
}

// IsView reports whether a twin is a view, and no storage of its own.
func (s *Search) IsView(p int32) bool { return s.follows[p] }

// Rewire lets ops read the results of those that their operands are merged with now.
// It returns all twins that are there, views of what is apart included, in the order
// of their points.
func (s *Search) Rewire() (kept []int32) {
	s.listUses()
	r := &rewiring{Search: s, heads: map[int32]int32{}}
	kept = s.Apart()
	there := map[int32][]int32{} // views by the first of them
	for _, t := range s.views {
		if !s.alive(t.Point) {
			r.heads[t.Point] = t.First
			continue
		}
		r.heads[t.Point] = r.viewHead(t, there[t.First])
		if r.heads[t.Point] == t.Point {
			there[t.First] = append(there[t.First], t.Point)
			kept = append(kept, t.Point)
		}
	}
	for i := range s.classes {
		if c := &s.classes[i]; c.apart > 0 || s.rewired {
			for _, p := range s.membersOf(c) {
				r.usesOf(p)
			}
		}
	}
	for _, t := range s.views {
		r.usesOf(t.Point)
	}
	slices.Sort(kept)
	s.rewired = len(kept) > 0
	return kept
}

// rewiring knows which op stands for views that are twins.
type rewiring struct {
	*Search
	heads    map[int32]int32
	separate bool // nothing is merged
}

// viewHead is the op that a view is merged with: the first, or the last one before
// that is there, if it is a view of the same and reaches it; or else the view itself.
func (r *rewiring) viewHead(t Twin, there []int32) int32 {
	for _, p := range append([]int32{t.First}, there[max(0, len(there)-1):]...) {
		reaches := p == t.First || r.blockOf[p] == r.blockOf[t.Point] || r.blockOf[p] == r.blockOf[t.First]
		if reaches && slices.EqualFunc(r.operandsOf(p), r.operandsOf(t.Point), func(v, w int32) bool { return r.standsFor(v) == r.standsFor(w) }) {
			return p
		}
	}
	return t.Point
}

// standsFor is the value that is read where v was.
func (r *rewiring) standsFor(v int32) int32 {
	p := r.values[v].maker
	if p < 0 || r.separate {
		return v
	}
	if h, view := r.heads[p]; view {
		return r.firstResult[h] + v - r.firstResult[p]
	}
	return r.head(v)
}

// usesOf lets those who read the results of a twin read what stands for them.
func (r *rewiring) usesOf(p int32) {
	for j := range int32(r.results(p)) {
		v := r.firstResult[p] + j
		w := r.standsFor(v)
		to := r.Ops[r.values[w].maker].Result(int(w - r.firstResult[r.values[w].maker]))
		for _, p := range r.users[r.firstUse[v]:r.firstUse[v+1]] {
			for i, operand := range r.operandsOf(p) {
				if operand == v && r.Ops[p].Operand(i) != to {
					r.Ops[p].SetOperand(i, to)
				}
			}
		}
	}
}

// DropUnused erases first ops that nobody needs any more, since what used them is
// merged with what uses a twin that is apart. It returns them; in the text they are
// read by erased ops still.
func (s *Search) DropUnused() (list []*ir.Op) {
	for i := range s.classes {
		c := &s.classes[i]
		if c.apart == 0 || s.gone[c.first] || s.end(c.first) > c.first {
			continue
		}
		unused := true
		for j := range int32(s.results(c.first)) {
			v := s.firstResult[c.first] + j
			unused = unused && s.firstLast(v, none, 0) == s.values[v].last && s.used[v] < 0
		}
		if unused {
			s.gone[c.first] = true
			list = append(list, s.Ops[c.first])
		}
	}
	if len(list) > 0 {
		s.rebuild()
	}
	return list
}
