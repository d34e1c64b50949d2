package interp

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Evaluate runs one op on given operands, outside of any program: constant
// folding uses it, so that a folded result has the bits a run would have. The
// regions of the op must use nothing but constants from outside of them. Every
// block that they execute lowers steps by one; below zero it is an error, for
// folding must end where a loop does not.
func Evaluate(o *ir.Op, operands []*tensor.Tensor, steps *int) ([]*tensor.Tensor, error) {
	c := newEvaluator(o)
	s, err := c.site(o)
	if err != nil {
		return nil, err
	}
	for _, spec := range slices.Concat(s.In, s.Out) {
		if !spec.static() {
			return nil, ir.Errorf(o.Loc(), "'%s' op cannot be evaluated: its shapes are dynamic", o.Name())
		}
	}
	return c.evaluate(s, operands, steps)
}

// EvaluateElement runs an Elementwise op on one element of each operand, as if
// all operands and results had rank 0: the result of splats is a splat.
func EvaluateElement(o *ir.Op, operands []*tensor.Tensor) ([]*tensor.Tensor, error) {
	c := newEvaluator(o)
	s, err := c.site(o)
	if err != nil {
		return nil, err
	}
	for i := range s.In {
		s.In[i].Shape = nil
	}
	for i := range s.Out {
		s.Out[i].Shape = nil
	}
	return c.evaluate(s, operands, nil)
}

func newEvaluator(o *ir.Op) *compiler {
	m := &Module{ctx: o.Context(), programs: map[string]*Program{}, constants: map[*ir.Attr]*tensor.Tensor{}}
	return &compiler{module: m, program: &Program{fn: o}, regs: map[*ir.Value]int{}}
}

func (c *compiler) evaluate(s *Site, operands []*tensor.Tensor, steps *int) ([]*tensor.Tensor, error) {
	step, err := resolve(s, 0)
	if err != nil {
		return nil, err
	}
	out := make([]*tensor.Tensor, len(s.Out))
	if step.View {
		for i, spec := range s.Out {
			if out[i], err = step.view(i, spec, operands[0].Bytes()); err != nil {
				return nil, at(s.Op, err)
			}
		}
		return out, nil
	}
	for i, spec := range s.Out {
		if !step.Allocates {
			out[i] = tensor.New(spec.DType, spec.Shape...)
		}
	}
	r := &run{ctx: c.module.ctx, pool: newPool(0), result: &Result{}, maxDepth: 100, steps: steps}
	f := &Frame{run: r, program: c.program, regs: make([]register, len(c.regs))}
	for v, r := range c.regs {
		// A constant inside is set once more when it is executed.
		if a := ir.ConstantValue(v); a != nil {
			if f.regs[r].value, err = DecodeElements(c.module.ctx, a); err != nil {
				return nil, at(s.Op, err)
			}
		}
	}
	if err := step.Run(f, out, operands); err != nil {
		return nil, at(s.Op, err)
	}
	return out, nil
}
