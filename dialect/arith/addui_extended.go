package arith

import (
	"errors"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// AddUIExtended is the sum of unsigned integers with its carry.
var AddUIExtended = Dialect.NewOp("arith.addui_extended")

func init() {
	AddUIExtended.Define(ir.OpDef{
		Doc: "Sum of unsigned integers, which wraps, and whether it did.",
		Example: `func.func @f(%x: i32, %y: tensor<4xi8>) -> (i1, tensor<4xi1>) {
  %sum, %overflow = arith.addui_extended %x, %x : i32, i1
  %sum_0, %overflow_1 = arith.addui_extended %y, %y : tensor<4xi8>, tensor<4xi1>
  return %overflow, %overflow_1 : i1, tensor<4xi1>
}`,
		Operands: ir.Args(ir.Arg("lhs", signlessInt), ir.Arg("rhs", signlessInt)),
		Results:  ir.Args(ir.Arg("sum", signlessInt), ir.Arg("overflow", boolLike)),
		Traits:   ir.Pure | ir.Commutative | ir.Elementwise,
		// The form is not a format: one type stands for three.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			t := parseBinary(p, st, nil)
			p.Expect(",")
			st.Results = []*ir.Type{t, p.Type()}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			printBinary(p, o, nil)
			p.Type(o.Result(0).Type())
			p.Str(", ")
			p.Type(o.Result(1).Type())
		},
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			bools := boolOf(in.Ctx, in.Operands[0])
			if in.Results != nil && !ir.Compatible(bools, in.Results[1]) {
				bools = in.Results[1] // for Verify to judge
			}
			return inferredOr(in, oneSumType, in.Operands[0], bools)
		},
		Verify:     verifyAddUIExtended,
		Fold:       foldAddUIExtended,
		ResultName: func(_ *ir.Op, i int) string { return [...]string{"sum", "overflow"}[i] },
		Slots: ir.Slots{
			rewrite.Patterns.Of(addUIExtendedPatterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(pairStep(func(a, b num) (num, num) {
				sum := a.add(b)
				return sum, carry(sum, a)
			})),
		},
	})
}

const oneSumType = "failed to verify that all of {lhs, rhs, sum} have same type"

func verifyAddUIExtended(o *ir.Op) error {
	t := o.Operand(0).Type()
	if o.Operand(1).Type() != t || o.Result(0).Type() != t {
		return errors.New(oneSumType)
	}
	return verifyElementwise(o)
}

// carry is whether sum, the sum of a and another number, wrapped.
func carry(sum, a num) num {
	if sum.cmpU(a) < 0 {
		return newNum(1, 1)
	}
	return newNum(1, 0)
}

func foldAddUIExtended(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	c, bools := o.Context(), o.Result(1).Type()
	// Like mlir-opt's, the folder asks the operand itself: what an analysis knows of
	// it does not count.
	if isZero(ir.ConstantValue(o.Operand(1))) {
		if zero := zeroOf(c, bools); zero != nil {
			return []ir.Folded{{Value: o.Operand(0)}, {Const: zero}}
		}
	}
	if f := ub.FoldPoison(o, consts); f != nil {
		return f
	}
	sum := foldBinary(c, consts[0], consts[1], o.Result(0).Type(), always(num.add))
	if sum == nil {
		return nil
	}
	return []ir.Folded{{Const: sum}, {Const: foldBinary(c, sum, consts[0], boolOf(c, sum.Type()), always(carry))}}
}
