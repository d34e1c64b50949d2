package solve

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// System says which equations a triangular matrix a stands for.
type System struct {
	Left      bool // a x = b; otherwise x a = b
	Lower     bool // a is below its diagonal; the other triangle is not read
	Unit      bool // the diagonal is 1, whatever is stored there
	Transpose bool // of a, columns are rows
	Conjugate bool // of a, imaginary parts have the opposite sign
}

// Triangular is a plan to solve systems of equations.
type Triangular struct {
	batched
}

// ResolveTriangular prepares the solution of systems with arrays of matrices of these shapes. The
// result has the shape of b.
func ResolveTriangular(s System, d tensor.DType, a, b []int) (*Triangular, error) {
	n, count, err := square("triangular_solve", a)
	if err != nil {
		return nil, err
	}
	in, err := computedIn("triangular_solve", d, n)
	if err != nil {
		return nil, err
	}
	if err := equalBatches(a, b); err != nil {
		return nil, err
	}
	rows, columns := b[len(b)-2], b[len(b)-1]
	if !s.Left {
		rows, columns = columns, rows
	}
	if rows != n {
		return nil, fmt.Errorf("triangular_solve: %d equations for %d unknowns", rows, n)
	}
	if n*columns == 0 {
		count = 0
	}
	if in.Part() == tensor.F64 {
		return newTriangular[float64](s, d, in, n, columns, count)
	}
	return newTriangular[float32](s, d, in, n, columns, count)
}

func newTriangular[T number](s System, d, in tensor.DType, n, columns, count int) (*Triangular, error) {
	f := newForward[T](in, !s.Unit)
	if err := f.prepare(n, columns); err != nil {
		return nil, err
	}
	read := accessTo[T](d)
	t := &Triangular{batched: batched{count: count, shared: f.workspace()}}
	matrix, side := shapes.Saturated(n, n, f.parts), shapes.Saturated(n, columns, f.parts)
	t.fixed = shapes.Saturated(shapes.Sum(aligned[T](matrix), shapes.Sum(aligned[T](side), f.memory(n, columns))), in.Part().Size())
	t.run = func(i int, w []byte, x operands) {
		m := arena[T]{view[T](w[:t.fixed])}
		system := systemMemory[T]{s, read, n, columns, f.parts, m.take(matrix), m.take(side)}
		system.load(x.a.Bytes(), x.b.Bytes(), i)
		f.solve(system.triangle(), system.unknowns(), n, columns, m, w[t.fixed:])
		system.store(x.out.Bytes(), i)
	}
	return t, nil
}

// Workspace is how many bytes Run needs for so many workers.
func (t *Triangular) Workspace(workers int) int { return t.workspace(workers) }

// Compute computes out from a and b, in a workspace that is as long as Workspace says for some
// workers, no more of which are at work. The result may be where b is.
func (t *Triangular) Compute(w []byte, out, a, b *tensor.Tensor) {
	t.all(w, operands{out, a, b})
}

// systemMemory is a system of equations whose matrix has been brought below its diagonal, the
// unknowns as rows: transposed where x stands on the left, and in the opposite order where it was
// above.
type systemMemory[T number] struct {
	System
	access[T]
	n, columns, parts int
	a, b              []T
}

func (s *systemMemory[T]) triangle() matrix[T] { return matrix[T]{s.a, s.n} }

func (s *systemMemory[T]) unknowns() matrix[T] { return matrix[T]{s.b, s.columns} }

// place is the number of a row or column in the order of the solution.
func (s *systemMemory[T]) place(i int) int {
	// Each transposition makes what is above of what is below.
	if below := s.Lower != (s.Transpose != !s.Left); !below {
		return s.n - 1 - i
	}
	return i
}

// element is where in b the row of an unknown has a column.
func (s *systemMemory[T]) element(i, column int) int {
	if s.Left {
		return s.place(i)*s.columns + column
	}
	return column*s.n + s.place(i)
}

func (s *systemMemory[T]) load(a, b []byte, number int) {
	first := number * s.n * s.n
	for i := range s.n {
		for j := range i + 1 {
			row, column := s.place(i), s.place(j)
			if s.Transpose != !s.Left {
				row, column = column, row
			}
			to := s.a[(i*s.n+j)*s.parts:]
			s.access.load(a, first+row*s.n+column, to)
			if s.Conjugate && s.parts == 2 {
				to[1] = -to[1]
			}
		}
	}
	first = number * s.n * s.columns
	for i := range s.n {
		for c := range s.columns {
			s.access.load(b, first+s.element(i, c), s.b[(i*s.columns+c)*s.parts:])
		}
	}
}

func (s *systemMemory[T]) store(out []byte, number int) {
	first := number * s.n * s.columns
	for i := range s.n {
		for c := range s.columns {
			s.access.store(out, first+s.element(i, c), s.b[(i*s.columns+c)*s.parts:])
		}
	}
}

// forward solves systems with a matrix below its diagonal, from the first unknown on.
type forward[T number] struct {
	arithmetic[T]
	in       tensor.DType
	parts    int
	divides  bool
	products *products
}

func newForward[T number](in tensor.DType, divides bool) *forward[T] {
	return &forward[T]{arithmetic: arithmeticOf[T](in.Parts()), in: in, parts: in.Parts(), divides: divides, products: newProducts(in)}
}

// workspace is what products need.
func (f *forward[T]) workspace() func(workers int) int {
	if f.products == nil {
		return func(int) int { return 0 }
	}
	return f.products.size
}

// prepare prepares the products of a system of n equations.
func (f *forward[T]) prepare(n, columns int) error {
	if n <= smallest || f.products == nil {
		return nil
	}
	first := firstPart(n)
	if err := f.products.add(n-first, first, columns); err != nil {
		return err
	}
	if err := f.prepare(first, columns); err != nil {
		return err
	}
	return f.prepare(n-first, columns)
}

// memory is how many floats a system of n equations needs to work in: a block of the matrix, and
// what is subtracted.
func (f *forward[T]) memory(n, columns int) int {
	if n <= smallest || f.products == nil {
		return 0
	}
	first := firstPart(n)
	own := shapes.Sum(aligned[T](shapes.Saturated(n-first, first)), aligned[T](shapes.Saturated(n-first, columns)))
	return max(own, f.memory(first, columns), f.memory(n-first, columns))
}

// solve replaces the right sides, rows of x, by the unknowns.
func (f *forward[T]) solve(a, x matrix[T], n, columns int, m arena[T], w []byte) {
	if n <= smallest {
		f.substitute(a, x, n, columns)
		return
	}
	first := firstPart(n)
	f.solve(a, x, first, columns, m, w)
	f.reduce(a.part(first, 0, f.parts), x, x.part(first, 0, f.parts), n-first, first, columns, m, w)
	f.solve(a.part(first, first, f.parts), x.part(first, 0, f.parts), n-first, columns, m, w)
}

// number is an element of a matrix; a real one has an imaginary part of 0.
func (f *forward[T]) number(m matrix[T], i, j int) (re, im T) {
	v := m.part(i, j, f.parts).data
	if f.parts == 2 {
		im = v[1]
	}
	return v[0], im
}

// substitute is solve for few unknowns.
func (f *forward[T]) substitute(a, x matrix[T], n, columns int) {
	for i := range n {
		row := x.row(i, columns, f.parts)
		for k := range i {
			re, im := f.number(a, i, k)
			f.subtract(row, x.row(k, columns, f.parts), re, im)
		}
		if f.divides {
			f.divide(row, a.part(i, i, f.parts).data)
		}
	}
}

// reduce subtracts from rows the product of a block, rows x inner, with others.
func (f *forward[T]) reduce(block, by, from matrix[T], rows, inner, columns int, m arena[T], w []byte) {
	if f.products == nil {
		for i := range rows {
			for k := range inner {
				re, im := f.number(block, i, k)
				f.subtract(from.row(i, columns, f.parts), by.row(k, columns, f.parts), re, im)
			}
		}
		return
	}
	left, out := m.take(rows*inner), m.take(rows*columns)
	for i := range rows {
		copy(left[i*inner:], block.row(i, inner, 1))
	}
	multiply(f.products.runs[[3]int{rows, inner, columns}], f.in, w, out, left, by.data[:inner*columns], rows, inner, columns)
	for i := range rows {
		to := from.row(i, columns, 1)
		for c, v := range out[i*columns:][:columns] {
			to[c] -= v
		}
	}
}
