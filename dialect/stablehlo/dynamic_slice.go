package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// DynamicSlice cuts out a box at a position known at run time.
var DynamicSlice = Dialect.NewOp("stablehlo.dynamic_slice")

func init() {
	DynamicSlice.Define(ir.OpDef{
		Doc: "A box of the given sizes, starting at indices that are clamped so that it lies inside of the operand.",
		Example: `func.func @f(%x: tensor<3x4xi32>, %i: tensor<i64>) -> tensor<1x4xi32> {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 4] : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> tensor<1x4xi32>
  return %0 : tensor<1x4xi32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Variadic("start_indices", scalarIndex)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "slice_sizes", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "operands `,` `sizes` `=` $slice_sizes attr-dict `:` functional-type",
		Infer:    infer(inferDynamicSlice),
		Slots: ir.Slots{
			renamed(tg.DynamicSlice, "sizes", "slice_sizes"),
			like(tg.DynamicSlice),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.DynamicSlice, c.Operands(o), ints(c.Ctx, "sizes", o.Attr("slice_sizes").Ints()))
			}),
		},
	})
}

var scalarIndex = ir.TypeConstraint{
	Desc: "0D tensor of integer values",
	Ok:   func(t *ir.Type) bool { return isScalar(t) && t.Elem().IsInteger() },
}

func inferDynamicSlice(in *ir.Inference) (*ir.Type, error) {
	t, sizes := in.Operands[0], in.Attr("slice_sizes").Ints()
	if err := checkLen("slice_sizes", sizes, t.Rank()); err != nil {
		return nil, err
	}
	if err := checkStarts(in.Operands[1:], t); err != nil {
		return nil, err
	}
	for i, n := range sizes {
		if d := t.Shape()[i]; n < 0 || d != ir.Dynamic && n > d {
			return nil, fmt.Errorf("cannot slice %d elements out of dimension %d of '%s'", n, i, t)
		}
	}
	return in.Ctx.WithShape(t, sizes), nil
}

// checkStarts checks that there is a start index per dimension of t, all of one type.
func checkStarts(starts []*ir.Type, t *ir.Type) error {
	if len(starts) != t.Rank() {
		return fmt.Errorf("requires %d start indices, one per dimension of '%s', but got %d", t.Rank(), t, len(starts))
	}
	for _, s := range starts {
		if s != starts[0] {
			return fmt.Errorf("requires start indices of one type, but got '%s' and '%s'", starts[0], s)
		}
	}
	return nil
}
