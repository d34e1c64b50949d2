package kernel

import (
	"unsafe"
)

// Windows over images whose lines are innermost see parts of lines. Some lines of the operand are
// copied with their padding, sorted by phases (window_phases.go) where windows are several elements
// apart, and then machine code combines neighbouring results of several lines at a time.

// imageBytes is about how much memory these lines take at a time, half of the first-level cache,
// and mostImageBytes what there is.
const imageBytes, mostImageBytes = 16 << 10, lanesBytes

// windowImages says how lines of images are computed.
type windowImages struct {
	down   windowDim // of the lines
	phase  int       // elements of a phase of a line
	line   int       // elements of all phases
	atOnce int       // lines of the result
	sites  []int     // where each position of the window is, in bytes
	// joined says that the lines that a window sees become one first: for folds in which it makes
	// no difference how often they take something in.
	joined bool
}

// images describes the computation by lines of images; nil if it is none.
func (p *windowPlan) images(f *fold) *windowImages {
	w := &p.row
	if f.windows[0] == nil || f.load != nil || w.base > 1 || w.out*f.size < fastest.windowBytes || p.window > mostListed || w.dilation > mostListed {
		return nil
	}
	down, ok := p.onlyLines()
	if !ok {
		return nil
	}
	m := &windowImages{down: down}
	if m.down.base > 1 || m.down.dilation > mostListed || p.window == 1 {
		return nil
	}
	m.phase = ceilDiv(w.span(w.out), w.stride)
	m.line = m.phase * w.stride
	bytes := m.line * f.size
	if m.line <= 0 || m.line > mostImageBytes || m.down.span(1) > mostImageBytes || bytes*m.down.span(1) > mostImageBytes-2*bytes {
		return nil
	}
	for m.atOnce = 1; m.atOnce < m.down.out && bytes*m.down.span(m.atOnce+1) <= imageBytes; m.atOnce++ {
	}
	m.joined = f.idempotent && m.down.size > 1 && (w.extent+m.line)*f.size <= len(foldMemory{}.buffer)*8
	heights := m.down.size
	if m.joined {
		heights = 1
	}
	for y := range heights {
		for x := range w.size {
			at := x * w.dilation
			m.sites = append(m.sites, (y*m.down.dilation*m.line+at%w.stride*m.phase+at/w.stride)*f.size)
		}
	}
	return m
}

// imageLines computes lines [lo, hi) of the result.
func (r *windowRun) imageLines(lo, hi int) {
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	m, f, size := r.byImages, r.fold, r.row.out*r.fold.size
	start := f.identity
	if r.init != nil {
		start = r.init
	}
	seen := asBytes(memory.lanes[:])
	bytes := m.line * f.size
	if !m.joined {
		repeatBytes(seen[:m.down.span(m.atOnce)*bytes], start) // what is not written over is padding
	}
	for n := 0; lo < hi; lo += n {
		o := lo % m.down.out
		n = min(hi-lo, m.down.out-o, m.atOnce)
		image := r.x[lo/m.down.out*m.down.extent*r.row.extent*f.size:]
		out, step := r.out[lo*size:(lo+n)*size], m.down.stride*bytes
		if m.joined {
			step = bytes
			r.joinedLines(memory, seen, image, start, o, n)
		} else {
			r.eachLine(memory, seen, image, start, o, n)
		}
		for h, done := 1, 0; h >= 0; h-- {
			rows := 1 + 3*h
			if groups := (n - done) / rows; groups > 0 {
				f.windows[h](&out[done*size], &seen[done*step], &start[0], &m.sites[0], len(m.sites), groups, size, step, size)
				done += groups * rows
			}
		}
		if f.finish != nil {
			f.finish(out, float64(r.window))
		}
	}
}

// eachLine copies the lines of an image that results [o, o+n) of a column see.
func (r *windowRun) eachLine(memory *foldMemory, seen, image, start []byte, o, n int) {
	m, width := r.byImages, r.row.extent*r.fold.size
	bytes := m.line * r.fold.size
	top, lines := o*m.down.stride-m.down.low, m.down.span(n)
	first := min(max(0, -top), lines)
	end := max(first, min(lines, m.down.extent-top))
	repeatBytes(seen[:first*bytes], start)
	repeatBytes(seen[end*bytes:lines*bytes], start)
	if first < end && !r.linesByMachine(seen[first*bytes:end*bytes], image[(top+first)*width:(top+end)*width], end-first) {
		for i := first; i < end; i++ {
			r.phases(seen[i*bytes:][:bytes], asBytes(memory.buffer[:])[:bytes], start, image[(top+i)*width:][:width])
		}
	}
}

// linesByMachine copies lines of an image to where padding is there already; it reports whether
// there is machine code for it.
func (r *windowRun) linesByMachine(to, x []byte, lines int) bool {
	w, size, phase := &r.row, r.fold.size, r.byImages.phase
	bytes, width := len(to)/lines, len(x)/lines
	switch span := w.span(w.out); {
	case w.stride == 1:
		first := min(max(0, w.low), span)
		n := min(span, w.extent+w.low) - first
		if fastest.copyRows == nil || n*size < max(1, fastest.minRow) {
			return false
		}
		fastest.copyRows(&to[first*size], &x[(first-w.low)*size], bytes, width, n*size, lines, 0)
	case w.stride == 2 && size == 4 && w.low >= 0 && w.low/2+1 < phase && fastest.halves != nil && w.extent > 1:
		a, b := w.low%2*phase+w.low/2, (w.low+1)%2*phase+(w.low+1)/2 // of elements 0 and 1
		n := min(w.extent/2, phase-(w.low+1)/2)
		fastest.halves(&to[4*a], &to[4*b], &x[0], n, lines, bytes, width)
		if w.low/2+n < phase && 2*n < w.extent {
			for i := range lines {
				copy(to[i*bytes+4*(a+n):][:4], x[i*width+8*n:])
			}
		}
	default:
		return false
	}
	return true
}

// joinedLines combines, for each of results [o, o+n) of a column, the lines of an image that it
// sees.
func (r *windowRun) joinedLines(memory *foldMemory, seen, image, start []byte, o, n int) {
	m, f, width := r.byImages, r.fold, r.row.extent*r.fold.size
	bytes := m.line * f.size
	joined := asBytes(memory.buffer[:])[bytes:][:width]
	for i := range n {
		one, none := []byte(nil), true
		for k := range m.down.size {
			y := m.down.source(o+i, k)
			if y < 0 {
				continue
			}
			line := image[y*width:][:width]
			if none {
				one, none = line, false
				continue
			}
			f.combine(joined, one, line)
			one = joined
		}
		if none {
			repeatBytes(seen[i*bytes:][:bytes], start)
			continue
		}
		r.phases(seen[i*bytes:][:bytes], asBytes(memory.buffer[:])[:bytes], start, one)
	}
}

// phases copies a line of the operand with its padding, phase after phase.
func (r *windowRun) phases(line, buffer, padding, x []byte) {
	w, size := &r.row, r.fold.size
	span := w.span(w.out)
	first := min(max(0, w.low), span)
	end := max(first, min(span, w.extent+w.low))
	to := line
	phase := r.byImages.phase
	if w.stride == 2 && size == 4 && w.low >= 0 && w.low/2+1 < phase && fastest.halves != nil {
		halveLine(as[uint32](line), as[uint32](x), as[uint32](padding)[0], w.low, phase)
		return
	}
	if w.stride > 1 {
		to = buffer
	}
	repeatBytes(to[:first*size], padding)
	if first < end {
		copy(to[first*size:end*size], x[(first-w.low)*size:])
	}
	repeatBytes(to[end*size:], padding)
	if w.stride == 1 {
		return
	}
	for p := range w.stride {
		everyElement(line[p*phase*size:][:phase*size], buffer[p*size:], size, w.stride)
	}
}

// halveLine takes the elements of a line apart that has some padding in front, into two phases.
func halveLine(line, x []uint32, padding uint32, low, phase int) {
	halves := [2][]uint32{line[:phase], line[phase : 2*phase]}
	first, second := halves[low%2], halves[(low+1)%2] // of elements 0 and 1
	a, b := low/2, (low+1)/2
	for i := range b {
		halves[0][i], halves[1][i] = padding, padding
	}
	n := min(len(x)/2, phase-b)
	if n > 0 {
		fastest.halves((*byte)(unsafe.Pointer(&first[a])), (*byte)(unsafe.Pointer(&second[b])), (*byte)(unsafe.Pointer(&x[0])), n, 1, 0, 0)
	}
	if a += n; a < phase && 2*n < len(x) {
		first[a] = x[2*n]
		a++
	}
	for ; a < phase; a++ {
		first[a] = padding
	}
	for b += n; b < phase; b++ {
		second[b] = padding
	}
}
