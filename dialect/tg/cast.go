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
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Cast changes what the type says of extents.
var Cast = Dialect.NewOp("tg.cast")

func init() {
	Cast.Define(ir.OpDef{
		Doc: "The same tensor with a type that says more or less of its extents. What the new type says must hold when the program runs.",
		Example: `func.func @f(%x: tensor<3x?xf32>) -> tensor<?x3xf32> {
  %0 = tg.cast %x : (tensor<3x?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input attr-dict `:` same-type",
		Infer:    inferCast,
		Fold:     foldCast,
		Slots: ir.Slots{
			autodiff.Derivative.Of(castDerivative),
			dimorder.Of.Of(dimorder.Fixed("it says what extents are, dimension by dimension")),
			te.Expand.Of(te.Opaque("it says what extents are, not what elements are")),
			opgen.FormsOf.Of(opgen.NoForms("it says what extents are, not what elements are")),
			convert.Writes(writeCast),
			opgen.InstanceOf.Of(castInstance),
			opgen.ReferenceOf.Of(func(_ *ir.Op, in, out []*tensor.Tensor) bool {
				copy(out[0].Bytes(), in[0].Bytes())
				return true
			}),
			analysis.RangeOf.Of(sameRange),
			cost.Model.Of(cost.Viewing),
			analysis.StorageOf.Of(analysis.Viewing),
			interp.Kernel.Of(view),
		},
	})
}

// ReplaceWith makes v stand for the only result of o, whose type may say other things of the
// extents.
func ReplaceWith(c *convert.Rewriter, o *ir.Op, v *ir.Value) error {
	if v != nil && v.Type() != o.Result(0).Type() {
		return c.Replace(o, Cast, []*ir.Value{v})
	}
	c.Map(o.Result(0), v)
	return nil
}

func inferCast(in *ir.Inference) ([]*ir.Type, error) {
	out, err := stated(in)
	if err != nil {
		return nil, err
	}
	shape, ok := joinedShape(in.Operands[0], out)
	if !ok {
		return nil, fmt.Errorf("changes what is known of extents and nothing else, but has operand '%s' and result '%s'", in.Operands[0], out)
	}
	return types(in.Ctx.WithShape(out, shape)), nil
}

// joinedShape is what two types say together of the extents of one tensor; ok is
// false if there is none of both.
func joinedShape(a, b *ir.Type) (shape []int64, ok bool) {
	if a.Elem() != b.Elem() || a.Rank() != b.Rank() {
		return nil, false
	}
	shape = make([]int64, a.Rank())
	for d, n := range a.Shape() {
		if shape[d], ok = sameExtent(n, b.Shape()[d]); !ok {
			return nil, false
		}
	}
	return shape, true
}

// foldCast removes a cast that says nothing new, and one before it that says
// nothing that is not known without it.
func foldCast(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	if f := toValue(o, o.Operand(0)); f != nil {
		return f
	}
	inner := o.Operand(0).Def()
	if !inner.Is(Cast) {
		return nil
	}
	from := inner.Operand(0)
	for d, n := range inner.Result(0).Type().Shape() {
		if n != ir.Dynamic && from.Type().Shape()[d] == ir.Dynamic && o.Result(0).Type().Shape()[d] == ir.Dynamic {
			return nil
		}
	}
	if f := toValue(o, from); f != nil {
		return f
	}
	if _, ok := joinedShape(from.Type(), o.Result(0).Type()); !ok {
		return nil
	}
	o.SetOperand(0, from)
	return ir.FoldedInPlace
}

// castInstance says what random instances look like.
var castInstance = opgen.Instance{Results: func(_ *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type { return in[:1:1] }}

// castDerivative: a cotangent is cast back.
var castDerivative = autodiff.Rule{
	JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
		return []*ir.Value{m.MakeTyped(Cast, o.Result(0).Type(), t)}
	},
	VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		return []*ir.Value{m.MakeTyped(Cast, o.Operand(0).Type(), g)}
	},
	Reads: "The cast of the tangent, and of the cotangent back.",
}
