package tg

import (
	"fmt"
	"math"

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
)

// Slice cuts out a box with constant bounds.
var Slice = Dialect.NewOp("tg.slice")

func init() {
	Slice.Define(ir.OpDef{
		Doc: "A box of the operand with constant bounds: along each dimension the elements start, start+stride, ... below limit, written `start:limit:stride`.",
		Example: `func.func @f(%x: tensor<8x12xf32>) -> tensor<4x4xf32> {
  %0 = tg.slice %x [0:4, 2:10:2] : (tensor<8x12xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "starts", Is: ir.IsInts}, {Name: "limits", Is: ir.IsInts}, {Name: "strides", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$input box($starts, $limits, $strides) attr-dict `:` same-type",
		Infer:    inferSlice,
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			// Of equal static shapes the box is all of the operand.
			if o.Result(0).Type().IsStatic() {
				if f := toValue(o, o.Operand(0)); f != nil {
					return f
				}
			}
			return splatThrough(o, consts[0])
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(sliceDerivative),
			dimorder.Of.Of(lists([]string{"starts", "limits", "strides"}, nil, nil)),
			te.Expand.Of(expandSlice),
			opgen.FormsOf.Of(sliceForms),
			autodiff.Raised.Of(raiseSlice),
			opgen.InstanceOf.Of(sliceInstance),
			convert.Writes(writeSlice),
			analysis.RangeOf.Of(sameRange),
			rewrite.Patterns.Of(slicePatterns),
			cost.Timed.Of(sliceTiming),
			cost.Model.Of(sliceCost),
			analysis.StorageOf.Of(sliceStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				if s.Storage.Views != nil {
					return view(s)
				}
				run, err := kernel.ResolveSlice(s.In[0].Shape, intsOf(s, "starts"), intsOf(s, "limits"), intsOf(s, "strides"))
				return unaryStep(run, err)
			}),
		},
	})
}

func inferSlice(in *ir.Inference) ([]*ir.Type, error) {
	t := in.Operands[0]
	starts, limits, strides := in.Attr("starts").Ints(), in.Attr("limits").Ints(), in.Attr("strides").Ints()
	for _, name := range []string{"starts", "limits", "strides"} {
		if err := checkLength(name, in.Attr(name).Ints(), t); err != nil {
			return nil, err
		}
	}
	shape := make([]int64, t.Rank())
	for d, extent := range t.Shape() {
		start, limit, stride := starts[d], limits[d], strides[d]
		switch {
		case stride < 1:
			return nil, fmt.Errorf("stride of dimension %d must be positive, but is %d", d, stride)
		case start < 0 || start > limit:
			return nil, fmt.Errorf("range %d:%d of dimension %d must begin at 0 or more and not end before it begins", start, limit, d)
		case extent != ir.Dynamic && limit > extent:
			return nil, fmt.Errorf("range %d:%d of dimension %d ends beyond extent %d of '%s'", start, limit, d, extent, t)
		}
		if limit > start {
			shape[d] = (limit-start-1)/stride + 1
		}
	}
	return types(in.Ctx.Tensor(shape, t.Elem())), nil
}

// sliceTiming is what calibration measures.
var sliceTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"2x4xf32"}, Op: "tg.slice %a0 [0:2, 1:3] : (tensor<2x4xf32>) -> tensor<2x2xf32>"},
}

// sliceInstance says what random instances look like.
var sliceInstance = opgen.Instance{Attrs: sliceAttrs}

func sliceCost(in *ir.Inference) cost.Work {
	strides, out := in.Attr("strides").Ints(), in.Results[0].Shape()
	if _, ok := SliceRun(in.Operands[0].Shape(), out, in.Attr("starts").Ints(), strides); ok {
		return cost.Viewing(in)
	}
	if last := len(out) - 1; last >= 0 && strides[last] != 1 && out[last] > 1 {
		return cost.Moving(in, 1)
	}
	return cost.Moving(in, cost.Piece(out, in.Operands[0].Shape()))
}

func sliceAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	var starts, limits, strides []int64
	for _, n := range in[0].Shape() {
		start, limit, stride := int64(0), n, int64(1)
		if g.Chance(2, 3) {
			start = min(n, opgen.Pick(g, []int64{0, 1, 1, g.Int64N(n + 1)}))
			limit = opgen.Pick(g, []int64{n, n, start + g.Int64N(n-start+1)})
			stride = opgen.Pick(g, []int64{1, 1, 2, 3, math.MaxInt64})
		}
		starts, limits, strides = append(starts, start), append(limits, limit), append(strides, stride)
	}
	return opgen.Attrs{"starts": g.Ints(starts), "limits": g.Ints(limits), "strides": g.Ints(strides)}
}

func writeSlice(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return sliceOf(w, o.Result(0).Type(), x[0], o.Attr("starts").Ints(), o.Attr("limits").Ints(), o.Attr("strides").Ints())
}

// sliceOf is a box of x.
func sliceOf(w *convert.Writer, t *ir.Type, x *ir.Value, starts, limits, strides []int64) *ir.Value {
	return w.Op("stablehlo.slice", t, []*ir.Value{x}, w.Ints("start_indices", starts), w.Ints("limit_indices", limits), w.Ints("strides", strides))
}

// raiseSlice takes all of the leading dimension.
func raiseSlice(b *autodiff.Batch, o *ir.Op) []*ir.Value {
	return b.Like(o, b.Ins(o), withFirst(o, "starts", 0), withFirst(o, "limits", b.N), withFirst(o, "strides", 1))
}
