package interp

import "github.com/tg-opt/tg/tensor"

// Loop executes body as long as cond, given the same values, yields true: the
// values are state at first, and then what body yields. The last ones become the
// results of the step, as with HandOver.
//
// In a run by the plan the values lie in the results from the beginning. Else the
// storage of values that body made goes from one round to the next with its owner,
// so that a round can overwrite what only it has.
func (f *Frame) Loop(cond, body *Body, state, out []*tensor.Tensor) error {
	if f.planned != nil {
		return f.loopPlanned(cond, body, state, out)
	}
	values := borrow(state)
	for {
		current := tensorsOf(values)
		more, err := cond.yields(f, borrow(current))
		if err != nil {
			return err
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
			copy(out, current)
			return nil
		}
		if values, err = body.yields(f, values); err != nil {
			return err
		}
	}
}

// loopPlanned is Loop in a run by the plan.
func (f *Frame) loopPlanned(cond, body *Body, state, out []*tensor.Tensor) error {
	f.HandOver(out, state)
	for {
		more, err := cond.Run(f, out)
		if err != nil || more[0].Bytes()[0] == 0 {
			return err
		}
		next, err := body.Run(f, out)
		if err != nil {
			return err
		}
		f.HandOver(out, next)
	}
}

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
