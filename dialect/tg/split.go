package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Split cuts a tensor into pieces along a dimension.
var Split = Dialect.NewOp("tg.split")

func init() {
	Split.Define(ir.OpDef{
		Doc: "The operand cut along the dimension `dim` into pieces of the given sizes, one result each.",
		Example: `func.func @f(%x: tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x5xf32>) {
  %0:2 = tg.split %x dim 1 sizes [3, 5] : (tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x5xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x5xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dim", Is: ir.IsI64}, {Name: "sizes", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$input `dim` $dim `sizes` $sizes attr-dict `:` functional-type",
		Infer:    inferSplit,
		Fold: func(o *ir.Op, _ []*ir.Attr) []ir.Folded {
			if o.NumResults() != 1 {
				return nil
			}
			return toValue(o, o.Operand(0))
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(splitDerivative),
			dimorder.Of.Of(lists(nil, nil, []string{"dim"})),
			te.Expand.Of(expandSplit),
			opgen.FormsOf.Of(splitForms),
			opgen.InstanceOf.Of(splitInstance),
			convert.WritesAll(writeSplit),
			analysis.RangeOf.Of(sameRange),
			rewrite.Patterns.Of(splitPatterns),
			cost.Timed.Of(splitTiming),
			cost.Model.Of(splitCost),
			analysis.StorageOf.Of(splitStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				if s.Storage.Views != nil {
					return view(s)
				}
				run, err := kernel.ResolveSplit(s.In[0].Shape, int(s.Op.Attr("dim").Int()), intsOf(s, "sizes"))
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					run(out, in[0])
					return nil
				}}, err
			}),
		},
	})
}

func inferSplit(in *ir.Inference) ([]*ir.Type, error) {
	t, dim, sizes := in.Operands[0], in.Attr("dim").Int(), in.Attr("sizes").Ints()
	if err := checkDim("dim", dim, t); err != nil {
		return nil, err
	}
	total := int64(0)
	var out []*ir.Type
	for _, n := range sizes {
		if n < 0 || !countable(float64(total)+float64(n)) {
			return nil, fmt.Errorf("sizes must not be negative or more than can be counted, but have %d", n)
		}
		total += n
		shape := append([]int64(nil), t.Shape()...)
		shape[dim] = n
		out = append(out, in.Ctx.Tensor(shape, t.Elem()))
	}
	if _, ok := sameExtent(t.Shape()[dim], total); !ok {
		return nil, fmt.Errorf("sizes add up to %d, but dimension %d of '%s' has extent %d", total, dim, t, t.Shape()[dim])
	}
	return out, nil
}

// splitTiming is what calibration measures.
var splitTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"2x4xf32"}, Results: 2, Op: "tg.split %a0 dim 1 sizes [2, 2] : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)"},
}

// splitInstance says what random instances look like.
var splitInstance = opgen.Instance{Attrs: splitAttrs}

func splitCost(in *ir.Inference) cost.Work {
	if OneRun(in.Operands[0].Shape(), int(in.Attr("dim").Int())) {
		return cost.Viewing(in)
	}
	w := cost.Filling(in)
	w.Read = w.Written
	for _, t := range in.Results {
		w.Add(cost.Elements(t), cost.Piece(t.Shape(), in.Operands[0].Shape()))
	}
	return w
}

func splitAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	if in[0].Rank() == 0 {
		return nil
	}
	dim := g.IntN(in[0].Rank())
	left, sizes := in[0].Shape()[dim], []int64{}
	for range 1 + g.IntN(2) {
		n := g.Int64N(left + 1)
		sizes, left = append(sizes, n), left-n
	}
	return opgen.Attrs{"dim": g.I64(int64(dim)), "sizes": g.Ints(append(sizes, left))}
}

func writeSplit(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	t, dim := x[0].Type(), o.Attr("dim").Int()
	if !t.IsStatic() {
		w.Fail("the extents of '%s' are known to the run only", t)
		return nil
	}
	at, out := int64(0), make([]*ir.Value, o.NumResults())
	for i, n := range o.Attr("sizes").Ints() {
		starts, limits := make([]int64, t.Rank()), slices.Clone(t.Shape())
		starts[dim], limits[dim] = at, at+n
		out[i] = sliceOf(w, o.Result(i).Type(), x[0], starts, limits, slices.Repeat([]int64{1}, t.Rank()))
		at += n
	}
	return out
}
