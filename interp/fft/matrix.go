package fft

import "math"

// matrix transforms a line as a matrix, written row by row: first its columns, then, when each
// number has been multiplied by a root of unity, its rows, and the results are read column by
// column (Gentleman and Sande; Bailey's four steps). Columns, then rows, are transformed side by
// side, as many as a row of lanes has, so that all but the numbers themselves stays in the cache,
// and workers share them.
type matrix[T float] struct {
	n             int
	columns, rows *sideBySide[T] // whose lengths are numbers of rows, and of columns
	// high and wide are the sides, rounded up to whole rows of lanes.
	high, wide int
	twiddles   []T // a group of columns after the other, as they lie in lanes
	loops      *loops[T]
}

// sides are the numbers of rows and columns: the divisors nearest to each other, the smaller first.
func sides(n int) (rows, columns int) {
	rows = int(math.Sqrt(float64(n)))
	for n%rows != 0 {
		rows--
	}
	return rows, n / rows
}

func upToLanes[T float](n int) int {
	lanes := lanesOf[T]()
	return (n + lanes - 1) / lanes * lanes
}

func newMatrix[T float](n int, l *loops[T]) *matrix[T] {
	high, wide := sides(n)
	m := &matrix[T]{n: n, columns: newSideBySide(high, l), rows: newSideBySide(wide, l), high: upToLanes[T](high), wide: upToLanes[T](wide), loops: l}
	if l == nil {
		return m
	}
	lanes, row := lanesOf[T](), rowOf[T]()
	m.twiddles = make([]T, 2*m.high*m.wide)
	r := newRoots(n)
	for j := range wide {
		group := m.twiddles[j/lanes*m.high*row:]
		for k := range high {
			cos, sin := r.at(j * k)
			group[k*row+j%lanes], group[k*row+lanes+j%lanes] = T(cos), T(-sin)
		}
	}
	return m
}

func (m *matrix[T]) tables() int {
	return 2*m.high*m.wide*sizeOf[T]() + m.columns.tables() + m.rows.tables()
}

func (m *matrix[T]) memory() (together, each int) {
	return 2 * m.high * m.wide, 2 * max(m.high, m.rows.n) * rowOf[T]()
}

func (m *matrix[T]) run(r room[T], l lines[T]) {
	for i := range l.count {
		m.line(r, &sweep[T]{
			dst: l.dst[i*l.dstStep:][:2*m.n], src: l.src[i*l.srcStep:][:2*m.n],
			swapSource: l.inverse, swapResult: l.inverse, divisor: l.divisor,
		})
	}
}

// sweep is the transform of a line, and by what numbers are multiplied on the way.
type sweep[T float] struct {
	// A source that is shorter than the line goes on with zeros; of the results those are stored
	// that dst has a place for.
	dst, src               []T
	swapSource, swapResult bool
	// before are factors of the source, in the order of inColumns, and after those of the results,
	// in the order of inRows; nil for none.
	before, after []T
	divisor       T
}

func (m *matrix[T]) line(r room[T], s *sweep[T]) {
	lanes := lanesOf[T]()
	columns := columnLoop[T]{m, r, *s}
	if groups := m.wide / lanes; !share(r, groups, m.high*lanes, &columns) {
		columns.Chunk(0, 0, groups)
	}
	rows := rowLoop[T]{m, r, *s}
	if blocks := m.high / lanes; !share(r, blocks, m.wide*lanes, &rows) {
		rows.Chunk(0, 0, blocks)
	}
}

// inColumns orders complex numbers as factors of a source: those of a group of columns after the
// other, as they lie in lanes, in as many rows as there are numbers for.
func (m *matrix[T]) inColumns(x []T) []T {
	return inLanes(x, m.rows.n, m.wide)
}

// inRows orders complex numbers as factors of results: those of a block of rows after the other.
func (m *matrix[T]) inRows(x []T) []T {
	return inLanes(x, m.columns.n, m.high)
}

func inLanes[T float](x []T, side, padded int) []T {
	lanes, row := lanesOf[T](), rowOf[T]()
	rows := rowsOf(x, side)
	out := make([]T, 2*rows*padded)
	for k := range len(x) / 2 {
		i, j := k/side, k%side
		at := (j/lanes*rows+i)*row + j%lanes
		out[at], out[at+lanes] = x[2*k], x[2*k+1]
	}
	return out
}

// rowsOf is how many rows of a matrix with so many columns numbers fill, the last perhaps partly.
func rowsOf[T float](x []T, columns int) int { return (len(x)/2 + columns - 1) / columns }

// wholeRows is how many of n rows have a number in all lanes from column `first` on.
func wholeRows[T float](x []T, first, columns, n int) int {
	lanes := lanesOf[T]()
	if first+lanes > columns || len(x)/2 < first+lanes {
		return 0
	}
	return min(n, (len(x)/2-first-lanes)/columns+1)
}

// columnLoop transforms columns. They become rows of lanes of the next transform: a block has as
// many rows of the matrix side by side as there are lanes.
type columnLoop[T float] struct {
	*matrix[T]
	room room[T]
	sweep[T]
}

// Chunk transforms some groups of columns.
func (c *columnLoop[T]) Chunk(worker, lo, hi int) {
	lanes, row, n, wide := lanesOf[T](), rowOf[T](), c.columns.n, c.matrix.rows.n
	memory := c.room.of(worker)
	a, b := memory[:c.high*row], memory[c.high*row:][:c.high*row]
	live := rowsOf(c.src, wide)
	for g := lo; g < hi; g++ {
		first := g * lanes
		whole := wholeRows(c.src, first, wide, n)
		if whole > 0 {
			c.loops.split(a, c.src[2*first:], whole, 2*wide, c.swapSource)
		}
		c.splitSome(a[whole*row:live*row], first, whole)
		clear(a[live*row : n*row])
		if c.before != nil {
			c.loops.multiply(a, c.before[g*live*row:], live)
		}
		result := c.columns.run(a, a, b)[:c.high*row]
		clear(result[n*row:])
		c.loops.multiply(result, c.twiddles[g*c.high*row:], c.high)
		c.loops.transpose(c.room.together[g*lanes*row:], result, c.high/lanes, c.wide*row)
	}
}

// splitSome is loops.split for rows from number `from` on that lack some of the lanes.
func (c *columnLoop[T]) splitSome(a []T, first, from int) {
	lanes, row, wide := lanesOf[T](), rowOf[T](), c.matrix.rows.n
	re, im := places(lanes, c.swapSource)
	clear(a)
	for i := range len(a) / row {
		at := (from+i)*wide + first
		for l := range min(lanes, wide-first, len(c.src)/2-at) {
			a[i*row+re+l], a[i*row+im+l] = c.src[2*(at+l)], c.src[2*(at+l)+1]
		}
	}
}

// rowLoop transforms rows.
type rowLoop[T float] struct {
	*matrix[T]
	room room[T]
	sweep[T]
}

// Chunk transforms some blocks of rows.
func (r *rowLoop[T]) Chunk(worker, lo, hi int) {
	lanes, row, n, high := lanesOf[T](), rowOf[T](), r.rows.n, r.columns.n
	memory := r.room.of(worker)
	live := rowsOf(r.dst, high)
	for b := lo; b < hi; b++ {
		result := r.rows.run(r.room.together[b*r.wide*row:], memory, memory[n*row:])
		if r.after != nil {
			r.loops.multiply(result, r.after[b*live*row:], live)
		}
		divide(result[:live*row], r.divisor)
		first := b * lanes
		whole := wholeRows(r.dst, first, high, n)
		if whole > 0 {
			r.loops.join(r.dst[2*first:], result, whole, 2*high, r.swapResult)
		}
		r.joinSome(result[whole*row:live*row], first, whole)
	}
}

// joinSome is loops.join for rows from number `from` on that lack some of the lanes.
func (r *rowLoop[T]) joinSome(result []T, first, from int) {
	lanes, row, high := lanesOf[T](), rowOf[T](), r.columns.n
	re, im := places(lanes, r.swapResult)
	for i := range len(result) / row {
		at := (from+i)*high + first
		for l := range min(lanes, high-first, len(r.dst)/2-at) {
			r.dst[2*(at+l)], r.dst[2*(at+l)+1] = result[i*row+re+l], result[i*row+im+l]
		}
	}
}
