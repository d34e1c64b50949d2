package arith

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Constant is a constant of any type an attribute can have.
var Constant = Dialect.NewOp("arith.constant")

func init() {
	Constant.Define(ir.OpDef{
		Doc: "A constant: an integer, a float, or the elements of a vector or tensor.",
		Example: `func.func @f() -> tensor<2xf32> {
  %true = arith.constant true
  %cst = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %cst : tensor<2xf32>
}`,
		Results: ir.Args(ir.Arg("result", ir.AnyType)),
		Attrs: []ir.AttrArg{{Name: "value", Is: ir.AttrConstraint{
			Desc: "TypedAttr instance",
			Ok:   func(a *ir.Attr) bool { return a.Type() != nil && !a.Is(ir.TypeAttr) },
		}}},
		Traits: ir.Pure | ir.ConstantLike,
		// The type stands in the value, so there is nothing that inference could
		// be compared with.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			p.AttrDict(st)
			pos := p.Pos()
			v := p.Attr()
			if v.Type() == nil || v.Is(ir.TypeAttr) {
				p.Fail(pos, "expected a value with a type")
			}
			st.SetAttr("value", v)
			st.Results = []*ir.Type{v.Type()}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.AttrDict(o, "value")
			p.Str(" ")
			p.Attr(o.Attr("value"))
		},
		Verify:     verifyConstant,
		ResultName: func(o *ir.Op, _ int) string { return constantName(o.Attr("value")) },
		Slots:      ir.Slots{convert.ToTG.Of(constantToTG)},
	})
}

func verifyConstant(o *ir.Op) error {
	t := o.Attr("value").Type()
	switch {
	case t != o.Result(0).Type():
		return fmt.Errorf("failed to verify that all of {value, result} have same type")
	case t.IsInteger() && t.Signedness() != ir.Signless:
		return fmt.Errorf("integer return type must be signless")
	}
	return nil
}

// constantName is what mlir-opt calls a constant: `c0_i32`, `true`, `cst`.
func constantName(v *ir.Attr) string {
	switch {
	case !v.Is(ir.IntegerAttr):
		return "cst"
	case v.Type().IsBool() && v.Bool():
		return "true"
	case v.Type().IsBool():
		return "false"
	case v.Type().IsIndex():
		return "c" + v.BigInt().String()
	}
	return "c" + v.BigInt().String() + "_" + v.Type().String()
}

// constantToTG makes a tensor constant a tg.constant. A scalar, which only
// branches and casts use, stays what it is.
func constantToTG(c *convert.Rewriter, o *ir.Op) error {
	if !o.Result(0).Type().IsRankedTensor() {
		return c.Keep(o)
	}
	return c.Replace(o, tg.Constant, nil, ir.NamedAttr{Name: "value", Value: o.Attr("value")})
}
