package sharing

import "slices"

// growth compares what is around two nodes: from pairs of nodes that are alike it goes to the
// operands and users of both, for as long as these are alike too. The nodes of the first of each
// pair, side a, compute what those of side b do, each from its own inputs.
type growth struct {
	s    *search
	a, b int32
	// pattern is what side a may have, and must; nil for whatever there is.
	pattern *pattern
	// queue are the pairs.
	queue []pair
	// fixed are the operands, by their place among all, that are the same constant on both sides.
	fixed []int32
}

// pair is a node of each side; swapped says that the first two operands are compared crosswise.
type pair struct {
	a, b    int32
	swapped bool
}

// pattern is a set of nodes that compute something, such that it can be found elsewhere.
type pattern struct {
	nodes []int32
	has   map[int32]bool
	fixed map[int32]bool // operands, by their place among all
}

// scratch is what a growth knows of nodes and values: entries of other rounds say nothing.
type scratch struct {
	round uint32
	// nodes and values of both sides.
	nodes          []mate
	holesA, holesB []mate
	log            []*mate // entries since the last attempt began
}

// mate is what a node or a value is paired with.
type mate struct {
	round uint32
	other int32
	sideB bool
}

// grow compares from two nodes on; false if these two are not alike, or there is not all of the
// pattern.
func (s *search) grow(a, b int32, p *pattern) (*growth, bool) {
	w := &growth{s: s, a: a, b: b, pattern: p}
	s.round++
	if a == b || !w.add(a, b) {
		return w, false
	}
	for k := 0; k < len(w.queue); k++ {
		if !w.operands(w.queue[k]) || !w.users(w.queue[k]) {
			return w, false
		}
	}
	return w, p == nil || len(w.queue) == len(p.nodes)
}

// mateOf is what a node is paired with, none for one of neither side.
func (w *growth) mateOf(i int32) (other int32, sideB bool) {
	if m := &w.s.nodes[i]; m.round == w.s.round {
		return m.other, m.sideB
	}
	return none, false
}

// add makes a pair of two nodes if they are alike and go with the pairs there are. It reports
// whether they are one now.
func (w *growth) add(a, b int32) bool {
	s := w.s
	s.work++
	na, nb := &s.g.nodes[a], &s.g.nodes[b]
	if na.class == none || na.class != nb.class || !s.mayPair(a, w.a) || !s.mayPair(b, w.b) {
		return false
	}
	if other, sideB := w.mateOf(a); other != none {
		return other == b && !sideB
	}
	if other, _ := w.mateOf(b); other != none || a == b {
		return false
	}
	swapped := na.commutes && w.crosswise(a, b)
	if !w.try(a, b, swapped) {
		if swapped = !swapped; !na.commutes || !w.try(a, b, swapped) {
			return false
		}
	}
	w.queue = append(w.queue, pair{a, b, swapped})
	return true
}

// mayPair reports whether a node may be on the side that begins with first.
func (s *search) mayPair(i, first int32) bool {
	return s.free(i) && s.container[i] == s.container[first] && s.g.nodes[i].block == s.g.nodes[first].block
}

// crosswise reports whether the first two operands look more alike crosswise.
func (w *growth) crosswise(a, b int32) bool {
	x, y := w.s.g.operandsOf(a), w.s.g.operandsOf(b)
	return w.alike(a, b, x[0], y[1])+w.alike(a, b, x[1], y[0]) > w.alike(a, b, x[0], y[0])+w.alike(a, b, x[1], y[1])
}

// alike says how much alike an operand of a and one of b look.
func (w *growth) alike(a, b, v, u int32) int {
	s := w.s
	dv, du := s.g.inner(v, a), s.g.inner(u, b)
	switch {
	case s.g.values[v].typ != s.g.values[u].typ:
		return -1
	case dv != none && du != none && s.g.nodes[dv].class == s.g.nodes[du].class && s.g.values[v].result == s.g.values[u].result:
		other, _ := w.mateOf(dv)
		if other == du {
			return 2 * rounds
		}
		return 1 + s.labels.alike(dv, du)
	case s.g.values[v].constant != none && s.g.values[v].constant == s.g.values[u].constant:
		return 2 * rounds
	case s.holesA[v].round == s.round && s.holesA[v].other == u:
		return rounds
	}
	return 0
}

// try makes a pair of two nodes if all of their operands go together, and results with what they
// are elsewhere.
func (w *growth) try(a, b int32, swapped bool) bool {
	s := w.s
	fixed := len(w.fixed)
	s.log = s.log[:0]
	s.note(&s.nodes[a], b, false)
	s.note(&s.nodes[b], a, true)
	x, y := s.g.operandsOf(a), s.g.operandsOf(b)
	s.work += len(x)
	ok := w.resultsAgree(a, b)
	for k := 0; ok && k < len(x); k++ {
		j := k
		if swapped && k < 2 {
			j = 1 - k
		}
		ok = w.operand(a, b, s.g.nodes[a].operands+int32(k), x[k], y[j])
	}
	if !ok {
		for _, m := range s.log {
			m.round = 0
		}
		w.fixed = w.fixed[:fixed]
	}
	return ok
}

// note makes an entry that can be taken back.
func (s *scratch) note(m *mate, other int32, sideB bool) {
	*m = mate{s.round, other, sideB}
	s.log = append(s.log, m)
}

// resultsAgree reports whether results that were inputs of either side are those of the other.
func (w *growth) resultsAgree(a, b int32) bool {
	g := w.s.g
	for k := range g.nodes[a].op.NumResults() {
		u, v := g.valueOf[g.nodes[a].op.Result(k)], g.valueOf[g.nodes[b].op.Result(k)]
		if !w.agree(u, v) {
			return false
		}
	}
	return true
}

// agree reports whether nothing says that u and v are not the same input.
func (w *growth) agree(u, v int32) bool {
	s := w.s
	known, knownB := s.holesA[u].round == s.round, s.holesB[v].round == s.round
	return (!known || s.holesA[u].other == v) && (!knownB || s.holesB[v].other == u)
}

// operand reports whether operand u of a, with its place among all, and v of b go together: as one
// constant, as results of a pair, or as the same input.
func (w *growth) operand(a, b, place, u, v int32) bool {
	s := w.s
	x, y := &s.g.values[u], &s.g.values[v]
	if x.typ != y.typ {
		return false
	}
	same := x.constant != none && x.constant == y.constant
	switch {
	case w.pattern == nil && same:
		w.fixed = append(w.fixed, place)
		return true
	case w.pattern != nil && w.pattern.fixed[place]:
		return same
	}
	other, inA := int32(none), false
	if def := s.g.inner(u, a); def != none {
		m, sideB := w.mateOf(def)
		if m != none && !sideB {
			other, inA = m, true
		}
	}
	inB := false
	def := s.g.inner(v, b)
	if def != none {
		m, sideB := w.mateOf(def)
		inB = m != none && sideB
	}
	if inA || inB {
		return inA && inB && other == def && x.result == y.result
	}
	if !w.agree(u, v) {
		return false
	}
	if s.holesA[u].round != s.round {
		s.note(&s.holesA[u], v, false)
		s.note(&s.holesB[v], u, true)
	}
	return true
}

// operands goes on to what the operands of a pair are computed by. It is false if something of the
// pattern is missing there.
func (w *growth) operands(p pair) bool {
	g := w.s.g
	x, y := g.operandsOf(p.a), g.operandsOf(p.b)
	for k := range x {
		j := k
		if p.swapped && k < 2 {
			j = 1 - k
		}
		def := g.inner(x[k], p.a)
		if def == none || w.pattern != nil && !w.pattern.has[def] {
			continue
		}
		other := g.inner(y[j], p.b)
		if other == none || g.values[x[k]].result != g.values[y[j]].result {
			if w.pattern != nil {
				return false
			}
			continue
		}
		if !w.add(def, other) && w.pattern != nil {
			return false
		}
	}
	return true
}

// maxCandidates bounds how many users of a value are compared with one.
const maxCandidates = 16

// users goes on to what uses the results of a pair, each with the one that looks most like it.
func (w *growth) users(p pair) bool {
	s := w.s
	users, others := s.g.usersOf(p.a), s.g.usersOf(p.b)
	from := 0 // in others: those before come before all that are left of users
	for _, u := range users {
		s.work++
		if s.g.nodes[u.node].class == none || w.pattern != nil && !w.pattern.has[u.node] {
			continue
		}
		if other, _ := w.mateOf(u.node); other != none {
			continue
		}
		for from < len(others) && s.g.compareUsers(others[from], u) < 0 {
			from++
		}
		best, alike, seen := int32(none), -1, 0
		for k := from; k < len(others) && seen < maxCandidates && s.g.compareUsers(others[k], u) == 0; k++ {
			s.work++
			if other, _ := w.mateOf(others[k].node); other != none || !s.mayPair(others[k].node, w.b) {
				if k == from {
					from++ // nobody will want it
				}
				continue
			}
			seen++
			if n := s.labels.alike(u.node, others[k].node); n > alike {
				best, alike = others[k].node, n
			}
		}
		if (best == none || !w.add(u.node, best)) && w.pattern != nil {
			return false
		}
	}
	return true
}

// sides are the nodes of both, pair by pair.
func (w *growth) sides() (a, b []int32) {
	for _, p := range w.queue {
		a, b = append(a, p.a), append(b, p.b)
	}
	return a, b
}

// patternOf is what the nodes of side a that are kept compute.
func (w *growth) patternOf(keep []bool) *pattern {
	p := &pattern{has: map[int32]bool{}, fixed: map[int32]bool{}}
	for k, pair := range w.queue {
		if keep[k] {
			p.nodes = append(p.nodes, pair.a)
			p.has[pair.a] = true
		}
	}
	for _, place := range w.fixed {
		p.fixed[place] = true
	}
	return p
}

// rarest is the node of a pattern of whose shape there are fewest.
func (s *search) rarest(p *pattern) int32 {
	return slices.MinFunc(p.nodes, func(a, b int32) int {
		if n := s.members(0, a) - s.members(0, b); n != 0 {
			return n
		}
		return int(a - b)
	})
}
