package stablehlo

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/check"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// checkCalls are what test programs, and exporters for shapes, look at values with.
var checkCalls = []*convert.CustomCall{
	{Name: "check.expect_eq", Doc: "`check.expect_eq`.", ToTG: func(c *convert.Rewriter, o *ir.Op) error {
		return checkToTG(c, o, check.ExpectEq)
	}},
	{Name: "check.expect_almost_eq", Doc: "`check.expect_almost_eq` with the tolerance 0.001.", ToTG: func(c *convert.Rewriter, o *ir.Op) error {
		return checkToTG(c, o, check.ExpectAlmostEq, ir.NamedAttr{Name: "tolerance", Value: c.Ctx.FloatAttr(c.Ctx.F64(), 1e-3)})
	}},
	{Name: "check.expect_close", Doc: "`check.expect_close`, with its attributes `min_ulp_difference` and `max_ulp_difference`.", ToTG: expectCloseToTG},
	{Name: "check.eq", Doc: "Whether all elements are equal; floats, whether each is within 0.0001 of the other or both are NaN.", ToTG: checkEqToTG},
	{Name: "shape_assertion", Doc: "`tg.assert` of the first operand with the message `error_message`, in which `{0}` stands for the second one.", ToTG: shapeAssertionToTG},
}

// checkToTG makes a check of two operands.
func checkToTG(c *convert.Rewriter, o *ir.Op, to *ir.OpDef, attrs ...ir.NamedAttr) error {
	if err := expects(o, 2, 0); err != nil {
		return err
	}
	return c.Replace(o, to, c.Operands(o), attrs...)
}

func expectCloseToTG(c *convert.Rewriter, o *ir.Op) error {
	var attrs []ir.NamedAttr
	for _, name := range []string{"max_ulp_difference", "min_ulp_difference"} {
		if a := attribute(o, name); a.Is(ir.IntegerAttr) {
			attrs = append(attrs, ir.NamedAttr{Name: name, Value: c.Ctx.IntAttr(c.Ctx.Int(64, ir.Unsigned), a.Int())})
		}
	}
	return checkToTG(c, o, check.ExpectClose, attrs...)
}

// checkEqToTG compares as the specification's own interpreter does.
func checkEqToTG(c *convert.Rewriter, o *ir.Op) error {
	if err := expects(o, 2, 1); err != nil {
		return err
	}
	m, t := c.NewMaker(o), o.Operand(0).Type()
	compare := func(direction string, x, y *ir.Value) *ir.Value {
		return m.Typed(tg.Compare, c.Ctx.WithElem(t, c.Ctx.Bool()), []*ir.Value{x, y}, ir.NamedAttr{Name: "direction", Value: c.Ctx.StringAttr(direction)})
	}
	x, y := m.Operand(0), m.Operand(1)
	ok := compare("eq", x, y)
	if t.Elem().IsFloat() {
		near := compare("le", m.Apply(tg.Abs, m.Apply(tg.Sub, x, y)), number(m, t.Elem(), 1e-4))
		ok = m.Apply(tg.Or, m.Apply(tg.Or, ok, near), m.Apply(tg.And, compare("ne", x, x), compare("ne", y, y)))
	}
	var dims []int64
	for d := range t.Rank() {
		dims = append(dims, int64(d))
	}
	return m.Done(m.Typed(tg.Reduce, o.Result(0).Type(), []*ir.Value{ok}, ints(c.Ctx, "dims", dims), ir.NamedAttr{Name: "kind", Value: c.Ctx.StringAttr("and")}))
}

// shapeAssertionToTG keeps a message whose braces mean nothing as it is.
func shapeAssertionToTG(c *convert.Rewriter, o *ir.Op) error {
	message := attribute(o, "error_message")
	if !message.Is(ir.StringAttr) || o.NumOperands() == 0 || o.NumResults() > 0 {
		return fmt.Errorf("calls 'shape_assertion', which takes a condition and values, returns nothing, and has a string 'error_message'")
	}
	text := message.Text()
	if tg.CheckMessage(text, o.NumOperands()-1) != nil {
		text = strings.ReplaceAll(text, "{", "{{")
	}
	return c.Replace(o, tg.Assert, c.Operands(o), ir.NamedAttr{Name: "message", Value: c.Ctx.StringAttr(text)})
}
