package rule

import (
	"math"
	"strconv"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// number is a constant in a rule, of any shape and element type that has it.
type number struct {
	word  string // lowest, highest or ones; "" for a value
	value float64
}

// numberWords are the constants that are not written with digits.
var numberWords = []string{"inf", "nan", "lowest", "highest", "ones"}

// parseNumber reads digits, inf or nan, perhaps with a sign.
func parseNumber(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if math.IsInf(v, 0) {
		return v, nil // also what is too large to be finite
	}
	return v, err
}

// bits is the number as an element of type elem, in its storage; ok is false
// when the type does not have it.
func (n number) bits(elem *ir.Type) (lo uint64, ok bool) {
	switch {
	case elem.IsFloat() && elem.Width() <= 64:
		return n.floatBits(elem.Format())
	case elem.IsInteger() && elem.Width() <= 64, elem.IsIndex():
		v, ok := n.integer(elem)
		if !ok {
			return 0, false
		}
		if elem.IsBool() {
			return uint64(v) & 1, true
		}
		return uint64(v) & (math.MaxUint64 >> (64 - 8*ir.StorageBytes(elem))), true
	}
	return 0, false
}

func (n number) floatBits(f *ir.FloatFormat) (uint64, bool) {
	v := n.value
	switch n.word {
	case "ones":
		return 0, false
	case "lowest":
		v = math.Inf(-1)
	case "highest":
		v = math.Inf(1)
	}
	if n.word != "" && f.Special != ir.IEEE {
		return 0, false // no infinities; nobody calls their finite limits by these names
	}
	if math.IsNaN(v) {
		v = math.NaN() // a computed one may have a sign
	}
	b := f.Encode(v)
	got := f.Decode(b)
	return b.Lo, got == v && math.Signbit(got) == math.Signbit(v) || math.IsNaN(got) && math.IsNaN(v)
}

// integer is the number as an integer of a type.
func (n number) integer(elem *ir.Type) (int64, bool) {
	width, unsigned := integerWidth(elem), elem.IsBool() || elem.IsInteger() && elem.Signedness() == ir.Unsigned
	least, greatest := int64(-1)<<(width-1), int64(uint64(1)<<(width-1)-1)
	if unsigned {
		least, greatest = 0, int64(uint64(1)<<width-1) // -1 for 64 bits, which has the bits
	}
	switch n.word {
	case "lowest":
		return least, true
	case "highest":
		return greatest, true
	case "ones":
		if unsigned {
			return greatest, true
		}
		return -1, true
	}
	if !isWhole(n.value) || n.value == 0 && math.Signbit(n.value) {
		return 0, false
	}
	v := int64(n.value)
	if unsigned && width == 64 {
		return v, v >= 0
	}
	return v, v >= least && v <= greatest
}

// sources bounds the ops between a constant and where a pattern asks for it.
const sources = 4

// matches reports whether every element of v is known to be the number, bit for
// bit: 0 does not match -0. Any NaN is nan.
func (n number) matches(v *ir.Value) bool {
	for range sources {
		if a := ir.ConstantValue(v); a != nil {
			return n.isAttr(a)
		}
		o := v.Def()
		if o == nil || !sameElements(o.Def()) {
			return false
		}
		v = o.Operand(0)
	}
	return false
}

// IsConstant reports whether v is a constant, or made of nothing but constants by
// pure ops, as far as a look at few of them tells. What is made of constants
// counts before it is folded: rules that put constants in one place must not
// take them back in the meantime.
func IsConstant(v *ir.Value) bool {
	looks := 4 * sources
	return madeOfConstants(v, sources, &looks)
}

func madeOfConstants(v *ir.Value, depth int, looks *int) bool {
	if ir.ConstantValue(v) != nil {
		return true
	}
	o := v.Def()
	if *looks--; o == nil || depth == 0 || *looks < 0 || o.NumOperands() == 0 || o.NumRegions() > 0 || o.Has(ir.Opaque) || !o.Has(ir.Pure) {
		return false
	}
	for i := range o.NumOperands() {
		if !madeOfConstants(o.Operand(i), depth-1, looks) {
			return false
		}
	}
	return true
}

func sameElements(d *ir.OpDef) bool {
	same, _ := rewrite.SameElements.Get(d)
	return same
}

func (n number) isAttr(a *ir.Attr) bool {
	switch {
	case a.Is(ir.IntegerAttr):
		want, ok := n.integer(a.Type())
		return ok && (a.Int() == want || a.Type().IsBool() && a.Int()&1 == want)
	case a.Is(ir.FloatAttr):
		want, ok := n.floatBits(a.Type().Format())
		return ok && a.Type().Width() <= 64 && (a.FloatBits().Lo == want || math.IsNaN(n.value) && n.word == "" && math.IsNaN(a.Type().Format().Decode(a.FloatBits())))
	case !a.Is(ir.DenseAttr) || !a.IsSplat():
		return false // a list of equal elements is a splat
	}
	elem := a.Type().Elem()
	if size := ir.StorageBytes(elem); size == 0 || size > 8 {
		return false
	}
	want, ok := n.bits(elem)
	if !ok {
		return false
	}
	got := littleEndian(a.Raw())
	if math.IsNaN(n.value) && n.word == "" {
		return math.IsNaN(elem.Format().Decode(ir.FloatBits{Lo: got}))
	}
	return got == want
}

func littleEndian(raw []byte) uint64 {
	var v uint64
	for i, b := range raw {
		v |= uint64(b) << (8 * i)
	}
	return v
}

// attr is the constant of type t that is the number in every element; nil when
// there is none.
func (n number) attr(c *ir.Context, t *ir.Type) *ir.Attr {
	if !t.IsShaped() {
		lo, ok := n.bits(t)
		switch {
		case !ok:
			return nil
		case t.IsFloat():
			return c.FloatBitsAttr(t, ir.FloatBits{Lo: lo})
		}
		return c.IntAttr(t, int64(lo))
	}
	if !t.IsStatic() || !t.HasRank() {
		return nil
	}
	lo, ok := n.bits(t.Elem())
	if !ok {
		return nil
	}
	if count, ok := t.NumElements(); !ok || count == 0 {
		return c.Dense(t, nil)
	}
	raw := make([]byte, ir.StorageBytes(t.Elem()))
	for i := range raw {
		raw[i] = byte(lo >> (8 * i))
	}
	return c.Dense(t, raw)
}

// SplatAttr is the constant of type t (static and ranked, or a scalar) whose
// elements are v, or nil when an element cannot be v exactly.
func SplatAttr(c *ir.Context, t *ir.Type, v float64) *ir.Attr { return number{value: v}.attr(c, t) }

// splatNumber is the number that all elements of a constant are.
func splatNumber(v *ir.Value) (datum, bool) {
	for range sources {
		a := ir.ConstantValue(v)
		switch {
		case a.Is(ir.FloatAttr):
			return floatDatum(a.Type().Format().Decode(a.FloatBits())), true
		case a.Is(ir.IntegerAttr):
			return floatDatum(float64(a.Int())), isWhole(float64(a.Int()))
		case a.Is(ir.DenseAttr) && a.IsSplat():
			return splatElement(a)
		case a != nil || v.Def() == nil || !sameElements(v.Def().Def()):
			return datum{}, false
		}
		v = v.Def().Operand(0)
	}
	return datum{}, false
}

func splatElement(a *ir.Attr) (datum, bool) {
	elem, raw := a.Type().Elem(), a.Raw()
	switch {
	case len(raw) == 0 || len(raw) > 8:
		return datum{}, false
	case elem.IsFloat():
		return floatDatum(elem.Format().Decode(ir.FloatBits{Lo: littleEndian(raw)})), true
	case elem.IsInteger() || elem.IsIndex():
		i := int64(littleEndian(raw))
		if shift := 64 - 8*len(raw); elem.IsIndex() || elem.Signedness() != ir.Unsigned && !elem.IsBool() {
			i = i << shift >> shift
		}
		return floatDatum(float64(i)), isWhole(float64(i))
	}
	return datum{}, false
}
