package autodiff

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Options are what holds for all derivatives of a module.
type Options struct {
	Convention Convention
	// StrongZero is Maker.StrongZero.
	StrongZero bool
	// Loops is how loops keep what their derivatives need, where an attribute does not say:
	// see ParseCheckpoint; empty for a tape.
	Loops string
	// MaxTrip is how many rounds a loop runs at most of which only a run knows the number, and an
	// attribute does not say it: see MaxTripAttr; 0 where nobody says.
	MaxTrip int64
	// Budget is how many bytes the tape of a loop may have where Loops is "auto"; 0 for any.
	Budget int64
	// Machine prices what is computed again.
	Machine *cost.Machine
	// Remark is told what is worth knowing of an op; nil for nobody.
	Remark func(o *ir.Op, text string)
}

// Mode is what is made of a function.
type Mode string

// The modes; docs/autodiff.md has the signatures.
const (
	Primal  Mode = ""        // the function itself
	Forward Mode = "forward" // @f.jvp (x, t) -> (r, t_r)
	Reverse Mode = "reverse" // @f.vjp (x, g) -> (r, ct)
	Split   Mode = "split"   // @f.fwd (x) -> (r, stash) and @f.bwd (stash, g) -> ct
	Grad    Mode = "grad"    // @f.grad (x) -> (r, ct), where the cotangent of a loss is 1
)

// Request asks for the derivative of a function.
type Request struct {
	Mode Mode
	// Wrt are the arguments to differentiate by, Of the results; nil for all that have tangents. Of
	// a gradient it is the loss.
	Wrt, Of []int
	// Add says of each entry of Wrt, where it is not nil, that the function takes what there is of
	// the gradient already, behind everything else, and returns the sum.
	Add []bool
	// StrongZero is as in Options, for this one.
	StrongZero bool
	// As is the name of what is made, of a split with an ending; empty for that of the function
	// with an ending.
	As string

	internal bool   // it is a call that asks
	base     string // what endings are put to; empty for the name of the function
}

// request is a Request as a key.
type request struct {
	fn            *ir.Op
	mode          Mode
	wrt, of, add_ string
	strong        bool
}

// derived is what became of a request.
type derived struct {
	fn, backward *ir.Op
	results      []int // with tangents
}

// Differentiator makes derivatives of the functions of one module.
type Differentiator struct{ *engine }

// New is a differentiator of the functions of a module. Functions are made at once, and each is
// made once.
func New(module *ir.Op, opt *Options) *Differentiator {
	c := module.Context()
	if opt.Machine == nil {
		opt.Machine = cost.CPU()
	}
	e := &engine{
		ctx: c, opt: opt, module: module, builder: ir.NewBuilder(c), defs: map[string]*ir.OpDef{},
		varies: map[variant][]bool{}, made: map[request]*derived{}, splits: map[variant]*split{}, jvps: map[variant]*derived{},
		names: map[string]bool{}, functions: map[string]*ir.Op{}, resolved: map[*ir.Op]bool{}, batches: map[batchKey]*ir.Op{}, purity: analysis.NewPurity(), heights: map[*ir.Op]int{}, calls: map[*ir.Op][]*ir.Op{}, said: map[said]bool{}, behind: map[*ir.Op]*ir.Op{},
	}
	e.purity.Call = (&analysis.PureFunctions{Callee: e.called}).Pure
	for name, o := range ir.Symbols(module) {
		e.names[name] = true
		e.functions[name] = o
	}
	e.readCustoms()
	return &Differentiator{e}
}

// Function makes the derivative of a function that a request asks for, or finds the one that it
// made before. Of a split it returns both parts.
func (d *Differentiator) Function(fn *ir.Op, r Request) ([]*ir.Op, error) {
	made, err := d.function(fn, r)
	d.dropStandIns()
	return made, err
}

func (e *engine) function(fn *ir.Op, r Request) ([]*ir.Op, error) {
	if e.customs.err != nil {
		return nil, e.customs.err
	}
	if err := e.resolve(fn); err != nil {
		return nil, err
	}
	body, err := e.body(fn)
	if err != nil {
		return nil, err
	}
	if r.Wrt, err = Chosen("argument", r.Wrt, signature(fn).Inputs()); err != nil {
		return nil, fn.Errorf("@%s %s", ir.SymbolName(fn), err)
	}
	if r.Mode == Grad && r.Of == nil {
		r.Of = []int{0}
	}
	if r.Of, err = Chosen("result", r.Of, signature(fn).Results()); err != nil {
		return nil, fn.Errorf("@%s %s", ir.SymbolName(fn), err)
	}
	if r.Mode == Grad {
		if err := checkLoss(fn, body.Last().Operands(), r.Of); err != nil {
			return nil, err
		}
	}
	defer func(before bool) { e.strong = before }(e.strong)
	e.strong = r.StrongZero || e.opt.StrongZero
	key := request{fn: fn, strong: e.strong, mode: r.Mode, wrt: fmt.Sprint(r.Wrt), of: fmt.Sprint(r.Of), add_: fmt.Sprint(r.Add, r.As)}
	d := e.made[key]
	if d == nil {
		if err := e.checkName(fn, r); err != nil {
			return nil, err
		}
		if d, err = e.make(fn, r); err != nil {
			return nil, err
		}
		e.made[key] = d
	}
	if d.backward != nil {
		return []*ir.Op{d.fn, d.backward}, nil
	}
	return []*ir.Op{d.fn}, nil
}

// checkName fails if what is made is to have the name of something else.
func (e *engine) checkName(fn *ir.Op, r Request) error {
	names := []string{r.As}
	switch {
	case r.As == "":
		return nil
	case r.Mode == Split:
		names = []string{r.As + aheadEnding, r.As + behindEnding}
	}
	for _, name := range names {
		if e.names[name] {
			return fn.Errorf("the derivative of @%s cannot be called @%s, which there is already: give it another name", ir.SymbolName(fn), name)
		}
	}
	return nil
}

func (e *engine) make(fn *ir.Op, r Request) (*derived, error) {
	if e.customOf(fn) != nil {
		// Calls know what to do with a rule that somebody wrote.
		caller, block := e.emptied(fn, ir.SymbolName(fn)+".call", true)
		b := ir.NewBuilder(e.ctx).AtEnd(block)
		c := e.callOf(b, fn.Loc(), fn, block.Args())
		b.OpWithTypes(e.def("func.return"), fn.Loc(), nil, c.Results())
		e.sign(caller, nil, nil)
		r.base = ir.SymbolName(fn)
		defer e.discard(caller, fn)
		fn = caller
	}
	switch r.Mode {
	case Forward:
		return e.forwardFunction(fn, r)
	case Split:
		return e.splitFunction(fn, r)
	}
	return e.reverseFunction(fn, r)
}

// Chosen is a list of arguments or results that take part, checked, or all that can for nil. An
// error continues a sentence about the function.
func Chosen(what string, list []int, types []*ir.Type) ([]int, error) {
	if list == nil {
		list = []int{}
		for i, t := range types {
			if Differentiable(t) {
				list = append(list, i)
			}
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("has no %s of floats or complex numbers to differentiate", what)
		}
		return list, nil
	}
	seen := map[int]bool{}
	for _, i := range list {
		switch {
		case i < 0 || i >= len(types):
			return nil, fmt.Errorf("has no %s #%d to differentiate: it has %d", what, i, len(types))
		case seen[i]:
			return nil, fmt.Errorf("has one %s #%d, but it is given twice", what, i)
		case !Differentiable(types[i]):
			return nil, fmt.Errorf("has %s #%d of type '%s', which has no derivative: only floats and complex numbers have one", what, i, types[i])
		}
		seen[i] = true
	}
	return list, nil
}

// Named is the function of that name in a module, which has a body.
func Named(module *ir.Op, name string) (*ir.Op, error) {
	var names []string
	symbols := ir.Symbols(module)
	for symbol, o := range symbols {
		if body := analysis.CallableBody(o); body != nil && !body.Empty() && o.Attr("function_type") != nil {
			if symbol == name {
				return o, nil
			}
			names = append(names, symbol)
		}
	}
	if o := symbols[name]; o != nil {
		return nil, o.Errorf("@%s is no function with a body", name)
	}
	slices.Sort(names)
	return nil, module.Errorf("there is no function @%s%s", name, spelling.Among(name, names))
}

func checkLoss(fn *ir.Op, results []*ir.Value, of []int) error {
	if len(of) != 1 {
		return fn.Errorf("a gradient is that of one result of @%s, the loss, but %d are given", ir.SymbolName(fn), len(of))
	}
	if t := results[of[0]].Type(); t.Rank() != 0 || !t.Elem().IsFloat() {
		return fn.Errorf("result #%d of @%s is '%s', but a loss is one float, such as 'tensor<f32>'; sum it up, or use mode=reverse", of[0], ir.SymbolName(fn), t)
	}
	return nil
}

// copied is a copy of a function under a new name, behind the function, whose block may be changed.
func (e *engine) copied(fn *ir.Op, name string) (*ir.Op, *ir.Block) {
	n := e.builder.After(e.last(fn)).Clone(fn, map[*ir.Value]*ir.Value{})
	e.rename(fn, n, name)
	return n, analysis.CallableBody(n).First()
}

// emptied is a function with the arguments of another one, or none, behind that, and without ops.
func (e *engine) emptied(fn *ir.Op, name string, args bool) (*ir.Op, *ir.Block) {
	block, region := &ir.Block{}, &ir.Region{}
	if args {
		for _, a := range analysis.CallableBody(fn).First().Args() {
			block.AddArg(a.Type(), a.Loc())
		}
	}
	region.Append(block)
	n := e.rebuilt(e.builder.After(e.last(fn)), fn, nil, nil, []*ir.Region{region})
	n.SetAttr("arg_attrs", nil)
	n.SetAttr("res_attrs", nil)
	e.rename(fn, n, name)
	return n, block
}

// rename gives a function that was made of fn, and is the last one so far, a name of its own.
func (e *engine) rename(fn, n *ir.Op, name string) {
	n.SetAttr("sym_name", e.ctx.StringAttr(e.freshName(name)))
	for _, a := range customAttrs {
		n.SetAttr(a, nil)
	}
	n.SetAttr(naming.CompositeAttr, nil)
	e.behind[fn] = n
}

// discard erases a function that was made of fn, which nobody calls.
func (e *engine) discard(made, fn *ir.Op) {
	name := ir.SymbolName(made)
	if e.behind[fn] == made {
		delete(e.behind, fn)
		if n := e.behind[made]; n != nil {
			e.behind[fn] = n
		}
	}
	delete(e.names, name)
	delete(e.functions, name)
	made.Erase()
}

// last is the last function that was made of fn, or fn.
func (e *engine) last(fn *ir.Op) *ir.Op {
	if n := e.behind[fn]; n != nil {
		return n
	}
	return fn
}

// nameArguments writes down what the arguments of a function are called, of which n is a copy that
// somebody asked for: names in the text are lost when it is printed.
func (e *engine) nameArguments(fn, n *ir.Op) {
	names := map[int]ir.NamedAttr{}
	inputs := len(signature(fn).Inputs())
	for i := range inputs {
		name := naming.Argument(fn, i)
		if given := attrOf(fn, i, naming.Name); name != "" && given == nil && !naming.ByPosition(name) {
			names[i] = ir.NamedAttr{Name: naming.Name, Value: e.ctx.StringAttr(name)}
		}
	}
	n.SetAttr("arg_attrs", e.dicts(fn.Attr("arg_attrs"), inputs, names))
}

// attrOf is an attribute of an argument, or nil.
func attrOf(fn *ir.Op, i int, name string) *ir.Attr {
	if all := fn.Attr("arg_attrs"); all != nil {
		return all.Elems()[i].Get(name)
	}
	return nil
}

// sign gives a function the type that its block has, and attributes: those that its arguments and
// results had already, and more.
func (e *engine) sign(fn *ir.Op, args, results map[int]ir.NamedAttr) {
	block := analysis.CallableBody(fn).First()
	var in []*ir.Type
	for _, a := range block.Args() {
		in = append(in, a.Type())
	}
	out := block.Last().OperandTypes()
	fn.SetAttr("function_type", e.ctx.TypeAttr(e.ctx.Func(in, out)))
	fn.SetAttr("arg_attrs", e.dicts(fn.Attr("arg_attrs"), len(in), args))
	fn.SetAttr("res_attrs", e.dicts(fn.Attr("res_attrs"), len(out), results))
	e.functions[ir.SymbolName(fn)] = fn
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if isSegment(o) {
			o.SetAttr(segmentAttr, nil)
		}
		return ir.Advance
	})
}

// dicts are n dictionaries, with the entries that there are and more.
func (e *engine) dicts(old *ir.Attr, n int, more map[int]ir.NamedAttr) *ir.Attr {
	if old == nil && len(more) == 0 {
		return nil
	}
	list := make([]*ir.Attr, n)
	for i := range list {
		var entries []ir.NamedAttr
		if old != nil && i < len(old.Elems()) {
			entries = append(entries, old.Elems()[i].Entries()...)
		}
		if a, ok := more[i]; ok {
			entries = append(entries, a)
		}
		list[i] = e.ctx.Dict(entries)
	}
	return e.ctx.Array(list)
}

func named(r Request, fn *ir.Op, ending string) string {
	switch {
	case r.As != "" && r.Mode == Split:
		return r.As + ending
	case r.As != "":
		return r.As
	case r.base != "":
		return r.base + ending
	}
	return ir.SymbolName(fn) + ending
}

// forwardFunction makes @f.jvp.
func (e *engine) forwardFunction(fn *ir.Op, r Request) (*derived, error) {
	n, block := e.copied(fn, named(r, fn, ".jvp"))
	if !r.internal {
		e.nameArguments(fn, n)
	}
	m := e.maker(ir.NewBuilder(e.ctx))
	m.block, m.active = block, varied{}
	v := &varying{varied: m.active, e: e}
	for _, i := range r.Wrt {
		v.mark(block.Arg(i), nil)
		m.tangents[block.Arg(i)] = block.AddArg(block.Arg(i).Type(), block.Arg(i).Loc())
	}
	if v.block(block); v.err != nil {
		return nil, v.err
	}
	if err := m.forward(block); err != nil {
		return nil, err
	}
	end := block.Last()
	m.Before(end)
	m.Loc = end.Loc()
	results := append([]*ir.Value{}, end.Operands()...)
	for _, i := range r.Of {
		results = append(results, m.orZeros(m.tangents[end.Operand(i)], end.Operand(i)))
	}
	end.SetOperands(results)
	e.sign(n, nil, nil)
	return &derived{fn: n, results: r.Of}, nil
}

// jvp is the function of tangents of fn by some arguments, for calls: only tangents that may be
// other than zero are results.
func (e *engine) jvp(call, fn *ir.Op, args string) (*ir.Op, []int, error) {
	key := variant{fn: fn, args: args, forward: true, strong: e.strong}
	if d := e.jvps[key]; d != nil {
		return d.fn, d.results, nil
	}
	varies, err := e.resultsVary(call, fn, args)
	if err != nil {
		return nil, nil, err
	}
	r := Request{Mode: Forward, Wrt: ones(args), Of: []int{}, internal: true}
	for i, v := range varies {
		if v {
			r.Of = append(r.Of, i)
		}
	}
	c := e.customOf(fn)
	if c != nil && c.jvp != nil {
		d, err := e.customJVP(fn, c, r)
		if err != nil {
			return nil, nil, err
		}
		e.jvps[key] = d
		return d.fn, d.results, nil
	}
	if c.reverseOnly() {
		return nil, nil, e.callNotes(call.Errorf("@%s has a derivative for reverse mode only; give %s as well", ir.SymbolName(fn), CustomJVP))
	}
	d, err := e.forwardFunction(fn, r)
	if err != nil {
		return nil, nil, err
	}
	private(d.fn)
	e.jvps[key] = d
	return d.fn, d.results, nil
}

func ones(bits string) (list []int) {
	for i, b := range bits {
		if b == '1' {
			list = append(list, i)
		}
	}
	return list
}

func private(fn *ir.Op) { fn.SetAttr("sym_visibility", fn.Context().StringAttr("private")) }

// reverseFunction makes @f.vjp or @f.grad.
func (e *engine) reverseFunction(fn *ir.Op, r Request) (*derived, error) {
	ending := ".vjp"
	if r.Mode == Grad {
		ending = ".grad"
	}
	n, block := e.copied(fn, named(r, fn, ending))
	e.nameArguments(fn, n)
	end := block.Last()
	m := e.maker(ir.NewBuilder(e.ctx))
	m.block, m.active = block, varied{}
	seeds := make([]*ir.Value, end.NumOperands())
	m.Before(end)
	m.Loc = end.Loc()
	for _, i := range r.Of {
		x := end.Operand(i)
		if r.Mode == Grad {
			seeds[i] = m.Splat(x.Type(), 1)
		} else {
			seeds[i] = m.conjugate(block.AddArg(x.Type(), x.Loc()))
		}
	}
	wrt := set(r.Wrt)
	j, err := m.joint(block, seeds, func(i int) bool { return wrt[i] }, false)
	if err != nil {
		return nil, err
	}
	results := append([]*ir.Value{}, end.Operands()...)
	j.AtEnd(block)
	j.Loc = end.Loc()
	names := map[int]ir.NamedAttr{}
	for k, i := range r.Wrt {
		a := block.Arg(i)
		ct := j.cotangents[a]
		if ct == nil {
			e.remark(n, fmt.Sprintf("gradient of argument #%d is zero: no path", i))
			ct = j.ZerosLike(a)
		}
		ct = j.conjugate(ct)
		if r.Add != nil && r.Add[k] {
			ct = j.Add(block.AddArg(a.Type(), a.Loc()), ct)
		}
		names[len(results)] = ir.NamedAttr{Name: naming.GradientOf, Value: e.ctx.I64Attr(int64(i))}
		results = append(results, ct)
	}
	if r.Mode == Grad {
		names[r.Of[0]] = ir.NamedAttr{Name: naming.Loss, Value: e.ctx.Unit()}
	}
	end.Detach()
	block.Append(end)
	end.SetOperands(results)
	e.sign(n, nil, names)
	return &derived{fn: n}, nil
}

func set(list []int) map[int]bool {
	s := map[int]bool{}
	for _, i := range list {
		s[i] = true
	}
	return s
}

// conjugate is the cotangent of a complex value in the pairing that rules have, or back: JAX pairs
// without a conjugate.
func (m *Maker) conjugate(ct *ir.Value) *ir.Value {
	if m.Convention != JAX || !ct.Type().Elem().IsComplex() {
		return ct
	}
	return m.Op("tg.conj", []*ir.Value{ct})
}

func (e *engine) remark(o *ir.Op, text string) {
	if e.opt.Remark != nil {
		e.opt.Remark(o, text)
	}
}
