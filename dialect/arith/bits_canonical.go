package arith

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var (
	andIPatterns = []*rewrite.Pattern{beforeExtension("AndOfExtUI", AndI, ExtUI), beforeExtension("AndOfExtSI", AndI, ExtSI)}
	orIPatterns  = []*rewrite.Pattern{beforeExtension("OrOfExtUI", OrI, ExtUI), beforeExtension("OrOfExtSI", OrI, ExtSI)}
	xorIPatterns = []*rewrite.Pattern{
		{Name: "XOrINotCmpI", Root: XOrI, Benefit: 2, Apply: notCmp},
		beforeExtension("XOrIOfExtUI", XOrI, ExtUI), beforeExtension("XOrIOfExtSI", XOrI, ExtSI),
	}
	cmpIPatterns = []*rewrite.Pattern{cmpExtended("CmpIExtSI", ExtSI), cmpExtended("CmpIExtUI", ExtUI)}

	extSIPatterns  = []*rewrite.Pattern{throughCast("ExtSIOfExtUI", ExtSI, ExtUI, ExtUI)}
	truncIPatterns = []*rewrite.Pattern{
		truncExtended("TruncIExtSIToExtSI", ExtSI), truncExtended("TruncIExtUIToExtUI", ExtUI),
		{Name: "TruncIShrSIToTrunciShrUI", Root: TruncI, Benefit: 2, Apply: truncShifted},
	}
	indexCastPatterns = []*rewrite.Pattern{
		castBack("IndexCastOfIndexCast", IndexCast), throughCast("IndexCastOfExtSI", IndexCast, ExtSI, IndexCast),
	}
	indexCastUIPatterns = []*rewrite.Pattern{
		castBack("IndexCastUIOfIndexCastUI", IndexCastUI), throughCast("IndexCastUIOfExtUI", IndexCastUI, ExtUI, IndexCastUI),
	}
)

// notCmp turns a comparison over instead of its result.
func notCmp(r *rewrite.Rewriter, o *ir.Op) bool {
	cmp := defining(o.Operand(0), CmpI)
	if cmp == nil || scalarConst(o.Operand(1)) == nil || !isOne(scalarConst(o.Operand(1))) {
		return false
	}
	m := replacing(r, o, cmp.Result(0))
	return m.become(CmpI, cmp.Operands(), withPredicate(r.Ctx, inverted[predicateOf(cmp)]))
}

// cmpExtended compares for equality what was extended in one way.
func cmpExtended(name string, ext *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Root: CmpI, Benefit: 3, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		a, b := defining(o.Operand(0), ext), defining(o.Operand(1), ext)
		if p := predicateOf(o); a == nil || b == nil || !oneType(a.Operand(0), b.Operand(0)) || p != eq && p != ne {
			return false
		}
		m := replacing(r, o, a.Result(0), b.Result(0))
		return m.become(CmpI, []*ir.Value{a.Operand(0), b.Operand(0)}, withPredicate(r.Ctx, predicateOf(o)))
	}}
}

// truncExtended extends less far instead of dropping only what an extension
// added.
func truncExtended(name string, ext *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Root: TruncI, Benefit: 2, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		e := defining(o.Operand(0), ext)
		if e == nil || elemWidth(o.Result(0).Type()) <= elemWidth(e.Operand(0).Type()) {
			return false
		}
		return replacing(r, o, e.Result(0)).become(ext, []*ir.Value{e.Operand(0)})
	}}
}

// truncShifted shifts without a sign where the copies of the sign are all
// dropped.
func truncShifted(r *rewrite.Rewriter, o *ir.Op) bool {
	shift := defining(o.Operand(0), ShRSI)
	if shift == nil {
		return false
	}
	x := shift.Operand(0)
	amount := ir.ConstantValue(shift.Operand(1))
	n, ok := splatOf(amount)
	if !ok || n.cmpU(newNum(n.w, uint64(elemWidth(x.Type())-elemWidth(o.Result(0).Type())))) != 0 {
		return false
	}
	m := replacing(r, o, shift.Operand(1))
	shifted := m.op(ShRUI, x.Type(), []*ir.Value{x, m.constant(amount)}, shift.Props().Entries()...)
	return m.become(TruncI, []*ir.Value{shifted}, withOverflow(r.Ctx, overflowOf(o))...)
}

// castBack drops a cast and the way back. mlir-opt does so even if the way
// there lost bits, and with them changes what a program computes.
func castBack(name string, cast *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Root: cast, Benefit: 2, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		inner := defining(o.Operand(0), cast)
		if inner == nil || !oneType(inner.Operand(0), o.Result(0)) ||
			elemWidth(inner.Result(0).Type()) < elemWidth(inner.Operand(0).Type()) {
			return false
		}
		r.ReplaceOp(o, inner.Operand(0))
		return true
	}}
}
