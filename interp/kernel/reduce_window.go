package kernel

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// WindowDims are StableHLO's attributes of a window, each with one entry for each dimension.
type WindowDims struct {
	Size            []int
	Strides         []int    // from one window to the next
	BaseDilations   []int    // from one element of the operand to the next, in the padded operand
	WindowDilations []int    // from one position of the window to the next
	Padding         [][2]int // positions before and behind the operand, negative to leave elements out
}

// WindowShape returns the shape of the result of sliding the window over an operand.
func WindowShape(xShape []int, w WindowDims) ([]int, error) {
	rank := len(xShape)
	if len(w.Size) != rank || len(w.Strides) != rank || len(w.BaseDilations) != rank || len(w.WindowDilations) != rank || len(w.Padding) != rank {
		return nil, fmt.Errorf("window: every attribute needs %d entries, the operand's rank", rank)
	}
	out := make([]int, rank)
	if shapes.Saturated(w.Size...) == math.MaxInt {
		return nil, fmt.Errorf("window: it has more positions than can be counted")
	}
	for d, extent := range xShape {
		if w.Size[d] < 1 || w.Strides[d] < 1 || w.BaseDilations[d] < 1 || w.WindowDilations[d] < 1 {
			return nil, fmt.Errorf("window: size %d, stride %d, base dilation %d and window dilation %d of dimension %d must be positive",
				w.Size[d], w.Strides[d], w.BaseDilations[d], w.WindowDilations[d], d)
		}
		padded := w.Padding[d][0] + w.Padding[d][1]
		if extent > 0 {
			padded += (extent-1)*w.BaseDilations[d] + 1
		}
		if padded < 0 {
			return nil, fmt.Errorf("window: padding %d, %d leaves dimension %d of extent %d a negative extent", w.Padding[d][0], w.Padding[d][1], d, extent)
		}
		if reach := (w.Size[d]-1)*w.WindowDilations[d] + 1; padded >= reach {
			out[d] = (padded-reach)/w.Strides[d] + 1
		}
	}
	return out, checkShape("window", out)
}

// WindowReduce computes out from x; init is a scalar of x's type, or nil. Before each part of the
// work it asks a spender, possibly from several goroutines, and stops with the error that it gets.
type WindowReduce func(out, x, init *tensor.Tensor, spender Spender) error

// Spender is asked for the steps that work takes, a nanosecond or so each.
type Spender interface{ Spend(steps int) error }

// ResolveReduceWindow returns the kernel that reduces x in each position of a sliding window. The
// kinds are those of ResolveReduce. Each result element starts from init (the identity if that is
// nil) and combines with the window's positions in row-major order, those of padding and dilation
// included, whose value is init again; a mean divides by the number of all positions of the window.
// f16 and bf16 sums and products round at every step, as StableHLO's function of two elements does:
// exporters write prefix sums so, and expect them to the last bits. A mean accumulates in f32 and
// rounds once.
func ResolveReduceWindow(kind string, d tensor.DType, xShape []int, window WindowDims) (WindowReduce, error) {
	f, err := newFold(kind, d)
	if err != nil {
		return nil, err
	}
	sites, err := ResolveWindowSites(xShape, window)
	if err != nil {
		return nil, err
	}
	rounds := f.store != nil && (kind == "sum" || kind == "prod")
	plan := planWindow(xShape, sites.out, window)
	plan.roundSteps = rounds
	if plan.work() > 1<<20 && sites.work < plan.work()/8 {
		return (&sparseWindow{fold: f, sites: sites, roundSteps: rounds}).reduce, nil
	}
	return plan.kernel(f), nil
}

// windowDim is one dimension of a sliding window.
type windowDim struct {
	extent, out                       int // of the operand, of the result
	size, stride, base, dilation, low int
	xStride                           int // elements
}

// source returns the operand index of position k of the window for result index i, or -1 for
// padding and the gaps of dilation.
func (w *windowDim) source(i, k int) int {
	at := i*w.stride + k*w.dilation - w.low
	if at < 0 || at%w.base != 0 || at/w.base >= w.extent {
		return -1
	}
	return at / w.base
}

// windowPlan computes the result row by row, along its last dimension; trailing dimensions that the
// window leaves alone are merged into it.
type windowPlan struct {
	outer  []windowDim
	row    windowDim
	window int   // positions
	outs   []int // extents of the outer dimensions of the result, and of the window
	sizes  []int
	// roundSteps says that accumulators are rounded to elements after each step.
	roundSteps bool
}

func planWindow(xShape, outShape []int, w WindowDims) *windowPlan {
	p := &windowPlan{window: shapes.Product(w.Size)}
	strides := shapes.Strides(xShape)
	var dims []windowDim
	untouched := 1
	for d := len(xShape) - 1; d >= 0; d-- {
		dim := windowDim{xShape[d], outShape[d], w.Size[d], w.Strides[d], w.BaseDilations[d], w.WindowDilations[d], w.Padding[d][0], strides[d]}
		plain := dim.size == 1 && dim.stride == 1 && dim.base == 1 && dim.low == 0 && dim.extent == dim.out
		if plain && len(dims) == 0 {
			untouched *= dim.extent
			continue
		}
		dims = append(dims, dim)
	}
	slices.Reverse(dims)
	if untouched > 1 || len(dims) == 0 {
		dims = append(dims, windowDim{extent: untouched, out: untouched, size: 1, stride: 1, base: 1, dilation: 1, xStride: 1})
	}
	p.outer, p.row = dims[:len(dims)-1], dims[len(dims)-1]
	for _, dim := range p.outer {
		p.outs, p.sizes = append(p.outs, dim.out), append(p.sizes, dim.size)
	}
	return p
}

func (p *windowPlan) rows() int {
	rows := 1
	for _, dim := range p.outer {
		rows *= dim.out
	}
	return rows
}

// work is the number of steps that a run takes, or the largest number: each row of the result is
// combined with a row for every position of the window.
func (p *windowPlan) work() int {
	const perRow = 16 // to find the row
	return shapes.Saturated(p.rows(), p.window, p.row.out+perRow)
}

func (p *windowPlan) kernel(f *fold) WindowReduce {
	byLines, spaced, byImages, byPool := p.byLines(f), p.spaced(f), p.images(f), p.pool(f)
	return func(out, x, init *tensor.Tensor, spender Spender) error {
		if err := spender.Spend(p.work()); err != nil || out.Len() == 0 {
			return err
		}
		run := windowRun{p, f, out.Bytes(), x.Bytes(), bytesOf(init), byLines, byPool, byImages, spaced}
		if !share(p.rows(), p.row.out*p.window, cheapGrain, &run) {
			run.Chunk(0, 0, p.rows())
		}
		return nil
	}
}

type windowRun struct {
	*windowPlan
	fold         *fold
	out, x, init []byte
	byLines      bool
	byPool       *windowPool   // nil if there is no machine code for it
	byImages     *windowImages // nil if it is no image
	spacedAtOnce int           // results that are computed by phases together; 0 if none are
}

// windowWords is the memory, in words of 8 bytes, for the accumulators or elements of the results
// of a row that are computed together: all four kinds of them stay in the first-level cache.
const windowWords = 2 * sumBlock / 4

// windowColumns is how many results that are.
func (f *fold) windowColumns() int { return windowWords * 8 / max(8, f.accSize) }

// Chunk computes some rows of the result.
func (r *windowRun) Chunk(_, lo, hi int) {
	if r.byLines {
		r.lines(lo, hi)
		return
	}
	if r.byPool != nil {
		r.poolLines(lo, hi)
		return
	}
	if r.byImages != nil {
		r.imageLines(lo, hi)
		return
	}
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	f, n := r.fold, r.row.out
	at := newOdometer(r.outs)
	at.seek(lo)
	atOnce := f.windowColumns()
	if r.spacedAtOnce > 0 {
		atOnce = r.spacedAtOnce
	}
	for row := lo; row < hi; row++ {
		for from := 0; from < n; from += atOnce {
			to := min(n, from+atOnce)
			var acc []byte
			if r.spacedAtOnce > 0 {
				acc = r.spacedColumns(memory, at.index(), from, to)
			} else {
				acc = r.columns(memory, at.index(), from, to)
			}
			f.end(r.out[(row*n+from)*f.size:(row*n+to)*f.size], acc, r.window)
		}
		at.next()
	}
}

// columns returns the accumulators of results [from, to) of the row at a position of the outer
// dimensions.
func (r *windowRun) columns(memory *foldMemory, at []int, from, to int) []byte {
	f, n := r.fold, to-from
	part := func(k int) []byte { return f.accumulatorsOf(memory.buffer[k*windowWords:], n) }
	start, acc, buffer, elements := part(0), part(1), part(2), asBytes(memory.buffer[3*windowWords:])[:n*f.size]
	f.start(start, r.init)
	copy(acc, start)
	padding := f.identity
	if r.init != nil {
		padding = r.init
	}
	within := newOdometer(r.sizes)
	for range shapes.Product(r.sizes) {
		offset, inside := r.lookFrom(at, within.index())
		for k := range r.row.size {
			if inside {
				f.combine(acc, acc, f.asAccumulators(r.rowSource(elements, padding, offset, k, from, to), buffer))
			} else {
				f.combine(acc, acc, start)
			}
			r.roundStep(acc, elements)
		}
		within.next()
	}
	return acc
}

// rowSource returns the elements that position k of the window sees along results [lo, hi) of a
// row, whose operand row starts at the given offset: a part of the operand, or a copy with padding
// in the given buffer.
func (r *windowRun) rowSource(buffer, padding []byte, offset, k, lo, hi int) []byte {
	size, w := len(padding), &r.row
	if w.stride == 1 && w.base == 1 {
		// Result indices [first, end) see the operand.
		first := min(max(lo, w.low-k*w.dilation), hi)
		end := max(first, min(hi, w.extent+w.low-k*w.dilation))
		from := offset + first + k*w.dilation - w.low
		if first == lo && end == hi {
			return r.x[from*size : (from+hi-lo)*size]
		}
		repeatBytes(buffer[:(first-lo)*size], padding)
		if end > first {
			copy(buffer[(first-lo)*size:(end-lo)*size], r.x[from*size:])
		}
		repeatBytes(buffer[(end-lo)*size:], padding)
		return buffer
	}
	for i := lo; i < hi; i++ {
		element := padding
		if source := w.source(i, k); source >= 0 {
			element = r.x[(offset+source)*size:][:size]
		}
		copy(buffer[(i-lo)*size:(i-lo+1)*size], element)
	}
	return buffer
}
