package tg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// The derivative of an elementwise op is a factor for each operand: what a tangent of it, or a
// cotangent of the result, is multiplied by. A factor is an expression of the operands x, y and z,
// the result r and numbers, with the elementwise ops of tg as functions. Behind "where" stand names
// for parts of it, which may be made of parts that follow, as in "s*t where s = exp(t); t = x*x".
// "" is zero, and what begins with refusedFactor is the reason why there is none.
//
// A product with select(c, a, b) is a choice between products, and one with the number 0 is 0, so
// that where 0 is chosen infinities and NaN do not count. share(a, b, m) is what a gets of m, the
// greater or the lesser of a and b: 1 where a is m and b is not, 0 where a is not. Where both are,
// a NaN as another, it is 1/2, but under the convention of the least norm 0 unless a and b both
// vary.

// refusedFactor begins a factor that does not exist.
const refusedFactor = "refused: "

// derived is the rule of an elementwise op with the given factors.
func derived(factors ...string) autodiff.Rule { return factorRule(newFactors(false, factors...)) }

// derivedSingular is derived for factors that may be infinite or NaN where the op is not: under
// autodiff.Maker.StrongZero what they are multiplied by counts if it is zero.
func derivedSingular(factors ...string) autodiff.Rule {
	return factorRule(newFactors(true, factors...))
}

// derivedAs is the rule of an elementwise op with a kink, where conventions differ: those that are
// not given are as the convention of the least norm.
func derivedAs(by map[autodiff.Convention]*factors) autodiff.Rule {
	rule := factorsOf(func(m *autodiff.Maker, _ *ir.Op) *factors {
		if f := by[m.Convention]; f != nil {
			return f
		}
		return by[autodiff.LeastNorm]
	})
	rule.Factors, rule.Otherwise = by[autodiff.LeastNorm].texts, map[autodiff.Convention][]string{}
	for c, f := range by {
		if c != autodiff.LeastNorm {
			rule.Otherwise[c] = f.texts
		}
	}
	return rule
}

func factorRule(f *factors) autodiff.Rule {
	rule := factorsOf(func(*autodiff.Maker, *ir.Op) *factors { return f })
	rule.Factors = f.texts
	return rule
}

// factors are those of one op.
type factors struct {
	texts    []string
	parsed   []func() *factorExpr
	singular bool
}

func newFactors(singular bool, texts ...string) *factors {
	f := &factors{texts: texts, singular: singular}
	for _, text := range texts {
		f.parsed = append(f.parsed, sync.OnceValue(func() *factorExpr { return parseFactor(text) }))
	}
	return f
}

// factorsOf is the rule of an op whose factors the function chooses.
func factorsOf(choose func(m *autodiff.Maker, o *ir.Op) *factors) autodiff.Rule {
	return autodiff.Rule{
		JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
			w := newFactorMaker(m, o, choose)
			var sum *ir.Value
			for i := range t {
				if t[i] != nil {
					sum = addUp(m, sum, w.product(i, t[i]))
				}
			}
			return []*ir.Value{repeatLike(m, sum, o.Result(0))}
		},
		VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
			w := newFactorMaker(m, o, choose)
			w.conjugate = o.Operand(0).Type().Elem().IsComplex()
			out := make([]*ir.Value, o.NumOperands())
			for i := range out {
				if m.Active(i) {
					out[i] = unbroadcast(m, w.product(i, g[0]), o.Operand(i))
				}
			}
			return out
		},
	}
}

// addUp is the sum of two values whose shapes broadcast, either of which may be nil.
func addUp(m *autodiff.Maker, x, y *ir.Value) *ir.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return m.Make(Add, []*ir.Value{x, y})
}

// repeatLike is t, of a shape that broadcasts to that of v, in the shape of v; nil for nil.
func repeatLike(m *autodiff.Maker, t, v *ir.Value) *ir.Value {
	if t == nil {
		return nil
	}
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

// factorMaker makes the ops of the factors of o.
type factorMaker struct {
	m         *autodiff.Maker
	o         *ir.Op
	of        *factors
	conjugate bool // the factors, for complex cotangents
	values    []factorValue
}

// factorValue is an expression that has been computed.
type factorValue struct {
	text  string
	value *ir.Value
}

func newFactorMaker(m *autodiff.Maker, o *ir.Op, choose func(m *autodiff.Maker, o *ir.Op) *factors) *factorMaker {
	return &factorMaker{m: m, o: o, of: choose(m, o)}
}

// product is v times the factor of operand i, nil for zero. Under a strong zero it is 0 where v is.
func (w *factorMaker) product(i int, v *ir.Value) *ir.Value {
	text := w.of.texts[i]
	if why, refused := strings.CutPrefix(text, refusedFactor); refused {
		w.m.Fail("%s", why)
		return nil
	}
	if text == "" {
		return nil
	}
	p := w.times(w.of.parsed[i](), v)
	if w.of.singular && w.m.StrongZero {
		return strongZero(w.m, v, p)
	}
	return p
}

// times is v times a factor. Numerators are multiplied first: 1/y is one division.
func (w *factorMaker) times(e *factorExpr, v *ir.Value) *ir.Value {
	switch {
	case e.isNumber(1):
		return v
	case e.isNumber(-1):
		return w.m.Make(Neg, []*ir.Value{v})
	case e.isNumber(0):
		return w.m.Constant(v.Type().Elem(), 0)
	case e.op == "neg":
		return w.m.Make(Neg, []*ir.Value{w.times(e.args[0], v)})
	case e.op == "select":
		return w.m.Make(Select, []*ir.Value{w.value(e.args[0]), w.times(e.args[1], v), w.times(e.args[2], v)})
	case e.op == "share":
		return w.times(w.share(e), v)
	case e.op == "mul" && (e.args[0].chooses() || e.args[1].chooses()):
		return w.times(e.args[0], w.times(e.args[1], v))
	case e.op == "div" && !w.conjugate:
		return w.m.Make(Div, []*ir.Value{w.times(e.args[0], v), w.value(e.args[1])})
	}
	f := w.value(e)
	if w.conjugate && e.op != "number" {
		f = w.m.Make(Conj, []*ir.Value{f})
	}
	return w.m.Make(Mul, []*ir.Value{f, v})
}

// share is share(a, b, r) in simpler words.
func (w *factorMaker) share(e *factorExpr) *factorExpr {
	a, b := e.args[0], e.args[1]
	if w.m.Convention != autodiff.LeastNorm || w.varies(a) && w.varies(b) {
		return e.half
	}
	if i := b.operand(); i >= 0 && !analysis.FindRange(w.o.Operand(i)).NaN {
		return e.noneOfNumbers
	}
	return e.none
}

// varies reports whether an expression does: it reads an operand that does.
func (w *factorMaker) varies(e *factorExpr) bool {
	if i := e.operand(); i >= 0 {
		return w.m.Active(i)
	}
	return slices.ContainsFunc(e.args, w.varies)
}

// strongZero is ct, and 0 where v is 0.
func strongZero(m *autodiff.Maker, v, ct *ir.Value) *ir.Value {
	zero := m.Constant(v.Type().Elem(), 0)
	is := m.Compare("eq", v, zero)
	return m.Make(Select, []*ir.Value{is, zero, ct})
}

// value is what an expression is; it is computed once.
func (w *factorMaker) value(e *factorExpr) *ir.Value {
	if i := e.operand(); i >= 0 {
		return w.o.Operand(i)
	}
	if e.op == "r" {
		return w.o.Result(0)
	}
	for i := range w.values {
		if w.values[i].text == e.text {
			return w.values[i].value
		}
	}
	v := w.compute(e)
	w.values = append(w.values, factorValue{e.text, v})
	return v
}

func (w *factorMaker) compute(e *factorExpr) *ir.Value {
	if e.op == "number" {
		return w.m.Constant(w.o.Operand(0).Type().Elem(), e.number)
	}
	args := make([]*ir.Value, len(e.args))
	for i, a := range e.args {
		args[i] = w.value(a)
	}
	if direction, ok := factorComparisons[e.op]; ok {
		return w.m.Make(Compare, args, ir.NamedAttr{Name: "direction", Value: w.m.Ctx.StringAttr(direction)})
	}
	return w.m.Op(e.name, args)
}

var factorComparisons = map[string]string{"<": "lt", ">": "gt", "<=": "le", ">=": "ge", "==": "eq", "!=": "ne"}

// factorExpr is an expression: a number, an operand, the result, or an op of tg.
type factorExpr struct {
	op     string
	number float64
	args   []*factorExpr
	name   string // of the op
	text   string // tells expressions apart
	// What a share is in simpler words: half where a tie counts 1/2, none where it counts 0, and
	// that where b is no NaN. For none, r and b tell it: what is not b is a. So a need not be kept,
	// of which r may have been made in one go.
	half, none, noneOfNumbers *factorExpr
}

func numeral(v float64) *factorExpr {
	return &factorExpr{op: "number", number: v, text: strconv.FormatFloat(v, 'g', -1, 64)}
}

func call(op string, args ...*factorExpr) *factorExpr {
	text := op
	for _, a := range args {
		text += " " + a.text
	}
	if len(args) > 0 {
		text = "(" + text + ")"
	}
	e := &factorExpr{op: op, args: args, name: "tg." + op, text: text}
	if op == "share" {
		a, b, r := args[0], args[1], args[2]
		isOrNaN := func(v *factorExpr) *factorExpr { return call("or", call("==", v, r), call("!=", v, v)) }
		e.half = call("select", isOrNaN(a), call("select", isOrNaN(b), numeral(0.5), numeral(1)), numeral(0))
		e.none = call("select", isOrNaN(b), numeral(0), numeral(1))
		e.noneOfNumbers = call("select", call("==", b, r), numeral(0), numeral(1))
	}
	return e
}

func (e *factorExpr) isNumber(v float64) bool { return e.op == "number" && e.number == v }

// chooses reports whether products with the expression are choices.
func (e *factorExpr) chooses() bool { return e.op == "select" || e.op == "share" }

// operand is the number of the operand that the expression is, or -1.
func (e *factorExpr) operand() int {
	if e.op == "x" || e.op == "y" || e.op == "z" {
		return int(e.op[0] - 'x')
	}
	return -1
}

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

// parseFactor reads a factor. It panics for one that is wrong: it stands in this package, and a
// test reads all.
func parseFactor(text string) *factorExpr {
	whole, parts, _ := strings.Cut(text, " where ")
	e := parseExpr(whole)
	for _, part := range strings.Split(parts, "; ") {
		if name, of, ok := strings.Cut(part, " = "); ok {
			e = e.replaced(name, parseExpr(of))
		}
	}
	return e
}

func parseExpr(text string) *factorExpr {
	t, err := factorParser().ParseString("", text)
	if err != nil {
		panic(fmt.Sprintf("factor %q: %v", text, err))
	}
	return t.expr()
}

// replaced is the expression with another one for a name.
func (e *factorExpr) replaced(name string, by *factorExpr) *factorExpr {
	if e.op == name {
		return by
	}
	if len(e.args) == 0 {
		return e
	}
	args := make([]*factorExpr, len(e.args))
	for i, a := range e.args {
		args[i] = a.replaced(name, by)
	}
	return call(e.op, args...)
}

func (t *factorText) expr() *factorExpr {
	if t.Op == "" {
		return t.Left.expr()
	}
	return call(t.Op, t.Left.expr(), t.Right.expr())
}

func (t *factorSum) expr() *factorExpr {
	e := t.First.expr()
	for _, m := range t.Rest {
		e = call(map[string]string{"+": "add", "-": "sub"}[m.Op], e, m.Term.expr())
	}
	return e
}

func (t *factorProduct) expr() *factorExpr {
	e := t.First.expr()
	for _, p := range t.Rest {
		e = call(map[string]string{"*": "mul", "/": "div"}[p.Op], e, p.Term.expr())
	}
	return e
}

func (t *factorUnary) expr() *factorExpr {
	e := t.Atom.expr()
	switch {
	case t.Minus && e.op == "number":
		return numeral(-e.number)
	case t.Minus:
		return call("neg", e)
	}
	return e
}

func (t *factorAtom) expr() *factorExpr {
	switch {
	case t.Inner != nil:
		return t.Inner.expr()
	case t.Number != "":
		n, _ := strconv.ParseFloat(t.Number, 64) // as the lexer has it
		return numeral(n)
	}
	args := make([]*factorExpr, len(t.Args))
	for i, a := range t.Args {
		args[i] = a.expr()
	}
	return call(t.Name, args...)
}
