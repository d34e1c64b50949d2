package contract

import (
	"fmt"
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

// Chain is a contraction for callers that have the factors in pieces: acc = fma(a, b, acc), in the
// order in which they come, with the accumulators, the rounding and the bits of a contraction. It
// is safe for concurrent use.
type Chain interface {
	// Memory is how many bytes n accumulators take, and what adding at most n products at a time
	// needs besides.
	Memory(n int) (accumulators, scratch int)
	// Start gives n accumulators the element init, or +0 for nil.
	Start(acc, init []byte, n int)
	// Each adds a product to each of n accumulators.
	Each(acc, a, b, scratch []byte, n int)
	// Along adds n products to one accumulator, one after the other.
	Along(acc, a, b, scratch []byte, n int)
	// End stores n accumulators as elements.
	End(out, acc []byte, n int)
}

// NewChain prepares the chain that sums products of elements of one type as elements of another.
func NewChain(sum, factor tensor.DType) (Chain, error) {
	if sum.IsComplex() || factor.IsComplex() {
		if sum.IsComplex() != factor.IsComplex() {
			return nil, fmt.Errorf("complex numbers go with complex numbers only, but products of %v are to be summed as %v", factor, sum)
		}
		if sum.Part() == tensor.F64 || factor.Part() == tensor.F64 {
			return newChain(sum.Part(), factor.Part(), kernelsFloat64()[0], true), nil
		}
		return newChain(sum.Part(), factor.Part(), kernelsFloat32()[0], true), nil
	}
	acc, err := accumulator("dot", sum, factor, factor)
	if err != nil {
		return nil, err
	}
	switch acc {
	case tensor.F32:
		return newChain(sum, factor, kernelsFloat32()[0], false), nil
	case tensor.F64:
		return newChain(sum, factor, kernelsFloat64()[0], false), nil
	case tensor.Bool:
		return newChain(sum, factor, boolKernel(), false), nil
	case tensor.I8:
		return newChain(sum, factor, integerKernel[int8](), false), nil
	case tensor.I16:
		return newChain(sum, factor, integerKernel[int16](), false), nil
	case tensor.I32:
		return newChain(sum, factor, kernelsInt32()[0], false), nil
	case tensor.I64:
		return newChain(sum, factor, integerKernel[int64](), false), nil
	case tensor.U8:
		return newChain(sum, factor, integerKernel[uint8](), false), nil
	case tensor.U16:
		return newChain(sum, factor, integerKernel[uint16](), false), nil
	case tensor.U32:
		return newChain(sum, factor, integerKernel[uint32](), false), nil
	case tensor.U64:
		return newChain(sum, factor, integerKernel[uint64](), false), nil
	}
	return nil, fmt.Errorf("there is no arithmetic for %v", acc)
}

// chainOf is a chain of accumulators of type T. Of complex numbers, sum and factor are the types of
// the parts.
type chainOf[T number] struct {
	sum, factor tensor.DType
	kernel      kernel[T]
	complex     bool
	// Whether the elements of these types are of type T in memory.
	sumIs, factorIs bool
}

func newChain[T number](sum, factor tensor.DType, k kernel[T], complex bool) Chain {
	c := chainOf[T]{sum: sum, factor: factor, kernel: k, complex: complex}
	_, c.sumIs = elements[T](tensor.New(sum))
	_, c.factorIs = elements[T](tensor.New(factor))
	return c
}

// parts is how many numbers an element consists of.
func (c chainOf[T]) parts() int {
	if c.complex {
		return 2
	}
	return 1
}

func (c chainOf[T]) Memory(n int) (accumulators, scratch int) {
	size := int(unsafe.Sizeof(*new(T))) * n * c.parts()
	switch {
	case c.complex:
		// Both factors as they are, and as two products for each part.
		scratch = 6 * alignUp(size)
	case !c.factorIs:
		scratch = 2 * alignUp(size)
	}
	return alignUp(size), scratch
}

func (c chainOf[T]) Start(acc, init []byte, n int) {
	to := elementsOf[T](acc)[:n*c.parts()]
	if init == nil {
		clear(to)
		return
	}
	if c.sumIs {
		copy(to[:c.parts()], elementsOf[T](init))
	} else {
		widenBytes(to[:c.parts()], c.sum, init)
	}
	for done := c.parts(); done < len(to); {
		done += copy(to[done:], to[:done])
	}
}

// wide are n elements of a factor as numbers of type T, and what is left of the scratch memory.
func (c chainOf[T]) wide(x, scratch []byte, n int) (list []T, rest []byte) {
	n *= c.parts()
	if c.factorIs {
		return elementsOf[T](x)[:n], scratch
	}
	list, rest = cut[T](scratch, n)
	widenBytes(list, c.factor, x[:n*c.factor.Size()])
	return list, rest
}

func (c chainOf[T]) Each(acc, a, b, scratch []byte, n int) {
	x, scratch := c.wide(a, scratch, n)
	y, scratch := c.wide(b, scratch, n)
	to := elementsOf[T](acc)
	if !c.complex {
		c.kernel.diagonal(n, 1, x, n, y, n, to[:n], true)
		return
	}
	// A row of the real parts of a for both parts of b, and one of the imaginary ones for both
	// parts of bi.
	left, scratch := cut[T](scratch, 4*n)
	right, _ := cut[T](scratch, 4*n)
	for k := range n {
		left[2*k], left[2*k+1] = x[2*k], x[2*k]
		left[2*n+2*k], left[2*n+2*k+1] = x[2*k+1], x[2*k+1]
		right[2*k], right[2*k+1] = y[2*k], y[2*k+1]
		right[2*n+2*k], right[2*n+2*k+1] = -y[2*k+1], y[2*k]
	}
	c.kernel.diagonal(2*n, 2, left, 2*n, right, 2*n, to[:2*n], true)
}

func (c chainOf[T]) Along(acc, a, b, scratch []byte, n int) {
	x, scratch := c.wide(a, scratch, n)
	y, scratch := c.wide(b, scratch, n)
	to := elementsOf[T](acc)
	if !c.complex {
		c.kernel.multiply(1, 1, n, x, n, 1, y, 1, to[:1], 1, true)
		return
	}
	right, _ := cut[T](scratch, 4*n)
	for k := range n {
		right[4*k], right[4*k+1], right[4*k+2], right[4*k+3] = y[2*k], y[2*k+1], -y[2*k+1], y[2*k]
	}
	c.kernel.multiply(1, 2, 2*n, x, 2*n, 1, right, 2, to[:2], 2, true)
}

func (c chainOf[T]) End(out, acc []byte, n int) {
	n *= c.parts()
	from := elementsOf[T](acc)[:n]
	if c.sumIs {
		copy(elementsOf[T](out), from)
		return
	}
	narrowBytes(c.sum, out[:n*c.sum.Size()], from)
}
