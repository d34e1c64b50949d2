package arith

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// The conversions to wider integers.
var (
	ExtSI = Dialect.NewOp("arith.extsi")
	ExtUI = Dialect.NewOp("arith.extui")
)

func init() {
	extension{"Signed integer in a wider type.", num.sext, extSIPatterns}.define(ExtSI)
	extension{"Unsigned integer in a wider type.", num.zext, nil}.define(ExtUI)
}

type extension struct {
	doc      string
	calc     func(a num, w int) num
	patterns []*rewrite.Pattern
}

func (e extension) define(d *ir.OpDef) {
	const example = `func.func @f(%x: i8, %y: tensor<?xi1>) -> (i32, tensor<?xi64>) {
  %0 = NAME %x : i8 to i32
  %1 = NAME %y : tensor<?xi1> to tensor<?xi64>
  return %0, %1 : i32, tensor<?xi64>
}`
	d.Define(ir.OpDef{
		Doc:      e.doc,
		Example:  strings.ReplaceAll(example, "NAME", d.Name()),
		Operands: ir.Args(ir.Arg("in", fixedInt)),
		Results:  ir.Args(ir.Arg("out", fixedInt).Own()),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		Format:   castForm,
		Infer:    inferCast,
		Verify: func(o *ir.Op) error {
			return verifyCast(o, func(a, b *ir.Type) bool { return b.Width() > a.Width() })
		},
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			if inner := defining(o.Operand(0), d); inner != nil {
				o.SetOperand(0, inner.Operand(0))
				return ir.FoldedInPlace
			}
			return foldCast(o, consts, e.calc)
		},
		Slots: ir.Slots{
			rewrite.Patterns.Of(e.patterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(unaryStep(e.calc)),
		},
	})
}

// foldCast computes a cast of a constant.
func foldCast(o *ir.Op, consts []*ir.Attr, calc func(a num, w int) num) []ir.Folded {
	if f := ub.FoldPoison(o, consts); f != nil {
		return f
	}
	t := o.Result(0).Type()
	w := elemWidth(t)
	return toConst(foldUnary(o.Context(), consts[0], t, func(a num) num { return calc(a, w) }))
}
