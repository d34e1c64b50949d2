package tg

import (
	"errors"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Item is the element of a rank-0 tensor.
var Item = Dialect.NewOp("tg.item")

func init() {
	Item.Define(ir.OpDef{
		Doc: "The element of a rank-0 tensor as a scalar, for ops of other dialects such as `cf.cond_br`.",
		Example: `func.func @f(%x: tensor<i1>) -> i1 {
  %0 = tg.item %x : tensor<i1> -> i1
  return %0 : i1
}`,
		Operands: ir.Args(ir.Arg("input", ir.ScalarTensor).In("elements")),
		Results:  ir.Args(ir.Arg("output", ir.AnyType).In("elements")),
		Traits:   ir.Pure,
		Format:   "$input attr-dict `:` type($input) `->` type($output)",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return types(in.Operands[0].Elem()), nil
		},
		Fold: foldItem,
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("flow of other dialects depends on it in jumps").Unless(itemLoses)),
			dimorder.Of.Of(dimorder.Fixed("its result is no tensor")),
			te.Expand.Of(te.Opaque("its result is no tensor")),
			opgen.FormsOf.Of(opgen.NoForms("its result is no tensor")),
			opgen.InstanceOf.Of(itemInstance),
			convert.ToStableHLO.Of(writeItem),
			cost.Model.Of(cost.Viewing),
			analysis.StorageOf.Of(analysis.Viewing),
			interp.Kernel.Of(view),
		},
	})
}

// foldItem makes the item of a constant the scalar constant, where there is
// one: signed and unsigned integers have none.
func foldItem(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	a := consts[0]
	if !a.Is(ir.DenseAttr) {
		return nil
	}
	switch elem := a.Type().Elem(); {
	case elem.IsInteger() && elem.Signedness() == ir.Signless && elem.Width() <= 64:
		return toConst(o.Context().IntAttr(elem, a.Ints()[0]))
	case elem.IsFloat() && elem.Width() <= 64:
		var bits uint64
		for i, b := range a.Raw() {
			bits |= uint64(b) << (8 * i)
		}
		return toConst(o.Context().FloatBitsAttr(elem, ir.FloatBits{Lo: bits}))
	}
	return nil
}

// itemInstance says what random instances look like.
var itemInstance = opgen.Instance{Operand: func(g *opgen.Generator, _ int, _ []*ir.Type) *ir.Type { return g.Ctx.Tensor(nil, g.Elem) }}

// writeItem: a scalar is no value of StableHLO. What needs one, such as a branch, is
// of other dialects, and takes it out of a tensor as programs with both do.
func writeItem(c *convert.Rewriter, o *ir.Op) error {
	def := c.Ctx.LookupOp("tensor.extract")
	if def == nil {
		return errors.New("cannot be converted to StableHLO: there is no op 'tensor.extract' in this context")
	}
	return c.Replace(o, def, c.Operands(o))
}

// itemLoses: there are no tangents of scalars.
func itemLoses(o *ir.Op) string {
	if elem := o.Operand(0).Type().Elem(); elem.IsFloat() || elem.IsComplex() {
		return "derivatives are of tensors; compute with tensors of rank 0 instead of scalars"
	}
	return ""
}
