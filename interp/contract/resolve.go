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

// prepared is a checked contraction of operands and results of the types that have accumulator acc.
type prepared struct {
	contraction
	acc  tensor.DType
	name string
}

func prepare(name string, c contraction, out Type, lhs, rhs tensor.DType) (*prepared, error) {
	acc, err := accumulator(name, out.DType, lhs, rhs)
	if err != nil {
		return nil, err
	}
	c.outputs, _ = tensor.Elements(out.Shape)
	return &prepared{c, acc, name}, nil
}

// fastest is what computes a contraction, unless there was an error.
func fastest(p *prepared, err error) (Func, error) {
	if err != nil {
		return nil, err
	}
	f := p.at(0)
	if f == nil {
		return nil, fmt.Errorf("%s: no arithmetic for %v", p.name, p.acc)
	}
	return f, nil
}

// at computes with one of the kernels for the accumulator, of which 0 is the fastest; nil if there
// are fewer.
func (p *prepared) at(i int) Func {
	switch p.acc {
	case tensor.F32:
		return bindAt(p.contraction, i, kernelsFloat32()...)
	case tensor.F64:
		return bindAt(p.contraction, i, kernelsFloat64()...)
	case tensor.Bool:
		return bindAt(p.contraction, i, boolKernel())
	case tensor.I8:
		return bindAt(p.contraction, i, integerKernel[int8]())
	case tensor.I16:
		return bindAt(p.contraction, i, integerKernel[int16]())
	case tensor.I32:
		return bindAt(p.contraction, i, kernelsInt32()...)
	case tensor.I64:
		return bindAt(p.contraction, i, integerKernel[int64]())
	case tensor.U8:
		return bindAt(p.contraction, i, integerKernel[uint8]())
	case tensor.U16:
		return bindAt(p.contraction, i, integerKernel[uint16]())
	case tensor.U32:
		return bindAt(p.contraction, i, integerKernel[uint32]())
	case tensor.U64:
		return bindAt(p.contraction, i, integerKernel[uint64]())
	}
	return nil
}

func bindAt[T number](c contraction, i int, kernels ...kernel[T]) Func {
	if i >= len(kernels) {
		return nil
	}
	return bind(c, kernels[i])
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
