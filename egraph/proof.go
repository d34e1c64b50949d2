package egraph

import "fmt"

// forest is the proof forest (Nieuwenhuis and Oliveras, "Proof-producing
// congruence closure", 2005): each union is an edge between the two nodes that
// were made equal, and the edges of a class form a tree. A path between two
// nodes of a class is therefore the only one, and it never changes: a proof of an
// edge of some time needs only edges of before.
type forest struct {
	up    []ID // to the other node of the edge, or None
	why   []Reason
	times []uint32 // twice the number of the union, plus one if it goes from up to the node
	terms [][2]ID  // children as they were given; of the pool, where and how many
	pool  []ID
	time  uint32
}

func (f *forest) words() int {
	return cap(f.up) + 2*cap(f.why) + cap(f.times) + 2*cap(f.terms) + cap(f.pool)
}

func (f *forest) add(a, b ID) { f.terms = append(f.terms, [2]ID{a, b}) }

func (f *forest) addPooled(_ ID, at int, children []ID) {
	for len(f.pool) < at {
		f.pool = append(f.pool, None)
	}
	f.pool = append(f.pool, children...)
	f.terms = append(f.terms, [2]ID{ID(at), ID(len(children))})
}

// grow makes room for the edge of a new node.
func (f *forest) grow() {
	f.up = append(f.up, None)
	f.why = append(f.why, Reason{})
	f.times = append(f.times, 0)
}

// children are those that a node was made with.
func (f *forest) children(g *Graph, n ID) []ID {
	t := &f.terms[n]
	if form := g.nodes[n][0] & codeForm; form != pooled {
		return t[:form:form]
	}
	return f.pool[t[0] : t[0]+t[1] : t[0]+t[1]]
}

// link hangs the tree of a node under another node. The union goes from the
// first to the second if forward.
func (f *forest) link(under, n ID, why Reason, forward bool) {
	f.time++
	// The path from n to its root is turned round.
	at, to, reason, time := n, under, why, f.time<<1
	if forward {
		time |= 1
	}
	for at != None {
		up, why, t := f.up[at], f.why[at], f.times[at]
		f.up[at], f.why[at], f.times[at] = to, reason, time
		at, to, reason, time = up, at, why, t^1
	}
}

// Step is one step of a proof: two nodes, as the terms that they were made as,
// and why they are equal. Terms of a step that is Congruence have the same
// symbol, and children that are equal in pairs. A step of a rule applies it from
// From to To, or backward.
type Step struct {
	From, To ID
	Why      Reason
	Backward bool
	// Time is when: a proof of what the step rests on has steps of before only.
	Time uint32
}

// Explain is why two nodes are equal: steps that lead from the first to the
// second. It is an error if they are not, or the graph keeps no explanations.
func (g *Graph) Explain(a, b ID) ([]Step, error) {
	f := g.proof
	if f == nil {
		return nil, fmt.Errorf("egraph: the graph keeps no explanations")
	}
	if int(a) >= len(g.nodes) || int(b) >= len(g.nodes) {
		return nil, fmt.Errorf("egraph: no node %d", max(a, b))
	}
	if g.Find(a) != g.Find(b) {
		return nil, fmt.Errorf("egraph: nodes %d and %d are not equal", a, b)
	}
	depth := func(n ID) int {
		d := 0
		for ; f.up[n] != None; n = f.up[n] {
			d++
		}
		return d
	}
	var there, back []Step
	x, y, dx, dy := a, b, depth(a), depth(b)
	for x != y {
		if dx >= dy {
			there = append(there, f.step(x))
			x = f.up[x]
			dx--
			continue
		}
		back = append(back, f.step(y).turned())
		y = f.up[y]
		dy--
	}
	for i := len(back) - 1; i >= 0; i-- {
		there = append(there, back[i])
	}
	return there, nil
}

// step is the edge of a node, from the node up.
func (f *forest) step(n ID) Step {
	return Step{From: n, To: f.up[n], Why: f.why[n], Backward: f.times[n]&1 == 1, Time: f.times[n] >> 1}
}

func (s Step) turned() Step {
	s.From, s.To = s.To, s.From
	if s.Why != Congruence {
		s.Backward = !s.Backward
	}
	return s
}
