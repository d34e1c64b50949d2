package memory

import (
	"cmp"
	"slices"
)

// Orders are orders of a graph that need little memory as a rule, each without
// recomputation and no two the same; the initial one is the first. They are
// those of list schedulers, from the start on and from the end back, and of
// depth-first walks: see Ahn et al., "Ordering Chaos" (MLSys 2020), and the memory
// schedulers of XLA and of PyTorch's Inductor. In a forest, where each value has
// one reader at most, one of them needs the least memory of all orders (Liu, "An
// Application of Generalized Tree Pebbling", 1987). All take O((n + m) log n).
func Orders(g *Graph) []Schedule {
	return newLister(g).all()
}

func (l *lister) all() []Schedule {
	list := []Schedule{l.g.Initial()}
	add := func(s Schedule) {
		for _, x := range list {
			if slices.Equal(x, s) {
				return
			}
		}
		list = append(list, s)
	}
	for _, backward := range []bool{false, true} {
		for _, rule := range l.rules(backward) {
			add(l.greedy(backward, rule))
		}
	}
	for _, first := range l.walks() {
		add(l.postorder(first))
	}
	if s := liu(l.g, &l.readers); s != nil {
		add(s)
	}
	return list
}

// rule says which of the nodes that can be computed is the next.
type rule int

const (
	// leastThenFirst takes that which leaves the least live, then the first.
	leastThenFirst rule = iota
	// leastThenNewest takes among these that which has become possible last.
	leastThenNewest
	// leastWithinPeak is leastThenFirst; but where that makes a new peak, it takes
	// the node that needs the least at its step.
	leastWithinPeak
	newest
	oldest
)

// lister makes orders of a graph. It has what it needs of the nodes side by side,
// for large graphs are read at random.
type lister struct {
	g *Graph
	// readers and laterOf say who has a node in its list of reads, or of after.
	reads, after, takes, readers, laterOf lists
	// need is what a node needs at its step, besides what it reads.
	size, need []int64
	kept       []bool
}

func newLister(g *Graph) *lister {
	l := &lister{
		g: g, reads: flat(g, reads), after: flat(g, after), takes: flat(g, takes),
		readers: reversed(g, reads), laterOf: reversed(g, after),
		size: make([]int64, len(g.Nodes)), need: make([]int64, len(g.Nodes)), kept: make([]bool, len(g.Nodes)),
	}
	for v := range g.Nodes {
		n := &g.Nodes[v]
		l.size[v], l.need[v], l.kept[v] = n.Size, n.Size+n.Workspace, n.Kept
	}
	return l
}

// rules are those that are worth their time: in a very large graph only the best.
func (l *lister) rules(backward bool) []rule {
	switch large := len(l.g.Nodes) > 1<<18; {
	case large && backward:
		return []rule{leastThenFirst}
	case large:
		return []rule{leastThenFirst, newest}
	}
	return []rule{leastThenFirst, newest, leastThenNewest, leastWithinPeak, oldest}
}

// greed is the state of a list scheduler.
type greed struct {
	*lister
	backward bool
	rule     rule
	// change is how much more is live after a node than before it, extra how much
	// more at its step.
	change, extra []int64
	// waits counts the nodes that come before, left the readers of a value that
	// have not come yet.
	waits, left []int32
	done        []bool
	live, top   int64
	stamp       int64
	by, small   *ranking
}

// greedy lists the nodes one by one. Backwards, a value is live from its last
// reader, which comes first, to its maker.
func (l *lister) greedy(backward bool, rule rule) Schedule {
	n := len(l.g.Nodes)
	s := &greed{
		lister: l, backward: backward, rule: rule,
		change: make([]int64, n), extra: make([]int64, n),
		waits: make([]int32, n), left: make([]int32, n), done: make([]bool, n),
		by: newRanking(n),
	}
	if rule == leastWithinPeak {
		s.small = newRanking(n)
	}
	for v := range l.g.Nodes {
		s.prepare(int32(v))
	}
	for v := range l.g.Nodes {
		if s.waits[v] == 0 {
			s.release(int32(v))
		}
	}
	order := make(Schedule, 0, n)
	for len(order) < n {
		v := s.by.first()
		if s.small != nil && s.live+s.extra[v] > s.top {
			v = s.small.first()
		}
		s.take(v)
		order = append(order, v)
	}
	if backward {
		slices.Reverse(order)
	}
	return order
}

// prepare sets what a node needs at first.
func (s *greed) prepare(v int32) {
	n := &s.g.Nodes[v]
	readers := len(s.readers.of(v))
	s.left[v] = int32(readers)
	lives := readers > 0 || n.Kept
	s.extra[v] = n.Workspace
	if !s.backward {
		s.waits[v] = int32(len(n.Reads) + len(n.After))
		s.extra[v] += n.Size
		if lives {
			s.change[v] = n.Size
		}
		for _, u := range n.Reads {
			if !s.kept[u] && len(s.readers.of(u)) == 1 {
				s.change[v] -= s.size[u]
			}
		}
		return
	}
	s.waits[v] = int32(readers + len(s.laterOf.of(v)))
	if lives {
		s.change[v] = -n.Size
	} else {
		s.extra[v] += n.Size
	}
	if n.Kept {
		s.live += n.Size
	}
	for _, u := range n.Reads {
		if !s.kept[u] {
			s.extra[v] += s.size[u]
			s.change[v] += s.size[u]
		}
	}
}

// release makes a node one that can be taken.
func (s *greed) release(v int32) {
	s.stamp++
	s.rank(v)
}

// rank puts a node where its key belongs.
func (s *greed) rank(v int32) {
	first := int64(v)
	if s.backward {
		first = -first
	}
	key := s.by.key[v]
	switch s.rule {
	case leastThenFirst, leastWithinPeak:
		key = [2]int64{s.change[v], first}
	case leastThenNewest:
		key[0] = s.change[v]
		if !s.by.holds(v) {
			key[1] = -s.stamp
		}
	case newest:
		key[0] = -s.stamp
	case oldest:
		key[0] = s.stamp
	}
	s.by.put(v, key)
	if s.small != nil {
		s.small.put(v, [2]int64{s.extra[v], s.change[v]})
	}
}

// cheaper notes that a node changes what is live by less than was known.
func (s *greed) cheaper(v int32, bytes int64) {
	s.change[v] -= bytes
	if s.backward {
		s.extra[v] -= bytes
	}
	if s.by.holds(v) && s.rule <= leastWithinPeak {
		s.rank(v)
	}
}

// take makes a node the next one.
func (s *greed) take(v int32) {
	s.by.remove(v)
	if s.small != nil {
		s.small.remove(v)
	}
	s.done[v] = true
	s.top = max(s.top, s.live+s.extra[v])
	s.live += s.change[v]
	for _, u := range s.reads.of(v) {
		s.left[u]--
		readers := s.readers.of(u)
		if s.kept[u] {
			continue
		}
		if s.backward && int(s.left[u]) == len(readers)-1 || !s.backward && s.left[u] == 1 {
			for _, w := range readers {
				if !s.done[w] {
					s.cheaper(w, s.size[u])
				}
			}
		}
	}
	next := [2][]int32{s.readers.of(v), s.laterOf.of(v)}
	if s.backward {
		next = [2][]int32{s.reads.of(v), s.after.of(v)}
	}
	for _, list := range next {
		for _, w := range list {
			if s.waits[w]--; s.waits[w] == 0 {
				s.release(w)
			}
		}
	}
}

// walks are priorities of operands, for postorder: bytes below a node, which
// count more than once what is read more than once, users besides the one that is
// needed, and what a tree would need (Sethi and Ullman, 1970).
func (l *lister) walks() [][]int64 {
	n := len(l.g.Nodes)
	below, extra, need := make([]int64, n), make([]int64, n), make([]int64, n)
	const limit = int64(1) << 60
	for v := range l.g.Nodes {
		node := &l.g.Nodes[v]
		below[v] = min(node.Size, limit)
		extra[v] = int64(max(len(l.readers.of(int32(v)))-1, 0))
		for _, u := range node.Reads {
			below[v] = min(below[v]+below[u], limit)
			extra[v] = min(extra[v]+extra[u], limit)
		}
		list := slices.Clone(node.Reads)
		slices.SortFunc(list, func(a, b int32) int {
			return cmp.Or(cmp.Compare(need[b], need[a]), cmp.Compare(a, b))
		})
		var held int64
		for _, u := range list {
			need[v] = max(need[v], min(held+need[u]+min(l.size[u], limit), limit))
			held = min(held+l.size[u], limit)
		}
		need[v] = max(need[v], min(held+node.Size, limit)) - min(node.Size, limit)
	}
	return [][]int64{extra, below, need}
}

// postorder walks from the results down, operands of greater priority first.
func (l *lister) postorder(priority []int64) Schedule {
	n := len(l.g.Nodes)
	order := make(Schedule, 0, n)
	seen := make([]bool, n)
	var stack []int32
	push := func(v int32) {
		at := len(stack)
		stack = append(append(stack, l.reads.of(v)...), l.after.of(v)...)
		slices.SortFunc(stack[at:], func(a, b int32) int {
			return cmp.Or(cmp.Compare(priority[a], priority[b]), cmp.Compare(b, a))
		})
	}
	for root := range int32(n) {
		if len(l.readers.of(root))+len(l.laterOf.of(root)) > 0 {
			continue
		}
		stack = append(stack, root)
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			switch {
			case v < 0:
				stack = stack[:len(stack)-1]
				order = append(order, ^v)
			case seen[v]:
				stack = stack[:len(stack)-1]
			default:
				seen[v] = true
				stack[len(stack)-1] = ^v
				push(v)
			}
		}
	}
	return order
}
