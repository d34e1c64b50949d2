package memory

import "math"

// ordering is an order of the nodes of a graph, each of them once, with what is
// live at each step. A change of some steps is seen in them alone.
type ordering struct {
	*lister
	seq []int32
	pos []int32
	// last is the step of the last reader of each node; that of a node which
	// nobody reads is its own, that of a kept one behind all others.
	last []int32
	// foot is what is live at each step, level what is live before it.
	foot, level []int64
	spare       []int32
}

// lists are lists of numbers, one behind another.
type lists struct{ start, items []int32 }

func (l *lists) of(v int32) []int32 { return l.items[l.start[v]:l.start[v+1]] }

// reversed turns the lists that each node has into those of who has it.
func reversed(g *Graph, list func(*Node) []int32) lists {
	l := lists{start: make([]int32, len(g.Nodes)+2)}
	for v := range g.Nodes {
		for _, u := range list(&g.Nodes[v]) {
			l.start[u+2]++
		}
	}
	for v := 2; v < len(l.start); v++ {
		l.start[v] += l.start[v-1]
	}
	l.items = make([]int32, l.start[len(l.start)-1])
	for v := range g.Nodes {
		for _, u := range list(&g.Nodes[v]) {
			l.items[l.start[u+1]] = int32(v)
			l.start[u+1]++
		}
	}
	return l
}

// flat are the lists that each node has.
func flat(g *Graph, list func(*Node) []int32) lists {
	l := lists{start: make([]int32, len(g.Nodes)+1)}
	for v := range g.Nodes {
		l.items = append(l.items, list(&g.Nodes[v])...)
		l.start[v+1] = int32(len(l.items))
	}
	return l
}

func reads(n *Node) []int32 { return n.Reads }
func after(n *Node) []int32 { return n.After }
func takes(n *Node) []int32 { return n.Takes }

func newOrdering(g *Graph) *ordering {
	n := len(g.Nodes)
	l := &ordering{
		lister: newLister(g), seq: make([]int32, n), pos: make([]int32, n), last: make([]int32, n),
		foot: make([]int64, n), level: make([]int64, n+1), spare: make([]int32, n),
	}
	l.set(g.Initial())
	return l
}

// set takes an order over.
func (l *ordering) set(s Schedule) {
	copy(l.seq, s)
	for v := range l.last {
		l.last[v] = -1
		if l.kept[v] {
			l.last[v] = math.MaxInt32
		}
	}
	l.refresh(0, len(l.seq))
}

// refresh computes what the steps from a on and before b need, after these have
// changed places among themselves.
func (l *ordering) refresh(a, b int) {
	last := l.last
	for k := a; k < b; k++ {
		v := l.seq[k]
		l.pos[v] = int32(k)
		if last[v] < int32(b) {
			last[v] = int32(k)
		}
		for _, u := range l.reads.of(v) {
			if last[u] < int32(b) {
				last[u] = int32(k)
			}
		}
	}
	live := l.level[a]
	for k := a; k < b; k++ {
		v := l.seq[k]
		l.level[k] = live
		foot := live + l.need[v]
		for _, u := range l.takes.of(v) {
			if last[u] == int32(k) {
				foot -= l.size[u]
				break
			}
		}
		l.foot[k] = foot
		if last[v] > int32(k) {
			live += l.size[v]
		}
		for _, u := range l.reads.of(v) {
			if last[u] == int32(k) {
				live -= l.size[u]
			}
		}
	}
	l.level[b] = live
}

// peak is the greatest footprint of the steps from a on and before b, and the
// first step that has it.
func (l *ordering) peak(a, b int) (int64, int) {
	top, at := int64(0), -1
	for k := a; k < b; k++ {
		if at < 0 || l.foot[k] > top {
			top, at = l.foot[k], k
		}
	}
	return top, at
}
