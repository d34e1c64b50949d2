package tensorop

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Dim is one extent of a tensor.
var Dim = Dialect.NewOp("tensor.dim")

// DimOf is filled by loops whose results have the shapes of operands: which
// operand that is for a result.
var DimOf = ir.NewSlot[func(o *ir.Op, result int) *ir.Value]("shape of results")

func init() {
	Dim.Define(ir.OpDef{
		Doc: "The extent of a dimension of a tensor. Its number must be one that the tensor has when the program runs.",
		Example: `func.func @f(%t: tensor<4x?xf32>, %i: index) -> index {
  %dim = tensor.dim %t, %i : tensor<4x?xf32>
  return %dim : index
}`,
		Operands: ir.Args(ir.Arg("source", ir.TypeConstraint{
			Desc: "non-0-ranked or unranked tensor",
			Ok:   func(t *ir.Type) bool { return t.IsTensor() && (!t.IsRankedTensor() || t.Rank() > 0) },
		}), ir.Arg("index", ir.IndexOnly)),
		Results: ir.Args(ir.Arg("result", ir.IndexOnly)),
		Traits:  ir.NoMemoryEffect,
		Infer:   func(in *ir.Inference) ([]*ir.Type, error) { return []*ir.Type{in.Ctx.Index()}, nil },
		// The form is not a format: what is no tensor is refused as it is read, as in MLIR.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			p.AttrDict(st)
			source := p.Operand()
			p.Expect(",")
			i := p.Operand()
			p.Expect(":")
			st.Operands = []*ir.Value{p.Resolve(source, anyTensor(p)), p.Resolve(i, p.Context().Index())}
			st.Results = []*ir.Type{p.Context().Index()}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.AttrDict(o)
			p.Str(" ")
			p.Operands(o.Operands())
			p.Str(" : ")
			p.Type(o.Operand(0).Type())
		},
		Fold: foldDim,
		Speculatable: func(o *ir.Op) bool {
			i, known := constantIndex(o.Operand(1))
			t := o.Operand(0).Type()
			return known && t.IsRankedTensor() && i >= 0 && i < int64(t.Rank())
		},
		ResultName: func(*ir.Op, int) string { return "dim" },
		Slots: ir.Slots{
			rewrite.Patterns.Of([]*rewrite.Pattern{
				{Name: "FoldEmptyTensorWithDimOp", Root: Dim, Apply: dimOfEmpty},
				{Name: "DimOfCastOp", Root: Dim, Apply: dimOfCast},
				{Name: "DimOfDestStyleOp", Root: Dim, Apply: dimOfDest},
				{Name: "DimOfForallOp", Root: Dim, Apply: dimOfShared},
			}),
			cost.Model.Of(cost.Filling),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(dimKernel),
		},
	})
}

// dimKernel writes an extent; which one, only the run knows.
func dimKernel(s *interp.Site) (interp.Step, error) {
	shape := s.In[0].Shape
	return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		d := in[1].Int64At(0)
		if d < 0 || d >= int64(len(shape)) {
			return fmt.Errorf("asks for dimension %d of a tensor of rank %d", d, len(shape))
		}
		out[0].SetInt64(0, int64(shape[d]))
		return nil
	}}, nil
}

// foldDim finds extents that the type tells, or the sizes of a slice.
func foldDim(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	v := o.Operand(0)
	i, known := constantIndex(o.Operand(1))
	if t := v.Type(); !known || !t.IsRankedTensor() || i < 0 || i >= int64(t.Rank()) {
		return nil
	}
	if n := v.Type().Shape()[i]; n != ir.Dynamic {
		c := o.Context()
		return []ir.Folded{{Const: c.IntAttr(c.Index(), n)}}
	}
	if slice := v.Def(); slice.Is(ExtractSlice) && v.Type().Rank() == slice.Operand(0).Type().Rank() {
		if size := sliceOf(slice).sizes()[i]; size.Value != nil {
			return []ir.Folded{{Value: size.Value}}
		}
	}
	return nil
}

func dimOfCast(r *rewrite.Rewriter, o *ir.Op) bool {
	c := o.Operand(0).Def()
	if !c.Is(Cast) {
		return false
	}
	r.ReplaceOp(o, r.OpWithTypes(Dim, o.Loc(), o.ResultTypes(), []*ir.Value{c.Operand(0), o.Operand(1)}).Result(0))
	return true
}

func dimOfEmpty(r *rewrite.Rewriter, o *ir.Op) bool {
	empty := o.Operand(0).Def()
	i, known := constantIndex(o.Operand(1))
	if !empty.Is(Empty) || !known || i < 0 || i >= int64(empty.Result(0).Type().Rank()) {
		return false
	}
	size := emptySizes(empty)[i]
	if size.Value == nil {
		return false
	}
	r.ReplaceOp(o, size.Value)
	return true
}

// dimOfDest asks what slices are inserted into.
func dimOfDest(r *rewrite.Rewriter, o *ir.Op) bool {
	p := o.Operand(0).Def()
	if !p.Is(InsertSlice) {
		return false
	}
	r.SetOperand(o, 0, p.Operand(1))
	return true
}

// dimOfShared asks what the rounds of a loop write parts of.
func dimOfShared(r *rewrite.Rewriter, o *ir.Op) bool {
	v := o.Operand(0)
	p := v.Def()
	if p == nil {
		return false
	}
	same, ok := DimOf.Get(p.Def())
	if !ok {
		return false
	}
	r.SetOperand(o, 0, same(p, v.Index()))
	return true
}
