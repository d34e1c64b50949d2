package tg

import (
	"math"
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// How elements are sorted by a region: by merging, with the region as "comes before". Merge sort is
// stable, compares little, and ends whatever the region answers. What is compared with what depends
// on the length of the lines alone, and on the answers, so that results of a region that is no
// order are the same for any number of workers, too.

// insertedRun is how many elements are sorted by insertion before runs are merged; ownRun, a power
// of two times that, how many elements of a line one worker sorts by itself.
const (
	insertedRun = 8
	ownRun      = insertedRun << 8
)

// regionSortStorage: the positions of all elements, and two lines for each worker that sorts lines.
func regionSortStorage(shape []int, dim int) analysis.Storage {
	lines := shapes.Product(shape) / max(1, shape[dim])
	return analysis.Storage{Workspace: func(workers int) int {
		own := interp.WorkOf(max(1, min(workers, lines)), regionLineBytes(shape[dim]))
		return shapes.Sum(kernel.PositionsWorkspace(shape), own)
	}}
}

// regionLineBytes is the memory of two lines of positions.
func regionLineBytes(length int) int { return interp.WorkOf(16, length) }

// regionSort sorts lines along a dimension by a region.
type regionSort struct {
	frame  *interp.Frame
	body   *interp.Body
	in     []*tensor.Tensor
	order  []int64 // by element: the position of the one that belongs there
	memory []int64 // two lines for each worker
	length int
	inner  int // distance from an element of a line to the next

	mu      sync.Mutex
	failure error
}

// orderByBody is the position along dim of the element that belongs at each place.
func orderByBody(f *interp.Frame, body *interp.Body, in []*tensor.Tensor, dim int) ([]int64, error) {
	shape, w := in[0].Shape(), f.Workspace()
	r := &regionSort{
		frame: f, body: body, in: in, length: shape[dim], inner: shapes.Product(shape[dim+1:]),
		order: tensor.Data[int64](tensor.Wrap(tensor.I64, []int{in[0].Len()}, w)),
	}
	rest := w[kernel.PositionsWorkspace(shape):]
	r.memory = tensor.Data[int64](tensor.Wrap(tensor.I64, []int{len(rest) / 8}, rest))
	lines := in[0].Len() / max(1, r.length)
	workers := len(rest) / max(1, regionLineBytes(r.length))
	switch {
	case lines == 0:
	case !body.Parallel(f):
		r.alone().Chunk(0, 0, lines)
	case lines < parallel.Workers() && r.length > ownRun:
		for line := range lines {
			r.together(line)
		}
	case !parallel.Share(lines, parallel.Grain(ownRun, r.length), workers, r.alone()):
		r.alone().Chunk(0, 0, lines)
	}
	return r.order, r.failure
}

// linesAlone sorts lines, each by itself.
type linesAlone struct{ *regionSort }

func (r *regionSort) alone() *linesAlone { return &linesAlone{r} }

// Chunk sorts some lines.
func (r *linesAlone) Chunk(worker, lo, hi int) {
	c := r.comparator()
	defer c.close()
	memory := r.memory[worker*2*r.length:][:2*r.length]
	for number := lo; number < hi && c.failure == nil; number++ {
		c.start = r.start(number)
		line := memory[:r.length]
		c.sort(line, 0)
		r.put(c.mergeUp(line, memory[r.length:], insertedRun, math.MaxInt), c.start)
	}
}

// together sorts one line with all workers: first what each sorts by itself, and then pairs of runs
// that are merged side by side.
func (r *regionSort) together(number int) {
	line, spare := r.memory[:r.length], r.memory[r.length:2*r.length]
	start := r.start(number)
	parallel.For((r.length+ownRun-1)/ownRun, 0, func(lo, hi int) {
		c := r.comparator()
		defer c.close()
		c.start = start
		for ; lo < hi; lo++ {
			first, end := lo*ownRun, min(r.length, (lo+1)*ownRun)
			own := line[first:end]
			c.sort(own, first)
			if sorted := c.mergeUp(own, spare[first:end], insertedRun, ownRun); &sorted[0] != &own[0] {
				copy(own, sorted)
			}
		}
	})
	for width := ownRun; width < r.length; width *= 2 {
		parallel.For((r.length+2*width-1)/(2*width), 0, func(lo, hi int) {
			c := r.comparator()
			defer c.close()
			c.start = start
			for ; lo < hi; lo++ {
				first, end := lo*2*width, min(r.length, (lo+1)*2*width)
				c.merge(spare[first:end], line[first:end], width)
			}
		})
		line, spare = spare, line
	}
	r.put(line, start)
}

// start is where a line begins.
func (r *regionSort) start(number int) int {
	return number/r.inner*r.length*r.inner + number%r.inner
}

// put stores a sorted line.
func (r *regionSort) put(line []int64, start int) {
	for i, position := range line {
		r.order[start+i*r.inner] = position
	}
}

// comparator asks the region, for one worker.
type comparator struct {
	*regionSort
	scalars *interp.Scalars
	reads   []int // arguments that make a difference
	start   int   // of the line
	failure error
}

func (r *regionSort) comparator() *comparator {
	c := &comparator{regionSort: r, scalars: r.body.Scalars(r.frame)}
	for i := range 2 * len(r.in) {
		if c.scalars.Argument(i) != nil {
			c.reads = append(c.reads, i)
		}
	}
	return c
}

func (c *comparator) close() {
	c.scalars.Close()
	if c.failure != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.regionSort.failure == nil {
			c.regionSort.failure = c.failure
		}
	}
}

// before reports whether the element at one position comes before that at another one.
func (c *comparator) before(a, b int64) bool {
	if c.failure != nil {
		return false
	}
	at := [2]int{c.start + int(a)*c.inner, c.start + int(b)*c.inner}
	for _, i := range c.reads {
		c.scalars.Load(i, c.in[i/2], at[i%2])
	}
	if c.failure = c.scalars.Run(); c.failure != nil {
		return false
	}
	return c.scalars.True()
}

// sort fills a line with positions from first on, in sorted runs.
func (c *comparator) sort(line []int64, first int) {
	for i := range line {
		position := int64(first + i)
		j := i
		for ; j%insertedRun > 0 && c.before(position, line[j-1]); j-- {
			line[j] = line[j-1]
		}
		line[j] = position
	}
}

// mergeUp merges the sorted runs of a line, which have so many elements, until they have limit, and
// returns the line or the spare one, wherever they are.
func (c *comparator) mergeUp(line, spare []int64, width, limit int) []int64 {
	for ; width < min(len(line), limit); width *= 2 {
		for first := 0; first < len(line); first += 2 * width {
			end := min(len(line), first+2*width)
			c.merge(spare[first:end], line[first:end], width)
		}
		line, spare = spare, line
	}
	return line
}

// merge merges the first width elements with the others.
func (c *comparator) merge(to, from []int64, width int) {
	if len(from) <= width {
		copy(to, from)
		return
	}
	left, right := from[:width], from[width:]
	if !c.before(right[0], left[width-1]) {
		copy(to, from)
		return
	}
	k := 0
	for len(left) > 0 && len(right) > 0 {
		if c.before(right[0], left[0]) {
			to[k], right = right[0], right[1:]
		} else {
			to[k], left = left[0], left[1:]
		}
		k++
	}
	copy(to[k+copy(to[k:], left):], right)
}
