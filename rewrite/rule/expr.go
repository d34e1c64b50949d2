package rule

import (
	"math"
	"math/bits"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// expr is a checked expression.
type expr struct {
	op   exprOp
	kind kind
	// datum is what a constant is.
	datum datum
	// variable numbers an attribute variable, or one for several values; ref is
	// a value.
	variable int
	ref      ref
	call     *function
	name     string // of an element type
	args     []*expr
}

type exprOp uint8

const (
	constantExpr exprOp = iota
	attributeExpr
	refExpr
	valuesExpr
	entryExpr // in brackets, one of several values
	elementTypeExpr
	callExpr
	listExpr
	indexExpr
	negateExpr
	addExpr
	subtractExpr
	multiplyExpr
	divideExpr
	remainderExpr
)

// ref names a value of a match: a variable, or what an op term of the left side
// matched.
type ref struct {
	variable int // -1 for a matched op
	term     *term
}

// eval computes e; ok is false when there is no such value, because an extent
// is not known, an index is out of range or a number too large.
func (e *expr) eval(m *match) (d datum, ok bool) {
	switch e.op {
	case constantExpr:
		return e.datum, true
	case attributeExpr:
		b := &m.attrs[e.variable]
		return m.datum(b)
	case refExpr:
		v := m.valueOf(e.ref)
		return valueDatum(v), v != nil
	case valuesExpr:
		return datum{kind: valuesKind, vs: m.lists[e.variable].values()}, true
	case entryExpr:
		v, ok := m.lists[e.variable].entry()
		return valueDatum(v), ok
	case elementTypeExpr:
		return typeDatum(elementType(m.root.Context(), e.name)), true
	case callExpr:
		if e.call.value != nil {
			v, ok := e.args[0].value(m)
			if !ok {
				return datum{}, false
			}
			return e.call.value(v)
		}
		args, ok := m.evalAll(e.args, e.call.params)
		if ok {
			d, ok = e.call.apply(args)
		}
		m.release(e.args)
		return d, ok
	case listExpr:
		return e.list(m)
	case indexExpr:
		return e.index(m)
	}
	return e.arithmetic(m)
}

// value is eval for an expression that stands for a value.
func (e *expr) value(m *match) (*ir.Value, bool) {
	switch e.op {
	case refExpr:
		v := m.valueOf(e.ref)
		return v, v != nil
	case entryExpr:
		return m.lists[e.variable].entry()
	}
	d, ok := e.eval(m)
	return d.v, ok
}

// evalAll computes arguments as the kinds of parameters, the last of which stands for all
// that are left. They stand on a stack that is used again and again; release takes them off.
func (m *match) evalAll(args []*expr, params []kind) ([]datum, bool) {
	base := len(m.stack)
	m.stack = slices.Grow(m.stack, len(args))[:base+len(args)]
	m.deepest = max(m.deepest, len(m.stack))
	for i, a := range args {
		if a.kind == valueKind && params[min(i, len(params)-1)] == valueKind {
			v, ok := a.value(m)
			if !ok {
				return nil, false
			}
			m.stack[base+i] = valueDatum(v)
			continue
		}
		d, ok := a.eval(m)
		if want := params[min(i, len(params)-1)]; ok && d.kind != want {
			d, ok = d.as(want)
		}
		if !ok {
			return nil, false
		}
		m.stack[base+i] = d
	}
	return m.stack[base:], true
}

func (m *match) release(args []*expr) {
	m.stack = m.stack[:len(m.stack)-len(args)]
}

func (e *expr) list(m *match) (d datum, ok bool) {
	d = datum{kind: e.kind}
	for _, a := range e.args {
		item, ok := a.eval(m)
		switch {
		case !ok:
			return d, false
		case e.kind == intsKind && item.kind == intKind:
			d.ints = append(d.ints, item.i)
		case e.kind == stringsKind && item.kind == stringKind:
			d.strs = append(d.strs, item.s)
		default:
			return d, false
		}
	}
	return d, true
}

func (e *expr) index(m *match) (datum, bool) {
	list, ok := e.args[0].eval(m)
	at, ok2 := e.args[1].eval(m)
	if !ok || !ok2 || at.kind != intKind {
		return datum{}, false
	}
	switch list.kind {
	case intsKind:
		if i, ok := position(at.i, len(list.ints)); ok {
			return intDatum(list.ints[i]), true
		}
	case stringsKind:
		if i, ok := position(at.i, len(list.strs)); ok {
			return stringDatum(list.strs[i]), true
		}
	case valuesKind:
		if i, ok := position(at.i, len(list.vs)); ok {
			return valueDatum(list.vs[i]), true
		}
	}
	return datum{}, false
}

// position is an index into a list of n, where -1 is the last.
func position(i int64, n int) (int, bool) {
	if i < 0 {
		i += int64(n)
	}
	return int(i), i >= 0 && i < int64(n)
}

func (e *expr) arithmetic(m *match) (datum, bool) {
	x, ok := e.args[0].eval(m)
	if !ok {
		return x, false
	}
	if e.op == negateExpr {
		return calculate(subtractExpr, datum{kind: x.kind, f: negativeZero}, x)
	}
	y, ok := e.args[1].eval(m)
	if !ok {
		return y, false
	}
	return calculate(e.op, x, y)
}

var negativeZero = math.Copysign(0, -1)

// calculate does arithmetic on integers, without wrapping, or on floats.
func calculate(op exprOp, x, y datum) (datum, bool) {
	if x.kind == intKind && y.kind == intKind {
		i, ok := integers(op, x.i, y.i)
		return intDatum(i), ok
	}
	x, ok := x.as(floatKind)
	y, ok2 := y.as(floatKind)
	if !ok || !ok2 {
		return x, false
	}
	switch op {
	case addExpr:
		return floatDatum(x.f + y.f), true
	case subtractExpr:
		return floatDatum(x.f - y.f), true
	case multiplyExpr:
		return floatDatum(x.f * y.f), true
	case divideExpr:
		return floatDatum(x.f / y.f), true
	}
	return floatDatum(math.Mod(x.f, y.f)), true
}

// integers does arithmetic that must not overflow; a quotient is rounded
// toward zero.
func integers(op exprOp, x, y int64) (int64, bool) {
	switch op {
	case addExpr:
		z := x + y
		return z, (z > x) == (y > 0)
	case subtractExpr:
		z := x - y
		return z, (z < x) == (y > 0)
	case multiplyExpr:
		hi, lo := bits.Mul64(magnitude(x), magnitude(y))
		return x * y, hi == 0 && lo <= math.MaxInt64
	}
	if y == 0 || y == -1 && x == math.MinInt64 {
		return 0, false
	}
	if op == divideExpr {
		return x / y, true
	}
	return x % y, true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// comparison is one of `==`, `!=`, `<`, `<=`, `>`, `>=` and `in`.
func compareData(op string, x, y *datum) (bool, bool) {
	switch op {
	case "==":
		return x.equal(*y), true
	case "!=":
		return !x.equal(*y), true
	case "in":
		switch y.kind {
		case intsKind:
			return x.kind == intKind && slices.Contains(y.ints, x.i), true
		case stringsKind:
			return x.kind == stringKind && slices.Contains(y.strs, x.s), true
		}
		return false, false
	}
	c := 0
	if x.kind == intKind && y.kind == intKind {
		c = compareOrdered(x.i, y.i)
	} else {
		a, ok := x.as(floatKind)
		b, ok2 := y.as(floatKind)
		if !ok || !ok2 || math.IsNaN(a.f) || math.IsNaN(b.f) {
			return false, ok && ok2
		}
		c = compareOrdered(a.f, b.f)
	}
	switch op {
	case "<":
		return c < 0, true
	case "<=":
		return c <= 0, true
	case ">":
		return c > 0, true
	}
	return c >= 0, true
}

func compareOrdered[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// maxMemo is how many attributes are known by heart.
const maxMemo = 64

// attrBinding is what an attribute variable, or a `let`, stands for.
type attrBinding struct {
	set     bool     // of those in brackets, that it is bound
	decoded bool     // let is what attr stands for
	attr    *ir.Attr // nil for a unit attribute that is not there
	let     datum
	derived bool // by `let`
}

// datum is what b stands for. Lists are decoded once: a program has few of them, in
// many places.
func (m *match) datum(b *attrBinding) (datum, bool) {
	switch {
	case b.derived:
		return b.let, true
	case b.attr == nil:
		return boolDatum(false), true
	case b.decoded:
		return b.let, true
	}
	d, known := m.memo[b.attr]
	if !known {
		d = attrDatum(b.attr)
		if len(m.memo) == maxMemo {
			clear(m.memo)
		}
		if m.memo != nil {
			m.memo[b.attr] = d
		}
	}
	b.let, b.decoded = d, true
	return d, true
}
