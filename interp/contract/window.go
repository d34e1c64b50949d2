package contract

// window describes the left operand of a convolution without storing it: vector i is what the
// kernel sees from output position i, element p of it the input under tap p/features of the kernel,
// feature p%features. Positions outside the input, and those that input dilation inserts, are zero.
// (Copied block by block into a matrix this is known as im2col.)
//
// Vectors are numbered in row-major order over image and output position, or over output position
// and image; taps in row-major order over the kernel's spatial dimensions.
type window struct {
	images, imageStride     int
	imagesLast              bool        // vectors of neighbouring images are neighbours
	outer                   []windowDim // all spatial dimensions but the last
	last                    windowDim
	outerOutputs, outerTaps int // products over outer
	features, featureStride int
	ofWords                 bool
}

// windowDim places one spatial dimension: tap t at output position o is over position origin +
// o*step + t*tapStep of the dilated input.
type windowDim struct {
	outputs, taps         int
	origin, step, tapStep int
	extent                int // of the dilated input
	dilation              int // only every dilation-th position of it holds an element
	stride                int // between elements in the operand
}

// dims are all spatial dimensions, or a single position if there are none.
func (w *window) dims() []windowDim {
	return append(w.outer[:len(w.outer):len(w.outer)], w.last)
}

// place returns the offset in the operand of what tap t sees from output position o, and whether it
// sees anything.
func (d *windowDim) place(o, t int) (int, bool) {
	x := d.origin + o*d.step + t*d.tapStep
	if x < 0 || x >= d.extent {
		return 0, false
	}
	if d.dilation > 1 {
		if x%d.dilation != 0 {
			return 0, false
		}
		x /= d.dilation
	}
	return x * d.stride, true
}

// outputsOver returns the output positions [lo, hi) from which tap t is over the dilated input.
func (d *windowDim) outputsOver(t int) (lo, hi int) {
	return inside(d.origin+t*d.tapStep, d.step, d.extent, d.outputs)
}

// inside returns the i in [0, n) for which 0 <= first + i*step < extent; step is positive.
func inside(first, step, extent, n int) (lo, hi int) {
	if step == 1 {
		lo = clamp(-first, 0, n)
		return lo, max(lo, min(extent-first, n))
	}
	if first < 0 {
		lo = min(ceilDiv(-first, step), n)
	}
	if first < extent {
		hi = min(ceilDiv(extent-first, step), n)
	}
	return lo, max(lo, hi)
}

// outerPlace is place for all dimensions but the last; position and tap are row-major over them.
func (w *window) outerPlace(position, tap int) (int, bool) {
	offset := 0
	for d := len(w.outer) - 1; d >= 0; d-- {
		dim := &w.outer[d]
		o, t := position, tap
		if d > 0 {
			o, position = position%dim.outputs, position/dim.outputs
			t, tap = tap%dim.taps, tap/dim.taps
		}
		at, ok := dim.place(o, t)
		if !ok {
			return 0, false
		}
		offset += at
	}
	return offset, true
}

// locate splits the number of a vector into the offset of its image and its output position.
func (w *window) locate(vector int) (image, outer, last int) {
	if w.imagesLast {
		image, vector = vector%w.images, vector/w.images
		return image * w.imageStride, vector / w.last.outputs, vector % w.last.outputs
	}
	last = vector % w.last.outputs
	vector /= w.last.outputs
	return vector / w.outerOutputs * w.imageStride, vector % w.outerOutputs, last
}

// adjacentImages reports whether vectors of neighbouring images lie side by side, so that what they
// see is found once for a run of them.
func (w *window) adjacentImages() bool { return w.imagesLast && w.imageStride == 1 }

// plain reports whether each position sees one element of each feature, those of its own place, and
// these lie side by side, so that the operand is a matrix as it is.
func (w *window) plain() bool {
	one := func(d *windowDim) bool {
		return d.taps == 1 && d.origin == 0 && d.dilation == 1 && (d.outputs == 0 || (d.outputs-1)*d.step < d.extent)
	}
	for i := range w.outer {
		if !one(&w.outer[i]) {
			return false
		}
	}
	return one(&w.last) && w.featureStride == 1
}

// gradientOfKernel reports whether the window has few positions and many taps, as that of a
// gradient by the kernel of another convolution has.
func (w *window) gradientOfKernel() bool { return w.last.outputs < 8 && w.last.taps >= 8 }

// windowRows is source.rows for windows: one row of p1-p0 elements after the other.
func windowRows[T any](s *source[T], dst []T, i0, i1, p0, p1 int) {
	w, depth := s.window, p1-p0
	for i := i0; i < i1; i++ {
		row := dst[(i-i0)*depth:][:depth]
		image, outer, o := w.locate(i)
		tap, f := p0/w.features, p0%w.features
		for n := 0; n < depth; f = 0 {
			t := tap % w.last.taps
			end := min(n+(w.last.taps-t)*w.features-f, depth)
			if at, ok := w.outerPlace(outer, tap/w.last.taps); ok {
				fillTaps(s, row[n:end], s.base+image+at, o, t, f)
			} else {
				clear(row[n:end])
			}
			n = end
			tap += w.last.taps - t
		}
	}
}

// fillTaps writes what taps t, t+1, ... of the last dimension see from output position o, beginning
// with feature f of tap t, in the part of the operand that begins at offset at.
func fillTaps[T any](s *source[T], row []T, at, o, t, f int) {
	w, d := s.window, &s.window.last
	if d.dilation == 1 && w.featureStride == 1 && d.tapStep > 0 && d.tapStep*d.stride == w.features {
		// Neighbouring taps lie side by side in the operand. Feature 0 of tap 0 would be at begin.
		begin := -t*w.features - f
		lo, hi := inside(d.origin+o*d.step, d.tapStep, d.extent, d.taps)
		lo, hi = clamp(begin+lo*w.features, 0, len(row)), clamp(begin+hi*w.features, 0, len(row))
		clear(row[:lo])
		if lo < hi {
			copy(row[lo:hi], s.data[at+(d.origin+o*d.step)*d.stride+lo-begin:])
		}
		clear(row[hi:])
		return
	}
	for len(row) > 0 {
		n := min(w.features-f, len(row))
		if x, ok := d.place(o, t); ok {
			copyStrided(row[:n], s.data, at+x+f*w.featureStride, w.featureStride)
		} else {
			clear(row[:n])
		}
		row = row[n:]
		t, f = t+1, 0
	}
}

func clamp(x, lo, hi int) int { return max(lo, min(x, hi)) }

// copyStrided copies every step-th element of data, from position at on.
func copyStrided[T any](dst, data []T, at, step int) {
	if step == 1 && len(dst) > 1 {
		copy(dst, data[at:])
		return
	}
	for i := range dst {
		dst[i] = data[at]
		at += step
	}
}

// fillOutputs writes what tap t sees from output positions o, o+1, ... of the last dimension, in
// the part of the operand that begins at offset at.
func fillOutputs[T any](s *source[T], row []T, at, o, t int) {
	d := &s.window.last
	if d.dilation > 1 {
		for j := range row {
			if x, ok := d.place(o+j, t); ok {
				row[j] = s.data[at+x]
			} else {
				clear(row[j : j+1])
			}
		}
		return
	}
	lo, hi := d.outputsOver(t)
	lo, hi = clamp(lo-o, 0, len(row)), clamp(hi-o, 0, len(row))
	clear(row[:lo])
	if lo < hi {
		copyStrided(row[lo:hi], s.data, at+(d.origin+(o+lo)*d.step+t*d.tapStep)*d.stride, d.step*d.stride)
	}
	clear(row[hi:])
}
