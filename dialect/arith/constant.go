package arith

import (
	"errors"

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
		Attrs:   []ir.AttrArg{{Name: "value", Is: ir.AttrConstraint{Desc: "TypedAttr instance", Ok: isTyped}}},
		Traits:  ir.Pure | ir.ConstantLike,
		// The type stands in the value, so there is nothing that inference could
		// be compared with.
		// The form is not a format: the value says the type, and MLIR has errors of its own for it.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			p.AttrDict(st)
			pos := p.Pos()
			v := p.Attr()
			if !isTyped(v) {
				p.Fail(pos, "invalid kind of attribute specified")
			}
			if st.Attr("value") == nil { // what a dictionary says counts, even if it is wrong
				st.SetAttr("value", v)
			}
			t := v.Type()
			if t == nil {
				t = p.Context().None()
			}
			st.Results = t.Alone()
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

// isTyped reports whether a has a type; a string without one counts, too.
func isTyped(a *ir.Attr) bool {
	return isValue(a) || a.Is(ir.StringAttr) || a.Is(ir.OpaqueAttr) && a.Type() != nil
}

// isValue reports whether a is an integer, a float or elements.
func isValue(a *ir.Attr) bool {
	return a.Is(ir.IntegerAttr) || a.Is(ir.FloatAttr) || ir.IsElements.Ok(a)
}

func verifyConstant(o *ir.Op) error {
	v, t := o.Attr("value"), o.Result(0).Type()
	switch {
	case v.Type() != t && !(v.Is(ir.StringAttr) && v.Type() == nil && t.Kind() == ir.NoneType):
		return errors.New("failed to verify that all of {value, result} have same type")
	case t.IsInteger() && t.Signedness() != ir.Signless:
		return errors.New("integer return type must be signless")
	case !isValue(v):
		return errors.New("value must be an integer, float, or elements attribute")
	case t.Scalable() != nil && !v.IsSplat():
		return errors.New("intializing scalable vectors with elements attribute is not supported unless it's a vector splat")
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
