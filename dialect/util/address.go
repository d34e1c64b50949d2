package utilop

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Address and LoadIndirect read a global through a pointer.
var (
	Address      = Dialect.NewOp("util.global.address")
	LoadIndirect = Dialect.NewOp("util.global.load.indirect")
)

func init() {
	Address.Define(ir.OpDef{
		Doc:     "A pointer to a global.",
		Example: globalExample,
		Results: ir.Args(ir.Arg("result", isPtr)),
		Attrs:   []ir.AttrArg{{Name: "global", Is: ir.IsFlatSym}},
		Traits:  ir.Pure,
		Format:  "$global attr-dict `:` type($result)",
		VerifySymbols: func(o *ir.Op, find func(*ir.Attr) *ir.Op) error {
			name := o.Attr("global").Text()
			g := find(o.Attr("global"))
			if !g.Is(Global) {
				return fmt.Errorf("'%s' does not reference a valid global", name)
			}
			if want, got := g.Attr("type").Type(), pointee(o.Result(0).Type()); want != got {
				return fmt.Errorf("points to '%s', but global @%s has type '%s'", got, name, want)
			}
			return nil
		},
		ResultName: func(o *ir.Op, _ int) string { return "ptr_" + o.Attr("global").Text() },
		// The load that uses the pointer finds the global through this op.
		Slots: ir.Slots{convert.ToTG.Of(func(*convert.Rewriter, *ir.Op) error { return nil })},
	})
	LoadIndirect.Define(ir.OpDef{
		Doc:      "The value of the global that a pointer points to.",
		Example:  globalExample,
		Operands: ir.Args(ir.Arg("global", isPtr)),
		Results:  ir.Args(ir.Arg("result", ir.AnyType)),
		Format:   "$global attr-dict `:` type($global) `->` type($result)",
		Verify: func(o *ir.Op) error {
			if want, got := pointee(o.Operand(0).Type()), o.Result(0).Type(); want != got {
				return fmt.Errorf("loads '%s' through a pointer to '%s'", got, want)
			}
			return nil
		},
		Slots: ir.Slots{convert.ToTG.Of(loadToTG)},
	})
}

// loadToTG makes the load of an immutable global the constant that it is; the
// attribute is shared, so this copies nothing.
func loadToTG(c *convert.Rewriter, o *ir.Op) error {
	address := o.Operand(0).Def()
	if !address.Is(Address) {
		return fmt.Errorf("cannot be converted to tg: which global it loads is not known here")
	}
	ref := address.Attr("global")
	g := c.Symbol(ref)
	switch {
	case !g.Is(Global):
		return fmt.Errorf("cannot be converted to tg: there is no global @%s", ref.Text())
	case g.Attr("is_mutable") != nil:
		return fmt.Errorf("cannot be converted to tg: global @%s is mutable", ref.Text())
	case g.Attr("initial_value") == nil:
		return fmt.Errorf("cannot be converted to tg: global @%s has no value", ref.Text())
	}
	value, err := Elements(c.Ctx, g.Attr("initial_value"))
	if err != nil {
		return err
	}
	return c.Replace(o, tg.Constant, nil, ir.NamedAttr{Name: "value", Value: value})
}
