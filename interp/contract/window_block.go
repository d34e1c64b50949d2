package contract

// Where features are innermost, what the kernel sees from neighbouring positions are runs at equal
// distances in the input: a line of the kernel, or what is under one tap. Kernels read these where
// they are, and only the rows of positions at a border, where a run has padding, are packed.

// windowRuns says how the rows of a window lie in the input.
type windowRuns struct {
	run      int // elements of a row that lie side by side: so many begin at each multiple of it
	taps     int // of the last dimension, under which they are
	row      int // distance of the rows of neighbouring positions
	lo, hi   int // positions of a line, from which all taps see elements
	together int // rows that are best computed together
}

// leastRun is how many elements a run has that is worth a call of a kernel, leastWords how many
// words.
const leastRun, leastWords = 8, 3

// inPlace describes the window's rows if kernels can read them where they are.
func (w *window) inPlace(unit int) *windowRuns {
	d := &w.last
	if w.imagesLast || w.featureStride != 1 || d.dilation != 1 || d.taps == 0 || d.outputs == 0 || w.features == 0 {
		return nil
	}
	r := &windowRuns{run: w.features, taps: 1, row: d.step * d.stride, together: unit}
	if d.taps > 1 && d.tapStep > 0 && d.tapStep*d.stride == w.features {
		r.run, r.taps = d.taps*w.features, d.taps
	}
	if r.run < leastRun && !(w.ofWords && r.run >= leastWords) {
		return nil
	}
	lo, hi := d.outputsOver(0)
	lastLo, lastHi := d.outputsOver(d.taps - 1)
	r.lo, r.hi = max(lo, lastLo), min(hi, lastHi)
	if r.hi-r.lo < unit {
		return nil
	}
	return r
}

// depthPerBlock is how much of the inner axis one pass takes, so that passes end where runs do.
func (r *windowRuns) depthPerBlock(depth int) int {
	if r.run <= blockDepth {
		return min(depth, blockDepth/r.run*r.run)
	}
	return ceilDiv(r.run, ceilDiv(r.run, blockDepth))
}

// group returns how many rows from i on, up to end, are computed together, and whether where they
// are. Of a line, so many are that others need not be computed one by one.
func (r *windowRuns) group(outputs, i, end int) (n int, inPlace bool) {
	here := func(i int) int { // rows from i on that are where they are
		o := i % outputs
		if o < r.lo {
			return 0
		}
		return max(0, min(r.hi-o, end-i))
	}
	whole := func(i int) int { // of these, those that are computed
		n := here(i)
		if n == end-i {
			return n
		}
		return n - n%r.together
	}
	if n := whole(i); n > 0 {
		return n, true
	}
	// To the next rows that are where they are; of these, some make the number a round one.
	for next := i; next < end; {
		if whole(next) > 0 {
			if n := roundUp(next-i, r.together); n <= end-i && whole(i+n) > 0 {
				return n, false
			}
			next += here(next)
			continue
		}
		next += max(1, here(next))
	}
	return end - i, false
}

// windowBlock is block for such rows.
func (c *call[T]) windowBlock(s *scratch[T], out []T, step, i0, i1, j0, j1 int) {
	e := c.engine
	w, runs, k := e.left.window, e.runs, &e.kernel
	for p0 := 0; p0 < e.depth; p0 += e.depthPerBlock {
		p1 := min(p0+e.depthPerBlock, e.depth)
		depth := p1 - p0
		for i := i0; i < i1; {
			n, inPlace := runs.group(w.last.outputs, i, i1)
			if !inPlace {
				s.left.rows(s.rows[(i-i0)*depth:], depth, 1, i, i+n, p0, p1)
			}
			i += n
		}
		if e.colsTogether {
			s.right.panels(s.cols, k.cols, j0, j1, p0, p1)
		}
		for j := j0; j < j1; j += k.cols {
			cols := min(k.cols, j1-j)
			b, stepB := c.colsAt(s, j0, j, j+cols, p0, p1)
			for i := i0; i < i1; {
				n, inPlace := runs.group(w.last.outputs, i, i1)
				to := out[(i-i0)*step+j-j0:]
				if inPlace {
					c.windowRowsByRuns(s, i, n, cols, p0, p1, b, stepB, to, step)
				} else {
					k.multiply(n, cols, depth, s.rows[(i-i0)*depth:], depth, 1, b, stepB, to, step, p0 > 0 || c.starts != nil)
				}
				i += n
			}
		}
	}
}

// windowRowsByRuns adds the products of n rows from i on, which are where they are, at inner
// positions [p0, p1).
func (c *call[T]) windowRowsByRuns(s *scratch[T], i, n, cols, p0, p1 int, b []T, stepB int, out []T, step int) {
	w, runs := c.engine.left.window, c.engine.runs
	if few := 4 * runs.together; n > few && runs.run < p1-p0 {
		// The sums stay in the first-level cache from run to run.
		for done := 0; done < n; done += few {
			c.windowRowsByRuns(s, i+done, min(few, n-done), cols, p0, p1, b, stepB, out[done*step:], step)
		}
		return
	}
	d := &w.last
	image, outer, o := w.locate(i)
	for p := p0; p < p1; {
		number, from := p/runs.run, p%runs.run
		depth := min(p1-p, runs.run-from)
		tap := number * runs.taps
		a, row := s.zeros[from:], 0
		if at, ok := w.outerPlace(outer, tap/d.taps); ok {
			at += s.left.base + image + (d.origin+o*d.step+tap%d.taps*d.tapStep)*d.stride
			a, row = s.left.data[at+from:], runs.row
		}
		c.engine.kernel.multiply(n, cols, depth, a, row, 1, b[(p-p0)*stepB:], stepB, out, step, p > 0 || c.starts != nil)
		p += depth
	}
}
