package fn

import (
	"fmt"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Constant is a function as a value.
var Constant = Dialect.NewOp("func.constant")

func init() {
	Constant.Define(ir.OpDef{
		Doc: "The function that a symbol names, as a value that can be passed on and called.",
		Example: `func.func private @callee(i32) -> i32
func.func @f() -> ((i32) -> i32) {
  %f = constant @callee : (i32) -> i32
  return %f : (i32) -> i32
}`,
		Results:       ir.Args(ir.Arg("result", ir.AnyType)),
		Attrs:         []ir.AttrArg{{Name: "value", Is: isFlatSym}},
		Traits:        ir.Pure | ir.ConstantLike,
		Format:        "attr-dict $value `:` type($result)",
		VerifySymbols: verifyConstant,
		ResultName:    func(*ir.Op, int) string { return "f" },
	})
	Dialect.Constant = func(b *ir.Builder, value *ir.Attr, t *ir.Type, l ir.Loc) *ir.Op {
		if !isFlatSym.Ok(value) || !t.IsFunction() {
			return nil
		}
		return b.OpWithTypes(Constant, l, []*ir.Type{t}, nil, ir.NamedAttr{Name: "value", Value: value})
	}
}

// isFlatSym is spelled as an attribute, so that anything else is one that does
// not fit.
var isFlatSym = ir.AttrConstraint{Desc: ir.IsFlatSym.Desc, Ok: ir.IsFlatSym.Ok, Parse: func(p ir.OpParser) *ir.Attr {
	pos := p.Pos()
	a := p.Attr()
	if !ir.IsFlatSym.Ok(a) {
		p.Fail(pos, "invalid kind of attribute specified")
	}
	return a
}}

func verifyConstant(o *ir.Op, find func(ref *ir.Attr) *ir.Op) error {
	name := o.Attr("value")
	f := find(name)
	switch {
	case !f.Is(Func):
		return fmt.Errorf("reference to undefined function '%s'%s", name.Text(), spelling.DidYouMean(name.Text(), functions(o)))
	case Type(f) != o.Result(0).Type():
		return fmt.Errorf("reference to function with mismatched type: '%s', but @%s is '%s'", o.Result(0).Type(), name.Text(), Type(f))
	}
	return nil
}
