package arith

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// NegF flips the sign of a float.
var NegF = Dialect.NewOp("arith.negf")

func init() {
	NegF.Define(ir.OpDef{
		Doc: "A float with the other sign, be it a zero or NaN.",
		Example: `func.func @f(%x: f32, %y: tensor<?xf64>) -> (f32, tensor<?xf64>) {
  %0 = arith.negf %x fastmath<nsz> : f32
  %1 = arith.negf %y : tensor<?xf64>
  return %0, %1 : f32, tensor<?xf64>
}`,
		Operands: ir.Args(ir.Arg("operand", floatLike)),
		Results:  ir.Args(ir.Arg("result", floatLike)),
		Attrs:    fastMath.attrs(),
		Traits:   ir.Pure | ir.SameTypes | ir.Elementwise,
		// The form is not a format: flags are attributes without a dictionary.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			in := p.Operand()
			fastMath.parse(p, st)
			p.AttrDict(st)
			p.Expect(":")
			t := p.Type()
			st.Operands = append(st.Operands, p.Resolve(in, t))
			st.Results = t.Alone()
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Operand(o.Operand(0))
			fastMath.print(p, o)
			p.AttrDict(o, "fastmath")
			p.Str(" : ")
			p.Type(o.Result(0).Type())
		},
		Infer:  inferSame,
		Verify: verifySame,
		Fold:   foldNegF,
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveUnary("neg", s.In[0].DType)
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					run(out[0], in[0])
					return nil
				}}, err
			}),
		},
	})
}

func foldNegF(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	if inner := defining(o.Operand(0), NegF); inner != nil {
		return toValue(inner.Operand(0))
	}
	if f := ub.FoldPoison(o, consts); f != nil || consts[0] == nil {
		return f
	}
	t := consts[0].Type()
	f := t.ElemOrSelf().Format()
	return toConst(foldElements(o.Context(), t, func(out []byte, in [][]byte) bool {
		n := readFloat(in[0], f).neg()
		n.put(out)
		return n != noNumber
	}, consts[0]))
}
