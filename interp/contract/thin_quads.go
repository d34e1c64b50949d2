package contract

// turned reports whether the bits of the columns are turned, as both operands have signs, or none:
// then each sum has 128 times the row too much, or too little.
func (t *thin) turned() bool { return signed(t.row) == signed(t.of) }

// excess is what sums of the row by turned columns have too much.
func (t *thin) excess(row []byte) int32 {
	if !t.turned() {
		return 0
	}
	sum := int32(0)
	for _, x := range row {
		if signed(t.row) {
			sum += 128 * int32(int8(x))
		} else {
			sum -= 128 * int32(x)
		}
	}
	return sum
}

func (t *thin) turn() uint32 {
	if t.turned() {
		return 0x80808080
	}
	return 0
}

// quadsAcross multiplies a row by columns from number j0 on that lie side by side. What is left
// after whole panels is the end of one more, whose other columns are computed twice.
func (l *thinLoop[T]) quadsAcross(out, sums []int32, row []byte, from, j0 int) {
	whole := len(out) / thinPanel * thinPanel
	if whole > 0 {
		l.quadPanels(sums[:whole], row, from)
		l.inOrder(out[:whole], sums, row, 0)
		l.bytesOneByOne(out[:whole], row[len(row)&^3:], len(row)&^3, from, true)
	}
	switch rest := len(out) - whole; {
	case rest == 0:
	case j0+len(out) < thinPanel:
		l.bytesOneByOne(out, row, 0, from, false)
	default:
		last := sums[whole:][:thinPanel]
		l.quadPanels(last, row, from+len(out)-thinPanel)
		l.inOrder(out[whole:], last, row, thinPanel-rest)
		l.bytesOneByOne(out[whole:], row[len(row)&^3:], len(row)&^3, from+whole, true)
	}
}

// quadPanels multiplies a row by panels of columns. Their sums have an order of their own.
func (l *thinLoop[T]) quadPanels(sums []int32, row []byte, from int) {
	step, b, depth := l.contraction.right.inner.stride, l.cols[from:], len(row)/4
	const atOnce = streamedFar / 4
	for p, n := 0, 0; p < depth; p += n {
		n = min(atOnce, depth-p)
		ahead := 4 * n * step
		if p+n >= depth {
			ahead = 0
		}
		l.quads.across(len(sums)/thinPanel, n, row[4*p:], b[4*p*step:], step, ahead, l.turn(), sums, p > 0)
	}
}

// inOrder writes sums of panels in the order of columns, from one on.
func (l *thinLoop[T]) inOrder(out, sums []int32, row []byte, first int) {
	excess := l.excess(row[:len(row)&^3])
	for j := range out {
		panel, i := (first+j)/thinPanel, (first+j)%thinPanel
		out[j] = sums[panel*thinPanel+i/4%4*16+i/16*4+i%4] - excess
	}
}

// thinBlock is how many bytes of columns are multiplied at a time.
const thinBlock = 128

// quadsAlong multiplies a row by columns whose bytes follow each other.
func (l *thinLoop[T]) quadsAlong(out []int32, row []byte, from int) {
	blocks := len(row) / thinBlock
	if blocks > 0 {
		l.quads.along(len(out), blocks, row, l.cols[from:], l.contraction.right.vectors.stride, l.turn(), out)
		if excess := l.excess(row[:blocks*thinBlock]); excess != 0 {
			for i := range out {
				out[i] -= excess
			}
		}
	}
	l.bytesOneByOne(out, row[blocks*thinBlock:], blocks*thinBlock, from, blocks > 0)
}

// bytesOneByOne is for what is left of columns and rows: from byte p of columns on that begin at a
// place.
func (l *thinLoop[T]) bytesOneByOne(out []int32, row []byte, p, from int, load bool) {
	r := &l.contraction.right
	number := func(b byte, signs bool) int32 {
		if signs {
			return int32(int8(b))
		}
		return int32(b)
	}
	rowSigns, colSigns := signed(l.thin.row), signed(l.of)
	for j := range out {
		sum := int32(0)
		if load {
			sum = out[j]
		}
		at := from + j*r.vectors.stride + p*r.inner.stride
		for _, x := range row {
			sum += number(x, rowSigns) * number(l.cols[at], colSigns)
			at += r.inner.stride
		}
		out[j] = sum
	}
}
