package cf

import (
	"math/big"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Branches whose outcome is known become unconditional. What can be done for
// all branches alike, such as merging blocks, is left to the driver.

var condBrPatterns = []*rewrite.Pattern{
	{Name: "cond-br-constant", Root: CondBr, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		a := ir.ConstantValue(o.Operand(0))
		if !a.Is(ir.IntegerAttr) {
			return false
		}
		if a.Int() != 0 {
			return toBr(r, o, 0)
		}
		return toBr(r, o, 1)
	}},
	{Name: "cond-br-same-target", Root: CondBr, Apply: branchSame},
}

var switchPatterns = []*rewrite.Pattern{
	{Name: "switch-constant", Root: Switch, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		a := ir.ConstantValue(o.Operand(0))
		if !a.Is(ir.IntegerAttr) {
			return false
		}
		mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(a.Type().Width())), big.NewInt(1))
		flag := new(big.Int).And(a.BigInt(), mask)
		return toBr(r, o, 1+slices.IndexFunc(caseValues(o), func(v *big.Int) bool { return v.Cmp(flag) == 0 }))
	}},
	{Name: "switch-same-target", Root: Switch, Apply: branchSame},
}

var assertPatterns = []*rewrite.Pattern{
	{Name: "assert-true", Root: Assert, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if a := ir.ConstantValue(o.Operand(0)); !a.Is(ir.IntegerAttr) || a.Int() == 0 {
			return false
		}
		r.EraseOp(o)
		return true
	}},
}

// toBr replaces a branch by an unconditional one to successor i.
func toBr(r *rewrite.Rewriter, o *ir.Op, i int) bool {
	r.Before(o)
	st := &ir.OpState{
		Name: r.Ctx.OpName(Br.Name()), Loc: o.Loc(), Operands: o.SuccessorValues(i), Results: []*ir.Type{},
		Successors: []*ir.Block{o.Successors()[i]},
	}
	if _, err := r.Create(st); err != nil {
		panic(err) // a branch infers nothing
	}
	r.EraseOp(o)
	return true
}

// branchSame replaces a branch whose ways all lead to one block with one list
// of values.
func branchSame(r *rewrite.Rewriter, o *ir.Op) bool {
	for i, s := range o.Successors() {
		if s != o.Successors()[0] || !slices.Equal(o.SuccessorValues(i), o.SuccessorValues(0)) {
			return false
		}
	}
	return toBr(r, o, 0)
}
