package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// BroadcastInDim repeats a tensor along new and size-1 dimensions.
var BroadcastInDim = Dialect.NewOp("stablehlo.broadcast_in_dim")

func init() {
	BroadcastInDim.Define(ir.OpDef{
		Doc: "The operand repeated to the shape of the result; dimension i of the operand becomes dimension dims[i] of the result.",
		Example: `func.func @f(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor).In("elements")),
		Results:  ir.Args(ir.Arg("result", knownShape).In("elements")),
		Attrs:    []ir.AttrArg{{Name: "broadcast_dimensions", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type",
		Verify:   verifyBroadcast,
		Slots: ir.Slots{
			renamed(tg.Broadcast, "dims", "broadcast_dimensions"),
			like(tg.Broadcast, "dims", "broadcast_dimensions"),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.Broadcast, c.Operands(o), ints(c.Ctx, "dims", o.Attr("broadcast_dimensions").Ints()))
			}),
		},
	})
}

func verifyBroadcast(o *ir.Op) error {
	from, to, dims := o.Operand(0).Type(), o.Result(0).Type(), o.Attr("broadcast_dimensions").Ints()
	if from.Elem() != to.Elem() {
		return fmt.Errorf("cannot change the element type from '%s' to '%s'", from.Elem(), to.Elem())
	}
	if err := checkLen("broadcast_dimensions", dims, from.Rank()); err != nil {
		return err
	}
	if err := checkDims("broadcast_dimensions", dims, to.Rank()); err != nil {
		return err
	}
	for i, d := range dims {
		if n := from.Shape()[i]; n != 1 && !fits(n, to.Shape()[d]) {
			return fmt.Errorf("cannot broadcast dimension %d of '%s' to dimension %d of '%s': its size is neither 1 nor the same", i, from, d, to)
		}
	}
	return nil
}

// ints is an attribute that is a list of integers.
func ints(c *ir.Context, name string, v []int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: c.I64Array(v)}
}

// all reports whether every entry of a list is the same number; then an
// attribute that means that when it is missing goes without saying.
func all(list []int64, v int64) bool {
	return !slices.ContainsFunc(list, func(x int64) bool { return x != v })
}
