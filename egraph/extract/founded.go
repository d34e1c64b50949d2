package extract

import "slices"

// settle finds in an assignment what is founded: extracted by a node whose operands are, in finitely
// many steps. It fills choice with the first such node of each class, and returns the classes that
// are extracted without.
func (e *encoding) settle(value []int8) (without []uint32) {
	g := e.g
	var queue []uint32
	visit := func(n uint32) {
		if c := g.class[n]; !e.founded[c] {
			e.founded[c], e.choice[c] = true, int32(n)
			queue = append(queue, c)
		}
	}
	for c := range e.founded {
		e.founded[c], e.choice[c] = false, -1
	}
	for n := range g.class {
		e.missing[n] = -1
		if value[positive(e.node[n])] > 0 {
			e.missing[n] = int32(len(g.operands(n)))
		}
	}
	for n, missing := range e.missing {
		if missing == 0 {
			visit(uint32(n))
		}
	}
	work := int64(len(g.class))
	for i := 0; i < len(queue); i++ {
		users := g.users(queue[i])
		work += int64(len(users))
		for _, n := range users {
			if e.missing[n] > 0 {
				if e.missing[n]--; e.missing[n] == 0 {
					visit(n)
				}
			}
		}
	}
	e.s.m.spend(work / 8)
	for c := range uint32(g.classes) {
		if value[positive(e.class[c])] > 0 && !e.founded[c] {
			without = append(without, c)
		}
	}
	return without
}

// unfounded adds clauses that an assignment breaks by needing something for itself: of a set of
// classes, one is extracted only where a node of the set needs nothing of it. That is the loop
// formula of F. Lin, Y. Zhao, "ASSAT", 2004. It returns one of the clauses, or nil.
func (e *encoding) unfounded() []lit {
	without := e.settle(e.s.value)
	if without == nil {
		return nil
	}
	in := make(map[uint32]bool, len(without))
	for _, c := range without {
		in[c] = true
	}
	next := map[uint32]uint32{} // an operand of a chosen node that is not founded, either
	for _, c := range without {
		for _, n := range e.g.nodes(c) {
			if e.s.value[positive(e.node[n])] > 0 {
				for _, o := range e.g.operands(int(n)) {
					if in[o] {
						next[c] = o
						break
					}
				}
				break
			}
		}
	}
	var broken []lit
	seen := map[uint32]uint32{} // by which start
	for i, c := range without {
		start := c
		for seen[c] == 0 {
			seen[c] = uint32(i) + 1
			c = next[c]
		}
		if seen[c] != uint32(i)+1 {
			continue
		}
		_ = start
		set := map[uint32]bool{}
		for at := c; !set[at]; at = next[at] {
			set[at] = true
		}
		e.close(set)
		if clause := e.loop(set, c); broken == nil {
			broken = clause
		}
	}
	return broken
}

// close adds to a set the classes whose chosen nodes make it one that is founded by nothing: a
// class of the set may have several that are chosen.
func (e *encoding) close(set map[uint32]bool) {
	var work []uint32
	for c := range set {
		work = append(work, c)
	}
	slices.Sort(work)
	for i := 0; i < len(work); i++ {
		for _, n := range e.g.nodes(work[i]) {
			if e.s.value[positive(e.node[n])] <= 0 {
				continue
			}
			first, inside := int64(-1), false
			for _, o := range e.g.operands(int(n)) {
				if set[o] {
					inside = true
					break
				}
				if first < 0 && e.s.value[positive(e.class[o])] > 0 && !e.founded[o] {
					first = int64(o)
				}
			}
			if !inside {
				set[uint32(first)] = true
				work = append(work, uint32(first))
			}
		}
	}
}

// loop is the formula of a set of classes for one of them.
func (e *encoding) loop(set map[uint32]bool, c uint32) []lit {
	clause := []lit{positive(e.class[c]).not()}
	var list []uint32
	for o := range set {
		list = append(list, o)
	}
	slices.Sort(list)
	for _, o := range list {
		for _, n := range e.g.nodes(o) {
			if !slices.ContainsFunc(e.g.operands(int(n)), func(k uint32) bool { return set[k] }) {
				clause = append(clause, positive(e.node[n]))
			}
		}
	}
	return clause
}
