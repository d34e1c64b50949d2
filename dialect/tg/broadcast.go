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
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
)

// Broadcast repeats a tensor along new or stretched dimensions.
var Broadcast = Dialect.NewOp("tg.broadcast")

func init() {
	Broadcast.Define(ir.OpDef{
		Doc: "Repetition to the result type: dimension i of the operand lies along dimension dims[i] of the result, where extent 1 stretches, and is repeated along all others.",
		Example: `func.func @f(%x: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dims", Is: ir.IsInts}},
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input `dims` $dims attr-dict `:` same-type",
		Infer:    inferBroadcast,
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			if shapes.Identity(o.Attr("dims").Ints()) && o.Result(0).Type().IsStatic() {
				if f := toValue(o, o.Operand(0)); f != nil {
					return f
				}
			}
			// A scalar is better broadcast where it is used than kept as a large
			// constant.
			from, known := o.Operand(0).Type().NumElements()
			if to, static := o.Result(0).Type().NumElements(); !known || !static || to > from {
				return nil
			}
			return splatThrough(o, consts[0])
		},
		Slots: ir.Slots{
			raisedBy("dims", true),
			autodiff.Derivative.Of(broadcastDerivative),
			dimorder.Of.Of(broadcastOrders),
			te.Expand.Of(expandBroadcast),
			opgen.FormsOf.Of(broadcastForms),
			opgen.InstanceOf.Of(broadcastInstance),
			convert.Writes(writeBroadcast),
			rewrite.SameElements.Of(true),
			analysis.RangeOf.Of(sameRange),
			cost.Timed.Of(broadcastTiming),
			cost.Model.Of(broadcastCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveBroadcast(s.In[0].Shape, intsOf(s, "dims"), s.Out[0].Shape)
				return unaryStep(run, err)
			}),
			interp.Tile.Of(func(s *interp.Site) (fusion.Node, error) {
				return fusion.Node{Kind: fusion.Broadcast, Dims: intsOf(s, "dims")}, nil
			}),
		},
	})
}

func inferBroadcast(in *ir.Inference) ([]*ir.Type, error) {
	out, err := stated(in)
	if err != nil {
		return nil, err
	}
	t, dims := in.Operands[0], in.Attr("dims").Ints()
	if t.Elem() != out.Elem() {
		return nil, fmt.Errorf("keeps the element type, but has operand '%s' and result '%s'", t, out)
	}
	if err := checkLength("dims", dims, t); err != nil {
		return nil, err
	}
	if _, err := checkDims("dims entry", dims, out); err != nil {
		return nil, err
	}
	shape := append([]int64(nil), out.Shape()...)
	for i, d := range dims {
		n := t.Shape()[i]
		if n == 1 {
			continue
		}
		joined, ok := sameExtent(n, shape[d])
		if !ok {
			return nil, fmt.Errorf("dimension %d of '%s' does not lie along dimension %d of '%s': extent %d must be %d or 1", i, t, d, out, n, shape[d])
		}
		shape[d] = joined
	}
	return types(in.Ctx.WithShape(out, shape)), nil
}

// broadcastTiming is what calibration measures.
var broadcastTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xf32"}, Op: "tg.broadcast %a0 dims [1] : (tensor<4xf32>) -> tensor<2x4xf32>"},
}

// broadcastInstance says what random instances look like.
var broadcastInstance = opgen.Instance{Attrs: broadcastAttrs, Results: broadcastResult}

// broadcastCost: rows of the operand are copied, or single elements repeated.
func broadcastCost(in *ir.Inference) cost.Work {
	own, dims, out := in.Operands[0].Shape(), in.Attr("dims").Ints(), in.Results[0]
	piece, along := 1.0, -1
	for d := len(out.Shape()) - 1; d >= 0; d-- {
		n := out.Shape()[d]
		if n == 1 {
			continue
		}
		repeats := 1
		if i := slices.Index(dims, int64(d)); i >= 0 && own[i] != 1 {
			repeats = 0
		}
		if along >= 0 && repeats != along {
			break
		}
		along = repeats
		piece *= cost.Extent(n)
	}
	if along == 1 && out.Rank() > 0 {
		piece = 1 // they are written one by one
	}
	w := cost.Moving(in, piece)
	w.Read = cost.Bytes(in.Operands...)
	return w
}

func broadcastAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	rank := in[0].Rank()
	all := g.Permutation(rank + g.IntN(2))
	dims := all[:rank]
	if !g.Chance(1, 8) {
		slices.Sort(dims)
	}
	return opgen.Attrs{"dims": g.Ints(dims)}
}

func broadcastResult(g *opgen.Generator, in []*ir.Type, attrs opgen.Attrs) []*ir.Type {
	dims := attrs["dims"].Ints()
	rank := len(dims)
	for _, d := range dims {
		rank = max(rank, int(d)+1)
	}
	out := make([]int64, rank+g.IntN(2))
	for i := range out {
		out[i] = g.Extent()
	}
	for i, d := range dims {
		if i < in[0].Rank() && (in[0].Shape()[i] != 1 || g.Chance(1, 2)) && d >= 0 {
			out[d] = in[0].Shape()[i]
		}
	}
	return types(g.Ctx.Tensor(out, in[0].Elem()))
}
