package extract

// number is what costs are.
type number interface{ int64 | float64 }

// entry is a class that may be settled at a cost.
type entry[N number] struct {
	cost  N
	class uint32
}

func (a entry[N]) less(b entry[N]) bool {
	return a.cost < b.cost || a.cost == b.cost && a.class < b.class
}

// queue is a heap with the cheapest entry first.
type queue[N number] []entry[N]

func (h *queue[N]) push(e entry[N]) {
	q := append(*h, e)
	i := len(q) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.less(q[up]) {
			break
		}
		q[i], i = q[up], up
	}
	q[i] = e
	*h = q
}

func (h *queue[N]) pop() entry[N] {
	q := *h
	first, e := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	*h = q
	if len(q) == 0 {
		return first
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(q) {
			break
		}
		if down+1 < len(q) && q[down+1].less(q[down]) {
			down++
		}
		if !q[down].less(e) {
			break
		}
		q[i], i = q[down], down
	}
	q[i] = e
	return first
}
