package interp

import (
	"unsafe"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// planned is a frame in memory: what one activation of a program has at a time,
// and the next one finds. A function that is not recursive is active once at most,
// so that all its activations in a run share one.
type planned struct {
	plan    *plan
	frame   Frame
	arena   []byte          // of the run
	base    int             // of the frame in it
	headers []tensor.Tensor // by register
	// in and out are the operands and the results of instructions, by instr.id.
	in, out [][]*tensor.Tensor
	// handedOver is what steps set whose results come from regions or calls.
	handedOver [][]*tensor.Tensor
	// handed are the results of a region that runs for each element, by the
	// instruction that ends it; the first and the second half take turns.
	handed map[int][]*tensor.Tensor
	turn   map[int]bool
	// results are where the caller wants them.
	results       [][]byte
	passed, taken []*tensor.Tensor // by a branch
	forms         []loopForm       // by number in plan.forms
	bound         []int            // registers that lie in results
	fixed         bool             // the others lie where base says
	all           map[*plan]*planned
}

// newPlanned makes the frame of a program, and those of what it calls.
func newPlanned(p *plan, all map[*plan]*planned) *planned {
	s := &planned{
		plan: p, headers: make([]tensor.Tensor, len(p.regs)), all: all,
		in: make([][]*tensor.Tensor, len(p.sites)), out: make([][]*tensor.Tensor, len(p.sites)), handedOver: make([][]*tensor.Tensor, len(p.sites)),
		results: make([][]byte, len(p.program.Results)),
	}
	all[p] = s
	s.frame = Frame{program: p.program, regs: make([]register, len(p.regs)), planned: s}
	for _, e := range p.forms {
		s.forms = append(s.forms, loopForm{extent: e})
	}
	operands := 0
	for _, in := range p.program.code {
		operands += len(in.in) + len(in.out)
	}
	list := make([]*tensor.Tensor, operands)
	for r := range p.regs {
		at := &p.regs[r]
		s.headers[r] = tensor.Unbound(at.spec.DType, at.spec.Shape)
		if at.placed {
			s.frame.regs[r].value = &s.headers[r]
		}
		if at.placed && at.result >= 0 {
			s.bound = append(s.bound, r)
		}
	}
	for _, in := range p.program.code {
		s.in[in.id], list = list[:len(in.in):len(in.in)], list[len(in.in):]
		s.out[in.id], list = list[:len(in.out):len(in.out)], list[len(in.out):]
		for i, r := range in.out {
			s.out[in.id][i] = &s.headers[r]
		}
		if in.storage.Handed {
			s.handedOver[in.id] = make([]*tensor.Tensor, len(in.out))
		}
		site := &p.sites[in.id]
		for i := range site.handover {
			spec := p.regs[in.in[i%len(in.in)]].spec
			t := tensor.Unbound(spec.DType, spec.Shape)
			if s.handed == nil {
				s.handed, s.turn = map[int][]*tensor.Tensor{}, map[int]bool{}
			}
			s.handed[in.id] = append(s.handed[in.id], &t)
		}
		if callee := site.callee; callee != nil && all[callee] == nil {
			newPlanned(callee, all)
		}
	}
	return s
}

// bind lets the frame lie in the arena of a run from base on, and the results of
// the function where s.results says.
func (s *planned) bind(run *run, arena []byte, base int) {
	s.frame.run = run
	for _, r := range s.bound {
		at := &s.plan.regs[r]
		s.headers[r].Rebase(s.results[at.result][at.offset:])
	}
	if s.fixed && s.base == base && unsafe.SliceData(arena) == unsafe.SliceData(s.arena) {
		return
	}
	s.arena, s.base, s.fixed = arena, base, true
	for r := range s.plan.regs {
		if at := &s.plan.regs[r]; at.placed && at.result < 0 {
			s.headers[r].Rebase(s.bytes(extent{at.offset, at.size}))
		}
	}
	for id, list := range s.handed {
		for i, t := range list {
			t.Rebase(s.bytes(s.plan.sites[id].handover[i]))
		}
	}
}

// bytes is a part of the frame.
func (s *planned) bytes(e extent) []byte {
	if e.size == 0 {
		return nil
	}
	first := s.base + e.offset
	return s.arena[first : first+e.size : first+e.size]
}

// forget drops what belongs to others, so that a frame that waits keeps nothing of
// them alive.
func (s *planned) forget() {
	for _, r := range s.bound {
		s.headers[r].Unbind()
	}
	for r := range s.plan.regs {
		if !s.plan.regs[r].placed {
			s.headers[r].Unbind()
			s.frame.regs[r].value = nil
		}
	}
	clear(s.results)
	for i := range s.forms {
		s.forms[i].form = nil
	}
	for _, list := range s.in {
		clear(list)
	}
	s.frame.run = nil
}

// execPlanned runs an instruction.
func (f *Frame) execPlanned(in *instr) error {
	s := f.planned
	site := &s.plan.sites[in.id]
	args, out := s.in[in.id], s.out[in.id]
	for i, r := range in.in {
		args[i] = f.regs[r].value
	}
	if in.step.Fallback != "" {
		f.fallBack(Fallback{in.op, in.step.Fallback})
	}
	if f.timed {
		f.reduces(in.step.Reductions)
		defer f.clock(in.op)()
	}
	f.high = max(f.high, s.base+site.high)
	for _, n := range site.begins {
		s.forms[n].round = 0
	}
	if views := in.storage.Views; views != nil {
		for i, r := range in.out {
			if !s.plan.regs[r].placed {
				s.headers[r].Rebase(args[views[i].Operand].Bytes()[views[i].Offset:])
				f.regs[r].value = out[i]
			}
		}
	} else {
		workspace, current, results := f.workspace, f.site, f.out
		f.workspace, f.site, f.out = s.bytes(site.workspace), site, out
		set := out
		if in.storage.Handed {
			set = s.handedOver[in.id]
		}
		err := in.step.execute(f, &in.storage, set, args)
		f.workspace, f.site, f.out = workspace, current, results
		if err != nil {
			return err
		}
		for i, r := range in.out {
			if !s.plan.regs[r].placed { // a view of nothing
				f.regs[r].value = out[i]
			}
		}
		if in.storage.Handed {
			for i, t := range set {
				if !in.specs[i].Matches(t) {
					return f.wrongResult(in.op, i, t)
				}
			}
			move(out, set, s.bytes(site.stage))
			clear(set)
		}
	}
	if f.poison {
		for _, e := range site.deaths {
			poison(s.bytes(e))
		}
	}
	return nil
}

// poison fills storage with NaNs that are large as integers, too.
func poison(b []byte) {
	for i := range b {
		b[i] = 0xFF
	}
}

// move copies values into others of the same types, all at once: a value that lies
// where something else is copied to is put on the stage before.
func move(to, from []*tensor.Tensor, stage []byte) {
	free := stage
	for i := range to {
		if len(stage) > 0 && mustStage(to, from[i], i) {
			free = free[Aligned(copy(free, from[i].Bytes())):]
		}
	}
	for i, t := range to {
		if !sameBytes(t, from[i]) && (len(stage) == 0 || !mustStage(to, from[i], i)) {
			copy(t.Bytes(), from[i].Bytes())
		}
	}
	if len(free) == len(stage) {
		return
	}
	for i, t := range to {
		if staged := stage; mustStage(to, from[i], i) {
			stage = stage[Aligned(copy(t.Bytes(), staged)):]
		}
	}
}

// mustStage reports whether a value, which is to go to place i, lies in another one
// that is written.
func mustStage(to []*tensor.Tensor, v *tensor.Tensor, i int) bool {
	for k, t := range to {
		if k != i && overlap(t.Bytes(), v.Bytes()) {
			return true
		}
	}
	return !sameBytes(to[i], v) && overlap(to[i].Bytes(), v.Bytes())
}

func sameBytes(a, b *tensor.Tensor) bool {
	return unsafe.SliceData(a.Bytes()) == unsafe.SliceData(b.Bytes())
}

func overlap(a, b []byte) bool {
	x, y := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return len(a) > 0 && len(b) > 0 && x < y+uintptr(len(b)) && y < x+uintptr(len(a))
}

// Aligned is a size rounded up to the alignment of storage.
func Aligned(n int) int { return int(lifetimes.Rounded(int64(n))) }

// jumpPlanned passes what a branch passes to the arguments of a block, which have
// storage of their own.
func (f *Frame) jumpPlanned(in *instr) (*block, error) {
	s := f.planned
	args := s.in[in.id]
	for i, r := range in.in {
		args[i] = f.regs[r].value
	}
	k, err := in.choose(in.op, args)
	if err != nil {
		return nil, at(in.op, err)
	}
	t := &in.targets[k]
	site := &s.plan.sites[in.id]
	f.high = max(f.high, s.base+site.high)
	from, to := s.passed[:0], s.taken[:0]
	for i, r := range t.args {
		arg := t.block.args[i]
		from, to = append(from, f.regs[r].value), append(to, f.regs[arg].value)
		if at := &s.plan.regs[arg]; at.result < 0 {
			f.high = max(f.high, s.base+at.offset+Aligned(at.size))
		}
	}
	s.passed, s.taken = from, to
	move(to, from, s.bytes(site.stage))
	return t.block, nil
}

// leavePlanned collects the results of a region. They stay until it runs again; if
// it runs for each element, one run longer.
func (f *Frame) leavePlanned(in *instr) []*tensor.Tensor {
	s := f.planned
	out := s.in[in.id]
	for i, r := range in.in {
		out[i] = f.regs[r].value
	}
	list := s.handed[in.id]
	if list == nil {
		return out
	}
	if list = list[:len(out)]; s.turn[in.id] {
		list = s.handed[in.id][len(out):]
	}
	s.turn[in.id] = !s.turn[in.id]
	f.high = max(f.high, s.base+s.plan.sites[in.id].high)
	for i, t := range list {
		copy(t.Bytes(), out[i].Bytes())
	}
	return list
}

// callPlanned runs another program; what it returns is made in the results of the
// step, where it can be.
func (f *Frame) callPlanned(p *Program, args []*tensor.Tensor) ([]*tensor.Tensor, error) {
	caller := f.planned
	s := caller.all[f.site.callee]
	for i, t := range f.out {
		s.results[i] = t.Bytes()
	}
	s.bind(f.run, caller.arena, caller.base+f.site.base)
	s.frame.depth = f.depth + 1
	return p.body.Run(&s.frame, args)
}

// withoutForms is a plan that takes less memory as no operand is packed for the rounds of a loop;
// nil if there is none.
func (p *Program) withoutForms(made *plan) *plan {
	if !made.packs() {
		return nil
	}
	bare, err := p.plan(parallel.Workers(), true)
	if err != nil {
		return nil
	}
	return bare
}

// runPlanned executes the program by a plan.
func (p *Program) runPlanned(made *plan, inputs []*tensor.Tensor, opt Options) (*Result, error) {
	s := p.take(made)
	given := 0
	results := make([][]byte, len(made.results))
	for i, size := range made.results {
		if b := opt.result(i, size); b != nil && made.mayOverwrite(i, b, inputs) {
			results[i] = b
		}
		if size > 0 && results[i] != nil {
			given += Aligned(size)
		}
	}
	if err := made.fits(opt.MaxBytes, given, s != nil); err != nil {
		if bare := p.withoutForms(made); bare != nil {
			return p.runPlanned(bare, inputs, opt)
		}
		return nil, err
	}
	if s == nil {
		s = newPlanned(made, map[*plan]*planned{})
		s.arena = tensor.Uninitialised(int(made.frame.Arena))
	}
	r := newRun(p, opt)
	r.budget.max = opt.MaxBytes
	for i, size := range made.results {
		if s.results[i] = results[i]; size > 0 && s.results[i] == nil {
			s.results[i] = tensor.Uninitialised(size)
		}
	}
	s.bind(r, s.arena, 0)
	s.frame.depth = 0
	values, err := p.body.Run(&s.frame, inputs)
	r.result.PeakBytes, r.result.PackedBytes = r.high+int(made.frame.Results), int(p.module.packed.Load())
	r.result.Times = sortTimes(r.times)
	if err == nil {
		r.result.Outputs = s.handOut(values)
	}
	for _, each := range s.all {
		each.forget()
	}
	p.give(s)
	return r.result, err
}

// result is where the caller wants result i, of that size; nil for anywhere.
func (opt *Options) result(i, size int) []byte {
	if i >= len(opt.Results) || opt.Results[i] == nil || len(opt.Results[i].Bytes()) != size {
		return nil
	}
	return opt.Results[i].Bytes()
}

// handOut makes tensors of the results of the function: what is in the arena is
// copied, what is borrowed stays where it is.
func (s *planned) handOut(values []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(values))
	for i, v := range values {
		bytes := v.Bytes()
		if overlap(bytes, s.arena) {
			bytes = tensor.Uninitialised(len(bytes))
			copy(bytes, v.Bytes())
		}
		out[i] = tensor.Wrap(v.DType(), v.Shape(), bytes)
	}
	return out
}
