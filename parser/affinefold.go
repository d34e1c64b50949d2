package parser

import (
	"math"
	"math/bits"

	"github.com/tg-opt/tg/ir"
)

// The constructors here simplify as MLIR's do, so that a map prints the same
// from both, and printing and parsing it again changes nothing: constants fold,
// constants and then symbols move to the right, two dimensions or two symbols
// are sorted, sums and products with a constant merge, and divisions by a known
// divisor disappear. What overflows or divides by zero stays as it is written.

func affineConst(v int64) *ir.AffineExpr { return &ir.AffineExpr{Op: ir.AffineConst, Value: v} }

func affineBinary(op ir.AffineOp, lhs, rhs *ir.AffineExpr) *ir.AffineExpr {
	switch op {
	case ir.AffineAdd:
		return affineAdd(lhs, rhs)
	case ir.AffineMul:
		return affineMul(lhs, rhs)
	case ir.AffineFloorDiv, ir.AffineCeilDiv:
		return affineDiv(op, lhs, rhs)
	}
	return affineMod(lhs, rhs)
}

func plain(op ir.AffineOp, lhs, rhs *ir.AffineExpr) *ir.AffineExpr {
	return &ir.AffineExpr{Op: op, LHS: lhs, RHS: rhs}
}

func isConst(e *ir.AffineExpr) bool { return e.Op == ir.AffineConst }

// isSymbolic reports whether no dimension occurs in e.
func isSymbolic(e *ir.AffineExpr) bool {
	switch e.Op {
	case ir.AffineConst, ir.AffineSym:
		return true
	case ir.AffineDim:
		return false
	}
	return isSymbolic(e.LHS) && isSymbolic(e.RHS)
}

func sameAffine(a, b *ir.AffineExpr) bool {
	if a == b {
		return true
	}
	if a.Op != b.Op || a.Value != b.Value {
		return false
	}
	return a.LHS == nil || sameAffine(a.LHS, b.LHS) && sameAffine(a.RHS, b.RHS)
}

// hasConstRight reports whether e is `x op constant`.
func hasConstRight(e *ir.AffineExpr, op ir.AffineOp) bool { return e.Op == op && isConst(e.RHS) }

// outOfOrder reports whether a and b are two dimensions or two symbols, the
// later one first.
func outOfOrder(a, b *ir.AffineExpr) bool {
	return a.Op == b.Op && (a.Op == ir.AffineDim || a.Op == ir.AffineSym) && a.Value > b.Value
}

// affineAdd is lhs + rhs, simplified.
func affineAdd(lhs, rhs *ir.AffineExpr) *ir.AffineExpr {
	if e := simplerSum(lhs, rhs); e != nil {
		return e
	}
	return plain(ir.AffineAdd, lhs, rhs)
}

// simplerSum is lhs + rhs in another form than that, or nil.
func simplerSum(lhs, rhs *ir.AffineExpr) *ir.AffineExpr {
	if isConst(lhs) && isConst(rhs) {
		if v, ok := add(lhs.Value, rhs.Value); ok {
			return affineConst(v)
		}
		return nil
	}
	if isConst(lhs) || isSymbolic(lhs) && !isSymbolic(rhs) || outOfOrder(lhs, rhs) {
		return affineAdd(rhs, lhs)
	}
	if isConst(rhs) && rhs.Value == 0 {
		return lhs
	}
	constRight := hasConstRight(lhs, ir.AffineAdd)
	if constRight && isConst(rhs) { // (x + 2) + 3
		return affineAdd(lhs.LHS, affineAdd(lhs.RHS, rhs))
	}
	x, c := coefficient(lhs)
	y, d := coefficient(rhs)
	if v, ok := add(c, d); ok && sameAffine(x, y) { // x * 2 + x * 3
		return affineMul(x, affineConst(v))
	}
	if constRight { // (x + 2) + y
		return affineAdd(affineAdd(lhs.LHS, rhs), lhs.RHS)
	}
	return modulo(lhs, rhs)
}

// coefficient splits e into x * c.
func coefficient(e *ir.AffineExpr) (x *ir.AffineExpr, c int64) {
	if hasConstRight(e, ir.AffineMul) {
		return e.LHS, e.RHS.Value
	}
	return e, 1
}

// modulo recognises x + (x floordiv q) * -q and x + (x floordiv q) * q * -1 as
// x mod q; nil when it is neither. Where a quotient is added to a sum, the two
// last terms are joined if that makes them simpler, or puts a symbol last.
func modulo(x, rhs *ir.AffineExpr) *ir.AffineExpr {
	if rhs.Op != ir.AffineMul {
		return nil
	}
	l, r := rhs.LHS, rhs.RHS
	if isConst(r) && r.Value == -1 && l.Op == ir.AffineMul && l.LHS.Op == ir.AffineFloorDiv &&
		sameAffine(l.LHS.RHS, l.RHS) && sameAffine(x, l.LHS.LHS) {
		return affineMod(x, l.RHS)
	}
	if l.Op != ir.AffineFloorDiv {
		return nil
	}
	if isConst(l.RHS) && l.RHS.Value > 0 && isConst(r) && r.Value == -l.RHS.Value && sameAffine(x, l.LHS) {
		return affineMod(x, l.RHS)
	}
	if x.Op == ir.AffineAdd {
		if e := simplerSum(x.RHS, rhs); e != nil {
			return affineAdd(x.LHS, e)
		}
	}
	return nil
}

func affineMul(lhs, rhs *ir.AffineExpr) *ir.AffineExpr {
	if isConst(lhs) && isConst(rhs) {
		if v, ok := mul(lhs.Value, rhs.Value); ok {
			return affineConst(v)
		}
		return plain(ir.AffineMul, lhs, rhs)
	}
	if !isSymbolic(rhs) || isConst(lhs) || outOfOrder(lhs, rhs) {
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
	if hasConstRight(lhs, ir.AffineMul) {
		if !isConst(rhs) { // (x * 2) * s
			return affineMul(affineMul(lhs.LHS, rhs), lhs.RHS)
		}
		if v, ok := mul(lhs.RHS.Value, rhs.Value); ok { // (x * 2) * 3
			return affineMul(lhs.LHS, affineConst(v))
		}
	}
	return plain(ir.AffineMul, lhs, rhs)
}

// add is a + b; ok is false when that overflows.
func add(a, b int64) (v int64, ok bool) {
	v = a + b
	return v, (v > a) == (b > 0)
}

// mul is a * b; ok is false when that overflows.
func mul(a, b int64) (v int64, ok bool) {
	v = a * b
	if a == 0 || b == 0 {
		return 0, true
	}
	return v, v/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
}

// affineDiv divides and rounds down or up.
func affineDiv(op ir.AffineOp, lhs, rhs *ir.AffineExpr) *ir.AffineExpr {
	if !isConst(rhs) || rhs.Value == 0 || isConst(lhs) && lhs.Value == math.MinInt64 && rhs.Value == -1 {
		return plain(op, lhs, rhs)
	}
	d := rhs.Value
	switch {
	case isConst(lhs) && op == ir.AffineFloorDiv:
		return affineConst(floorDiv(lhs.Value, d))
	case isConst(lhs):
		q := floorDiv(lhs.Value, d)
		if q*d != lhs.Value {
			q++
		}
		return affineConst(q)
	case d == 1:
		return lhs
	case hasConstRight(lhs, ir.AffineMul) && lhs.RHS.Value%d == 0 && !(d == -1 && lhs.RHS.Value == math.MinInt64):
		return affineMul(lhs.LHS, affineConst(lhs.RHS.Value/d))
	case op == ir.AffineFloorDiv && lhs.Op == ir.AffineAdd && (divisor(lhs.LHS)%d == 0 || divisor(lhs.RHS)%d == 0):
		return affineAdd(affineDiv(op, lhs.LHS, rhs), affineDiv(op, lhs.RHS, rhs))
	}
	return plain(op, lhs, rhs)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if q*b != a && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func affineMod(lhs, rhs *ir.AffineExpr) *ir.AffineExpr {
	if !isConst(rhs) || rhs.Value < 1 {
		return plain(ir.AffineMod, lhs, rhs)
	}
	d := rhs.Value
	switch {
	case isConst(lhs):
		return affineConst((lhs.Value%d + d) % d)
	case divisor(lhs)%d == 0:
		return affineConst(0)
	case lhs.Op == ir.AffineAdd && divisor(lhs.LHS)%d == 0:
		return affineMod(lhs.RHS, rhs)
	case lhs.Op == ir.AffineAdd && divisor(lhs.RHS)%d == 0:
		return affineMod(lhs.LHS, rhs)
	case hasConstRight(lhs, ir.AffineMod) && lhs.RHS.Value >= 1 && lhs.RHS.Value%d == 0:
		return affineMod(lhs.LHS, rhs)
	}
	return plain(ir.AffineMod, lhs, rhs)
}

// divisor is the largest number known to divide e, or 0 when e is zero.
func divisor(e *ir.AffineExpr) int64 {
	switch e.Op {
	case ir.AffineConst:
		return abs(e.Value)
	case ir.AffineMul:
		hi, lo := bits.Mul64(uint64(divisor(e.LHS)), uint64(divisor(e.RHS)))
		if hi != 0 || lo > math.MaxInt64 {
			return 1
		}
		return int64(lo)
	case ir.AffineAdd, ir.AffineMod:
		return gcd(divisor(e.LHS), divisor(e.RHS))
	case ir.AffineFloorDiv, ir.AffineCeilDiv:
		if !isConst(e.RHS) || e.RHS.Value == 0 {
			return 1
		}
		if n, d := divisor(e.LHS), e.RHS.Value; n%d == 0 {
			return abs(n / d)
		}
	}
	return 1
}

// abs of the smallest number, which has no positive counterpart, is 1: a safe
// divisor.
func abs(v int64) int64 {
	switch {
	case v == math.MinInt64:
		return 1
	case v < 0:
		return -v
	}
	return v
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
