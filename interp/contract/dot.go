package contract

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// DotDims are the dimension numbers of StableHLO's dot_general. Batching and contracting dimensions
// come in pairs; all others are free.
type DotDims struct {
	LHSBatch, RHSBatch       []int
	LHSContract, RHSContract []int
}

// Shape returns the shape of the result: batching dimensions, free dimensions of lhs, free
// dimensions of rhs. It fails for dimension numbers that do not fit the operands, and names the
// extents that differ.
func (d DotDims) Shape(lhs, rhs []int) ([]int, error) {
	if err := d.check(lhs, rhs); err != nil {
		return nil, err
	}
	shape := make([]int, 0, len(lhs)+len(rhs))
	for _, l := range d.LHSBatch {
		shape = append(shape, lhs[l])
	}
	for _, l := range free(len(lhs), d.LHSBatch, d.LHSContract) {
		shape = append(shape, lhs[l])
	}
	for _, r := range free(len(rhs), d.RHSBatch, d.RHSContract) {
		shape = append(shape, rhs[r])
	}
	return shape, nil
}

func (d DotDims) check(lhs, rhs []int) error {
	for _, operand := range []struct {
		name            string
		rank            int
		batch, contract []int
	}{
		{"lhs", len(lhs), d.LHSBatch, d.LHSContract},
		{"rhs", len(rhs), d.RHSBatch, d.RHSContract},
	} {
		used := make([]bool, operand.rank)
		for _, list := range []struct {
			role string
			dims []int
		}{{"batching", operand.batch}, {"contracting", operand.contract}} {
			for _, n := range list.dims {
				if n < 0 || n >= operand.rank {
					return fmt.Errorf("dot_general: %s %s dimension %d is not one of the %d dimensions of %s", operand.name, list.role, n, operand.rank, operand.name)
				}
				if used[n] {
					return fmt.Errorf("dot_general: dimension %d of %s is used twice", n, operand.name)
				}
				used[n] = true
			}
		}
	}
	for _, pairs := range []struct {
		role     string
		lhs, rhs []int
	}{{"batching", d.LHSBatch, d.RHSBatch}, {"contracting", d.LHSContract, d.RHSContract}} {
		if len(pairs.lhs) != len(pairs.rhs) {
			return fmt.Errorf("dot_general: %d %s dimensions of lhs, %d of rhs", len(pairs.lhs), pairs.role, len(pairs.rhs))
		}
		for i, l := range pairs.lhs {
			if r := pairs.rhs[i]; lhs[l] != rhs[r] {
				return fmt.Errorf("dot_general: %s dimensions differ: %d in dimension %d of lhs (%s), %d in dimension %d of rhs (%s)", pairs.role,
					lhs[l], l, tensor.ShapeString(lhs), rhs[r], r, tensor.ShapeString(rhs))
			}
		}
	}
	return nil
}

// free lists the dimensions below rank that are in neither list, in increasing order.
func free(rank int, batch, contract []int) []int {
	used := make([]bool, rank)
	for _, n := range batch {
		used[n] = true
	}
	for _, n := range contract {
		used[n] = true
	}
	var rest []int
	for n, u := range used {
		if !u {
			rest = append(rest, n)
		}
	}
	return rest
}

// ResolveDotGeneral prepares dot_general for operands of the given types, with results of the shape
// that DotDims.Shape says and element type out. Transposed operands cost nothing but the order in
// which they are packed.
func ResolveDotGeneral(d DotDims, out tensor.DType, lhs, rhs Type) (Func, error) {
	return fastest(prepareDotGeneral(d, out, lhs, rhs))
}

// DotGeneralWorkspace is the Workspace of what ResolveDotGeneral prepares.
func DotGeneralWorkspace(d DotDims, out tensor.DType, lhs, rhs Type) (Workspace, error) {
	return workspaceOf(prepareDotGeneral(d, out, lhs, rhs))
}

func prepareDotGeneral(d DotDims, out tensor.DType, lhs, rhs Type) (*prepared, error) {
	if err := lhs.check("dot_general: lhs"); err != nil {
		return nil, err
	}
	if err := rhs.check("dot_general: rhs"); err != nil {
		return nil, err
	}
	shape, err := d.Shape(lhs.Shape, rhs.Shape)
	if err != nil {
		return nil, err
	}
	result := Type{out, shape}
	if err := result.check("dot_general: result"); err != nil {
		return nil, err
	}
	if complex, err := anyComplex("dot_general", lhs.DType, rhs.DType, out); complex || err != nil {
		if err != nil {
			return nil, err
		}
		return complexDotGeneral(d, result, lhs, rhs)
	}
	left, right, output := shapes.Strides(lhs.Shape), shapes.Strides(rhs.Shape), shapes.Strides(shape)
	var p product
	at := 0
	for i, l := range d.LHSBatch {
		p.batches = append(p.batches, batch{lhs.Shape[l], left[l], right[d.RHSBatch[i]], output[at]})
		at++
	}
	for _, l := range free(len(lhs.Shape), d.LHSBatch, d.LHSContract) {
		p.rows = append(p.rows, dimension{lhs.Shape[l], [2]int{left[l], output[at]}})
		at++
	}
	for _, r := range free(len(rhs.Shape), d.RHSBatch, d.RHSContract) {
		p.cols = append(p.cols, dimension{rhs.Shape[r], [2]int{right[r], output[at]}})
		at++
	}
	for i, l := range d.LHSContract {
		p.inner = append(p.inner, dimension{lhs.Shape[l], [2]int{left[l], right[d.RHSContract[i]]}})
	}
	return prepare("dot_general", p.contraction(), result, lhs, rhs)
}

// product is a contraction of plain arrays in terms of their dimensions.
type product struct {
	batches    []batch
	rows, cols []dimension // strides in the operand and in the output
	inner      []dimension // strides in the operands
}

// contraction flattens the dimensions. Batch dimensions over which an operand does not vary become
// rows or columns of one larger product, which is cheaper than many small ones and the same sums.
func (p product) contraction() contraction {
	var batches []batch
	rows, cols := p.rows, p.cols
	for i := len(p.batches) - 1; i >= 0; i-- {
		switch b := p.batches[i]; {
		case b.size == 1:
		case b.right == 0:
			rows = append([]dimension{{b.size, [2]int{b.left, b.output}}}, rows...)
		case b.left == 0 && total(rows) == 1:
			cols = append([]dimension{{b.size, [2]int{b.right, b.output}}}, cols...)
		default:
			batches = append([]batch{b}, batches...)
		}
	}
	l, r, inner := newAxis(rows), newAxis(cols), newAxis(p.inner)
	return contraction{
		left:    side{size: l.size, vectors: l.views[0], output: l.views[1], inner: inner.views[0]},
		right:   side{size: r.size, vectors: r.views[0], output: r.views[1], inner: inner.views[1]},
		depth:   inner.size,
		batches: batches,
	}
}

func total(dims []dimension) int {
	n := 1
	for _, d := range dims {
		n *= d.size
	}
	return n
}
