package check

import (
	"fmt"
	"strconv"

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
			{Name: "max_ulp_difference", Is: isSteps, Default: func(c *ir.Context) *ir.Attr { return steps(c, 3) }},
			{Name: "min_ulp_difference", Is: isSteps, Default: func(c *ir.Context) *ir.Attr { return steps(c, 0) }},
		},
		// The form is not a format: bounds are read in either order.
		Parse: parseClose,
		Print: printClose,
		Verify: func(o *ir.Op) error {
			if least, most := bounds(o); most < least {
				return fmt.Errorf("requires bounds in order, but got %d and %d", least, most)
			}
			return verifyPair(o)
		},
		Slots: kernel(func(o *ir.Op) elementTest {
			least, most := bounds(o)
			return ulps(least, most)
		}),
	})
}

// isSteps is the constraint of a number of steps.
var isSteps = ir.AttrConstraint{
	Desc: "64-bit unsigned integer attribute",
	Ok: func(a *ir.Attr) bool {
		return a.Is(ir.IntegerAttr) && a.Type().IsInteger() && a.Type().Width() == 64 && a.Type().Signedness() == ir.Unsigned
	},
}

// steps is such an attribute.
func steps(c *ir.Context, n uint64) *ir.Attr { return c.IntAttr(c.Int(64, ir.Unsigned), int64(n)) }

func bounds(o *ir.Op) (least, most uint64) {
	return uint64(o.Attr("min_ulp_difference").Int()), uint64(o.Attr("max_ulp_difference").Int())
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
		st.SetAttr(name, p.AttrOfType(p.Context().Int(64, ir.Unsigned)))
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
	p.Str(strconv.FormatUint(most, 10))
	if least != 0 {
		p.Str(", min_ulp_difference = " + strconv.FormatUint(least, 10))
	}
	p.Str(" :")
	p.AttrDict(o, "max_ulp_difference", "min_ulp_difference")
	p.Str(" ")
	p.Types(o.OperandTypes())
}
