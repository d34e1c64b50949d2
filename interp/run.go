package interp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Frame is one activation of a program: its registers, and what all
// activations of one run share.
type Frame struct {
	*run
	program *Program
	regs    []register
	depth   int
	planned *planned         // nil in a run with a pool
	site    *planSite        // of the step that runs
	out     []*tensor.Tensor // its results
	// workspace is that of the step that runs.
	workspace []byte
}

type register struct {
	value *tensor.Tensor
	buf   *buffer // nil when the storage belongs to somebody else
}

// run is what the activations of one run share.
type run struct {
	ctx      *ir.Context
	cancel   context.Context
	pool     *pool  // nil in a run by the plan
	budget   budget // in a run by the plan
	result   *Result
	maxDepth int
	nesting  int     // bodies that are running inside of each other
	limits   *Limits // nil for none
	timed    bool
	events   int // to be kept
	began    time.Time
	times    map[*ir.Op]*OpTime
	fallen   map[*ir.Op]bool // those of result.Fallbacks
	inner    time.Duration   // what ops inside of the running op have taken
	high     int             // the end of what has been used of the arena
	seed     uint64          // of random numbers
	draws    uint64          // of random numbers so far
	poison   bool
	stepped  bool
	counting sync.Mutex // guards times and high while regions run on several workers
}

// Run executes the program. Inputs must match the parameter types.
func (p *Program) Run(inputs []*tensor.Tensor, opt Options) (*Result, error) {
	if err := p.checkInputs(inputs); err != nil {
		return nil, err
	}
	defer parallel.Rest()
	var failed error
	if !opt.NoPlan {
		made, err := p.plan(parallel.Workers())
		if err == nil {
			return p.runPlanned(made, inputs, opt)
		}
		failed = err
	}
	r := newRun(p, opt)
	r.result.Unplanned = failed
	r.pool = newPool(opt.MaxBytes)
	out, err := p.activate(r, inputs, 0)
	r.result.Outputs, r.result.PeakBytes, r.result.PackedBytes = out, r.pool.peak, int(p.module.packed.Load())
	r.result.Times = sortTimes(r.times)
	return r.result, err
}

func newRun(p *Program, opt Options) *run {
	r := &run{
		ctx: p.fn.Context(), cancel: opt.Context, result: &Result{},
		maxDepth: opt.MaxDepth, timed: opt.Times || opt.Events > 0, events: opt.Events, poison: opt.Poison, stepped: opt.Stepped, seed: opt.Seed,
	}
	if r.timed {
		r.times, r.began = map[*ir.Op]*OpTime{}, time.Now()
	}
	if r.maxDepth == 0 {
		r.maxDepth = 10000
	}
	if opt.MaxSteps > 0 {
		r.limits = &Limits{Steps: opt.MaxSteps}
	}
	return r
}

func (p *Program) checkInputs(inputs []*tensor.Tensor) error {
	if len(inputs) != len(p.Inputs) {
		return fmt.Errorf("function @%s takes %d inputs, but got %d", p.Name, len(p.Inputs), len(inputs))
	}
	specs, err := p.inputs()
	if err != nil {
		return err
	}
	for i, t := range inputs {
		if !specs[i].Matches(t) {
			return fmt.Errorf("input #%d of function @%s must be %s, but got %s", i, p.Name, p.Inputs[i], TypeOf(p.fn.Context(), t))
		}
	}
	return nil
}

// inputSpecs are the specs of the parameters.
func (p *Program) inputSpecs() ([]Spec, error) {
	specs := make([]Spec, len(p.Inputs))
	for i, t := range p.Inputs {
		var err error
		if specs[i], err = SpecOf(t); err != nil {
			return nil, fmt.Errorf("input #%d: %w", i, err)
		}
	}
	return specs, nil
}

func (p *Program) activate(r *run, args []*tensor.Tensor, depth int) ([]*tensor.Tensor, error) {
	f := &Frame{run: r, program: p, regs: make([]register, p.regs), depth: depth}
	out, err := p.body.Run(f, args)
	if err != nil {
		return nil, err
	}
	for i := range f.regs {
		f.set(i, nil, nil)
	}
	return out, nil
}

// Call runs another program from within a step, in a frame of its own.
func (f *Frame) Call(p *Program, args []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if f.depth+1 >= f.maxDepth {
		return nil, fmt.Errorf("calls @%s more than %d levels deep", p.Name, f.maxDepth)
	}
	if f.planned != nil {
		return f.callPlanned(p, args)
	}
	return p.activate(f.run, args, f.depth+1)
}

// Report records the outcome of a check.
func (f *Frame) Report(c Check) { f.result.Checks = append(f.result.Checks, c) }

// Draw is called by a kernel that makes random numbers: they are to follow from the seed
// of the run and the number of draws in it before this one. The ops of a run are
// executed one after the other, so that this number is the same in each run.
func (f *Frame) Draw() (seed, draws uint64) {
	f.draws++
	return f.seed, f.draws - 1
}

func (f *Frame) fallBack(b Fallback) {
	if f.fallen[b.Op] {
		return
	}
	if f.fallen == nil {
		f.fallen = map[*ir.Op]bool{}
	}
	f.fallen[b.Op] = true
	f.result.Fallbacks = append(f.result.Fallbacks, b)
}

// reduces notes forms of reductions.
func (f *Frame) reduces(forms []string) {
	if len(forms) == 0 {
		return
	}
	f.counting.Lock()
	defer f.counting.Unlock()
	for _, form := range forms {
		if i, known := slices.BinarySearch(f.result.Reductions, form); !known && form != "" {
			f.result.Reductions = slices.Insert(f.result.Reductions, i, form)
		}
	}
}

// set gives a register a value, dropping what it held.
func (f *Frame) set(r int, t *tensor.Tensor, b *buffer) {
	if f.planned != nil {
		f.regs[r].value = t
		return
	}
	old := f.regs[r].buf
	f.regs[r] = register{t, b}
	f.pool.release(old)
}

// share is what another register needs to hold the same storage.
func (r register) share() *buffer {
	if r.buf != nil {
		r.buf.refs++
	}
	return r.buf
}

// maxNesting bounds the stack: a function of deeply nested regions that calls
// itself gets there before it has made too many calls. A level has 3.2 KiB of the
// half a gibibyte that a stack may grow to, which is enough with the race
// detector, too, and there are more levels than a file may have.
const maxNesting = 160_000

// Canceled is why the run must end, or nil: what takes long asks it from time to time.
func (f *Frame) Canceled() error { return f.canceled() }

// canceled is why the run must end, or nil.
func (r *run) canceled() error {
	if r.cancel == nil {
		return nil
	}
	return r.cancel.Err()
}

// Run executes a region with the entry block's arguments bound to args, and
// returns the operands of the terminator that ends it. The results may share
// storage with args and with values defined outside.
func (b *Body) Run(f *Frame, args []*tensor.Tensor) ([]*tensor.Tensor, error) {
	var last *instr
	var err error
	if f.planned != nil {
		if err = b.check(len(args)); err != nil || len(b.blocks) == 0 {
			return nil, err
		}
		for i, r := range b.blocks[0].args {
			f.regs[r].value = args[i]
		}
		last, err = b.execute(f)
	} else {
		last, err = b.run(f, borrow(args))
	}
	if err != nil || last == nil {
		return nil, err
	}
	return f.leave(last), nil
}

// check fails for a number of arguments that the region does not take.
func (b *Body) check(args int) error {
	if len(b.blocks) > 0 && args != len(b.blocks[0].args) {
		return fmt.Errorf("a region with %d arguments was given %d", len(b.blocks[0].args), args)
	}
	return nil
}

// run executes a region up to the terminator that ends it, nil where a region
// needs none. The arguments' references to storage are taken over.
func (b *Body) run(f *Frame, args []register) (last *instr, err error) {
	if err := b.check(len(args)); err != nil || len(b.blocks) == 0 {
		return nil, err
	}
	for i, a := range args {
		f.set(b.blocks[0].args[i], a.value, a.buf)
	}
	return b.execute(f)
}

// execute runs the blocks of a region whose arguments are set.
func (b *Body) execute(f *Frame) (last *instr, err error) {
	cur := b.blocks[0]
	if f.nesting++; f.nesting > maxNesting {
		return nil, fmt.Errorf("regions and calls nest more than %d levels deep", maxNesting)
	}
	defer func() { f.nesting-- }()
	for {
		if err := f.canceled(); err != nil {
			return nil, err
		}
		if f.limits != nil {
			if err := f.limits.block(cur); err != nil {
				return nil, err
			}
		}
		last, err := f.block(cur)
		if err != nil || last == nil || last.returns {
			return last, err
		}
		if cur, err = f.jump(last); err != nil {
			return nil, err
		}
	}
}

// block executes the instructions of b and returns the terminator.
func (f *Frame) block(b *block) (*instr, error) {
	for i, r := range b.args {
		if !b.types[i].Matches(f.regs[r].value) {
			return nil, fmt.Errorf("block argument #%d gets a value of type '%s' at run time, but its type is '%s'", i, TypeOf(f.ctx, f.regs[r].value), b.types[i].ownType(f.ctx))
		}
	}
	if f.planned == nil {
		for _, r := range b.unused {
			f.set(r, nil, nil)
		}
	}
	for _, in := range b.code {
		if in.returns || in.choose != nil {
			return in, nil
		}
		if in.value != nil {
			f.set(in.out[0], in.value, nil)
			f.release(in)
			continue
		}
		if err := f.exec(in); err != nil {
			return nil, at(in.op, err)
		}
		if err := f.canceled(); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// at adds the position of the op to an error that has none.
func at(o *ir.Op, err error) error {
	var d *ir.Diag
	if errors.As(err, &d) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return ir.Errorf(o.Loc(), "'%s' op %s", o.Name(), err)
}

// leave collects the results of a region. Their storage escapes: the caller
// holds it from now on.
func (f *Frame) leave(in *instr) []*tensor.Tensor {
	if f.planned != nil {
		return f.leavePlanned(in)
	}
	out := make([]*tensor.Tensor, len(in.in))
	for i, r := range in.in {
		out[i] = f.regs[r].value
		if b := f.regs[r].buf; b != nil {
			b.escaped = true
		}
	}
	f.release(in)
	return out
}

func (f *Frame) jump(in *instr) (*block, error) {
	if f.planned != nil {
		return f.jumpPlanned(in)
	}
	k, err := in.choose(in.op, f.values(in.in))
	if err != nil {
		return nil, at(in.op, err)
	}
	t := in.targets[k]
	// All sources are read before any target is written: a block may pass its
	// own arguments in another order.
	next := make([]register, len(t.args))
	for i, r := range t.args {
		next[i] = register{f.regs[r].value, f.regs[r].share()}
	}
	f.release(in)
	for i, r := range t.block.args {
		f.set(r, next[i].value, next[i].buf)
	}
	return t.block, nil
}

func (f *Frame) release(in *instr) {
	if f.planned != nil {
		return
	}
	for _, r := range in.dies {
		f.set(r, nil, nil)
	}
}

func (f *Frame) values(regs []int) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(regs))
	for i, r := range regs {
		out[i] = f.regs[r].value
	}
	return out
}

func (f *Frame) exec(in *instr) error {
	if f.planned != nil {
		return f.execPlanned(in)
	}
	args := f.values(in.in)
	step, storage, specs, reuse := in.step, &in.storage, in.specs, in.reuse
	if in.resolve != nil {
		made, site, err := in.resolve.at(f.ctx, args, f.pool.budget.max)
		if err != nil {
			return err
		}
		step, storage, specs, reuse = made, &site.Storage, site.Out, nil
	}
	if step.Fallback != "" {
		f.fallBack(Fallback{in.op, step.Fallback})
	}
	if f.timed {
		f.reduces(step.Reductions)
		defer f.clock(in.op)()
	}
	var err error
	switch {
	case storage.Views != nil:
		err = f.views(in, storage.Views, specs)
	case storage.Handed:
		err = f.handed(in, &step, storage, specs, args)
	default:
		err = f.step(in, &step, storage, specs, reuse, args)
	}
	if err != nil {
		return err
	}
	f.release(in)
	return nil
}

// views gives the results of an op that moves nothing.
func (f *Frame) views(in *instr, views []analysis.View, specs []Spec) error {
	for i, s := range specs {
		src := f.regs[in.in[views[i].Operand]]
		t, err := view(views[i], s, src.value)
		if err != nil {
			return err
		}
		f.set(in.out[i], t, src.share())
	}
	return nil
}

// wrongResult says that o made a result that its type excludes.
func (f *Frame) wrongResult(o *ir.Op, i int, made *tensor.Tensor) error {
	return fmt.Errorf("makes a result #%d of type '%s' at run time, but its type is '%s'", i, TypeOf(f.ctx, made), o.Result(i).Type())
}

// handed runs a step that sets the results itself.
func (f *Frame) handed(in *instr, step *Step, storage *analysis.Storage, specs []Spec, args []*tensor.Tensor) error {
	// What a body is given or gives back may be referenced from anywhere.
	for _, r := range in.in {
		if b := f.regs[r].buf; b != nil {
			b.escaped = true
		}
	}
	out := make([]*tensor.Tensor, len(in.out))
	if err := step.execute(f, storage, out, args); err != nil {
		return err
	}
	for i, r := range in.out {
		if !specs[i].Matches(out[i]) {
			return f.wrongResult(in.op, i, out[i])
		}
		f.set(r, out[i], nil)
	}
	return nil
}

// step gives the results storage and runs a step that writes them.
func (f *Frame) step(in *instr, step *Step, storage *analysis.Storage, specs []Spec, reuse []analysis.Taking, args []*tensor.Tensor) error {
	out, bufs := make([]*tensor.Tensor, len(in.out)), make([]*buffer, len(in.out))
	for i, s := range specs {
		size, err := s.bytes()
		if err != nil {
			return err
		}
		if bufs[i] = f.takeOver(in, reuse, i, size); bufs[i] == nil {
			if bufs[i], err = f.pool.get(size); err != nil {
				return err
			}
		}
		out[i] = tensor.Wrap(s.DType, s.Shape, bufs[i].data)
	}
	if err := step.execute(f, storage, out, args); err != nil {
		return err
	}
	for i, r := range in.out {
		f.set(r, out[i], bufs[i])
	}
	return nil
}

// takeOver finds an operand that dies here, whose storage nobody shares and the
// result may take over.
func (f *Frame) takeOver(in *instr, reuse []analysis.Taking, result, size int) *buffer {
	for _, t := range reuse {
		if t.Result != result {
			continue
		}
		if r := f.regs[in.in[t.Operand]]; r.buf != nil && r.buf.refs == 1 && !r.buf.escaped && len(r.value.Bytes()) == size {
			b := r.buf
			b.refs++ // the dying operand gives its reference back afterwards
			return b
		}
	}
	return nil
}
