package contract

import (
	"github.com/tg-opt/tg/internal/fma"
	"github.com/tg-opt/tg/tensor"
)

// floats16 multiplies a row by columns from number j0 on, which begin at a place of the operand.
// What is left after whole panels is the end of one more, whose other columns are computed twice.
func (l *thinLoop[T]) floats16(out, row []float32, from, j0, worker int) {
	r, own := &l.contraction.right, elementsOf[uint32](l.own[worker*thinOwn:][:thinOwn])
	width, panels := l.floats.panel, l.floatsAcross
	if l.along() {
		width, panels = l.floats.width, l.floatsAlong
	}
	panel, last := own[:thinPanel*thinDepth], elementsOf[float32](bytesOf(own[thinPanel*thinDepth:]))[:width]
	whole := len(out) / width * width
	if whole > 0 {
		panels(out[:whole], row, from, panel)
	}
	switch rest := len(out) - whole; {
	case rest == 0:
	case j0+len(out) < width:
		l.floatsOneByOne(out, row, 0, from, false)
	default:
		panels(last, row, from+(len(out)-width)*r.vectors.stride, panel)
		copy(out[whole:], last[width-rest:])
	}
}

// floatsAcross multiplies a row by panels of columns that lie side by side.
func (l *thinLoop[T]) floatsAcross(out, row []float32, from int, _ []uint32) {
	f, step := &l.floats, l.contraction.right.inner.stride
	b := elementsOf[uint16](l.cols)[from:]
	for p, n := 0, 0; p < len(row); p += n {
		n = min(streamedFar, len(row)-p)
		ahead := 2 * n * step
		if p+n >= len(row) {
			ahead = 0
		}
		f.across(len(out)/f.panel, n, row[p:p+n], b[p*step:], 2*step, ahead, out, p > 0)
	}
}

// floatsAlong multiplies a row by panels of columns whose numbers follow each other: pairs change
// places, a few at a time.
func (l *thinLoop[T]) floatsAlong(out, row []float32, from int, panel []uint32) {
	f, step := &l.floats, l.contraction.right.vectors.stride
	words := elementsOf[uint32](l.cols[:len(l.cols)&^3])[from/2:]
	pairs := len(row) / 16 * 8 // that change places, 8 by 8
	for j := 0; j < len(out); j += f.width {
		for p, n := 0, 0; p < pairs; p += n {
			n = min(thinDepth, pairs-p)
			for i := 0; i < f.width; i += 8 {
				f.transpose(n/8, words[(j+i)*step/2+p:], step/2, panel[i:], f.width)
			}
			f.pairs(n, row[2*p:], panel, out[j:], p > 0)
		}
	}
	if rest := row[2*pairs:]; len(rest) > 0 {
		l.floatsOneByOne(out, rest, 2*pairs, from, pairs > 0)
	}
}

// floatsOneByOne is for what is left of rows and few columns: from number p of columns on that
// begin at a place.
func (l *thinLoop[T]) floatsOneByOne(out, row []float32, p, from int, load bool) {
	r := &l.contraction.right
	for j := range out {
		sum := float32(0)
		if load {
			sum = out[j]
		}
		at := from + j*r.vectors.stride + p*r.inner.stride
		for _, x := range row {
			sum = fma.Sum(float64(x)*float64(halfAt(l.of, l.cols, at)), float64(sum))
			at += r.inner.stride
		}
		out[j] = sum
	}
}

// halfAt is a number of 16 bits.
func halfAt(d tensor.DType, from []byte, at int) float32 {
	bits := elementsOf[uint16](from)[at]
	if d == tensor.F16 {
		return tensor.Float16(bits).Float32()
	}
	return tensor.BFloat16(bits).Float32()
}
