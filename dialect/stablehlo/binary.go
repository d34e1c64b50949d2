package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The ops that compute each element of the result from the elements at the same
// index of two operands of one type.
var (
	Add               = binary("add", "The sum; the disjunction of booleans.", ir.AnyTensorLike, ir.Commutative, tg.Add)
	And               = binary("and", "The conjunction of every bit.", bitwise, ir.Commutative, tg.And)
	Atan2             = binary("atan2", "The angle of the point (rhs, lhs).", fields, 0, tg.Atan2)
	Divide            = binary("divide", "The quotient, of integers rounded towards zero.", numbers, 0, tg.Div)
	Maximum           = binary("maximum", "The larger element; NaN if there is one.", ir.AnyTensorLike, ir.Commutative, tg.Max)
	Minimum           = binary("minimum", "The smaller element; NaN if there is one.", ir.AnyTensorLike, ir.Commutative, tg.Min)
	Multiply          = binary("multiply", "The product; the conjunction of booleans.", ir.AnyTensorLike, ir.Commutative, tg.Mul)
	Or                = binary("or", "The disjunction of every bit.", bitwise, ir.Commutative, tg.Or)
	Power             = binary("power", "The power lhs to rhs.", numbers, 0, tg.Pow)
	Remainder         = binary("remainder", "The remainder of the division, with the sign of lhs.", numbers, 0, tg.Rem)
	ShiftLeft         = binary("shift_left", "lhs shifted left by rhs bits.", integers, 0, tg.Shl)
	ShiftRight        = binary("shift_right_arithmetic", "lhs shifted right by rhs bits, filled with its sign.", integers, 0, tg.Shr)
	ShiftRightLogical = binary("shift_right_logical", "lhs shifted right by rhs bits, filled with zeros.", integers, 0, tg.ShrLogical)
	Subtract          = binary("subtract", "The difference.", numbers, 0, tg.Sub)
	Xor               = binary("xor", "The exclusive disjunction of every bit.", bitwise, ir.Commutative, tg.Xor)
)

func binary(name, doc string, elements ir.TypeConstraint, commutes ir.Trait, to *ir.OpDef) *ir.OpDef {
	d := Dialect.NewOp("stablehlo." + name)
	d.Define(ir.OpDef{
		Doc:      doc,
		Example:  elementwiseExample(name, "%x, %y", elements),
		Operands: ir.Args(ir.Arg("lhs", elements), ir.Arg("rhs", elements)),
		Results:  ir.Args(ir.Arg("result", elements)),
		Traits:   ir.Pure | ir.Elementwise | commutes,
		Format:   "$lhs `,` $rhs attr-dict `:` same-type",
		Infer:    infer(sameOperands),
		Slots: ir.Slots{
			becomes(to),
			like(to),
		},
	})
	return d
}

// sameOperands is the type of an elementwise result.
func sameOperands(in *ir.Inference) (*ir.Type, error) {
	t, ok := merge(in.Ctx, in.Operands[0], in.Operands[1])
	if !ok {
		return nil, fmt.Errorf("requires operands of one type, but got '%s' and '%s'", in.Operands[0], in.Operands[1])
	}
	return t, nil
}
