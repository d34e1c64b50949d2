package autodiff

import (
	"maps"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Rules that somebody wrote: which function has one. It is the function whose attributes say what
// its derivative is, or the one that a composite is made of, where another function says what the
// derivative of composites of that name is. What calls something outside of the program by a name
// is put into a function of its own, which has the rule for that name.

// Attributes of functions: rules that somebody wrote.
const (
	CustomJVP  = "tg.jvp"  // the symbol of a function from arguments and their tangents to results and theirs
	CustomVJP  = "tg.vjp"  // symbols of a function to results and residuals, and of one from residuals and cotangents
	CustomZero = "tg.zero" // the results do not vary
	// DerivativeOf is the name of composites or custom calls of which the other attributes tell the
	// derivative, if operands and results have the types of the function, or types that say more.
	DerivativeOf = "tg.derivative_of"
	// Parameters are the attributes that these have; where it is missing they may have any.
	Parameters = "tg.attributes"
)

// customAttrs are all of these.
var customAttrs = []string{CustomJVP, CustomVJP, CustomZero, DerivativeOf, Parameters}

// custom is a rule that somebody wrote.
type custom struct {
	says     *ir.Op // the function with the attributes
	jvp, vjp *ir.Attr
	zero     bool
}

// reverseOnly reports whether there are cotangents, but no tangents.
func (c *custom) reverseOnly() bool { return c != nil && c.vjp != nil && c.jvp == nil }

// customs are the rules that are written in a module.
type customs struct {
	err error
	of  map[*ir.Op]*custom // by function
	// named are the functions that say what the derivative of something with a name is, in the
	// order of the text.
	named map[string][]*ir.Op
	// within are functions that call something outside of the program, each of one kind.
	within map[within]*ir.Op
}

// within is what is called by name, and how.
type within struct {
	name       string
	attributes *ir.Attr
	signature  *ir.Type
}

// customOf is the rule of a function; nil if nobody wrote one.
func (e *engine) customOf(fn *ir.Op) *custom { return e.customs.of[fn] }

// ReverseOnly reports whether somebody wrote a rule for reverse mode and none for forward mode of a
// function, or of something that it calls without a rule of its own.
func (e *engine) ReverseOnly(fn *ir.Op) bool { return e.reverseOnly(fn, map[*ir.Op]bool{}) }

func (e *engine) reverseOnly(fn *ir.Op, seen map[*ir.Op]bool) bool {
	if fn == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	if c := e.customOf(fn); c != nil {
		return c.reverseOnly()
	}
	return ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		only := false
		if of, ok := analysis.Callee.Get(o.Def()); ok {
			only = e.reverseOnly(e.functions[of(o).Text()], seen)
		} else if rule, _ := Derivative.Get(o.Def()); rule.named != nil {
			if says := e.sayingOf(&rule, o); says != nil {
				only = e.customOf(says).reverseOnly()
			}
		}
		if only {
			return ir.Stop
		}
		return ir.Advance
	}) == ir.Stop
}

// readCustoms finds all rules that somebody wrote, and checks that they are what they must be,
// whether anything needs them or not.
func (e *engine) readCustoms() {
	e.customs = customs{of: map[*ir.Op]*custom{}, named: map[string][]*ir.Op{}, within: map[within]*ir.Op{}}
	var functions []*ir.Op
	ir.Walk(e.module, func(o *ir.Op) ir.WalkAction {
		if analysis.IsCallable(o) && e.functions[ir.SymbolName(o)] == o {
			functions = append(functions, o)
			return ir.Skip
		}
		return ir.Advance
	})
	for _, look := range []func(fn *ir.Op) error{e.readCustom, e.readComposite} {
		for _, fn := range functions {
			if e.customs.err = look(fn); e.customs.err != nil {
				return
			}
		}
	}
	e.remarkNames(functions)
}

// readCustom reads the attributes of a function.
func (e *engine) readCustom(fn *ir.Op) error {
	c := &custom{says: fn, jvp: fn.Attr(CustomJVP), vjp: fn.Attr(CustomVJP), zero: fn.Attr(CustomZero) != nil}
	name, of := ir.SymbolName(fn), fn.Attr(DerivativeOf)
	says := c.jvp != nil || c.vjp != nil || c.zero
	switch {
	case of == nil && fn.Attr(Parameters) != nil:
		return fn.Errorf("@%s has %s without %s, the name of what has these attributes", name, Parameters, DerivativeOf)
	case of == nil && !says:
		return nil
	case of != nil && !of.Is(ir.StringAttr):
		return fn.Errorf("%s of @%s must be the name of composites or custom calls, such as \"my.op\", but is %s", DerivativeOf, name, of)
	case !says:
		return fn.Errorf("@%s is to say what the derivative of '%s' is, but has none of %s, %s and %s", name, of.Text(), CustomJVP, CustomVJP, CustomZero)
	case fn.Attr(Parameters) != nil && !fn.Attr(Parameters).Is(ir.DictAttr):
		return fn.Errorf("%s of @%s must be a dictionary of the attributes of '%s', but is %s", Parameters, name, of.Text(), fn.Attr(Parameters))
	case c.zero && (c.jvp != nil || c.vjp != nil):
		return fn.Errorf("@%s has %s, which says that there is no derivative, and one of %s and %s, which say what it is", name, CustomZero, CustomJVP, CustomVJP)
	}
	e.customs.of[fn] = c
	if c.jvp != nil {
		if _, err := e.jvpRule(c, signature(fn)); err != nil {
			return err
		}
	}
	if c.vjp != nil {
		if _, _, err := e.vjpRule(c, signature(fn)); err != nil {
			return err
		}
	}
	if of == nil {
		return nil
	}
	for _, other := range e.customs.named[of.Text()] {
		if signature(other) == signature(fn) && other.Attr(Parameters) == fn.Attr(Parameters) {
			return fn.Errorf("@%s says what the derivative of '%s' is, but @%s says that already", name, of.Text(), ir.SymbolName(other)).
				WithNote(other.Loc(), "it is here")
		}
	}
	e.customs.named[of.Text()] = append(e.customs.named[of.Text()], fn)
	return nil
}

// readComposite finds the rule of a function that composites are made of.
func (e *engine) readComposite(fn *ir.Op) error {
	var found *ir.Op
	all := naming.Composites(fn)
	for i, c := range all {
		rule := e.saying(c.Name, c.Attributes, signature(fn))
		if i > 0 && rule != found {
			return fn.Errorf("@%s is what '%s' and '%s' are made of, which do not have one derivative; give each a function of its own", ir.SymbolName(fn), all[0].Name, c.Name)
		}
		found = rule
	}
	if found == nil {
		return nil
	}
	if e.customs.of[fn] != nil && found != fn {
		return fn.Errorf("@%s says what its derivative is, but @%s says what that of '%s' is, which is made of it", ir.SymbolName(fn), ir.SymbolName(found), all[0].Name).
			WithNote(found.Loc(), "it is here")
	}
	e.customs.of[fn] = e.customs.of[found]
	return nil
}

// saying is the function that says what the derivative is of what has this name, these attributes
// and this type, nil for none: the one whose attributes and types say most.
func (e *engine) saying(name string, attributes *ir.Attr, t *ir.Type) *ir.Op {
	var best *ir.Op
	worth := func(fn *ir.Op) int {
		switch p := fn.Attr(Parameters); {
		case p != nil && !sameEntries(p, attributes):
			return 0
		case !fits(t, signature(fn)):
			return 0
		default:
			return 1 + btoi(signature(fn) == t) + 2*btoi(p != nil)
		}
	}
	for _, fn := range e.customs.named[name] {
		if w := worth(fn); w > 0 && (best == nil || w > worth(best)) {
			best = fn
		}
	}
	return best
}

// sameEntries reports whether two dictionaries, the second of which may be missing, have the same
// entries.
func sameEntries(a, b *ir.Attr) bool {
	if b == nil {
		return len(a.Entries()) == 0
	}
	return a == b
}

// fits reports whether what has type t can be given to, and taken from, a function of type to: each
// type may say less or more of extents.
func fits(t, to *ir.Type) bool {
	match := func(a, b *ir.Type) bool { return a == b || ir.Compatible(a, b) }
	return slices.EqualFunc(t.Inputs(), to.Inputs(), match) && slices.EqualFunc(t.Results(), to.Results(), match)
}

// remarkNames tells of rules for names that nothing has.
func (e *engine) remarkNames(functions []*ir.Op) {
	if len(e.customs.named) == 0 || e.opt.Remark == nil {
		return
	}
	used := map[string]bool{}
	for _, fn := range functions {
		for _, c := range naming.Composites(fn) {
			used[c.Name] = true
		}
		ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
			if rule, _ := Derivative.Get(o.Def()); rule.named != nil {
				name, _ := rule.named(o)
				used[name] = true
			}
			return ir.Advance
		})
	}
	names := slices.Sorted(maps.Keys(used))
	for _, fn := range functions {
		if of := fn.Attr(DerivativeOf); of != nil && !used[of.Text()] {
			e.remark(fn, "nothing here is called '"+of.Text()+"', whose derivative this says"+spelling.DidYouMean(of.Text(), names))
		}
	}
}

// ByName is the rule of an op that calls something outside of the program: its derivative is what a
// function of the program says, whose attribute DerivativeOf is the name. named returns that name,
// and attributes of the call or nil; otherwise is why there is no derivative where nothing says
// one.
func ByName(named func(o *ir.Op) (name string, attributes *ir.Attr), otherwise string) Rule {
	return Rule{
		Reads: "what a function of the program says, by the name of what is called (`" + DerivativeOf + "`); without one there is none: " + otherwise,
		Lower: func(m *Maker, o *ir.Op) []*ir.Value {
			fn, err := m.e.standIn(o, named)
			switch {
			case err != nil && m.err == nil:
				m.err = err
			case fn == nil:
				m.Fail("%s", otherwise)
			}
			if m.err != nil {
				return nil
			}
			return m.e.callOf(m.Builder, m.Loc, fn, o.Operands()).Results()
		},
		named: named, otherwise: otherwise,
	}
}

// standIn is a function that does what o does, and has the rule for its name; nil where there is
// none.
func (e *engine) standIn(o *ir.Op, named func(o *ir.Op) (string, *ir.Attr)) (*ir.Op, error) {
	name, attributes := named(o)
	t := e.ctx.Func(o.OperandTypes(), o.ResultTypes())
	key := within{name, attributes, t}
	if fn := e.customs.within[key]; fn != nil {
		return fn, nil
	}
	says := e.saying(name, attributes, t)
	if says == nil {
		if list := e.customs.named[name]; len(list) > 0 {
			d := o.Errorf("'%s' has no derivative for '%s'", name, t)
			for _, fn := range list[:min(len(list), pathNotes)] {
				d = d.WithNote(fn.Loc(), "it has one for '%s'%s", signature(fn), withParameters(fn))
			}
			return nil, e.callNotes(d)
		}
		return nil, nil
	}
	fn, block := e.newFunction(e.last(says), name+".call", t, o.Loc())
	n := ir.NewBuilder(e.ctx).AtEnd(block).Clone(o, map[*ir.Value]*ir.Value{})
	n.SetOperands(block.Args())
	ir.NewBuilder(e.ctx).AtEnd(block).OpWithTypes(e.def("func.return"), o.Loc(), nil, n.Results())
	e.behind[says] = fn
	e.customs.within[key], e.customs.of[fn] = fn, e.customs.of[says]
	return fn, nil
}

// saidToBeZero reports whether o is known by a name and somebody wrote that its results do not
// vary.
func (e *engine) saidToBeZero(r *Rule, o *ir.Op) bool {
	says := e.sayingOf(r, o)
	return says != nil && e.customOf(says).zero
}

// sayingOf is the function that says what the derivative of an op is that is known by a name; nil
// for none.
func (e *engine) sayingOf(r *Rule, o *ir.Op) *ir.Op {
	if r.named == nil {
		return nil
	}
	name, attributes := r.named(o)
	return e.saying(name, attributes, e.ctx.Func(o.OperandTypes(), o.ResultTypes()))
}

// dropStandIns erases functions of standIn that nothing calls: most have become calls of a rule.
func (e *engine) dropStandIns() {
	if len(e.customs.within) == 0 {
		return
	}
	used := map[string]bool{}
	ir.Walk(e.module, func(o *ir.Op) ir.WalkAction {
		if of, ok := analysis.Callee.Get(o.Def()); ok {
			used[of(o).Text()] = true
		}
		return ir.Advance
	})
	for key, fn := range e.customs.within {
		if !used[ir.SymbolName(fn)] {
			e.discard(fn, e.customOf(fn).says)
			delete(e.customs.of, fn)
			delete(e.customs.within, key)
		}
	}
}

func withParameters(fn *ir.Op) string {
	if p := fn.Attr(Parameters); p != nil {
		return " with " + p.String()
	}
	return ""
}

// newFunction makes a private function behind another one, whose block has the arguments.
func (e *engine) newFunction(after *ir.Op, name string, t *ir.Type, l ir.Loc) (*ir.Op, *ir.Block) {
	block, region := &ir.Block{}, &ir.Region{}
	for _, u := range t.Inputs() {
		block.AddArg(u, l)
	}
	region.Append(block)
	fn, err := ir.NewBuilder(e.ctx).After(after).Create(&ir.OpState{
		Name: e.ctx.OpName("func.func"), Loc: l, Results: []*ir.Type{}, Regions: []*ir.Region{region},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: e.ctx.StringAttr(e.freshName(name))}, {Name: "sym_visibility", Value: e.ctx.StringAttr("private")},
			{Name: "function_type", Value: e.ctx.TypeAttr(t)},
		},
	})
	if err != nil {
		panic("autodiff: " + err.Error())
	}
	e.functions[ir.SymbolName(fn)], e.resolved[fn] = fn, true
	return fn, block
}

// fitted is a function that does what fn does, of type t: fn itself, or one around it with casts.
func (e *engine) fitted(fn *ir.Op, t *ir.Type) *ir.Op {
	if signature(fn) == t {
		return fn
	}
	around, block := e.newFunction(e.last(fn), ir.SymbolName(fn)+".cast", t, fn.Loc())
	e.behind[fn] = around
	m := e.maker(ir.NewBuilder(e.ctx).AtEnd(block))
	m.Loc = fn.Loc()
	cast := func(v *ir.Value, to *ir.Type) *ir.Value {
		if v.Type() == to {
			return v
		}
		return m.Typed("tg.cast", to, []*ir.Value{v})
	}
	operands, results := slices.Clone(block.Args()), []*ir.Value{}
	for i, u := range signature(fn).Inputs() {
		operands[i] = cast(operands[i], u)
	}
	for i, r := range e.callOf(m.Builder, fn.Loc(), fn, operands).Results() {
		results = append(results, cast(r, t.Results()[i]))
	}
	m.Builder.OpWithTypes(e.def("func.return"), fn.Loc(), nil, results)
	return around
}
