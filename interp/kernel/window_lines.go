package kernel

import (
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/interp/parallel"
)

// mostListed is how many positions a window may have whose sites are listed.
const mostListed = 4096

// byLines reports whether machine code computes the results: runs of elements that the window
// leaves alone, as those of channels that are innermost, for neighbouring windows along the
// dimension before them.
func (p *windowPlan) byLines(f *fold) bool {
	r := &p.row
	alone := r.size == 1 && r.stride == 1 && r.base == 1 && r.low == 0 && r.extent == r.out
	return f.windows[0] != nil && f.load == nil && alone && len(p.outer) > 0 && r.out*f.size >= fastest.windowBytes && p.window <= mostListed
}

// windowLists is what one goroutine needs to compute lines.
type windowLists struct {
	outer []int // where in the operand each position of the outer dimensions looks, or -1
	sites []int // what machineWindows reads
}

var windowListMemories parallel.Spares[windowLists]

// lines computes results [lo, hi) of runs of elements, numbered as rows are.
func (r *windowRun) lines(lo, hi int) {
	lists := windowListMemories.Take()
	defer windowListMemories.Give(lists)
	last := &r.outer[len(r.outer)-1]
	at := newOdometer(r.outs)
	for lo < hi {
		at.seek(lo)
		o := at.index()[len(r.outer)-1]
		n := min(hi-lo, last.out-o)
		r.lookOutside(lists, at.index())
		r.line(lists, lo, o, n)
		lo += n
	}
}

// lookOutside finds what the dimensions but the last of those outside of runs see from a position.
func (r *windowRun) lookOutside(lists *windowLists, at []int) {
	lists.outer = lists.outer[:0]
	outer := r.outer[:len(r.outer)-1]
	within := newOdometer(r.sizes[:len(outer)])
	for range r.window / r.outer[len(outer)].size {
		offset := 0
		for d, k := range within.index() {
			source := outer[d].source(at[d], k)
			if source < 0 {
				offset = -1
				break
			}
			offset += source * outer[d].xStride
		}
		lists.outer = append(lists.outer, offset)
		within.next()
	}
}

// line computes n neighbouring results, of which the first is number row and at o in its line.
func (r *windowRun) line(lists *windowLists, row, o, n int) {
	f, d, size := r.fold, &r.outer[len(r.outer)-1], r.row.out*r.fold.size
	out := r.out[row*size : (row+n)*size]
	start := f.identity
	if r.init != nil {
		start = r.init
	}
	step := d.stride * d.xStride * f.size
	for i := 0; i < n; {
		end := min(n, d.sameSites(o+i, n-i)+i)
		last := r.list(lists, o+i)
		if last >= 0 {
			_ = r.x[last*f.size+(end-i-1)*step+size-1] // the bounds check of the machine code
		}
		for h, rows := range [...]int{4, 1} {
			if groups := (end - i) / rows; groups > 0 {
				f.windows[1-h](&out[i*size], unsafe.SliceData(r.x), &start[0], &lists.sites[0], len(lists.sites), groups, size, step, size)
				i += groups * rows
				if i < end {
					r.advance(lists, groups*rows*step)
				}
			}
		}
	}
	if f.finish != nil {
		f.finish(out, float64(r.window))
	}
}

// sameSites is for how many of n results from o on the window sees elements at the same of its
// positions.
func (w *windowDim) sameSites(o, n int) int {
	if w.base > 1 {
		return 1
	}
	for k := range w.size {
		x := o*w.stride + k*w.dilation - w.low
		switch {
		case x < 0:
			n = min(n, ceilDiv(-x, w.stride))
		case x < w.extent:
			n = min(n, ceilDiv(w.extent-x, w.stride))
		}
	}
	return n
}

// list lists what the window sees from result o of a line, in bytes, and returns the last element's
// offset, or -1. Padding makes no difference to a fold in which the same element again makes none.
func (r *windowRun) list(lists *windowLists, o int) (last int) {
	d, size := &r.outer[len(r.outer)-1], r.fold.size
	sites := slices.Grow(lists.sites[:0], r.window)
	last = -1
	for _, base := range lists.outer {
		for k := range d.size {
			at := -1
			if base >= 0 {
				if source := d.source(o, k); source >= 0 {
					at = base + source*d.xStride
				}
			}
			if at >= 0 {
				last = max(last, at)
				at *= size
			} else if r.fold.idempotent {
				continue
			}
			sites = append(sites, at)
		}
	}
	if len(sites) == 0 {
		sites = append(sites, -1)
	}
	lists.sites = sites
	return last
}

// advance moves all sites on.
func (r *windowRun) advance(lists *windowLists, bytes int) {
	for i, at := range lists.sites {
		if at >= 0 {
			lists.sites[i] = at + bytes
		}
	}
}
