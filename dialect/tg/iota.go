package tg

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Iota counts along a dimension.
var Iota = Dialect.NewOp("tg.iota")

func init() {
	Iota.Define(ir.OpDef{
		Doc: "Each element is its own index along the dimension `dim`, converted to the element type: narrow integers wrap, floats round, i1 is true where the index is not 0.",
		Example: `func.func @f() -> tensor<2x3xi32> {
  %0 = tg.iota dim 1 : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}`,
		Results: ir.Args(ir.Arg("output", plainTensor)),
		Attrs:   []ir.AttrArg{{Name: "dim", Is: ir.IsI64}},
		Traits:  ir.Pure | ir.StatedTypes,
		Format:  "`dim` $dim attr-dict `:` type($output)",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			t, err := stated(in)
			if err != nil {
				return nil, err
			}
			if !t.IsStatic() {
				return nil, fmt.Errorf("must know how far it counts, but the result is '%s'; 'tg.dynamic_iota' is told the extents", t)
			}
			return types(t), checkDim("dim", in.Attr("dim").Int(), t)
		},
		Fold: func(o *ir.Op, _ []*ir.Attr) []ir.Folded {
			t := o.Result(0).Type()
			if t.Shape()[o.Attr("dim").Int()] != 1 {
				return nil
			}
			return toConst(splat(o.Context(), t, 0))
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("it is constant")),
			dimorder.Of.Of(iotaOrders),
			te.Expand.Of(expandIota),
			opgen.FormsOf.Of(opgen.NoForms("it has no operands")),
			opgen.InstanceOf.Of(iotaInstance),
			convert.Writes(writeIota),
			analysis.RangeOf.Of(iotaRange),
			cost.Timed.Of(iotaTiming),
			cost.Model.Of(iotaCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveIota(s.Out[0].DType, s.Out[0].Shape, int(s.Op.Attr("dim").Int()))
				return interp.Step{Run: func(_ *interp.Frame, out, _ []*tensor.Tensor) error {
					run(out[0])
					return nil
				}}, err
			}),
			interp.Tile.Of(func(s *interp.Site) (fusion.Node, error) {
				return fusion.Node{Kind: fusion.Iota, Dims: []int{int(s.Op.Attr("dim").Int())}}, nil
			}),
		},
	})
}

// iotaTiming is what calibration measures.
var iotaTiming = cost.Timing{
	Overhead: cost.Program{Op: "tg.iota dim 0 : tensor<4xi32>"},
}

// iotaInstance says what random instances look like.
var iotaInstance = opgen.Instance{Attrs: func(g *opgen.Generator, _ []*ir.Type) opgen.Attrs { return opgen.Attrs{"dim": g.I64(int64(g.IntN(3)))} },
	Results: func(g *opgen.Generator, _ []*ir.Type, _ opgen.Attrs) []*ir.Type { return types(g.Any()) }}

// iotaRange is that of indices along a dimension, which wrap in narrow integers.
func iotaRange(o *ir.Op, _ func(int) bounds) bounds {
	t := o.Result(0).Type()
	extent := t.Shape()[o.Attr("dim").Int()]
	if extent == ir.Dynamic {
		return analysis.FullRange(t.Elem())
	}
	return wrapped(bounds{High: rounded(t.Elem(), float64(max(extent-1, 0))), Whole: true}, t.Elem())
}

func iotaCost(in *ir.Inference) cost.Work {
	w := cost.Filling(in)
	w.Kind, w.Elem, w.Flops = cost.Simple, in.Results[0].Elem(), cost.Elements(in.Results[0])
	return w
}

// writeIota counts in i32 what is to be truth values: there is no other way to count
// there.
func writeIota(w *convert.Writer, o *ir.Op, _ []*ir.Value) *ir.Value {
	t := o.Result(0).Type()
	dim := w.Int("iota_dimension", o.Attr("dim").Int())
	if !t.Elem().IsBool() {
		return w.Op("stablehlo.iota", t, nil, dim)
	}
	return w.Op("stablehlo.convert", t, []*ir.Value{w.Op("stablehlo.iota", w.Ctx.WithElem(t, w.Ctx.I32()), nil, dim)})
}
