package stablehlo

import (
	"fmt"

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
	if bits(narrow) == 0 || bits(wide)%bits(narrow) != 0 {
		return fmt.Errorf("cannot read the bits of '%s' as '%s'", from, to)
	}
	want := wide.Shape()
	if bits(wide) != bits(narrow) {
		want = append(append([]int64(nil), want...), int64(bits(wide)/bits(narrow)))
	}
	ok := len(want) == narrow.Rank()
	for i := 0; ok && i < len(want); i++ {
		ok = fits(want[i], narrow.Shape()[i])
	}
	if !ok {
		return fmt.Errorf("cannot read the bits of '%s' as '%s': the shapes do not fit", from, to)
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
