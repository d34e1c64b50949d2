package arith

import (
	"math/big"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Bitcast reads bits as another type of the same width.
var Bitcast = Dialect.NewOp("arith.bitcast")

// castableBits is what has bits: a signless integer or a float, also in vectors,
// tensors and memrefs.
var castableBits = ir.TypeConstraint{Desc: "signless-integer-or-float-like or memref of signless-integer or float", Ok: func(t *ir.Type) bool {
	return likeOf(hasBits)(t) || t.Kind() == ir.MemRefType && hasBits(t.Elem())
}}

func hasBits(t *ir.Type) bool { return isSignless(t) || t.IsFloat() }

func init() {
	Bitcast.Define(ir.OpDef{
		Doc: "The bits of integers or floats, read as integers or floats of the same width. Of constants they are folded as they are; an execution " +
			"reads every NaN as the positive quiet one without a payload.",
		Example: `func.func @f(%x: f32, %y: tensor<?xbf16>) -> (i32, tensor<?xf16>) {
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.bitcast %y : tensor<?xbf16> to tensor<?xf16>
  return %0, %1 : i32, tensor<?xf16>
}`,
		Operands: ir.Args(ir.Arg("in", castableBits)),
		Results:  ir.Args(ir.Arg("out", castableBits).Own()),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		Format:   castForm,
		Infer:    inferCast,
		Verify: func(o *ir.Op) error {
			return verifyCast(o, func(a, b *ir.Type) bool { return b.Width() == a.Width() })
		},
		Fold: foldBitcast,
		Slots: ir.Slots{
			rewrite.Patterns.Of([]*rewrite.Pattern{throughCast("BitcastOfBitcast", Bitcast, Bitcast, Bitcast)}),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					in[0].UnifyNaNs(out[0].Bytes())
					return nil
				}}, nil
			}),
		},
	})
}

func foldBitcast(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	a, t := consts[0], o.Result(0).Type()
	switch {
	case o.Operand(0).Type() == t:
		return toValue(o.Operand(0))
	case a == nil, t.IsShaped() && !a.Is(ir.DenseAttr):
		return nil
	case ub.IsPoison(a):
		return toConst(a)
	}
	from, to := o.Operand(0).Type().ElemOrSelf(), t.ElemOrSelf()
	return foldConversion(o, consts, func(out, in []byte) bool {
		switch {
		case from.IsFloat() && to.IsInteger():
			readFloat(in, from.Format()).integer().put(out)
		case from.IsInteger() && to.IsFloat():
			readNum(in, from).float(to.Format()).put(out)
		default:
			copy(out, in)
		}
		return true
	})
}

// integer is the bits of a as an integer.
func (a fnum) integer() num {
	if a.f.Width <= 64 {
		return newNum(a.f.Width, a.bits.Lo)
	}
	v := new(big.Int).SetUint64(a.bits.Hi)
	return wrap(a.f.Width, v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(a.bits.Lo)))
}

// float is the number of a format that has the bits of a.
func (a num) float(f *ir.FloatFormat) fnum {
	if a.wide == nil {
		return fnum{f, ir.FloatBits{Lo: a.lo}}
	}
	return fnum{f, ir.FloatBits{Lo: new(big.Int).And(a.wide, ones(64)).Uint64(), Hi: new(big.Int).Rsh(a.wide, 64).Uint64()}}
}
