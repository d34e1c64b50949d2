package points

import (
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// How rows are shared by workers, and reduced.

// worker is what one goroutine needs.
type worker struct {
	wide, single *kernel.Running
	memory       []byte // of the reduction, or accumulators and scratch of a chain
	acc, scratch int    // bytes of the chain
}

func (p *Program) newWorker() *worker {
	w := &worker{}
	switch {
	case p.chain != nil:
		w.acc, w.scratch = p.chain.Memory(rowLanes)
		w.memory = tensor.Uninitialised(w.acc + w.scratch)
	case p.wide != nil:
		w.wide, w.single = p.wide.NewRunning(), p.single.NewRunning()
		w.memory = tensor.Uninitialised(max(w.wide.Workspace(p.count), w.single.Workspace(p.count)))
	}
	return w
}

// Poll is asked from time to time whether the run is to end, and why.
type Poll func() error

// Execute computes the results. Numbers of tensors in the description are positions in in.
func (p *Program) Execute(out, in []*tensor.Tensor, poll Poll) error {
	if p.outputs == 0 {
		return nil
	}
	e := execution{Program: p, out: out, in: in}
	rows := (p.outputs + rowLanes - 1) / rowLanes
	if p.along() {
		rows = p.outputs
	}
	_ = poll
	if !parallel.Share(rows, 1, parallel.Workers(), &e) {
		e.Chunk(0, 0, rows)
	}
	return nil
}

// along reports whether rows are those of the reduction.
func (p *Program) along() bool {
	return p.reduces() && p.combine == nil && p.outputs < 8
}

type execution struct {
	*Program
	out, in []*tensor.Tensor
}

// Chunk computes some rows of results, or results.
func (e *execution) Chunk(_, lo, hi int) {
	s, w := e.body.states.Take(), e.workers.Take()
	defer e.body.states.Give(s)
	defer e.workers.Give(w)
	s.begin(e.in)
	for row := lo; row < hi; row++ {
		if e.along() {
			e.one(s, w, row)
			continue
		}
		at := row * rowLanes
		n := min(rowLanes, e.outputs-at)
		s.move(0, len(e.kept), at, n)
		switch {
		case !e.reduces():
			s.run(e.in, n)
			for i := range e.Results {
				copy(e.bytes(i, at, n), s.machine.Result(i))
			}
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

// point moves to a point of the reduction, at which the body runs.
func (e *execution) point(s *state, k, n int) {
	s.fix(len(e.kept), len(e.Axes), k, n)
	s.run(e.in, n)
}

// folds reduces a row of results by a kernel.
func (e *execution) folds(s *state, w *worker, at, n int) {
	running := w.wide
	if n < rowLanes {
		r, err := kernel.NewReduction(e.Combiner, e.Results[0], []int{n}, nil)
		if err != nil {
			panic(err)
		}
		running = r.NewRunning()
	}
	running.Start(w.memory, e.init(0))
	for k := range e.count {
		e.point(s, k, n)
		running.Add(s.machine.Result(0)[:n*e.Results[0].Size()], 1)
	}
	running.End(e.bytes(0, at, n))
}

// products sums products for a row of results.
func (e *execution) products(s *state, w *worker, at, n int) {
	acc, scratch := w.memory[:w.acc], w.memory[w.acc:]
	e.chain.Start(acc, e.init(0), n)
	for k := range e.count {
		e.point(s, k, n)
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
	for k := 0; k < e.count; k += rowLanes {
		n := min(rowLanes, e.count-k)
		s.fix(0, len(e.kept), at, n)
		s.move(len(e.kept), len(e.Axes), k, n)
		s.run(e.in, n)
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
		e.point(s, k, n)
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
