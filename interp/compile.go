package interp

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Module compiles the functions of a module on demand. Constants are decoded
// once and shared. It is safe for concurrent use, and so are the programs it
// returns, each run having a frame of its own.
type Module struct {
	// MaxBytes bounds the heap of the process, as in Options, while constants
	// are decoded.
	MaxBytes int

	ctx     *ir.Context
	symbols ir.SymbolMap

	mu        sync.Mutex // guards what follows
	programs  map[string]*Program
	constants map[*ir.Attr]*tensor.Tensor
	added     []string // the programs in the order they came
	nesting   int      // regions that are being compiled inside of each other, or of calls
	forms     map[analysis.Form]*Form

	packed atomic.Int64 // the bytes of forms
}

// NewModule prepares the functions that op holds as symbols.
func NewModule(op *ir.Op) *Module {
	return &Module{
		ctx: op.Context(), symbols: ir.Symbols(op),
		programs: map[string]*Program{}, constants: map[*ir.Attr]*tensor.Tensor{},
	}
}

// Program is a compiled function.
type Program struct {
	Name    string
	Inputs  []*ir.Type
	Results []*ir.Type
	fn      *ir.Op
	body    *Body
	regs    int
	module  *Module
	code    []*instr          // by instr.id, those of regions included
	values  map[*ir.Value]int // their registers
	plans   plans
	inputs  func() ([]Spec, error) // of the parameters, found out once
}

// Body is a compiled region.
type Body struct {
	blocks []*block
	bodyProgram
}

type block struct {
	args   []int // registers of the block arguments
	types  []Spec
	unused []int // arguments that die at once
	code   []*instr
}

// instr is an op with its operands and results as registers.
type instr struct {
	id      int // among those of the program
	op      *ir.Op
	step    Step
	storage analysis.Storage
	in, out []int  // in has what is captured behind the operands
	specs   []Spec // of the results
	// captured are values from outside that the op reads in its regions.
	captured []*ir.Value
	dies     []int
	reuse    []analysis.Taking // those of the storage that are possible here
	value    *tensor.Tensor
	// resolve makes the step at run time, for an op with dynamic shapes.
	resolve *dynamic
	// A terminator ends the block: it returns, or branches to targets.
	returns bool
	choose  func(*ir.Op, []*tensor.Tensor) (int, error)
	targets []target
}

type target struct {
	block *block
	args  []int // registers passed to the block arguments
}

// Program compiles the function of that name, and the functions it calls.
func (m *Module) Program(name string) (*Program, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.compile(name)
}

func (m *Module) compile(name string) (*Program, error) {
	if p := m.programs[name]; p != nil {
		return p, nil
	}
	fn := m.symbols[name]
	if fn == nil {
		return nil, fmt.Errorf("there is no function @%s", name)
	}
	sig := fn.Attr("function_type")
	if !sig.Is(ir.TypeAttr) || !sig.Type().IsFunction() {
		return nil, fmt.Errorf("@%s is not a function", name)
	}
	if fn.NumRegions() != 1 || fn.RegionAt(0).Empty() {
		return nil, ir.Errorf(fn.Loc(), "function @%s has no body to run", name)
	}
	p := &Program{Name: name, Inputs: sig.Type().Inputs(), Results: sig.Type().Results(), fn: fn, module: m}
	p.inputs = sync.OnceValues(p.inputSpecs)
	m.programs[name] = p // before its body: recursion finds it
	before := len(m.added)
	m.added = append(m.added, name)
	c := &compiler{module: m, program: p, regs: map[*ir.Value]int{}}
	body, err := c.region(fn.RegionAt(0))
	if err != nil {
		// What was compiled on the way may call this function.
		for _, n := range m.added[before:] {
			delete(m.programs, n)
		}
		m.added = m.added[:before]
		return nil, err
	}
	c.dropPlain()
	p.body, p.regs, p.code, p.values = body, len(c.regs), c.code, c.regs
	return p, nil
}

type compiler struct {
	module  *Module
	program *Program
	regs    map[*ir.Value]int
	code    []*instr
	packed  map[*ir.Op]*packedReads
	deaths  map[*ir.Region]*analysis.Deaths // of the regions in an outermost one
}

func (c *compiler) reg(v *ir.Value) int {
	r, ok := c.regs[v]
	if !ok {
		r = len(c.regs)
		c.regs[v] = r
	}
	return r
}

func (c *compiler) regsOf(vs []*ir.Value) []int {
	rs := make([]int, len(vs))
	for i, v := range vs {
		rs[i] = c.reg(v)
	}
	return rs
}

func (c *compiler) region(r *ir.Region) (*Body, error) {
	c.module.nesting++
	defer func() { c.module.nesting-- }()
	if c.module.nesting > maxNesting {
		return nil, ir.Errorf(r.Parent().Loc(), "'%s' op cannot be executed: regions and calls nest more than %d levels deep", r.Parent().Name(), maxNesting)
	}
	body := &Body{}
	blocks := map[*ir.Block]*block{}
	for b := r.First(); b != nil; b = b.Next() {
		nb := &block{args: c.regsOf(b.Args())}
		for _, a := range b.Args() {
			s, err := SpecOf(a.Type())
			if err != nil {
				return nil, ir.Errorf(a.Loc(), "%s", err)
			}
			nb.types = append(nb.types, s)
		}
		blocks[b] = nb
		body.blocks = append(body.blocks, nb)
	}
	if c.deaths[r] == nil {
		c.deaths = analysis.LastUses(r)
	}
	deaths, place := c.deaths[r], 0
	for b := r.First(); b != nil; b = b.Next() {
		blocks[b].unused = c.regsOf(deaths.At(place))
		for o := b.First(); o != nil; o = o.Next() {
			place++
			in, err := c.instr(o, deaths.At(place), blocks)
			if err != nil {
				return nil, err
			}
			blocks[b].code = append(blocks[b].code, in)
		}
		place++
	}
	return body, nil
}

func (c *compiler) instr(o *ir.Op, dying []*ir.Value, blocks map[*ir.Block]*block) (*instr, error) {
	in := &instr{id: len(c.code), op: o, in: c.regsOf(o.Operands()), out: c.regsOf(o.Results()), dies: c.regsOf(dying)}
	c.code = append(c.code, in)
	switch {
	case o.Has(ir.ConstantLike) && !hasKernel(o):
		return in, c.constant(in, o)
	case o.Has(ir.ReturnLike), handsOver(o):
		in.returns = true
		return in, nil
	case len(o.Successors()) > 0:
		return in, c.branch(in, o, blocks)
	}
	site, err := c.site(o)
	if err != nil {
		return nil, err
	}
	in.specs = site.Out
	if len(site.Captured) > 0 {
		in.in, in.captured = append(in.in, c.regsOf(site.Captured)...), site.Captured
	}
	dynamicSpec := func(s Spec) bool { return !s.static() }
	if slices.ContainsFunc(site.In, dynamicSpec) || slices.ContainsFunc(site.Out, dynamicSpec) {
		told, _ := analysis.ToldBy.Get(o.Def())
		in.resolve = &dynamic{site: site, told: told}
		return in, c.dynamicCall(site)
	}
	site.keeper = c
	if in.step, err = resolve(site, c.module.MaxBytes); err != nil {
		return nil, err
	}
	in.storage = site.Storage
	in.reuse = reusable(in)
	return in, nil
}

// handsOver reports whether o ends a region and hands over less than all of its
// operands; the op around it gets all of them.
func handsOver(o *ir.Op) bool {
	_, ok := analysis.Passes.Get(o.Def())
	return ok
}

// hasKernel tells constants that are made when they are executed from those
// that are decoded once.
func hasKernel(o *ir.Op) bool {
	_, ok := Kernel.Get(o.Def())
	return ok
}

// dynamicCall compiles the function that a site with dynamic shapes calls, so
// that a run finds it.
func (c *compiler) dynamicCall(s *Site) error {
	s.Callee = c.module.Program
	callee, ok := analysis.Callee.Get(s.Op.Def())
	if !ok {
		return nil
	}
	if _, err := c.module.compile(callee(s.Op).Text()); err != nil {
		return at(s.Op, err)
	}
	return nil
}

// reusable narrows what the op says to operands that die here and that no other
// operand reads, unless the result may take that over, too: to read it twice at
// the same index is harmless.
func reusable(in *instr) []analysis.Taking {
	var out []analysis.Taking
	if in.storage.Handed {
		return nil
	}
	for _, t := range in.storage.Takes {
		r, shared := in.in[t.Operand], false
		for i, q := range in.in {
			shared = shared || i != t.Operand && q == r && !slices.Contains(in.storage.Takes, analysis.Taking{Result: t.Result, Operand: i})
		}
		if slices.Contains(in.dies, r) && !shared {
			out = append(out, t)
		}
	}
	return out
}

func (c *compiler) constant(in *instr, o *ir.Op) error {
	a := o.Attr("value")
	t := c.module.constants[a]
	if t == nil {
		err := c.module.room(a)
		if err == nil {
			t, err = DecodeElements(c.module.ctx, a)
		}
		if err != nil {
			return ir.Errorf(o.Loc(), "'%s' op %s", o.Name(), err)
		}
		c.module.constants[a] = t
	}
	in.value = t
	return nil
}

// room checks that the constant fits into memory.
func (m *Module) room(a *ir.Attr) error {
	size, err := bytesOf(a)
	if err != nil {
		return err
	}
	b := budget{max: m.MaxBytes}
	return b.take(size, func() {})
}

// bytesOf is what the value of a constant takes; 0 for an attribute that is no
// constant, which is for DecodeElements to refuse.
func bytesOf(a *ir.Attr) (int, error) {
	if a.Type() == nil {
		return 0, nil
	}
	s, err := SpecOf(a.Type())
	if err != nil || !s.static() {
		return 0, nil
	}
	return s.bytes()
}

func (c *compiler) branch(in *instr, o *ir.Op, blocks map[*ir.Block]*block) error {
	choose, ok := Branch.Get(o.Def())
	if !ok || o.Def().SuccessorOperands == nil {
		return ir.Errorf(o.Loc(), "'%s' op cannot be executed: the interpreter does not know this branch", o.Name())
	}
	in.choose = choose
	for i, s := range o.Successors() {
		first, count := o.Def().SuccessorOperands(o, i)
		in.targets = append(in.targets, target{blocks[s], in.in[first : first+count]})
	}
	return nil
}

func (c *compiler) site(o *ir.Op) (*Site, error) {
	if !hasKernel(o) {
		return nil, ir.Errorf(o.Loc(), "'%s' op cannot be executed: it has no kernel", o.Name())
	}
	if _, ok := analysis.StorageOf.Get(o.Def()); !ok {
		return nil, ir.Errorf(o.Loc(), "'%s' op cannot be executed: it has a kernel, but does not fill the slot analysis.StorageOf", o.Name())
	}
	specs := make([]Spec, o.NumOperands()+o.NumResults())
	s := &Site{Op: o, Callee: c.module.compile, In: specs[:0:o.NumOperands()], Out: specs[o.NumOperands():][:0]}
	for i := range o.NumOperands() {
		spec, err := SpecOf(o.Operand(i).Type())
		if err != nil {
			return nil, ir.Errorf(o.Loc(), "'%s' op operand #%d %s", o.Name(), i, err)
		}
		s.In = append(s.In, spec)
	}
	for i := range o.NumResults() {
		spec, err := SpecOf(o.Result(i).Type())
		if err != nil {
			return nil, ir.Errorf(o.Loc(), "'%s' op result #%d %s", o.Name(), i, err)
		}
		if _, err := spec.bytes(); spec.static() && err != nil {
			return nil, ir.Errorf(o.Loc(), "'%s' op result #%d of type '%s' is too large: %s", o.Name(), i, o.Result(i).Type(), err)
		}
		s.Out = append(s.Out, spec)
	}
	if prepare, ok := Prepare.Get(o.Def()); ok {
		if s.Prepared = prepare(o); s.Prepared != nil {
			return s, s.capture()
		}
	}
	for _, r := range o.Regions() {
		b, err := c.region(r)
		if err != nil {
			return nil, err
		}
		s.Bodies = append(s.Bodies, b)
	}
	return s, nil
}

// capture adds the values from outside that the regions use.
func (s *Site) capture() error {
	s.Captured = analysis.Captures(s.Op)
	for _, v := range s.Captured {
		spec, err := SpecOf(v.Type())
		if err != nil {
			return ir.Errorf(s.Op.Loc(), "'%s' op uses a value in its region, and %s", s.Op.Name(), err)
		}
		s.In = append(s.In, spec)
	}
	return nil
}

// resolve makes the step of a site whose values may take maxBytes, 0 for any
// number, and sets its storage.
func resolve(s *Site, maxBytes int) (Step, error) {
	step, err := s.step(maxBytes)
	if err != nil {
		return step, at(s.Op, err)
	}
	return step, nil
}

// step is resolve for a site of an op that nobody has heard of, so that the error
// must not name it.
func (s *Site) step(maxBytes int) (step Step, err error) {
	if err = s.fits(maxBytes); err == nil && !s.nothing() {
		if s.Storage, err = s.storage(); err == nil {
			err = within(s.Storage.Tables, maxBytes)
		}
		if err == nil {
			s.keep(maxBytes)
			kernel, _ := Kernel.Get(s.Op.Def())
			step, err = kernel(s)
		}
	}
	return step, err
}

// nothing reports whether there is nothing to compute: no result has an element.
// A kernel might count the others' extents.
func (s *Site) nothing() bool {
	for _, spec := range s.Out {
		if !slices.Contains(spec.Shape, 0) {
			return false
		}
	}
	return len(s.Out) > 0 && s.Op.Has(ir.Pure) && s.Op.NumRegions() == 0
}

// dynamic resolves an op whose shapes are known only at run time, and keeps
// the step for as long as the shapes stay the same.
type dynamic struct {
	site *Site
	// told says how operands tell the shape of the result; nil if none does.
	told *analysis.Told

	mu      sync.Mutex
	last    *Site
	numbers [][]int64 // of the operands that tell the shape
	step    Step
}

// at returns the step for actual operands, and the site that it is of.
func (d *dynamic) at(c *ir.Context, in []*tensor.Tensor, maxBytes int) (Step, *Site, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var lists []*tensor.Tensor
	if d.told != nil {
		lists = in[d.told.Numbers:]
	}
	if d.last != nil && sameShapes(d.last.In, in) && areNumbers(lists, d.numbers) {
		return d.step, d.last, nil
	}
	numbers, err := numbersOf(lists)
	if err != nil {
		return Step{}, nil, at(d.site.Op, err)
	}
	s := *d.site
	s.In = make([]Spec, len(in))
	types := make([]*ir.Type, len(in))
	for i, t := range in {
		s.In[i] = Spec{t.DType(), t.Shape()}
		types[i] = runTimeType(c, s.typeOf(i), s.In[i])
	}
	out, err := d.results(c, types[:s.Op.NumOperands()], numbers)
	if err != nil {
		return Step{}, nil, err
	}
	s.Out = out
	step, err := resolve(&s, maxBytes)
	if err != nil {
		return Step{}, nil, err
	}
	d.last, d.numbers, d.step = &s, numbers, step
	return step, &s, nil
}

// results are the specs of the results for operands of these types.
func (d *dynamic) results(c *ir.Context, operands []*ir.Type, numbers [][]int64) ([]Spec, error) {
	o := d.site.Op
	out := append([]Spec(nil), d.site.Out...)
	if infer := d.inference(numbers); infer != nil {
		in := ir.InferenceOf(o)
		in.Operands = operands
		types, err := infer(in)
		if err != nil {
			return nil, ir.Errorf(o.Loc(), "'%s' op %s", o.Name(), err)
		}
		for i, t := range types {
			if !ir.Compatible(t, o.Result(i).Type()) {
				return nil, ir.Errorf(o.Loc(), "'%s' op makes a result #%d of type '%s' at run time, but its type is '%s'", o.Name(), i, t, o.Result(i).Type())
			}
			if err := analysis.WithinBounds(t.Shape(), o.Result(i).Type()); err != nil {
				return nil, at(o, err)
			}
			if out[i].static() {
				continue
			}
			if out[i], err = SpecOf(t); err != nil {
				return nil, ir.Errorf(o.Loc(), "'%s' op result #%d %s", o.Name(), i, err)
			}
		}
	}
	_, calls := analysis.Callee.Get(o.Def())
	for i, s := range out {
		if !s.static() && o.NumRegions() == 0 && !calls {
			return nil, ir.Errorf(o.Loc(), "'%s' op: the shape of result #%d of type '%s' does not follow from its operands", o.Name(), i, o.Result(i).Type())
		}
	}
	return out, nil
}

// inference is how the types of results follow from those of operands; nil if they
// do not.
func (d *dynamic) inference(numbers [][]int64) func(*ir.Inference) ([]*ir.Type, error) {
	def := d.site.Op.Def()
	switch {
	case d.told != nil:
		return func(in *ir.Inference) ([]*ir.Type, error) {
			s, err := d.told.Static(in, numbers)
			if err != nil {
				return nil, err
			}
			return []*ir.Type{s.Result}, nil
		}
	case def.Infer == nil && def.Has(ir.SameTypes) && d.site.Op.NumOperands() > 0:
		return sameTypes
	}
	return def.Infer
}

// sameTypes is the inference of ops that leave it to their trait: all types are one.
func sameTypes(in *ir.Inference) ([]*ir.Type, error) {
	t := in.Operands[0]
	for i, other := range in.Operands {
		if other != t {
			return nil, fmt.Errorf("takes operands of one type, but operand #%d is of type '%s' at run time and operand #0 of type '%s'", i, other, t)
		}
	}
	return slices.Repeat([]*ir.Type{t}, len(in.Results)), nil
}

func sameShapes(specs []Spec, in []*tensor.Tensor) bool {
	for i, t := range in {
		if !specs[i].Matches(t) {
			return false
		}
	}
	return true
}
