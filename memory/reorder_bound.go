package memory

import (
	"cmp"
	"math"
	"slices"
)

// cutter finds what is live at least when a node is computed, in any order: the
// least cut between what comes before it in all orders and what comes behind it.
// A value is an arc from its node to one that stands for its readers all done.
type cutter struct {
	head  []int32
	arcs  []arc
	depth []int32
	next  []int32
	queue []int32
	// work is how many arcs may be looked at still.
	work  int64
	steps []int32
	seen  []bool
	*lister
}

// arc is one of a network; that at the place with the last bit flipped goes back.
type arc struct {
	to, next int32
	room     int64
}

const unlimited = math.MaxInt64 / 4

func newCutter(l *lister) *cutter {
	return &cutter{lister: l, seen: make([]bool, len(l.g.Nodes))}
}

// simpleBound is a peak that no order goes below: what the largest step needs, or
// the results together.
func simpleBound(g *Graph) int64 {
	bound, _ := g.Floor()
	var kept int64
	for v := range g.Nodes {
		if g.Nodes[v].Kept {
			kept += g.Nodes[v].Size
		}
	}
	return max(bound, kept)
}

// raise returns a bound that is as great as the given one, or greater. It looks
// at the steps of an order that need more, the highest first, until as many arcs
// have been seen as work says. What a step has been cut for once is not tried again.
func (c *cutter) raise(l *ordering, bound, work int64) int64 {
	c.work = work
	c.steps = c.steps[:0]
	for k, foot := range l.foot {
		if foot > bound && !c.seen[l.seq[k]] {
			c.steps = append(c.steps, int32(k))
		}
	}
	slices.SortFunc(c.steps, func(a, b int32) int {
		return cmp.Or(cmp.Compare(l.foot[b], l.foot[a]), cmp.Compare(a, b))
	})
	for _, k := range c.steps {
		// A cut looks at most arcs of the network many times.
		if l.foot[k] <= bound || c.work < 64*int64(len(l.seq)) {
			break
		}
		cut, ok := c.cut(l.seq[k])
		c.seen[l.seq[k]] = ok
		if ok {
			bound = max(bound, cut)
		}
	}
	return bound
}

func (c *cutter) link(a, b int32, room int64) {
	c.arcs = append(c.arcs, arc{b, c.head[a], room}, arc{a, c.head[b], 0})
	c.head[a], c.head[b] = int32(len(c.arcs)-2), int32(len(c.arcs)-1)
}

// side marks the nodes that come before v in all orders, or behind it.
func (c *cutter) side(v int32, lists ...func(int32) []int32) []bool {
	seen := make([]bool, len(c.g.Nodes))
	seen[v] = true
	for stack := []int32{v}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, list := range lists {
			for _, u := range list(x) {
				if !seen[u] {
					seen[u] = true
					stack = append(stack, u)
				}
			}
		}
	}
	return seen
}

// cut is what is live at v at least; not ok where the work runs out.
func (c *cutter) cut(v int32) (bytes int64, ok bool) {
	n := int32(len(c.g.Nodes))
	source, sink := 2*n, 2*n+1
	c.head = slices.Grow(c.head[:0], int(2*n+2))[:2*n+2]
	for i := range c.head {
		c.head[i] = -1
	}
	c.arcs = c.arcs[:0]
	c.work -= int64(n)
	before := c.side(v, c.reads.of, c.after.of)
	behind := c.side(v, c.readers.of, c.laterOf.of)
	for u := range n {
		node := &c.g.Nodes[u]
		switch {
		case behind[u]:
			c.link(u, sink, unlimited)
		case before[u]:
			c.link(source, u, unlimited)
		}
		for _, w := range node.Reads {
			c.link(u, w, unlimited)
		}
		for _, w := range node.After {
			c.link(u, w, unlimited)
		}
		readers := c.readers.of(u)
		switch {
		case node.Kept:
			c.link(u, sink, node.Size)
		case len(readers) > 0 && node.Size > 0:
			c.link(u, n+u, node.Size)
			for _, w := range readers {
				c.link(n+u, w, unlimited)
			}
		}
	}
	flow, ok := c.flow(source, sink)
	if !ok {
		return 0, false
	}
	node := &c.g.Nodes[v]
	return flow + node.Size - c.g.takenOver(node) + node.Workspace, true
}

// flow is the greatest flow, by Dinic's algorithm; not ok where the work runs out.
func (c *cutter) flow(source, sink int32) (sum int64, ok bool) {
	for c.level(source, sink) {
		c.next = append(c.next[:0], c.head...)
		for {
			path := c.path(source, sink)
			if c.work < 0 {
				return 0, false
			}
			if path == 0 {
				break
			}
			sum += path
		}
	}
	return sum, true
}

// level finds how far from the source each node is.
func (c *cutter) level(source, sink int32) bool {
	c.depth = slices.Grow(c.depth[:0], len(c.head))[:len(c.head)]
	for i := range c.depth {
		c.depth[i] = -1
	}
	c.depth[source] = 0
	c.queue = append(c.queue[:0], source)
	for i := 0; i < len(c.queue) && c.depth[sink] < 0; i++ {
		x := c.queue[i]
		for e := c.head[x]; e >= 0; e = c.arcs[e].next {
			c.work--
			if y := c.arcs[e].to; c.arcs[e].room > 0 && c.depth[y] < 0 {
				c.depth[y] = c.depth[x] + 1
				c.queue = append(c.queue, y)
			}
		}
	}
	return c.depth[sink] >= 0
}

// path sends as much as fits along one path of the level graph.
func (c *cutter) path(source, sink int32) int64 {
	stack := c.queue[:0]
	x := source
	for x != sink {
		e := c.next[x]
		for e >= 0 && (c.arcs[e].room == 0 || c.depth[c.arcs[e].to] != c.depth[x]+1) {
			c.work--
			e = c.arcs[e].next
		}
		c.next[x] = e
		switch {
		case e >= 0:
			stack = append(stack, e)
			x = c.arcs[e].to
		case len(stack) == 0:
			return 0
		default:
			e = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x = c.arcs[e^1].to
			c.next[x] = c.arcs[e].next
		}
	}
	room := int64(math.MaxInt64)
	for _, e := range stack {
		room = min(room, c.arcs[e].room)
	}
	for _, e := range stack {
		c.arcs[e].room -= room
		c.arcs[e^1].room += room
	}
	c.work -= int64(len(stack))
	return room
}
