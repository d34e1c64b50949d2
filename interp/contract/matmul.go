package contract

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// MatMulShape returns the shape of the matrix product (..., m, k) x (..., k, n) -> (..., m, n) with
// NumPy's rules: leading dimensions broadcast, a rank-1 lhs is one row and a rank-1 rhs one column,
// which the result then lacks. It fails, naming the extents, where they do not fit.
func MatMulShape(lhs, rhs []int) ([]int, error) {
	m, err := newMatMul(lhs, rhs)
	if err != nil {
		return nil, err
	}
	return m.shape, nil
}

// ResolveMatMul prepares the matrix product of operands of the given types with results of the
// shape that MatMulShape says and element type out.
func ResolveMatMul(out tensor.DType, lhs, rhs Type) (Func, error) {
	return fastest(prepareMatMul(out, lhs, rhs))
}

// MatMulWorkspace is the Workspace of what ResolveMatMul prepares.
func MatMulWorkspace(out tensor.DType, lhs, rhs Type) (Workspace, error) {
	return workspaceOf(prepareMatMul(out, lhs, rhs))
}

func prepareMatMul(out tensor.DType, lhs, rhs Type) (*prepared, error) {
	if err := lhs.check("matmul: lhs"); err != nil {
		return nil, err
	}
	if err := rhs.check("matmul: rhs"); err != nil {
		return nil, err
	}
	m, err := newMatMul(lhs.Shape, rhs.Shape)
	if err != nil {
		return nil, err
	}
	result := Type{out, m.shape}
	if err := result.check("matmul: result"); err != nil {
		return nil, err
	}
	if complex, err := anyComplex("matmul", lhs.DType, rhs.DType, out); complex || err != nil {
		if err != nil {
			return nil, err
		}
		return complexMatMul(result, lhs, rhs)
	}
	return prepare("matmul", m.product().contraction(), result, lhs, rhs)
}

// matMul is a matrix product whose operands both have at least rank 2.
type matMul struct {
	lhs, rhs    []int // shapes, with the row or column that rank 1 stands for
	batches     []int // broadcast leading extents
	shape       []int // of the result, without that row or column
	rows, depth int
	cols        int
}

func newMatMul(lhs, rhs []int) (*matMul, error) {
	if len(lhs) == 0 || len(rhs) == 0 {
		return nil, fmt.Errorf("matmul: operands must have rank 1 or more, got rank %d and rank %d", len(lhs), len(rhs))
	}
	m := &matMul{lhs: lhs, rhs: rhs}
	if len(lhs) == 1 {
		m.lhs = []int{1, lhs[0]}
	}
	if len(rhs) == 1 {
		m.rhs = []int{rhs[0], 1}
	}
	l, r := len(m.lhs), len(m.rhs)
	m.rows, m.depth, m.cols = m.lhs[l-2], m.lhs[l-1], m.rhs[r-1]
	if m.depth != m.rhs[r-2] {
		return nil, fmt.Errorf("matmul: inner dimensions differ: %d in dimension %d of lhs (%s), %d in dimension %d of rhs (%s)",
			m.depth, len(lhs)-1, tensor.ShapeString(lhs), m.rhs[r-2], max(len(rhs)-2, 0), tensor.ShapeString(rhs))
	}
	rank := max(l, r) - 2
	m.batches = make([]int, rank)
	for d := range rank {
		a, b := leading(m.lhs, rank, d), leading(m.rhs, rank, d)
		if a != b && a != 1 && b != 1 {
			return nil, fmt.Errorf("matmul: batch dimensions do not broadcast: %d in dimension %d of lhs (%s), %d in dimension %d of rhs (%s)",
				a, d-rank+l-2, tensor.ShapeString(lhs), b, d-rank+r-2, tensor.ShapeString(rhs))
		}
		m.batches[d] = a
		if a == 1 {
			m.batches[d] = b
		}
	}
	m.shape = append(m.shape, m.batches...)
	if len(lhs) > 1 {
		m.shape = append(m.shape, m.rows)
	}
	if len(rhs) > 1 {
		m.shape = append(m.shape, m.cols)
	}
	return m, nil
}

// leading returns the extent of the operand along the d-th of rank batch dimensions, 1 where it has
// none.
func leading(shape []int, rank, d int) int {
	if d -= rank - (len(shape) - 2); d >= 0 {
		return shape[d]
	}
	return 1
}

func (m *matMul) product() product {
	rank := len(m.batches)
	left, right := shapes.Strides(m.lhs), shapes.Strides(m.rhs)
	output := shapes.Strides(append(append([]int(nil), m.batches...), m.rows, m.cols))
	p := product{
		rows:  []dimension{{m.rows, [2]int{left[len(left)-2], output[rank]}}},
		cols:  []dimension{{m.cols, [2]int{right[len(right)-1], output[rank+1]}}},
		inner: []dimension{{m.depth, [2]int{left[len(left)-1], right[len(right)-2]}}},
	}
	// stride is 0 along a batch dimension that the operand lacks or has once.
	stride := func(shape, strides []int, d int) int {
		if leading(shape, rank, d) == 1 {
			return 0
		}
		return strides[d-rank+len(shape)-2]
	}
	for d, size := range m.batches {
		p.batches = append(p.batches, batch{size, stride(m.lhs, left, d), stride(m.rhs, right, d), output[d]})
	}
	return p
}
