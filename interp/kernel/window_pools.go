package kernel

import "unsafe"

// Windows that are three elements wide and two apart, over images whose lines are innermost, have
// machine code that reads lines where they are, for folds in which an element that is taken in once
// more makes no difference.

// poolElements is about how many elements are seen by the lines of the result that are computed at
// a time.
const poolElements = 6 << 10

// windowPool says how such images are pooled.
type windowPool struct {
	code   machinePool
	down   windowDim // of the lines
	atOnce int       // lines of the result
}

// pool describes the computation; nil if it is none of that kind.
func (p *windowPlan) pool(f *fold) *windowPool {
	w := &p.row
	if f.pool == nil || f.load != nil || w.base > 1 || w.size != 3 || w.dilation != 1 || w.stride != 2 || w.out == 0 {
		return nil
	}
	down, ok := p.onlyLines()
	if !ok || down.base > 1 || down.size > mostListed {
		return nil
	}
	lines := max(4, poolElements/(2*w.out)/down.stride)
	return &windowPool{code: f.pool, down: down, atOnce: max(1, min(lines, down.out, mostListed/down.size))}
}

// onlyLines is the last of the outer dimensions, if the window leaves those before it alone.
func (p *windowPlan) onlyLines() (down windowDim, ok bool) {
	n := len(p.outer)
	if n == 0 {
		return windowDim{extent: 1, out: 1, size: 1, stride: 1, base: 1, dilation: 1}, true
	}
	for _, d := range p.outer[:n-1] {
		if d.size != 1 || d.stride != 1 || d.base != 1 || d.low != 0 || d.extent != d.out {
			return down, false
		}
	}
	return p.outer[n-1], true
}

// poolLines computes lines [lo, hi) of the result.
func (r *windowRun) poolLines(lo, hi int) {
	lists := windowListMemories.Take()
	defer windowListMemories.Give(lists)
	start := r.fold.identity
	if r.init != nil {
		start = r.init
	}
	down, w, size := &r.byPool.down, &r.row, r.fold.size
	image, result := down.extent*w.extent*size, down.out*w.out*size
	listed := [2]int{-1, -1}
	for lo < hi {
		o, planes := lo%down.out, 1
		n := min(hi-lo, down.out-o, r.byPool.atOnce)
		if n == down.out {
			planes = (hi - lo) / n
		}
		if listed != [2]int{o, n} {
			listed = [2]int{o, n}
			r.listLines(lists, o, n)
		}
		// The machine code trusts its arguments: this is its bounds check.
		x, out := r.x[lo/down.out*image:], r.out[lo*w.out*size:]
		_, _ = x[:planes*image], out[:(planes-1)*result+n*w.out*size]
		r.byPool.code(planes, n, down.size, &lists.sites[0], unsafe.SliceData(x), image, -w.low, w.extent, &start[0], &out[0], result, w.out*size, w.out)
		lo += planes * n
	}
}

// listLines lists which lines of an image results [o, o+n) of a column see, by their first
// elements.
func (r *windowRun) listLines(lists *windowLists, o, n int) {
	down := &r.byPool.down
	lists.sites = lists.sites[:0]
	for i := range n {
		for k := range down.size {
			line := down.source(o+i, k)
			lists.sites = append(lists.sites, line*max(1, r.row.extent)) // or less than 0
		}
	}
}
