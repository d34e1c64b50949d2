package arith

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// TruncI is the conversion to a narrower integer.
var TruncI = Dialect.NewOp("arith.trunci")

func init() {
	TruncI.Define(ir.OpDef{
		Doc: "Integer in a narrower type: its low bits. `overflow<nsw>` and `overflow<nuw>` promise that those tell the whole value.",
		Example: `func.func @f(%x: i32, %y: tensor<?xi64>) -> (i8, tensor<?xi1>) {
  %0 = arith.trunci %x overflow<nsw> : i32 to i8
  %1 = arith.trunci %y : tensor<?xi64> to tensor<?xi1>
  return %0, %1 : i8, tensor<?xi1>
}`,
		Operands: ir.Args(ir.Arg("in", fixedInt)),
		Results:  ir.Args(ir.Arg("out", fixedInt).Own()),
		Attrs:    overflowFlag.attrs(),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		// The form is not a format: flags are attributes without a dictionary.
		Parse: func(p ir.OpParser, st *ir.OpState) { parseCast(p, st, overflowFlag) },
		Print: func(p ir.OpPrinter, o *ir.Op) { printCast(p, o, overflowFlag) },
		Infer: inferCast,
		Verify: func(o *ir.Op) error {
			return verifyCast(o, func(a, b *ir.Type) bool { return b.Width() < a.Width() })
		},
		Fold: foldTruncI,
		Slots: ir.Slots{
			rewrite.Patterns.Of(truncIPatterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(unaryStep(num.zext)),
		},
	})
}

func foldTruncI(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	t := o.Result(0).Type()
	if inner := o.Operand(0).Def(); inner.Is(ExtUI) || inner.Is(ExtSI) {
		src := inner.Operand(0)
		switch from := src.Type(); {
		case elemWidth(from) > elemWidth(t):
			o.SetOperand(0, src)
			return ir.FoldedInPlace
		case from.ElemOrSelf() == t.ElemOrSelf():
			return toValue(src)
		}
	} else if inner.Is(TruncI) {
		o.SetOperand(0, inner.Operand(0))
		return ir.FoldedInPlace
	}
	return foldCast(o, consts, num.zext)
}
