package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// DynamicConv is the convolution with padding that is known at run time.
var DynamicConv = Dialect.NewOp("tg.dynamic_conv")

// padMatrix is the constraint of an operand that has a low and a high number for
// each spatial dimension.
var padMatrix = ir.TypeConstraint{
	Desc: "2D tensor of integer or index values",
	Ok: func(t *ir.Type) bool {
		return t.IsRankedTensor() && t.Rank() == 2 && isWholeNumber(t.Elem()) && t.Elem().Width() <= 64
	},
}

func init() {
	DynamicConv.Define(ir.OpDef{
		Doc: "Convolution, as in tg.conv, with the padding that the third operand tells when the program runs: " +
			"a row for each spatial dimension, with the numbers of zeros before and behind it.",
		Example: `func.func @f(%x: tensor<?x8x3xf32>, %w: tensor<3x3x16xf32>, %pads: tensor<1x2xi32>) -> tensor<?x?x16xf32> {
  %0 = tg.dynamic_conv %x, %w, %pads layout [n, w, c] x [w, i, o] -> [n, w, c] strides [2] : (tensor<?x8x3xf32>, tensor<3x3x16xf32>, tensor<1x2xi32>) -> tensor<?x?x16xf32>
  return %0 : tensor<?x?x16xf32>
}`,
		Operands: ir.Args(ir.Arg("input", plainTensor), ir.Arg("kernel", plainTensor), ir.Arg("pads", padMatrix)),
		Results:  ir.Args(ir.Arg("output", plainTensor)),
		Attrs: []ir.AttrArg{
			{Name: "layout", Is: isConvLayout}, optionalList("strides", ir.IsInts, 1, spatialRank),
			optionalList("input_dilation", ir.IsInts, 1, spatialRank), optionalList("kernel_dilation", ir.IsInts, 1, spatialRank),
			optionalList("reversal", isTruths, 0, spatialRank),
			{Name: "groups", Is: ir.IsI64, Default: one}, {Name: "batch_groups", Is: ir.IsI64, Default: one}, elementType,
		},
		Traits: ir.Pure | ir.StatedTypes,
		Format: "$input `,` $kernel `,` $pads `layout` $layout " +
			clauses("strides", "input_dilation", "kernel_dilation", "reversal", "groups", "batch_groups", "element_type") +
			"attr-dict `:` functional-type",
		Infer: inferDynamicConv,
		Slots: toldSlots(DynamicConv, &analysis.Told{As: Conv, Numbers: 2, Scratch: true, Make: func(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
			pads := intsAttr(in.Ctx, "pads", numbers[0])
			return append(slices.Clone(in.Props.Entries()), pads), nil, checkPadMatrix(in.Operands[2], in.Operands[0].Rank()-2)
		}},
			autodiff.Derivative.Of(dynamicConvDerivative),
			dimorder.Of.Of(dimorder.Fixed("an operand tells the padding")),
			te.Expand.Of(te.Opaque("the run tells the padding")),
			opgen.FormsOf.Of(opgen.NoForms("the run tells the padding")),
			opgen.InstanceOf.Of(opgen.Instance{Operand: dynamicConvOperand, Attrs: dynamicConvAttrs, Results: dynamicConvResult, Told: dynamicConvTold}),
			cost.Model.Of(func(in *ir.Inference) cost.Work {
				without := *in
				without.Def, without.Operands, without.Values = Conv, in.Operands[:2], nil
				return convCost(&without)
			}),
		),
	})
}

// checkPadMatrix fails unless pads have two numbers for each of so many spatial
// dimensions, as far as their type tells.
func checkPadMatrix(pads *ir.Type, spatial int) error {
	for d, want := range []int64{int64(spatial), 2} {
		if n := pads.Shape()[d]; n != want && n != ir.Dynamic {
			return fmt.Errorf("operand 'pads' must have a row of two numbers for each of %d spatial dimensions, but is '%s'", spatial, pads)
		}
	}
	return nil
}

// inferDynamicConv checks what does not depend on the padding.
func inferDynamicConv(in *ir.Inference) ([]*ir.Type, error) {
	out, err := stated(in)
	if err != nil {
		return nil, err
	}
	// With no padding at all there may be no place for the kernel.
	without := &ir.Inference{Ctx: in.Ctx, Def: Conv, Operands: in.Operands[:2], Values: make([]*ir.Value, 2), Props: in.Props}
	elem, err := contractionElem(without)
	if err != nil {
		return nil, err
	}
	d := layoutOf(in.Attr("layout"))
	spatial := len(d.InputSpatial)
	if in.Operands[0].Rank() != spatial+2 || in.Operands[1].Rank() != spatial+2 || out.Rank() != spatial+2 {
		return nil, fmt.Errorf("the layout is that of arrays with %d dimensions, but input, kernel and output are '%s', '%s' and '%s'", spatial+2, in.Operands[0], in.Operands[1], out)
	}
	if err := checkPadMatrix(in.Operands[2], spatial); err != nil {
		return nil, err
	}
	if _, err := spatialLists(without, spatial); err != nil {
		return nil, err
	}
	shape := make([]int64, spatial+2)
	for i := range shape {
		shape[i] = ir.Dynamic
	}
	if err := inferFeatures(without, d, shape); err != nil {
		return nil, err
	}
	t := in.Ctx.Tensor(shape, elem)
	if joined, ok := joinedShape(t, out); ok {
		t = in.Ctx.WithShape(out, joined)
	}
	return types(t), nil
}

func dynamicConvOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 2 {
		return g.Ctx.Tensor([]int64{ir.Dynamic, 2}, indexElem(g))
	}
	return convOperand(g, i, before)
}

// dynamicConvAttrs are those of a convolution in which nothing happens afterwards.
func dynamicConvAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	attrs := convAttrs(g, in[:2])
	for _, name := range []string{"pads", "activation", "algorithm"} {
		delete(attrs, name)
	}
	return attrs
}

// dynamicConvPads is padding by as much as the kernel is long.
func dynamicConvPads(in *ir.Inference) []int64 {
	d := layoutOf(in.Attr("layout"))
	if len(d.KernelSpatial) != in.Operands[1].Rank()-2 {
		return nil
	}
	var pads []int64
	for _, k := range d.KernelSpatial {
		pads = append(pads, in.Operands[1].Shape()[k], 1)
	}
	return pads
}

func dynamicConvResult(g *opgen.Generator, in []*ir.Type, attrs opgen.Attrs) []*ir.Type {
	as := &ir.Inference{Ctx: g.Ctx, Def: Conv, Operands: in[:2], Values: make([]*ir.Value, 2), Props: g.Ctx.Dict(attrs.Entries())}
	pads := dynamicConvPads(as)
	as.Props = g.Ctx.Dict(append(attrs.Entries(), intsAttr(g.Ctx, "pads", pads)))
	result, err := as.Types()
	if err != nil {
		return nil
	}
	return result
}

func dynamicConvTold(_ *opgen.Generator, o *ir.Op) [][]int64 {
	return [][]int64{dynamicConvPads(ir.InferenceOf(o))}
}
