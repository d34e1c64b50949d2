package arith

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// MulI is the product of integers.
var MulI = Dialect.NewOp("arith.muli")

func init() {
	intOp{
		doc:        "Product of integers, which wraps unless the op promises by `overflow<nsw>` or `overflow<nuw>` that it does not.",
		traits:     ir.Pure | ir.Commutative,
		flag:       overflowFlag,
		fold:       foldMulI,
		fast:       "mul",
		calc:       total(num.mul),
		patterns:   mulIPatterns,
		resultName: mulIName,
	}.define(MulI)
}

func foldMulI(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	switch {
	case isZero(consts[1]):
		return toValue(o.Operand(1))
	case isOne(consts[1]):
		return toValue(o.Operand(0))
	}
	return foldConsts(o, consts, light(num.mul))
}

// mulIName is `c4_vscale` for 4 times the factor of scalable vectors.
func mulIName(o *ir.Op, _ int) string {
	if !o.Result(0).Type().IsIndex() {
		return ""
	}
	for i := range 2 {
		c, scale := ir.ConstantValue(o.Operand(i)), o.Operand(1-i).Def()
		if c.Is(ir.IntegerAttr) && scale != nil && scale.Name() == "vector.vscale" {
			return fmt.Sprintf("c%d_vscale", c.Int())
		}
	}
	return ""
}
