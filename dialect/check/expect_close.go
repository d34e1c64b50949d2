package check

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// ExpectClose expects values a few steps apart.
var ExpectClose = Dialect.NewOp("check.expect_close")

func init() {
	ExpectClose.Define(ir.OpDef{
		Doc: "Expect each pair of elements to be between `min_ulp_difference` and `max_ulp_difference` steps of the element type apart, 0 and 3 by default. NaN matches NaN, an infinity only itself.",
		Example: `func.func @f(%x: tensor<4xf16>, %y: tensor<4xf16>) {
  check.expect_close %x, %y, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}`,
		Operands: twoValues,
		Attrs: []ir.AttrArg{
			{Name: "max_ulp_difference", Is: ir.IsI64, Default: func(c *ir.Context) *ir.Attr { return c.I64Attr(3) }},
			{Name: "min_ulp_difference", Is: ir.IsI64, Default: func(c *ir.Context) *ir.Attr { return c.I64Attr(0) }},
		},
		// The form is not a format: bounds are read in either order.
		Parse: parseClose,
		Print: printClose,
		Verify: func(o *ir.Op) error {
			if least, most := bounds(o); least < 0 || most < least {
				return fmt.Errorf("requires bounds in order that are not negative, but got %d and %d", least, most)
			}
			return verifyPair(o)
		},
		Slots: kernel(func(o *ir.Op) elementTest {
			least, most := bounds(o)
			return ulps(uint64(least), uint64(most))
		}),
	})
}

func bounds(o *ir.Op) (least, most int64) {
	return o.Attr("min_ulp_difference").Int(), o.Attr("max_ulp_difference").Int()
}

func parseClose(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	names := []ir.UnresolvedOperand{p.Operand()}
	p.Expect(",")
	names = append(names, p.Operand())
	for p.Try(",") {
		name := "max_ulp_difference"
		if !p.Try(name) {
			name = "min_ulp_difference"
			p.Expect(name)
		}
		p.Expect("=")
		st.SetAttr(name, ir.IsI64.Parse(p))
	}
	p.Expect(":")
	p.AttrDict(st)
	st.Operands = p.ResolveAll(names, p.Types(), pos)
	st.Results = []*ir.Type{}
}

func printClose(p ir.OpPrinter, o *ir.Op) {
	least, most := bounds(o)
	p.Str(" ")
	p.Operands(o.Operands())
	p.Str(", max_ulp_difference = ")
	p.Int(most)
	if least != 0 {
		p.Str(", min_ulp_difference = ")
		p.Int(least)
	}
	p.Str(" :")
	p.AttrDict(o, "max_ulp_difference", "min_ulp_difference")
	p.Str(" ")
	p.Types(o.OperandTypes())
}
