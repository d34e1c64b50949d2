package arith

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// floatLike is a float, or a vector or tensor of floats.
var floatLike = ir.TypeConstraint{Desc: "floating-point-like", Ok: likeOf((*ir.Type).IsFloat)}

// floatBinary is what tells apart the ops of two floats of one type that give
// a third.
type floatBinary struct {
	doc      string
	traits   ir.Trait
	fold     func(o *ir.Op, consts []*ir.Attr) []ir.Folded
	kernel   func(*interp.Site) (interp.Step, error)
	patterns []*rewrite.Pattern
}

const floatBinaryExample = `func.func @f(%x: f32, %y: f32, %z: tensor<?x4xbf16>) -> (f32, tensor<?x4xbf16>) {
  %0 = NAME %x, %y fastmath<nnan,ninf> : f32
  %1 = NAME %z, %z : tensor<?x4xbf16>
  return %0, %1 : f32, tensor<?x4xbf16>
}`

func (b floatBinary) define(d *ir.OpDef) {
	d.Define(ir.OpDef{
		Doc:      b.doc,
		Example:  strings.ReplaceAll(floatBinaryExample, "NAME", d.Name()),
		Operands: ir.Args(ir.Arg("lhs", floatLike), ir.Arg("rhs", floatLike)),
		Results:  ir.Args(ir.Arg("result", floatLike)),
		Attrs:    fastMath.attrs(),
		Traits:   b.traits | ir.Pure | ir.SameTypes | ir.Elementwise,
		// The form is not a format: flags are attributes without a dictionary.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			st.Results = parseBinary(p, st, fastMath).Alone()
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			printBinary(p, o, fastMath)
			p.Type(o.Result(0).Type())
		},
		Infer:  inferSame,
		Verify: verifySame,
		Fold:   b.fold,
		Slots: ir.Slots{
			rewrite.Patterns.Of(b.patterns),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(b.kernel),
		},
	})
}
