package tg

import (
	"bytes"
	"iter"
	"slices"
	"sync"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// How elements are reduced by a region: in row-major order of the results and of the reduced
// dimensions. Where the region can run on lanes, these are results side by side.

// fewLanes is how many results are better computed one by one.
const fewLanes = 8

// regionReduce reduces by a region.
type regionReduce struct {
	body              *interp.Body
	shape             []int
	kept, reduced     []int // dimensions
	outputs           int
	rowStride, rowLen int     // of the last reduced dimension
	grain             float64 // outputs that are worth handing to a worker
}

func reduceByBody(s *interp.Site, dims []int) interp.Step {
	r := &regionReduce{body: s.Bodies[0], shape: s.In[0].Shape, rowLen: 1}
	for d := range r.shape {
		if slices.Contains(dims, d) {
			r.reduced = append(r.reduced, d)
		} else {
			r.kept = append(r.kept, d)
		}
	}
	r.outputs = shapes.Product(shapes.Pick(r.shape, r.kept))
	count := shapes.Product(shapes.Pick(r.shape, r.reduced))
	if last := len(r.reduced) - 1; last >= 0 {
		d := r.reduced[last]
		r.rowStride, r.rowLen = shapes.Strides(r.shape)[d], r.shape[d]
		r.reduced = r.reduced[:last]
	}
	const worthwhile = 1 << 12 // elements
	r.grain = parallel.Grain(worthwhile, count)
	return interp.Step{Run: r.run, Fallback: steppedRegion(s)}
}

// steppedRegion says that a region runs op by op for each element, and why, if it does.
func steppedRegion(s *interp.Site) string {
	if why := s.Bodies[0].Stepped(); why != nil {
		return "runs the ops of its region one by one for each element: " + why.Error()
	}
	return ""
}

func (r *regionReduce) run(f *interp.Frame, out, in []*tensor.Tensor) error {
	if !r.body.Parallel(f) {
		return r.each(f, out, in, 0, r.outputs)
	}
	var failed firstError
	parallel.For(r.outputs, r.grain, func(lo, hi int) {
		if hi-lo >= fewLanes {
			if lanes := r.body.Lanes(f); lanes != nil {
				failed.note(r.lanes(lanes, out, in, lo, hi))
				return
			}
		}
		failed.note(r.each(f, out, in, lo, hi))
	})
	return failed.err
}

// firstError is one of the errors of several workers.
type firstError struct {
	mu  sync.Mutex
	err error
}

func (e *firstError) note(err error) {
	if err != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.err = err
	}
}

// each computes some results one by one.
func (r *regionReduce) each(f *interp.Frame, out, in []*tensor.Tensor, lo, hi int) error {
	s, n := r.body.Scalars(f), len(out)
	defer s.Close()
	for at := lo; at < hi; at++ {
		base := r.base(at)
		for i := range n {
			s.Load(i, in[n+i], 0)
		}
		for row := range offsets(r.shape, r.reduced) {
			for k := range r.rowLen {
				element := base + row + k*r.rowStride
				for i := range n {
					s.Load(n+i, in[i], element)
				}
				if err := s.Run(); err != nil {
					return err
				}
				s.Carry()
			}
		}
		for i, t := range out {
			size := t.DType().Size()
			copy(t.Bytes()[at*size:(at+1)*size], s.Argument(i))
		}
	}
	return nil
}

// lanes computes some results side by side.
func (r *regionReduce) lanes(l *interp.Lanes, out, in []*tensor.Tensor, lo, hi int) error {
	n, runs := len(out), 0
	defer func() { l.Close(runs) }()
	bases := make([]int, 0, interp.MaxLanes)
	for ; lo < hi; lo += len(bases) {
		bases = bases[:0]
		for at := lo; at < min(hi, lo+interp.MaxLanes); at++ {
			bases = append(bases, r.base(at))
		}
		dense := bases[len(bases)-1]-bases[0] == len(bases)-1 // they ascend
		for i := range n {
			kernel.Repeat(l.Input(i)[:len(bases)*in[n+i].DType().Size()], in[n+i].Bytes())
		}
		for row := range offsets(r.shape, r.reduced) {
			for k := range r.rowLen {
				for i := range n {
					r.feed(l, n+i, in[i], bases, row+k*r.rowStride, dense)
				}
				if err := l.Run(len(bases)); err != nil {
					return err
				}
				runs += len(bases)
			}
		}
		for i, t := range out {
			size := t.DType().Size()
			copy(t.Bytes()[lo*size:], l.Input(i)[:len(bases)*size])
		}
	}
	return nil
}

// feed gives argument i the elements of t at an offset from bases.
func (r *regionReduce) feed(l *interp.Lanes, i int, t *tensor.Tensor, bases []int, offset int, dense bool) {
	to, size := l.Input(i), t.DType().Size()
	switch {
	case to == nil:
	case dense:
		first := (bases[0] + offset) * size
		l.Bind(i, t.Bytes()[first:first+len(bases)*size])
	default:
		from := t.Bytes()
		for k, base := range bases {
			copy(to[k*size:(k+1)*size], from[(base+offset)*size:])
		}
	}
}

// base is the offset of the first element of a result.
func (r *regionReduce) base(output int) (offset int) {
	strides := shapes.Strides(r.shape)
	for i := len(r.kept) - 1; i >= 0; i-- {
		d := r.kept[i]
		offset += output % r.shape[d] * strides[d]
		output /= r.shape[d]
	}
	return offset
}

// offsets are the element offsets of all positions along dims of a row-major
// tensor, the last dimension fastest.
func offsets(shape, dims []int) iter.Seq[int] {
	strides := shapes.Strides(shape)
	return func(yield func(int) bool) {
		index, at := make([]int, len(dims)), 0
		if shapes.Product(shapes.Pick(shape, dims)) == 0 {
			return
		}
		for {
			if !yield(at) {
				return
			}
			i := len(dims) - 1
			for ; i >= 0; i-- {
				d := dims[i]
				index[i]++
				at += strides[d]
				if index[i] < shape[d] {
					break
				}
				at -= shape[d] * strides[d]
				index[i] = 0
			}
			if i < 0 {
				return
			}
		}
	}
}

// windowBody reduces windows by a region.
type windowBody struct {
	body  *interp.Body
	sites *kernel.WindowSites
	// settles says that the region does nothing but yield: accumulators that it
	// leaves alone once it leaves alone for good, given the same elements.
	settles bool
}

func (w *windowBody) run(f *interp.Frame, out, in []*tensor.Tensor) error {
	if !w.body.Parallel(f) {
		return w.each(f, out, in, 0, out[0].Len())
	}
	var failed firstError
	const worthwhile = 1 << 9 // windows
	parallel.For(out[0].Len(), worthwhile, func(lo, hi int) { failed.note(w.each(f, out, in, lo, hi)) })
	return failed.err
}

// each computes some results.
func (w *windowBody) each(f *interp.Frame, out, in []*tensor.Tensor, lo, hi int) error {
	s, n := w.body.Scalars(f), len(out)
	defer s.Close()
	for at := lo; at < hi; at++ {
		for i := range n {
			s.Load(i, in[n+i], 0)
		}
		for element, count := range w.sites.At(at) {
			for i := range n {
				if element >= 0 {
					s.Load(n+i, in[i], element)
				} else {
					s.Load(n+i, in[n+i], 0)
				}
			}
			for same := false; count > 0 && !same; count-- {
				if err := s.Run(); err != nil {
					return err
				}
				same = w.settles && count > 1 && settled(s, n)
				s.Carry()
			}
		}
		for i, t := range out {
			size := t.DType().Size()
			copy(t.Bytes()[at*size:(at+1)*size], s.Argument(i))
		}
	}
	return nil
}

// settled reports whether results have the bits of the first arguments.
func settled(s *interp.Scalars, n int) bool {
	for i := range n {
		if !bytes.Equal(s.Result(i), s.Argument(i)) {
			return false
		}
	}
	return true
}
