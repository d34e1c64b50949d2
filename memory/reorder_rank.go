package memory

// ranking is a heap of nodes whose keys may change; the least is the first, and
// among equals the smallest number.
type ranking struct {
	heap []int32
	at   []int32
	key  [][2]int64
}

func newRanking(n int) *ranking {
	r := &ranking{at: make([]int32, n), key: make([][2]int64, n)}
	for v := range r.at {
		r.at[v] = -1
	}
	return r
}

func (r *ranking) holds(v int32) bool { return r.at[v] >= 0 }
func (r *ranking) first() int32       { return r.heap[0] }

func (r *ranking) less(a, b int32) bool {
	x, y := &r.key[a], &r.key[b]
	if x[0] != y[0] {
		return x[0] < y[0]
	}
	return x[1] < y[1] || x[1] == y[1] && a < b
}

// put gives a node a key, and takes it in where it is not held.
func (r *ranking) put(v int32, key [2]int64) {
	r.key[v] = key
	if r.at[v] < 0 {
		r.at[v] = int32(len(r.heap))
		r.heap = append(r.heap, v)
	}
	r.fix(int(r.at[v]))
}

func (r *ranking) remove(v int32) {
	i, n := int(r.at[v]), len(r.heap)-1
	r.at[v] = -1
	last := r.heap[n]
	r.heap = r.heap[:n]
	if i < n {
		r.heap[i], r.at[last] = last, int32(i)
		r.fix(i)
	}
}

func (r *ranking) fix(i int) {
	v := r.heap[i]
	for i > 0 && r.less(v, r.heap[(i-1)/2]) {
		up := (i - 1) / 2
		r.heap[i] = r.heap[up]
		r.at[r.heap[i]] = int32(i)
		i = up
	}
	for {
		c := 2*i + 1
		if c+1 < len(r.heap) && r.less(r.heap[c+1], r.heap[c]) {
			c++
		}
		if c >= len(r.heap) || !r.less(r.heap[c], v) {
			break
		}
		r.heap[i] = r.heap[c]
		r.at[r.heap[i]] = int32(i)
		i = c
	}
	r.heap[i], r.at[v] = v, int32(i)
}
