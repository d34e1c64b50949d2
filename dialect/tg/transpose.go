package tg

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
)

// Transpose permutes the dimensions.
var Transpose = Dialect.NewOp("tg.transpose")

func init() {
	Transpose.Define(ir.OpDef{
		Doc: "Permutation of the dimensions: dimension i of the result is dimension permutation[i] of the operand.",
		Example: `func.func @f(%x: tensor<2x3x4xf32>) -> tensor<2x4x3xf32> {
  %0 = tg.transpose %x permutation [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "permutation", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$input `permutation` $permutation attr-dict `:` same-type",
		Infer:    inferTranspose,
		Fold:     foldTranspose,
		Slots: ir.Slots{
			raisedBy("permutation", true),
			autodiff.Derivative.Of(transposeDerivative),
			dimorder.Of.Of(transposeOrders),
			te.Expand.Of(expandTranspose),
			opgen.FormsOf.Of(transposeForms),
			opgen.InstanceOf.Of(transposeInstance),
			convert.Writes(writeTranspose),
			rewrite.SameElements.Of(true),
			analysis.RangeOf.Of(sameRange),
			cost.Model.Of(transposeCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveTranspose(s.In[0].Shape, intsOf(s, "permutation"))
				return unaryStep(run, err)
			}),
		},
	})
}

func inferTranspose(in *ir.Inference) ([]*ir.Type, error) {
	t, permutation := in.Operands[0], in.Attr("permutation").Ints()
	if len(permutation) != t.Rank() {
		return nil, fmt.Errorf("permutation has %d entries, but '%s' has %d dimensions", len(permutation), t, t.Rank())
	}
	if _, err := checkDims("permutation entry", permutation, t); err != nil {
		return nil, err
	}
	return types(in.Ctx.Tensor(shapes.Pick(t.Shape(), permutation), t.Elem())), nil
}

// foldTranspose removes a transposition that changes nothing, alone or after
// another one.
func foldTranspose(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	permutation := o.Attr("permutation").Ints()
	if shapes.Identity(permutation) {
		return toValue(o, o.Operand(0))
	}
	if inner := o.Operand(0).Def(); inner.Is(Transpose) {
		if shapes.Identity(shapes.Pick(permutationOf(inner), permutation)) {
			return toValue(o, inner.Operand(0))
		}
	}
	return splatThrough(o, consts[0])
}

var transposeInstance = opgen.Instance{Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	return opgen.Attrs{"permutation": g.Ints(g.Permutation(in[0].Rank()))}
}}

// nearCache is bytes that columns of a transpose are read from as fast as rows; of more it takes
// about as long as to bring them into another order for a product.
const nearCache = 1 << 16

// transposeCost: what trails unpermuted moves together; where nothing does, rows
// and columns are swapped. Extents of 1 may go anywhere.
func transposeCost(in *ir.Inference) cost.Work {
	var buffer [8]int
	order, shape := buffer[:0], in.Operands[0].Shape()
	for _, d := range in.Attr("permutation").Ints() {
		if shape[d] != 1 {
			order = append(order, int(d))
		}
	}
	// joined is the number of elements of the dimensions up to order[i] that come
	// in their old order.
	next := func(d int) int { // the dimension before d
		for d--; d >= 0 && shape[d] == 1; d-- {
		}
		return d
	}
	joined := func(i int) float64 {
		n := cost.Extent(shape[order[i]])
		for ; i > 0 && order[i-1] == next(order[i]); i-- {
			n *= cost.Extent(shape[order[i-1]])
		}
		return n
	}
	last := len(order) - 1
	if last < 0 {
		return cost.Moving(in, 1)
	}
	innermost := slices.Max(order)
	if order[last] == innermost {
		return cost.Moving(in, joined(last))
	}
	w := cost.Moving(in, math.Inf(1))
	w.Swapped, w.Rows, w.Cols = cost.Elements(in.Results[0]), joined(slices.Index(order, innermost)), joined(last)
	if w.Read > nearCache {
		w.Packed = w.Read
	}
	return w
}

func writeTranspose(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.transpose", o.Result(0).Type(), x, w.Ints("permutation", o.Attr("permutation").Ints()))
}
