package kernel

// Along a line, windows that are several elements apart see elements that are. Of a line that is
// sorted by the position modulo that distance, its phases, neighbouring windows see neighbours at
// each of their positions.

// spaced is how many results of a row are computed by phases at a time, at most; 0 if none are.
func (p *windowPlan) spaced(f *fold) int {
	w := &p.row
	if w.stride == 1 || w.base > 1 || w.size > mostListed || w.dilation > mostListed {
		return 0
	}
	room := windowWords*8/f.size - (w.size-1)*w.dilation - 1
	if columns := min(f.windowColumns(), room/w.stride); columns >= 8 {
		return columns
	}
	return 0
}

// span is how many elements of a line n windows see, padding included.
func (w *windowDim) span(n int) int { return (n-1)*w.stride + (w.size-1)*w.dilation + 1 }

// spacedColumns is columns by phases.
func (r *windowRun) spacedColumns(memory *foldMemory, at []int, from, to int) []byte {
	f, w, n := r.fold, &r.row, to-from
	part := func(k int) []byte { return f.accumulatorsOf(memory.buffer[k*windowWords:], n) }
	start, acc, buffer := part(0), part(1), part(2)
	phases := asBytes(memory.buffer[3*windowWords:])
	span := w.span(n)
	line := asBytes(memory.lanes[:])[:span*f.size]
	f.start(start, r.init)
	copy(acc, start)
	padding := f.identity
	if r.init != nil {
		padding = r.init
	}
	// Of the operand's line, elements [first, end) of the span are there.
	before := from*w.stride - w.low
	first := min(max(0, -before), span)
	end := max(first, min(span, w.extent-before))
	repeatBytes(line, padding)
	within := newOdometer(r.sizes)
	for range r.window / w.size {
		offset, inside := r.lookFrom(at, within.index())
		within.next()
		if f.idempotent && f.load == nil {
			// The lines that a window sees may become one first.
			if inside && first < end {
				seen := line[first*f.size : end*f.size]
				f.combine(seen, seen, r.x[(offset+before+first)*f.size:][:len(seen)])
			}
			continue
		}
		if !inside {
			r.combineTimes(acc, start, phases, w.size)
			continue
		}
		if first < end {
			copy(line[first*f.size:end*f.size], r.x[(offset+before+first)*f.size:])
		}
		r.combinePhases(acc, buffer, phases, line, n)
		repeatBytes(line, padding)
	}
	if f.idempotent && f.load == nil {
		r.combinePhases(acc, buffer, phases, line, n)
	}
	return acc
}

// lookFrom is where in the operand a position of the outer dimensions of the window looks from a
// position of those of the result, and whether it sees anything.
func (r *windowRun) lookFrom(at, position []int) (offset int, inside bool) {
	for d := range r.outer {
		source := r.outer[d].source(at[d], position[d])
		if source < 0 {
			return 0, false
		}
		offset += source * r.outer[d].xStride
	}
	return offset, true
}

// combineTimes combines n results with what padding is, as often as is said.
func (r *windowRun) combineTimes(acc, value, elements []byte, times int) {
	for range times {
		r.fold.combine(acc, acc, value)
		r.roundStep(acc, elements)
	}
}

// roundStep makes accumulators what elements can hold, if each step does; it may write to elements.
func (r *windowRun) roundStep(acc, elements []byte) {
	if r.roundSteps {
		elements = elements[:len(acc)/r.fold.accSize*r.fold.size]
		r.fold.store(elements, acc)
		r.fold.load(acc, elements)
	}
}

// combinePhases combines n results with what they see of a line, which it may overwrite.
func (r *windowRun) combinePhases(acc, buffer, phases, line []byte, n int) {
	f, w := r.fold, &r.row
	each := (len(line)/f.size + w.stride - 1) / w.stride * f.size // bytes of a phase
	for p := range min(w.stride, len(line)/f.size) {
		everyElement(phases[p*each:][:each], line[p*f.size:], f.size, w.stride)
	}
	for k := range w.size {
		x := k * w.dilation
		seen := phases[x%w.stride*each+x/w.stride*f.size:][:n*f.size]
		f.combine(acc, acc, f.asAccumulators(seen, buffer))
		r.roundStep(acc, line)
	}
}

// everyElement copies every step-th element of x, as many as there are, to out.
func everyElement(out, x []byte, size, step int) {
	switch size {
	case 4:
		every(as[uint32](out), as[uint32](x), step)
	case 8:
		every(as[uint64](out), as[uint64](x), step)
	case 2:
		every(as[uint16](out), as[uint16](x), step)
	case 1:
		every(out, x, step)
	default:
		for i := 0; i*step*size < len(x); i++ {
			copy(out[i*size:(i+1)*size], x[i*step*size:])
		}
	}
}

func every[T any](out, x []T, step int) {
	n := (len(x) + step - 1) / step
	out = out[:n]
	at := 0
	for i := range out {
		out[i] = x[at]
		at += step
	}
}
