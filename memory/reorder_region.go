package memory

import (
	"math/bits"
	"slices"
)

// region is the problem of ordering some steps of an order that follow one
// another, while all others stay. A value is a hyperedge: its pins are the node
// that makes it and those that read it, and it is live from the first of them to
// the last. So a region may be ordered from its end as well: then what follows
// comes first, and a value is opened by a reader and closed by its maker.
type region struct {
	n, words int
	nodes    []int32
	backward bool
	// needs are, for each node, the set of those that come before it.
	needs []uint64
	// pins are, for each value, the set of its nodes that are here.
	pins []uint64
	size []int64
	// open values are live at the start, shut ones at the end.
	open, shut []bool
	// of are the values of each node, takes those whose storage it may take over.
	of, takes [][]int32
	workspace []int64
	// start is what is live at first, values without a pin here included.
	start int64
}

func subset(a, b []uint64) bool {
	for i, x := range a {
		if x&^b[i] != 0 {
			return false
		}
	}
	return true
}

func disjoint(a, b []uint64) bool {
	for i, x := range a {
		if x&b[i] != 0 {
			return false
		}
	}
	return true
}

// newRegion is that of the steps from a on and before b.
func newRegion(l *ordering, a, b int, backward bool) *region {
	n := b - a
	r := &region{
		n: n, words: (n + 63) / 64, nodes: slices.Clone(l.seq[a:b]), backward: backward,
		of: make([][]int32, n), takes: make([][]int32, n),
		workspace: make([]int64, n), start: l.level[a],
	}
	r.needs = make([]uint64, n*r.words)
	if backward {
		r.start = l.level[b]
	}
	edge := make(map[int32]int32, 2*n)
	value := func(u int32, pin int) int32 {
		e, ok := edge[u]
		if !ok {
			e = int32(len(r.size))
			edge[u] = e
			r.size = append(r.size, l.g.Nodes[u].Size)
			r.open = append(r.open, int(l.pos[u]) < a)
			r.shut = append(r.shut, int(l.last[u]) >= b)
			r.pins = append(r.pins, make([]uint64, r.words)...)
		}
		r.pins[int(e)*r.words+pin>>6] |= 1 << (pin & 63)
		r.of[pin] = append(r.of[pin], e)
		return e
	}
	for k, v := range r.nodes {
		node := &l.g.Nodes[v]
		r.workspace[k] = node.Workspace
		value(v, k)
		for _, u := range node.Reads {
			value(u, k)
			r.need(k, int(l.pos[u])-a)
		}
		for _, u := range node.After {
			r.need(k, int(l.pos[u])-a)
		}
		for _, u := range node.Takes {
			r.takes[k] = append(r.takes[k], edge[u])
		}
	}
	if backward {
		r.open, r.shut = r.shut, r.open
	}
	return r
}

// need notes that step k comes after step before, if that is here.
func (r *region) need(k, before int) {
	if before < 0 {
		return
	}
	if r.backward {
		k, before = before, k
	}
	r.needs[k*r.words+before>>6] |= 1 << (before & 63)
}

func (r *region) needsOf(v int) []uint64 { return r.needs[v*r.words : (v+1)*r.words] }
func (r *region) pinsOf(e int32) []uint64 {
	return r.pins[int(e)*r.words : (int(e)+1)*r.words]
}

// step is what is live at node v, and after it, where the nodes of set are done
// and live bytes are live.
func (r *region) step(set []uint64, live int64, v int) (foot, next int64) {
	foot = live + r.workspace[v]
	var freed int64
	word, bit := v>>6, uint64(1)<<(v&63)
	set[word] |= bit
	for _, e := range r.of[v] {
		if !r.shut[e] && subset(r.pinsOf(e), set) {
			freed += r.size[e]
		}
	}
	taken := int32(-1)
	if !r.backward {
		for _, e := range r.takes[v] {
			if taken < 0 && !r.shut[e] && subset(r.pinsOf(e), set) {
				taken = e
			}
		}
	}
	set[word] &^= bit
	for _, e := range r.of[v] {
		if !r.open[e] && disjoint(r.pinsOf(e), set) {
			foot += r.size[e]
		}
	}
	if r.backward {
		for _, e := range r.takes[v] {
			if taken < 0 && !r.open[e] && disjoint(r.pinsOf(e), set) {
				taken = e
			}
		}
	}
	next = foot - r.workspace[v] - freed
	if taken >= 0 {
		foot -= r.size[taken]
	}
	return foot, next
}

// ready appends the nodes that come next when those of set are done.
func (r *region) ready(set []uint64, list []int32) []int32 {
	for w, x := range set {
		for rest := ^x; rest != 0; rest &= rest - 1 {
			v := w<<6 + bits.TrailingZeros64(rest)
			if v >= r.n {
				break
			}
			if subset(r.needsOf(v), set) {
				list = append(list, int32(v))
			}
		}
	}
	return list
}

// schedule turns an order of the region into one of nodes of the graph.
func (r *region) schedule(order []int32) []int32 {
	s := make([]int32, len(order))
	for k, v := range order {
		if r.backward {
			k = len(order) - 1 - k
		}
		s[k] = r.nodes[v]
	}
	return s
}
