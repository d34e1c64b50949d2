package egraph

// Query is a pattern that is looked for where one asks.
type Query struct {
	p  *pattern
	pl *plan // nil if it is a variable
}

// NewQuery makes a query of a term.
func NewQuery(t *Term) (*Query, error) {
	p, err := newPattern([]*Term{t})
	if err != nil {
		return nil, err
	}
	q := &Query{p: p}
	if p.roots[0].kind == refAtom {
		q.pl = &plan{regs: p.regs()}
		bound, done := make([]bool, p.regs()), make([]bool, len(p.atoms))
		for i := range p.grounds {
			bound[p.reg(ref{refGround, i})] = true
		}
		bound[p.classReg(0)] = true
		for l, ok := p.next(bound, done); ok; l, ok = p.next(bound, done) {
			p.addLevel(q.pl, l, bound, done)
		}
	}
	return q, nil
}

// In finds the pattern in a class of a graph that is clean: its first match.
func (q *Query) In(g *Graph, class ID) (*Match, bool) {
	class = g.Find(class)
	p := q.p
	if q.pl == nil {
		return &Match{Roots: []ID{class}, vars: p.vars, ids: []ID{class}}, true
	}
	s := &Search{Graph: g, index: newIndex(), limit: never, keep: never, room: never, most: 1<<64 - 1}
	m := &matcher{g: g, s: s, p: p, pl: q.pl, regs: make([]ID, p.regs())}
	for i, t := range p.grounds {
		n, ok := g.LookupTerm(t)
		if !ok {
			return nil, false
		}
		m.regs[p.reg(ref{refGround, i})] = g.Find(n)
	}
	m.regs[p.classReg(0)] = class
	found := false
	m.found = func() bool {
		found = true
		return false
	}
	m.enter(0, true)
	if !found {
		return nil, false
	}
	return &Match{Roots: []ID{m.regs[p.nodeReg(0)]}, vars: p.vars, ids: m.regs[:len(p.vars)]}, true
}
