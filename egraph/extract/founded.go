package extract

import (
	"math"
	"slices"
)

// settle finds in an assignment what is founded: extracted by a node whose operands are, in
// finitely many steps. It fills choice with the first such node of each class.
func (e *encoding) settle(value []int8) {
	g := e.g
	var queue []uint32
	visit := func(n uint32) {
		if c := g.class[n]; e.choice[c] < 0 {
			e.choice[c] = int32(n)
			queue = append(queue, c)
		}
	}
	for c := range e.choice {
		e.choice[c] = -1
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
}

// sources is what is founded while a solver searches: each class that may need itself has a node
// that is not excluded, its source, whose operands within its component are of less rank. Where a
// class can have none, it cannot be extracted. That is how answer sets are found: P. Simons, I.
// Niemela, T. Soininen, "Extending and Implementing the Stable Model Semantics", 2002, and M.
// Gebser and others, "Conflict-Driven Answer Set Solving", 2012.
type sources struct {
	e         *encoding
	component []uint32
	cyclic    []bool  // classes of components with cycles
	source    []int32 // a node, -1 for none
	rank      []int64
	nodeOf    [][]uint32
	checked   int      // of the trail
	orphans   []uint32 // classes without a source, which are absent
	without   []uint32 // classes that are not founded, whatever else is excluded
	lost      []bool   // of the set that is being looked at
	member    []bool
	h         queue[int64] // lost classes, those of least rank first
	work      int64
}

// newSources finds sources for all classes; t are the trees of the graph.
func newSources(e *encoding, t *trees) *sources {
	g := e.g
	number, order, count := g.components()
	size := make([]int, count)
	for _, c := range order {
		size[number[c]]++
	}
	x := &sources{e: e, component: number, source: t.choice, rank: make([]int64, g.classes)}
	for i, c := range t.order {
		x.rank[c] = int64(i)
	}
	x.cyclic, x.lost, x.member = make([]bool, g.classes), make([]bool, g.classes), make([]bool, g.classes)
	x.nodeOf = make([][]uint32, len(e.s.level))
	some := false
	for c := range x.cyclic {
		x.cyclic[c] = size[number[c]] > 1
		some = some || x.cyclic[c]
		for _, n := range g.nodes(uint32(c)) {
			if x.cyclic[c] {
				x.nodeOf[e.node[n]] = append(x.nodeOf[e.node[n]], n)
			}
		}
	}
	if !some {
		return nil
	}
	return x
}

// inside are the operands of a node in the component of its class.
func (x *sources) inside(n uint32, f func(uint32) bool) bool {
	c := x.e.g.class[n]
	list := x.e.g.operands(int(n))
	x.work += int64(len(list))
	for _, o := range list {
		if x.component[o] == x.component[c] && !f(o) {
			return false
		}
	}
	return true
}

func (x *sources) excluded(n uint32) bool { return x.e.s.value[positive(x.e.node[n])] < 0 }
func (x *sources) absent(c uint32) bool   { return x.e.s.value[positive(x.e.class[c])] < 0 }
func (x *sources) founded(c uint32) bool  { return !x.lost[c] && x.source[c] >= 0 }

// lose is told that the source of a class is none any more.
func (x *sources) lose(c uint32) {
	if !x.lost[c] {
		x.lost[c] = true
		x.h.push(entry[int64]{x.rank[c], c})
	}
}

// check looks at what was assigned since it was called last. It returns nil, or the clauses of
// which each excludes a class that is not founded.
func (x *sources) check() []lit {
	s := x.e.s
	defer func() {
		s.m.spend(x.work / 4)
		x.work = 0
	}()
	if s.kept < s.seenBy { // what was absent may not be any more
		kept := x.orphans[:0]
		for _, c := range append(x.orphans, x.without...) {
			if x.absent(c) {
				kept = append(kept, c)
			} else {
				x.lose(c)
			}
		}
		x.work += int64(len(x.orphans))
		x.orphans, x.without = kept, x.without[:0]
	}
	x.checked = min(x.checked, s.kept)
	s.kept, s.seenBy = len(s.trail), len(s.trail)
	for ; x.checked < len(s.trail); x.checked++ {
		l := s.trail[x.checked]
		if l&1 == 0 || int(l.v()) >= len(x.nodeOf) {
			continue
		}
		for _, n := range x.nodeOf[l.v()] {
			if c := x.e.g.class[n]; x.source[c] == int32(n) {
				x.lose(c)
			}
		}
	}
	if len(x.h) > 0 {
		x.restore(x.spread())
	}
	left := x.without[:0]
	for _, c := range x.without {
		if x.absent(c) {
			x.orphans = append(x.orphans, c)
		} else {
			left = append(left, c)
		}
	}
	if x.without = left; len(left) > 0 {
		return x.loop(left)
	}
	return nil
}

// spread gives classes whose sources are gone others of less rank, and lists those that have none,
// and those whose sources need them.
func (x *sources) spread() (list []uint32) {
	g := x.e.g
	for len(x.h) > 0 {
		c := x.h.pop().class
		if !x.absent(c) && x.resource(c, x.rank[c]) {
			continue
		}
		x.source[c] = -1
		list = append(list, c)
		users := g.users(c)
		x.work += int64(len(users))
		for _, n := range users {
			if u := g.class[n]; x.source[u] == int32(n) && x.component[u] == x.component[c] {
				x.lose(u)
			}
		}
	}
	return list
}

// resource looks for a source of a class whose operands are founded, and of less rank than limit.
func (x *sources) resource(c uint32, limit int64) bool {
	most := int64(0)
	for _, n := range x.e.g.nodes(c) {
		x.work++
		if x.excluded(n) {
			continue
		}
		most = 0
		if x.inside(n, func(o uint32) bool {
			most = max(most, x.rank[o]+1)
			return x.founded(o) && x.rank[o] < limit
		}) {
			x.source[c], x.rank[c], x.lost[c] = int32(n), most, false
			return true
		}
	}
	return false
}

// restore finds other sources for the classes of list. Those that have none are not founded.
func (x *sources) restore(list []uint32) {
	g := x.e.g
	var queue []uint32
	for _, c := range list {
		if x.absent(c) {
			x.lost[c] = false
			x.orphans = append(x.orphans, c)
		} else {
			queue = append(queue, c)
		}
	}
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		if !x.lost[c] || !x.resource(c, math.MaxInt64) {
			continue
		}
		users := g.users(c)
		x.work += int64(len(users))
		for _, u := range users {
			if x.lost[g.class[u]] {
				queue = append(queue, g.class[u])
			}
		}
	}
	for _, c := range list {
		if x.lost[c] {
			x.lost[c] = false
			x.without = append(x.without, c)
		}
	}
}

// loop is the formula of a set that is not founded for one class of it, one that is extracted if
// there is any: F. Lin, Y. Zhao, "ASSAT", 2004.
func (x *sources) loop(without []uint32) []lit {
	g, s := x.e.g, x.e.s
	first := without[0]
	for _, c := range without {
		x.member[c] = true
		if s.value[positive(x.e.class[first])] <= 0 && s.value[positive(x.e.class[c])] > 0 {
			first = c
		}
	}
	// A part of the set is enough: what the class needs of it, by nodes that are not excluded.
	part := []uint32{first}
	in := map[uint32]bool{first: true}
	clause := []lit{positive(x.e.class[first]).not()}
	for i := 0; i < len(part); i++ {
		for _, n := range g.nodes(part[i]) {
			if !x.excluded(n) {
				some := g.operands(int(n))
				if slices.ContainsFunc(some, func(o uint32) bool { return in[o] }) {
					continue
				}
				for _, o := range some {
					if x.member[o] {
						in[o] = true
						part = append(part, o)
						break
					}
				}
			}
		}
	}
	for _, c := range part {
		for _, n := range g.nodes(c) {
			if x.excluded(n) && !slices.ContainsFunc(g.operands(int(n)), func(o uint32) bool { return in[o] }) {
				clause = append(clause, positive(x.e.node[n]))
			}
		}
	}
	for _, c := range without {
		x.member[c] = false
	}
	return clause
}
