package memory

// Segments are numbers at points 0, 1, 2, ..., to which a number can be added over
// a range, and whose maximum is known: a segment tree over short runs of numbers,
// log n for each operation.
type Segments struct {
	numbers []int64 // without what was added to whole runs
	leaves  int     // runs
	most    []int64 // of a node, with what was added to it, without what was added above
	added   []int64
}

// runBits makes runs of 16 numbers: two lines of the cache, and a tree that is small
// enough to stay in it.
const (
	runBits = 4
	run     = 1 << runBits
)

// least is what there is beyond the end.
const least = -1 << 62

// SegmentsRoom is how much capacity a list needs beyond its length so that
// SegmentsOver need not copy it.
const SegmentsRoom = run

// NewSegments has these numbers, one at least.
func NewSegments(numbers []int64) *Segments {
	return SegmentsOver(append(make([]int64, 0, len(numbers)+SegmentsRoom), numbers...))
}

// SegmentsOver has these numbers, one at least, and takes the list over.
func SegmentsOver(numbers []int64) *Segments {
	runs := (len(numbers) + run - 1) >> runBits
	for len(numbers) < runs<<runBits {
		numbers = append(numbers, least)
	}
	s := &Segments{numbers: numbers, leaves: 1}
	for s.leaves < runs {
		s.leaves *= 2
	}
	s.most, s.added = make([]int64, 2*s.leaves), make([]int64, 2*s.leaves)
	for i := range s.leaves {
		s.most[s.leaves+i] = least
	}
	for i := range runs {
		s.most[s.leaves+i] = s.mostOf(i<<runBits, (i+1)<<runBits)
	}
	for n := s.leaves - 1; n > 0; n-- {
		s.most[n] = max(s.most[2*n], s.most[2*n+1])
	}
	return s
}

// mostOf is the largest of numbers of one run, without what was added to it.
func (s *Segments) mostOf(from, to int) int64 {
	most := s.numbers[from]
	for _, x := range s.numbers[from+1 : to] {
		most = max(most, x)
	}
	return most
}

// Add adds to the numbers at points from on and before to.
func (s *Segments) Add(from, to int, by int64) {
	if from >= to || by == 0 {
		return
	}
	first, last := from>>runBits, (to-1)>>runBits
	if first == last {
		s.addIn(from, to, by)
		s.lift(first, first)
		return
	}
	s.addIn(from, (first+1)<<runBits, by)
	s.addIn(last<<runBits, to, by)
	for x, y := first+1+s.leaves, last+s.leaves; x < y; x, y = x/2, y/2 {
		if x&1 == 1 {
			s.most[x], s.added[x] = s.most[x]+by, s.added[x]+by
			x++
		}
		if y&1 == 1 {
			y--
			s.most[y], s.added[y] = s.most[y]+by, s.added[y]+by
		}
	}
	s.lift(first, last)
}

// addIn adds to some numbers of one run.
func (s *Segments) addIn(from, to int, by int64) {
	for i := from; i < to; i++ {
		s.numbers[i] += by
	}
	n := from >> runBits
	s.most[s.leaves+n] = s.mostOf(n<<runBits, (n+1)<<runBits) + s.added[s.leaves+n]
}

// lift brings up to date what is above two leaves and was not added to as a whole.
func (s *Segments) lift(first, last int) {
	x, y := (first+s.leaves)/2, (last+s.leaves)/2
	for ; x != y; x, y = x/2, y/2 {
		s.most[x] = max(s.most[2*x], s.most[2*x+1]) + s.added[x]
		s.most[y] = max(s.most[2*y], s.most[2*y+1]) + s.added[y]
	}
	for ; x > 0; x /= 2 {
		s.most[x] = max(s.most[2*x], s.most[2*x+1]) + s.added[x]
	}
}

// Max is the largest number.
func (s *Segments) Max() int64 { return s.most[1] }

// MaxOf is the largest number at points from on and before to; of none it is the
// least number there is.
func (s *Segments) MaxOf(from, to int) int64 {
	if from >= to {
		return -1 << 63
	}
	first, last := from>>runBits, (to-1)>>runBits
	x, y := first+s.leaves, last+s.leaves
	if first == last {
		return s.mostOf(from, to) + s.addedAbove(x)
	}
	// The largest in what is left of the range below x, and below y, with what was
	// added there.
	left := s.mostOf(from, (first+1)<<runBits) + s.added[x]
	right := s.mostOf(last<<runBits, to) + s.added[y]
	for ; x/2 != y/2; x, y = x/2, y/2 {
		if x&1 == 0 {
			left = max(left, s.most[x+1])
		}
		if y&1 == 1 {
			right = max(right, s.most[y-1])
		}
		left, right = left+s.added[x/2], right+s.added[y/2]
	}
	return max(left, right) + s.addedAbove(x/2)
}

// addedAbove is what was added to a node and to those above it.
func (s *Segments) addedAbove(n int) (sum int64) {
	for ; n > 0; n /= 2 {
		sum += s.added[n]
	}
	return sum
}
