package contract

import (
	"fmt"
	"math"

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
	acc           tensor.DType
	name          string
	out, lhs, rhs Type
	complex       *complexParts // nil unless this is about the parts of complex numbers
	words         []*words      // how operands may become words, the fastest way first
	thin          *thin         // one row by columns of small numbers, or nil
}

func prepare(name string, c contraction, out, lhs, rhs Type) (*prepared, error) {
	acc, err := accumulator(name, out.DType, lhs.DType, rhs.DType)
	if err != nil {
		return nil, err
	}
	c.outputs, _ = tensor.Elements(out.Shape)
	p := &prepared{contraction: c, acc: acc, name: name, out: out, lhs: lhs, rhs: rhs}
	if p.withWords(); len(p.words) > 0 {
		p.phased, p.grouped = nil, nil // words are made of an image without holes
	}
	p.thin = newThin(c, out.DType, lhs.DType, rhs.DType)
	return p, nil
}

// fastest is what computes a contraction, unless there was an error.
func fastest(p *prepared, err error) (Func, error) {
	if err != nil {
		return nil, err
	}
	b, err := p.fastest()
	return b.run, err
}

func (p *prepared) fastest() (bound, error) {
	b := p.at(0)
	if b.run == nil {
		return b, fmt.Errorf("%s: no arithmetic for %v", p.name, p.acc)
	}
	return b, nil
}

// bound is a contraction with a kernel: what runs it, and what packs operands that are given
// packed, nil for others.
type bound struct {
	run  Func
	pack [2]func(into []byte, operand *tensor.Tensor)
}

// workspaceOf is what a contraction takes, unless there was an error.
func workspaceOf(p *prepared, err error) (Workspace, error) {
	if err != nil {
		return nil, err
	}
	return p.workspace(), nil
}

// at computes with one of the kernels for the accumulator, of which 0 is the fastest; nothing runs
// if there are fewer.
func (p *prepared) at(i int) bound {
	b, n := p.thinAt(i)
	if i < n {
		return b
	}
	i -= n
	b, n = p.wordsAt(i)
	switch {
	case i < n:
		return b
	case p.inWords():
		return bound{}
	}
	b = p.parts(i - n)
	if b.run == nil || p.complex == nil {
		return b
	}
	return p.complex.over(b)
}

// parts is at for the numbers that complex ones consist of.
func (p *prepared) parts(i int) bound {
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
	return bound{}
}

func bindAt[T number](c contraction, i int, kernels ...kernel[T]) bound {
	if i >= len(kernels) {
		return bound{}
	}
	r := newRunner(c, kernels[i])
	b := bound{run: bind(r)}
	switch r := r.(type) {
	case *engine[T]:
		b.pack = packers(r)
	case *winogradRunner[T]:
		b.pack = r.packers()
	case *groupedRunner[T]:
		b.pack = r.packers()
	case *phasedRunner[T]:
		b.pack = r.packers()
	}
	return b
}

// bind makes a Func. Operands of another type than the accumulator are widened as a whole
// beforehand, and the accumulators are rounded to the result afterwards: linear work beside the
// products.
func bind[T number](r runner[T]) Func {
	return func(w []byte, out, lhs, rhs *tensor.Tensor, done func(lo, hi int)) {
		if out.Len() == 0 {
			return
		}
		left, w := operand[T](w, lhs)
		right, w := operand[T](w, rhs)
		if same, ok := elements[T](out); ok {
			r.run(w, same, left, right, done)
			return
		}
		wide, w := cut[T](w, out.Len())
		r.run(w, wide, left, right, nil)
		if loop := (narrowing[T]{out, wide, done}); !parallel.Share(out.Len(), convertGrain, math.MaxInt, &loop) {
			loop.Chunk(0, 0, out.Len())
		}
	}
}

// operand returns the elements of t in the accumulation type, converted to memory of the workspace
// if they have another, and what is left of that.
func operand[T number](w []byte, t *tensor.Tensor) ([]T, []byte) {
	if same, ok := elements[T](t); ok {
		return same, w
	}
	into, w := cut[T](w, t.Len())
	if loop := (widening[T]{into, t}); !parallel.Share(t.Len(), convertGrain, math.MaxInt, &loop) {
		loop.Chunk(0, 0, t.Len())
	}
	return into, w
}

type widening[T number] struct {
	into []T
	from *tensor.Tensor
}

func (l *widening[T]) Chunk(_, lo, hi int) { widen(l.into, l.from, lo, hi) }

type narrowing[T number] struct {
	out  *tensor.Tensor
	from []T
	done func(lo, hi int)
}

func (l *narrowing[T]) Chunk(_, lo, hi int) {
	narrow(l.out, l.from, lo, hi)
	if l.done != nil {
		l.done(lo, hi)
	}
}
