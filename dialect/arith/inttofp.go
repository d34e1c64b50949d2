package arith

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// The conversions of integers to floats.
var (
	SIToFP = Dialect.NewOp("arith.sitofp")
	UIToFP = Dialect.NewOp("arith.uitofp")
)

func init() {
	defineIntToFP(SIToFP, "Signed integer as a float, rounded to nearest, ties to even; i1 is 0 or -1.", true)
	defineIntToFP(UIToFP, "Unsigned integer as a float, rounded to nearest, ties to even.", false)
}

func defineIntToFP(d *ir.OpDef, doc string, isSigned bool) {
	const example = `func.func @f(%x: i8, %y: tensor<?xi64>) -> (f32, tensor<?xbf16>) {
  %0 = NAME %x : i8 to f32
  %1 = NAME %y : tensor<?xi64> to tensor<?xbf16>
  return %0, %1 : f32, tensor<?xbf16>
}`
	d.Define(ir.OpDef{
		Doc:      doc,
		Example:  strings.ReplaceAll(example, "NAME", d.Name()),
		Operands: ir.Args(ir.Arg("in", fixedInt)),
		Results:  ir.Args(ir.Arg("out", floatLike)),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		Format:   castForm,
		Infer:    inferCast,
		Verify:   func(o *ir.Op) error { return verifyCast(o, func(*ir.Type, *ir.Type) bool { return true }) },
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			from, to := o.Operand(0).Type().ElemOrSelf(), o.Result(0).Type().ElemOrSelf().Format()
			return foldConversion(o, consts, func(out, in []byte) bool {
				n := ofInt(to, readNum(in, from), isSigned)
				n.put(out)
				return n != noNumber
			})
		},
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				if s.In[0].DType != tensor.Bool || !isSigned {
					return convertStep(!isSigned)(s)
				}
				return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					for i, set := range in[0].Bytes() {
						out[0].SetFloat64(i, 0-float64(set))
					}
					return nil
				}}, nil
			}),
		},
	})
}
