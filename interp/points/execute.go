package points

import (
	"math"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// How rows are shared by workers, and reduced.

// worker is what one goroutine needs to reduce.
type worker struct {
	wide, tail, single *kernel.Running
	memory             []byte // of the reduction, or accumulators and scratch of a chain
	acc                int    // bytes of the accumulators of a chain
}

func (p *Program) newWorker() *worker {
	w := &worker{}
	switch {
	case p.chain != nil:
		acc, scratch := p.chain.Memory(rowLanes)
		w.acc, w.memory = acc, tensor.Uninitialised(acc+scratch)
	case p.wide != nil && p.along:
		w.single = p.single.NewRunning()
		w.memory = tensor.Uninitialised(w.single.Workspace(p.count))
	case p.wide != nil:
		w.wide, w.tail = p.wide.NewRunning(), p.tail.NewRunning()
		w.memory = tensor.Uninitialised(w.wide.Workspace(p.count))
	}
	return w
}

// Poll is asked from time to time whether the run is to end, and why.
type Poll interface{ Canceled() error }

// Execute computes the results. Numbers of tensors in the description are positions in in. The
// workspace has the size that Workspace says.
func (p *Program) Execute(workspace []byte, out, in []*tensor.Tensor, poll Poll) error {
	switch {
	case p.outputs == 0:
		return nil
	case p.product != nil:
		p.multiply(workspace, out, in)
		return poll.Canceled()
	}
	e := execution{Program: p, out: out, in: in, poll: poll}
	units, each := (p.outputs+rowLanes-1)/rowLanes, rowLanes
	if p.along {
		units, each = p.outputs, 1
	}
	const worthwhile = 1 << 14 // steps of the body
	grain := parallel.Grain(worthwhile, each*min(p.count, 1<<20)*max(1, len(p.Body.Inputs)))
	if !parallel.Share(units, grain, math.MaxInt, &e) {
		e.Chunk(0, 0, units)
	}
	return poll.Canceled()
}

type execution struct {
	*Program
	out, in []*tensor.Tensor
	poll    Poll
}

// Chunk computes some rows of results, or results.
func (e *execution) Chunk(_, lo, hi int) {
	s, w := e.body.states.Take(), e.workers.Take()
	defer e.body.states.Give(s)
	defer e.workers.Give(w)
	defer s.end()
	s.begin(e.in)
	for unit := lo; unit < hi && e.poll.Canceled() == nil; unit++ {
		at := unit * rowLanes
		n := min(rowLanes, e.outputs-at)
		switch {
		case e.along:
			e.one(s, w, unit)
		case !e.reduces():
			e.elements(s, at, n)
		case e.combine != nil:
			e.byBody(s, at, n)
		case e.chain != nil:
			e.products(s, w, at, n)
		default:
			e.folds(s, w, at, n)
		}
	}
}

// bytes is the memory of n elements of a result.
func (e *execution) bytes(result, at, n int) []byte {
	size := e.Results[result].Size()
	return e.out[result].Bytes()[at*size : (at+n)*size]
}

// init is the element from which reductions of a result start; nil for the neutral one.
func (e *execution) init(result int) []byte {
	if e.Inits == nil {
		return nil
	}
	return e.in[e.Inits[result]].Bytes()
}

// elements computes a row of results that nothing reduces, where they are to go if that can be.
func (e *execution) elements(s *state, at, n int) {
	for i := range e.Results {
		s.machine.BindResult(i, e.bytes(i, at, n))
	}
	s.run(e.in, false, at, n, 0)
	for i := range e.Results {
		if !s.machine.Binds(i) {
			copy(e.bytes(i, at, n), s.machine.Result(i))
		}
	}
}

// folds reduces a row of results by a kernel.
func (e *execution) folds(s *state, w *worker, at, n int) {
	running := w.wide
	if n < rowLanes {
		running = w.tail
	}
	running.Start(w.memory, e.init(0))
	for k := range e.count {
		if k&63 == 63 && e.poll.Canceled() != nil {
			break
		}
		s.run(e.in, false, at, n, k)
		running.Add(s.machine.Result(0)[:n*e.Results[0].Size()], 1)
	}
	running.End(e.bytes(0, at, n))
}

// products sums products for a row of results.
func (e *execution) products(s *state, w *worker, at, n int) {
	acc, scratch := w.memory[:w.acc], w.memory[w.acc:]
	e.chain.Start(acc, e.init(0), n)
	for k := range e.count {
		if k&63 == 63 && e.poll.Canceled() != nil {
			break
		}
		s.run(e.in, false, at, n, k)
		e.chain.Each(acc, s.machine.Result(0), s.machine.Result(1), scratch, n)
	}
	e.chain.End(e.bytes(0, at, n), acc, n)
}

// one reduces all points of one result.
func (e *execution) one(s *state, w *worker, at int) {
	acc, scratch := w.memory[:w.acc], w.memory[w.acc:]
	if e.chain != nil {
		e.chain.Start(acc, e.init(0), 1)
	} else {
		w.single.Start(w.memory, e.init(0))
	}
	for k := 0; k < e.count && e.poll.Canceled() == nil; k += rowLanes {
		n := min(rowLanes, e.count-k)
		s.run(e.in, true, k, n, at)
		if e.chain != nil {
			e.chain.Along(acc, s.machine.Result(0), s.machine.Result(1), scratch, n)
		} else {
			w.single.Add(s.machine.Result(0)[:n*e.Results[0].Size()], n)
		}
	}
	if e.chain != nil {
		e.chain.End(e.bytes(0, at, 1), acc, 1)
	} else {
		w.single.End(e.bytes(0, at, 1))
	}
}

// byBody combines by a body for a row of results.
func (e *execution) byBody(s *state, at, n int) {
	c := e.combine.states.Take()
	defer e.combine.states.Give(c)
	c.begin(e.in)
	for i, d := range e.Results {
		if acc := c.machine.Input(i); acc != nil {
			kernel.Repeat(acc[:n*d.Size()], e.init(i))
		}
	}
	results := len(e.Results)
	for k := range e.count {
		if k&63 == 63 && e.poll.Canceled() != nil {
			break
		}
		s.run(e.in, false, at, n, k)
		for i, d := range e.Results {
			if to := c.machine.Input(results + i); to != nil {
				copy(to, s.machine.Result(i)[:n*d.Size()])
			}
		}
		c.machine.RunLanes(n)
		c.machine.NextLanes(n)
	}
	for i, d := range e.Results {
		if acc := c.machine.Input(i); acc != nil {
			copy(e.bytes(i, at, n), acc)
		} else {
			kernel.Repeat(e.bytes(i, at, n)[:n*d.Size()], e.init(i))
		}
	}
}
