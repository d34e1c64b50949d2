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

func (m *matrix[T]) memory() (together, each int) {
	return 2 * m.high * m.wide, max(2*m.high, m.rows.n) * rowOf[T]()
}

func (m *matrix[T]) run(r *room[T], l lines[T]) {
	lanes := lanesOf[T]()
	for i := range l.count {
		columns := columnLoop[T]{m, *r, l.src[i*l.srcStep:][:2*m.n], l.inverse}
		share(r, m.wide/lanes, m.high*lanes, &columns)
		rows := rowLoop[T]{m, *r, l.dst[i*l.dstStep:][:2*m.n], l.inverse, l.divisor}
		share(r, m.high/lanes, m.wide*lanes, &rows)
	}
}

// columnLoop transforms columns. They become rows of lanes of the next transform: a block has as
// many rows of the matrix side by side as there are lanes.
type columnLoop[T float] struct {
	*matrix[T]
	room room[T]
	src  []T
	swap bool
}

// Chunk transforms some groups of columns.
func (c *columnLoop[T]) Chunk(worker, lo, hi int) {
	lanes, row, n, wide := lanesOf[T](), rowOf[T](), c.columns.n, c.rows.n
	memory := c.room.of(worker)
	a, b := memory[:c.high*row], memory[c.high*row:][:c.high*row]
	for g := lo; g < hi; g++ {
		if first := g * lanes; first+lanes <= wide {
			c.loops.split(a, c.src[2*first:], n, 2*wide, c.swap)
		} else {
			c.splitSome(a, first)
		}
		result := c.columns.run(a, b)
		result = result[:c.high*row]
		clear(result[n*row:])
		c.loops.multiply(result, c.twiddles[g*c.high*row:], c.high)
		c.loops.transpose(c.room.together[g*lanes*row:], result, c.high/lanes, c.wide*row)
	}
}

// splitSome is loops.split for the last columns, which are fewer than lanes.
func (c *columnLoop[T]) splitSome(a []T, first int) {
	lanes, row, wide := lanesOf[T](), rowOf[T](), c.rows.n
	re, im := places(lanes, c.swap)
	clear(a)
	for i := range c.columns.n {
		for l := range wide - first {
			at := 2 * (i*wide + first + l)
			a[i*row+re+l], a[i*row+im+l] = c.src[at], c.src[at+1]
		}
	}
}

// rowLoop transforms rows.
type rowLoop[T float] struct {
	*matrix[T]
	room    room[T]
	dst     []T
	swap    bool
	divisor T
}

// Chunk transforms some blocks of rows.
func (r *rowLoop[T]) Chunk(worker, lo, hi int) {
	lanes, row, n, high := lanesOf[T](), rowOf[T](), r.rows.n, r.columns.n
	for b := lo; b < hi; b++ {
		result := r.rows.run(r.room.together[b*r.wide*row:], r.room.of(worker))
		divide(result, r.divisor)
		if first := b * lanes; first+lanes <= high {
			r.loops.join(r.dst[2*first:], result, n, 2*high, r.swap)
		} else {
			r.joinSome(result, first)
		}
	}
}

// joinSome is loops.join for the last rows, which are fewer than lanes.
func (r *rowLoop[T]) joinSome(result []T, first int) {
	lanes, row, high := lanesOf[T](), rowOf[T](), r.columns.n
	re, im := places(lanes, r.swap)
	for i := range r.rows.n {
		for l := range high - first {
			at := 2 * (i*high + first + l)
			r.dst[at], r.dst[at+1] = result[i*row+re+l], result[i*row+im+l]
		}
	}
}
