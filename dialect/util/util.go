// Package utilop defines the ops of IREE's dialect `util` that its exporters
// write: constants that live outside of functions, and one that stays.
package utilop

import "github.com/tg-opt/tg/ir"

// Dialect is `util`.
var Dialect = ir.NewDialect("util", "Globals: values that live in the module and are loaded by functions.").
	Lacking(ir.OpMembers | ir.PropMembers | ir.TypeMembers | ir.AttrMembers)

// Ptr is the type `!util.ptr<T>`, a pointer to a global of type T.
var Ptr = &ir.TypeDef{
	Name: "util.ptr",
	Doc:  "A pointer to a global of the given type.",
	Parse: func(p ir.OpParser) []*ir.Attr {
		p.Expect("<")
		t := p.Type()
		p.Expect(">")
		return []*ir.Attr{p.Context().TypeAttr(t)}
	},
	Print: func(p ir.OpPrinter, params []*ir.Attr) {
		p.Str("<")
		p.Type(params[0].Type())
		p.Str(">")
	},
}

func init() { Dialect.Types = append(Dialect.Types, Ptr) }

var isPtr = ir.TypeConstraint{Desc: "pointer to a global", Ok: func(t *ir.Type) bool { return t.Def() == Ptr }}

// pointee is the type of what a pointer points to.
func pointee(t *ir.Type) *ir.Type { return t.Params()[0].Type() }
