package kernel

import (
	"unsafe"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// squares are two pieces that a worker transposes from and to, where there is no whole one: runs of
// tileExtent elements, as many as have a cache line for each row.
type squares struct{ from, to [tileExtent * lineBytes]byte }

var spareSquares parallel.Spares[squares]

// turns reports whether machine code transposes bands of a move.
func turns[T tensor.Word](m *move) bool {
	last := len(m.dims) - 1
	return fastest.bands[sizeOf[T]()] != nil && m.outStrides[last-1] > 0 && m.xStrides[last] > 0
}

// edged reports whether machine code transposes pieces at an edge, too.
func edged[T tensor.Word](m *move) bool {
	return turns[T](m) && fastest.minRow == 1 && (m.outer%tileExtent != 0 || m.inner%(lineBytes/sizeOf[T]()) != 0) &&
		min(m.outer, m.inner) > narrow
}

// narrow is the extent, as that of colours, up to which a transposition does not go by squares.
const narrow = 4

// joinRuns makes n rows, of which each has the next element of all runs, of 2 to 4.
func joinRuns[T tensor.Word](out, x []T, outStride, xStride, n, runs int) {
	a, b, c, d := x[:n], x[xStride:][:n], x, x
	if runs > 2 {
		c = x[2*xStride:][:n]
	}
	if runs > 3 {
		d = x[3*xStride:][:n]
	}
	for i, v := range a {
		row := out[i*outStride:][:runs]
		row[0], row[1] = v, b[i]
		if runs > 2 {
			row[2] = c[i]
		}
		if runs > 3 {
			row[3] = d[i]
		}
	}
}

// splitRuns makes rows, of 2 to 4, of which each has an element of all n runs.
func splitRuns[T tensor.Word](out, x []T, outStride, xStride, n, rows int) {
	a, b, c, d := out[:n], out[outStride:][:n], out, out
	if rows > 2 {
		c = out[2*outStride:][:n]
	}
	if rows > 3 {
		d = out[3*outStride:][:n]
	}
	for i := range a {
		run := x[i*xStride:][:rows]
		a[i], b[i] = run[0], run[1]
		if rows > 2 {
			c[i] = run[2]
		}
		if rows > 3 {
			d[i] = run[3]
		}
	}
}

// moveBand copies up to tileExtent indices, from first on, of the last dimension but one, square by
// square. There x is contiguous along that dimension, the result along the last one. A square
// passes through a buffer, so that each cache line of x and of the result is touched once: lines at
// a power of two from each other would push each other out of the cache. Machine code copies
// squares at an edge to edge, if there is one, and from there.
func moveBand[T tensor.Word](m *move, out, x []T, outStart, xStart, first int, stream bool, edge *squares) {
	last := len(m.dims) - 1
	outStride, xStride := m.outStrides[last-1], m.xStrides[last]
	rows := min(tileExtent, m.outer-first)
	switch {
	case outStride <= 0 || xStride <= 0 || min(m.inner, m.outer) < 2:
	case m.inner <= narrow:
		joinRuns(out[outStart+first*outStride:], x[xStart+first:], outStride, xStride, rows, m.inner)
		return
	case m.outer <= narrow:
		// The same from the other side: what runs are there are rows of the result.
		splitRuns(out[outStart:], x[xStart:], outStride, xStride, m.inner, m.outer)
		return
	}
	done, size := 0, sizeOf[T]()
	transpose := fastest.bands[size]
	if stream {
		transpose = fastest.streamBands[size]
	}
	if rows == tileExtent && turns[T](m) {
		from, to := x[xStart+first:][:(m.inner-1)*xStride+tileExtent], out[outStart+first*outStride:][:(tileExtent-1)*outStride+m.inner]
		done = transpose(unsafe.SliceData(asBytes(to)), unsafe.SliceData(asBytes(from)), size*outStride, size*xStride, m.inner, size*m.ahead())
	}
	if edge != nil {
		from, to, width := as[T](edge.from[:]), as[T](edge.to[:]), lineBytes/size
		for ; done < m.inner; done += width {
			columns := min(width, m.inner-done)
			copyRows(from, x, 0, xStart+first+done*xStride, tileExtent, xStride, rows, columns, 0, false)
			fastest.bands[size](unsafe.SliceData(edge.to[:]), unsafe.SliceData(edge.from[:]), lineBytes, size*tileExtent, width, 0)
			copyRows(out, to, outStart+first*outStride+done, 0, outStride, width, columns, rows, 0, false)
		}
		return
	}
	var square [tileExtent][tileExtent]T
	for column := done; column < m.inner; column += tileExtent {
		columns := min(tileExtent, m.inner-column)
		for i := range columns {
			from := xStart + first + (column+i)*xStride
			for row, v := range x[from : from+rows] {
				square[row&(tileExtent-1)][i&(tileExtent-1)] = v // the masks tell the compiler what is so anyway
			}
		}
		for row := range rows {
			to := outStart + (first+row)*outStride + column
			copy(out[to:to+columns], square[row][:columns])
		}
	}
}
