package tensorop

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// FromElements is a tensor of scalars, Rank the number of dimensions of one.
var (
	FromElements = Dialect.NewOp("tensor.from_elements")
	Rank         = Dialect.NewOp("tensor.rank")
)

// It is long because it defines a family of ops.
func init() {
	FromElements.Define(ir.OpDef{
		Doc: "The tensor of the given elements, in row-major order.",
		Example: `func.func @f(%i: index, %j: index) -> tensor<2xindex> {
  %from_elements = tensor.from_elements %i, %j : tensor<2xindex>
  return %from_elements : tensor<2xindex>
}`,
		Operands: ir.Args(ir.Variadic("elements", ir.AnyType)),
		Results: ir.Args(ir.Arg("result", ir.TypeConstraint{
			Desc: "statically shaped tensor of any type values",
			Ok:   func(t *ir.Type) bool { return t.IsRankedTensor() && t.IsStatic() },
		})),
		Traits: ir.Pure | ir.StatedTypes,
		// The form is not a format: the types of the operands are the element type.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			var elements []ir.UnresolvedOperand
			if p.PeekOperand() {
				elements = p.Operands()
			}
			p.AttrDict(st)
			p.Expect(":")
			t := rankedTensor(p)
			st.Results = []*ir.Type{t}
			for _, e := range elements {
				st.Operands = append(st.Operands, p.Resolve(e, t.Elem()))
			}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			if o.NumOperands() > 0 {
				p.Str(" ")
				p.Operands(o.Operands())
			}
			p.AttrDict(o)
			p.Str(" : ")
			p.Type(o.Result(0).Type())
		},
		Verify: func(o *ir.Op) error {
			t := o.Result(0).Type()
			if n, ok := t.NumElements(); !ok || n != int64(o.NumOperands()) {
				return fmt.Errorf("number of operands %d does not match the number of elements of '%s'", o.NumOperands(), t)
			}
			for i, e := range o.OperandTypes() {
				if e != t.Elem() {
					return fmt.Errorf("operand #%d has type '%s', but the elements of '%s' have another", i, e, t)
				}
			}
			return nil
		},
		Fold:       foldFromElements,
		ResultName: func(*ir.Op, int) string { return "from_elements" },
		Slots: ir.Slots{
			cost.Model.Of(cost.Filling),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					to := out[0].Bytes()
					for _, e := range in {
						to = to[copy(to, e.Bytes()):]
					}
					return nil
				}}, nil
			}),
		},
	})
	Rank.Define(ir.OpDef{
		Doc: "The number of dimensions of a tensor.",
		Example: `func.func @f(%t: tensor<?x4xf32>) -> index {
  %rank = tensor.rank %t : tensor<?x4xf32>
  return %rank : index
}`,
		Operands: ir.Args(ir.Arg("tensor", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.IndexOnly)),
		Traits:   ir.Pure,
		Format:   "$tensor attr-dict `:` type($tensor)",
		Infer:    func(in *ir.Inference) ([]*ir.Type, error) { return []*ir.Type{in.Ctx.Index()}, nil },
		Fold: func(o *ir.Op, _ []*ir.Attr) []ir.Folded {
			t := o.Operand(0).Type()
			if !t.IsRankedTensor() {
				return nil
			}
			return []ir.Folded{{Const: o.Context().IntAttr(o.Context().Index(), int64(t.Rank()))}}
		},
		ResultName: func(*ir.Op, int) string { return "rank" },
		Slots: ir.Slots{
			cost.Model.Of(cost.Filling),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				n := int64(len(s.In[0].Shape))
				return interp.Step{Run: func(_ *interp.Frame, out, _ []*tensor.Tensor) error {
					out[0].SetInt64(0, n)
					return nil
				}}, nil
			}),
		},
	})
}

// foldFromElements makes a constant of constants.
func foldFromElements(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	t := o.Result(0).Type()
	size := ir.StorageBytes(t.Elem())
	if size == 0 || size > 8 {
		return nil
	}
	raw := make([]byte, 0, size*len(consts))
	for _, a := range consts {
		var bits uint64
		switch {
		case a.Is(ir.IntegerAttr):
			bits = uint64(a.Int())
		case a.Is(ir.FloatAttr):
			bits = a.FloatBits().Lo
		default:
			return nil
		}
		for i := range size {
			raw = append(raw, byte(bits>>(8*i)))
		}
	}
	return []ir.Folded{{Const: o.Context().Dense(t, raw)}}
}
