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

// SetDim shortens a dimension to an extent that is known at run time.
var SetDim = Dialect.NewOp("tg.set_dim")

func init() {
	SetDim.Define(ir.OpDef{
		Doc: "The first elements along the dimension `dim`, as many as the second operand tells when the program runs: at least none, and at most all.",
		Example: `func.func @f(%x: tensor<4x3xf32>, %n: tensor<i32>) -> tensor<?x3xf32> {
  %0 = tg.set_dim %x, %n dim 0 : (tensor<4x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor), ir.Arg("size", scalarInteger)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dim", Is: ir.IsI64}},
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input `,` $size `dim` $dim attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			out, err := stated(in)
			if err != nil {
				return nil, err
			}
			t, dim := in.Operands[0], in.Attr("dim").Int()
			if err := checkDim("dim", dim, t); err != nil {
				return nil, err
			}
			shape := slices.Clone(t.Shape())
			if shape[dim] = ir.Dynamic; out.Rank() == t.Rank() {
				if n := out.Shape()[dim]; n != ir.Dynamic && t.Shape()[dim] != ir.Dynamic && n > t.Shape()[dim] {
					return nil, fmt.Errorf("cannot make dimension %d of '%s' longer, but the result is '%s'", dim, t, out)
				}
				shape[dim] = out.Shape()[dim]
			}
			return types(in.Ctx.Tensor(shape, t.Elem())), nil
		},
		Slots: toldSlots(SetDim, &analysis.Told{As: Slice, Numbers: 1, Make: func(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
			t, dim := in.Operands[0], in.Attr("dim").Int()
			n := numbers[0][0]
			if extent := t.Shape()[dim]; n < 0 || extent != ir.Dynamic && n > extent {
				return nil, nil, fmt.Errorf("is told that dimension %d of '%s' has the extent %d, which must be from 0 to %s", dim, t, n, extentText(extent))
			}
			if !t.IsStatic() {
				return nil, nil, fmt.Errorf("has an operand of type '%s', of which more must be known", t)
			}
			limits := slices.Clone(t.Shape())
			limits[dim] = n
			return []ir.NamedAttr{
				intsAttr(in.Ctx, "starts", make([]int64, t.Rank())), intsAttr(in.Ctx, "limits", limits),
				intsAttr(in.Ctx, "strides", slices.Repeat([]int64{1}, t.Rank())),
			}, nil, nil
		}},
			autodiff.Derivative.Of(sliceDerivative),
			dimorder.Of.Of(dimorder.Fixed("an operand tells an extent")),
			te.Expand.Of(te.Opaque("the run tells the extents of its result")),
			opgen.FormsOf.Of(opgen.NoForms("the run tells the extents of its result")),
			opgen.InstanceOf.Of(opgen.Instance{
				Operand: func(g *opgen.Generator, i int, _ []*ir.Type) *ir.Type {
					if i == 0 {
						return g.Ranked(1)
					}
					return g.Ctx.Tensor(nil, indexElem(g))
				},
				Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs { return opgen.Attrs{"dim": g.Dim(in[0])} },
				Results: func(g *opgen.Generator, in []*ir.Type, attrs opgen.Attrs) []*ir.Type {
					shape, dim := slices.Clone(in[0].Shape()), attrs["dim"].Int()
					if dim < int64(len(shape)) {
						shape[dim] = g.Int64N(shape[dim] + 1)
					}
					return types(g.Ctx.Tensor(shape, in[0].Elem()))
				},
				Told: func(_ *opgen.Generator, o *ir.Op) [][]int64 {
					return [][]int64{{o.Result(0).Type().Shape()[o.Attr("dim").Int()]}}
				},
			}),
			analysis.RangeOf.Of(sameRange),
			cost.Model.Of(func(in *ir.Inference) cost.Work { return cost.Moving(in, cost.Elements(in.Results[0])) }),
		),
	})
}
