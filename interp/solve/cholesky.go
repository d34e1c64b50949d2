package solve

import (
	"math"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// Cholesky is a plan to factor positive definite matrices.
type Cholesky struct {
	batched
}

// ResolveCholesky prepares the factors of an array of matrices a = l l*, with l below its diagonal;
// or, if not lower, a = u* u, u above. That triangle of a is read, of its diagonal the real parts.
// The other triangle of the result is 0. If a pivot is not greater than 0, as where a matrix is not
// positive definite or has a NaN, the triangle of the result is NaN as a whole.
func ResolveCholesky(lower bool, d tensor.DType, a []int) (*Cholesky, error) {
	n, count, err := square("cholesky", a)
	if err != nil {
		return nil, err
	}
	in, err := computedIn("cholesky", d, n)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		count = 0
	}
	if in.Part() == tensor.F64 {
		return newCholesky[float64](lower, d, in, n, count)
	}
	return newCholesky[float32](lower, d, in, n, count)
}

func newCholesky[T number](lower bool, d, in tensor.DType, n, count int) (*Cholesky, error) {
	f := &factoring[T]{forward: newForward[T](in, true)}
	if err := f.prepare(n); err != nil {
		return nil, err
	}
	elements := accessTo[T](d)
	c := &Cholesky{batched: batched{count: count, shared: f.workspace()}}
	matrixSize := shapes.Saturated(n, n, f.parts)
	c.fixed = shapes.Saturated(shapes.Sum(aligned[T](matrixSize), f.memory(n)), in.Part().Size())
	c.run = func(i int, w []byte, x operands) {
		m := arena[T]{view[T](w[:c.fixed])}
		l := matrix[T]{m.take(matrixSize), n}
		f.load(l, elements, x.a.Bytes(), i, n, lower)
		positive := f.factor(l, n, m, w[c.fixed:])
		f.store(l, elements, x.out.Bytes(), i, n, lower, positive)
	}
	return c, nil
}

// Workspace is how many bytes Run needs for so many workers.
func (c *Cholesky) Workspace(workers int) int { return c.workspace(workers) }

// Compute computes out from a, which may be where out is, in a workspace that is as long as
// Workspace says for some workers, no more of which are at work.
func (c *Cholesky) Compute(w []byte, out, a *tensor.Tensor) {
	c.all(w, operands{out: out, a: a})
}

// factoring makes the factor of a matrix in its lower triangle.
type factoring[T number] struct{ *forward[T] }

// at is element (i, j) of the lower triangle in an array.
func at(number, n, i, j int, lower bool) int {
	if !lower {
		i, j = j, i
	}
	return number*n*n + i*n + j
}

func (f *factoring[T]) load(l matrix[T], elements access[T], a []byte, number, n int, lower bool) {
	for i := range n {
		for j := range i + 1 {
			to := l.part(i, j, f.parts).data
			elements.load(a, at(number, n, i, j, lower), to)
			if f.parts == 2 {
				switch {
				case i == j:
					to[1] = 0
				case !lower:
					to[1] = -to[1]
				}
			}
		}
	}
}

// store makes the whole result in l, and stores it.
func (f *factoring[T]) store(l matrix[T], elements access[T], out []byte, number, n int, lower, positive bool) {
	for i := range n {
		for j := range n {
			value := l.part(i, j, f.parts).data[:f.parts]
			switch {
			case j > i:
				clear(value)
			case !positive:
				for k := range value {
					value[k] = T(math.NaN())
				}
			case f.parts == 2 && !lower && i != j:
				value[1] = -value[1]
			}
			elements.store(out, at(number, n, i, j, lower), value)
		}
	}
}

// prepare prepares the products for a matrix of size n.
func (f *factoring[T]) prepare(n int) error {
	if n <= smallest || f.products == nil {
		return nil
	}
	first := firstPart(n)
	if err := f.forward.prepare(first, n-first); err != nil {
		return err
	}
	if err := f.products.add(n-first, first, n-first); err != nil {
		return err
	}
	if err := f.prepare(first); err != nil {
		return err
	}
	return f.prepare(n - first)
}

// memory is how many floats a matrix of size n needs to work in: the block below the first part,
// as rows, and the larger of what solving for it and what subtracting its square takes.
func (f *factoring[T]) memory(n int) int {
	if n <= smallest {
		return 0
	}
	first := firstPart(n)
	block := aligned[T](shapes.Saturated(first, n-first, f.parts))
	return max(shapes.Sum(block, max(f.forward.memory(first, n-first), f.squareMemory(first, n-first))), f.memory(first), f.memory(n-first))
}

func (f *factoring[T]) squareMemory(inner, n int) int {
	if f.products == nil {
		return 0
	}
	return shapes.Sum(aligned[T](shapes.Saturated(n, inner)), aligned[T](shapes.Saturated(n, n)))
}

// factor reports whether all pivots are greater than 0.
func (f *factoring[T]) factor(l matrix[T], n int, m arena[T], w []byte) bool {
	if n <= smallest {
		return f.direct(l, n)
	}
	first := firstPart(n)
	rest := n - first
	if !f.factor(l, first, m, w) {
		return false
	}
	// The block below is what solves the system with the first part for its conjugate transpose.
	inner := m
	block := matrix[T]{inner.take(first * rest * f.parts), rest}
	below := l.part(first, 0, f.parts)
	f.exchange(block, below, first, rest)
	f.solve(l, block, first, rest, inner, w)
	f.exchange(matrix[T]{below.data, below.stride}, block, rest, first)
	f.subtractSquare(l.part(first, first, f.parts), below, block, rest, first, inner, w)
	return f.factor(l.part(first, first, f.parts), rest, m, w)
}

// exchange makes rows of columns, and conjugates.
func (f *factoring[T]) exchange(to, from matrix[T], rows, columns int) {
	for i := range rows {
		for j := range columns {
			dst, src := to.part(i, j, f.parts).data, from.part(j, i, f.parts).data
			dst[0] = src[0]
			if f.parts == 2 {
				dst[1] = -src[1]
			}
		}
	}
}

// subtractSquare subtracts the product of a block, n x inner, with its conjugate transpose from the
// lower triangle.
func (f *factoring[T]) subtractSquare(l, block, transposed matrix[T], n, inner int, m arena[T], w []byte) {
	if f.products == nil {
		for i := range n {
			for k := range inner {
				re, im := f.number(block, i, k)
				f.subtract(l.row(i, i+1, f.parts), transposed.row(k, i+1, f.parts), re, im)
			}
			f.realDiagonal(l, i)
		}
		return
	}
	left, out := m.take(n*inner), m.take(n*n)
	for i := range n {
		copy(left[i*inner:], block.row(i, inner, 1))
	}
	multiply(f.products.runs[[3]int{n, inner, n}], f.in, w, out, left, transposed.data[:inner*n], n, inner, n)
	for i := range n {
		to := l.row(i, i+1, 1)
		for j, v := range out[i*n:][:i+1] {
			to[j] -= v
		}
	}
}

// realDiagonal drops the imaginary part of a number on the diagonal, which is 0 but for rounding.
func (f *factoring[T]) realDiagonal(l matrix[T], i int) {
	if f.parts == 2 {
		l.part(i, i, 2).data[1] = 0
	}
}

// direct is factor for small matrices: column after column.
func (f *factoring[T]) direct(l matrix[T], n int) bool {
	for j := range n {
		pivot := l.part(j, j, f.parts).data
		for k := range j {
			// The modulus of l[j][k], squared.
			for _, v := range l.part(j, k, f.parts).data[:f.parts] {
				pivot[0] -= T(v * v)
			}
		}
		if !(pivot[0] > 0) {
			return false
		}
		pivot[0] = T(math.Sqrt(float64(pivot[0])))
		for i := j + 1; i < n; i++ {
			to := l.part(i, j, f.parts).data[:f.parts]
			for k := range j {
				re, im := f.number(l, j, k)
				f.subtract(to, l.part(i, k, f.parts).data[:f.parts], re, -im)
			}
			divideReal(to, pivot)
		}
	}
	return true
}
