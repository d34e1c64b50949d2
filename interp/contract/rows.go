package contract

import (
	"errors"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// Rows is a product for callers that have the rows of the left operand a few at a time, each dense,
// and multiply many of them by the same matrix: that is packed once. The bits are those of a
// contraction. It is safe for concurrent use.
type Rows interface {
	// Packed is how many bytes the matrix takes packed, and Scratch what packing it, or multiplying
	// so many rows, needs besides. Neither depends on the machine.
	Packed() int
	Scratch(rows int) int
	// Pack packs the matrix that begins at element number at of an operand.
	Pack(into, operand, scratch []byte, at int)
	// Multiply computes so many rows of results, each dense.
	Multiply(out, left, packed, scratch []byte, rows int)
}

// Along is a dimension of a matrix, and how far apart its elements are.
type Along struct{ Extent, Stride int }

// NewRows prepares the product of rows by a matrix whose element p of column j lies where the
// positions p along inner, and j along cols, both in row-major order, say together.
func NewRows(out, left, right tensor.DType, inner, cols []Along) (Rows, error) {
	r, err := newRowProduct(out, left, right, inner, cols)
	if err != nil {
		return nil, err
	}
	return r.at(0), nil
}

func newRowProduct(out, left, right tensor.DType, inner, cols []Along) (*rowProduct, error) {
	if out.IsComplex() || left.IsComplex() || right.IsComplex() {
		return nil, errors.New("products of complex numbers are those of their parts")
	}
	acc, err := accumulator("dot_general", out, left, right)
	if err != nil {
		return nil, err
	}
	r := &rowProduct{acc: acc, out: out, left: left, right: right, size: acc.Size(), inner: along(inner), cols: along(cols)}
	if r.inner.size == 0 || r.cols.size == 0 {
		return nil, errors.New("a product without elements has no rows")
	}
	for _, b := range blocksOf(acc) {
		r.widest = max(r.widest, b.cols)
	}
	return r, nil
}

func along(dims []Along) axis {
	list := make([]dimension, len(dims))
	dense := 1
	for i := len(dims) - 1; i >= 0; i-- {
		list[i] = dimension{dims[i].Extent, [2]int{dense, dims[i].Stride}}
		dense *= dims[i].Extent
	}
	a := newAxis(list)
	a.views[1].tabulate()
	return a
}

// at computes with one of the kernels for the accumulator, of which 0 is the fastest; nil if there
// are fewer.
func (r *rowProduct) at(i int) Rows {
	switch r.acc {
	case tensor.F32:
		return rowsWith(*r, i, kernelsFloat32()...)
	case tensor.F64:
		return rowsWith(*r, i, kernelsFloat64()...)
	case tensor.Bool:
		return rowsWith(*r, i, boolKernel())
	case tensor.I8:
		return rowsWith(*r, i, integerKernel[int8]())
	case tensor.I16:
		return rowsWith(*r, i, integerKernel[int16]())
	case tensor.I32:
		return rowsWith(*r, i, kernelsInt32()...)
	case tensor.I64:
		return rowsWith(*r, i, integerKernel[int64]())
	case tensor.U8:
		return rowsWith(*r, i, integerKernel[uint8]())
	case tensor.U16:
		return rowsWith(*r, i, integerKernel[uint16]())
	case tensor.U32:
		return rowsWith(*r, i, integerKernel[uint32]())
	}
	return rowsWith(*r, i, integerKernel[uint64]())
}

func rowsWith[T number](r rowProduct, i int, kernels ...kernel[T]) Rows {
	if i >= len(kernels) {
		return nil
	}
	p := &rowsOf[T]{rowProduct: r, kernel: kernels[i]}
	_, p.outIs = elements[T](tensor.New(r.out))
	_, p.leftIs = elements[T](tensor.New(r.left))
	_, p.rightIs = elements[T](tensor.New(r.right))
	return p
}

// rowProduct is all of a product but its kernel.
type rowProduct struct {
	acc, out, left, right tensor.DType
	size                  int  // of an accumulator, in bytes
	inner, cols           axis // the second view is that of the matrix
	widest                int  // panel of columns, on any machine
	// Whether elements of these types are those of accumulators in memory.
	outIs, leftIs, rightIs bool
}

// rowsOf is a product with accumulators of type T.
type rowsOf[T number] struct {
	rowProduct
	kernel kernel[T]
}

func (r *rowProduct) Packed() int {
	return alignUp(shapes.Saturated(r.size, roundUp(r.cols.size, r.widest), r.inner.size))
}

func (r *rowProduct) Scratch(rows int) int {
	multiplying, packing := 0, 0
	if !r.leftIs {
		multiplying = alignUp(shapes.Saturated(r.size, rows, r.inner.size))
	}
	if !r.outIs {
		multiplying = shapes.Sum(multiplying, alignUp(shapes.Saturated(r.size, rows, r.cols.size)))
	}
	if !r.rightIs {
		packing = alignUp(shapes.Saturated(r.right.Size(), r.widest, r.inner.size))
	}
	return max(multiplying, packing)
}

// Pack makes panels of columns as wide as the kernel's, in which rows follow each other.
func (r *rowsOf[T]) Pack(into, operand, scratch []byte, at int) {
	if !r.rightIs {
		switch r.right.Size() {
		case 1:
			widenPanels[T, uint8](r, into, operand, scratch, at)
		case 2:
			widenPanels[T, uint16](r, into, operand, scratch, at)
		case 4:
			widenPanels[T, uint32](r, into, operand, scratch, at)
		case 8:
			widenPanels[T, uint64](r, into, operand, scratch, at)
		}
		return
	}
	from := source[T]{data: elementsOf[T](operand), base: at, vectors: r.cols.views[1], inner: r.inner.views[1], kernel: &r.kernel}
	from.panels(elementsOf[T](into), r.kernel.cols, 0, r.cols.size, 0, r.inner.size)
}

// widenPanels is Pack for elements that are as large as an S.
func widenPanels[T, S number](r *rowsOf[T], into, operand, scratch []byte, at int) {
	depth, width := r.inner.size, r.kernel.cols
	from := source[S]{data: elementsOf[S](operand), base: at, vectors: r.cols.views[1], inner: r.inner.views[1], kernel: &kernel[S]{}}
	panel, dst := elementsOf[S](scratch)[:depth*width], elementsOf[T](into)
	for j := 0; j < r.cols.size; j += width {
		from.panel(panel, width, j, min(j+width, r.cols.size), 0, depth)
		widenBytes(dst[j*depth:][:depth*width], r.right, scratch[:depth*width*r.right.Size()])
	}
}

func (r *rowsOf[T]) Multiply(out, left, packed, scratch []byte, rows int) {
	depth, cols, k := r.inner.size, r.cols.size, &r.kernel
	a, c, b := elementsOf[T](left), elementsOf[T](out), elementsOf[T](packed)
	if !r.leftIs {
		a, scratch = cut[T](scratch, rows*depth)
		widenBytes(a, r.left, left[:rows*depth*r.left.Size()])
	}
	if !r.outIs {
		c, _ = cut[T](scratch, rows*cols)
	}
	for p := 0; p < depth; p += blockDepth {
		n := min(blockDepth, depth-p)
		for j := 0; j < cols; j += k.cols {
			k.multiply(rows, min(k.cols, cols-j), n, a[p:], depth, 1, b[j*depth+p*k.cols:], k.cols, c[j:], cols, p > 0)
		}
	}
	if !r.outIs {
		narrowBytes(r.out, out[:rows*cols*r.out.Size()], c[:rows*cols])
	}
}
