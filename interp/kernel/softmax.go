package kernel

import (
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

// ExpSums exponentiates rows of f32, less a number each, and sums what that makes: it computes what
// the ops sub, exp and sum do one after the other.
type ExpSums struct {
	sum *fold
	exp loop1
	n   int
}

// maxExpSums bounds the extent of a row: the sums of its blocks are in a foldMemory, and make up
// one block.
const maxExpSums = sumBlock * sumBlock

// NewExpSums is for rows of n elements; ok is false for those that it does not take, and for
// machines without such code: those whose ChainBlock is not the given one.
func NewExpSums(block, n int) (e *ExpSums, ok bool) {
	const blockWithSums = 256
	if block != blockWithSums || n < 1 || n > maxExpSums {
		return nil, false
	}
	sum, err := newFold("sum", tensor.F32)
	return &ExpSums{sum, unaryLoop("exp", tensor.F32), n}, err == nil
}

// Run makes rows of out of rows of x less one element each, and their sums. Rows follow each other
// without a gap; out may be the same memory as x.
func (e *ExpSums) Run(out, sums, x, less []byte, rows int) {
	if e.n <= sumBlock {
		e.blocks(out, sums, x, less, e.n, rows)
		return
	}
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	partial := asBytes(memory.lanes[:])
	row := 4 * e.n
	for k := range rows {
		blocks := 0
		one := less[4*k : 4*k+4]
		for first := 0; first < row; first += 4 * sumBlock {
			end := min(row, first+4*sumBlock)
			e.blocks(out[k*row+first:k*row+end], partial[4*blocks:], x[k*row+first:], one, (end-first)/4, 1)
			blocks++
		}
		e.sum.sumRuns(sums[4*k:], partial, blocks, blocks, 1, 0)
	}
}

// blocks is Run for rows of at most a block.
func (e *ExpSums) blocks(out, sums, x, less []byte, n, rows int) {
	if rows == 0 {
		return
	}
	out, x, sums, less = out[:4*n*rows], x[:4*n*rows], sums[:4*rows], less[:4*rows]
	if machine := fastest.expSums; machine != nil {
		machine(unsafe.SliceData(out), unsafe.SliceData(x), unsafe.SliceData(less), unsafe.SliceData(sums), n, rows)
		return
	}
	to, from := as[float32](out), as[float32](x)
	for k, v := range as[float32](less) {
		for i := k * n; i < (k+1)*n; i++ {
			to[i] = from[i] - v
		}
	}
	e.exp(out, out)
	e.sum.sumRuns(sums, out, n, n, rows, 0)
}

// Divides reports whether RunQuotients may be called.
func (e *ExpSums) Divides() bool { return e.n <= sumBlock }

// RunQuotients is Run, and makes quotients of rows by their sums. Of out, which is scratch memory
// of two rows, or of one if there is only that, nothing in particular is left. If stream says so
// the quotients go past the caches, if they can, and StreamEnd must follow.
func (e *ExpSums) RunQuotients(quotients, out, sums, x, less []byte, rows int, stream bool) {
	if rows == 0 {
		return
	}
	row := 4 * e.n
	quotients, out, x, sums, less = quotients[:row*rows], out[:row*min(rows, 2)], x[:row*rows], sums[:4*rows], less[:4*rows]
	if machine := fastest.expQuotients; machine != nil {
		if stream && canStream(quotients, row, 0, nil) {
			machine = fastest.expStreams
		}
		machine(unsafe.SliceData(out), unsafe.SliceData(x), unsafe.SliceData(less), unsafe.SliceData(sums), e.n, rows, unsafe.SliceData(quotients))
		return
	}
	for k := range rows {
		e.blocks(out[:row], sums[4*k:4*k+4], x[k*row:(k+1)*row], less[4*k:4*k+4], e.n, 1)
		sum := as[float32](sums)[k]
		to := as[float32](quotients[k*row : (k+1)*row])
		for i, v := range as[float32](out[:row]) {
			to[i] = v / sum
		}
	}
}
