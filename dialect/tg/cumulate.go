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
	"github.com/tg-opt/tg/te"
)

// Cumulate is the prefix reduction, or scan.
var Cumulate = Dialect.NewOp("tg.cumulate")

func init() {
	Cumulate.Define(ir.OpDef{
		Doc: "Prefix reduction along the dimension `dim`: element i combines elements 0 to i, or under `exclusive` those before i. " +
			"With `reverse` it combines those from i to the end, or behind i. It starts from the keyword's neutral element.",
		Example: `func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.cumulate sum %x dim 1 : tensor<2x3xf32>
  %1 = tg.cumulate max %0 dim 0 exclusive reverse : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}`,
		Operands: ir.Args(ir.Arg("input", plainTensor)),
		Results:  ir.Args(ir.Arg("output", plainTensor)),
		Attrs: []ir.AttrArg{
			{Name: "kind", Is: ir.OneOf("reduction", "sum", "prod", "max", "min", "and", "or", "xor")},
			{Name: "dim", Is: ir.IsI64}, flag("exclusive"), flag("reverse"),
		},
		Traits: ir.Pure,
		Format: "$kind $input `dim` $dim (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict `:` same-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			t, kind := in.Operands[0], in.Attr("kind").Text()
			if c := foldKinds[kind]; !c.Ok(t) {
				return nil, fmt.Errorf("the operand of %s must be %s, but is '%s'", kind, c.Desc, t)
			}
			return types(t), checkDim("dim", in.Attr("dim").Int(), t)
		},
		Fold: foldCumulate,
		Slots: ir.Slots{
			autodiff.Derivative.Of(cumulateRule),
			dimorder.Of.Of(lists(nil, nil, []string{"dim"})),
			te.Expand.Of(expandCumulate),
			opgen.FormsOf.Of(cumulateForms),
			opgen.InstanceOf.Of(cumulateInstance),
			convert.WritesAll(writeCumulate),
			cost.Timed.Of(cumulateTiming),
			cost.Model.Of(cumulateCost),
			analysis.StorageOf.Of(analysis.UpdatingStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				exclusive, reverse := s.Op.Attr("exclusive") != nil, s.Op.Attr("reverse") != nil
				run, err := kernel.ResolveCumulate(s.Op.Attr("kind").Text(), s.In[0].DType, s.In[0].Shape, int(s.Op.Attr("dim").Int()), exclusive, reverse)
				return unaryStep(run, err)
			}),
		},
	})
}

// foldCumulate removes scans of single elements. A sum of floats starts from
// +0, which turns -0 into +0, and a product of complex numbers by 1 is no
// better.
func foldCumulate(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	t := o.Operand(0).Type()
	if o.Attr("exclusive") != nil || o.Attr("kind").Text() == "sum" && isInexact(t.Elem()) || o.Attr("kind").Text() == "prod" && t.Elem().IsComplex() || t.Shape()[o.Attr("dim").Int()] != 1 {
		return nil
	}
	return toValue(o, o.Operand(0))
}

// cumulateTiming is what calibration measures.
var cumulateTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xf32"}, Op: "tg.cumulate sum %a0 dim 0 : tensor<4xf32>"},
}

// cumulateInstance says what random instances look like.
var cumulateInstance = opgen.Instance{Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	a := opgen.Attrs{"kind": g.Word("sum", "prod", "max", "min", "and", "or", "xor"), "dim": g.Dim(in[0])}
	g.Sometimes(a, "exclusive", 4)
	g.Sometimes(a, "reverse", 4)
	return a
}}

func cumulateCost(in *ir.Inference) cost.Work {
	dim := int(in.Attr("dim").Int())
	w := cost.Folding(in, func(d int) bool { return d == dim })
	w.Rows = 0
	return w
}

// writeCumulate decomposes a scan into a window as long as the dimension, which
// begins, or ends, with the padding.
func writeCumulate(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	t, kind, dim := o.Result(0).Type(), o.Attr("kind").Text(), o.Attr("dim").Int()
	n := t.Shape()[dim]
	if n == ir.Dynamic {
		w.Fail("dimension %d of '%s' is known to the run only", dim, t)
		return nil
	}
	return w.Composite(x, func(x []*ir.Value) []*ir.Value {
		if n == 0 {
			return x
		}
		window, pads := slices.Repeat([]int64{1}, t.Rank()), make([]int64, 2*t.Rank())
		before, behind := n-1, int64(0)
		if o.Attr("exclusive") != nil {
			before, behind = n, -1
		}
		if o.Attr("reverse") != nil {
			before, behind = behind, before
		}
		window[dim], pads[2*dim], pads[2*dim+1] = n, before, behind
		return windowed(w, kind, t, []*ir.Value{x[0], neutral(w, kind, t.Elem())},
			w.Ints("window_dimensions", window), ir.NamedAttr{Name: "padding", Value: padding(w, pads)})
	})
}
