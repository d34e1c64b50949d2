package arith

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var selectPatterns = []*rewrite.Pattern{
	// c ? a : (c ? b : d) = c ? a : d
	{Name: "RedundantSelectFalse", Root: Select, Benefit: 2, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		return selectAgain(r, o, 2)
	}},
	// c ? (c ? a : b) : d = c ? a : d
	{Name: "RedundantSelectTrue", Root: Select, Benefit: 2, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		return selectAgain(r, o, 1)
	}},
	{Name: "SelectNotCond", Root: Select, Benefit: 2, Apply: selectNot},
	{Name: "SelectI1ToNot", Root: Select, Benefit: 1, Apply: selectBools},
	{Name: "SelectToExtUI", Root: Select, Benefit: 1, Apply: selectBits},
}

// selectAgain looks through a choice by the same condition.
func selectAgain(r *rewrite.Rewriter, o *ir.Op, at int) bool {
	inner := defining(o.Operand(at), Select)
	if inner == nil || inner.Operand(0) != o.Operand(0) {
		return false
	}
	operands := o.Operands()
	operands[at] = inner.Operand(at)
	return replacing(r, o, inner.Result(0)).become(Select, operands)
}

// selectNot chooses in the other order by what a condition is the opposite of.
func selectNot(r *rewrite.Rewriter, o *ir.Op) bool {
	not := defining(o.Operand(0), XOrI)
	if not == nil || !isScalar(not.Operand(1), isOnes) {
		return false
	}
	return replacing(r, o, not.Operand(1)).become(Select, []*ir.Value{not.Operand(0), o.Operand(2), o.Operand(1)})
}

// isScalar reports whether v is the scalar constant with that value.
func isScalar(v *ir.Value, is func(*ir.Attr) bool) bool {
	a := scalarConst(v)
	return a != nil && is(a)
}

// selectBools replaces c ? false : true by not c.
func selectBools(r *rewrite.Rewriter, o *ir.Op) bool {
	if !o.Result(0).Type().IsBool() || !isScalar(o.Operand(1), isZero) || !isScalar(o.Operand(2), isOne) {
		return false
	}
	m := replacing(r, o)
	return m.become(XOrI, []*ir.Value{o.Operand(0), m.constant(r.Ctx.BoolAttr(true))})
}

// selectBits replaces c ? 1 : 0, and c ? 0 : 1, of a wider type by an extension.
func selectBits(r *rewrite.Rewriter, o *ir.Op) bool {
	t := o.Result(0).Type()
	if !isSignless(t) || t.IsBool() {
		return false
	}
	m, cond := replacing(r, o), o.Operand(0)
	switch yes, no := o.Operand(1), o.Operand(2); {
	case isScalar(yes, isOne) && isScalar(no, isZero):
	case isScalar(yes, isZero) && isScalar(no, isOne):
		cond = m.op(XOrI, cond.Type(), []*ir.Value{cond, m.constant(r.Ctx.BoolAttr(true))})
	default:
		return false
	}
	return m.become(ExtUI, []*ir.Value{cond})
}
