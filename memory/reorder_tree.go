package memory

import "slices"

// segment is a part of an order of a subtree: from a low point of what is live to
// the next. Up is how far it climbs above its start, down how far it falls from
// there to its end. Segments are the nodes of a leftist heap, least fall first.
type segment struct {
	up, down    int64
	left, right int32
	rank        int32
	// head and tail are the first and the last of its nodes; next links them.
	head, tail int32
}

// forest is the state of liu.
type forest struct {
	segments []segment
	next     []int32
}

// liu orders a forest, in which each value has one reader at most and nothing
// waits for what it does not read, with the least peak: J. W. H. Liu, "An
// Application of Generalized Tree Pebbling to Sparse Matrix Factorization" (1987).
// The order of a subtree is cut at its low points; the parts of several subtrees
// are then merged by how far they fall, farthest first. It is nil for other graphs.
func liu(g *Graph, readers *lists) Schedule {
	n := len(g.Nodes)
	for v := range g.Nodes {
		if len(g.Nodes[v].After) > 0 || len(readers.of(int32(v))) > 1 {
			return nil
		}
		if g.Nodes[v].Kept && len(readers.of(int32(v))) > 0 {
			return nil
		}
	}
	f := &forest{segments: make([]segment, n), next: make([]int32, n)}
	heap := make([]int32, n)
	rest := int32(-1)
	for v := range int32(n) {
		heap[v] = f.subtree(g, v, heap, len(readers.of(v)) > 0 || g.Nodes[v].Kept)
		if len(readers.of(v)) == 0 {
			rest = f.merge(rest, heap[v])
		}
	}
	// The heap gives what comes last at first.
	order := make(Schedule, 0, n)
	var parts []int32
	for rest >= 0 {
		parts = append(parts, rest)
		rest = f.merge(f.segments[rest].left, f.segments[rest].right)
	}
	slices.Reverse(parts)
	for _, s := range parts {
		for v := f.segments[s].head; v >= 0; v = f.next[v] {
			order = append(order, v)
		}
	}
	return order
}

// subtree is the heap of the segments of the subtree of v.
func (f *forest) subtree(g *Graph, v int32, heap []int32, lives bool) int32 {
	n := &g.Nodes[v]
	all := int32(-1)
	up, change := n.Size+n.Workspace, int64(0)
	if lives {
		change = n.Size
	}
	up -= g.takenOver(n)
	for _, u := range n.Reads {
		all = f.merge(all, heap[u])
		change -= g.Nodes[u].Size
	}
	// What overwrites an operand may be over with less than before.
	up = max(up, change, 0)
	s := &f.segments[v]
	*s = segment{up: up, down: up - change, left: -1, right: -1, rank: 1, head: v, tail: v}
	f.next[v] = -1
	for all >= 0 {
		b := &f.segments[all]
		if s.up < b.down && s.up > s.down {
			break
		}
		all = f.merge(b.left, b.right)
		net := b.up - b.down + s.up - s.down
		s.up = max(b.up, b.up-b.down+s.up)
		s.down = s.up - net
		f.next[b.tail] = s.head
		s.head = b.head
	}
	s.left, s.right, s.rank = -1, -1, 1
	return f.merge(all, v)
}

// merge joins two heaps: Crane's leftist trees. A heap has a right spine of
// O(log n), so it is no deep recursion.
func (f *forest) merge(a, b int32) int32 {
	if a < 0 || b >= 0 && f.less(b, a) {
		a, b = b, a
	}
	if b < 0 {
		return a
	}
	s := &f.segments[a]
	s.right = f.merge(s.right, b)
	if s.left < 0 || f.segments[s.left].rank < f.segments[s.right].rank {
		s.left, s.right = s.right, s.left
	}
	s.rank = 1
	if s.right >= 0 {
		s.rank = f.segments[s.right].rank + 1
	}
	return a
}

// less says whether a falls less than b, and so comes behind it.
func (f *forest) less(a, b int32) bool {
	x, y := &f.segments[a], &f.segments[b]
	return x.down < y.down || x.down == y.down && a > b
}
