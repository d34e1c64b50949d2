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
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Pad surrounds and spreads a tensor with a value.
var Pad = Dialect.NewOp("tg.pad")

func init() {
	Pad.Define(ir.OpDef{
		Doc: "Padding with a value: first interior[d] copies of it between neighbours along dimension d, then low[d] before and high[d] behind them. " +
			"A negative low or high removes elements. A missing `interior` puts nothing between.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<3x7xf32> {
  %0 = tg.pad %x, %v low [0, 1] high [1, 1] interior [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor).In("elements"), ir.Arg("value", ir.ScalarTensor).In("elements")),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor).In("elements")),
		Attrs: []ir.AttrArg{
			{Name: "low", Is: ir.IsInts}, {Name: "high", Is: ir.IsInts}, optionalList("interior", ir.IsInts, 0, inputRank),
		},
		Traits: ir.Pure,
		Format: "$input `,` $value `low` $low `high` $high " + clauses("interior") + "attr-dict `:` same-type",
		Infer:  inferPad,
		Fold:   foldPad,
		Slots: ir.Slots{
			autodiff.Derivative.Of(padDerivative),
			dimorder.Of.Of(lists([]string{"low", "high", "interior"}, nil, nil)),
			te.Expand.Of(expandPad),
			opgen.FormsOf.Of(padForms),
			autodiff.Raised.Of(raisePad),
			opgen.InstanceOf.Of(padInstance),
			convert.Writes(writePad),
			analysis.RangeOf.Of(unionRange(0)),
			cost.Timed.Of(padTiming),
			cost.Model.Of(padCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(padKernel),
		},
	})
}

func inferPad(in *ir.Inference) ([]*ir.Type, error) {
	t := in.Operands[0]
	if err := sameElements(in.Operands); err != nil {
		return nil, err
	}
	low, high, interior := in.Attr("low").Ints(), in.Attr("high").Ints(), fullList(in.Attr("interior"), t.Rank(), 0)
	for _, list := range []struct {
		name string
		ints []int64
	}{{"low", low}, {"high", high}, {"interior", interior}} {
		if err := checkLength(list.name, list.ints, t); err != nil {
			return nil, err
		}
	}
	shape := make([]int64, t.Rank())
	for d, n := range t.Shape() {
		if interior[d] < 0 {
			return nil, fmt.Errorf("interior padding of dimension %d must not be negative, but is %d", d, interior[d])
		}
		if n == ir.Dynamic {
			shape[d] = n
			continue
		}
		if !countable(float64(n) + float64(float64(interior[d])*float64(n)) + math.Abs(float64(low[d])) + math.Abs(float64(high[d]))) {
			return nil, fmt.Errorf("padding makes dimension %d of '%s' larger than can be counted", d, t)
		}
		shape[d] = n + interior[d]*max(0, n-1) + low[d] + high[d]
		if shape[d] < 0 {
			return nil, fmt.Errorf("padding %d:%d leaves dimension %d of '%s' a negative extent of %d", low[d], high[d], d, t, shape[d])
		}
	}
	return types(in.Ctx.Tensor(shape, t.Elem())), nil
}

// foldPad removes padding of nothing, and fills what is all padding, or padded
// with its own splat.
func foldPad(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	none := func(name string) bool {
		return !slices.ContainsFunc(o.Attr(name).Ints(), func(n int64) bool { return n != 0 })
	}
	if none("low") && none("high") && none("interior") {
		return toValue(o, o.Operand(0))
	}
	if !consts[1].Is(ir.DenseAttr) {
		return nil
	}
	if n, ok := o.Operand(0).Type().NumElements(); ok && n == 0 || isSplatOf(consts[0], consts[1].Raw()) {
		return splatThrough(o, consts[1])
	}
	return nil
}

func padKernel(s *interp.Site) (interp.Step, error) {
	interior := fullList(s.Op.Attr("interior"), len(s.In[0].Shape), 0)
	run, err := kernel.ResolvePad(s.In[0].Shape, intsOf(s, "low"), intsOf(s, "high"), toInts(interior), s.Out[0].Shape)
	return binaryStep(run, err)
}

// padTiming is what calibration measures.
var padTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"1x2xf32", "f32"}, Op: "tg.pad %a0, %a1 low [0, 1] high [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x4xf32>"},
}

// padInstance says what random instances look like.
var padInstance = opgen.Instance{Operand: padOperand, Attrs: padAttrs}

// padCost: the operand is copied into a result that the padding has filled.
func padCost(in *ir.Inference) cost.Work {
	t, out := in.Operands[0], in.Results[0]
	w := cost.Filling(in)
	w.Read = cost.Bytes(in.Operands...)
	interior := fullList(in.Attr("interior"), t.Rank(), 0)
	piece := cost.Piece(t.Shape(), out.Shape())
	if last := t.Rank() - 1; last >= 0 && interior[last] != 0 {
		piece = 1
	}
	w.Add(cost.Elements(t), piece)
	return w
}

func padOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Any()
	}
	return g.Ctx.Tensor(nil, before[0].Elem())
}

func padAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	list := func(values ...int64) *ir.Attr {
		out := make([]int64, in[0].Rank())
		for i := range out {
			out[i] = opgen.Pick(g, values)
		}
		return g.Ints(out)
	}
	a := opgen.Attrs{"low": list(0, 0, 1, 2), "high": list(0, 0, 1, 2)}
	switch g.IntN(4) {
	case 0:
		a["interior"] = list(0, 0, 1, 2)
	case 1:
		a["low"], a["high"] = list(0, 1, -1), list(0, 1, -1)
	}
	return a
}

func writePad(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.pad", o.Result(0).Type(), x,
		w.Ints("edge_padding_low", o.Attr("low").Ints()), w.Ints("edge_padding_high", o.Attr("high").Ints()),
		w.Ints("interior_padding", fullList(o.Attr("interior"), x[0].Type().Rank(), 0)))
}

// raisePad pads nothing along the leading dimension. Where the value differs between elements, it
// is chosen where the same padding of truth values says.
func raisePad(b *autodiff.Batch, o *ir.Op) []*ir.Value {
	t, value := o.Operand(0).Type(), b.In(o, 1)
	if b.Has(o, 1) {
		value = b.Constant(t.Elem(), 0)
	}
	interior := append([]int64{0}, fullList(o.Attr("interior"), t.Rank(), 0)...)
	out := b.Like(o, []*ir.Value{b.All(o, 0), value}, withFirst(o, "low", 0), withFirst(o, "high", 0), intsAttr(b.Ctx, "interior", interior))
	if !b.Has(o, 1) {
		return out
	}
	result, truth := o.Result(0).Type(), b.Ctx.Int(1, ir.Signless)
	inside := b.Splat(b.Ctx.WithElem(t, truth), 0)
	padding := b.As(o, types(b.Ctx.WithElem(result, truth)), []*ir.Value{inside, b.Constant(truth, 1)})[0]
	values := reshapeTo(b.Builder, b.Loc, b.In(o, 1), b.Ctx.Tensor(append([]int64{b.N}, slices.Repeat([]int64{1}, t.Rank())...), t.Elem()))
	return []*ir.Value{b.MakeTyped(Select, b.Type(result), []*ir.Value{padding, values, out[0]})}
}
