package points

import (
	"slices"

	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/tensor"
)

// A chain of products of two tensors that are read as they lie is a contraction.

// product is a compute that is a contraction.
type product struct {
	run         contract.Func
	workspace   contract.Workspace
	left, right int // tensors
}

// contraction finds the contraction that a compute is; nil for others.
func (p *Program) contraction() *product {
	if p.Combiner != Dot || p.Inits != nil || p.outputs == 0 {
		return nil
	}
	var in [2]*inputPlan
	var axes [2][]int
	for i := range in {
		k := p.Body.Program.ResultInput(i)
		if k < 0 {
			return nil
		}
		in[i] = &p.body.inputs[k]
		if axes[i] = in[i].projects(p.Axes); axes[i] == nil {
			return nil
		}
	}
	for _, sides := range [][2]int{{0, 1}, {1, 0}} {
		l, r := sides[0], sides[1]
		dims, ok := p.dotDims(axes[l], axes[r])
		if !ok {
			continue
		}
		left, right := contract.Type{DType: in[l].DType, Shape: in[l].Shape}, contract.Type{DType: in[r].DType, Shape: in[r].Shape}
		run, err := contract.ResolveDotGeneral(dims, p.Results[0], left, right)
		if err != nil {
			return nil
		}
		workspace, err := contract.DotGeneralWorkspace(dims, p.Results[0], left, right)
		if err != nil {
			return nil
		}
		return &product{run, workspace, in[l].Tensor, in[r].Tensor}
	}
	return nil
}

// projects returns which axis each dimension is, if an input reads all of a tensor along different
// axes; else nil.
func (in *inputPlan) projects(axes []Axis) []int {
	if !in.linear || len(in.At) == 0 {
		return nil
	}
	var list []int
	for d, e := range in.At {
		coefficients, rest, ok := linearForm(e, len(axes))
		at := slices.Index(coefficients, 1)
		if !ok || at < 0 || slices.Contains(list, at) || rest != -axes[at].Lower || axes[at].Extent != in.Shape[d] {
			return nil
		}
		coefficients[at] = 0
		if slices.ContainsFunc(coefficients, func(c int64) bool { return c != 0 }) {
			return nil
		}
		list = append(list, at)
	}
	return list
}

// dotDims are the dimension numbers of a contraction whose operands have these axes as dimensions.
// ok is false if its result has them in another order than the compute.
func (p *Program) dotDims(left, right []int) (d contract.DotDims, ok bool) {
	kept := len(p.kept)
	var order []int
	for a := range p.Axes {
		l, r := slices.Index(left, a), slices.Index(right, a)
		switch {
		case l >= 0 && r >= 0 && a >= kept:
			d.LHSContract, d.RHSContract = append(d.LHSContract, l), append(d.RHSContract, r)
		case a >= kept:
			return d, false
		case l >= 0 && r >= 0:
			d.LHSBatch, d.RHSBatch, order = append(d.LHSBatch, l), append(d.RHSBatch, r), append(order, a)
		}
	}
	for _, axes := range [][]int{left, right} {
		for _, a := range axes {
			if a < kept && !slices.Contains(order[:len(d.LHSBatch)], a) {
				order = append(order, a)
			}
		}
	}
	if len(order) != kept {
		return d, false
	}
	return d, slices.IsSorted(order)
}

// Workspace is how many bytes a run needs, when loops are run by so many workers.
func (p *Program) Workspace(workers int) int {
	if p.product == nil {
		return 0
	}
	return p.product.workspace(workers)
}

// multiply runs the contraction.
func (p *Program) multiply(w []byte, out, in []*tensor.Tensor) {
	p.product.run(w, out[0], in[p.product.left], in[p.product.right], nil)
}
