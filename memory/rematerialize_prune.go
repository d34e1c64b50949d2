package memory

import (
	"cmp"
	"slices"
)

// prune takes copies out of the best schedule that the budget does not need, those of
// the longest duration first, and copies that only they read with them.
func (s *search) prune() {
	a := s.annealer
	a.step = 0
	if a.load(s.own) != nil || a.excess > 0 {
		return
	}
	var copies []int32
	for _, c := range a.all {
		if v := a.cells[c].node; a.events[v][0] != c {
			copies = append(copies, c)
		}
	}
	slices.SortStableFunc(copies, func(x, y int32) int {
		return cmp.Compare(a.g.Nodes[a.cells[y].node].Duration, a.g.Nodes[a.cells[x].node].Duration)
	})
	dropped := map[int32]bool{}
	for _, c := range copies {
		if dropped[c] || !a.spare1(c) {
			continue
		}
		a.undo = a.undo[:0]
		if a.dropChain(c); a.excess > 0 {
			a.revert()
			if a.drop(c); a.excess > 0 {
				a.revert()
				continue
			}
		}
		for _, u := range a.undo {
			dropped[u.cell] = true
		}
	}
	a.undo = a.undo[:0]
	if a.excess == 0 {
		s.met(a.schedule(nil), a.duration)
	}
}
// spare1 says
func (l *list) spare1(c int32) bool {
	l.removeSpans(c)
	var bytes int64
	for _, s := range l.spans {
		bytes += s.bytes
	}
	at := l.cells[c].prev
	for _, s := range l.spans {
		for ; at != s.stop; at = l.cells[at].prev {
			if l.cells[at].live+bytes > l.budget {
				return false
			}
		}
		bytes -= s.bytes
	}
	return true
}
