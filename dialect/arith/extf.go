package arith

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// ExtF converts to a wider float.
var ExtF = Dialect.NewOp("arith.extf")

func init() {
	ExtF.Define(ir.OpDef{
		Doc: "Float in a wider type, which need not hold every number of the narrower one.",
		Example: `func.func @f(%x: f16, %y: tensor<?xbf16>) -> (f32, tensor<?xf32>) {
  %0 = arith.extf %x fastmath<contract> : f16 to f32
  %1 = arith.extf %y : tensor<?xbf16> to tensor<?xf32>
  return %0, %1 : f32, tensor<?xf32>
}`,
		Operands: ir.Args(ir.Arg("in", floatLike)),
		Results:  ir.Args(ir.Arg("out", floatLike).Own()),
		Attrs:    maybeFastMath.attrs(),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		// The form is not a format: flags are attributes without a dictionary.
		Parse: func(p ir.OpParser, st *ir.OpState) { parseCast(p, st, maybeFastMath) },
		Print: func(p ir.OpPrinter, o *ir.Op) { printCast(p, o, maybeFastMath) },
		Infer: inferCast,
		Verify: func(o *ir.Op) error {
			return verifyCast(o, func(a, b *ir.Type) bool { return b.Width() > a.Width() })
		},
		Fold: foldExtF,
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(convertStep(false)),
		},
	})
}

// foldExtF undoes a truncation if both ops allow it to have kept every digit.
func foldExtF(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	if inner := defining(o.Operand(0), TruncF); inner != nil && inner.Operand(0).Type() == o.Result(0).Type() &&
		allows(inner, contract) && allows(o, contract) {
		return toValue(inner.Operand(0))
	}
	return foldFloatCast(o, consts)
}

// foldFloatCast converts a constant if that changes no number.
func foldFloatCast(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	from, to := o.Operand(0).Type().ElemOrSelf().Format(), o.Result(0).Type().ElemOrSelf().Format()
	return foldConversion(o, consts, func(out, in []byte) bool {
		n, exact := readFloat(in, from).convert(to)
		n.put(out)
		return exact
	})
}
