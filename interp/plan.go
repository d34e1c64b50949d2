package interp

import (
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
)

// A run by the plan: everything that a program computes has its place in one
// arena before it runs, and tensors are headers over it that are made once. A
// step allocates nothing, counts no references and asks no pool.

// plan is where a program puts what it computes.
type plan struct {
	program *Program
	frame   *lifetimes.Frame
	regs    []place    // by register
	sites   []planSite // by instr.id
	forms   []extent   // of operands, for the rounds of loops
	results []int      // the bytes of each result of the function that is made in its place
	givenUp map[givenUp]bool
}

// place is where a register lies: at an offset of the frame, or of a result of the
// function. What is borrowed is not placed.
type place struct {
	spec   Spec
	offset int
	size   int
	result int // -1 for none
	placed bool
}

// extent is a part of a frame.
type extent struct{ offset, size int }

// planSite is what an instruction needs of a frame besides its results.
type planSite struct {
	workspace, stage extent
	handover         []extent // of a terminator: see lifetimes.Extra
	callee           *plan
	base             int // of the frame of the callee
	rounds           []roundPlace
	forms            []operandForm
	begins           []int // forms that are made anew when the loop begins
	high             int   // the end of what it uses
	// deaths are what dies here: a run with Poison overwrites it.
	deaths []extent
}

// roundPlace is a register that lies in a result of a loop, where the round that runs has
// its place; offset is from where the round begins.
type roundPlace struct{ register, result, offset int }

// operandForm is the form that an operand has in the rounds of a loop.
type operandForm struct{ operand, form int }

// plans are the plan of a program, and what waits for its next run.
type plans struct {
	mu      sync.Mutex
	made    bool
	workers int
	bare    bool // without forms of operands for the rounds of loops
	current *plan
	failed  error // why there is none
	idle    *planned
}

// Frame is how the values of the program lie in storage when loops are run by so
// many workers. The error is a *lifetimes.Unplanned where only a run knows: extents
// are dynamic, or calls recursive.
func (p *Program) Frame(workers int) (*lifetimes.Frame, error) {
	made, err := p.plan(workers, false)
	if err != nil {
		return nil, err
	}
	return made.frame, nil
}

// plan is the plan for so many workers; a bare one has no forms of operands for the rounds of
// loops.
func (p *Program) plan(workers int, bare bool) (*plan, error) {
	p.plans.mu.Lock()
	defer p.plans.mu.Unlock()
	if p.plans.made && p.plans.workers == workers && p.plans.bare == bare {
		return p.plans.current, p.plans.failed
	}
	options := lifetimes.RunOptions(p.fn, workers)
	if bare {
		options.Bare, options.Text = true, false
	}
	m := &planMaker{lifetimes.NewPlanner(options), p.module, map[*Program]*plan{}}
	made, err := m.plan(p)
	p.plans.made, p.plans.workers, p.plans.bare, p.plans.current, p.plans.failed, p.plans.idle = true, workers, bare, made, err, nil
	return made, err
}

// take is a frame in memory for a run, that of the last run if there is one.
func (p *Program) take(made *plan) *planned {
	p.plans.mu.Lock()
	defer p.plans.mu.Unlock()
	if s := p.plans.idle; s != nil && s.plan == made {
		p.plans.idle = nil
		return s
	}
	return nil
}

// give keeps a frame for the next run.
func (p *Program) give(s *planned) {
	p.plans.mu.Lock()
	defer p.plans.mu.Unlock()
	if s.plan == p.plans.current {
		p.plans.idle = s
	}
}

// planMaker makes the plans of programs that call each other.
type planMaker struct {
	planner *lifetimes.Planner
	module  *Module
	made    map[*Program]*plan
}

func (m *planMaker) plan(p *Program) (*plan, error) {
	if done := m.made[p]; done != nil {
		return done, nil
	}
	frame, err := m.planner.Frame(p.fn)
	if err != nil {
		return nil, err
	}
	made := &plan{program: p, frame: frame, sites: make([]planSite, len(p.code)), regs: make([]place, p.regs), results: make([]int, len(p.Results))}
	for v, r := range p.values {
		if err := made.register(v, r); err != nil {
			return nil, err
		}
	}
	numbers := make(map[*ir.Op]int, len(p.code))
	for _, in := range p.code {
		numbers[in.op] = in.id
		if err := m.site(made, in); err != nil {
			return nil, err
		}
	}
	for v, r := range p.values {
		made.round(v, r, numbers)
	}
	made.placeForms(numbers)
	made.kill(numbers)
	m.made[p] = made
	return made, nil
}

// register notes where a value lies.
func (p *plan) register(v *ir.Value, r int) error {
	spec, err := SpecOf(v.Type())
	if err != nil {
		return err
	}
	size, err := spec.bytes()
	if err != nil {
		return err
	}
	at := p.frame.Place(v)
	p.regs[r] = place{spec: spec, size: size, result: -1, offset: int(at.Offset), placed: at.Buffer != lifetimes.Borrowed}
	if !p.regs[r].placed {
		return nil
	}
	if b := &p.frame.Buffers[at.Buffer]; b.Class == lifetimes.Result {
		p.regs[r].result = int(b.Result)
		p.results[b.Result] = int(b.Size)
	} else {
		p.regs[r].offset += int(max(p.frame.Offsets[at.Buffer], 0))
	}
	return nil
}

// round notes at a loop that a value lies where each round has its place in a result.
func (p *plan) round(v *ir.Value, r int, numbers map[*ir.Op]int) {
	to := p.frame.Collector(v)
	if to == nil {
		return
	}
	s := &p.sites[numbers[to.Def()]]
	s.rounds = append(s.rounds, roundPlace{r, to.Index(), int(p.frame.Place(v).Offset - p.frame.Place(to).Offset)})
}

// extent is where a buffer lies; the zero value for none.
func (p *plan) extent(buffer int32) extent {
	if buffer < 0 || p.frame.Offsets[buffer] < 0 {
		return extent{}
	}
	return extent{int(p.frame.Offsets[buffer]), int(p.frame.Buffers[buffer].Size)}
}

func (m *planMaker) site(p *plan, in *instr) error {
	s := &p.sites[in.id]
	for _, v := range in.op.Results() {
		if b := p.frame.Place(v).Buffer; b != lifetimes.Borrowed {
			e := p.extent(b)
			s.high = max(s.high, e.offset+Aligned(e.size))
		}
	}
	x, needs := p.frame.ExtraOf(in.op)
	if !needs {
		return nil
	}
	s.workspace, s.stage = p.extent(x.Workspace), p.extent(x.Stage)
	for _, n := range x.Handover {
		s.handover = append(s.handover, p.extent(n))
	}
	for _, e := range append([]extent{s.workspace, s.stage}, s.handover...) {
		s.high = max(s.high, e.offset+Aligned(e.size))
	}
	callee := p.frame.Callee(in.op)
	if callee == nil {
		return nil
	}
	program, err := m.module.Program(ir.SymbolName(callee.Func))
	if err != nil {
		return err
	}
	s.base = p.extent(x.Callee).offset
	s.callee, err = m.plan(program)
	return err
}

// placeForms notes where operands are packed, and which loops begin with that.
func (p *plan) placeForms(numbers map[*ir.Op]int) {
	forms := map[int32]int{}
	for _, in := range p.program.code {
		x, _ := p.frame.ExtraOf(in.op)
		s := &p.sites[in.id]
		for _, f := range x.Forms {
			n, placed := forms[f.Buffer]
			if !placed {
				n = len(p.forms)
				forms[f.Buffer], p.forms = n, append(p.forms, p.extent(f.Buffer))
				loop := &p.sites[numbers[f.Loop]]
				loop.begins = append(loop.begins, n)
			}
			s.forms = append(s.forms, operandForm{f.Operand, n})
			s.high = max(s.high, p.forms[n].offset+Aligned(p.forms[n].size))
		}
	}
}

// packs reports whether operands are packed for the rounds of loops, here or in what is called.
func (p *plan) packs() bool {
	seen, list := map[*plan]bool{p: true}, []*plan{p}
	for ; len(list) > 0; list = list[1:] {
		if len(list[0].forms) > 0 {
			return true
		}
		for i := range list[0].sites {
			if c := list[0].sites[i].callee; c != nil && !seen[c] {
				seen[c], list = true, append(list, c)
			}
		}
	}
	return false
}

// kill notes at which instruction buffers die, but for what a terminator reads:
// that is handed over once the region has ended.
func (p *plan) kill(numbers map[*ir.Op]int) {
	end := map[*ir.Op]int32{}
	for point, o := range p.frame.Ops {
		end[o] = int32(point)
	}
	for i := range p.frame.Buffers {
		b := &p.frame.Buffers[i]
		e := p.extent(int32(i))
		o := p.frame.Ops[b.Upper]
		if id, ok := numbers[o]; ok && e.size > 0 && b.Class != lifetimes.Result && end[o] == b.Upper && !o.Has(ir.Terminator) {
			p.sites[id].deaths = append(p.sites[id].deaths, e)
		}
	}
}

// fits checks before a run that what it takes is within the limit of the heap; an
// arena that waits for the run, and results for which storage is given, are part of
// what is in use.
func (p *plan) fits(limit, given int, waiting bool) error {
	if limit == 0 {
		return nil
	}
	need := int(p.frame.Results) - given
	if !waiting {
		need += int(p.frame.Arena)
	}
	used := heapInUse()
	if need > limit-used {
		runtime.GC()
		used = heapInUse()
	}
	if need <= limit-used {
		return nil
	}
	o := p.frame.Ops[p.frame.Point]
	var largest []string
	live := p.frame.LiveAt(p.frame.Point)
	for _, b := range live[:min(3, len(live))] {
		text := b.String()
		if f, ok := b.Op.Context().FilePosition(b.Op.Loc()); ok && b.Op != o {
			text += fmt.Sprintf(" (%s:%d:%d)", f.File, f.Line, f.Col)
		}
		largest = append(largest, text)
	}
	return ir.Errorf(o.Loc(), "'%s' op: function @%s needs %s of memory, but the limit is %s, of which %s are in use by constants, inputs and else; most is live here, the largest of it %s",
		o.Name(), p.program.Name, bytesText(need), bytesText(limit), bytesText(used), strings.Join(largest, ", "))
}
