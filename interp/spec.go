package interp

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// DTypeOf is the run-time dtype of an element type; ok is false when the
// interpreter has none for it.
func DTypeOf(t *ir.Type) (d tensor.DType, ok bool) { return analysis.DTypeOf(t) }

// ElementType is the inverse of DTypeOf.
func ElementType(c *ir.Context, d tensor.DType) *ir.Type {
	switch {
	case d == tensor.Bool:
		return c.Bool()
	case d.IsFloat():
		return c.Float(d.String())
	case d.IsComplex():
		return c.Complex(ElementType(c, d.Part()))
	case d.IsUnsigned():
		return c.Int(d.Bits(), ir.Unsigned)
	}
	return c.Int(d.Bits(), ir.Signless)
}

// SpecOf is the spec of a value type: a ranked tensor, a vector, which runs as
// one, or a scalar, which runs as a tensor of rank 0. Dynamic extents are
// negative.
func SpecOf(t *ir.Type) (Spec, error) {
	elem := t
	if t.IsRankedTensor() || t.Kind() == ir.VectorType && t.Scalable() == nil {
		elem = t.Elem()
	} else if t.IsShaped() {
		return Spec{}, fmt.Errorf("cannot hold a value of type '%s': of all shaped types, only ranked tensors and vectors of fixed extents can be executed", t)
	}
	d, ok := DTypeOf(elem)
	if !ok {
		return Spec{}, fmt.Errorf("cannot hold a value of type '%s': the element type is none of %v", t, tensor.DTypes())
	}
	s := Spec{DType: d, Shape: make([]int, len(t.Shape()))}
	for i, n := range t.Shape() {
		s.Shape[i] = int(max(n, -1))
	}
	return s, nil
}

// TypeOf is t, a type of such values, with these extents.
func (s Spec) TypeOf(c *ir.Context, t *ir.Type) *ir.Type {
	if !t.IsShaped() || slices.EqualFunc(t.Shape(), s.Shape, func(a int64, b int) bool { return a == int64(b) }) {
		return t
	}
	shape := make([]int64, len(s.Shape))
	for d, n := range s.Shape {
		shape[d] = int64(n)
		if n < 0 {
			shape[d] = ir.Dynamic
		}
	}
	return c.WithShape(t, shape)
}

// ownType is a type of such tensors.
func (s Spec) ownType(c *ir.Context) *ir.Type {
	return s.TypeOf(c, c.Tensor(make([]int64, len(s.Shape)), ElementType(c, s.DType)))
}

// static reports whether no extent is dynamic.
func (s Spec) static() bool {
	for _, n := range s.Shape {
		if n < 0 {
			return false
		}
	}
	return true
}

// bytes is the storage a tensor of this spec takes.
func (s Spec) bytes() (int, error) { return tensor.ByteSize(s.DType, s.Shape) }

// TypeOf is the tensor type of a run-time tensor.
func TypeOf(c *ir.Context, t *tensor.Tensor) *ir.Type {
	shape := make([]int64, t.Rank())
	for i, n := range t.Shape() {
		shape[i] = int64(n)
	}
	return c.Tensor(shape, ElementType(c, t.DType()))
}

// Matches reports whether t is a value of a type with this spec.
func (s Spec) Matches(t *tensor.Tensor) bool { return s.admits(Spec{t.DType(), t.Shape()}) }

// admits reports whether a tensor of the other spec, whose extents are known, is a value of a
// type with this one.
func (s Spec) admits(other Spec) bool {
	return s.DType == other.DType && slices.EqualFunc(s.Shape, other.Shape, func(n, m int) bool { return n < 0 || n == m })
}

// elidedKey is the name of the resource that printers write for data that they leave out.
const elidedKey = "__elided__"

// IsElided reports whether the data of a constant has been left out of a file.
func IsElided(a *ir.Attr) bool { return a.Is(ir.ResourceAttr) && a.Text() == elidedKey }

// DecodeElements is the tensor that an elements attribute stands for, or the
// rank-0 tensor of an integer or float attribute. c resolves dense_resource
// handles.
func DecodeElements(c *ir.Context, a *ir.Attr) (*tensor.Tensor, error) {
	switch a.Kind() {
	case ir.IntegerAttr, ir.FloatAttr:
		return decodeScalar(a)
	case ir.DenseAttr, ir.ResourceAttr:
	default:
		return nil, fmt.Errorf("the constant %s cannot be executed", clip(a.String()))
	}
	spec, err := SpecOf(a.Type())
	if err != nil {
		return nil, err
	}
	size, err := spec.bytes()
	if err != nil {
		return nil, err
	}
	raw := a.Raw()
	if a.Kind() == ir.ResourceAttr {
		r := c.ElementsResource(a)
		if r == nil && IsElided(a) {
			return nil, fmt.Errorf("has no data: it was left out of the file, as dense_resource<%s>; tg-run --elided=random:SEED takes random numbers instead", elidedKey)
		}
		if r == nil {
			return nil, fmt.Errorf("the data of resource '%s' is not in the file", a.Text())
		}
		if len(r.Data) != size {
			return nil, fmt.Errorf("resource '%s' has %d bytes, but its type '%s' needs %d", a.Text(), len(r.Data), a.Type(), size)
		}
		raw = r.Data
	}
	t := tensor.New(spec.DType, spec.Shape...)
	dst := t.Bytes()
	n := copy(dst, raw)
	for a.IsSplat() && n > 0 && n < len(dst) {
		n += copy(dst[n:], dst[:n])
	}
	return t, nil
}

func decodeScalar(a *ir.Attr) (*tensor.Tensor, error) {
	spec, err := SpecOf(a.Type())
	if err != nil {
		return nil, err
	}
	t := tensor.New(spec.DType)
	bits := uint64(a.Int())
	if a.Kind() == ir.FloatAttr {
		bits = a.FloatBits().Lo
	}
	for i := range t.Bytes() {
		t.Bytes()[i] = byte(bits >> (8 * i))
	}
	return t, nil
}

// EncodeElements is the dense attribute of type t that holds v; of a scalar
// type, the integer or float attribute, and nil for complex numbers, which have
// none.
func EncodeElements(c *ir.Context, t *ir.Type, v *tensor.Tensor) *ir.Attr {
	if t.IsShaped() {
		return c.Dense(t, v.Bytes())
	}
	if v.DType().IsComplex() {
		return nil
	}
	var bits uint64
	for i, b := range v.Bytes() {
		bits |= uint64(b) << (8 * i)
	}
	unused := 64 - v.DType().Bits()
	switch {
	case v.DType() == tensor.Bool:
		return c.BoolAttr(bits != 0)
	case v.DType().IsFloat():
		return c.FloatBitsAttr(t, ir.FloatBits{Lo: bits})
	case v.DType().IsUnsigned():
		return c.IntAttr(t, int64(bits<<unused>>unused))
	}
	return c.IntAttr(t, int64(bits<<unused)>>unused)
}

func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}
