package ir

import (
	"math"
	"math/bits"

	"github.com/tg-opt/tg/internal/shapes"
)

// The constructors here simplify as MLIR's do, so that a map prints the same
// from both, and printing and parsing it again changes nothing: constants fold,
// constants and then symbols move to the right, two dimensions or two symbols
// are sorted, sums and products with a constant merge, and divisions by a known
// divisor disappear. What overflows or divides by zero stays as it is written.

// AffineConstant is the expression v.
func AffineConstant(v int64) *AffineExpr { return &AffineExpr{Op: AffineConst, Value: v} }

// FoldAffine is `lhs op rhs`, simplified as far as that takes no ranges.
func FoldAffine(op AffineOp, lhs, rhs *AffineExpr) *AffineExpr {
	switch op {
	case AffineAdd:
		return affineAdd(lhs, rhs)
	case AffineMul:
		return affineMul(lhs, rhs)
	case AffineFloorDiv, AffineCeilDiv:
		return affineDiv(op, lhs, rhs)
	}
	return affineMod(lhs, rhs)
}

func affineNode(op AffineOp, lhs, rhs *AffineExpr) *AffineExpr {
	return &AffineExpr{Op: op, LHS: lhs, RHS: rhs}
}

func isConst(e *AffineExpr) bool { return e.Op == AffineConst }

// IsSymbolic reports whether no dimension occurs in e.
func (e *AffineExpr) IsSymbolic() bool {
	switch e.Op {
	case AffineConst, AffineSym:
		return true
	case AffineDim:
		return false
	}
	return e.LHS.IsSymbolic() && e.RHS.IsSymbolic()
}

func sameAffine(a, b *AffineExpr) bool {
	if a == b {
		return true
	}
	if a.Op != b.Op || a.Value != b.Value {
		return false
	}
	return a.LHS == nil || sameAffine(a.LHS, b.LHS) && sameAffine(a.RHS, b.RHS)
}

// hasConstRight reports whether e is `x op constant`.
func hasConstRight(e *AffineExpr, op AffineOp) bool { return e.Op == op && isConst(e.RHS) }

// outOfOrder reports whether a and b are two dimensions or two symbols, the
// later one first.
func outOfOrder(a, b *AffineExpr) bool {
	return a.Op == b.Op && (a.Op == AffineDim || a.Op == AffineSym) && a.Value > b.Value
}

// affineAdd is lhs + rhs, simplified.
func affineAdd(lhs, rhs *AffineExpr) *AffineExpr {
	if e := simplerSum(lhs, rhs); e != nil {
		return e
	}
	return affineNode(AffineAdd, lhs, rhs)
}

// simplerSum is lhs + rhs in another form than that, or nil.
func simplerSum(lhs, rhs *AffineExpr) *AffineExpr {
	if isConst(lhs) && isConst(rhs) {
		if v, ok := shapes.Add(lhs.Value, rhs.Value); ok {
			return AffineConstant(v)
		}
		return nil
	}
	if isConst(lhs) || lhs.IsSymbolic() && !rhs.IsSymbolic() || outOfOrder(lhs, rhs) {
		return affineAdd(rhs, lhs)
	}
	if isConst(rhs) && rhs.Value == 0 {
		return lhs
	}
	constRight := hasConstRight(lhs, AffineAdd)
	if constRight && isConst(rhs) { // (x + 2) + 3
		return affineAdd(lhs.LHS, affineAdd(lhs.RHS, rhs))
	}
	x, c := coefficient(lhs)
	y, d := coefficient(rhs)
	if v, ok := shapes.Add(c, d); ok && sameAffine(x, y) { // x * 2 + x * 3
		return affineMul(x, AffineConstant(v))
	}
	if constRight { // (x + 2) + y
		return affineAdd(affineAdd(lhs.LHS, rhs), lhs.RHS)
	}
	return modulo(lhs, rhs)
}

// coefficient splits e into x * c.
func coefficient(e *AffineExpr) (x *AffineExpr, c int64) {
	if hasConstRight(e, AffineMul) {
		return e.LHS, e.RHS.Value
	}
	return e, 1
}

// modulo recognises x + (x floordiv q) * -q and x + (x floordiv q) * q * -1 as
// x mod q; nil when it is neither. Where a quotient is added to a sum, the two
// last terms are joined if that makes them simpler, or puts a symbol last.
func modulo(x, rhs *AffineExpr) *AffineExpr {
	if rhs.Op != AffineMul {
		return nil
	}
	l, r := rhs.LHS, rhs.RHS
	if isConst(r) && r.Value == -1 && l.Op == AffineMul && l.LHS.Op == AffineFloorDiv &&
		sameAffine(l.LHS.RHS, l.RHS) && sameAffine(x, l.LHS.LHS) {
		return affineMod(x, l.RHS)
	}
	if l.Op != AffineFloorDiv {
		return nil
	}
	if isConst(l.RHS) && l.RHS.Value > 0 && isConst(r) && r.Value == -l.RHS.Value && sameAffine(x, l.LHS) {
		return affineMod(x, l.RHS)
	}
	if x.Op == AffineAdd {
		if e := simplerSum(x.RHS, rhs); e != nil {
			return affineAdd(x.LHS, e)
		}
	}
	return nil
}

func affineMul(lhs, rhs *AffineExpr) *AffineExpr {
	if isConst(lhs) && isConst(rhs) {
		if v, ok := shapes.Mul(lhs.Value, rhs.Value); ok {
			return AffineConstant(v)
		}
		return affineNode(AffineMul, lhs, rhs)
	}
	if !rhs.IsSymbolic() || isConst(lhs) || outOfOrder(lhs, rhs) {
		return affineMul(rhs, lhs)
	}
	if isConst(rhs) {
		switch rhs.Value {
		case 1:
			return lhs
		case 0:
			return rhs
		}
	}
	if hasConstRight(lhs, AffineMul) {
		if !isConst(rhs) { // (x * 2) * s
			return affineMul(affineMul(lhs.LHS, rhs), lhs.RHS)
		}
		if v, ok := shapes.Mul(lhs.RHS.Value, rhs.Value); ok { // (x * 2) * 3
			return affineMul(lhs.LHS, AffineConstant(v))
		}
	}
	return affineNode(AffineMul, lhs, rhs)
}

// affineDiv divides and rounds down or up.
func affineDiv(op AffineOp, lhs, rhs *AffineExpr) *AffineExpr {
	if !isConst(rhs) || rhs.Value == 0 || isConst(lhs) && lhs.Value == math.MinInt64 && rhs.Value == -1 {
		return affineNode(op, lhs, rhs)
	}
	d := rhs.Value
	switch {
	case isConst(lhs) && op == AffineFloorDiv:
		return AffineConstant(shapes.FloorDiv(lhs.Value, d))
	case isConst(lhs):
		q := shapes.FloorDiv(lhs.Value, d)
		if q*d != lhs.Value {
			q++
		}
		return AffineConstant(q)
	case d == 1:
		return lhs
	case hasConstRight(lhs, AffineMul) && lhs.RHS.Value%d == 0 && !(d == -1 && lhs.RHS.Value == math.MinInt64):
		return affineMul(lhs.LHS, AffineConstant(lhs.RHS.Value/d))
	case op == AffineFloorDiv && lhs.Op == AffineAdd && (divisor(lhs.LHS)%d == 0 || divisor(lhs.RHS)%d == 0):
		return affineAdd(affineDiv(op, lhs.LHS, rhs), affineDiv(op, lhs.RHS, rhs))
	}
	return affineNode(op, lhs, rhs)
}

func affineMod(lhs, rhs *AffineExpr) *AffineExpr {
	if !isConst(rhs) || rhs.Value < 1 {
		return affineNode(AffineMod, lhs, rhs)
	}
	d := rhs.Value
	switch {
	case isConst(lhs):
		return AffineConstant((lhs.Value%d + d) % d)
	case divisor(lhs)%d == 0:
		return AffineConstant(0)
	case lhs.Op == AffineAdd && divisor(lhs.LHS)%d == 0:
		return affineMod(lhs.RHS, rhs)
	case lhs.Op == AffineAdd && divisor(lhs.RHS)%d == 0:
		return affineMod(lhs.LHS, rhs)
	case hasConstRight(lhs, AffineMod) && lhs.RHS.Value >= 1 && lhs.RHS.Value%d == 0:
		return affineMod(lhs.LHS, rhs)
	}
	return affineNode(AffineMod, lhs, rhs)
}

// divisor is the largest number known to divide e, or 0 when e is zero.
func divisor(e *AffineExpr) int64 {
	switch e.Op {
	case AffineConst:
		return affineAbs(e.Value)
	case AffineMul:
		hi, lo := bits.Mul64(uint64(divisor(e.LHS)), uint64(divisor(e.RHS)))
		if hi != 0 || lo > math.MaxInt64 {
			return 1
		}
		return int64(lo)
	case AffineAdd, AffineMod:
		return shapes.GCD(divisor(e.LHS), divisor(e.RHS))
	case AffineFloorDiv, AffineCeilDiv:
		if !isConst(e.RHS) || e.RHS.Value == 0 {
			return 1
		}
		if n, d := divisor(e.LHS), e.RHS.Value; n%d == 0 {
			return affineAbs(n / d)
		}
	}
	return 1
}

// affineAbs of the smallest number, which has no positive counterpart, is 1: a safe
// divisor.
func affineAbs(v int64) int64 {
	switch {
	case v == math.MinInt64:
		return 1
	case v < 0:
		return -v
	}
	return v
}
