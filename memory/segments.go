package memory

// Segments are numbers at points 0, 1, 2, ..., to which a number can be added over
// a range, and whose maximum is known: a segment tree, log n for each operation.
type Segments struct {
	leaves int
	most   []int64 // of a node, with what was added to it, without what was added above
	added  []int64
}

// NewSegments has these numbers, one at least.
func NewSegments(numbers []int64) *Segments {
	s := &Segments{leaves: 1}
	for s.leaves < len(numbers) {
		s.leaves *= 2
	}
	s.most, s.added = make([]int64, 2*s.leaves), make([]int64, 2*s.leaves)
	for i := range s.leaves {
		s.most[s.leaves+i] = -1 << 62 // beyond the end
	}
	copy(s.most[s.leaves:], numbers)
	for n := s.leaves - 1; n > 0; n-- {
		s.most[n] = max(s.most[2*n], s.most[2*n+1])
	}
	return s
}

// Add adds to the numbers at points from on and before to.
func (s *Segments) Add(from, to int, by int64) {
	if from >= to || by == 0 {
		return
	}
	left, right := from+s.leaves, to+s.leaves
	for x, y := left, right; x < y; x, y = x/2, y/2 {
		if x&1 == 1 {
			s.most[x], s.added[x] = s.most[x]+by, s.added[x]+by
			x++
		}
		if y&1 == 1 {
			y--
			s.most[y], s.added[y] = s.most[y]+by, s.added[y]+by
		}
	}
	for _, x := range [2]int{left / 2, (right - 1) / 2} {
		for ; x > 0; x /= 2 {
			s.most[x] = max(s.most[2*x], s.most[2*x+1]) + s.added[x]
		}
	}
}

// Max is the largest number.
func (s *Segments) Max() int64 { return s.most[1] }

// MaxOf is the largest number at points from on and before to; of none it is the
// least number there is.
func (s *Segments) MaxOf(from, to int) int64 { return s.maxOf(1, 0, s.leaves, from, to) }

func (s *Segments) maxOf(n, lo, hi, from, to int) int64 {
	switch {
	case to <= lo || hi <= from:
		return -1 << 63
	case from <= lo && hi <= to:
		return s.most[n]
	}
	mid := (lo + hi) / 2
	return max(s.maxOf(2*n, lo, mid, from, to), s.maxOf(2*n+1, mid, hi, from, to)) + s.added[n]
}
