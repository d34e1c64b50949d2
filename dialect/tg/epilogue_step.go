package tg

import (
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// productsPerStep is how many products a contraction computes in a step of work.
const productsPerStep = 4

// contractionStorage has the workspace of a contraction, and how it packs operands, unless there
// was an error, which the verifier or the kernel tells.
func contractionStorage(c contract.Contraction, err error) analysis.Storage {
	if err != nil {
		return analysis.Storage{}
	}
	return analysis.Storage{Workspace: c.Workspace(), Packs: func(kept []bool) (packs []analysis.Pack) {
		for i, p := range c.Packings(contract.Operands(kept[:2])) {
			if p.Bytes > 0 {
				packs = append(packs, analysis.Pack{Operand: i, Bytes: p.Bytes, Layout: p.Layout})
			}
		}
		return packs
	}}
}

// contractionRun is a contraction in a program, some of whose operands have forms that the program
// keeps.
type contractionRun struct {
	packed, plain contract.Func // plain if no form may be missing
	forms         [2]*interp.Form
}

func newContractionRun(s *interp.Site, c contract.Contraction) (r contractionRun, err error) {
	var packings [2]contract.Packing
	if r.packed, packings, err = c.ResolveGiven(contract.Operands{s.Keeps(0), s.Keeps(1)}); err != nil {
		return r, err
	}
	for i, p := range packings {
		if p.Bytes > 0 {
			r.forms[i] = s.Form(i, p.Bytes, p.Packed)
			if r.forms[i].Varies() && r.plain == nil {
				r.plain, err = c.Resolve()
			}
		}
	}
	return r, err
}

func (r *contractionRun) run(f *interp.Frame, out *tensor.Tensor, in []*tensor.Tensor, done func(lo, hi int)) {
	run, lhs, rhs := r.packed, in[0], in[1]
	if form := r.forms[0]; form != nil {
		lhs = form.Of(f, lhs)
	}
	if form := r.forms[1]; form != nil {
		rhs = form.Of(f, rhs)
	}
	if lhs == nil || rhs == nil {
		run, lhs, rhs = r.plain, in[0], in[1]
	}
	run(f.Workspace(), out, lhs, rhs, done)
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
	r, err := newContractionRun(s, c)
	if err != nil {
		return interp.Step{}, err
	}
	var e epilogue
	if err := e.resolve(s); err != nil {
		return interp.Step{}, err
	}
	work := interp.WorkOf(shapes.Product(s.Out[0].Shape), depth) / productsPerStep
	return interp.Step{Work: work, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		if e.onBlocks() {
			b := e.blocks(out[0], in)
			r.run(f, out[0], in, b.done)
			b.release()
		} else {
			r.run(f, out[0], in, nil)
		}
		if e.activateAll != nil {
			e.activateAll(out[0], out[0])
		}
		return nil
	}}, nil
}

// epilogue is what happens to the results of a contraction.
type epilogue struct {
	size int // of an element, in bytes
	// add and activate work on blocks; nil for nothing to do.
	add         func(out, a, b []byte)
	activate    func(out, x []byte)
	activateAll kernel.Unary
	bias        biasRuns
}

func (e *epilogue) resolve(s *interp.Site) error {
	result := s.Out[0]
	e.size = result.DType.Size()
	if len(s.In) > 2 {
		add, err := kernel.BinaryBlocks("add", result.DType)
		if err != nil {
			return err
		}
		e.add, e.bias = add.Binary, newBiasRuns(result.Shape, s.In[2].Shape)
	}
	a := s.Op.Attr("activation")
	if a == nil {
		return nil
	}
	activate, err := kernel.UnaryBlocks(a.Text(), result.DType)
	if err == nil && activate.Costly {
		e.activateAll, err = kernel.ResolveUnary(a.Text(), result.DType)
	} else {
		e.activate = activate.Unary
	}
	return err
}

func (e *epilogue) onBlocks() bool { return e.add != nil || e.activate != nil }

// blockRun is the epilogue of one run on blocks of its result, kept for the next
// so that a run allocates nothing.
type blockRun struct {
	*epilogue
	out, bias []byte
	runs      biasRuns
	done      func(lo, hi int)  // apply
	copies    [longRun * 8]byte // of a short bias
}

var blockRuns = parallel.Spares[blockRun]{New: func() *blockRun {
	r := new(blockRun)
	r.done = r.apply
	return r
}}

// blocks prepares what is to be done to ranges of elements of out.
func (e *epilogue) blocks(out *tensor.Tensor, in []*tensor.Tensor) *blockRun {
	r := blockRuns.Take()
	r.epilogue, r.out, r.runs = e, out.Bytes(), e.bias
	if e.add != nil {
		r.bias = in[2].Bytes()
		if n := r.runs.copies(out.Len()); n > 1 {
			copies := r.copies[:0]
			for range n {
				copies = append(copies, r.bias...)
			}
			r.bias = copies
			r.runs.length *= n
		}
	}
	return r
}

// release lets go of the result and the bias.
func (r *blockRun) release() {
	r.epilogue, r.out, r.bias, r.runs = nil, nil, nil, biasRuns{}
	blockRuns.Give(r)
}

// apply does it to elements [lo, hi).
func (r *blockRun) apply(lo, hi int) {
	e := r.epilogue
	if e.add != nil {
		e.addBias(r.out, r.bias, &r.runs, lo, hi)
	}
	if e.activate != nil {
		block := r.out[lo*e.size : hi*e.size]
		e.activate(block, block)
	}
}

// biasRuns says how a bias lies along a result: along runs of consecutive
// elements of the result it either follows them or stays the same.
type biasRuns struct {
	length  int // of a run
	follows bool
	// outer are the dimensions that count runs, the innermost last, with what one
	// step along each moves in the bias.
	outer []biasDim
}

type biasDim struct{ extent, step int }

// newBiasRuns takes shapes of which the second broadcasts to the first.
func newBiasRuns(result, bias []int) biasRuns {
	lead := len(result) - len(bias)
	steps := make([]int, len(result))
	for d, step := range shapes.Strides(bias) {
		if bias[d] > 1 {
			steps[lead+d] = step
		}
	}
	r := biasRuns{length: 1}
	d := len(result) - 1
	for ; d >= 0; d-- {
		n := result[d]
		if n != 1 {
			follows := steps[d] != 0
			if r.length > 1 && follows != r.follows {
				break
			}
			r.follows = follows
		}
		r.length *= n
	}
	for ; d >= 0; d-- {
		if result[d] != 1 {
			r.outer = append([]biasDim{{result[d], steps[d]}}, r.outer...)
		}
	}
	return r
}

// longRun is a number of elements that makes the start of a loop count for
// nothing.
const longRun = 1024

// copies is how many copies of the bias make runs long enough for a result of n
// elements: one where runs are long, or few, or not alike.
func (r *biasRuns) copies(n int) int {
	for _, d := range r.outer {
		if d.step != 0 {
			return 1
		}
	}
	if !r.follows || r.length >= longRun/2 || n < 4*longRun {
		return 1
	}
	return longRun / r.length
}

// at is where in the bias run number i begins.
func (r *biasRuns) at(i int) int {
	at := 0
	for d := len(r.outer) - 1; d >= 0; d-- {
		at += i % r.outer[d].extent * r.outer[d].step
		i /= r.outer[d].extent
	}
	return at
}

// copiesAtOnce is how many copies of an element of a bias are added at once.
const copiesAtOnce = 256

var copiesPool = sync.Pool{New: func() any { return new([copiesAtOnce * 16]byte) }}

// addBias adds the bias, which lies along data in runs, to elements [lo, hi).
func (e *epilogue) addBias(data, bias []byte, r *biasRuns, lo, hi int) {
	for lo < hi {
		run := lo / r.length
		end := min(hi, (run+1)*r.length)
		block, at := data[lo*e.size:end*e.size], r.at(run)*e.size
		if r.follows {
			from := at + (lo-run*r.length)*e.size
			e.add(block, block, bias[from:from+len(block)])
		} else {
			e.addElement(block, bias[at:at+e.size])
		}
		lo = end
	}
}

// addElement adds one element of a bias to all of block.
func (e *epilogue) addElement(block, element []byte) {
	buffer := copiesPool.Get().(*[copiesAtOnce * 16]byte)
	copies := buffer[:min(copiesAtOnce*e.size, len(block))]
	for n := copy(copies, element); n < len(copies); n *= 2 {
		copy(copies[n:], copies[:n])
	}
	for len(block) > 0 {
		n := min(len(block), len(copies))
		e.add(block[:n], block[:n], copies[:n])
		block = block[n:]
	}
	copiesPool.Put(buffer)
}
