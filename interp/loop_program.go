package interp

import (
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/interp/scalar"
	"github.com/tg-opt/tg/tensor"
)

// loopProgram is both regions of a loop as one program, whose first section is the
// condition and whose second one makes the next state.
type loopProgram struct {
	program    *scalar.Program
	captures   []int  // registers of the frame that inputs behind the state get
	state      int    // the number of values of the state
	collects   []Spec // of what is collected in a round
	cond, body regionCost
	poll       int // rounds between two looks at whether the run is to end
	machines   parallel.Spares[scalar.Machine]
}

// loopProgram is the loop as a program, nil where its ops are to run one by one.
func (f *Frame) loopProgram(cond, body *Body) *loopProgram {
	if f.stepped {
		return nil
	}
	body.pairing.Do(func() { body.loop, _ = compileLoop(cond, body) })
	return body.loop
}

func compileLoop(cond, body *Body) (*loopProgram, error) {
	w := newRegionWriter()
	if err := w.arguments(body); err != nil {
		return nil, err
	}
	state := body.blocks[0].args
	if len(cond.blocks) != 1 {
		return nil, errBlocks
	}
	for i, r := range cond.blocks[0].args {
		w.registers[r] = w.registers[state[i]]
	}
	more, err := w.body(cond)
	if err != nil {
		return nil, err
	}
	p := &loopProgram{state: len(state), cond: w.cost}
	w.Mark()
	w.cost = regionCost{}
	next, err := w.body(body)
	if err != nil {
		return nil, err
	}
	p.body, p.captures = w.cost, w.captures
	yields := body.blocks[0].code[len(body.blocks[0].code)-1].op
	for _, v := range yields.Operands()[len(state):] {
		spec, err := SpecOf(v.Type())
		if err != nil {
			return nil, err
		}
		p.collects = append(p.collects, spec)
	}
	if p.program, err = w.FinishLoop(next[:len(state)], append(more[:1:1], next[len(state):]...)...); err != nil {
		return nil, err
	}
	const betweenPolls = 1 << 20 // steps of work, which make a millisecond
	p.poll = max(1, betweenPolls/addWork(p.cond.work, p.body.work))
	p.machines.New = p.program.NewMachine
	return p, nil
}

// run is Frame.Loop.
func (p *loopProgram) run(f *Frame, state []*tensor.Tensor, c *collector) ([]*tensor.Tensor, error) {
	if f.planned != nil {
		state = f.Carry(state)
	}
	m := p.machines.Take()
	defer p.machines.Give(m)
	for i, t := range state {
		copy(m.Input(i), t.Bytes())
	}
	f.capture(p.captures, m, p.state)
	rounds, err := p.rounds(f, m, c)
	f.ran(&p.cond, rounds+1)
	f.ran(&p.body, rounds)
	if err != nil {
		return nil, err
	}
	if f.planned == nil {
		if state, err = p.results(f, m, state); err != nil {
			return nil, err
		}
	}
	for i, t := range state {
		copy(t.Bytes(), m.Input(i))
	}
	return c.results(state)
}

// rounds runs the loop to its end, and counts the rounds.
func (p *loopProgram) rounds(f *Frame, m *scalar.Machine, c *collector) (rounds int, err error) {
	more := m.Result(0)
	for ; ; rounds++ {
		if rounds%p.poll == 0 {
			if err := f.canceled(); err != nil {
				return rounds, err
			}
		}
		if f.limits != nil {
			if err := f.limits.region(&p.cond); err != nil {
				return rounds, err
			}
		}
		m.RunSection(0)
		if more[0] == 0 {
			return rounds, nil
		}
		if err := c.next(); err != nil {
			return rounds, err
		}
		if f.limits != nil {
			if err := f.limits.region(&p.body); err != nil {
				return rounds, err
			}
		}
		m.RunSection(1)
		if err := p.collect(c, m); err != nil {
			return rounds, err
		}
		m.Next()
	}
}

// collect collects the values of a round, before the next one has others.
func (p *loopProgram) collect(c *collector, m *scalar.Machine) error {
	if c == nil {
		return nil
	}
	for i, spec := range p.collects {
		if err := c.value(i, spec, m.Result(1+i)); err != nil {
			return err
		}
	}
	c.rounds++
	return nil
}

// results are tensors for the last state in a run without a plan; what the loop only
// hands on is what it was.
func (p *loopProgram) results(f *Frame, m *scalar.Machine, state []*tensor.Tensor) ([]*tensor.Tensor, error) {
	out := make([]*tensor.Tensor, len(state))
	for i, t := range state {
		out[i] = t
		if size := len(m.Input(i)); size > 0 {
			b, err := f.pool.get(size)
			if err != nil {
				return nil, err
			}
			b.escaped = true
			f.pool.release(b)
			out[i] = tensor.Wrap(t.DType(), t.Shape(), b.data)
		}
	}
	return out, nil
}
