package utilop

import (
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// Global is a value that lives in the module.
var Global = Dialect.NewOp("util.global")

const globalExample = `util.global private @weights = dense<1.0> : tensor<4xf32>
func.func @f() -> tensor<4xf32> {
  %ptr_weights = util.global.address @weights : !util.ptr<tensor<4xf32>>
  %0 = util.global.load.indirect %ptr_weights : !util.ptr<tensor<4xf32>> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`

func init() {
	Global.Define(ir.OpDef{
		Doc:     "A value of the module, with what it is at the start. Without `mutable` it never changes.",
		Example: globalExample,
		Attrs: []ir.AttrArg{
			{Name: "sym_visibility", Is: ir.IsString, Optional: true},
			{Name: "sym_name", Is: ir.IsSymbolName},
			{Name: "type", Is: ir.IsTypeAttr},
			{Name: "is_mutable", Is: ir.IsUnit, Optional: true},
			{Name: "initial_value", Is: ir.AnyAttr, Optional: true},
		},
		Traits: ir.Symbol,
		// The form is not a format: the value tells the type where there is one.
		Parse: parseGlobal,
		Print: printGlobal,
		Verify: func(o *ir.Op) error {
			t := o.Attr("type").Type()
			if v := o.Attr("initial_value"); v != nil && v.Type() != t {
				return fmt.Errorf("has type '%s', but its initial value has '%s'", t, v.Type())
			}
			return nil
		},
		Slots: ir.Slots{cost.Initial.Of(func(o *ir.Op) *ir.Attr { return o.Attr("initial_value") })},
	})
}

func parseGlobal(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	for _, v := range []string{"public", "private", "nested"} {
		if p.Try(v) {
			st.SetAttr("sym_visibility", c.StringAttr(v))
			break
		}
	}
	if p.Try("mutable") {
		st.SetAttr("is_mutable", c.Unit())
	}
	st.SetAttr("sym_name", c.StringAttr(p.SymbolName()))
	p.AttrDict(st)
	if p.Try(":") {
		st.SetAttr("type", c.TypeAttr(p.Type()))
		return
	}
	p.Expect("=")
	pos := p.Pos()
	v := p.Attr()
	if v.Type() == nil {
		p.Fail(pos, "expected an initial value with a type")
	}
	st.SetAttr("initial_value", v)
	st.SetAttr("type", c.TypeAttr(v.Type()))
}

func printGlobal(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	if v := o.Attr("sym_visibility"); v != nil {
		p.Str(v.Text() + " ")
	}
	if o.Attr("is_mutable") != nil {
		p.Str("mutable ")
	}
	p.Symbol(ir.SymbolName(o))
	p.AttrDict(o, "sym_visibility", "sym_name", "type", "is_mutable", "initial_value")
	if v := o.Attr("initial_value"); v != nil {
		p.Str(" = ")
		p.Attr(v)
		return
	}
	p.Str(" : ")
	p.Type(o.Attr("type").Type())
}
