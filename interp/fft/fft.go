// Package fft computes discrete Fourier transforms of any length, forward and inverse, of complex
// and of real numbers, along the last dimensions of arrays.
//
// # Numeric contract
//
// What is computed, in which order and how it is rounded, follows from the lengths alone and is
// written in docs/numerics.md: workers, machine code and what else is transformed at the same time
// change no bit. Each sum and each product is rounded by itself. Roots of unity are right to the
// last digit or next to it. The relative error, by the sums of squares, is below eps*sqrt(log2 n)
// for every length, those with large primes included.
//
// # Use
//
// Resolve makes a plan for lengths, with tables of about as many bytes as the numbers of a line
// take; it runs any number of times, also concurrently, each time with a workspace of its own.
package fft

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
)

// Kind is a kind of transform.
type Kind uint8

// The kinds are those of StableHLO.
const (
	Forward  Kind = iota // FFT: complex to complex
	Inverse              // IFFT: complex to complex, divided by the number of elements
	FromReal             // RFFT: real to the first n/2+1 of n numbers along the last dimension
	ToReal               // IRFFT: the opposite
)

// Result is the shape that an array of a shape becomes by transforms of these lengths along its
// last dimensions. It fails where lengths and extents do not go together.
func (k Kind) Result(shape, lengths []int) ([]int, error) {
	if len(lengths) < 1 || len(lengths) > 3 {
		return nil, fmt.Errorf("1 to 3 dimensions can be transformed, but %d lengths are given", len(lengths))
	}
	if len(shape) < len(lengths) {
		return nil, fmt.Errorf("%d dimensions cannot be transformed of %d", len(lengths), len(shape))
	}
	out, first := slices.Clone(shape), len(shape)-len(lengths)
	for i, n := range lengths {
		want := n
		if k == ToReal && i == len(lengths)-1 {
			want = n/2 + 1
		}
		if n < 0 {
			return nil, fmt.Errorf("lengths must not be negative, but have %d", n)
		}
		if shape[first+i] != want {
			return nil, fmt.Errorf("dimension %d has %d elements, but a transform of length %d takes %d", first+i, shape[first+i], n, want)
		}
	}
	last := lengths[len(lengths)-1]
	switch k {
	case FromReal:
		out[len(out)-1] = last/2 + 1
	case ToReal:
		out[len(out)-1] = last
	}
	return out, nil
}

// Plan is what transforms arrays of one shape. Arrays are of float32 or float64, the real part of a
// complex number before its imaginary part.
type Plan[T float] struct {
	steps []*step[T]
	// between is how many floats the array takes between the steps of a transform to real numbers,
	// which no result has room for.
	between int
}

// mostNumbers are more than lie in any memory, and few enough that they are soon taken apart into
// factors, and that what is made of them can be counted.
const mostNumbers = 1 << 40

// Resolve prepares transforms of a kind. It fails for arrays that are too large to be anywhere.
func Resolve[T float](k Kind, shape, lengths []int) (*Plan[T], error) {
	return resolve(k, shape, lengths, levels[T]()[0])
}

func resolve[T float](k Kind, shape, lengths []int, l *loops[T]) (*Plan[T], error) {
	if _, err := k.Result(shape, lengths); err != nil {
		return nil, err
	}
	for _, list := range [][]int{shape, lengths} {
		if n, fits := shapes.Count(list); !fits || n > mostNumbers {
			return nil, fmt.Errorf("arrays of more than %d numbers cannot be transformed", mostNumbers)
		}
	}
	p := &Plan[T]{}
	if shapes.Product(shape) == 0 || slices.Contains(lengths, 0) {
		return p, nil
	}
	divisor := 1.0
	if k == Inverse || k == ToReal {
		divisor = float64(shapes.Product(lengths))
	}
	extents := slices.Clone(shape)
	made := map[int]transform[T]{} // equal lengths have equal tables
	for i := range lengths {
		at := len(lengths) - 1 - i
		if k == ToReal {
			at = i
		}
		dim, n := len(shape)-len(lengths)+at, lengths[at]
		s := &step[T]{inverse: k == Inverse || k == ToReal, divisor: 1, n: n, outer: shapes.Product(extents[:dim]), inner: shapes.Product(extents[dim+1:]), in: 2 * n, out: 2 * n}
		if i == len(lengths)-1 {
			s.divisor = T(divisor)
		}
		last := at == len(lengths)-1
		switch {
		case last && k == FromReal:
			s.transform, s.in, s.out = newFromReal(n, l), n, 2*(n/2+1)
			extents[dim] = n/2 + 1
		case last && k == ToReal:
			s.transform, s.in, s.out = newToReal(n, l), 2*(n/2+1), n
		default:
			if made[n] == nil {
				made[n] = newTransform(n, l)
			}
			s.transform = made[n]
		}
		p.steps = append(p.steps, s)
	}
	if k == ToReal && len(lengths) > 1 {
		p.between = 2 * upToLanes[T](shapes.Product(shape))
	}
	return p, nil
}

// Measure is a plan of which nothing is asked but Workspace, Tables and Work, and which has no
// tables.
func Measure[T float](k Kind, shape, lengths []int) (*Plan[T], error) {
	return resolve[T](k, shape, lengths, nil)
}

// Workspace is how many bytes Compute needs for so many workers.
func (p *Plan[T]) Workspace(workers int) int {
	floats := 0
	for _, s := range p.steps {
		together, each := s.memory()
		floats = max(floats, together+min(workers, s.tasks())*each)
	}
	return (floats + p.between) * sizeOf[T]()
}

// Tables is how many bytes a resolved plan has at most, those included that making it takes.
func (p *Plan[T]) Tables() (bytes int) {
	counted := map[transform[T]]bool{}
	for _, s := range p.steps {
		if !counted[s.transform] {
			counted[s.transform] = true
			bytes += s.tables()
		}
	}
	return bytes
}

func sizeOf[T float]() int { return int(unsafe.Sizeof(*new(T))) }

// Compute computes out from in, which do not share storage, in a workspace that is as long as
// Workspace says for some workers. No more of them are at work.
func (p *Plan[T]) Compute(workspace []byte, out, in []T) {
	if len(p.steps) == 0 {
		clear(out)
		return
	}
	w := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(workspace))), len(workspace)/int(unsafe.Sizeof(*new(T))))
	between := out
	if p.between > 0 {
		between, w = w[:len(in)], w[p.between:]
	}
	for i, s := range p.steps {
		to := between
		if i == len(p.steps)-1 {
			to = out
		}
		s.run(w, to, in)
		in = to
	}
}

// Work is about how many nanoseconds Compute takes on one worker.
func (p *Plan[T]) Work() int {
	work := 0
	for _, s := range p.steps {
		digits := int(math.Log2(float64(s.n))) + 4
		if c, ok := s.transform.(*chirp[T]); ok {
			digits *= 2 * c.inner.n / c.n
		}
		work = shapes.Sum(work, shapes.Saturated(s.outer, s.inner, s.n, digits)/2)
	}
	return work
}

// step transforms along one dimension, between `outer` and `inner` others.
type step[T float] struct {
	transform[T]
	n, outer, inner int
	in, out         int // floats of a line
	inverse         bool
	divisor         T
}

// A line that long is computed by all workers, unless there are many of them.
const longLine = 1 << 14

// shared says that workers share lines, and do not take one each.
func (s *step[T]) shared() bool {
	return s.n >= longLine && (s.outer*s.inner < 16 || s.n >= longLine<<6)
}

// bundle is how many lines that are not contiguous are made so at once: as many as a row has, so
// that whole lines of a cache are moved.
func (s *step[T]) bundle() int {
	if s.inner == 1 || s.n >= longLine<<3 {
		return 1
	}
	return min(s.inner, lanesOf[T]())
}

// group is how many lines are one task.
func (s *step[T]) group() int {
	if s.inner == 1 && s.n <= maxDirect {
		return 8 * lanesOf[T]()
	}
	return s.bundle()
}

// tasks is how many workers there may be.
func (s *step[T]) tasks() int {
	if s.shared() {
		return max(1, s.n/grain)
	}
	return s.perOuter() * s.loops()
}

// Contiguous lines are one run; others come as many as there are inner elements, again and again.
func (s *step[T]) perOuter() int {
	if s.inner == 1 {
		return (s.outer + s.group() - 1) / s.group()
	}
	return (s.inner + s.group() - 1) / s.group()
}

func (s *step[T]) loops() int {
	if s.inner == 1 {
		return 1
	}
	return s.outer
}

func (s *step[T]) memory() (together, each int) {
	together, each = s.transform.memory()
	bundle := 0
	if s.inner > 1 {
		bundle = 2 * upToLanes[T](s.bundle()*s.n)
	}
	if s.shared() {
		return together + bundle, each
	}
	return 0, together + each + bundle
}

func (s *step[T]) run(w, out, in []T) {
	together, each := s.memory()
	workers := s.tasks()
	if each > 0 {
		workers = min(workers, (len(w)-together)/each)
	}
	loop := stepLoop[T]{s, w, out, in, workers}
	if s.shared() || workers < 2 || !parallel.Share(s.tasks(), parallel.Grain(grain, s.n*s.group()), workers, &loop) {
		loop.Chunk(0, 0, s.tasksAlone())
	}
}

// tasksAlone is how many tasks there are where one worker begins all.
func (s *step[T]) tasksAlone() int { return s.perOuter() * s.loops() }

type stepLoop[T float] struct {
	*step[T]
	memory  []T
	out, in []T
	workers int
}

// Chunk does some tasks.
func (s *stepLoop[T]) Chunk(worker, lo, hi int) {
	together, each := s.transform.memory()
	var r room[T]
	w := s.memory
	if s.shared() {
		r = newRoom(w, together, each, s.workers)
		w = w[together+s.workers*each:]
	} else {
		_, all := s.step.memory()
		w = w[worker*all:][:all]
		r = newRoom(w, together, each, 1)
		w = w[together+each:]
	}
	for task := lo; task < hi; task++ {
		first := task % s.perOuter() * s.group()
		if s.inner == 1 {
			count := min(s.group(), s.outer-first)
			s.transform.run(r, lines[T]{
				dst: s.out[first*s.step.out:], src: s.in[first*s.step.in:], dstStep: s.step.out, srcStep: s.step.in,
				count: count, inverse: s.inverse, divisor: s.divisor,
			})
			continue
		}
		s.strided(r, w, task/s.perOuter(), first)
	}
}

// strided transforms lines that are not contiguous, and which are complex.
func (s *stepLoop[T]) strided(r room[T], bundle []T, outer, first int) {
	count := min(s.group(), s.inner-first)
	base := 2 * (outer*s.n*s.inner + first)
	for i := range s.n {
		from := s.in[base+2*i*s.inner:][:2*count]
		for l := range count {
			bundle[2*(l*s.n+i)], bundle[2*(l*s.n+i)+1] = from[2*l], from[2*l+1]
		}
	}
	s.transform.run(r, lines[T]{
		dst: bundle, src: bundle, dstStep: 2 * s.n, srcStep: 2 * s.n, count: count, inverse: s.inverse, divisor: s.divisor,
	})
	for i := range s.n {
		to := s.out[base+2*i*s.inner:][:2*count]
		for l := range count {
			to[2*l], to[2*l+1] = bundle[2*(l*s.n+i)], bundle[2*(l*s.n+i)+1]
		}
	}
}
