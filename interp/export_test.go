package interp

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Resolved is an op whose kernel tests run by itself.
type Resolved struct {
	Storage analysis.Storage
	step    Step
	frame   *Frame
}

// Resolve prepares an op of static shapes without regions.
func Resolve(o *ir.Op) (*Resolved, error) {
	c := newEvaluator(o, nil)
	s, err := c.site(o)
	if err != nil {
		return nil, err
	}
	step, err := resolve(s, 0)
	if err != nil {
		return nil, err
	}
	return &Resolved{s.Storage, step, &Frame{run: &run{ctx: c.module.ctx, pool: newPool(0), result: &Result{}}, program: c.program}}, nil
}

// Run runs the kernel in a workspace.
func (r *Resolved) Run(w []byte, out, in []*tensor.Tensor) error {
	r.frame.workspace = w
	return r.step.Run(r.frame, out, in)
}
