package ub

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

var poisonAttr = &ir.AttrDef{Name: "ub.poison", Doc: "The value that is no value: whoever computes with it gets it, and may as well get anything else."}

// PoisonAttr is `#ub.poison`, the constant that a folder returns for a result
// that no program may look at.
func PoisonAttr(c *ir.Context) *ir.Attr { return c.DialectAttr(poisonAttr) }

// IsPoison reports whether a constant is poison; a may be nil.
func IsPoison(a *ir.Attr) bool { return a != nil && a.Def() == poisonAttr }

// FoldPoison is what most folders start with: the poison among the constants,
// if there is one, is the value of every result. It returns nil otherwise.
func FoldPoison(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	for _, a := range consts {
		if IsPoison(a) {
			out := make([]ir.Folded, o.NumResults())
			for i := range out {
				out[i].Const = a
			}
			return out
		}
	}
	return nil
}

// Poison is a poison value of any type.
var Poison = Dialect.NewOp("ub.poison")

func init() {
	Poison.Define(ir.OpDef{
		Doc: "A poison value: the result of an operation that had none. What is computed from it is poison too, unless that operation says otherwise. " +
			"An execution takes zeros for it.",
		Example: `func.func @f() -> (i32, tensor<4xf32>) {
  %0 = ub.poison : i32
  %1 = ub.poison : tensor<4xf32>
  return %0, %1 : i32, tensor<4xf32>
}`,
		Results: ir.Args(ir.Arg("result", ir.AnyType)),
		Attrs: []ir.AttrArg{{
			Name:    "value",
			Default: PoisonAttr,
			Is: ir.AttrConstraint{
				Desc: "PoisonAttrInterface instance",
				Ok:   IsPoison,
				Parse: func(p ir.OpParser) *ir.Attr {
					pos := p.Pos()
					a := p.Attr()
					if !IsPoison(a) {
						p.Fail(pos, "invalid kind of attribute specified")
					}
					return a
				},
			},
		}},
		Traits: ir.Pure | ir.ConstantLike,
		Format: "attr-dict (`<` $value^ `>`)? `:` type($result)",
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(poisonKernel),
		},
	})
}

func poisonKernel(*interp.Site) (interp.Step, error) {
	return interp.Step{Run: func(_ *interp.Frame, out, _ []*tensor.Tensor) error {
		clear(out[0].Bytes())
		return nil
	}}, nil
}
