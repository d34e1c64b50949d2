package arith

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var addIPatterns = []*rewrite.Pattern{
	// (x + c0) + c1 = x + (c0+c1)
	regroup{name: "AddIAddConstant", outer: AddI, inner: AddI, constAt: 1, result: AddI, calc: num.add}.pattern(),
	// (x - c0) + c1 = x + (c1-c0)
	regroup{name: "AddISubConstantRHS", outer: AddI, inner: SubI, constAt: 1, result: AddI, calc: subFrom}.pattern(),
	// (c0 - x) + c1 = (c0+c1) - x
	regroup{name: "AddISubConstantLHS", outer: AddI, inner: SubI, constAt: 0, result: SubI, first: true, calc: num.add}.pattern(),
	// x + y*-1 = x - y
	{Name: "AddIMulNegativeOneRhs", Root: AddI, Benefit: 2, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		return addNegated(r, o, o.Operand(0), o.Operand(1))
	}},
	// x*-1 + y = y - x
	{Name: "AddIMulNegativeOneLhs", Root: AddI, Benefit: 2, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		return addNegated(r, o, o.Operand(1), o.Operand(0))
	}},
}

// addNegated replaces the sum of x and a product with -1.
func addNegated(r *rewrite.Rewriter, o *ir.Op, x, product *ir.Value) bool {
	mul := defining(product, MulI)
	if mul == nil || !isOnes(ir.ConstantValue(mul.Operand(1))) {
		return false
	}
	return replacing(r, o, mul.Operand(1)).become(SubI, []*ir.Value{x, mul.Operand(0)})
}

// subFrom is b - a.
func subFrom(a, b num) num { return b.sub(a) }

var subIPatterns = []*rewrite.Pattern{
	// (x + c0) - c1 = x + (c0-c1)
	regroup{name: "SubIRHSAddConstant", outer: SubI, inner: AddI, constAt: 1, result: AddI, calc: num.sub, forget: true}.pattern(),
	// c1 - (x + c0) = (c1-c0) - x
	regroup{name: "SubILHSAddConstant", outer: SubI, inner: AddI, innerAt: 1, constAt: 1, result: SubI, first: true, calc: subFrom}.pattern(),
	// (x - c0) - c1 = x - (c0+c1)
	regroup{name: "SubIRHSSubConstantRHS", outer: SubI, inner: SubI, constAt: 1, result: SubI, calc: num.add}.pattern(),
	// (c0 - x) - c1 = (c0-c1) - x
	regroup{name: "SubIRHSSubConstantLHS", outer: SubI, inner: SubI, constAt: 0, result: SubI, first: true, calc: num.sub}.pattern(),
	// c1 - (x - c0) = (c0+c1) - x
	regroup{name: "SubILHSSubConstantRHS", outer: SubI, inner: SubI, innerAt: 1, constAt: 1, result: SubI, first: true, calc: num.add}.pattern(),
	// c1 - (c0 - x) = x + (c1-c0)
	regroup{name: "SubILHSSubConstantLHS", outer: SubI, inner: SubI, innerAt: 1, constAt: 0, result: AddI, calc: subFrom}.pattern(),
	{Name: "SubISubILHSRHSLHS", Root: SubI, Benefit: 2, Apply: subOfSub},
}

// subOfSub replaces (x - y) - x by 0 - y.
func subOfSub(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := defining(o.Operand(0), SubI)
	if inner == nil || inner.Operand(0) != o.Operand(1) {
		return false
	}
	y := inner.Operand(1)
	zero := zeroOf(r.Ctx, y.Type())
	if zero == nil {
		return false
	}
	m := replacing(r, o, inner.Result(0))
	return m.become(SubI, []*ir.Value{m.constant(zero), y}, withOverflow(r.Ctx, overflowOf(inner)&overflowOf(o))...)
}

// (x * c0) * c1 = x * (c0*c1)
var mulIPatterns = []*rewrite.Pattern{
	regroup{name: "MulIMulIConstant", outer: MulI, inner: MulI, constAt: 1, result: MulI, calc: num.mul}.pattern(),
}

// The wide ops become plain ones when nobody asks for the second result; what
// that is replaced by does not matter.
var (
	addUIExtendedPatterns = []*rewrite.Pattern{firstHalf("AddUIExtendedToAddI", AddUIExtended, AddI)}
	mulUIExtendedPatterns = []*rewrite.Pattern{firstHalf("MulUIExtendedToMulI", MulUIExtended, MulI)}
	mulSIExtendedPatterns = []*rewrite.Pattern{
		firstHalf("MulSIExtendedToMulI", MulSIExtended, MulI),
		{Name: "MulSIExtendedRHSOne", Root: MulSIExtended, Benefit: 1, Apply: mulByOne},
	}
)

func firstHalf(name string, root, plain *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Root: root, Benefit: 1, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if o.Result(1).HasUses() {
			return false
		}
		m := replacing(r, o)
		return m.done(m.op(plain, o.Result(0).Type(), o.Operands()), o.Operand(0))
	}}
}

// mulByOne replaces the wide product of x and 1 by x and its sign. No type of
// one bit has a 1, and index has no extension.
func mulByOne(r *rewrite.Rewriter, o *ir.Op) bool {
	x := o.Operand(0)
	if !isOne(ir.ConstantValue(o.Operand(1))) || elemWidth(x.Type()) == 1 || x.Type().ElemOrSelf().IsIndex() {
		return false
	}
	m := replacing(r, o)
	zero := m.constant(zeroOf(r.Ctx, x.Type()))
	negative := m.op(CmpI, boolOf(r.Ctx, x.Type()), []*ir.Value{x, zero}, withPredicate(r.Ctx, slt))
	return m.done(x, m.op(ExtSI, x.Type(), []*ir.Value{negative}))
}

func withPredicate(c *ir.Context, p predicate) ir.NamedAttr {
	return ir.NamedAttr{Name: "predicate", Value: c.I64Attr(int64(p))}
}
