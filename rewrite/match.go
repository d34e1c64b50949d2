package rewrite

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// match is the state of matching one rule at one op.
type match struct {
	rule  *Rule
	root  *ir.Op
	mode  FPMode
	vars  []*ir.Value
	attrs []*ir.Attr
	ops   []*ir.Op // those matched so far
	all   *ir.Op   // the op whose attributes `{*}` stands for
}

// mayMatch is a quick test that most ops fail: the ops and constants that t
// asks for are among the operands of o. It takes no memory.
func (t *term) mayMatch(o *ir.Op) bool {
	if o.NumOperands() != len(t.args) {
		return false
	}
	for i, a := range t.args {
		if a.mayBe(o.Operand(i)) || o.Has(ir.Commutative) && i < 2 && len(t.args) >= 2 && a.mayBe(o.Operand(1-i)) {
			continue
		}
		return false
	}
	for _, a := range t.attrs {
		if a.literal != nil && !a.literalIs(o.Attr(a.name)) {
			return false
		}
	}
	return true
}

func (t *term) mayBe(v *ir.Value) bool {
	switch t.kind {
	case opTerm:
		return v.Def().Is(t.def)
	case numberTerm:
		return ir.ConstantValue(v) != nil
	}
	return true
}

// op matches term t against op o, then continues with next; when next fails,
// the bindings made here are undone and other orders of operands are tried.
func (m *match) op(t *term, o *ir.Op, next func() bool) bool {
	if !o.Is(t.def) || o.NumOperands() != len(t.args) {
		return false
	}
	bound, all, matched := append([]*ir.Attr(nil), m.attrs...), m.all, len(m.ops)
	m.ops = append(m.ops, o)
	if t.all {
		m.all = o
	}
	if m.attributes(t, o) && (t.all || m.plain(t, o)) {
		if m.operands(t, o, 0, false, next) {
			return true
		}
		if o.Has(ir.Commutative) && len(t.args) >= 2 && m.operands(t, o, 0, true, next) {
			return true
		}
	}
	copy(m.attrs, bound)
	m.all, m.ops = all, m.ops[:matched]
	return false
}

// allowed reports whether the rule's level allows it here: for
// floating-point numbers if any value that the pattern speaks of has some.
func (m *match) allowed() bool {
	if m.rule.Level == Exact {
		return true
	}
	float, integer := false, false
	see := func(v *ir.Value) {
		if v != nil && v.Type().ElemOrSelf().IsFloat() {
			float = true
		} else if v != nil {
			integer = true
		}
	}
	for _, o := range m.ops {
		see(o.Result(0))
		for i := range o.NumOperands() {
			see(o.Operand(i))
		}
	}
	return (!float || m.mode.Allows(m.rule.Level)) && (!integer || float || m.rule.Level != Real || m.rule.Integers)
}

// plain reports whether o has no inherent attribute, apart from defaults, that
// the pattern does not speak of: a rewrite would lose it.
func (m *match) plain(t *term, o *ir.Op) bool {
	for _, e := range o.Props().Entries() {
		known := false
		for _, a := range t.attrs {
			known = known || a.name == e.Name
		}
		if def := o.Def().AttrDef(e.Name); !known && def != nil && def.Default != nil {
			known = def.Default(o.Context()) == e.Value
		}
		if !known {
			return false
		}
	}
	return true
}

func (m *match) attributes(t *term, o *ir.Op) bool {
	for _, a := range t.attrs {
		v := o.Attr(a.name)
		switch {
		case v == nil:
			return false
		case a.variable < 0:
			if !a.literalIs(v) {
				return false
			}
		case m.attrs[a.variable] == nil:
			m.attrs[a.variable] = v
		case m.attrs[a.variable] != v:
			return false
		}
	}
	return true
}

// literalAttr is the attribute that a literal in rule text stands for.
func literalAttr(def *ir.OpDef, a attrTerm, c *ir.Context) *ir.Attr {
	switch l := a.literal; {
	case l.String != nil:
		return c.StringAttr(*l.String)
	case l.Word != nil && (*l.Word == "true" || *l.Word == "false"):
		return c.BoolAttr(*l.Word == "true")
	case l.Word != nil && *l.Word == "unit":
		return c.Unit()
	case l.Word != nil:
		return c.StringAttr(*l.Word)
	case l.List:
		ints := make([]int64, len(l.Numbers))
		for i, n := range l.Numbers {
			ints[i] = int64(parseNumber(n))
		}
		return c.I64Array(ints)
	default:
		v := parseNumber(*l.Number)
		if d := def.AttrDef(a.name); d != nil && !d.Is.Ok(c.I64Attr(0)) {
			return c.FloatAttr(c.F64(), v)
		}
		return c.I64Attr(int64(v))
	}
}

// literalIs reports whether v is the attribute that literalAttr makes, without
// making it.
func (a *attrTerm) literalIs(v *ir.Attr) bool {
	switch l := a.literal; {
	case v == nil:
		return false
	case l.String != nil:
		return v.Is(ir.StringAttr) && v.Text() == *l.String
	case l.Word != nil && (*l.Word == "true" || *l.Word == "false"):
		return v.Is(ir.IntegerAttr) && v.Type().IsBool() && (v.Int() != 0) == (*l.Word == "true")
	case l.Word != nil && *l.Word == "unit":
		return v.Is(ir.UnitAttr)
	case l.Word != nil:
		return v.Is(ir.StringAttr) && v.Text() == *l.Word
	case l.List:
		return v.Is(ir.DenseArrayAttr) && slices.EqualFunc(v.Ints(), l.Numbers, func(i int64, n string) bool { return float64(i) == parseNumber(n) })
	default:
		n := parseNumber(*l.Number)
		return v.Is(ir.IntegerAttr) && float64(v.Int()) == n || v.Is(ir.FloatAttr) && v.Type().Format().Decode(v.FloatBits()) == n
	}
}

func (m *match) operands(t *term, o *ir.Op, i int, swap bool, next func() bool) bool {
	if i == len(t.args) {
		return next()
	}
	k := i
	if swap && i < 2 {
		k = 1 - i
	}
	return m.value(t.args[i], o.Operand(k), func() bool { return m.operands(t, o, i+1, swap, next) })
}

func (m *match) value(t *term, v *ir.Value, next func() bool) bool {
	switch t.kind {
	case variableTerm:
		if old := m.vars[t.variable]; old != nil {
			return old == v && next()
		}
		m.vars[t.variable] = v
		if next() {
			return true
		}
		m.vars[t.variable] = nil
		return false
	case numberTerm:
		return isNumber(v, t.number) && next()
	}
	return v.Def() != nil && m.op(t, v.Def(), next)
}

// isNumber reports whether v is a constant whose every element is the number,
// bit for bit: 0 does not match -0.
func isNumber(v *ir.Value, number float64) bool {
	a := ir.ConstantValue(v)
	return a.Is(ir.DenseAttr) && a.IsSplat() && splatIs(a, number)
}

func splatIs(a *ir.Attr, number float64) bool {
	elem := a.Type().Elem()
	switch {
	case elem.IsFloat() && elem.Width() <= 64:
		var lo uint64
		for i, b := range a.Raw() {
			lo |= uint64(b) << (8 * i)
		}
		got := elem.Format().Decode(ir.FloatBits{Lo: lo})
		return got == number && math.Signbit(got) == math.Signbit(number)
	case elem.IsInteger() && elem.Width() <= 64, elem.IsIndex():
		if number != math.Trunc(number) || math.Abs(number) > 1<<53 || number == 0 && math.Signbit(number) {
			return false
		}
		ints := a.Ints()
		if len(ints) == 0 {
			return false
		}
		if elem.IsBool() {
			return ints[0] == int64(number) && number >= 0
		}
		return ints[0] == int64(number)
	}
	return false
}

func (m *match) valueOf(r ref) *ir.Value {
	if r.variable >= 0 {
		return m.vars[r.variable]
	}
	v := m.root.Result(0)
	for _, i := range r.path {
		o := v.Def()
		if o == nil || i >= o.NumOperands() {
			return nil
		}
		v = o.Operand(i)
	}
	return v
}

func (m *match) conditionsHold() bool {
	for _, c := range m.rule.conditions {
		if c.test(m, c.args) == c.not {
			return false
		}
	}
	return true
}

type knownCondition struct {
	args int
	test func(m *match, args []ref) bool
}

// typeCondition tests the type of one value.
func typeCondition(test func(*ir.Type) bool) knownCondition {
	return knownCondition{1, func(m *match, args []ref) bool {
		v := m.valueOf(args[0])
		return v != nil && test(v.Type())
	}}
}

// conditions are what `where` may ask.
var conditions = map[string]knownCondition{
	"one_use": {1, func(m *match, args []ref) bool {
		v := m.valueOf(args[0])
		return v != nil && v.HasOneUse()
	}},
	"same_type": {2, func(m *match, args []ref) bool {
		a, b := m.valueOf(args[0]), m.valueOf(args[1])
		return a != nil && b != nil && a.Type() == b.Type()
	}},
	"constant": {1, func(m *match, args []ref) bool { return ir.ConstantValue(m.valueOf(args[0])) != nil }},
	"float":    typeCondition(func(t *ir.Type) bool { return t.ElemOrSelf().IsFloat() }),
	"bool":     typeCondition(func(t *ir.Type) bool { return t.ElemOrSelf().IsBool() }),
	"integer": typeCondition(func(t *ir.Type) bool {
		e := t.ElemOrSelf()
		return e.IsInteger() && !e.IsBool() || e.IsIndex()
	}),
	"unsigned": typeCondition(func(t *ir.Type) bool { return t.ElemOrSelf().Signedness() == ir.Unsigned }),
	// holds(a, b): every value of the element type of b is one of a's.
	"holds": {2, func(m *match, args []ref) bool {
		a, b := m.valueOf(args[0]), m.valueOf(args[1])
		return a != nil && b != nil && holds(a.Type().ElemOrSelf(), b.Type().ElemOrSelf())
	}},
}
