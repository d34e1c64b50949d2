package autodiff

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Maker makes the ops of a derivative: rules get one. Ops have the location of the op that they are
// the derivative of. An error of a rule is kept with Fail.
type Maker struct {
	*ir.Builder
	// Loc is the location of what is made.
	Loc ir.Loc
	// Convention is what derivatives are at kinks.
	Convention Convention
	// StrongZero says that what a zero cotangent or tangent contributes is zero whatever it is
	// multiplied by, infinities and NaN included.
	StrongZero bool

	e        *engine
	op       *ir.Op // the op whose rule is asked
	active   varied
	tangents map[*ir.Value]*ir.Value
	// cotangents of values; those from outside of the block are in captured, too, in the order in
	// which they came.
	cotangents map[*ir.Value]*ir.Value
	captured   []*ir.Value
	// sums, in the body of a loop, are arguments of the block: what there is of the cotangents of
	// captured values from later rounds, to which contributions of the round are added one by one.
	// So the order of a sum does not depend on how rounds are grouped. Nil elsewhere.
	sums  map[*ir.Value]*ir.Value
	block *ir.Block // whose derivative is made
	err   error
}

// Active reports whether operand i of the op varies with what is differentiated by.
func (m *Maker) Active(i int) bool { return m.active.has(m.op.Operand(i)) }

// Fail keeps an error about the op, the first one.
func (m *Maker) Fail(format string, args ...any) {
	if m.err == nil {
		m.err = m.e.refused(m.op, m.active, fmt.Sprintf(format, args...))
	}
}

// Op makes an op of the given name whose result types are inferred.
func (m *Maker) Op(name string, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return m.Builder.Op(m.e.def(name), m.Loc, operands, attrs...).Result(0)
}

// Typed makes an op of the given name with one result of type t.
func (m *Maker) Typed(name string, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return m.Builder.OpWithTypes(m.e.def(name), m.Loc, []*ir.Type{t}, operands, attrs...).Result(0)
}

// Make makes an op of a definition whose result types are inferred, and returns its first result.
func (m *Maker) Make(def *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return m.Builder.Op(def, m.Loc, operands, attrs...).Result(0)
}

// MakeTyped makes an op of a definition with one result of type t.
func (m *Maker) MakeTyped(def *ir.OpDef, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return m.Builder.OpWithTypes(def, m.Loc, []*ir.Type{t}, operands, attrs...).Result(0)
}

// Add is the sum of two values of one type, either of which may be nil for zero.
func (m *Maker) Add(x, y *ir.Value) *ir.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return m.Op("tg.add", []*ir.Value{x, y})
}

// Constant is a constant of rank 0 with the element type elem, rounded to it.
func (m *Maker) Constant(elem *ir.Type, v float64) *ir.Value {
	return m.Splat(m.Ctx.Tensor(nil, elem), v)
}

// Integer is a constant tensor<i64>.
func (m *Maker) Integer(n int64) *ir.Value { return m.integerOf(m.Ctx.I64(), n) }

// integerOf is a constant of rank 0 of an integer type.
func (m *Maker) integerOf(elem *ir.Type, n int64) *ir.Value {
	t := m.Ctx.Tensor(nil, elem)
	return m.Typed("tg.constant", t, nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(t, wordBytes(elem, uint64(n)))})
}

// Splat is a constant of the static type t with all elements v, rounded to the element type.
func (m *Maker) Splat(t *ir.Type, v float64) *ir.Value {
	return m.Typed("tg.constant", t, nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(t, elementBytes(m.Ctx, t.Elem(), v))})
}

// ZerosLike are zeros of the type and, where the type leaves them open, of the extents of v.
func (m *Maker) ZerosLike(v *ir.Value) *ir.Value { return m.Like(v, v.Type().Elem(), 0) }

// Like is a tensor of the shape of v, also where only the run knows that, with all elements n.
func (m *Maker) Like(v *ir.Value, elem *ir.Type, n float64) *ir.Value {
	t := m.Ctx.Tensor(v.Type().Shape(), elem)
	if t.IsStatic() {
		return m.Splat(t, n)
	}
	extents := m.Typed("tg.shape_of", m.Ctx.Tensor([]int64{int64(t.Rank())}, m.Ctx.I64()), []*ir.Value{v})
	return m.Typed("tg.dynamic_broadcast", t, []*ir.Value{m.Constant(elem, n), extents},
		ir.NamedAttr{Name: "dims", Value: m.Ctx.I64Array([]int64{})})
}

// orZeros is t, or zeros like v for nil.
func (m *Maker) orZeros(t, v *ir.Value) *ir.Value {
	if t == nil {
		return m.ZerosLike(v)
	}
	return t
}

// elementBytes are the bytes of v as an element, rounded to the type.
func elementBytes(c *ir.Context, elem *ir.Type, v float64) []byte {
	if elem.IsComplex() {
		part := elementBytes(c, elem.Elem(), v)
		return append(part, elementBytes(c, elem.Elem(), 0)...)
	}
	if !elem.IsFloat() {
		return wordBytes(elem, uint64(c.IntAttr(elem, int64(v)).Int()))
	}
	return wordBytes(elem, elem.Format().Encode(v).Lo)
}

// wordBytes are the bytes of an element of a type of at most 64 bits.
func wordBytes(elem *ir.Type, word uint64) []byte {
	raw := make([]byte, ir.StorageBytes(elem))
	for i := range raw {
		raw[i] = byte(word >> (8 * i))
	}
	return raw
}
