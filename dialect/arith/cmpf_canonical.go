package arith

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var cmpFPatterns = []*rewrite.Pattern{{Name: "CmpFIntToFPConst", Root: CmpF, Benefit: 1, Apply: cmpOfInt}}

// intPredicates are what comparisons of floats become that come from integers:
// less, less or equal, greater, greater or equal, equal, not equal.
var intPredicates = map[floatPredicate]predicate{
	oeq: eq, ueq: eq, one: ne, une: ne,
	ogt: sgt, ugtF: sgt, oge: sge, ugeF: sge, olt: slt, ultF: slt, ole: sle, uleF: sle,
}

// cmpOfInt compares the integer that was converted to a float with an integer,
// instead of the float with a constant.
func cmpOfInt(r *rewrite.Rewriter, o *ir.Op) bool {
	a := ir.ConstantValue(o.Operand(1))
	from := o.Operand(0).Def()
	isSigned := from.Is(SIToFP)
	if !a.Is(ir.FloatAttr) || !isSigned && !from.Is(UIToFP) {
		return false
	}
	rhs, _ := splatFloat(a)
	x := from.Operand(0)
	w := width(x.Type())
	if rhs.isNaN() || mayMatter(rhs, w, isSigned) {
		return false
	}
	m := replacing(r, o)
	p, ok := intPredicates[floatPredicateOf(o)]
	if !ok { // an integer is no NaN
		return m.done(m.constant(r.Ctx.BoolAttr(floatPredicateOf(o).holds(equal))))
	}
	k, ok := rhs.toInt(w, isSigned)
	below, above := false, false // there is a fraction, which was cut off
	if ok {
		switch ofInt(rhs.f, k, isSigned).cmp(rhs) {
		case less:
			below = true
		case greater:
			above = true
		}
	}
	least, greatest := k.isZero(), k.isAllOnes()
	if isSigned {
		least, greatest = k.isMinSigned(), k.isMaxSigned()
	}
	switch {
	case !ok && !rhs.negative(), below && greatest: // every integer is less
		return m.done(m.constant(r.Ctx.BoolAttr(p.allows(-1))))
	case !ok, above && least: // every integer is greater
		return m.done(m.constant(r.Ctx.BoolAttr(p.allows(1))))
	case (below || above) && (p == eq || p == ne):
		return m.done(m.constant(r.Ctx.BoolAttr(p == ne)))
	}
	lesser := p == slt || p == sle
	switch {
	case !below && !above:
	case below && lesser:
		p = sle
	case below:
		p = sgt
	case lesser:
		p = slt
	default:
		p = sge
	}
	if !isSigned && p != eq && p != ne {
		p += ult - slt
	}
	return m.become(CmpI, []*ir.Value{x, m.constant(k.attr(r.Ctx, x.Type()))}, withPredicate(r.Ctx, p))
}

// mayMatter reports whether integers of w bits that a conversion rounds may
// compare with rhs in another way than they do exactly.
func mayMatter(rhs fnum, w int, isSigned bool) bool {
	bits := w // that say a value, without the sign
	if isSigned {
		bits--
	}
	switch {
	case w <= precision(rhs.f):
		return bits > greatestExponent(rhs.f)+1
	case rhs.class() == infinite:
		return greatestExponent(rhs.f) < bits // some become infinite
	case rhs.class() == zero:
		return false
	}
	sig, exp := rhs.parts()
	exp += sig.BitLen() - 1
	return precision(rhs.f) <= exp && exp <= bits
}
