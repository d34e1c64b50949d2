package tg

import (
	"errors"
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

// Concat joins tensors along a dimension.
var Concat = Dialect.NewOp("tg.concat")

func init() {
	Concat.Define(ir.OpDef{
		Doc: "The operands behind each other along the dimension `dim`; all other extents are equal.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x5xf32>) -> tensor<2x8xf32> {
  %0 = tg.concat %x, %y dim 1 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dim", Is: ir.IsI64}},
		Traits:   ir.Pure,
		Format:   "operands `dim` $dim attr-dict `:` same-type",
		Infer:    inferConcat,
		Fold:     foldConcat,
		Slots: ir.Slots{
			autodiff.Derivative.Of(concatDerivative),
			dimorder.Of.Of(lists(nil, nil, []string{"dim"})),
			te.Expand.Of(expandConcat),
			opgen.FormsOf.Of(concatForms),
			autodiff.Raised.Of(raiseConcat),
			opgen.InstanceOf.Of(concatInstance),
			convert.Writes(writeConcat),
			analysis.RangeOf.Of(unionRange(0)),
			rewrite.Patterns.Of(concatPatterns),
			cost.Timed.Of(concatTiming),
			cost.Model.Of(concatCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				shapes := make([][]int, len(s.In))
				for i, in := range s.In {
					shapes[i] = in.Shape
				}
				run, err := kernel.ResolveConcat(shapes, int(s.Op.Attr("dim").Int()))
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					run(out[0], in)
					return nil
				}}, err
			}),
		},
	})
}

func inferConcat(in *ir.Inference) ([]*ir.Type, error) {
	if len(in.Operands) == 0 {
		return nil, errors.New("needs at least one operand")
	}
	if err := sameElements(in.Operands); err != nil {
		return nil, err
	}
	first, dim := in.Operands[0], in.Attr("dim").Int()
	if err := checkDim("dim", dim, first); err != nil {
		return nil, err
	}
	shape := append([]int64(nil), first.Shape()...)
	for i, t := range in.Operands[1:] {
		if t.Rank() != first.Rank() {
			return nil, fmt.Errorf("operands must have one rank, but operand #0 is '%s' and operand #%d is '%s'", first, i+1, t)
		}
		for d, n := range t.Shape() {
			if int64(d) == dim {
				switch {
				case n == ir.Dynamic || shape[d] == ir.Dynamic:
					shape[d] = ir.Dynamic
				case !countable(float64(shape[d]) + float64(n)):
					return nil, fmt.Errorf("dimension %d of the result is larger than can be counted", d)
				default:
					shape[d] += n
				}
				continue
			}
			joined, ok := sameExtent(shape[d], n)
			if !ok {
				return nil, fmt.Errorf("operands may differ in dimension %d only, but dimension %d is %d in operand #0 ('%s') and %d in operand #%d ('%s')",
					dim, d, shape[d], first, n, i+1, t)
			}
			shape[d] = joined
		}
	}
	return types(in.Ctx.Tensor(shape, first.Elem())), nil
}

// foldConcat removes a concatenation of one operand, and joins equal splats.
func foldConcat(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	if o.NumOperands() == 1 {
		return toValue(o, o.Operand(0))
	}
	for _, a := range consts {
		if !a.Is(ir.DenseAttr) || !isSplatOf(consts[0], a.Raw()) {
			return nil
		}
	}
	return splatThrough(o, consts[0])
}

// concatTiming is what calibration measures.
var concatTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"2xf32"}, Op: "tg.concat %a0, %a0 dim 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>"},
}

// concatInstance says what random instances look like.
var concatInstance = opgen.Instance{Operand: concatOperand, Attrs: concatAttrs, Count: func(g *opgen.Generator, _ []*ir.Type) int { return 1 + g.IntN(3) }}

func concatCost(in *ir.Inference) cost.Work {
	w := cost.Filling(in)
	w.Read = cost.Bytes(in.Operands...)
	for _, t := range in.Operands {
		w.Add(cost.Elements(t), cost.Piece(t.Shape(), in.Results[0].Shape()))
	}
	return w
}

func concatOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Ranked(1)
	}
	s := slices.Clone(before[0].Shape())
	if len(s) == 0 {
		return before[0]
	}
	// The extent that differs does so along one dimension for all operands.
	dim := (i + len(s) - 1) % len(s)
	if i > 1 || g.Chance(2, 3) {
		dim = 0
		for d := range s {
			if len(before) > 1 && d < before[1].Rank() && before[1].Shape()[d] != s[d] {
				dim = d
			}
		}
	}
	if g.Chance(1, 2) {
		s[dim] = g.Extent()
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

// concatAttrs concatenates along the dimension in which the operands differ.
func concatAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	dim := g.Dim(in[0])
	for _, t := range in {
		for d, n := range t.Shape() {
			if d < in[0].Rank() && in[0].Shape()[d] != n {
				dim = g.I64(int64(d))
			}
		}
	}
	return opgen.Attrs{"dim": dim}
}

func writeConcat(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.concatenate", o.Result(0).Type(), x, w.Int("dimension", o.Attr("dim").Int()))
}

// raiseConcat concatenates along the same dimension, one further.
func raiseConcat(b *autodiff.Batch, o *ir.Op) []*ir.Value {
	return b.Like(o, b.Ins(o), ir.NamedAttr{Name: "dim", Value: b.Ctx.I64Attr(o.Attr("dim").Int() + 1)})
}
