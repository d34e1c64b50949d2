package egraph

import "fmt"

// template is the right side of a rule: nodes to add in order, each from
// variables, leaves, and nodes before.
type template struct {
	made  []made
	roots []int // registers
	// ground are the leaves, and nodes where they are.
	ground []*Term
	nodes  []ID
	vars   int
	regs   []ID
	args   []ID
}

// made is a node to add. Its register is the number of variables, plus that of
// grounds, plus its place.
type made struct {
	sym  Symbol
	code ID
	args []int
	// root is the root of the left side that the node is equal to, or -1.
	root int
}

func newTemplate(from *pattern, right []*Term) (*template, error) {
	if len(right) != len(from.roots) {
		return nil, fmt.Errorf("the left side has %d roots, and the right side %d", len(from.roots), len(right))
	}
	p := &pattern{vars: from.vars}
	for _, t := range right {
		r, err := p.ref(t, -1, 0, 0)
		if err != nil {
			return nil, err
		}
		if len(p.vars) > len(from.vars) {
			return nil, fmt.Errorf("?%s is on the right side only", p.vars[len(from.vars)])
		}
		p.roots = append(p.roots, r)
	}
	if p.regs() > maxRegs {
		return nil, fmt.Errorf("a right side has more than %d symbols and variables", maxRegs)
	}
	t := &template{vars: len(from.vars), ground: p.grounds}
	t.nodes = make([]ID, len(p.grounds))
	at := make([]int, len(p.atoms))
	reg := func(r ref) int {
		switch r.kind {
		case refVar:
			return r.n
		case refGround:
			return t.vars + r.n
		}
		return at[r.n]
	}
	// Atoms come before their arguments: backwards, arguments are there.
	for i := len(p.atoms) - 1; i >= 0; i-- {
		a := &p.atoms[i]
		m := made{sym: Symbol(a.code >> codeShift), code: a.code, root: -1}
		for _, r := range a.args {
			m.args = append(m.args, reg(r))
		}
		at[i] = t.vars + len(t.ground) + len(t.made)
		t.made = append(t.made, m)
	}
	for i, r := range p.roots {
		t.roots = append(t.roots, reg(r))
		if r.kind == refAtom {
			t.made[at[r.n]-t.vars-len(t.ground)].root = i
		}
	}
	t.regs = make([]ID, t.vars+len(t.ground)+len(t.made))
	return t, nil
}

// grounds adds the leaves.
func (t *template) grounds(g *Graph) {
	for i, term := range t.ground {
		t.nodes[i] = g.AddTerm(term)
	}
}

// lookup finds the leaves, and says whether all are there.
func (t *template) lookup(g *Graph) bool {
	for i, term := range t.ground {
		n, ok := g.LookupTerm(term)
		if !ok {
			return false
		}
		t.nodes[i] = g.Find(n)
	}
	return true
}

// apply adds the right side of a match and unites it with the left. The
// registers then hold the nodes that were added or found. grounds has been called.
func (t *template) apply(g *Graph, words []ID, roots int, why Reason) {
	regs := t.regs
	copy(regs, words[roots:roots+t.vars])
	copy(regs[t.vars:], t.nodes)
	first := t.vars + len(t.ground)
	for i := range t.made {
		m := &t.made[i]
		to, reason := None, Reason{}
		if m.root >= 0 {
			to, reason = words[m.root], why
		}
		switch len(m.args) {
		case 0:
			regs[first+i], _ = g.add2(to, reason, m.code, None, None)
		case 1:
			regs[first+i], _ = g.add2(to, reason, m.code, regs[m.args[0]], None)
		case 2:
			regs[first+i], _ = g.add2(to, reason, m.code, regs[m.args[0]], regs[m.args[1]])
		default:
			t.args = t.args[:0]
			for _, r := range m.args {
				t.args = append(t.args, regs[r])
			}
			regs[first+i], _ = g.add(to, reason, m.sym, t.args)
		}
	}
	for i, r := range t.roots {
		if r < first {
			g.Union(words[i], regs[r], why)
		}
	}
}
