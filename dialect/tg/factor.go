package tg

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// The derivative of an elementwise op is a factor for each operand: what a tangent of it, or a cotangent of
// the result, is multiplied by. A factor is an expression of the operands x, y and z, the result r and
// numbers, with the elementwise ops of tg as functions. "" is zero.

// derived is the rule of an elementwise op with the given factors.
func derived(factors ...string) autodiff.Rule { return derivedWith(false, factors) }

// derivedSingular is derived for factors that may be infinite or NaN where the op is not: under
// autodiff.Maker.StrongZero what they are multiplied by counts if it is zero.
func derivedSingular(factors ...string) autodiff.Rule { return derivedWith(true, factors) }

func derivedWith(singular bool, factors []string) autodiff.Rule {
	parsed := make([]func() *factorExpr, len(factors))
	for i, text := range factors {
		parsed[i] = sync.OnceValue(func() *factorExpr { return parseFactor(text) })
	}
	return autodiff.Rule{
		Factors: factors,
		JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
			var sum *ir.Value
			for i := range t {
				if t[i] != nil && factors[i] != "" {
					w := &factorMaker{m: m, o: o}
					sum = addUp(m, sum, w.guarded(singular, t[i], w.times(parsed[i](), t[i])))
				}
			}
			if sum != nil {
				sum = repeatLike(m, sum, o.Result(0))
			}
			return []*ir.Value{sum}
		},
		VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
			out := make([]*ir.Value, o.NumOperands())
			for i := range out {
				if m.Active(i) && factors[i] != "" {
					w := &factorMaker{m: m, o: o, conjugate: o.Operand(i).Type().Elem().IsComplex()}
					out[i] = unbroadcast(m, w.guarded(singular, g[0], w.times(parsed[i](), g[0])), o.Operand(i))
				}
			}
			return out
		},
	}
}

// addUp is the sum of two values whose shapes broadcast, the first of which may be nil.
func addUp(m *autodiff.Maker, x, y *ir.Value) *ir.Value {
	if x == nil {
		return y
	}
	return m.Make(Add, []*ir.Value{x, y})
}

// repeatLike is t, of a shape that broadcasts to that of v, in the shape of v.
func repeatLike(m *autodiff.Maker, t, v *ir.Value) *ir.Value {
	if t.Type() == v.Type() && t.Type().IsStatic() {
		return t
	}
	first := v.Type().Rank() - t.Type().Rank()
	dims := make([]int64, t.Type().Rank())
	for i := range dims {
		dims[i] = int64(first + i)
	}
	if v.Type().IsStatic() {
		return m.MakeTyped(Broadcast, v.Type(), []*ir.Value{t}, intsAttr(m.Ctx, "dims", dims))
	}
	extents := m.MakeTyped(ShapeOf, m.Ctx.Tensor([]int64{int64(v.Type().Rank())}, m.Ctx.I64()), []*ir.Value{v})
	return m.MakeTyped(DynamicBroadcast, v.Type(), []*ir.Value{t, extents}, intsAttr(m.Ctx, "dims", dims))
}

// unbroadcast is g, of the shape of a result, summed to the shape of the operand x.
func unbroadcast(m *autodiff.Maker, g, x *ir.Value) *ir.Value {
	if g == nil {
		return nil
	}
	return SumToLike(m.Builder, m.Loc, g, x)
}

// factorMaker makes the ops of a factor of o.
type factorMaker struct {
	m         *autodiff.Maker
	o         *ir.Op
	conjugate bool // the factor, for complex cotangents
}

// times is v times a factor. Numerators are multiplied first: 1/y is one division.
func (w *factorMaker) times(e *factorExpr, v *ir.Value) *ir.Value {
	switch {
	case e.isNumber(1):
		return v
	case e.op == "neg":
		return w.m.Make(Neg, []*ir.Value{w.times(e.args[0], v)})
	case e.op == "div" && !w.conjugate:
		return w.m.Make(Div, []*ir.Value{w.times(e.args[0], v), w.value(e.args[1])})
	}
	f := w.value(e)
	if w.conjugate {
		f = w.m.Make(Conj, []*ir.Value{f})
	}
	return w.m.Make(Mul, []*ir.Value{f, v})
}

// guarded is ct, or under a strong zero 0 where v, which it is a multiple of, is 0.
func (w *factorMaker) guarded(singular bool, v, ct *ir.Value) *ir.Value {
	if !singular || !w.m.StrongZero {
		return ct
	}
	return strongZero(w.m, v, ct)
}

// strongZero is ct, and 0 where v is 0.
func strongZero(m *autodiff.Maker, v, ct *ir.Value) *ir.Value {
	zero := m.Constant(v.Type().Elem(), 0)
	is := m.Make(Compare, []*ir.Value{v, zero}, ir.NamedAttr{Name: "direction", Value: m.Ctx.StringAttr("eq")})
	return m.Make(Select, []*ir.Value{is, zero, ct})
}

func (w *factorMaker) value(e *factorExpr) *ir.Value {
	elem := w.o.Operand(0).Type().Elem()
	switch e.op {
	case "number":
		return w.m.Constant(elem, e.number)
	case "x", "y", "z":
		return w.o.Operand(int(e.op[0] - 'x'))
	case "r":
		return w.o.Result(0)
	}
	args := make([]*ir.Value, len(e.args))
	for i, a := range e.args {
		args[i] = w.value(a)
	}
	if direction, ok := factorComparisons[e.op]; ok {
		return w.m.Make(Compare, args, ir.NamedAttr{Name: "direction", Value: w.m.Ctx.StringAttr(direction)})
	}
	return w.m.Op("tg."+e.op, args)
}

var factorComparisons = map[string]string{"<": "lt", ">": "gt", "<=": "le", ">=": "ge", "==": "eq", "!=": "ne"}

// factorExpr is an expression: a number, an operand, the result, or an op of tg.
type factorExpr struct {
	op     string
	number float64
	args   []*factorExpr
}

func (e *factorExpr) isNumber(v float64) bool { return e.op == "number" && e.number == v }

// The grammar of factors, weakest operators first.
type (
	factorText struct {
		Left  *factorSum `parser:"@@"`
		Op    string     `parser:"( @Compare"`
		Right *factorSum `parser:"  @@ )?"`
	}
	factorSum struct {
		First *factorProduct  `parser:"@@"`
		Rest  []*factorMember `parser:"@@*"`
	}
	factorMember struct {
		Op   string         `parser:"@('+' | '-')"`
		Term *factorProduct `parser:"@@"`
	}
	factorProduct struct {
		First *factorUnary  `parser:"@@"`
		Rest  []*factorPart `parser:"@@*"`
	}
	factorPart struct {
		Op   string       `parser:"@('*' | '/')"`
		Term *factorUnary `parser:"@@"`
	}
	factorUnary struct {
		Minus bool        `parser:"@'-'?"`
		Atom  *factorAtom `parser:"@@"`
	}
	factorAtom struct {
		Number string        `parser:"  @Number"`
		Name   string        `parser:"| @Name"`
		Args   []*factorText `parser:"  ( '(' @@ ( ',' @@ )* ')' )?"`
		Inner  *factorText   `parser:"| '(' @@ ')'"`
	}
)

var factorParser = sync.OnceValue(func() *participle.Parser[factorText] {
	rules := lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Number", Pattern: `\d+(\.\d+)?(e-?\d+)?`}, {Name: "Name", Pattern: `[a-z]\w*`},
		{Name: "Compare", Pattern: `[<>=!]=|[<>]`}, {Name: "Mark", Pattern: `[-+*/(),]`}, {Name: "Space", Pattern: `\s+`},
	})
	return participle.MustBuild[factorText](participle.Lexer(rules), participle.Elide("Space"))
})

// parseFactor reads a factor. It panics for one that is wrong: it stands in this package, and a test reads
// all.
func parseFactor(text string) *factorExpr {
	t, err := factorParser().ParseString("", text)
	if err != nil {
		panic(fmt.Sprintf("factor %q: %v", text, err))
	}
	return t.expr()
}

func (t *factorText) expr() *factorExpr {
	if t.Op == "" {
		return t.Left.expr()
	}
	return &factorExpr{op: t.Op, args: []*factorExpr{t.Left.expr(), t.Right.expr()}}
}

func (t *factorSum) expr() *factorExpr {
	e := t.First.expr()
	for _, m := range t.Rest {
		e = &factorExpr{op: map[string]string{"+": "add", "-": "sub"}[m.Op], args: []*factorExpr{e, m.Term.expr()}}
	}
	return e
}

func (t *factorProduct) expr() *factorExpr {
	e := t.First.expr()
	for _, p := range t.Rest {
		e = &factorExpr{op: map[string]string{"*": "mul", "/": "div"}[p.Op], args: []*factorExpr{e, p.Term.expr()}}
	}
	return e
}

func (t *factorUnary) expr() *factorExpr {
	e := t.Atom.expr()
	switch {
	case t.Minus && e.op == "number":
		return &factorExpr{op: "number", number: -e.number}
	case t.Minus:
		return &factorExpr{op: "neg", args: []*factorExpr{e}}
	}
	return e
}

func (t *factorAtom) expr() *factorExpr {
	switch {
	case t.Inner != nil:
		return t.Inner.expr()
	case t.Number != "":
		n, _ := strconv.ParseFloat(t.Number, 64) // as the lexer has it
		return &factorExpr{op: "number", number: n}
	}
	e := &factorExpr{op: t.Name}
	for _, a := range t.Args {
		e.args = append(e.args, a.expr())
	}
	return e
}
