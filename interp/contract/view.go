package contract

import "unsafe"

// windowPanel is source.panel for windows, and source.rows for adjacent images. Where in the
// operand vectors look is found once for all features of a tap.
func windowPanel[T any](s *source[T], dst []T, width, i0, i1, p0, p1 int) {
	w := s.window
	var v view
	for first := i0; first < i1; first += len(v.at) {
		v.over(w, first, min(first+len(v.at), i1))
		for p, rows := p0, dst[first-i0:]; p < p1; {
			n := w.features * min((p1-p)/w.features, w.last.taps-p/w.features%w.last.taps) // of whole taps, to the end of the line
			if n > 0 && p%w.features == 0 && v.count == 1 && w.inLines() {
				fillLine(s, &v, rows, width, p/w.features, n/w.features)
			} else {
				n = min(p1-p, w.features-p%w.features)
				v.look(w, p/w.features)
				fillRows(&v, rows, width, n, s.data, s.base+p%w.features*w.featureStride, w.featureStride)
			}
			p += n
			rows = rows[min(n*width, len(rows)):]
		}
	}
}

// inLines reports whether vectors differ in the image, and see lines of the operand as they are.
func (w *window) inLines() bool {
	return w.imagesLast && w.imageStride > 1 && w.last.dilation == 1 && w.last.tapStep == 1 && w.last.stride == 1
}

// fillLine writes what neighbouring images, a run, have under taps [tap, tap+n) of one line of the
// kernel: a line of the operand for each image and feature.
func fillLine[T any](s *source[T], v *view, dst []T, width, tap, n int) {
	w, d, r := s.window, &s.window.last, &v.run[0]
	from := d.origin + r.last*d.step + tap%d.taps
	lo, hi := inside(from, 1, d.extent, n)
	at, ok := w.outerPlace(r.outer, tap/d.taps)
	if !ok {
		lo, hi = 0, 0
	}
	for row := range n * w.features {
		if row < lo*w.features || row >= hi*w.features {
			clear(dst[row*width:][:v.n])
		}
	}
	if lo == hi {
		return
	}
	line := source[T]{data: s.data, vectors: offsets{stride: w.imageStride}, kernel: s.kernel}
	line.base = s.base + r.image + at + from + lo
	for f := range w.features {
		line.transposed(dst[(lo*w.features+f)*width:], w.features*width, 0, v.n, 0, hi-lo)
		line.base += w.featureStride
	}
}

// view is what some neighbouring vectors see under one tap.
type view struct {
	n int // vectors
	// Of run, the first count are runs of vectors.
	run   [64]run
	count int
	// at is, for each vector, where in the operand it sees feature 0, or outside.
	at [64]int
	// No vectors but [first, end) see elements. Of these, the first blind ones in holes do not
	// either. The others see what lies as they do, side by side, if joined.
	first, end int
	holes      [64]uint8
	blind      int
	joined     bool
}

const outside = -1

// run are neighbouring vectors whose output positions differ in the last dimension only, or which
// differ in the image only.
type run struct {
	n           int
	image       int // offset of the first
	outer, last int // its output position
}

// over turns the view to vectors [lo, hi).
func (v *view) over(w *window, lo, hi int) {
	v.n, v.count = hi-lo, 0
	for lo < hi {
		r := &v.run[v.count]
		v.count++
		r.image, r.outer, r.last = w.locate(lo)
		if w.imagesLast {
			r.n = min(hi-lo, w.images-lo%w.images)
		} else {
			r.n = min(hi-lo, w.last.outputs-r.last)
		}
		lo += r.n
	}
}

// look finds what is under a tap.
func (v *view) look(w *window, tap int) {
	d, at := &w.last, v.at[:v.n]
	outer, t := tap/d.taps, tap%d.taps
	for i := range v.run[:v.count] {
		r := &v.run[i]
		seen := at[:r.n]
		at = at[r.n:]
		for k := range seen {
			seen[k] = outside
		}
		base, ok := w.outerPlace(r.outer, outer)
		base += r.image
		switch {
		case !ok:
		case w.imagesLast:
			if x, ok := d.place(r.last, t); ok {
				for k := range seen {
					seen[k] = base + x + k*w.imageStride
				}
			}
		case d.dilation > 1:
			for k := range seen {
				if x, ok := d.place(r.last+k, t); ok {
					seen[k] = base + x
				}
			}
		default:
			lo, hi := d.outputsOver(t)
			base += (d.origin + t*d.tapStep) * d.stride
			for k := max(lo-r.last, 0); k < min(hi-r.last, r.n); k++ {
				seen[k] = base + (r.last+k)*d.step*d.stride
			}
		}
	}
	v.survey()
}

// survey finds which vectors see elements, and how these lie.
func (v *view) survey() {
	v.first, v.end = 0, v.n
	for v.first < v.end && v.at[v.first] == outside {
		v.first++
	}
	for v.end > v.first && v.at[v.end-1] == outside {
		v.end--
	}
	v.joined, v.blind = true, 0
	for k, x := range v.at[v.first:v.end] {
		if x == outside {
			v.holes[v.blind] = uint8(k)
			v.blind++
		} else {
			v.joined = v.joined && x == v.at[v.first]+k
		}
	}
}

// fillRows writes rows, width apart, of what the vectors see: in the first the elements of a
// feature that lies at base, in each other those that lie feature further on.
func fillRows[T any](v *view, dst []T, width, rows int, data []T, base, feature int) {
	at := v.at[v.first:v.end]
	for r := range rows {
		row := dst[r*width:][:v.n]
		if len(at) < v.n {
			clear(row[:v.first])
			clear(row[v.end:])
			row = row[v.first:v.end]
		}
		switch {
		case len(at) == 0:
		case v.joined:
			copyRow(row, data[base+at[0]:][:len(row)])
			for _, k := range v.holes[:v.blind] {
				clear(row[k : k+1])
			}
		case v.blind == 0:
			seen, row := data[base:], row[:len(at)]
			for j, x := range at {
				row[j] = seen[x]
			}
		default:
			for j, x := range at {
				if x != outside {
					row[j] = data[base+x]
				} else {
					clear(row[j : j+1])
				}
			}
		}
		base += feature
	}
}

// copyRow copies from a source as long as dst. A row of most panels has 64 bytes, whose copying
// takes less than a call.
func copyRow[T any](dst, src []T) {
	const size = 64
	if len(dst)*int(unsafe.Sizeof(*new(T))) == size {
		*(*[size]byte)(unsafe.Pointer(unsafe.SliceData(dst))) = *(*[size]byte)(unsafe.Pointer(unsafe.SliceData(src)))
		return
	}
	copy(dst, src)
}
