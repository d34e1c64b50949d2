// Package solve computes with triangular matrices: it solves systems of equations, and factors
// positive definite matrices (Cholesky).
//
// # Numeric contract
//
// The order of operations follows from the size of the matrix alone and is written in
// docs/numerics.md; workers, other matrices of the batch and processors change no bit. A system of
// up to 16 equations is solved by substitution, each product and each difference rounded by itself.
// A larger one is cut in two, the first part of 16 times a power of two: what the first part's
// solution takes from the second is a contraction of package contract, subtracted as a whole, or,
// of complex numbers, subtracted product by product. Systems of up to 16 equations are computed in
// f64 or complex128, larger ones of f16 and bf16 in f32, and results rounded once.
//
// # Use
//
// A plan is made for types and shapes, and runs any number of times, also concurrently, each time
// with a workspace of its own.
package solve

import (
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// number is what matrices are computed in: the parts of complex numbers, or numbers.
type number interface{ float32 | float64 }

// smallest is the size up to which matrices are not cut.
const smallest = 16

// firstPart is the size of the first of the two parts that a matrix of size n is cut into.
func firstPart(n int) int { return smallest << (bits.Len(uint((n-1)/smallest)) - 1) }

// matrix is a view of a matrix, row by row; stride and columns count numbers, not parts.
type matrix[T number] struct {
	data   []T
	stride int
}

// part is what begins at a row and a column.
func (m matrix[T]) part(row, column, parts int) matrix[T] {
	return matrix[T]{m.data[(row*m.stride+column)*parts:], m.stride}
}

// row is a part of a row of numbers.
func (m matrix[T]) row(i, columns, parts int) []T {
	return m.data[i*m.stride*parts:][:columns*parts]
}

// products are the contractions that a computation needs, by the extents of their operands.
type products struct {
	d    tensor.DType
	runs map[[3]int]contract.Func
	size contract.Workspace
}

// newProducts is nil for types whose products are not contractions.
func newProducts(d tensor.DType) *products {
	if d.IsComplex() {
		return nil
	}
	return &products{d: d, runs: map[[3]int]contract.Func{}, size: func(int) int { return 0 }}
}

// add prepares products of rows x inner by inner x columns.
func (p *products) add(rows, inner, columns int) error {
	key := [3]int{rows, inner, columns}
	if p.runs[key] != nil || rows*inner*columns == 0 {
		return nil
	}
	left, right := contract.Type{DType: p.d, Shape: []int{rows, inner}}, contract.Type{DType: p.d, Shape: []int{inner, columns}}
	run, err := contract.ResolveMatMul(p.d, left, right)
	if err != nil {
		return err
	}
	size, err := contract.MatMulWorkspace(p.d, left, right)
	if err != nil {
		return err
	}
	p.runs[key] = run
	before := p.size
	p.size = func(workers int) int { return max(before(workers), size(workers)) }
	return nil
}

// arena hands out parts of a workspace.
type arena[T number] struct{ rest []T }

// take is memory for n floats, aligned as workspaces are.
func (a *arena[T]) take(n int) []T {
	part := a.rest[:n]
	a.rest = a.rest[aligned[T](n):]
	return part
}

// aligned is n, rounded up to whole lines of a cache.
func aligned[T number](n int) int {
	line := tensor.Alignment / int(unsafe.Sizeof(*new(T)))
	return shapes.Sum(n, line-1) / line * line
}

// batched runs a computation on the matrices of a batch: one after the other, each with all
// workers, or several at once.
type batched struct {
	count int
	// fixed is how many bytes a matrix needs, and shared what contractions need besides for so many
	// workers.
	fixed  int
	shared contract.Workspace
	run    func(i int, w []byte, x operands)
}

// operands are the arrays of a computation; b is nil where there is one operand.
type operands struct{ out, a, b *tensor.Tensor }

// manyMatrices is from how many on the matrices of a batch are computed at once.
const manyMatrices = 4

func (b *batched) atOnce() bool { return b.count >= manyMatrices }

func (b *batched) one() int {
	return (shapes.Sum(b.fixed, b.shared(1)) + tensor.Alignment - 1) &^ (tensor.Alignment - 1)
}

// workspace is how many bytes so many workers need.
func (b *batched) workspace(workers int) int {
	if b.count == 0 {
		return 0
	}
	if b.atOnce() {
		return shapes.Saturated(min(workers, b.count), b.one())
	}
	return shapes.Sum(b.fixed, b.shared(workers))
}

func (b *batched) all(w []byte, x operands) {
	if !b.atOnce() {
		for i := range b.count {
			b.run(i, w, x)
		}
		return
	}
	loop := batchLoop{b, w, x}
	if !parallel.Share(b.count, 0, len(w)/b.one(), &loop) {
		loop.Chunk(0, 0, b.count)
	}
}

type batchLoop struct {
	*batched
	w []byte
	x operands
}

// Chunk computes some matrices.
func (b *batchLoop) Chunk(worker, lo, hi int) {
	w := b.w[worker*b.one():][:b.one()]
	for i := lo; i < hi; i++ {
		b.run(i, w, b.x)
	}
}

// computedIn is the type that matrices of size n with elements of a type are computed in: small
// ones with twice the digits, which costs nothing there.
func computedIn(op string, d tensor.DType, n int) (tensor.DType, error) {
	switch small := n <= smallest; d {
	case tensor.F16, tensor.BF16, tensor.F32:
		if small {
			return tensor.F64, nil
		}
		return tensor.F32, nil
	case tensor.C64:
		if small {
			return tensor.C128, nil
		}
		return d, nil
	case tensor.F64, tensor.C128:
		return d, nil
	}
	return d, fmt.Errorf("%s is not defined for %v", op, d)
}

// square is the extent and the number of square matrices in an array.
func square(op string, shape []int) (n, count int, err error) {
	rank := len(shape)
	if rank < 2 || shape[rank-1] != shape[rank-2] {
		return 0, 0, fmt.Errorf("%s: the last two extents must be equal, but the shape is %s", op, tensor.ShapeString(shape))
	}
	return shape[rank-1], shapes.Product(shape[:rank-2]), nil
}

// equalBatches fails unless arrays have the same dimensions before the last two.
func equalBatches(a, b []int) error {
	if len(a) != len(b) || !slices.Equal(a[:len(a)-2], b[:len(b)-2]) {
		return fmt.Errorf("triangular_solve: the batches differ: %s and %s", tensor.ShapeString(a), tensor.ShapeString(b))
	}
	return nil
}

// product are the operands of a product, with their shapes.
type product struct {
	out, left, right matrixTensor
}

type matrixTensor struct {
	tensor.Tensor
	shape [2]int
}

// spareProducts are those that no computation uses, which is to take no memory.
var spareProducts parallel.Spares[product]

// multiply computes out as the product of left and right, contiguous matrices.
func multiply[T number](run contract.Func, d tensor.DType, w []byte, out, left, right []T, rows, inner, columns int) {
	p := spareProducts.Take()
	defer spareProducts.Give(p)
	wrap(&p.out, d, out, rows, columns)
	wrap(&p.left, d, left, rows, inner)
	wrap(&p.right, d, right, inner, columns)
	run(w, &p.out.Tensor, &p.left.Tensor, &p.right.Tensor, nil)
	p.out.Unbind()
	p.left.Unbind()
	p.right.Unbind()
}

func wrap[T number](to *matrixTensor, d tensor.DType, x []T, rows, columns int) {
	to.shape = [2]int{rows, columns}
	to.Tensor = tensor.Unbound(d, to.shape[:])
	to.Rebase(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*d.Size()))
}
