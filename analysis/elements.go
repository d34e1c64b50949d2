package analysis

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// DTypeOf is the run-time dtype of an element type; ok is false when there is
// none.
func DTypeOf(t *ir.Type) (d tensor.DType, ok bool) {
	switch t.Kind() {
	case ir.IntegerType:
		switch {
		case t.IsBool():
			return tensor.Bool, true
		case t.Signedness() == ir.Unsigned:
			return tensor.ParseDType(fmt.Sprintf("ui%d", t.Width()))
		}
		return tensor.ParseDType(fmt.Sprintf("i%d", t.Width()))
	case ir.IndexType:
		return tensor.I64, true
	case ir.FloatType:
		return tensor.ParseDType(t.Format().Name)
	case ir.ComplexType:
		if part, ok := DTypeOf(t.Elem()); ok && part.Complex() != tensor.Invalid {
			return part.Complex(), true
		}
	}
	return tensor.Invalid, false
}

// Bytes is the storage of a value of a type whose extents are known: a ranked
// tensor, a vector, or a scalar.
func Bytes(t *ir.Type) (int64, error) {
	elem, count := t, int64(1)
	if t.IsShaped() {
		n, ok := t.NumElements()
		switch fixed := t.IsRankedTensor() || t.Kind() == ir.VectorType && t.Scalable() == nil; {
		case !fixed || !t.IsStatic():
			return 0, fmt.Errorf("has a value of type '%s', whose size only a run knows", t)
		case !ok:
			return 0, tooLarge(t)
		}
		elem, count = t.Elem(), n
	}
	d, ok := DTypeOf(elem)
	if !ok {
		return 0, fmt.Errorf("has a value of type '%s', which has no storage: the element type is none of %v", t, tensor.DTypes())
	}
	if size := int64(d.Size()); count <= maxBytes/size {
		return count * size, nil
	}
	return 0, tooLarge(t)
}

func tooLarge(t *ir.Type) error {
	return fmt.Errorf("has a value of type '%s', which has more bytes than can be counted", t)
}

// maxBytes bounds what is counted, so that sums of many sizes do not overflow.
const maxBytes = 1 << 56
