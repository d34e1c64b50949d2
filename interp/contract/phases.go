package contract

import (
	"sync/atomic"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Of an input with holes, which dilation makes, as transposed convolutions and the gradients of
// strided ones have, output positions whose distance is a multiple of the dilation see elements
// under the same taps, and holes under all others. So the convolution falls into phases, each a
// convolution of the input without holes by some of the taps, whose results are spread over the
// output.
//
// A hole is an element +0, whose product is left out there. That makes no difference to a sum
// unless the kernel's element is infinite or NaN, or the sum is -0, which may become +0. From then
// on sums differ in the sign of zeros only, until they are not zero, and a sum in which no hole is
// counted is never +0 where the other one is -0. So if the kernel is finite and no result is -0,
// all are what they ought to be; else everything is computed again, with holes.

// phased describes the phases.
type phased struct {
	phases []phase
	blank  bool // there are results that see holes only
	kernel int  // elements of the kernel
}

// phase is the product for one of them: kernel and output are where what it reads and writes
// begins.
type phase struct {
	contraction
	kernel, output int
}

// mostPhases bounds the number of phases.
const mostPhases = 64

// phased returns the phases of a convolution whose input has holes.
func (c *conv) phased(w *window, in, ker, out []int) *phased {
	dims := w.dims()[:len(c.InputSpatial)]
	total, holes := 1, false
	for i := range dims {
		d := &dims[i]
		total = shapes.Saturated(total, min(d.period(), d.outputs))
		holes = holes || d.dilation > 1
	}
	if !holes || total > mostPhases || total*w.images*w.features*w.outerTaps*w.last.taps == 0 {
		return nil
	}
	p := &phased{kernel: shapes.Product(c.kernel)}
	for n := range total {
		if one, ok := c.phase(w, dims, n, in, ker, out); ok {
			p.phases = append(p.phases, one)
		} else {
			p.blank = true
		}
	}
	return p
}

// phase is that of number n, unless it sees holes only.
func (c *conv) phase(w *window, dims []windowDim, n int, in, ker, out []int) (p phase, ok bool) {
	taps, positions := append([]int(nil), ker...), append([]int(nil), out...)
	own := *w
	own.outer, own.outerOutputs, own.outerTaps = nil, 1, 1
	for i := range dims {
		d := &dims[i]
		numbers := min(d.period(), d.outputs)
		first := n % numbers
		n /= numbers
		one, tap, apart := d.phase(first)
		if one.taps == 0 {
			return p, false
		}
		p.output += first * out[c.OutputSpatial[i]]
		p.kernel += tap * ker[c.KernelSpatial[i]]
		positions[c.OutputSpatial[i]] *= d.period()
		taps[c.KernelSpatial[i]] *= apart
		if i > 0 {
			own.outer = append(own.outer, own.last)
			own.outerOutputs *= own.last.outputs
			own.outerTaps *= own.last.taps
		}
		own.last = one
	}
	p.contraction = c.product(&own, in, taps, positions)
	p.outputs = shapes.Product(c.output)
	return p, true
}

// period is how far positions are apart that see elements under the same taps.
func (d *windowDim) period() int { return d.dilation / commonDivisor(d.step, d.dilation) }

// phase is the dimension for every period-th output position from first on, which is less than the
// period: what it sees, the first tap under which that is, and how far others are apart.
func (d *windowDim) phase(first int) (one windowDim, tap, apart int) {
	common := commonDivisor(max(d.tapStep, -d.tapStep), d.dilation)
	at := d.origin + first*d.step
	for apart = d.dilation / common; tap < min(apart, d.taps); tap++ {
		if (at+tap*d.tapStep)%d.dilation == 0 {
			break
		}
	}
	if tap == min(apart, d.taps) {
		return windowDim{}, 0, 0
	}
	return windowDim{
		outputs: ceilDiv(d.outputs-first, d.period()), taps: ceilDiv(d.taps-tap, apart),
		origin: (at + tap*d.tapStep) / d.dilation, step: d.step / commonDivisor(d.step, d.dilation), tapStep: d.tapStep / common,
		extent: ceilDiv(d.extent, d.dilation), dilation: 1, stride: d.stride,
	}, tap, apart
}

// packed is how many elements the packed form of the kernel has: the packed forms of the phases,
// the kernel, and whether it is finite.
func (p *phased) packed() int {
	n := shapes.Sum(p.kernel, 1)
	for i := range p.phases {
		n = shapes.Sum(n, p.phases[i].weights())
	}
	return n
}

// weights is how many elements of the kernel a phase reads.
func (p *phase) weights() int {
	n := shapes.Saturated(p.right.size, p.depth)
	for _, b := range p.batches {
		if b.right != 0 {
			n = shapes.Saturated(n, b.size)
		}
	}
	return n
}

// whole is the contraction that counts holes.
func (c contraction) whole() contraction {
	if c.phased != nil {
		c.phased, c.packed = nil, Operands{}
	}
	return c
}

// phaseBlockings are the blockings of all phases.
func (c contraction) phaseBlockings(b block) (all []blocking) {
	if c.phased == nil {
		return nil
	}
	for _, p := range c.phased.phases {
		p.packed[1] = c.packed[1]
		all = append(all, newBlocking(p.contraction, b))
	}
	return all
}

// givenKernel reports whether the right operand of the caller is given packed.
func givenKernel(b blocking) bool { return b.swapped && b.rowsGiven || !b.swapped && b.colsGiven }

// phasedRunner runs such a convolution on elements of the accumulation type. It is safe for
// concurrent use.
type phasedRunner[T number] struct {
	phased
	kernel  kernel[T]
	whole   *engine[T]
	engines []*engine[T] // of the phases
	given   bool         // the kernel is given packed
}

func newPhasedRunner[T number](c contraction, k kernel[T]) *phasedRunner[T] {
	r := &phasedRunner[T]{phased: *c.phased, kernel: k, whole: newEngine(c.whole(), k)}
	for _, p := range r.phases {
		p.packed[1] = c.packed[1]
		e := newEngine(p.contraction, k)
		r.engines = append(r.engines, e)
		r.given = r.given || givenKernel(e.blocking)
	}
	return r
}

// packers is what packs the kernel ahead of all runs.
func (r *phasedRunner[T]) packers() (pack [2]func(into []byte, operand *tensor.Tensor)) {
	if !r.given {
		return pack
	}
	pack[1] = func(into []byte, operand *tensor.Tensor) {
		to := elementsOf[T](into)[:r.packed()]
		place := len(to) - 1 - r.phased.kernel
		data := to[place : len(to)-1]
		if same, ok := elements[T](operand); ok {
			copy(data, same)
		} else {
			parallel.For(len(data), convertGrain, func(lo, hi int) { widen(data, operand, lo, hi) })
		}
		to[len(to)-1] = 0
		if r.kernel.allFinite(data) {
			to[len(to)-1] = 1
		}
		for i, e := range r.engines {
			if givenKernel(e.blocking) {
				n, s := 1, &e.right
				if e.swapped {
					n, s = 0, &e.left
				}
				e.packInto(n, to, source[T]{data: data[r.phases[i].kernel:], vectors: s.vectors, inner: s.inner, kernel: &e.kernel})
			}
			to = to[r.phases[i].weights():]
		}
	}
	return pack
}

func (r *phasedRunner[T]) run(w []byte, out, input, kernel []T, done func(lo, hi int)) {
	packed, finite := kernel, false
	if r.given {
		last := r.packed() - 1
		kernel, finite = packed[last-r.phased.kernel:last], packed[last] != 0
	} else {
		finite = r.kernel.allFinite(kernel)
	}
	if !finite {
		r.whole.run(w, out, input, kernel, done)
		return
	}
	if r.blank {
		clear(out)
	}
	for i, e := range r.engines {
		p := &r.phases[i]
		right := kernel[p.kernel:]
		if givenKernel(e.blocking) {
			right = packed
		}
		e.run(w, out[p.output:], input, right, nil)
		if r.given {
			packed = packed[p.weights():]
		}
	}
	search := minusZeros[T]{r: r, out: out}
	if !parallel.Share(len(out), searchGrain, len(out), &search) {
		search.Chunk(0, 0, len(out))
	}
	switch {
	case search.found.Load():
		r.whole.run(w, out, input, kernel, done)
	case done != nil:
		parallel.For(len(out), convertGrain, done)
	}
}

// searchGrain is the number of elements below which looking at them is not shared.
const searchGrain = 64 << 10

// minusZeros looks for results that are -0.
type minusZeros[T number] struct {
	r     *phasedRunner[T]
	out   []T
	found atomic.Bool
}

func (l *minusZeros[T]) Chunk(_, lo, hi int) {
	if !l.found.Load() && l.r.kernel.anyMinusZero(l.out[lo:hi]) {
		l.found.Store(true)
	}
}

// allFinite reports whether there is no infinity and no NaN among the elements.
func (k *kernel[T]) allFinite(x []T) bool {
	switch x := any(x).(type) {
	case []float32:
		_, largest := k.bits(words32(x))
		return largest < 0x7F800000
	case []float64:
		for _, v := range x {
			if v-v != 0 {
				return false
			}
		}
	}
	return true
}

// anyMinusZero reports whether there is a -0 among the elements.
func (k *kernel[T]) anyMinusZero(x []T) bool {
	switch x := any(x).(type) {
	case []float32:
		least, _ := k.bits(words32(x))
		return least == 0
	case []float64:
		for _, v := range unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(x))), len(x)) {
			if v == 1<<63 {
				return true
			}
		}
	}
	return false
}

// words32 are the bits of numbers.
func words32(x []float32) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// bits returns the least of the numbers with the first bit turned, and the largest of them without
// it.
func (k *kernel[T]) bits(x []uint32) (least, largest uint32) {
	least = 1<<32 - 1
	if k.extremes != nil {
		n := len(x) &^ (extremesLanes - 1)
		if n > 0 {
			least, largest = k.extremes(x[:n])
		}
		x = x[n:]
	}
	for _, v := range x {
		least, largest = min(least, v^1<<31), max(largest, v&^(1<<31))
	}
	return least, largest
}

// extremesLanes is what the length of lists for kernel.extremes is a multiple of.
const extremesLanes = 64
