package rule

import (
	"math"
	"slices"
	"sync"

	"github.com/tg-opt/tg/ir"
)

// kind is what an expression of the rule language stands for.
type kind uint8

const (
	anyKind     kind = iota // an attribute whose kind shows only when it is there
	intKind                 // a 64-bit integer
	floatKind               // a float; integers are floats where one is asked for
	boolKind                // true or false; the presence of a unit attribute
	stringKind              // a string or keyword
	intsKind                // a list of integers
	stringsKind             // a list of strings
	typeKind                // an element type
	boxKind                 // a box of a tensor
	valueKind               // a value of the program: ?x, root, root.0
	valuesKind              // several of them: ?xs of `?xs...`
)

func (k kind) String() string {
	return [...]string{"attribute", "integer", "number", "truth value", "string", "list of integers", "list of strings",
		"element type", "box", "value", "list of values"}[k]
}

// fits reports whether an expression of kind k may stand where want is asked
// for; what only shows at run time may, and a value is a list of one.
func (k kind) fits(want kind) bool {
	return k == want || k == valueKind && want == valuesKind || k == anyKind && want < valueKind || want == anyKind && k < valueKind || k == intKind && want == floatKind
}

// datum is the value of an expression.
type datum struct {
	kind kind
	i    int64 // also the truth value, as 0 or 1
	f    float64
	s    string
	ints []int64
	strs []string
	typ  *ir.Type
	box  *box
	v    *ir.Value
	vs   []*ir.Value
	// attr is the attribute the datum comes from, if any: what is passed on
	// unchanged keeps its spelling.
	attr *ir.Attr
}

func intDatum(i int64) datum       { return datum{kind: intKind, i: i} }
func floatDatum(f float64) datum   { return datum{kind: floatKind, f: f} }
func stringDatum(s string) datum   { return datum{kind: stringKind, s: s} }
func intsDatum(l []int64) datum    { return datum{kind: intsKind, ints: l} }
func typeDatum(t *ir.Type) datum   { return datum{kind: typeKind, typ: t} }
func valueDatum(v *ir.Value) datum { return datum{kind: valueKind, v: v} }

func boolDatum(b bool) datum {
	d := datum{kind: boolKind}
	if b {
		d.i = 1
	}
	return d
}

// as is d as a datum of another kind; ok is false when it is not one.
func (d datum) as(want kind) (_ datum, ok bool) {
	switch {
	case d.kind == want, want == anyKind:
		return d, true
	case want == floatKind && d.kind == intKind:
		return datum{kind: floatKind, f: float64(d.i), i: d.i}, true
	case want == valuesKind && d.kind == valueKind:
		return datum{kind: valuesKind, vs: []*ir.Value{d.v}}, true
	}
	return d, false
}

// attrDatum is what an attribute stands for.
func attrDatum(a *ir.Attr) datum {
	d := datum{kind: anyKind, attr: a}
	switch a.Kind() {
	case ir.UnitAttr:
		d.kind, d.i = boolKind, 1
	case ir.IntegerAttr:
		d.kind, d.i = intKind, a.Int()
		if a.Type().IsBool() {
			d.kind, d.i = boolKind, a.Int()&1
		}
	case ir.FloatAttr:
		d.kind, d.f = floatKind, a.Type().Format().Decode(a.FloatBits())
	case ir.StringAttr:
		d.kind, d.s = stringKind, a.Text()
	case ir.TypeAttr:
		d.kind, d.typ = typeKind, a.Type()
	case ir.DenseArrayAttr, ir.DenseAttr, ir.ArrayAttr:
		if ints := a.Ints(); ints != nil {
			d.kind, d.ints = intsKind, ints
		} else if e := a.Elems(); len(e) > 0 && !slices.ContainsFunc(e, func(e *ir.Attr) bool { return !e.Is(ir.StringAttr) }) {
			d.kind, d.strs = stringsKind, a.Strings()
		}
	}
	return d
}

// attribute is d as the attribute that an op declares; nil with ok is one that
// is not there. It is not ok when the op's constraint does not allow it.
func (d datum) attribute(c *ir.Context, arg *ir.AttrArg) (a *ir.Attr, ok bool) {
	for _, a := range d.spellings(c) {
		if a == nil && (arg.Optional || arg.Default != nil) || a != nil && arg.Is.Ok(a) {
			return a, true
		}
	}
	return nil, false
}

// spellings are the attributes that d may be written as; nil stands for none.
func (d datum) spellings(c *ir.Context) []*ir.Attr {
	if d.attr != nil {
		return []*ir.Attr{d.attr}
	}
	switch d.kind {
	case intKind:
		return []*ir.Attr{c.I64Attr(d.i), c.IntAttr(c.I32(), d.i), c.IntAttr(c.Index(), d.i), c.FloatAttr(c.F64(), float64(d.i)), c.FloatAttr(c.F32(), float64(d.i))}
	case floatKind:
		return []*ir.Attr{c.FloatAttr(c.F64(), d.f), c.FloatAttr(c.F32(), d.f)}
	case boolKind:
		if d.i != 0 {
			return []*ir.Attr{c.BoolAttr(true), c.Unit()}
		}
		return []*ir.Attr{c.BoolAttr(false), nil}
	case stringKind:
		return []*ir.Attr{c.StringAttr(d.s), c.Symbol(d.s)}
	case typeKind:
		return []*ir.Attr{c.TypeAttr(d.typ)}
	case intsKind:
		return []*ir.Attr{c.I64Array(d.ints), c.IntArray(c.Bool(), d.ints), c.IntArray(c.I32(), d.ints)}
	case stringsKind:
		elems := make([]*ir.Attr, len(d.strs))
		for i, s := range d.strs {
			elems[i] = c.StringAttr(s)
		}
		return []*ir.Attr{c.Array(elems)}
	}
	return nil
}

// is reports whether a stands for d, without making anything in the common
// cases.
func (d *datum) is(a *ir.Attr) bool {
	switch d.kind {
	case stringKind:
		return a.Is(ir.StringAttr) && a.Text() == d.s
	case boolKind:
		return a == nil && d.i == 0 || a.Is(ir.UnitAttr) && d.i != 0 || a.Is(ir.IntegerAttr) && a.Type().IsBool() && a.Int()&1 == d.i
	}
	return a != nil && d.equal(attrDatum(a))
}

// equal compares two data; numbers by value.
func (d *datum) equal(e datum) bool {
	if (d.kind == floatKind || e.kind == floatKind) && d.kind != e.kind {
		x, ok := d.as(floatKind)
		y, ok2 := e.as(floatKind)
		return ok && ok2 && x.f == y.f
	}
	if d.kind != e.kind {
		return false
	}
	switch d.kind {
	case intKind, boolKind:
		return d.i == e.i
	case floatKind:
		return d.f == e.f
	case stringKind:
		return d.s == e.s
	case intsKind:
		return slices.Equal(d.ints, e.ints)
	case stringsKind:
		return slices.Equal(d.strs, e.strs)
	case typeKind:
		return d.typ == e.typ
	case boxKind:
		return d.box.equal(e.box)
	case valueKind:
		return d.v == e.v
	}
	return d.attr != nil && d.attr == e.attr
}

// probe is a context to make attributes in that show what a constraint allows.
var probe = sync.OnceValue(func() *ir.Context { return ir.NewContext() })

// kindOf is the kind of an op's attribute, from what its constraint allows.
func kindOf(arg *ir.AttrArg) kind {
	c := probe()
	if len(arg.Is.Values) > 0 {
		return stringKind
	}
	if arg.Is.Ok(c.StringAttr("")) && arg.Is.Ok(c.I64Attr(0)) {
		return anyKind
	}
	samples := []struct {
		kind kind
		attr *ir.Attr
	}{
		{intKind, c.I64Attr(1)}, {intKind, c.IntAttr(c.I32(), 1)}, {boolKind, c.BoolAttr(true)}, {boolKind, c.Unit()},
		{floatKind, c.FloatAttr(c.F64(), 1)}, {floatKind, c.FloatAttr(c.F32(), 1)}, {typeKind, c.TypeAttr(c.F32())}, {stringKind, c.StringAttr("")},
		{intsKind, c.I64Array([]int64{})}, {intsKind, c.I64Array([]int64{1, 1})}, {intsKind, c.IntArray(c.Bool(), []int64{1})}, {intsKind, c.IntArray(c.I32(), []int64{1})},
	}
	for _, s := range samples {
		if arg.Is.Ok(s.attr) {
			return s.kind
		}
	}
	return anyKind
}

// elementTypes are the element types that expressions spell by name.
func elementType(c *ir.Context, name string) *ir.Type {
	switch name {
	case "i1":
		return c.Bool()
	case "index":
		return c.Index()
	case "i2", "i4", "i8", "i16", "i32", "i64":
		return c.Int(width(name[1:]), ir.Signless)
	case "ui2", "ui4", "ui8", "ui16", "ui32", "ui64":
		return c.Int(width(name[2:]), ir.Unsigned)
	case "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ":
		return c.Float(name)
	}
	return nil
}

func width(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

// isWhole reports whether f is an integer that a float64 tells from its
// neighbours.
func isWhole(f float64) bool { return f == math.Trunc(f) && math.Abs(f) <= 1<<53 }
