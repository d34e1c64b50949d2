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
		for i := 0; i < len(g.pending); {
			i = g.mend(i)
		}
		g.pending = g.pending[:0]
		g.analyse()
	}
	g.tidy()
}

// mend visits the parents of classes that lost, from a place in the worklist on,
// and hands them to the winners. It says up to where it came.
func (g *Graph) mend(from int) int {
	g.slots = g.slots[:0]
	i := from
	for ; i < len(g.pending) && len(g.slots) < 4*block; i++ {
		lost := &g.classes[g.pending[i].class]
		for s := lost.parents; s != noSlot; s = *g.next(s) {
			g.slots = append(g.slots, lostSlot{s, uint32(i)})
		}
		lost.parents = noSlot
	}
	for at := 0; at < len(g.slots); at += block {
		g.mendBlock(g.slots[at:min(at+block, len(g.slots))])
	}
	return i
}

// lostSlot is a slot whose class lost, and which of the worklist that is.
type lostSlot struct{ slot, at uint32 }

// mendBlock is mend for a block of slots. What mending them will read is read for
// all of them first, as it is for matches.
func (g *Graph) mendBlock(slots []lostSlot) {
	g.scratch = g.scratch.room(2)
	c := g.scratch
	a, b := &c.regs[0], &c.regs[1]
	for k, s := range slots {
		a[k], b[k] = None, None
		if s.slot < pooledSlot {
			r := &g.nodes[s.slot>>1]
			a[k] = g.Find(r[1])
			if r[0]&codeForm == 2 {
				b[k] = g.Find(r[2])
			}
			c.tags[k] = hash2(r[0]&^codeHidden, a[k], b[k])
		}
	}
	entries, shift := g.table.entries, g.table.shift
	for k := range slots {
		c.entries[k] = entries[c.tags[k]>>shift]
	}
	sink := ID(0)
	for k := range slots {
		sink += g.nodes[max(uint32(c.entries[k]), 1)-1][1]
	}
	c.sink += sink
	merges := g.merges
	for k, s := range slots {
		n, _ := g.slot(s.slot)
		if g.nodes[n][0]&codeDropped != 0 {
			continue
		}
		m := g.pending[s.at]
		kept := false
		if s.slot >= pooledSlot || g.merges != merges {
			kept = g.renew(n, m.why)
		} else {
			kept = g.renew2(n, a[k], b[k], c.tags[k], m.why)
		}
		if !kept {
			continue
		}
		if m.remake != 0 {
			g.remakes = append(g.remakes, merged{n, m.why, m.remake})
		}
		w := &g.classes[g.Find(m.class)]
		*g.next(s.slot) = w.parents
		w.parents = s.slot
	}
}

// renew gives a node the canonical numbers of its children, and says whether it
// is still there: it is dropped if that makes it equal to another one.
func (g *Graph) renew(n ID, cause Reason) bool {
	r := &g.nodes[n]
	switch r[0] & codeForm {
	case 1:
		a := g.Find(r[1])
		return g.renew2(n, a, None, hash2(r[0]&^codeHidden, a, None), cause)
	case 2:
		a, b := g.Find(r[1]), g.Find(r[2])
		return g.renew2(n, a, b, hash2(r[0]&^codeHidden, a, b), cause)
	}
	g.work++
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
	other, tag, place := g.findPooled(r[0]&^codeHidden, g.Children(n))
	return g.replace(n, other, tag, place, cause)
}

// renew2 is renew of a node of at most two children, whose canonical numbers are
// known.
func (g *Graph) renew2(n, a, b ID, tag uint32, cause Reason) bool {
	g.work++
	r := &g.nodes[n]
	if r[1] == a && r[2] == b {
		return true
	}
	r[1], r[2] = a, b
	other, place := g.findTag(r[0]&^codeHidden, a, b, tag)
	return g.replace(n, other, tag, place, cause)
}

// replace enters a node that has other children, unless there is one like it.
func (g *Graph) replace(n, other ID, tag, place uint32, cause Reason) bool {
	g.table.stale++
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
