package interp

import "github.com/tg-opt/tg/tensor"

// Loop executes body as long as cond, given the same values, yields true: the
// values are state at first, and then what body yields. It returns the last
// values, which may share storage with state and with values defined outside. Values
// may change their shapes as far as their types leave these open. What body yields
// behind the state is collected: behind the last values, Loop returns for each spec a
// tensor of that spec whose leading dimension are the rounds.
//
// A loop of elementwise ops on few elements is one program. Else, in a run by the
// plan the values lie in the results from the beginning. Without a plan the
// storage of values that body made goes from one round to the next with its owner,
// so that a round can overwrite what only it has.
func (f *Frame) Loop(cond, body *Body, state []*tensor.Tensor, collects []Spec) ([]*tensor.Tensor, error) {
	c := f.collect(collects, len(state))
	defer c.end()
	if p := f.loopProgram(cond, body); p != nil {
		return p.run(f, state, c)
	}
	if f.planned != nil {
		return f.loopPlanned(cond, body, state, c)
	}
	values := borrow(state)
	for {
		current := tensorsOf(values)
		more, err := cond.yields(f, borrow(current))
		if err != nil {
			return nil, err
		}
		again := more[0].value.Bytes()[0] != 0
		f.pool.release(more[0].buf)
		if !again {
			for _, v := range values {
				if v.buf != nil {
					v.buf.escaped = true
				}
				f.pool.release(v.buf)
			}
			return c.results(current)
		}
		if err = c.next(); err != nil {
			return nil, err
		}
		if values, err = body.yields(f, values); err != nil {
			return nil, err
		}
		if values, err = c.registers(values, len(state)); err != nil {
			return nil, err
		}
	}
}

// loopPlanned is Loop in a run by the plan.
func (f *Frame) loopPlanned(cond, body *Body, state []*tensor.Tensor, c *collector) ([]*tensor.Tensor, error) {
	state = f.Carry(state)
	for {
		more, err := cond.Run(f, state)
		if err != nil {
			return nil, err
		}
		if more[0].Bytes()[0] == 0 {
			return c.results(state)
		}
		if err := c.next(); err != nil {
			return nil, err
		}
		next, err := body.Run(f, state)
		if err != nil {
			return nil, err
		}
		// What is collected may lie in the state, which is overwritten next.
		if err := c.round(next[len(state):]); err != nil {
			return nil, err
		}
		state = f.Carry(next[:len(state)])
	}
}

// Carry is the state of the loop that is the running step, whose storage says which
// region carries it: values that are the state from now on. In a run by the plan it
// lies in the results, else where the values do.
func (f *Frame) Carry(values []*tensor.Tensor) []*tensor.Tensor {
	if f.planned == nil {
		return values
	}
	state := f.out[:len(values)]
	move(state, values, f.planned.bytes(f.site.stage))
	return state
}

// Keep is Carry for a loop whose results are not its state: in a run by the plan
// the state is kept in the first half of the workspace, and the second half is for
// values that change places. kept is what Keep has returned for the round before,
// nil in the first.
func (f *Frame) Keep(kept, values []*tensor.Tensor) []*tensor.Tensor {
	if f.planned == nil {
		return values
	}
	if kept == nil {
		kept = make([]*tensor.Tensor, len(values))
		rest := f.workspace
		for i, v := range values {
			kept[i] = tensor.Wrap(v.DType(), v.Shape(), rest)
			rest = rest[Aligned(len(v.Bytes())):]
		}
	}
	move(kept, values, f.workspace[len(f.workspace)/2:])
	return kept
}

// Copies reports whether what a region hands over is copied before it runs again, so
// that a step may change its arguments.
func (f *Frame) Copies() bool { return f.planned != nil }

// yields is Run for registers: the caller gets a reference to the storage of
// each result.
func (b *Body) yields(f *Frame, args []register) ([]register, error) {
	last, err := b.run(f, args)
	if err != nil || last == nil {
		return nil, err
	}
	out := make([]register, len(last.in))
	for i, r := range last.in {
		out[i] = register{f.regs[r].value, f.regs[r].share()}
	}
	f.release(last)
	return out, nil
}

// borrow makes registers of tensors whose storage belongs to somebody else.
func borrow(ts []*tensor.Tensor) []register {
	regs := make([]register, len(ts))
	for i, t := range ts {
		regs[i].value = t
	}
	return regs
}

func tensorsOf(regs []register) []*tensor.Tensor {
	ts := make([]*tensor.Tensor, len(regs))
	for i, r := range regs {
		ts[i] = r.value
	}
	return ts
}
