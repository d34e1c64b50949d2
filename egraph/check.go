package egraph

import "fmt"

// checker replays steps of proofs.
type checker struct {
	r       *Runner
	done    map[uint32]bool
	trusted int
	left    int
}

// Check replays the steps of a proof, and of all proofs that they rest on: a step
// of a rule is to be an instance of it up to what was equal before, a congruence
// one of terms with the same symbol whose children were equal before. It says how
// many steps it has to trust, those that were given and those of rules that are
// not patterns on both sides. It is an error if the graph was changed by other
// runners under the same reasons, or a proof has more than most steps.
func (r *Runner) Check(steps []Step, most int) (trusted int, err error) {
	if r.Graph.proof == nil {
		return 0, fmt.Errorf("egraph: the graph keeps no explanations")
	}
	c := &checker{r: r, done: map[uint32]bool{}, left: most}
	for i, s := range steps {
		if i > 0 && steps[i-1].To != s.From {
			return 0, fmt.Errorf("step %d begins at node %d, and the step before ends at %d", i, s.From, steps[i-1].To)
		}
	}
	// A step may rest on many others, so that what is to be checked is kept in a
	// list, not on the stack.
	todo := append([]Step(nil), steps...)
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c.done[s.Time] {
			continue
		}
		c.done[s.Time] = true
		if c.left--; c.left < 0 {
			return c.trusted, fmt.Errorf("egraph: a proof of more than %d steps", most)
		}
		premises, err := c.premises(s)
		if err != nil {
			return c.trusted, fmt.Errorf("step from node %d to %d (%s): %w", s.From, s.To, r.RuleName(s.Why), err)
		}
		for _, p := range premises {
			steps, err := r.Graph.Explain(p[0], p[1])
			if err != nil {
				return c.trusted, err
			}
			for _, q := range steps {
				if q.Time >= s.Time {
					return c.trusted, fmt.Errorf("step from node %d to %d rests on a step after it", s.From, s.To)
				}
			}
			todo = append(todo, steps...)
		}
	}
	return c.trusted, nil
}

// premises are the pairs that must be equal for a step to be right.
func (c *checker) premises(s Step) ([][2]ID, error) {
	g := c.r.Graph
	if s.Why == Congruence {
		return pairs(g, s.From, s.To)
	}
	if s.Why.Rule < 0 || int(s.Why.Rule) >= len(c.r.Rules) || c.r.Rules[s.Why.Rule].pattern == nil {
		c.trusted++
		return nil, nil
	}
	rw := c.r.Rules[s.Why.Rule].pattern
	width := c.r.Rules[s.Why.Rule].Width
	if s.Why.Match < 0 || int(s.Why.Match)+width > len(c.r.log) {
		return nil, fmt.Errorf("the match is not known")
	}
	words := c.r.log[s.Why.Match:]
	left, err := rw.leftPremises(g, words)
	if err != nil || rw.to == nil {
		c.trusted++
		return left, err
	}
	if int(s.Why.Match)+width+len(rw.to.ground)+len(rw.to.made) > len(c.r.log) {
		return nil, fmt.Errorf("the match is not known")
	}
	from, to := s.From, s.To
	if s.Backward {
		from, to = to, from
	}
	return rw.rightPremises(g, words, words[width:], from, to, left)
}

// pairs are the children of two nodes of the same symbol.
func pairs(g *Graph, a, b ID) ([][2]ID, error) {
	x, y := g.Term(a), g.Term(b)
	if g.Symbol(a) != g.Symbol(b) || len(x) != len(y) {
		return nil, fmt.Errorf("symbols or numbers of children differ")
	}
	var list [][2]ID
	for i := range x {
		if x[i] != y[i] {
			list = append(list, [2]ID{x[i], y[i]})
		}
	}
	return list, nil
}

// leftPremises are what must be equal for a match to be one.
func (rw *rewriting) leftPremises(g *Graph, words []ID) ([][2]ID, error) {
	p := rw.from
	roots := words[:len(p.roots)]
	vars := words[len(roots) : len(roots)+len(p.vars)]
	atoms := words[len(roots)+len(p.vars) : len(roots)+len(p.vars)+len(p.atoms)]
	var list [][2]ID
	for i, r := range p.roots {
		switch {
		case r.kind == refVar:
			list = append(list, [2]ID{roots[i], vars[r.n]})
		case atoms[r.n] != roots[i]:
			return nil, fmt.Errorf("root %d is not what it matched", i)
		}
	}
	for i, a := range p.atoms {
		term := g.Term(atoms[i])
		if code(g.Symbol(atoms[i]), len(term)) != a.code || len(term) != len(a.args) {
			return nil, fmt.Errorf("node %d is not what atom %d of the left side matches", atoms[i], i)
		}
		for k, r := range a.args {
			to := None
			switch r.kind {
			case refVar:
				to = vars[r.n]
			case refAtom:
				to = atoms[r.n]
			case refGround:
				to, _ = g.LookupTerm(p.grounds[r.n])
			}
			list = append(list, [2]ID{term[k], to})
		}
	}
	return list, nil
}

// rightPremises are those of the right side, which was made as the nodes say.
func (rw *rewriting) rightPremises(g *Graph, words, nodes []ID, from, to ID, list [][2]ID) ([][2]ID, error) {
	t := rw.to
	roots := len(rw.from.roots)
	reg := func(r int) ID {
		if r < t.vars {
			return words[roots+r]
		}
		return nodes[r-t.vars]
	}
	for i, term := range t.ground {
		if n, ok := g.LookupTerm(term); !ok || n != nodes[i] {
			return nil, fmt.Errorf("node %d is not what the right side says", nodes[i])
		}
	}
	// Of several roots that fit, the first that was applied made the union.
	first, root := t.vars+len(t.ground), -1
	for i := range t.made {
		if r := t.made[i].root; root < 0 && r >= 0 && words[r] == from && reg(first+i) == to {
			root = first + i
		}
	}
	for i, r := range t.roots {
		if root < 0 && words[i] == from && reg(r) == to {
			root = r
		}
	}
	if root < 0 {
		return nil, fmt.Errorf("the nodes are not the roots of the match")
	}
	// What other roots are made of may have been there only after this union.
	needed := make([]bool, first+len(t.made))
	needed[root] = true
	for i := len(t.made) - 1; i >= 0; i-- {
		m := &t.made[i]
		if !needed[first+i] {
			continue
		}
		n := nodes[len(t.ground)+i]
		term := g.Term(n)
		if g.Symbol(n) != m.sym || len(term) != len(m.args) {
			return nil, fmt.Errorf("node %d is not what the right side says", n)
		}
		for k, r := range m.args {
			needed[r] = true
			list = append(list, [2]ID{term[k], reg(r)})
		}
	}
	return list, nil
}

// MatchOf is the match behind a reason: its words, as they were found. It is nil
// if the graph keeps no explanations.
func (r *Runner) MatchOf(why Reason) []ID {
	if why.Rule < 0 || int(why.Rule) >= len(r.Rules) || why.Match < 0 {
		return nil
	}
	end := int(why.Match) + r.Rules[why.Rule].Width
	if end > len(r.log) {
		return nil
	}
	return r.log[why.Match:end:end]
}
