package kernel

import (
	"iter"
	"math/bits"
	"slices"
	"sync"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// WindowSites tells which elements of an operand a sliding window sees. What it costs to walk over
// them depends on how many there are, however large the window, the padding and the gaps of
// dilation.
type WindowSites struct {
	dims []windowDim
	out  []int
	// weights say how many positions of the window one step along a dimension is; positions is the
	// number of all.
	weights   []int
	positions int
	work      int // steps that it takes at most to walk over the sites of all result elements
}

// ResolveWindowSites prepares the sites of a window that slides over an operand of the given shape.
func ResolveWindowSites(xShape []int, w WindowDims) (*WindowSites, error) {
	out, err := WindowShape(xShape, w)
	if err != nil {
		return nil, err
	}
	sites := &WindowSites{out: out, weights: shapes.Strides(w.Size), positions: shapes.Product(w.Size)}
	strides := shapes.Strides(xShape)
	for d, extent := range xShape {
		sites.dims = append(sites.dims, windowDim{extent, out[d], w.Size[d], w.Strides[d], w.BaseDilations[d], w.WindowDilations[d], w.Padding[d][0], strides[d]})
	}
	sites.work = sites.steps()
	return sites, nil
}

// At lists what the positions of the window see, in row-major order, for result element i: the
// number of an operand element, and 1, or -1 and the number of consecutive positions that see
// padding or the gaps of dilation.
func (s *WindowSites) At(i int) iter.Seq2[int, int] {
	return func(yield func(element, count int) bool) {
		var walk siteWalk
		walk.start(s, i)
		for {
			element, count, ok := walk.next()
			if !ok || !yield(element, count) {
				return
			}
		}
	}
}

// siteWalk goes through what At lists.
type siteWalk struct {
	sites             *WindowSites
	at, walk          odometer
	lists             [3][]int // counts, and what one step along each dimension moves in the window and in the operand
	left              int      // sites
	position, element int      // of the first site
	seen              int      // positions so far
}

// start begins for result element i.
func (w *siteWalk) start(s *WindowSites, i int) {
	if w.sites != s {
		w.sites, w.at = s, newOdometer(s.out)
		for k := range w.lists {
			w.lists[k] = slices.Grow(w.lists[k][:0], len(s.dims))[:len(s.dims)]
		}
	}
	w.at.seek(i)
	counts, toPosition, toElement := w.lists[0], w.lists[1], w.lists[2]
	w.position, w.element, w.seen = 0, 0, 0
	for d, index := range w.at.index() {
		h := s.dims[d].hits(index)
		counts[d], toPosition[d], toElement[d] = h.count, h.step*s.weights[d], h.sourceStep*s.dims[d].xStride
		w.position, w.element = w.position+h.first*s.weights[d], w.element+h.source*s.dims[d].xStride
	}
	w.walk, w.left = newOdometer(counts, toPosition, toElement), shapes.Product(counts)
}

// next returns what comes next, if anything does.
func (w *siteWalk) next() (element, count int, ok bool) {
	p := w.sites.positions
	if w.left > 0 {
		p = w.position + w.walk.offset[0]
	}
	if skipped := p - w.seen; skipped > 0 {
		w.seen = p
		return -1, skipped, true
	}
	if w.left == 0 {
		return 0, 0, false
	}
	element = w.element + w.walk.offset[1]
	w.walk.next()
	w.left, w.seen = w.left-1, p+1
	return element, 1, true
}

// steps is the number of steps that it takes at most to walk over the sites of all result elements.
func (s *WindowSites) steps() int {
	const perResult, perSite = 256, 32
	sites := 1
	for d := range s.dims {
		sites = shapes.Saturated(sites, min(s.dims[d].size, s.dims[d].extent))
	}
	return shapes.Saturated(append([]int{perResult + shapes.Saturated(sites, perSite)}, s.out...)...)
}

// hits are the positions of a window along one dimension that see an element: first, first+step,
// ..., count of them. They see the elements source, source+sourceStep, ...
type hits struct{ first, step, count, source, sourceStep int }

// hits finds them for result index i. Position k is at i*stride + k*dilation - low, which must be a
// multiple of the base dilation.
func (w *windowDim) hits(i int) hits {
	start := i*w.stride - w.low
	last := (w.extent-1)*w.base - start
	if w.extent == 0 || last < 0 {
		return hits{}
	}
	from, to := 0, min(w.size-1, last/w.dilation)
	if start < 0 {
		from = ceilDiv(-start, w.dilation)
	}
	common, inverse := commonDivisor(w.dilation, w.base)
	if from > to || start%common != 0 {
		return hits{}
	}
	step := w.base / common
	// k is where start/common + k*dilation/common is 0 modulo step, the dilation being invertible
	// there.
	k := multiplyModulo(modulo(-start/common, step), inverse, step)
	first := from + modulo(k-from%step, step)
	if first > to || first < from {
		return hits{}
	}
	count := (to-first)/step + 1
	h := hits{first: first, count: count, source: (start + first*w.dilation) / w.base}
	if count > 1 {
		h.step, h.sourceStep = step, w.dilation/common
	}
	return h
}

// commonDivisor is the greatest common divisor of a and b, which are positive, and the inverse of
// a/divisor modulo b/divisor.
func commonDivisor(a, b int) (divisor, inverse int) {
	// x*a is r modulo b, and so is the pair before it.
	r, next, x, nextX := a, b, 1, 0
	for next != 0 {
		q := r / next
		r, next, x, nextX = next, r-q*next, nextX, x-q*nextX
	}
	return r, modulo(x, b/r)
}

// modulo is a modulo n, from 0 up.
func modulo(a, n int) int {
	if a %= n; a < 0 {
		a += n
	}
	return a
}

// multiplyModulo is a*b modulo n, for a and b from 0 up and below n.
func multiplyModulo(a, b, n int) int {
	high, low := bits.Mul64(uint64(a), uint64(b))
	return int(bits.Rem64(high, low, uint64(n)))
}

// sparseWindow computes a reduction of windows element by element, from the elements that each
// window sees; the positions between them count, but for each of them nothing is done where that
// would make no difference.
type sparseWindow struct {
	*fold
	sites      *WindowSites
	roundSteps bool // accumulators are rounded to elements after each step
}

func (s *sparseWindow) reduce(out, x, init *tensor.Tensor, spender Spender) error {
	work := s.sites.work
	if err := spender.Spend(work); err != nil || out.Len() == 0 {
		return err
	}
	run := sparseRun{sparseWindow: s, out: out.Bytes(), x: x.Bytes(), init: bytesOf(init), spender: spender}
	run.failure = firstErrors.Take()
	defer firstErrors.Give(run.failure)
	run.failure.err = nil
	if !share(out.Len(), work/out.Len(), cheapGrain, &run) {
		run.Chunk(0, 0, out.Len())
	}
	return run.failure.err
}

type sparseRun struct {
	*sparseWindow
	out, x, init []byte
	spender      Spender
	failure      *firstError
}

// firstError is that of chunks of a loop.
type firstError struct {
	mu  sync.Mutex
	err error
}

var firstErrors parallel.Spares[firstError]

func (f *firstError) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

// sparseMemory is what one goroutine needs: accumulators, an element, and a walk.
type sparseMemory struct {
	start, acc, buffer, element, before, last, power [2]uint64
	walk                                             siteWalk
}

var sparseMemories parallel.Spares[sparseMemory]

// Chunk computes some elements of the result.
func (s *sparseRun) Chunk(_, lo, hi int) {
	m := sparseMemories.Take()
	defer sparseMemories.Give(m)
	if err := s.elements(m, lo, hi); err != nil {
		s.failure.set(err)
	}
}

func (s *sparseRun) elements(m *sparseMemory, lo, hi int) error {
	start, acc, buffer := s.accumulatorsOf(m.start[:], 1), s.accumulatorsOf(m.acc[:], 1), s.accumulatorsOf(m.buffer[:], 1)
	s.start(start, s.init)
	for i := lo; i < hi; i++ {
		copy(acc, start)
		m.walk.start(s.sites, i)
		for element, count, ok := m.walk.next(); ok; element, count, ok = m.walk.next() {
			if element < 0 {
				if err := s.repeat(m, count); err != nil {
					return err
				}
				continue
			}
			s.combine(acc, acc, s.asAccumulators(s.x[element*s.size:(element+1)*s.size], buffer))
			s.round(m)
		}
		s.end(s.out[i*s.size:(i+1)*s.size], acc, s.sites.positions)
	}
	return nil
}

// round makes the accumulator what an element can hold, if each step does.
func (s *sparseRun) round(m *sparseMemory) {
	if s.roundSteps {
		element, acc := asBytes(m.element[:])[:s.size], s.accumulatorsOf(m.acc[:], 1)
		s.store(element, acc)
		s.load(acc, element)
	}
}

// repeat combines the accumulator with what it started from, count times.
func (s *sparseRun) repeat(m *sparseMemory, count int) error {
	acc, value := s.accumulatorsOf(m.acc[:], 1), s.accumulatorsOf(m.start[:], 1)
	if s.anyOrder() {
		// By halves: twice as often is as often with twice the value.
		m.power = m.start
		for power := s.accumulatorsOf(m.power[:], 1); count > 0; count /= 2 {
			if count%2 != 0 {
				s.combine(acc, acc, power)
			}
			s.combine(power, power, power)
		}
		return nil
	}
	// Floats come to stay where they are, as a sum of zeros does at once, or to
	// change between two values, as a product with -1 does.
	const stretch, perStep = 1 << 12, 16
	m.before, m.last = m.acc, m.acc
	for done := 0; done < count; done++ {
		if done%stretch == 0 && done > 0 {
			if err := s.spender.Spend(stretch * perStep); err != nil {
				return err
			}
		}
		m.before, m.last = m.last, m.acc
		s.combine(acc, acc, value)
		s.round(m)
		if m.acc == m.last {
			return nil
		}
		if m.acc == m.before && done > 0 {
			if (count-done-1)%2 != 0 {
				m.acc = m.last
			}
			return nil
		}
	}
	return nil
}
