package memory

import "slices"

// mostBound limits the work of coverBound.
const mostBound = 20_000_000

// coverBound is a duration that, in the fixed order, any schedule within the
// budget adds at least. At each step, values made before it and read behind it
// that do not fit beside it have to be computed again; those whose durations sum
// up to the least are a covering knapsack, whose fractional relaxation is the
// bound. It is negative if not even all that may leave is enough.
//
// Steps at which the most is live in the initial order come first, as there the
// most must leave, until so much work is done that the others are left out.
func coverBound(g *Graph, budget int64, readers [][]int32) int64 {
	p, err := g.Simulate(g.Initial())
	if err != nil {
		return 0
	}
	var steps []int32
	var room int64 = mostBound
	for t, live := range p.Live {
		if live > budget {
			steps = append(steps, int32(t))
		}
	}
	slices.SortStableFunc(steps, func(a, b int32) int {
		if p.Live[a] != p.Live[b] {
			return int(max(-1, min(1, p.Live[b]-p.Live[a])))
		}
		return int(a - b)
	})
	var most int64
	for _, w := range steps {
		if room -= int64(w); room < 0 {
			break
		}
		bound := coverAt(g, budget, readers, int(w))
		if bound < 0 {
			return bound
		}
		most = max(most, bound)
	}
	return most
}

// coverAt is the bound of one step.
func coverAt(g *Graph, budget int64, readers [][]int32, w int) int64 {
	excess := footprint(g, w) - budget
	var items []int32
	for v := range w {
		n := &g.Nodes[v]
		if n.Size == 0 || !n.Kept && (len(readers[v]) == 0 || int(readers[v][len(readers[v])-1]) <= w) {
			continue
		}
		if _, used := slices.BinarySearch(g.Nodes[w].Reads, int32(v)); used {
			continue
		}
		excess += n.Size
		if !n.Once {
			items = append(items, int32(v))
		}
	}
	if excess <= 0 {
		return 0
	}
	slices.SortStableFunc(items, byDensity(g))
	var sum int64
	for _, v := range items {
		n := &g.Nodes[v]
		if n.Size >= excess {
			return sum + part(n.Duration, excess, n.Size)
		}
		excess -= n.Size
		sum += n.Duration
	}
	return -1
}
