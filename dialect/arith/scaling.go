package arith

import (
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// The conversions between floats and narrower ones that share a scale, a power
// of two.
var (
	ScalingExtF   = Dialect.NewOp("arith.scaling_extf")
	ScalingTruncF = Dialect.NewOp("arith.scaling_truncf")
)

func init() {
	ScalingExtF.Define(ir.OpDef{
		Doc: "Float in a wider type, times a scale. Of the scale only the exponent counts.",
		Example: `func.func @f(%x: tensor<4xf16>, %scale: tensor<4xbf16>) -> tensor<4xf32> {
  %0 = arith.scaling_extf %x, %scale fastmath<nnan> : tensor<4xf16>, tensor<4xbf16> to tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("in", floatLike).Own(), ir.Arg("scale", floatLike).Own()),
		Results:  ir.Args(ir.Arg("out", floatLike).Own()),
		Attrs:    maybeFastMath.attrs(),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		// The form is not a format: flags are attributes without a dictionary.
		Parse: func(p ir.OpParser, st *ir.OpState) { parseScaling(p, st, maybeFastMath) },
		Print: func(p ir.OpPrinter, o *ir.Op) { printScaling(p, o, maybeFastMath) },
		Infer: inferCast,
		Verify: func(o *ir.Op) error {
			return verifyScaling(o, func(a, b *ir.Type) bool { return a.Width() < b.Width() })
		},
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				f := s.Op.Result(0).Type().ElemOrSelf().Format()
				return eachFloat(func(x, scale float64) float64 {
					return ofFloat(f, x*ofFloat(f, powerOfTwo(scale)).float()).float()
				})(s)
			}),
		},
	})
	ScalingTruncF.Define(ir.OpDef{
		Doc: "Float divided by a scale, in a narrower type. Of the scale only the exponent counts.",
		Example: `func.func @f(%x: tensor<4xf32>, %scale: tensor<4xbf16>) -> tensor<4xf16> {
  %0 = arith.scaling_truncf %x, %scale upward fastmath<nnan> : tensor<4xf32>, tensor<4xbf16> to tensor<4xf16>
  return %0 : tensor<4xf16>
}`,
		Operands: ir.Args(ir.Arg("in", floatLike).Own(), ir.Arg("scale", floatLike).Own()),
		Results:  ir.Args(ir.Arg("out", floatLike).Own()),
		Attrs:    []ir.AttrArg{roundingMode, maybeFastMath.attr},
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		// The form is not a format: flags are attributes without a dictionary.
		Parse: func(p ir.OpParser, st *ir.OpState) { parseScaling(p, st, roundingAndFastMath) },
		Print: func(p ir.OpPrinter, o *ir.Op) { printScaling(p, o, roundingAndFastMath) },
		Infer: inferCast,
		Verify: func(o *ir.Op) error {
			return verifyScaling(o, func(a, b *ir.Type) bool { return a.Width() > b.Width() })
		},
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				wide, narrow := s.Op.Operand(0).Type().ElemOrSelf().Format(), s.Op.Result(0).Type().ElemOrSelf().Format()
				mode := roundingOf(s.Op)
				return eachFloat(func(x, scale float64) float64 {
					quotient := ofFloat(wide, x/ofFloat(wide, powerOfTwo(scale)).float())
					return roundTo(narrow, quotient.float(), mode)
				})(s)
			}),
		},
	})
}

// parseScaling reads `%a, %scale FLAG {...} : S, U to T`.
func parseScaling(p ir.OpParser, st *ir.OpState, f *flag) {
	in := p.Operand()
	p.Expect(",")
	scale := p.Operand()
	f.parse(p, st)
	p.AttrDict(st)
	p.Expect(":")
	t := p.Type()
	p.Expect(",")
	st.Operands = append(st.Operands, p.Resolve(in, t), p.Resolve(scale, p.Type()))
	if !p.Try("to") {
		p.Fail(p.Pos(), "expected 'to'")
	}
	st.Results = p.Type().Alone()
}

// printScaling writes what parseScaling reads.
func printScaling(p ir.OpPrinter, o *ir.Op, f *flag) {
	p.Str(" ")
	p.Operands(o.Operands())
	f.print(p, o)
	p.AttrDict(o, f.elide...)
	p.Str(" : ")
	p.Types(o.OperandTypes())
	p.Str(" to ")
	p.Type(o.Result(0).Type())
}

// verifyScaling checks what may be scaled; fits says whether element type b may
// come from a. That the scale has the shape of the rest nobody asks.
func verifyScaling(o *ir.Op, fits func(a, b *ir.Type) bool) error {
	in, scale, out := o.Operand(0).Type(), o.Operand(1).Type(), o.Result(0).Type()
	if in.Kind() != out.Kind() && (in.IsShaped() || out.IsShaped()) || in.HasRank() && !sameShape(in, out) || !fits(in.ElemOrSelf(), out.ElemOrSelf()) {
		return o.NamedErrorf("operand types '%s', '%s' and result type '%s' are cast incompatible", in, scale, out)
	}
	return nil
}

// powerOfTwo is the power of two in a scale, as f8E8M0FNU holds it.
func powerOfTwo(scale float64) float64 {
	_, exp := math.Frexp(scale)
	switch {
	case math.IsNaN(scale), math.IsInf(scale, 0):
		return math.NaN()
	case scale == 0:
		exp = -126
	}
	return math.Ldexp(1, min(max(exp-1, -127), 127))
}
