package kernel

import (
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

func sizeOf[T any]() int { return int(unsafe.Sizeof(*new(T))) }

// copyRows copies rows of n elements, strides apart, from one place to another, by machine code. It
// fetches what is ahead elements further on in x. If stream says so the rows go past the caches:
// streams must have said that they can, and StreamEnd must follow.
func copyRows[T tensor.Word](out, x []T, outAt, xAt, outStride, xStride, n, rows, ahead int, stream bool) {
	size := sizeOf[T]()
	to, from := out[outAt:outAt+n], x[xAt:xAt+n] // bounds checks of the machine code, of the first and the last row
	_, _ = out[outAt+(rows-1)*outStride:][:n], x[xAt+(rows-1)*xStride:][:n]
	run := fastest.copyRows
	if stream {
		run = fastest.streamRows
	}
	run(unsafe.SliceData(asBytes(to)), unsafe.SliceData(asBytes(from)), outStride*size, xStride*size, n*size, rows, ahead*size)
}

// streams reports whether all of a move can go past the caches: whole lines, to where a line
// begins.
func streams[T tensor.Word](m *move, out []T, outStart int) bool {
	last := len(m.dims) - 1
	if m.tiled {
		return fastest.streamBands[sizeOf[T]()] != nil && m.outStrides[last-1] > 0 && m.xStrides[last] > 0 &&
			m.outer%tileExtent == 0 && canStream(out, m.inner, outStart, m.outStrides[:last])
	}
	return last > 0 && m.outStrides[last] == 1 && m.xStrides[last] == 1 && canStream(out, m.inner, outStart, m.outStrides[:last])
}

// canStream reports whether rows of n elements from a place in out on, at those strides, are whole
// cache lines.
func canStream[T any](out []T, n, start int, strides []int) bool {
	size := sizeOf[T]()
	if fastest.streamRows == nil || n == 0 || n*size%lineBytes != 0 || (uintptr(unsafe.Pointer(unsafe.SliceData(out)))+uintptr(start*size))%lineBytes != 0 {
		return false
	}
	for _, stride := range strides {
		if stride*size%lineBytes != 0 {
			return false
		}
	}
	return true
}
