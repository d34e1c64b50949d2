package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// productsPerStep is how many products a contraction computes in a step of work.
const productsPerStep = 4

// contractionStorage has the workspace of a contraction, and how it packs operands, unless there
// was an error, which the verifier or the kernel tells.
func contractionStorage(c contract.Contraction, err error) analysis.Storage {
	return factorStorage(c, [2]int{0, 1}, err)
}

// factorStorage is contractionStorage for an op with the factors as the given operands.
func factorStorage(c contract.Contraction, factors [2]int, err error) analysis.Storage {
	if err != nil {
		return analysis.Storage{}
	}
	return analysis.Storage{Workspace: c.Workspace(), Packs: func(kept []bool) (packs []analysis.Pack) {
		for i, p := range c.Packings(contract.Operands{kept[factors[0]], kept[factors[1]]}) {
			if p.Bytes > 0 {
				packs = append(packs, analysis.Pack{Operand: factors[i], Bytes: p.Bytes, Layout: p.Layout})
			}
		}
		return packs
	}}
}

// contractionRun is a contraction in a program, some of whose operands have forms that the program
// keeps.
type contractionRun struct {
	packed, plain contract.Func // plain if no form may be missing
	factors       [2]int        // operands of the op
	forms         [2]*interp.Form
}

func newContractionRun(s *interp.Site, c contract.Contraction, factors [2]int) (r contractionRun, err error) {
	var packings [2]contract.Packing
	r.factors = factors
	if r.packed, packings, err = c.ResolveGiven(contract.Operands{s.Keeps(factors[0]), s.Keeps(factors[1])}); err != nil {
		return r, err
	}
	for i, p := range packings {
		if p.Bytes > 0 {
			r.forms[i] = s.Form(factors[i], p.Bytes, p.Packed)
			if r.forms[i].Varies() && r.plain == nil {
				r.plain, err = c.Resolve()
			}
		}
	}
	return r, err
}

// run computes the product in a workspace.
func (r *contractionRun) run(f *interp.Frame, workspace []byte, out *tensor.Tensor, in []*tensor.Tensor, done func(lo, hi int)) {
	run := r.packed
	given := [2]*tensor.Tensor{in[r.factors[0]], in[r.factors[1]]}
	lhs, rhs := given[0], given[1]
	if form := r.forms[0]; form != nil {
		lhs = form.Of(f, lhs)
	}
	if form := r.forms[1]; form != nil {
		rhs = form.Of(f, rhs)
	}
	if lhs == nil || rhs == nil {
		run, lhs, rhs = r.plain, given[0], given[1]
	}
	run(workspace, out, lhs, rhs, done)
}

// contractTypeOf is contractType of a type with known extents.
func contractTypeOf(t *ir.Type) contract.Type {
	d, _ := interp.DTypeOf(t.Elem())
	return contract.Type{DType: d, Shape: toInts(t.Shape())}
}

// contractionStep runs a contraction and its epilogue: the bias, and an
// activation that takes no time to speak of, on each block of results while it is
// in the cache; any other activation afterwards, shared by all workers.
// depth is how many products make an element of the result.
func contractionStep(s *interp.Site, depth int, c contract.Contraction, err error) (interp.Step, error) {
	if err != nil {
		return interp.Step{}, err
	}
	r, err := newContractionRun(s, c, [2]int{0, 1})
	if err != nil {
		return interp.Step{}, err
	}
	result := s.Out[0]
	t := newTail(result)
	if len(s.In) > 2 {
		err = t.binary("add", 0, t.operand(2, s.In[2].Shape, s.In[2].DType))
	}
	var activateAll kernel.Unary
	if a := s.Op.Attr("activation"); a != nil && err == nil {
		activate, unknown := kernel.UnaryBlocks(a.Text(), result.DType)
		if err = unknown; err == nil && activate.Costly {
			activateAll, err = kernel.ResolveUnary(a.Text(), result.DType)
		} else {
			t.add(a.Text(), activate, result.DType, t.last())
		}
	}
	if err != nil {
		return interp.Step{}, err
	}
	t.settle()
	work := interp.WorkOf(shapes.Product(result.Shape), depth) / productsPerStep
	return interp.Step{Work: work, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		if len(t.ops) > 0 {
			b := t.run(out[0], out[0], in)
			r.run(f, f.Workspace(), out[0], in, b.done)
			b.release()
		} else {
			r.run(f, f.Workspace(), out[0], in, nil)
		}
		if activateAll != nil {
			activateAll(out[0], out[0])
		}
		return nil
	}}, nil
}
