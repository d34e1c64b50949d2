package rulecheck

import (
	"fmt"

	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// crash is the error that a panic of an execution becomes.
type crash struct{ error }

// trace holds what a run of a block computed, of complex numbers the parts.
type trace struct {
	outputs []*tensor.Tensor
	// values are the inputs and the results of all ops that the outputs depend
	// on.
	values map[*ir.Value]*tensor.Tensor
}

// evaluate runs a block op by op. Ops that nothing needs are left out: what a
// rule leaves behind is not part of the right side. Where there are regions, more
// blocks, or shapes that only a run knows, the function around is run as a whole;
// then what is seen of its values are inputs and outputs.
func evaluate(block *ir.Block, inputs []*tensor.Tensor) (*trace, error) {
	return newRunner(block).run(inputs)
}

// runner runs a block that does not change, as often as is wanted.
type runner struct {
	block *ir.Block
	whole bool // the function around is run
	ops   []*ir.Op
	ready map[*ir.Op]*interp.Evaluation // those that have run
}

func newRunner(block *ir.Block) *runner {
	if f := block.Parent(); f.Is(fn.Func) && !(straight(block) && ofStaticShapes(block)) {
		return &runner{block: block, whole: true}
	}
	r := &runner{block: block, ready: map[*ir.Op]*interp.Evaluation{}}
	needed := live(block)
	for o := block.First(); o != block.Last(); o = o.Next() {
		if needed[o] {
			r.ops = append(r.ops, o)
		}
	}
	return r
}

// runner is that of a side of an instance, kept for the next values.
func (in *instance) runner(side *ir.Block) *runner {
	for _, r := range in.runners {
		if r.block == side {
			return r
		}
	}
	r := newRunner(side)
	in.runners = append(in.runners, r)
	return r
}

func (r *runner) run(inputs []*tensor.Tensor) (*trace, error) {
	if r.whole {
		return call(r.block.Parent(), inputs)
	}
	known := map[*ir.Value]*tensor.Tensor{}
	t := &trace{values: map[*ir.Value]*tensor.Tensor{}}
	for i, a := range r.block.Args() {
		known[a] = inputs[i]
	}
	for _, o := range r.ops {
		results, err := r.execute(o, known)
		if err != nil {
			return nil, err
		}
		for i, x := range results {
			known[o.Result(i)] = x
		}
	}
	for _, v := range r.block.Last().Operands() {
		if known[v] == nil {
			return nil, fmt.Errorf("a value is used before it is computed")
		}
		t.outputs = append(t.outputs, known[v].Parts())
	}
	for v, x := range known {
		t.values[v] = x.Parts()
	}
	return t, nil
}

// straight reports whether a block is all of a function, and has no ops with
// regions.
func straight(block *ir.Block) bool {
	if block.Next() != nil {
		return false
	}
	for o := block.First(); o != nil; o = o.Next() {
		if o.NumRegions() > 0 {
			return false
		}
	}
	return true
}

// ofStaticShapes reports whether the types of all values of a block tell the whole
// shape, without which no op can be run by itself.
func ofStaticShapes(block *ir.Block) bool {
	for o := block.First(); o != nil; o = o.Next() {
		for _, v := range o.Results() {
			if t := v.Type(); t.IsShaped() && !t.IsStatic() {
				return false
			}
		}
	}
	return true
}

// call runs a function of a module.
func call(f *ir.Op, inputs []*tensor.Tensor) (t *trace, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = crash{fmt.Errorf("it crashed: %v", p)}
		}
	}()
	p, err := interp.NewModule(f.Parent()).Program(ir.SymbolName(f))
	if err != nil {
		return nil, err
	}
	r, err := p.Run(inputs, interp.Options{MaxSteps: maxRounds})
	if err != nil {
		return nil, err
	}
	t = &trace{values: map[*ir.Value]*tensor.Tensor{}}
	for _, x := range r.Outputs {
		t.outputs = append(t.outputs, x.Parts())
	}
	for i, a := range f.RegionAt(0).First().Args() {
		t.values[a] = inputs[i].Parts()
	}
	return t, nil
}

// maxRounds bounds the loops of a function: random values make long ones, and a
// pattern may make an endless one.
const maxRounds = 10_000

// live are the ops that the terminator of a block depends on.
func live(block *ir.Block) map[*ir.Op]bool {
	needed := map[*ir.Op]bool{block.Last(): true}
	for o := block.Last(); o != nil; o = o.Prev() {
		if !needed[o] {
			continue
		}
		for _, v := range o.Operands() {
			if v.Def() != nil {
				needed[v.Def()] = true
			}
		}
	}
	return needed
}

// maxSteps bounds the loops of one op.
const maxSteps = 100_000

func (r *runner) execute(o *ir.Op, known map[*ir.Value]*tensor.Tensor) (results []*tensor.Tensor, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = crash{fmt.Errorf("'%s' op crashed: %v", o.Name(), p)}
		}
	}()
	if o.NumResults() == 1 {
		if a := ir.ConstantValue(o.Result(0)); a != nil {
			x, err := interp.DecodeElements(o.Context(), a)
			return []*tensor.Tensor{x}, err
		}
	}
	operands := make([]*tensor.Tensor, o.NumOperands())
	for i := range operands {
		if operands[i] = known[o.Operand(i)]; operands[i] == nil {
			return nil, fmt.Errorf("'%s' op uses a value before it is computed", o.Name())
		}
	}
	if converts(o.Def()) {
		return executeConverted(o, operands)
	}
	if o.NumRegions() > 0 { // may loop: each run has its own limits
		return interp.Evaluate(o, operands, &interp.Limits{Steps: maxSteps})
	}
	e := r.ready[o]
	if e == nil {
		if e, err = interp.NewEvaluation(o, nil); err != nil {
			return nil, err
		}
		r.ready[o] = e
	}
	return e.Run(operands)
}
