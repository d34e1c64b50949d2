package autodiff

import (
	"github.com/tg-opt/tg/ir"
)

// Rules that somebody wrote, as functions that attributes of a function name. They take and return
// tangents or cotangents of all that have any; a function around them leaves out what a call has no
// need of.

// custom is the function that an attribute names, of the given type.
func (e *engine) custom(fn *ir.Op, attr, symbol *ir.Attr, what string, want *ir.Type) (*ir.Op, error) {
	if !symbol.Is(ir.SymbolRefAttr) {
		return nil, fn.Errorf("the derivative of @%s must be the name of a function, but is %s", ir.SymbolName(fn), attr)
	}
	rule := e.functions[symbol.Text()]
	if rule == nil || rule.Attr("function_type") == nil {
		return nil, fn.Errorf("there is no function @%s, which is to be %s of @%s", symbol.Text(), what, ir.SymbolName(fn))
	}
	if got := signature(rule); want != nil && got != want {
		return nil, rule.Errorf("@%s is %s of @%s and must be '%s', but is '%s'", symbol.Text(), what, ir.SymbolName(fn), want, got)
	}
	return rule, nil
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

// jvpRule is the function that tg.jvp names.
func (e *engine) jvpRule(fn *ir.Op, attr *ir.Attr) (*ir.Op, error) {
	t := signature(fn)
	want := e.ctx.Func(joined(t.Inputs(), differentiable(t.Inputs())), joined(t.Results(), differentiable(t.Results())))
	return e.custom(fn, attr, attr, "the forward derivative", want)
}

// customJVP is a function around that of tg.jvp.
func (e *engine) customJVP(fn *ir.Op, attr *ir.Attr, r Request) (*derived, error) {
	rule, err := e.jvpRule(fn, attr)
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
	c := e.callOf(m.Builder, fn.Loc(), rule, operands)
	results := append([]*ir.Value{}, c.Results()[:len(signature(fn).Results())]...)
	next := len(results)
	for i, t := range signature(fn).Results() {
		if Differentiable(t) {
			if of[i] {
				results = append(results, c.Result(next))
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
func (e *engine) customVJP(fn *ir.Op, attr *ir.Attr, r Request) (*split, error) {
	if !attr.Is(ir.ArrayAttr) || len(attr.Elems()) != 2 {
		return nil, fn.Errorf("%s of @%s must be two functions, [@forward, @backward], but is %s", CustomVJP, ir.SymbolName(fn), attr)
	}
	t := signature(fn)
	ahead, err := e.custom(fn, attr, attr.Elems()[0], "the forward part of the derivative", nil)
	if err != nil {
		return nil, err
	}
	got := signature(ahead)
	n := len(t.Results())
	if !sameTypes(got.Inputs(), t.Inputs()) || len(got.Results()) < n || !sameTypes(got.Results()[:n], t.Results()) {
		return nil, ahead.Errorf("@%s is the forward part of the derivative of @%s and must take its arguments and return its results, '%s', and residuals behind them, but is '%s'",
			ir.SymbolName(ahead), ir.SymbolName(fn), t, got)
	}
	residuals := got.Results()[n:]
	want := e.ctx.Func(joined(residuals, differentiable(t.Results())), differentiable(t.Inputs()))
	behind, err := e.custom(fn, attr, attr.Elems()[1], "the backward part of the derivative", want)
	if err != nil {
		return nil, err
	}
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
	c := e.callOf(m.Builder, fn.Loc(), behind, operands)
	wanted, next := set(r.Wrt), 0
	var results []*ir.Value
	for i, u := range t.Inputs() {
		if Differentiable(u) {
			if wanted[i] {
				s.gradients = append(s.gradients, i)
				results = append(results, m.conjugate(c.Result(next)))
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
func (e *engine) transposedJVP(fn *ir.Op, attr *ir.Attr, r Request) (*split, error) {
	rule, err := e.jvpRule(fn, attr)
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

func sameTypes(a, b []*ir.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// callOf is a call of fn.
func (e *engine) callOf(b *ir.Builder, l ir.Loc, fn *ir.Op, operands []*ir.Value) *ir.Op {
	return b.OpWithTypes(e.def("func.call"), l, signature(fn).Results(), operands,
		ir.NamedAttr{Name: "callee", Value: e.ctx.Symbol(ir.SymbolName(fn))})
}
