package egraph

// Reason is why two nodes are equal. The graph keeps it and does not look at
// it, but for whether it is Congruence: for a rule's union, Rule is the number
// of the rule and Match what the one who applied it wants to know it by.
type Reason struct {
	Rule  int32
	Match int32
}

// Congruence is the reason of two nodes whose symbols are the same and whose
// children are equal.
var Congruence = Reason{Rule: -1, Match: -1}

// Given is the reason of what a user says is equal.
var Given = Reason{Rule: -2, Match: -1}

// Computed is the reason of what an analysis found out.
var Computed = Reason{Rule: -3, Match: -1}

// Union makes two nodes equal, and says whether they were not. Congruence is
// restored by Rebuild, which the caller calls after any number of unions.
func (g *Graph) Union(a, b ID, why Reason) bool { return g.union(a, b, why, why) }

// union is Union for a reason, and what caused it: for a congruence, the rule
// that made the children equal.
func (g *Graph) union(a, b ID, why, cause Reason) bool {
	winner, loser := g.Find(a), g.Find(b)
	if winner == loser {
		return false
	}
	if w, l := g.classes[winner].weight, g.classes[loser].weight; w < l || w == l && loser < winner {
		winner, loser = loser, winner
	}
	if g.proof != nil {
		// The side that loses is the one whose path is turned round.
		if g.Find(b) == loser {
			g.proof.link(a, b, why, true)
		} else {
			g.proof.link(b, a, why, false)
		}
	}
	g.merge(winner, loser)
	g.pending = append(g.pending, merged{class: loser, why: cause})
	if g.hooks.Union != nil {
		g.hooks.Union(winner, loser)
	}
	if len(g.analyses) > 0 {
		g.cause = cause
		for _, an := range g.analyses {
			an.merged(g, winner, loser)
		}
	}
	return true
}

// merge makes the nodes of one class nodes of another.
func (g *Graph) merge(winner, loser ID) {
	w, l := &g.classes[winner], &g.classes[loser]
	g.ups[loser] = winner
	g.merges++
	g.numLost++
	last := None
	for n := l.first; n != None; {
		r := &g.nodes[n]
		g.work++
		if r[0]&codeGone != 0 {
			g.unlink(loser, last, n)
		} else {
			g.touch(n)
			last = n
		}
		n = r[3]
	}
	if last != None {
		g.nodes[last][3] = w.first
		w.first = l.first
	}
	g.symbols[winner] |= g.symbols[loser]
	w.stamp = g.epoch
	w.weight += l.weight
}

// Clean says whether no union is waiting for Rebuild.
func (g *Graph) Clean() bool {
	return len(g.pending) == 0 && len(g.dirty) == 0 && len(g.remakes) == 0
}

// Rebuild restores congruence after unions: nodes get the canonical numbers of
// their children, and nodes that are equal then are one, which may make their
// parents equal. All unions since the last Rebuild are mended together (egg,
// section 3). It also brings the data of analyses up to date.
func (g *Graph) Rebuild() {
	for !g.Clean() {
		for i := 0; i < len(g.pending); i++ {
			g.mend(g.pending[i])
		}
		g.pending = g.pending[:0]
		g.analyse()
	}
	g.tidy()
}

// mend visits the parents of a class that lost, and hands them to the winner.
func (g *Graph) mend(m merged) {
	lost := &g.classes[m.class]
	first := lost.parents
	lost.parents = noSlot
	winner := g.Find(m.class)
	// The list is taken apart; what is left of it is chained from head to tail.
	head, tail := uint32(noSlot), uint32(noSlot)
	for s := first; s != noSlot; {
		n, _ := g.slot(s)
		next := *g.next(s)
		if g.nodes[n][0]&codeDropped == 0 && g.renew(n, m.why) {
			if m.remake != 0 {
				g.remakes = append(g.remakes, merged{n, m.why, m.remake})
			}
			if head == noSlot {
				tail = s
			}
			*g.next(s) = head
			head = s
		}
		s = next
	}
	if head == noSlot {
		return
	}
	// The winner may have lost meanwhile: then it is in the worklist itself.
	w := &g.classes[winner]
	*g.next(tail) = w.parents
	w.parents = head
}

// renew gives a node the canonical numbers of its children, and says whether it
// is still there: it is dropped if that makes it equal to another one.
func (g *Graph) renew(n ID, cause Reason) bool {
	g.work++
	r := &g.nodes[n]
	changed := false
	for i, c := range g.Children(n) {
		if to := g.Find(c); to != c {
			g.Children(n)[i] = to
			changed = true
		}
	}
	if !changed {
		return true
	}
	g.table.stale++
	var other ID
	var tag, place uint32
	if r[0]&codeForm == pooled {
		other, tag, place = g.findPooled(r[0]&^codeHidden, g.Children(n))
	} else {
		other, tag, place = g.find2(r[0]&^codeHidden, r[1], r[2])
	}
	if other == n { // an old entry counts again
		g.changed(n)
		return true
	}
	if other == None {
		g.table.insert(n, tag, place)
		g.changed(n)
		return true
	}
	if g.nodes[n][0]&codeHidden == 0 {
		g.numDead++
	}
	g.nodes[n][0] |= codeDropped
	g.union(other, n, Congruence, cause)
	if g.hooks.Congruent != nil {
		g.hooks.Congruent(other, n)
	}
	return false
}

// changed notes that a node has other children.
func (g *Graph) changed(n ID) {
	g.touch(n)
	g.classes[g.Find(n)].stamp = g.epoch
}
