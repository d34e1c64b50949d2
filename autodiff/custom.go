package autodiff

import (
	"slices"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Rules that somebody wrote, as functions that attributes of a function name. They take and return
// tangents or cotangents of all that have any; a function around them leaves out what a call has no
// need of.

// written is the function that an attribute of says names, of type want or one that fits it.
func (e *engine) written(says *ir.Op, attr, symbol *ir.Attr, what string, want *ir.Type) (*ir.Op, error) {
	rule, err := e.writtenAny(says, attr, symbol, what)
	if err != nil {
		return nil, err
	}
	if got := signature(rule); !fits(got, want) {
		return nil, rule.Errorf("@%s is %s of @%s and must be '%s', but is '%s'", symbol.Text(), what, ir.SymbolName(says), want, got)
	}
	return rule, nil
}

// writtenAny is written for any type.
func (e *engine) writtenAny(says *ir.Op, attr, symbol *ir.Attr, what string) (*ir.Op, error) {
	if !symbol.Is(ir.SymbolRefAttr) {
		return nil, says.Errorf("the derivative of @%s must be the name of a function, but is %s", ir.SymbolName(says), attr)
	}
	name := symbol.Text()
	if rule := e.functions[name]; rule != nil && rule.Attr("function_type") != nil {
		return rule, nil
	}
	var names []string
	for n, o := range e.functions {
		if o.Attr("function_type") != nil {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return nil, says.Errorf("there is no function @%s, which is to be %s of @%s%s", name, what, ir.SymbolName(says), spelling.DidYouMean(name, names))
}

// differentiable are the types among those that have tangents.
func differentiable(types []*ir.Type) (list []*ir.Type) {
	for _, t := range types {
		if Differentiable(t) {
			list = append(list, t)
		}
	}
	return list
}

func joined(a, b []*ir.Type) []*ir.Type { return append(append([]*ir.Type{}, a...), b...) }

// jvpRule is the function that tg.jvp names, for a function of type t, and the type that it must
// have or fit.
func (e *engine) jvpRule(c *custom, t *ir.Type) (*ir.Op, error) {
	want := e.ctx.Func(joined(t.Inputs(), differentiable(t.Inputs())), joined(t.Results(), differentiable(t.Results())))
	return e.written(c.says, c.jvp, c.jvp, "the forward derivative", want)
}

// fittedJVP is the function that tg.jvp names, with the type that it must have for fn.
func (e *engine) fittedJVP(fn *ir.Op, c *custom) (*ir.Op, error) {
	t := signature(fn)
	rule, err := e.jvpRule(c, t)
	if err != nil {
		return nil, err
	}
	return e.fitted(rule, e.ctx.Func(joined(t.Inputs(), differentiable(t.Inputs())), joined(t.Results(), differentiable(t.Results())))), nil
}

// vjpRule are the functions that tg.vjp names, for a function of type t.
func (e *engine) vjpRule(c *custom, t *ir.Type) (ahead, behind *ir.Op, err error) {
	name := ir.SymbolName(c.says)
	if !c.vjp.Is(ir.ArrayAttr) || len(c.vjp.Elems()) != 2 {
		return nil, nil, c.says.Errorf("%s of @%s must be two functions, [@forward, @backward], but is %s", CustomVJP, name, c.vjp)
	}
	if ahead, err = e.writtenAny(c.says, c.vjp, c.vjp.Elems()[0], "the forward part of the derivative"); err != nil {
		return nil, nil, err
	}
	got, n := signature(ahead), len(t.Results())
	if len(got.Results()) < n || !fits(e.ctx.Func(got.Inputs(), got.Results()[:n]), t) {
		return nil, nil, ahead.Errorf("@%s is the forward part of the derivative of @%s and must take its arguments and return its results, '%s', and residuals behind them, but is '%s'",
			ir.SymbolName(ahead), name, t, got)
	}
	want := e.ctx.Func(joined(got.Results()[n:], differentiable(t.Results())), differentiable(t.Inputs()))
	behind, err = e.written(c.says, c.vjp, c.vjp.Elems()[1], "the backward part of the derivative", want)
	return ahead, behind, err
}

// customJVP is a function around that of tg.jvp.
func (e *engine) customJVP(fn *ir.Op, c *custom, r Request) (*derived, error) {
	rule, err := e.fittedJVP(fn, c)
	if err != nil {
		return nil, err
	}
	n, block := e.emptied(fn, ir.SymbolName(fn)+".jvp.rule", true)
	m := e.maker(ir.NewBuilder(e.ctx).AtEnd(block))
	m.Loc = fn.Loc()
	operands := append([]*ir.Value{}, block.Args()...)
	wanted, of := set(r.Wrt), set(r.Of)
	for i, x := range block.Args() {
		switch {
		case wanted[i]:
			operands = append(operands, block.AddArg(x.Type(), x.Loc()))
		case Differentiable(x.Type()):
			operands = append(operands, m.ZerosLike(x))
		}
	}
	made := e.callOf(m.Builder, fn.Loc(), rule, operands)
	results := append([]*ir.Value{}, made.Results()[:len(signature(fn).Results())]...)
	next := len(results)
	for i, t := range signature(fn).Results() {
		if Differentiable(t) {
			if of[i] {
				results = append(results, made.Result(next))
			}
			next++
		}
	}
	m.Builder.OpWithTypes(e.def("func.return"), fn.Loc(), nil, results)
	e.sign(n, nil, nil)
	private(n)
	return &derived{fn: n, results: r.Of}, nil
}

// customVJP are the parts that tg.vjp names, the backward one in a function around it.
func (e *engine) customVJP(fn *ir.Op, c *custom, r Request) (*split, error) {
	t := signature(fn)
	ahead, behind, err := e.vjpRule(c, t)
	if err != nil {
		return nil, err
	}
	n := len(t.Results())
	residuals := signature(ahead).Results()[n:]
	ahead = e.fitted(ahead, e.ctx.Func(t.Inputs(), joined(t.Results(), residuals)))
	behind = e.fitted(behind, e.ctx.Func(joined(residuals, differentiable(t.Results())), differentiable(t.Inputs())))
	around, block := e.emptied(fn, ir.SymbolName(fn)+".bwd.rule", false)
	s := &split{forward: ir.SymbolName(ahead), backward: ir.SymbolName(around)}
	m := e.maker(ir.NewBuilder(e.ctx).AtEnd(block))
	m.Loc = fn.Loc()
	var operands []*ir.Value
	for i, u := range residuals {
		operands = append(operands, block.AddArg(u, fn.Loc()))
		s.stash = append(s.stash, stashed{Result: true, Index: n + i})
	}
	of := set(r.Of)
	missing := map[int]*ir.Value{}
	for i, u := range t.Results() {
		if Differentiable(u) && !of[i] && !u.IsStatic() {
			missing[i] = block.AddArg(u, fn.Loc())
			s.stash = append(s.stash, stashed{Result: true, Index: i})
		}
	}
	for i, u := range t.Results() {
		switch {
		case of[i]:
			operands = append(operands, m.conjugate(block.AddArg(u, fn.Loc())))
		case !Differentiable(u):
		case missing[i] != nil:
			operands = append(operands, m.ZerosLike(missing[i]))
		default:
			operands = append(operands, m.Splat(u, 0))
		}
	}
	made := e.callOf(m.Builder, fn.Loc(), behind, operands)
	wanted, next := set(r.Wrt), 0
	var results []*ir.Value
	for i, u := range t.Inputs() {
		if Differentiable(u) {
			if wanted[i] {
				s.gradients = append(s.gradients, i)
				results = append(results, m.conjugate(made.Result(next)))
			}
			next++
		}
	}
	m.Builder.OpWithTypes(e.def("func.return"), fn.Loc(), nil, results)
	e.sign(around, nil, nil)
	private(around)
	return s, nil
}

// transposedJVP makes the parts of a function of which somebody wrote the forward derivative: those
// of that, which is linear in the tangents, by these.
func (e *engine) transposedJVP(fn *ir.Op, c *custom, r Request) (*split, error) {
	rule, err := e.fittedJVP(fn, c)
	if err != nil {
		return nil, err
	}
	t := signature(fn)
	tangent, index := map[int]int{}, map[int]int{}
	inner := Request{Mode: Split, As: ""}
	n := len(t.Inputs())
	var zeros []*ir.Type
	for i, u := range t.Inputs() {
		if Differentiable(u) {
			if !u.IsStatic() {
				return nil, fn.Errorf("@%s has only a forward derivative, which cannot be transposed for '%s'; give %s as well", ir.SymbolName(fn), u, CustomVJP)
			}
			index[n+len(zeros)] = i
			tangent[i] = n + len(zeros)
			zeros = append(zeros, u)
		}
	}
	wanted := set(r.Wrt)
	for i := range t.Inputs() {
		if wanted[i] {
			inner.Wrt = append(inner.Wrt, tangent[i])
		}
	}
	of, next := set(r.Of), len(t.Results())
	for i, u := range t.Results() {
		if Differentiable(u) {
			if of[i] {
				inner.Of = append(inner.Of, next)
			}
			next++
		}
	}
	s, err := e.apart(rule, inner, true)
	if err != nil {
		return nil, err
	}
	for k, i := range s.gradients {
		s.gradients[k] = index[i]
	}
	s.tangents = zeros
	return s, nil
}

// callOf is a call of fn.
func (e *engine) callOf(b *ir.Builder, l ir.Loc, fn *ir.Op, operands []*ir.Value) *ir.Op {
	return b.OpWithTypes(e.def("func.call"), l, signature(fn).Results(), operands,
		ir.NamedAttr{Name: "callee", Value: e.ctx.Symbol(ir.SymbolName(fn))})
}
