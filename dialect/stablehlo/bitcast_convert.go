package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// BitcastConvert reads the bits of elements as another type.
var BitcastConvert = Dialect.NewOp("stablehlo.bitcast_convert")

func init() {
	BitcastConvert.Define(ir.OpDef{
		Doc: "The bits of the elements read as another element type. Where the widths differ, the last dimension holds the parts of a wide element, low bits first.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4x2xi16> {
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x2xi16>
  return %0 : tensor<4x2xi16>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Traits:   ir.Pure,
		Format:   "$operand attr-dict `:` functional-type",
		Verify:   verifyBitcast,
		Slots: ir.Slots{
			renamed(tg.Bitcast),
			becomes(tg.Bitcast),
			like(tg.Bitcast),
		},
	})
}

func verifyBitcast(o *ir.Op) error {
	from, to := o.Operand(0).Type(), o.Result(0).Type()
	wide, narrow := from, to
	if bits(to) > bits(from) {
		wide, narrow = to, from
	}
	switch {
	case from.Elem().IsComplex() != to.Elem().IsComplex():
		return fmt.Errorf("cannot read the bits of '%s' as '%s': complex numbers are read as complex numbers only", from, to)
	case bits(narrow) == 0 || bits(wide)%bits(narrow) != 0:
		return fmt.Errorf("cannot read the bits of '%s' as '%s': one width must be a multiple of the other", from, to)
	}
	want := wide.Shape()
	if bits(wide) != bits(narrow) {
		want = append(append([]int64(nil), want...), int64(bits(wide)/bits(narrow)))
	}
	if !slices.EqualFunc(want, narrow.Shape(), fits) {
		return fmt.Errorf("cannot read the bits of '%s' as '%s': that would go with '%s'", from, to, o.Context().WithShape(narrow, want))
	}
	return nil
}

// bits is the width of an element of t.
func bits(t *ir.Type) int {
	if e := t.Elem(); e.IsComplex() {
		return 2 * e.Elem().Width()
	}
	return t.Elem().Width()
}
