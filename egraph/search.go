package egraph

import "math"

// Search is one rule's search of the graph as it is. The graph is clean, and it
// must not be changed.
type Search struct {
	Graph *Graph
	// Since is the epoch since which the rule has not searched: all that was not
	// touched since, it has seen. It is 0 if it has seen nothing.
	Since uint32

	index                    *index
	width                    int
	words                    []ID
	count                    int // matches, those that are not worth applying, too
	limit                    int // of the scheduler: with more, the rule is not applied
	keep                     int // of the user: with more, the rest waits
	room                     int // for words
	work                     uint64
	most                     uint64
	full, cut, filled, spent bool
}

// Emit notes a match, of as many words as the rule's width, and says whether to
// go on.
func (s *Search) Emit(words ...ID) bool {
	if !s.another() || !s.keeps(len(words)) {
		return false
	}
	s.words = append(s.words, words...)
	return true
}

// another counts a match, and says whether it may be.
func (s *Search) another() bool {
	if s.count >= s.limit {
		s.full = true
		return false
	}
	s.count++
	return true
}

// keeps says whether a match of so many words can be kept.
func (s *Search) keeps(words int) bool {
	if len(s.words) >= s.keep*max(1, words) && s.keep < never/maxRegs {
		s.cut = true
		return false
	}
	if len(s.words)+words > s.room {
		s.filled = true
		return false
	}
	return true
}

// Spend counts work, and says whether to go on.
func (s *Search) Spend(work uint64) bool {
	s.work += work
	if s.work > s.most {
		s.spent = true
		return false
	}
	return true
}

// All are the nodes of a symbol; some may have been dropped.
func (s *Search) All(of Symbol) []ID { return s.index.nodes(s.Graph, of) }

// New are those of them that were touched since the rule searched.
func (s *Search) New(of Symbol) []ID { return s.index.touched(s.Graph, s.Since, of) }

// matcher runs plans of a pattern.
type matcher struct {
	g     *Graph
	s     *Search
	p     *pattern
	pl    *plan
	regs  []ID
	found func() bool // told of each match
	since uint32
	rw    *rewriting
	// match is what is emitted, and rootRegs are where its roots are.
	match    []ID
	rootRegs []int
	view     *Match
	filter   bool
	sure     int // words of matches that were sifted
	// heavy is whether to search copies of the nodes: per atom, those of its symbol.
	heavy  bool
	copies []*rows
	facts  *facts
}

// fewTouched is what share of the nodes, at most, is touched when a search goes
// from the touched nodes to those around, instead of through all nodes.
var fewTouched = 8

// search finds the matches of a pattern that have a touched node, each once.
func (m *matcher) search(plans *plans) {
	s, g := m.s, m.g
	m.since = s.Since
	for i, t := range m.p.grounds {
		n, ok := g.LookupTerm(t)
		if !ok {
			return
		}
		m.regs[m.p.reg(ref{refGround, i})] = g.Find(n)
		if g.TouchedSince(n, m.since) {
			m.since = 0 // what was seen was seen without it
		}
	}
	all := m.since == 0 || plans.classes ||
		len(g.log)-int(g.logAt[m.since]) > g.NumLive()*2/fewTouched
	if all {
		m.run(plans.full)
		return
	}
	for _, pl := range plans.delta {
		if !m.run(pl) {
			return
		}
	}
}

// plans are the orders in which a pattern is matched: in full, and from each atom
// that may have been touched.
type plans struct {
	full  *plan
	delta []*plan
	// classes is whether a root is a variable, which all classes match.
	classes bool
}

func (p *pattern) plans() *plans {
	ps := &plans{}
	for _, r := range p.roots {
		ps.classes = ps.classes || r.kind == refVar
	}
	if len(p.atoms) == 0 {
		ps.full = p.planFrom(-1, false)
		return ps
	}
	ps.full = p.planFrom(0, false)
	for i := range p.atoms {
		ps.delta = append(ps.delta, p.planFrom(i, true))
	}
	return ps
}

// run matches by one plan. It says whether to go on.
func (m *matcher) run(pl *plan) bool {
	m.pl = pl
	l := &pl.levels[0]
	if l.kind == fromClasses {
		return m.enter(0, false)
	}
	var candidates []ID
	if pl.delta {
		candidates = m.s.index.touched(m.g, m.since, Symbol(l.code>>codeShift))
	} else {
		candidates = m.s.index.nodes(m.g, Symbol(l.code>>codeShift))
	}
	for _, n := range candidates {
		if !m.try(0, l, n, pl.delta) {
			return false
		}
	}
	return true
}

// enter tries the candidates of a level. With fresh, an atom that was touched
// is among those that have matched. It says whether to go on.
func (m *matcher) enter(i int, fresh bool) bool {
	if i == len(m.pl.levels) {
		switch {
		case !fresh:
			return true
		case m.rw != nil:
			return m.emit()
		}
		return m.found()
	}
	g := m.g
	l := &m.pl.levels[i]
	switch l.kind {
	case down:
		class := m.regs[l.from]
		if m.heavy && l.arity <= 2 {
			return m.rows(i, l, m.copies[l.atom].of(class), fresh)
		}
		last := i == len(m.pl.levels)-1
		if last && !fresh && m.since > 0 && g.classes[class].stamp < m.since {
			return true
		}
		behind := None
		for n := g.classes[class].first; n != None; {
			r := &g.nodes[n]
			next := r[3]
			switch {
			case r[0]&codeGone != 0:
				g.unlink(class, behind, n)
			case r[0] == l.code && !m.try(i, l, n, fresh):
				return false
			default:
				behind = n
			}
			n = next
		}
	case up:
		return m.parents(i, l, fresh)
	case fromList:
		for _, n := range m.s.index.nodes(g, Symbol(l.code>>codeShift)) {
			if !m.try(i, l, n, fresh) {
				return false
			}
		}
	case fromClasses:
		for n := range g.ups {
			if g.ups[n] != ID(n) {
				continue
			}
			if !m.s.Spend(1) {
				return false
			}
			m.regs[l.class] = ID(n)
			if !m.enter(i+1, fresh || g.classes[n].stamp >= m.since) {
				return false
			}
		}
	}
	return true
}

// parents tries the parents of a class.
func (m *matcher) parents(i int, l *level, fresh bool) bool {
	g := m.g
	for s := g.classes[m.regs[l.from]].parents; s != noSlot; s = *g.next(s) {
		n, place := g.slot(s)
		if g.nodes[n][0] == l.code && place == l.place {
			if !m.try(i, l, n, fresh) {
				return false
			}
		} else if m.s.work++; m.s.work > m.s.most {
			m.s.spent = true
			return false
		}
	}
	return true
}

// try matches a candidate, and what follows from it.
func (m *matcher) try(i int, l *level, n ID, fresh bool) bool {
	g := m.g
	if m.s.work++; m.s.work > m.s.most {
		m.s.spent = true
		return false
	}
	r := &g.nodes[n]
	if r[0] != l.code {
		return true
	}
	last := i == len(m.pl.levels)-1
	if !fresh || l.old {
		touched := m.since == 0 || g.stamps[n] >= m.since
		if l.old && touched {
			return true
		}
		fresh = fresh || touched
		if last && !fresh {
			return true
		}
	}
	if l.arity > 2 {
		if int(r[2]) != l.arity || !m.steps(l, g.pool[r[1]:r[1]+r[2]]) {
			return true
		}
	} else {
		x, y, st := r[1], r[2], &l.short
		if same := st.same[0]; same >= 0 && m.regs[same] != x {
			return true
		}
		m.regs[st.bind[0]] = x
		if same := st.same[1]; same >= 0 && m.regs[same] != y {
			return true
		}
		m.regs[st.bind[1]] = y
		if bit := st.holds[0]; bit != 0 && g.symbols[x]&bit == 0 {
			return true
		}
		if bit := st.holds[1]; bit != 0 && g.symbols[y]&bit == 0 {
			return true
		}
	}
	m.regs[l.node] = n
	if l.class >= 0 {
		m.regs[l.class] = g.Find(n)
	}
	if !last {
		return m.enter(i+1, fresh)
	}
	if m.rw != nil {
		return m.emit()
	}
	return m.found()
}

// rows tries the nodes of a class in a copy.
func (m *matcher) rows(i int, l *level, list []row, fresh bool) bool {
	last := i == len(m.pl.levels)-1
	st := &l.short
	regs := m.regs
	if m.s.work += uint64(len(list)); m.s.work > m.s.most {
		m.s.spent = true
		return false
	}
	for k := range list {
		r := &list[k]
		touched := r.stamp >= m.since
		if l.old && touched || last && !fresh && !touched {
			continue
		}
		x, y := r.args[0], r.args[1]
		if same := st.same[0]; same >= 0 && regs[same] != x {
			continue
		}
		regs[st.bind[0]] = x
		if same := st.same[1]; same >= 0 && regs[same] != y {
			continue
		}
		regs[st.bind[1]] = y
		if bit := st.holds[0]; bit != 0 && m.g.symbols[x]&bit == 0 {
			continue
		}
		if bit := st.holds[1]; bit != 0 && m.g.symbols[y]&bit == 0 {
			continue
		}
		regs[l.node] = r.node
		if last {
			if !m.emit() {
				return false
			}
		} else if !m.enter(i+1, fresh || touched) {
			return false
		}
	}
	return true
}

// steps does what a level does with arguments, and says whether they match.
func (m *matcher) steps(l *level, args []ID) bool {
	for k := range l.steps {
		st := &l.steps[k]
		c := args[st.place]
		switch st.kind {
		case bind:
			m.regs[st.reg] = c
		case same:
			if m.regs[st.reg] != c {
				return false
			}
		case holds:
			if m.g.symbols[c]&st.bit == 0 {
				return false
			}
		}
	}
	return true
}

// never is a limit that is not reached.
const never = math.MaxInt
