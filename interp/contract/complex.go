package contract

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// A contraction of complex numbers is one of their parts, of twice the length. The left operand
// lies in memory as its parts: the innermost step, of a complex number, is two steps, one for each
// part. For these the right operand is spread out: where it has c+di, the step of a real part takes
// (c, d) to the parts of the result, and that of an imaginary part takes (-d, c). So the parts of
// the result lie in memory as complex numbers do, and sums have the order and the rounding of those
// of real numbers.

// complexParts is how operands and results of complex numbers become those of a contraction of
// parts. What stays nil is read and written in place.
type complexParts struct {
	left, right, result Type
	spread              rearrangement  // of the right operand
	lhs, out            *rearrangement // to and from where the feature dimension is the last one
}

// rearrangement is a walk over complex numbers: dims from the outside in, with their strides.
type rearrangement struct{ dims, strides []int }

// anyComplex reports whether one of the types is complex, or that they do not go together.
func anyComplex(name string, types ...tensor.DType) (bool, error) {
	for _, d := range types {
		if d.IsComplex() != types[0].IsComplex() {
			return false, fmt.Errorf("%s: %v does not go with %v: complex numbers go with complex numbers only", name, types[0], d)
		}
	}
	return types[0].IsComplex(), nil
}

// partsType is a type of the parts, with the shape that holds them.
func partsType(t Type, shape []int) Type { return Type{t.DType.Part(), shape} }

// withParts is a shape with a last dimension of parts.
func withParts(shape []int) []int { return append(shape[:len(shape):len(shape)], 2) }

// doubled is a shape with twice the extent of a dimension.
func doubled(shape []int, dim int) []int {
	out := append([]int{}, shape...)
	out[dim] = shapes.Saturated(2, out[dim])
	return out
}

func complexDotGeneral(d DotDims, out, lhs, rhs Type) (*prepared, error) {
	shifted := func(dims []int) []int {
		list := make([]int, len(dims), len(dims)+1)
		for i, dim := range dims {
			list[i] = dim + 1
		}
		return list
	}
	c := &complexParts{
		left: partsType(lhs, withParts(lhs.Shape)), right: partsType(rhs, append([]int{2}, withParts(rhs.Shape)...)), result: partsType(out, withParts(out.Shape)),
		spread: rearrangement{[]int{shapes.Saturated(rhs.Shape...)}, []int{1}},
	}
	parts := DotDims{
		LHSBatch: d.LHSBatch, RHSBatch: shifted(d.RHSBatch),
		LHSContract: append(d.LHSContract[:len(d.LHSContract):len(d.LHSContract)], len(lhs.Shape)), RHSContract: append(shifted(d.RHSContract), 0),
	}
	return c.of(prepareDotGeneral(parts, c.result.DType, c.left, c.right))
}

func complexMatMul(out, lhs, rhs Type) (*prepared, error) {
	c := &complexParts{left: partsType(lhs, doubled(lhs.Shape, len(lhs.Shape)-1)), result: partsType(out, withParts(out.Shape))}
	columns, shape := 1, []int{shapes.Saturated(2, rhs.Shape[0]), 2}
	if last := len(rhs.Shape) - 1; last > 0 {
		columns, shape = rhs.Shape[last], doubled(doubled(rhs.Shape, last), last-1)
		c.result.Shape = doubled(out.Shape, len(out.Shape)-1)
	}
	c.right = partsType(rhs, shape)
	c.spread = rearrangement{[]int{shapes.Saturated(rhs.Shape...) / max(1, columns), columns}, []int{columns, 1}}
	return c.of(prepareMatMul(c.result.DType, c.left, c.right))
}

func complexConv(d ConvDims, w ConvWindow, out, input, kernel Type) (*prepared, error) {
	spatial := len(d.KernelSpatial)
	parts := ConvDims{KernelInput: spatial, KernelOutput: spatial + 1, KernelSpatial: shapes.Dims(0, spatial)}
	order := append(append([]int{}, d.KernelSpatial...), d.KernelInput, d.KernelOutput)
	extents := shapes.Pick(kernel.Shape, order)
	c := &complexParts{
		right:  partsType(kernel, doubled(doubled(extents, spatial), spatial+1)),
		spread: rearrangement{extents, shapes.Pick(shapes.Strides(kernel.Shape), order)},
	}
	c.left, c.lhs, parts.InputBatch, parts.InputSpatial = featuresLast(input, d.InputBatch, d.InputFeature, d.InputSpatial)
	c.result, c.out, parts.OutputBatch, parts.OutputSpatial = featuresLast(out, d.OutputBatch, d.OutputFeature, d.OutputSpatial)
	parts.InputFeature, parts.OutputFeature = spatial+1, spatial+1
	return c.of(prepareConv(parts, w, c.result.DType, c.left, c.right))
}

// featuresLast is an array of parts in which the features, twice as many, are the last dimension,
// how it comes from the array of complex numbers unless it is the same memory, and where the batch
// and the spatial dimensions are.
func featuresLast(t Type, batch, feature int, spatial []int) (parts Type, walk *rearrangement, newBatch int, newSpatial []int) {
	last := len(t.Shape) - 1
	if feature == last {
		return partsType(t, doubled(t.Shape, last)), nil, batch, spatial
	}
	order := append(append([]int{batch}, spatial...), feature)
	walk = &rearrangement{shapes.Pick(t.Shape, order), shapes.Pick(shapes.Strides(t.Shape), order)}
	return partsType(t, doubled(walk.dims, last)), walk, 0, shapes.Dims(1, len(spatial))
}

// of makes a contraction of complex numbers of that of their parts.
func (c *complexParts) of(p *prepared, err error) (*prepared, error) {
	if err != nil {
		return nil, err
	}
	p.complex = c
	return p, nil
}

// bytes is the memory for what is not read and written in place.
func (c *complexParts) bytes() int {
	n := c.right.bytes()
	if c.lhs != nil {
		n = shapes.Sum(n, c.left.bytes())
	}
	if c.out != nil {
		n = shapes.Sum(n, c.result.bytes())
	}
	return n
}

// bytes is the memory that an array takes in a workspace.
func (t Type) bytes() int {
	return alignUp(shapes.Saturated(t.DType.Size(), shapes.Saturated(t.Shape...)))
}

// complexRun are the arrays of parts of one run.
type complexRun struct{ left, right, result tensor.Tensor }

var complexRuns parallel.Spares[complexRun]

// over computes complex numbers by what computes their parts. An operand that is given packed has
// been made one of parts before that.
func (c *complexParts) over(b bound) bound {
	parts := bound{run: c.overParts(b)}
	if b.pack[0] != nil {
		parts.pack[0] = func(into []byte, lhs *tensor.Tensor) {
			left := tensor.Wrap(c.left.DType, c.left.Shape, lhs.Bytes())
			if c.lhs != nil {
				left = tensor.New(c.left.DType, c.left.Shape...)
				pack(c.lhs, left, lhs, false)
			}
			b.pack[0](into, left)
		}
	}
	if b.pack[1] != nil {
		parts.pack[1] = func(into []byte, rhs *tensor.Tensor) {
			right := tensor.New(c.right.DType, c.right.Shape...)
			spreadOut(&c.spread, right, rhs)
			b.pack[1](into, right)
		}
	}
	return parts
}

// overParts is what runs over.
func (c *complexParts) overParts(b bound) Func {
	f, packed := b.run, [2]bool{b.pack[0] != nil, b.pack[1] != nil}
	return func(w []byte, out, lhs, rhs *tensor.Tensor, done func(lo, hi int)) {
		if out.Len() == 0 {
			return
		}
		r := complexRuns.Take()
		defer complexRuns.Give(r)
		place := func(to *tensor.Tensor, t Type, own []byte) {
			*to = tensor.Unbound(t.DType, t.Shape)
			if own == nil {
				own, w = w[:t.bytes()], w[t.bytes():]
			}
			to.Rebase(own)
		}
		left, right := lhs, rhs
		if !packed[1] {
			right = &r.right
			place(right, c.right, nil)
			spreadOut(&c.spread, right, rhs)
		}
		if !packed[0] {
			left = &r.left
			if c.lhs == nil {
				place(left, c.left, lhs.Bytes())
			} else {
				place(left, c.left, nil)
				pack(c.lhs, left, lhs, false)
			}
		}
		if c.out == nil {
			place(&r.result, c.result, out.Bytes())
		} else {
			place(&r.result, c.result, nil)
		}
		f(w, &r.result, left, right, nil)
		if c.out != nil {
			pack(c.out, out, &r.result, true)
		}
		if done != nil {
			done(0, out.Len())
		}
		r.left.Unbind()
		r.right.Unbind()
		r.result.Unbind()
	}
}

// rows is how many rows the innermost dimension makes.
func (r *rearrangement) rows() int { return shapes.Product(r.dims[:len(r.dims)-1]) }

// row is the offset of a row, in complex numbers.
func (r *rearrangement) row(number int) int {
	at := 0
	for d := len(r.dims) - 2; d >= 0; d-- {
		at += number % r.dims[d] * r.strides[d]
		number /= r.dims[d]
	}
	return at
}

// spreadOut makes the right operand of parts.
func spreadOut(r *rearrangement, parts, x *tensor.Tensor) {
	if x.DType() == tensor.C64 {
		spreadRows(r, elementsOf[[2]float32](parts.Bytes()), elementsOf[[2]float32](x.Bytes()))
	} else {
		spreadRows(r, elementsOf[[2]float64](parts.Bytes()), elementsOf[[2]float64](x.Bytes()))
	}
}

func spreadRows[T float32 | float64](r *rearrangement, out, x [][2]T) {
	if loop := (spreading[T]{r, out, x}); !parallel.Share(r.rows(), parallel.Grain(convertGrain, r.dims[len(r.dims)-1]), math.MaxInt, &loop) {
		loop.Chunk(0, 0, r.rows())
	}
}

type spreading[T float32 | float64] struct {
	*rearrangement
	out, x [][2]T
}

func (l *spreading[T]) Chunk(_, lo, hi int) {
	last := len(l.dims) - 1
	n, stride := l.dims[last], l.strides[last]
	for row := lo; row < hi; row++ {
		at, re, im := l.row(row), l.out[2*row*n:][:n], l.out[(2*row+1)*n:][:n]
		for i := range n {
			v := l.x[at]
			re[i], im[i] = v, [2]T{-v[1], v[0]}
			at += stride
		}
	}
}

// pack copies complex numbers from their places to rows that follow one another, or back.
func pack(r *rearrangement, out, x *tensor.Tensor, back bool) {
	if out.DType().Part() == tensor.F32 {
		packRows(r, elementsOf[[2]float32](out.Bytes()), elementsOf[[2]float32](x.Bytes()), back)
	} else {
		packRows(r, elementsOf[[2]float64](out.Bytes()), elementsOf[[2]float64](x.Bytes()), back)
	}
}

func packRows[T float32 | float64](r *rearrangement, out, x [][2]T, back bool) {
	if loop := (packing[T]{spreading[T]{r, out, x}, back}); !parallel.Share(r.rows(), parallel.Grain(convertGrain, r.dims[len(r.dims)-1]), math.MaxInt, &loop) {
		loop.Chunk(0, 0, r.rows())
	}
}

type packing[T float32 | float64] struct {
	spreading[T]
	back bool
}

func (l *packing[T]) Chunk(_, lo, hi int) {
	last := len(l.dims) - 1
	n, stride := l.dims[last], l.strides[last]
	for row := lo; row < hi; row++ {
		at := l.row(row)
		for i := row * n; i < (row+1)*n; i++ {
			if l.back {
				l.out[at] = l.x[i]
			} else {
				l.out[i] = l.x[at]
			}
			at += stride
		}
	}
}
