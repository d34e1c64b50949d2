package arith

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// The conversions of floats to integers.
var (
	FPToSI = Dialect.NewOp("arith.fptosi")
	FPToUI = Dialect.NewOp("arith.fptoui")
)

func init() {
	const outside = " What has no such integer is poison; an execution takes the nearest one, and 0 for NaN."
	defineFPToInt(FPToSI, "Float cut off to a signed integer."+outside, true)
	defineFPToInt(FPToUI, "Float cut off to an unsigned integer."+outside, false)
}

func defineFPToInt(d *ir.OpDef, doc string, isSigned bool) {
	const example = `func.func @f(%x: f32, %y: tensor<?xbf16>) -> (i8, tensor<?xi64>) {
  %0 = NAME %x : f32 to i8
  %1 = NAME %y : tensor<?xbf16> to tensor<?xi64>
  return %0, %1 : i8, tensor<?xi64>
}`
	d.Define(ir.OpDef{
		Doc:      doc,
		Example:  strings.ReplaceAll(example, "NAME", d.Name()),
		Operands: ir.Args(ir.Arg("in", floatLike)),
		Results:  ir.Args(ir.Arg("out", fixedInt)),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		Format:   castForm,
		Infer:    inferCast,
		Verify:   func(o *ir.Op) error { return verifyCast(o, func(*ir.Type, *ir.Type) bool { return true }) },
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			from, to := o.Operand(0).Type().ElemOrSelf().Format(), o.Result(0).Type().ElemOrSelf()
			return foldConversion(o, consts, func(out, in []byte) bool {
				n, ok := readFloat(in, from).toInt(to.Width(), isSigned)
				if ok {
					n.put(out)
				}
				return ok
			})
		},
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				if s.Out[0].DType != tensor.Bool {
					return convertStep(!isSigned)(s)
				}
				return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					for i := range out[0].Bytes() {
						out[0].Bytes()[i] = 0
						if v := in[0].Float64At(i); isSigned && v <= -1 || !isSigned && v >= 1 {
							out[0].Bytes()[i] = 1
						}
					}
					return nil
				}}, nil
			}),
		},
	})
}
