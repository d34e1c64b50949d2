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

// Bitcast reads the same bits as another element type.
var Bitcast = Dialect.NewOp("tg.bitcast")

func init() {
	Bitcast.Define(ir.OpDef{
		Doc: "The same bits as another element type. Where the widths differ, the narrower type has one more, last, dimension, as long as the quotient of the widths; " +
			"its element 0 holds the lowest bits. The real part of a complex number holds its lower bits. A float type has one NaN, whose bits are those of the positive quiet one without a payload: " +
			"integers that are read as floats and back are the same only where they were no other NaN.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4x4xui8> {
  %0 = tg.bitcast %x : (tensor<4xf32>) -> tensor<4xi32>
  %1 = tg.bitcast %0 : (tensor<4xi32>) -> tensor<4x4xui8>
  return %1 : tensor<4x4xui8>
}`,
		Operands: ir.Args(ir.Arg("input", plainTensor)),
		Results:  ir.Args(ir.Arg("output", plainTensor).Own()),
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input attr-dict `:` same-type",
		Infer:    inferBitcast,
		Fold:     foldBitcast,
		Slots: ir.Slots{
			autodiff.Derivative.Of(bitcastDerivative),
			dimorder.Of.Of(dimorder.Fixed("bytes of the last dimension are counted anew")),
			te.Expand.Of(expandBitcast),
			opgen.FormsOf.Of(opgen.NoForms("it depends on the bits of a type")),
			opgen.InstanceOf.Of(bitcastInstance),
			convert.Writes(writeBitcast),
			cost.Model.Of(bitcastCost),
			analysis.StorageOf.Of(bitcastStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveBitcast(s.In[0].DType, s.Out[0].DType, s.In[0].Shape, s.Out[0].Shape)
				if err == nil && s.Storage.Views != nil {
					return view(s)
				}
				return unaryStep(run, err)
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) {
				return kernel.BitcastBlocks(s.In[0].DType, s.Out[0].DType)
			}),
		},
	})
}

// sharesBits reports whether storage of one element type can be read as another: it is aligned for
// its own elements, so that others must be no wider, only i1 has bits that are not its bytes, and a
// float may be a NaN with other bits than it is to show.
func sharesBits(from, to *ir.Type) bool {
	return from == to || width(from) >= width(to) && !isInexact(from) && from.IsBool() == to.IsBool()
}

func bitcastStorage(in *ir.Inference) analysis.Storage {
	if sharesBits(in.Operands[0].Elem(), in.Results[0].Elem()) {
		return analysis.Viewing(in)
	}
	return analysis.ElementwiseStorage(in)
}

// foldBitcast: what is read as integers and back is the same. Floats in between would lose the bits
// of other NaNs.
func foldBitcast(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	v := o.Operand(0)
	if inner := v.Def(); inner.Is(Bitcast) && v.Type() != o.Result(0).Type() && !isInexact(v.Type().Elem()) {
		v = inner.Operand(0)
	}
	return toValue(o, v)
}

// width is the number of bits of an element; an index is 64 bits wide.
func width(elem *ir.Type) int64 {
	switch {
	case elem.IsIndex():
		return 64
	case elem.IsComplex():
		return 2 * width(elem.Elem())
	}
	return int64(elem.Width())
}

func inferBitcast(in *ir.Inference) ([]*ir.Type, error) {
	out, err := stated(in)
	if err != nil {
		return nil, err
	}
	t := in.Operands[0]
	from, to := width(t.Elem()), width(out.Elem())
	switch {
	case from == to:
		return types(in.Ctx.Tensor(t.Shape(), out.Elem())), nil
	case from > to && from%to == 0:
		return types(in.Ctx.Tensor(append(t.Shape()[:t.Rank():t.Rank()], from/to), out.Elem())), nil
	case from > to || to%from != 0:
		return nil, fmt.Errorf("elements of %d bits cannot be read as elements of %d bits: neither width is a multiple of the other", from, to)
	}
	last := t.Rank() - 1
	if last < 0 {
		return nil, fmt.Errorf("operand '%s' needs a last dimension of extent %d to become elements of '%s'", t, to/from, out.Elem())
	}
	if _, ok := sameExtent(t.Shape()[last], to/from); !ok {
		return nil, fmt.Errorf("the last dimension of '%s' has extent %d, but must have %d to become elements of '%s'", t, t.Shape()[last], to/from, out.Elem())
	}
	return types(in.Ctx.Tensor(t.Shape()[:last], out.Elem())), nil
}

// bitcastInstance says what random instances look like.
var bitcastInstance = opgen.Instance{Results: bitcastResult}

func bitcastCost(in *ir.Inference) cost.Work {
	if sharesBits(in.Operands[0].Elem(), in.Results[0].Elem()) {
		return cost.Viewing(in)
	}
	return cost.Moving(in, cost.Elements(in.Results[0]))
}

func bitcastResult(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
	t, to := in[0], g.AnyElem()
	from, n := width(t.Elem()), width(to)
	switch {
	case from == n:
		return types(g.Ctx.WithElem(t, to))
	case from > n && from%n == 0:
		return types(g.Ctx.Tensor(append(slices.Clone(t.Shape()), from/n), to))
	case n > from && t.Rank() > 0:
		return types(g.Ctx.Tensor(t.Shape()[:t.Rank()-1], to))
	}
	return nil
}

// bitcastDerivative: only bits that are read as what they were have one.
var bitcastDerivative = autodiff.Rule{
	JVP:   bitcastTangent,
	VJP:   bitcastTangent,
	Reads: "The tangent, and the cotangent, where the element type stays; else it is refused.",
}.Unless(func(*ir.Op) string { return bitsLost })

const bitsLost = "numbers are no function of bits that are read as another type; compute with floats (tg.convert, tg.abs, tg.sign), or stop the derivative with tg.stop"

func bitcastTangent(m *autodiff.Maker, o *ir.Op, v []*ir.Value) []*ir.Value {
	if o.Operand(0).Type().Elem() != o.Result(0).Type().Elem() {
		m.Fail("%s", bitsLost)
	}
	return v
}
