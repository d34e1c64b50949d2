package kernel

import (
	"bytes"
	"iter"
	"math/bits"
	"slices"
	"sync"

	"github.com/tg-opt/tg/internal/shapes"
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
	return sites, nil
}

// At lists what the positions of the window see, in row-major order, for result element i: the
// number of an operand element, and 1, or -1 and the number of consecutive positions that see
// padding or the gaps of dilation.
func (s *WindowSites) At(i int) iter.Seq2[int, int] {
	return func(yield func(element, count int) bool) {
		at := newOdometer(s.out)
		at.seek(i)
		counts, toPosition, toElement := make([]int, len(s.dims)), make([]int, len(s.dims)), make([]int, len(s.dims))
		position, element := 0, 0 // of the first site
		for d := range s.dims {
			h := s.dims[d].hits(at.index[d])
			counts[d], toPosition[d], toElement[d] = h.count, h.step*s.weights[d], h.sourceStep*s.dims[d].xStride
			position, element = position+h.first*s.weights[d], element+h.source*s.dims[d].xStride
		}
		next := 0 // position
		walk := newOdometer(counts, toPosition, toElement)
		for range shapes.Product(counts) {
			if p := position + walk.offset[0]; p > next && !yield(-1, p-next) {
				return
			}
			next = position + walk.offset[0] + 1
			if !yield(element+walk.offset[1], 1) {
				return
			}
			walk.next()
		}
		if next < s.positions {
			yield(-1, s.positions-next)
		}
	}
}

// work is the number of steps that it takes at most to walk over the sites of all result elements.
func (s *WindowSites) work() int {
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

func (s *sparseWindow) reduce(out, x, init *tensor.Tensor, spend func(steps int) error) error {
	work := s.sites.work()
	if err := spend(work); err != nil || out.Len() == 0 {
		return err
	}
	var failed sync.Once
	var failure error
	chunks(out.Len(), work/out.Len(), cheapGrain, func(lo, hi int) {
		if err := s.elements(out, x, init, spend, lo, hi); err != nil {
			failed.Do(func() { failure = err })
		}
	})
	return failure
}

// elements computes elements [lo, hi) of the result.
func (s *sparseWindow) elements(out, x, init *tensor.Tensor, spend func(steps int) error, lo, hi int) error {
	start, acc, buffer := s.accumulators(1), s.accumulators(1), s.accumulators(1)
	s.start(start, init)
	for i := lo; i < hi; i++ {
		copy(acc, start)
		for element, count := range s.sites.At(i) {
			if element < 0 {
				if err := s.repeat(acc, start, count, spend); err != nil {
					return err
				}
				continue
			}
			s.combine(acc, acc, s.asAccumulators(x.Bytes()[element*s.size:(element+1)*s.size], buffer))
			s.round(acc)
		}
		s.end(out.Bytes()[i*s.size:(i+1)*s.size], acc, s.sites.positions)
	}
	return nil
}

// round makes acc what an element can hold, if each step does.
func (s *sparseWindow) round(acc []byte) {
	if s.roundSteps {
		var element [8]byte
		s.store(element[:s.size], acc)
		s.load(acc, element[:s.size])
	}
}

// repeat combines acc with the same value count times.
func (s *sparseWindow) repeat(acc, value []byte, count int, spend func(steps int) error) error {
	if s.anyOrder() {
		// By halves: twice as often is as often with twice the value.
		for power := slices.Clone(value); count > 0; count /= 2 {
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
	before, last := slices.Clone(acc), slices.Clone(acc)
	for done := 0; done < count; done++ {
		if done%stretch == 0 && done > 0 {
			if err := spend(stretch * perStep); err != nil {
				return err
			}
		}
		before, last = last, append(before[:0], acc...)
		s.combine(acc, acc, value)
		s.round(acc)
		if bytes.Equal(acc, last) {
			return nil
		}
		if bytes.Equal(acc, before) && done > 0 {
			if (count-done-1)%2 != 0 {
				copy(acc, last)
			}
			return nil
		}
	}
	return nil
}
