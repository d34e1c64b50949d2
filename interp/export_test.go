package interp

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
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

// LoseReader lets a buffer of the plan for one worker die a point too early, as if
// what reads it last had been overlooked; ok is false where no instruction is there.
func (p *Program) LoseReader(buffer int) (ok bool, err error) {
	made, err := p.plan(1, false)
	if err != nil {
		return false, err
	}
	b := &made.frame.Buffers[buffer]
	if b.Upper <= b.Lower || b.Class == lifetimes.Result {
		return false, nil
	}
	deaths := func() (n int) {
		for i := range made.sites {
			n += len(made.sites[i].deaths)
			made.sites[i].deaths = nil
		}
		return n
	}
	before := deaths()
	numbers := map[*ir.Op]int{}
	for _, in := range p.code {
		numbers[in.op] = in.id
	}
	b.Upper--
	made.kill(numbers)
	after := deaths()
	made.kill(numbers)
	return after == before, nil
}
