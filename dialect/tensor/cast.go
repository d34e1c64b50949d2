package tensorop

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Cast changes what the type says of the extents of a tensor.
var Cast = Dialect.NewOp("tensor.cast")

func init() {
	Cast.Define(ir.OpDef{
		Doc: "The same tensor with a type that says more or less of its extents. What the new type says must hold when the program runs.",
		Example: `func.func @f(%t: tensor<3x?xf32>) -> tensor<?x?xf32> {
  %cast = tensor.cast %t : tensor<3x?xf32> to tensor<?x?xf32>
  return %cast : tensor<?x?xf32>
}`,
		Operands: ir.Args(ir.Arg("source", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("dest", ir.AnyTensorLike)),
		Traits:   ir.Pure | ir.StatedTypes,
		// The form is not a format: what is no tensor is refused as it is read, as in MLIR.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			source := p.Operand()
			p.AttrDict(st)
			p.Expect(":")
			from := anyTensor(p)
			p.Expect("to")
			st.Results = []*ir.Type{anyTensor(p)}
			st.Operands = []*ir.Value{p.Resolve(source, from)}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Operand(o.Operand(0))
			p.AttrDict(o)
			p.Str(" : ")
			p.Type(o.Operand(0).Type())
			p.Str(" to ")
			p.Type(o.Result(0).Type())
		},
		Verify:     verifyCast,
		Infer:      inferCast,
		Fold:       foldCast,
		ResultName: func(*ir.Op, int) string { return "cast" },
		Slots: ir.Slots{
			rewrite.Patterns.Of(castPatterns),
			opgen.TwinOf.Of(opgen.Renamed(tg.Cast)),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error { return c.Replace(o, tg.Cast, c.Operands(o)) }),
			cost.Model.Of(cost.Viewing),
			analysis.StorageOf.Of(analysis.Viewing),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) { return interp.Step{}, nil }),
		},
	})
}

// verifyCast fails unless there may be a tensor of both types.
func verifyCast(o *ir.Op) error {
	from, to := o.Operand(0).Type(), o.Result(0).Type()
	ok := from.Elem() == to.Elem()
	if ok && from.IsRankedTensor() && to.IsRankedTensor() {
		ok = from.Rank() == to.Rank() && joined(from.Shape(), to.Shape()) != nil
	}
	if !ok {
		return fmt.Errorf("operand type '%s' and result type '%s' are cast incompatible", from, to)
	}
	return nil
}

// inferCast knows the extents that the operand or the stated result says.
func inferCast(in *ir.Inference) ([]*ir.Type, error) {
	if len(in.Results) != 1 {
		return nil, fmt.Errorf("needs its result type stated")
	}
	from, to := in.Operands[0], in.Results[0]
	if !from.IsRankedTensor() || !to.IsRankedTensor() {
		return []*ir.Type{to}, nil
	}
	shape := joined(from.Shape(), to.Shape())
	if shape == nil || from.Elem() != to.Elem() {
		return nil, fmt.Errorf("operand type '%s' and result type '%s' are cast incompatible", from, to)
	}
	return []*ir.Type{in.Ctx.WithShape(to, shape)}, nil
}

// joined is the shape that says what a and b say together, nil when they
// contradict each other.
func joined(a, b []int64) []int64 {
	if len(a) != len(b) {
		return nil
	}
	both := make([]int64, len(a))
	for i, n := range a {
		switch {
		case n == ir.Dynamic:
			both[i] = b[i]
		case b[i] == ir.Dynamic || b[i] == n:
			both[i] = n
		default:
			return nil
		}
	}
	return both
}

func foldCast(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	if v := o.Operand(0); v.Type() == o.Result(0).Type() {
		return []ir.Folded{{Value: v}}
	}
	return nil
}

// castTo is v as a tensor of type t, made at the insertion point.
func castTo(r *rewrite.Rewriter, l ir.Loc, t *ir.Type, v *ir.Value) *ir.Value {
	return r.OpWithTypes(Cast, l, []*ir.Type{t}, []*ir.Value{v}).Result(0)
}

// UncastUser is the source of the cast that makes v, if an op that uses v may as
// well use that: it says no less of the extents. Otherwise it is nil.
func UncastUser(v *ir.Value) *ir.Value {
	if c := v.Def(); c.Is(Cast) && moreStatic(c.Result(0).Type(), c.Operand(0).Type()) {
		return c.Operand(0)
	}
	return nil
}
