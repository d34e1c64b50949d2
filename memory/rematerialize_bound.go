package memory

import (
	"cmp"
	"slices"
)

// mostBound limits the work of cover.bound.
const mostBound = 20_000_000

// bound is a duration that, in the fixed order, any schedule within the
// budget adds at least. At each step, values made before it and read behind it
// that do not fit beside it have to be computed again; those whose durations sum
// up to the least are a covering knapsack, whose fractional relaxation is the
// bound. It is negative if not even all that may leave is enough.
//
// Steps at which the most is live in the initial order come first, as there the
// most must leave, until so much work is done that the others are left out.
func (c *cover) bound(budget int64) int64 {
	g := c.g
	c.work = 0
	var steps []int32
	for w := range g.Nodes {
		if c.beside[w]+footprint(g, w) > budget {
			steps = append(steps, int32(w))
		}
	}
	excess := func(w int32) int64 { return c.beside[w] + footprint(g, int(w)) - budget }
	slices.SortStableFunc(steps, func(a, b int32) int { return cmp.Compare(excess(b), excess(a)) })
	var most int64
	for _, w := range steps {
		if c.work > mostBound {
			break
		}
		bound := c.at(w, excess(w))
		if bound < 0 {
			return bound
		}
		most = max(most, bound)
	}
	return most
}

// A cover has what the bounds of all steps and budgets need.
type cover struct {
	g *Graph
	// last is the last reader of each node, or behind all if it is kept.
	last []int32
	// beside are the bytes of the values made before a step, not read by it, and
	// read behind it.
	beside []int64
	// items are the values that may leave, least duration per byte first.
	items []int32
	work  int64
}

func newCover(g *Graph, readers [][]int32) *cover {
	n := len(g.Nodes)
	c := &cover{g: g, last: make([]int32, n), beside: make([]int64, n+1)}
	for v := range g.Nodes {
		node := &g.Nodes[v]
		c.last[v] = int32(v)
		if node.Kept {
			c.last[v] = int32(n)
		} else if r := readers[v]; len(r) > 0 {
			c.last[v] = r[len(r)-1]
		}
		if int(c.last[v]) > v {
			c.beside[v+1] += node.Size
			c.beside[c.last[v]] -= node.Size
		}
		if !node.Once && node.Size > 0 {
			c.items = append(c.items, int32(v))
		}
	}
	for w := 1; w <= n; w++ {
		c.beside[w] += c.beside[w-1]
	}
	for w := range g.Nodes {
		for _, u := range g.Nodes[w].Reads {
			if int(c.last[u]) > w {
				c.beside[w] -= g.Nodes[u].Size
			}
		}
	}
	slices.SortStableFunc(c.items, byDensity(g))
	return c
}

// at is the bound of one step at which so much is above the budget.
func (c *cover) at(w int32, excess int64) int64 {
	var sum int64
	for _, v := range c.items {
		c.work++
		if v >= w || c.last[v] <= w {
			continue
		}
		if _, used := slices.BinarySearch(c.g.Nodes[w].Reads, v); used {
			continue
		}
		n := &c.g.Nodes[v]
		if n.Size >= excess {
			return sum + part(n.Duration, excess, n.Size)
		}
		excess -= n.Size
		sum += n.Duration
	}
	return -1
}
