package analysis

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Told says of an op whose result has extents that the values of operands tell which
// other op it is as soon as these are known: the same one of fixed attributes and a
// result of fixed extents. Who executes the op, folds it or refines its type asks
// this, so that it need not be said again how it is executed.
type Told struct {
	// As is the other op. It takes the operands before Numbers.
	As *ir.OpDef
	// Numbers is the first of the operands that are lists of integers, or single
	// ones; all from there on are.
	Numbers int
	// Make says from types of known extents, the attributes, the type that the op
	// states, and the numbers, a list for each operand from Numbers on, which
	// attributes As has, and the extents of the result, which are nil where As
	// infers them. An error is a sentence without the op's name.
	Make func(in *ir.Inference, numbers [][]int64) (attrs []ir.NamedAttr, shape []int64, err error)
	// Scratch says that As may need a workspace, whose size depends on the numbers: nothing can
	// plan the memory of such an op, even if its types are of fixed extents.
	Scratch bool
}

// ToldBy is filled by ops whose last operands tell the extents of the result.
var ToldBy = ir.NewSlot[*Told]("operands that tell the shape")

// Static is an op that another one is for given numbers: what it is made from, with
// the type of its result.
type Static struct {
	Def    *ir.OpDef
	Attrs  []ir.NamedAttr
	Result *ir.Type
}

// Static is what an op is, of operands of the types that in has, for such numbers.
// It is an error if there is no such op, or if its result would not be of the type
// that in states.
func (t *Told) Static(in *ir.Inference, numbers [][]int64) (*Static, error) {
	attrs, shape, err := t.Make(in, numbers)
	if err != nil {
		return nil, err
	}
	attrs = slices.DeleteFunc(attrs, func(a ir.NamedAttr) bool { return t.As.IsMissing(in.Ctx, a.Name, a.Value) })
	s := &Static{Def: t.As, Attrs: attrs}
	stated := in.Results[0]
	if shape != nil {
		s.Result = in.Ctx.Tensor(shape, stated.Elem())
	}
	if t.As.Infer != nil {
		as := &ir.Inference{
			Ctx: in.Ctx, Def: t.As, Operands: in.Operands[:t.Numbers], Values: make([]*ir.Value, t.Numbers), Props: in.Ctx.Dict(attrs),
		}
		if s.Result != nil {
			as.Results = []*ir.Type{s.Result}
		}
		types, err := as.Types()
		if err != nil {
			return nil, err
		}
		s.Result = types[0]
	}
	if s.Result == nil {
		return nil, errors.New("says in the slot analysis.ToldBy neither a shape nor an op that infers it")
	}
	if !ir.Compatible(s.Result, stated) {
		return nil, fmt.Errorf("makes a result of type '%s' at run time, but its type is '%s'", s.Result, stated)
	}
	return s, WithinBounds(s.Result.Shape(), stated)
}

// WithinBounds fails for a shape that is beyond what the encoding of t says.
func WithinBounds(shape []int64, t *ir.Type) error {
	for d, most := range t.Bounds() {
		if most != ir.Dynamic && shape[d] > most {
			return fmt.Errorf("makes an extent of %d along dimension %d at run time, but the bound in '%s' is %d", shape[d], d, t, most)
		}
	}
	return nil
}

// Create makes the op where b inserts. It is an error if its verifier refuses it.
func (s *Static) Create(b *ir.Builder, l ir.Loc, operands []*ir.Value) (*ir.Op, error) {
	o, err := b.Create(&ir.OpState{Name: b.Ctx.OpName(s.Def.Name()), Loc: l, Operands: operands, Results: []*ir.Type{s.Result}, Attrs: s.Attrs})
	if err != nil {
		return nil, err
	}
	if err := ir.VerifyOp(o); err != nil {
		o.Erase()
		return nil, err
	}
	return o, nil
}

// ConstantNumbers are the numbers that tell the shape of the result of o, where all
// of them are constants.
func (t *Told) ConstantNumbers(o *ir.Op) (numbers [][]int64, ok bool) {
	for i := t.Numbers; i < o.NumOperands(); i++ {
		list, known := ConstantInts(ir.ConstantValue(o.Operand(i)))
		if !known {
			return nil, false
		}
		numbers = append(numbers, list)
	}
	return numbers, true
}

// ConstantInts are the integers of a constant, in order. Those that are no int64 are
// not known.
func ConstantInts(a *ir.Attr) (list []int64, ok bool) {
	switch {
	case a.Is(ir.IntegerAttr):
		list = []int64{a.Int()}
	case a.Is(ir.DenseAttr):
		if list = a.Ints(); list == nil && !emptyInts(a) {
			return nil, false
		}
	default:
		return nil, false
	}
	if e := a.Type().ElemOrSelf(); e.IsInteger() && e.Signedness() == ir.Unsigned && e.Width() >= 64 {
		for _, n := range list {
			if n < 0 {
				return nil, false
			}
		}
	}
	return list, true
}

// emptyInts reports whether a is a list of no integers.
func emptyInts(a *ir.Attr) bool {
	n, ok := a.Type().NumElements()
	e := a.Type().Elem()
	return ok && n == 0 && (e.IsInteger() || e.IsIndex())
}
