package substitute

import (
	"cmp"
	"container/heap"
)

// bestFirst is the strategy that goes on from the cheapest program, and from worse
// ones within the tolerance, as in Jia et al., "TASO: optimizing deep learning
// computation with automatic generation of graph substitutions", SOSP 2019,
// section 5.
type bestFirst struct{ opt *Options }

func (*bestFirst) round(bool, func() *waiting) {}

func (f *bestFirst) search(sp *space) {
	queue := candidates{{state: sp.start}}
	tried := 0
	for len(queue) > 0 {
		cur := heap.Pop(&queue).(candidate)
		if cur.cost > float64(sp.best.cost*f.opt.Tolerance)+float64(2*sp.machine.Overhead) || cur.stale > f.opt.Lookahead {
			continue
		}
		moves := sp.movesOf(cur.state)
		for i := range moves {
			if tried >= f.opt.MaxCandidates || sp.work <= 0 {
				sp.run.Count("num-cut", 1)
				return
			}
			next, fresh := sp.try(cur.state, &moves[i])
			if next == nil {
				continue
			}
			tried++
			if !fresh {
				continue
			}
			c := candidate{next, cur.stale + 1, tried}
			if sp.best == next {
				c.stale = 0
			}
			if c.stale <= f.opt.Lookahead {
				heap.Push(&queue, c)
			}
		}
	}
}

// candidate is a state to go on from.
type candidate struct {
	*state
	// stale counts the steps since the state was the best one.
	stale int
	// number is the order of discovery, which decides between equal costs.
	number int
}

// candidates has the cheapest program first, and of equal ones the first found.
type candidates []candidate

func (h candidates) Len() int { return len(h) }
func (h candidates) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].cost, h[j].cost), h[i].number-h[j].number) < 0
}
func (h candidates) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *candidates) Push(x any)   { *h = append(*h, x.(candidate)) }
func (h *candidates) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
