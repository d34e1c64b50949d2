package kernel

import "github.com/tg-opt/tg/internal/shapes"

// odometer walks over the positions of a box in row-major order and keeps, for each of several sets
// of strides, the offset of the position. It is a value, so that a walk allocates nothing unless
// the box has more dimensions than any that programs have, adjacent ones merged.
type odometer struct {
	dims    []int
	sets    int
	strides [odometerSets][]int // one set for each offset, in elements
	offset  [odometerSets]int
	few     [odometerRank]int // the position, unless there are many dimensions
	many    []int
}

const (
	odometerSets = 3
	odometerRank = 16
)

func newOdometer(dims []int, strides ...[]int) odometer {
	o := odometer{dims: dims, sets: len(strides)}
	copy(o.strides[:], strides)
	if len(dims) > odometerRank {
		o.many = make([]int, len(dims))
	}
	return o
}

// index is the position along each dimension.
func (o *odometer) index() []int {
	if o.many != nil {
		return o.many
	}
	return o.few[:len(o.dims)]
}

// seek moves to the position with row-major number i.
func (o *odometer) seek(i int) {
	o.offset = [odometerSets]int{}
	index := o.index()
	for d := len(index) - 1; d >= 0; d-- {
		at := i % o.dims[d]
		i /= o.dims[d]
		index[d] = at
		for k := range o.sets {
			o.offset[k] += at * o.strides[k][d]
		}
	}
}

// next moves to the following position; after the last one comes the first.
func (o *odometer) next() {
	index := o.index()
	for d := len(index) - 1; d >= 0; d-- {
		index[d]++
		if index[d] < o.dims[d] {
			for k := range o.sets {
				o.offset[k] += o.strides[k][d]
			}
			return
		}
		index[d] = 0
		for k := range o.sets {
			o.offset[k] -= (o.dims[d] - 1) * o.strides[k][d]
		}
	}
}

// skip is next, n times, as far as the last dimension goes at most.
func (o *odometer) skip(n int) {
	last := len(o.dims) - 1
	o.index()[last] += n - 1
	for k := range o.sets {
		o.offset[k] += (n - 1) * o.strides[k][last]
	}
	o.next()
}

// coalesce drops dimensions of extent 1 and merges neighbours that every set of strides walks as
// one. A box without positions becomes one of rank 1.
func coalesce(dims []int, strides ...[]int) ([]int, [][]int) {
	kept := make([][]int, len(strides))
	if shapes.Product(dims) == 0 {
		for k := range kept {
			kept[k] = []int{0}
		}
		return []int{0}, kept
	}
	var merged []int
	for _, r := range shapes.Merge(dims, func(d, e int) bool {
		for _, s := range strides {
			if s[d] != s[e]*dims[e] {
				return false
			}
		}
		return true
	}) {
		merged = append(merged, r.Extent)
		for k, s := range strides {
			kept[k] = append(kept[k], s[r.Last])
		}
	}
	return merged, kept
}
