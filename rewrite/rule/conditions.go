package rule

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// condition is a condition that `where` can ask.
type condition struct {
	name   string
	params []kind
	many   bool
	doc    string
	test   func(args []datum) bool
	// value is the test of a condition of one value, instead of test.
	value func(v *ir.Value) bool
	// quick says that the test looks at types, uses or small lists only.
	quick bool
	// uses says that the test is about what uses a value.
	uses bool
	// inMatch is the test of a condition that remembers what it finds for the rest of
	// the match; nil for most.
	inMatch func(m *match, args []datum) bool
}

// Conditions describes the conditions of `where`.
func Conditions() []Described {
	var list []Described
	for _, c := range conditions {
		list = append(list, Described{c.name, signature(c.name, c.params, c.many), c.doc})
	}
	return list
}

// ofType is a test of the type of one value.
func ofType(test func(*ir.Type) bool) func(*ir.Value) bool {
	return func(v *ir.Value) bool { return test(v.Type()) }
}

// ofElement is a test of the element type of one value.
func ofElement(test func(*ir.Type) bool) func(*ir.Value) bool {
	return func(v *ir.Value) bool { return test(v.Type().ElemOrSelf()) }
}

func isNumberType(t *ir.Type) bool { return t.IsInteger() && !t.IsBool() || t.IsIndex() }

// complexCondition is the condition by which a rule says that it knows of complex numbers.
const complexCondition = "complex"

// conditions are all that `where` can ask.
var conditions = slices.Concat(basicConditions, boxConditions, listConditions, rangeConditions)

// basicConditions are those of values and lists.
var basicConditions = []*condition{
	{name: "one_use", params: []kind{valueKind}, doc: "The value has exactly one use.",
		quick: true, uses: true, value: (*ir.Value).HasOneUse},
	{name: "same_type", params: []kind{valueKind, valueKind}, many: true, doc: "The values have one type.",
		quick: true, test: func(args []datum) bool { return allSame(args, func(v *ir.Value) *ir.Type { return v.Type() }) }},
	{name: "same_elem", params: []kind{valueKind, valueKind}, many: true, doc: "The values have one element type.",
		quick: true, test: func(args []datum) bool {
			return allSame(args, func(v *ir.Value) *ir.Type { return v.Type().ElemOrSelf() })
		}},
	{name: "same_shape", params: []kind{valueKind, valueKind}, many: true, doc: "The values are tensors of one shape; extents that are not known are not the same.",
		quick: true, test: func(args []datum) bool {
			first, ok := shapeOf(args[0].v)
			for _, a := range args[1:] {
				s, known := shapeOf(a.v)
				ok = ok && known && slices.Equal(first, s)
			}
			return ok
		}},
	{name: "constant", params: []kind{valueKind}, doc: "The value is a constant, or made of constants by pure ops, few of them.",
		value: IsConstant},
	{name: "splat", params: []kind{valueKind}, doc: "The value is a constant whose elements are all the same, perhaps broadcast or reshaped.",
		value: isSplat},
	{name: "power_of_two", params: []kind{valueKind}, doc: "The value is a constant whose elements are all one power of two, of either sign, and its type has the reciprocal, which is finite, unless it is an integer.",
		value: isPowerOfTwo},
	{name: "neutral", params: []kind{valueKind, stringKind}, doc: "neutral(v, k): the value is the constant that combining by the kind k of a reduction begins with, so that it changes nothing: 0 for sum.",
		test: func(args []datum) bool { return isNeutral(args[0].v, args[1].s) }},
	{name: "identity", params: []kind{valueKind}, doc: "The value is a constant square matrix of ones on the diagonal and zeros.",
		value: isIdentity},
	{name: "float", params: []kind{valueKind}, doc: "The elements are floats.", quick: true, value: ofElement((*ir.Type).IsFloat)},
	{name: complexCondition, params: []kind{valueKind}, doc: "The elements are complex numbers.", quick: true, value: ofElement((*ir.Type).IsComplex)},
	{name: "bool", params: []kind{valueKind}, doc: "The elements are i1.", quick: true, value: ofElement((*ir.Type).IsBool)},
	{name: "integer", params: []kind{valueKind}, doc: "The elements are integers of more than one bit, or indices.", quick: true, value: ofElement(isNumberType)},
	{name: "unsigned", params: []kind{valueKind}, doc: "The elements are unsigned integers.",
		quick: true, value: ofElement(func(t *ir.Type) bool { return t.Signedness() == ir.Unsigned })},
	{name: "signed", params: []kind{valueKind}, doc: "The elements are integers with a sign, or indices.",
		quick: true, value: ofElement(func(t *ir.Type) bool { return isNumberType(t) && (t.IsIndex() || t.Signedness() != ir.Unsigned) })},
	{name: "holds", params: []kind{valueKind, valueKind}, doc: "Every value of the second one's element type is a value of the first one's.",
		quick: true, test: func(args []datum) bool { return holds(args[0].v.Type().ElemOrSelf(), args[1].v.Type().ElemOrSelf()) }},
	{name: "static", params: []kind{valueKind}, doc: "The value is a tensor all of whose extents are known.",
		quick: true, value: ofType(func(t *ir.Type) bool { return t.IsRankedTensor() && t.IsStatic() })},
	{name: "scalar", params: []kind{valueKind}, doc: "The value has rank 0 or exactly one element, or is no tensor.",
		quick: true, value: ofType(func(t *ir.Type) bool {
			n, ok := t.NumElements()
			return !t.IsShaped() || ok && n == 1
		})},
	{name: "broadcasts", params: []kind{valueKind, valueKind}, doc: "The first broadcasts to the shape of the second: adding the two gives that shape.",
		quick: true, test: func(args []datum) bool {
			a, ok := shapeOf(args[0].v)
			b, ok2 := shapeOf(args[1].v)
			return ok && ok2 && shapes.Stretches(a, b)
		}},
	{name: "has_uses", params: []kind{valueKind}, doc: "The value is used.",
		quick: true, uses: true, value: (*ir.Value).HasUses},
	{name: "argument", params: []kind{valueKind}, doc: "The value is an argument of a function or block.",
		quick: true, value: (*ir.Value).IsArg},
	{name: "permutation", params: []kind{intsKind}, doc: "The list holds 0 to n-1, each once.",
		test: func(args []datum) bool {
			_, ok := shapes.Inverse(args[0].ints)
			return ok
		}},
	{name: "increasing", params: []kind{intsKind}, doc: "Every entry is greater than the one before.",
		test: func(args []datum) bool {
			l := args[0].ints
			for i := 1; i < len(l); i++ {
				if l[i-1] >= l[i] {
					return false
				}
			}
			return true
		}},
	{name: "nonnegative", params: []kind{intsKind}, doc: "No entry of the list is negative.",
		test: func(args []datum) bool {
			return !slices.ContainsFunc(args[0].ints, func(v int64) bool { return v < 0 })
		}},
	{name: "all", params: []kind{intsKind, intKind}, doc: "Every entry of the list is the number.",
		test: func(args []datum) bool {
			return !slices.ContainsFunc(args[0].ints, func(v int64) bool { return v != args[1].i })
		}},
}

func allSame(args []datum, of func(*ir.Value) *ir.Type) bool {
	for _, a := range args[1:] {
		if of(a.v) != of(args[0].v) {
			return false
		}
	}
	return true
}

func isSplat(v *ir.Value) bool {
	for range sources {
		if a := ir.ConstantValue(v); a != nil {
			return !a.Is(ir.DenseAttr) || a.IsSplat()
		}
		if v.Def() == nil || !sameElements(v.Def().Def()) {
			return false
		}
		v = v.Def().Operand(0)
	}
	return false
}

// isNeutral reports whether v is the constant that combining by a keyword begins with.
func isNeutral(v *ir.Value, kind string) bool {
	switch kind {
	case "sum", "or", "xor":
		return number{value: 0}.matches(v)
	case "prod":
		return number{value: 1}.matches(v)
	case "and":
		return number{word: "ones"}.matches(v)
	case "max":
		return number{word: "lowest"}.matches(v)
	case "min":
		return number{word: "highest"}.matches(v)
	}
	return false
}

// isIdentity reports whether v is a constant square matrix of ones on the diagonal and
// zeros. It stops at the first element that is wrong.
func isIdentity(v *ir.Value) bool {
	a := ir.ConstantValue(v)
	if !a.Is(ir.DenseAttr) || a.Type().Rank() != 2 {
		return false
	}
	elem, n := a.Type().Elem(), int(a.Type().Shape()[0])
	size, raw := ir.StorageBytes(elem), a.Raw()
	zero, hasZero := number{value: 0}.bits(elem)
	one, hasOne := number{value: 1}.bits(elem)
	if !hasZero || !hasOne || n == 0 || int64(n) != a.Type().Shape()[1] {
		return false
	}
	if a.IsSplat() {
		return n == 1 && littleEndian(raw) == one
	}
	for i := range n * n {
		want := zero
		if i%(n+1) == 0 {
			want = one
		}
		if littleEndian(raw[i*size:(i+1)*size]) != want {
			return false
		}
	}
	return true
}

func isPowerOfTwo(v *ir.Value) bool {
	n, ok := splatNumber(v)
	if fraction, _ := math.Frexp(n.f); !ok || math.Abs(fraction) != 0.5 {
		return false
	}
	elem := v.Type().ElemOrSelf()
	if !elem.IsFloat() {
		return true
	}
	reciprocal := 1 / n.f // exact, subnormal or not, or infinite
	_, ok = number{value: reciprocal}.bits(elem)
	return ok && !math.IsInf(reciprocal, 0)
}
