package autodiff

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Call is the rule of a call: the function is differentiated once for each set of arguments and
// results that matter, and the call becomes one of what that made.
var Call = Rule{
	Reads:   "what the function that is called needs",
	control: &control{vary: varyCall, forward: forwardCall, reverse: reverseCall},
}

// variant is a function and which of its arguments, and results, matter: a bit for each.
type variant struct {
	fn            *ir.Op
	args, results string
	forward       bool
	strong        bool // whether zeros are strong
}

func bits(n int, set func(i int) bool) string {
	var b strings.Builder
	for i := range n {
		b.WriteByte("01"[btoi(set(i))])
	}
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// split is a function in two: the forward part computes the results and what the backward part
// needs besides.
type split struct {
	forward, backward string
	// stash are the first arguments of the backward part: an argument of the function, a result of
	// the forward part, those of the function first.
	stash []stashed
	// gradients are the arguments that the results of the backward part are cotangents of.
	gradients []int
	extra     []*ir.Type // of what the forward part results in besides
	// tangents are types of arguments that the forward part takes besides, which are zeros: it is
	// that of a function of tangents that somebody wrote.
	tangents []*ir.Type
}

// stashed is where an argument of a backward part comes from.
type stashed struct {
	Result bool // a result, else an argument, of the forward part
	Index  int
}

// callee is the function that a call, or a request for a derivative, names.
func (e *engine) callee(o *ir.Op) (*ir.Op, error) {
	name, ok := analysis.Callee.Get(o.Def())
	if !ok {
		asking, _ := Requested.Get(o.Def())
		name = asking.Function
	}
	fn := e.functions[name(o).Text()]
	if fn == nil || analysis.CallableBody(fn) == nil || analysis.CallableBody(fn).Empty() {
		return nil, e.callNotes(o.Errorf("'%s' has no derivative: @%s, which it calls, has no body here; --link=FILE joins the module that has it", o.Name(), name(o).Text()))
	}
	return fn, e.resolve(fn)
}

func varyCall(v *varying, o *ir.Op) {
	because := v.any(o.Operands())
	if because == nil {
		return
	}
	fn, err := v.e.callee(o)
	if err != nil {
		v.err = err
		return
	}
	results, err := v.e.resultsVary(o, fn, bits(o.NumOperands(), func(i int) bool { return v.has(o.Operand(i)) }))
	if err != nil {
		v.err = err
		return
	}
	for i, varies := range results {
		if varies {
			v.mark(o.Result(i), because)
		}
	}
}

// resultsVary tells which results of a function vary with some of its arguments.
func (e *engine) resultsVary(call, fn *ir.Op, args string) ([]bool, error) {
	key := variant{fn: fn, args: args}
	if known, ok := e.varies[key]; ok {
		if known == nil {
			return nil, e.recursion(call, fn)
		}
		return known, nil
	}
	if c := e.customOf(fn); c != nil {
		results := signature(fn).Results()
		out := make([]bool, len(results))
		for i, t := range results {
			out[i] = !c.zero && Differentiable(t)
		}
		e.varies[key] = out
		return out, nil
	}
	e.varies[key] = nil
	body, err := e.body(fn)
	if err != nil {
		return nil, err
	}
	v := &varying{varied: varied{}, e: e}
	for i, a := range body.Args() {
		if args[i] == '1' {
			v.mark(a, nil)
		}
	}
	if err := e.enter(call); err != nil {
		return nil, err
	}
	v.block(body)
	e.leave()
	if v.err != nil {
		return nil, v.err
	}
	out := make([]bool, body.Last().NumOperands())
	for i, x := range body.Last().Operands() {
		out[i] = v.has(x)
	}
	e.varies[key] = out
	return out, nil
}

func (e *engine) recursion(call, fn *ir.Op) error {
	d := call.Errorf("'%s' has no derivative: @%s calls itself; write a loop instead", call.Name(), ir.SymbolName(fn))
	return e.callNotes(d)
}

// body is the block of a function.
func (e *engine) body(fn *ir.Op) (*ir.Block, error) {
	r := analysis.CallableBody(fn)
	if !r.HasOneBlock() {
		second := r.First().Next()
		at := fn.Loc()
		if end := r.First().Terminator(); end != nil {
			at = end.Loc()
		}
		return nil, e.callNotes(ir.Errorf(at, "@%s has no derivative: it branches between %s; run --lift-cf-to-tg first, which makes them tg.if, tg.case and tg.while", ir.SymbolName(fn), blocks(second)))
	}
	return r.First(), nil
}

func blocks(second *ir.Block) string {
	n := 1
	for b := second; b != nil; b = b.Next() {
		n++
	}
	return fmt.Sprintf("%d blocks", n)
}

func forwardCall(m *Maker, o *ir.Op) error {
	fn, err := m.e.callee(o)
	if err != nil {
		return err
	}
	var tangents []*ir.Value
	args := bits(o.NumOperands(), func(i int) bool { return m.tangents[o.Operand(i)] != nil })
	for i, x := range o.Operands() {
		if args[i] == '1' {
			tangents = append(tangents, m.tangents[x])
		}
	}
	if len(tangents) == 0 {
		return nil
	}
	if err := m.e.enter(o); err != nil {
		return err
	}
	made, results, err := m.e.jvp(o, fn, args)
	m.e.leave()
	if err != nil {
		return err
	}
	n := m.e.call(m.Builder.Before(o), o, made, append(append([]*ir.Value{}, o.Operands()...), tangents...))
	m.replaced(o, n)
	for k, i := range results {
		m.tangents[n.Result(i)] = n.Result(o.NumResults() + k)
	}
	o.Erase()
	return nil
}

func reverseCall(m *Maker, o *ir.Op, g []*ir.Value) error {
	fn, err := m.e.callee(o)
	if err != nil {
		return err
	}
	args := bits(o.NumOperands(), func(i int) bool { return m.active.has(o.Operand(i)) })
	results := bits(o.NumResults(), func(i int) bool { return g[i] != nil && m.active.has(o.Result(i)) })
	if err := m.e.enter(o); err != nil {
		return err
	}
	s, err := m.e.split(o, fn, args, results)
	m.e.leave()
	if err != nil || len(s.gradients) == 0 {
		return err
	}
	n := o
	given := append([]*ir.Value{}, o.Operands()...)
	if s.forward != ir.SymbolName(fn) {
		zeros := m.e.maker(m.e.at(o))
		zeros.Loc = o.Loc()
		for _, t := range s.tangents {
			given = append(given, zeros.Splat(t, 0))
		}
		n = m.e.call(m.e.at(o), o, m.e.symbol(s.forward), given)
		m.replaced(o, n)
	}
	var operands []*ir.Value
	for _, from := range s.stash {
		if from.Result {
			operands = append(operands, n.Result(from.Index))
		} else {
			operands = append(operands, given[from.Index])
		}
	}
	for i, ct := range g {
		if results[i] == '1' {
			operands = append(operands, ct)
		}
	}
	m.AtEnd(m.block)
	back := m.e.call(m.Builder, o, m.e.symbol(s.backward), operands)
	if n != o {
		o.Erase()
	}
	for k, i := range s.gradients {
		m.contribute(given[i], back.Result(k))
	}
	return nil
}

// call is a call of fn like o.
func (e *engine) call(b *ir.Builder, o, fn *ir.Op, operands []*ir.Value) *ir.Op {
	n, err := b.Create(&ir.OpState{
		Name: o.OpName(), Loc: o.Loc(), Operands: operands, Results: signature(fn).Results(),
		Attrs: []ir.NamedAttr{{Name: "callee", Value: e.ctx.Symbol(ir.SymbolName(fn))}},
	})
	if err != nil {
		panic("autodiff: " + err.Error())
	}
	return n
}

func signature(fn *ir.Op) *ir.Type { return fn.Attr("function_type").Type() }

// symbol is the function of that name.
func (e *engine) symbol(name string) *ir.Op { return e.functions[name] }

// called is the function that a call names, nil for one that is not in the module.
func (e *engine) called(o *ir.Op) *ir.Op {
	if of, ok := analysis.Callee.Get(o.Def()); ok {
		return e.functions[of(o).Text()]
	}
	return nil
}

// deepest is how many calls, each in the function that the one before calls, are followed: each
// takes some stack.
const deepest = 50_000

// enter goes on with the function that an op calls; leave comes back.
func (e *engine) enter(call *ir.Op) error {
	if len(e.path) >= deepest {
		return e.callNotes(call.Errorf("'%s' has no derivative: it is call %d of a chain in which each function calls the next; inline some", call.Name(), deepest+1))
	}
	e.path = append(e.path, call)
	return nil
}

func (e *engine) leave() { e.path = e.path[:len(e.path)-1] }
