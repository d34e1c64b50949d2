package arith

import (
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// TruncF converts to a narrower float.
var TruncF = Dialect.NewOp("arith.truncf")

func init() {
	TruncF.Define(ir.OpDef{
		Doc: "Float in a narrower type: rounded to nearest, ties to even, unless the op says downward, upward, toward_zero or to_nearest_away.",
		Example: `func.func @f(%x: f32, %y: tensor<?xf64>) -> (bf16, tensor<?xf32>) {
  %0 = arith.truncf %x upward fastmath<contract> : f32 to bf16
  %1 = arith.truncf %y : tensor<?xf64> to tensor<?xf32>
  return %0, %1 : bf16, tensor<?xf32>
}`,
		Operands: ir.Args(ir.Arg("in", floatLike)),
		Results:  ir.Args(ir.Arg("out", floatLike).Own()),
		Attrs:    []ir.AttrArg{roundingMode, maybeFastMath.attr},
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		// The form is not a format: flags are attributes without a dictionary.
		Parse: func(p ir.OpParser, st *ir.OpState) { parseCast(p, st, roundingAndFastMath) },
		Print: func(p ir.OpPrinter, o *ir.Op) { printCast(p, o, roundingAndFastMath) },
		Infer: inferCast,
		Verify: func(o *ir.Op) error {
			return verifyCast(o, func(a, b *ir.Type) bool { return b.Width() < a.Width() })
		},
		Fold: foldTruncF,
		Slots: ir.Slots{
			rewrite.Patterns.Of(truncFPatterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(truncFKernel),
		},
	})
}

// foldTruncF goes back to what was extended, if the extension kept every
// number.
func foldTruncF(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	if ext := defining(o.Operand(0), ExtF); ext != nil {
		from, to := ext.Operand(0).Type().ElemOrSelf(), o.Result(0).Type().ElemOrSelf()
		switch {
		case !holdsAll(o.Operand(0).Type().ElemOrSelf().Format(), from.Format()):
		case from.Width() > to.Width():
			o.SetOperand(0, ext.Operand(0))
			return ir.FoldedInPlace
		case from == to:
			return toValue(ext.Operand(0))
		}
	}
	return foldFloatCast(o, consts)
}

func truncFKernel(s *interp.Site) (interp.Step, error) {
	mode := roundingOf(s.Op)
	if mode == toNearestEven {
		return convertStep(false)(s)
	}
	f := s.Op.Result(0).Type().ElemOrSelf().Format()
	return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		for i := range out[0].Len() {
			out[0].SetFloat64(i, roundTo(f, in[0].Float64At(i), mode))
		}
		return nil
	}}, nil
}

// roundTo is v as a number of format f, rounded as mode says.
func roundTo(f *ir.FloatFormat, v float64, mode int64) float64 {
	n := ofFloat(f, v)
	near := n.float()
	if near == v || math.IsNaN(v) {
		return near
	}
	other := n.neighbour(v > near).float()
	away := math.Abs(near) > math.Abs(v)
	keep := true
	switch mode {
	case downward:
		keep = near < v
	case upward:
		keep = near > v
	case towardZero:
		keep = !away
	case toNearestAway:
		keep = away || math.Abs(v-near) < math.Abs(other-v)
	}
	if keep {
		return near
	}
	return other
}

// neighbour is the number next to a, which is no NaN, above or below.
func (a fnum) neighbour(above bool) fnum {
	switch {
	case a.class() == zero:
		a = fnum{a.f, ir.FloatBits{Lo: 1}}
		if !above {
			a = a.neg()
		}
	case a.negative() == above:
		a.bits.Lo--
	default:
		a.bits.Lo++
	}
	return a
}
