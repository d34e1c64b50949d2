package extract

// encoding is a graph as clauses.
type encoding struct {
	g     *graph
	s     *solver
	whole []int64 // costs of nodes
	class []int32 // the variable that a class is extracted
	node  []int32 // that a node is chosen

	missing []int32 // operands of a node that are not founded
	choice  []int32
}

// encode says in clauses what an extraction is, but for cycles, and in wants what it costs. The
// least cost of a class belongs to the class, and to its nodes what they cost more. The result is
// what all that costs if all wants are met.
func encode(g *graph, whole []int64, s *solver, want func(lit, int64)) (e *encoding, base int64) {
	e = &encoding{g: g, s: s, whole: whole, class: make([]int32, g.classes), node: make([]int32, len(g.class))}
	e.missing, e.choice = make([]int32, len(g.class)), make([]int32, g.classes)
	for c := range uint32(g.classes) {
		e.class[c] = s.variable()
		for _, n := range g.nodes(c) {
			if e.node[n] = e.class[c]; len(g.nodes(c)) > 1 {
				e.node[n] = s.variable()
			}
		}
	}
	for c := range uint32(g.classes) {
		base += e.oneClass(c, want)
	}
	for _, r := range g.roots {
		s.add(positive(e.class[r]))
	}
	if x := newSources(e, g.tree()); x != nil {
		s.check = x.check
	}
	return e, base
}

func (e *encoding) oneClass(c uint32, want func(lit, int64)) (base int64) {
	g, s := e.g, e.s
	extracted := positive(e.class[c])
	some := []lit{extracted.not()}
	nodes := g.nodes(c)
	if len(nodes) == 0 {
		s.add(extracted.not())
		return 0
	}
	least := e.whole[nodes[0]]
	for _, n := range nodes {
		least = min(least, e.whole[n])
	}
	if least > 0 {
		want(extracted.not(), least)
	} else if least < 0 {
		base = least
		want(extracted, -least)
	}
	for _, n := range nodes {
		chosen := positive(e.node[n])
		for _, o := range g.operands(int(n)) {
			s.add(chosen.not(), positive(e.class[o]))
		}
		if chosen != extracted {
			some = append(some, chosen)
			s.add(chosen.not(), extracted)
			want(chosen.not(), e.whole[n]-least)
		}
	}
	if len(nodes) > 1 {
		s.add(some...)
	}
	if g.negative {
		e.atMostOne(some[1:])
		e.used(c)
	}
	return base
}

// used says that a class is extracted only where something needs it.
func (e *encoding) used(c uint32) {
	for _, r := range e.g.roots {
		if r == c {
			return
		}
	}
	clause := []lit{positive(e.class[c]).not()}
	for _, n := range e.g.users(c) {
		clause = append(clause, positive(e.node[n]))
	}
	e.s.add(clause...)
}

// atMostOne says that at most one literal is true: three of them, and one that follows from each
// and stands for them among the others.
func (e *encoding) atMostOne(lits []lit) {
	for len(lits) > 4 {
		any := positive(e.s.variable())
		e.pairwise(lits[:3])
		for _, l := range lits[:3] {
			e.s.add(l.not(), any)
		}
		lits = append(lits[3:len(lits):len(lits)], any)
	}
	e.pairwise(lits)
}

func (e *encoding) pairwise(lits []lit) {
	for i, l := range lits {
		for _, k := range lits[:i] {
			e.s.add(l.not(), k.not())
		}
	}
}
