package analysis

import (
	"math"

	"github.com/tg-opt/tg/ir"
)

// Range is what is known of all elements of a value, or of a scalar. Bounds of
// integers are exact up to 2^53 in magnitude and rounded outwards beyond.
type Range struct {
	// Low and High bound the elements that are not NaN, both included.
	Low, High float64
	// NaN says that an element may be NaN, MinusZero that one may be -0.
	NaN, MinusZero bool
	// Whole says that no element has a fraction; it may be infinite or NaN.
	Whole bool
}

// RangeOf is filled by ops that know something of their one result: o is the op,
// operand computes what is known of one of its operands. Rounding is monotone,
// so a bound computed in f64 and rounded to the element type holds.
var RangeOf = ir.NewSlot[func(o *ir.Op, operand func(i int) Range) Range]("range")

const (
	rangeDepth   = 6  // ops looked at on a way up from a value
	rangeVisits  = 12 // values looked at in all
	rangeListing = 64 // elements of a constant that is no splat
)

// FindRange finds out what the ops that make v tell of it. It looks at a
// bounded number of them, so that a pattern may ask about every op of a long
// chain; nothing is remembered, so that nothing is ever out of date.
func FindRange(v *ir.Value) Range {
	f := rangeFinder{visits: rangeVisits}
	return f.find(v, rangeDepth)
}

// RangeOfArgs is FindRange for a value whose block has arguments of which arg knows the ranges,
// by their numbers.
func RangeOfArgs(v *ir.Value, arg func(i int) Range) Range {
	f := rangeFinder{visits: rangeVisits, arg: arg}
	return f.find(v, rangeDepth)
}

type rangeFinder struct {
	visits int
	arg    func(i int) Range // of a block argument; nil if nothing is known
}

func (f *rangeFinder) find(v *ir.Value, depth int) Range {
	elem := v.Type().ElemOrSelf()
	o := v.Def()
	if elem.IsComplex() { // it has no order
		return FullRange(elem)
	}
	if o == nil && f.arg != nil {
		return f.arg(v.Index())
	}
	if o == nil || o.NumResults() != 1 || depth == 0 || f.visits == 0 {
		return FullRange(elem)
	}
	f.visits--
	if a := ir.ConstantValue(v); a != nil {
		return ConstantRange(a)
	}
	of, ok := RangeOf.Get(o.Def())
	if !ok {
		return FullRange(elem)
	}
	return of(o, func(i int) Range { return f.find(o.Operand(i), depth-1) }).within(elem)
}

// FullRange is all that elements of a type can be.
func FullRange(elem *ir.Type) Range {
	low, high := Bounds(elem)
	r := Range{Low: low, High: high, NaN: elem.IsFloat() || elem.IsComplex(), MinusZero: elem.IsFloat() || elem.IsComplex()}
	r.Whole = !elem.IsFloat() && !elem.IsComplex()
	return r
}

// Bounds are the least and the greatest element of a type; infinite ones for
// floats and whatever else has no order or no bounds.
func Bounds(elem *ir.Type) (low, high float64) {
	width := 64
	switch {
	case elem.IsBool():
		return 0, 1
	case elem.IsInteger():
		width = elem.Width()
	case !elem.IsIndex():
		return math.Inf(-1), math.Inf(1)
	}
	if elem.Signedness() == ir.Unsigned && !elem.IsIndex() {
		return 0, top(width)
	}
	return -math.Ldexp(1, width-1), top(width - 1)
}

// top is 2^bits - 1, rounded up where float64 has no such number.
func top(bits int) float64 {
	if bits > 53 {
		return math.Ldexp(1, bits)
	}
	return math.Ldexp(1, bits) - 1
}

// ConstantRange is the range of an elements attribute, an integer or a float.
func ConstantRange(a *ir.Attr) Range {
	elem := a.Type().ElemOrSelf()
	switch {
	case a.Is(ir.IntegerAttr) && elem.Width() <= 64:
		return wholePoint(elem, a.Int())
	case a.Is(ir.FloatAttr) && elem.Width() <= 64:
		return Point(a.Float())
	case !a.Is(ir.DenseAttr):
		return FullRange(elem)
	}
	raw, size := a.Raw(), ir.StorageBytes(elem)
	if len(raw) == 0 || size == 0 || size > 8 || len(raw) > rangeListing*size || elem.IsComplex() {
		return FullRange(elem)
	}
	out := pointOf(elem, raw[:size])
	for raw = raw[size:]; len(raw) > 0; raw = raw[size:] {
		out = Union(out, pointOf(elem, raw[:size]))
	}
	return out
}

// pointOf is the range of one stored element.
func pointOf(elem *ir.Type, raw []byte) Range {
	var word uint64
	for i, b := range raw {
		word |= uint64(b) << (8 * i)
	}
	if elem.IsFloat() {
		return Point(elem.Format().Decode(ir.FloatBits{Lo: word}))
	}
	if elem.Signedness() != ir.Unsigned && !elem.IsBool() {
		shift := 64 - 8*len(raw)
		word = uint64(int64(word<<shift) >> shift)
	}
	return wholePoint(elem, int64(word))
}

// wholePoint is the range of one integer.
func wholePoint(elem *ir.Type, v int64) Range {
	f := float64(v)
	if elem.Signedness() == ir.Unsigned {
		f = float64(uint64(v))
	}
	r := Point(f)
	if math.Abs(f) >= 1<<53 {
		r.Low, r.High = math.Nextafter(f, math.Inf(-1)), math.Nextafter(f, math.Inf(1))
	}
	return r
}

// Point is the range of one number.
func Point(v float64) Range {
	if math.IsNaN(v) {
		return Range{Low: math.Inf(1), High: math.Inf(-1), NaN: true, Whole: true}
	}
	return Range{Low: v, High: v, MinusZero: v == 0 && math.Signbit(v), Whole: v == math.Trunc(v)}
}

// Union is what is known of a value that has elements of both ranges.
func Union(a, b Range) Range {
	return Range{
		Low: min(a.Low, b.Low), High: max(a.High, b.High),
		NaN: a.NaN || b.NaN, MinusZero: a.MinusZero || b.MinusZero, Whole: a.Whole && b.Whole,
	}
}

// within adds what the element type tells by itself.
func (r Range) within(elem *ir.Type) Range {
	low, high := Bounds(elem)
	r.Low, r.High = max(r.Low, low), min(r.High, high)
	if !elem.IsFloat() {
		r.NaN, r.MinusZero, r.Whole = false, false, true
	}
	return r
}

// NonNegative reports whether no element is less than 0 or -0; one may be NaN.
func (r Range) NonNegative() bool { return r.Low >= 0 && !r.MinusZero }

// Unbounded reports whether the range has neither a lower nor an upper bound, so
// that it tells nothing about the order of anything.
func (r Range) Unbounded() bool { return math.IsInf(r.Low, -1) && math.IsInf(r.High, 1) }

// Finite reports whether no element is NaN or infinite.
func (r Range) Finite() bool { return !r.NaN && !math.IsInf(r.Low, 0) && !math.IsInf(r.High, 0) }

// Holds reports whether v may be an element.
func (r Range) Holds(v float64) bool { return r.Low <= v && v <= r.High }

// AtMost reports whether min(x, y) is x and max(x, y) is y for all elements x of
// r and y of s, bit for bit, as far as the other is no NaN: bounds that meet at
// zero need zeros of the right signs.
func (r Range) AtMost(s Range) bool {
	return r.High < s.Low || r.High == s.Low && (r.High != 0 || !s.MinusZero)
}
