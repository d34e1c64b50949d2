package contract

import (
	"fmt"
	"sync"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// accumulator returns the type in which products of the operand types are summed for the result
// type, or why there is none.
func accumulator(name string, out, lhs, rhs tensor.DType) (tensor.DType, error) {
	fail := func(why string) (tensor.DType, error) {
		return tensor.Invalid, fmt.Errorf("%s: %v x %v cannot give %v: %s", name, lhs, rhs, out, why)
	}
	float := lhs.IsFloat() || rhs.IsFloat()
	switch {
	case out == tensor.Bool && (lhs != tensor.Bool || rhs != tensor.Bool):
		return fail("an i1 result needs i1 operands")
	case float && !out.IsFloat():
		return fail("floating-point operands need a floating-point result")
	case out == tensor.F64 || lhs == tensor.F64 || rhs == tensor.F64:
		return tensor.F64, nil
	case out.IsFloat():
		return tensor.F32, nil
	}
	return out, nil
}

// resolve chooses the engine for the element types.
func resolve(name string, c contraction, out Type, lhs, rhs tensor.DType) (Func, error) {
	acc, err := accumulator(name, out.DType, lhs, rhs)
	if err != nil {
		return nil, err
	}
	c.outputs, _ = tensor.Elements(out.Shape)
	switch acc {
	case tensor.F32:
		return bind(c, kernelsFloat32()[0]), nil
	case tensor.F64:
		return bind(c, kernelsFloat64()[0]), nil
	case tensor.Bool:
		return bind(c, boolKernel()), nil
	case tensor.I8:
		return bind(c, integerKernel[int8]()), nil
	case tensor.I16:
		return bind(c, integerKernel[int16]()), nil
	case tensor.I32:
		return bind(c, kernelsInt32()[0]), nil
	case tensor.I64:
		return bind(c, integerKernel[int64]()), nil
	case tensor.U8:
		return bind(c, integerKernel[uint8]()), nil
	case tensor.U16:
		return bind(c, integerKernel[uint16]()), nil
	case tensor.U32:
		return bind(c, integerKernel[uint32]()), nil
	case tensor.U64:
		return bind(c, integerKernel[uint64]()), nil
	}
	return nil, fmt.Errorf("%s: no arithmetic for %v", name, out.DType)
}

// bind makes a Func. Operands of another type than the accumulator are widened as a whole
// beforehand, and the accumulators are rounded to the result afterwards: linear work beside the
// products.
func bind[T number](c contraction, k kernel[T]) Func {
	r := newRunner(c, k)
	var buffers sync.Pool
	return func(out, lhs, rhs *tensor.Tensor, done func(lo, hi int)) {
		b, _ := buffers.Get().(*widened[T])
		if b == nil {
			b = new(widened[T])
		}
		defer buffers.Put(b)
		left, right := b.operand(&b.left, lhs), b.operand(&b.right, rhs)
		if same, ok := elements[T](out); ok {
			r.run(same, left, right, done)
			return
		}
		b.out = grow(b.out, out.Len())
		r.run(b.out, left, right, nil)
		parallel.For(out.Len(), convertGrain, func(lo, hi int) {
			narrow(out, b.out, lo, hi)
			if done != nil {
				done(lo, hi)
			}
		})
	}
}

// widened holds operands and results in the accumulation type.
type widened[T number] struct{ left, right, out []T }

// operand returns the elements of t in the accumulation type, converted to the buffer if they have
// another.
func (w *widened[T]) operand(buffer *[]T, t *tensor.Tensor) []T {
	if same, ok := elements[T](t); ok {
		return same
	}
	*buffer = grow(*buffer, t.Len())
	into := *buffer
	parallel.For(t.Len(), convertGrain, func(lo, hi int) { widen(into, t, lo, hi) })
	return into
}
