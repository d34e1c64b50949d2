package affine

import (
	"math"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// Evaluate is the value of e at a point. ok is false where int64 cannot hold it or a part of it,
// where something is divided by 0 or is to be a remainder by less than 1, and where e has a
// dimension or symbol that the point lacks.
func Evaluate(e *ir.AffineExpr, dims, syms []int64) (v int64, ok bool) {
	switch e.Op {
	case ir.AffineConst:
		return e.Value, true
	case ir.AffineDim:
		return coordinate(dims, e.Value)
	case ir.AffineSym:
		return coordinate(syms, e.Value)
	}
	l, ok := Evaluate(e.LHS, dims, syms)
	if !ok {
		return 0, false
	}
	r, ok := Evaluate(e.RHS, dims, syms)
	if !ok {
		return 0, false
	}
	return apply(e.Op, l, r)
}

func coordinate(point []int64, i int64) (v int64, ok bool) {
	if i < 0 || i >= int64(len(point)) {
		return 0, false
	}
	return point[i], true
}

// apply is `l op r`.
func apply(op ir.AffineOp, l, r int64) (v int64, ok bool) {
	switch op {
	case ir.AffineAdd:
		return shapes.Add(l, r)
	case ir.AffineMul:
		return shapes.Mul(l, r)
	case ir.AffineMod:
		if r < 1 {
			return 0, false
		}
		return remainder(l, r), true
	}
	if r == 0 || l == math.MinInt64 && r == -1 {
		return 0, false
	}
	q := shapes.FloorDiv(l, r)
	if op == ir.AffineCeilDiv && q*r != l {
		q++
	}
	return q, true
}

// remainder is l mod r, for r > 0.
func remainder(l, r int64) int64 {
	v := l % r
	if v < 0 {
		v += r
	}
	return v
}

// gcd is the greatest common divisor of any numbers but the least one.
func gcd(a, b int64) int64 { return shapes.GCD(magnitude(a), magnitude(b)) }

// magnitude is |v|; that of the least number is the greatest one, which is near enough for bounds.
func magnitude(v int64) int64 {
	switch {
	case v == math.MinInt64:
		return math.MaxInt64
	case v < 0:
		return -v
	}
	return v
}

// interval is lo <= v <= hi. The least and the greatest number stand for no bound, and for what
// int64 cannot hold.
type interval struct{ lo, hi int64 }

var everything = interval{math.MinInt64, math.MaxInt64}

// interval is the interval of the numbers in a range that is not empty.
func (r Range) interval() interval {
	if r.Hi != math.MaxInt64 {
		r.Hi--
	}
	return interval{r.Lo, r.Hi}
}

// exclusive is the range of the numbers in an interval. A range has no end that tells the greatest
// number from no bound: one of that number alone is a wider one, and not empty.
func (v interval) exclusive() Range {
	switch {
	case v.hi != math.MaxInt64:
		v.hi++
	case v.lo == math.MaxInt64: // or more: a range from there on would be empty
		v.lo--
	}
	return Range{v.lo, v.hi}
}

func (v interval) bounded() bool { return v.lo != math.MinInt64 && v.hi != math.MaxInt64 }

func (v interval) plus(w interval) interval {
	return interval{bound(v.lo, w.lo, math.MinInt64), bound(v.hi, w.hi, math.MaxInt64)}
}

// bound is a + b, or none where one of them is or the sum does not fit.
func bound(a, b, none int64) int64 {
	if v, ok := shapes.Add(a, b); ok && a != none && b != none {
		return v
	}
	return none
}

// times is the interval of the products with c.
func (v interval) times(c int64) interval {
	switch {
	case c == 0:
		return interval{}
	case c < 0:
		v.lo, v.hi = v.hi, v.lo
	}
	return interval{scaled(v.lo, c, math.MinInt64), scaled(v.hi, c, math.MaxInt64)}
}

func scaled(b, c, none int64) int64 {
	if b == math.MinInt64 || b == math.MaxInt64 {
		return none
	}
	if v, ok := shapes.Mul(b, c); ok {
		return v
	}
	return none
}

// over is the interval of the quotients by n > 0, rounded down.
func (v interval) over(n int64) interval {
	if v.lo != math.MinInt64 {
		v.lo = shapes.FloorDiv(v.lo, n)
	}
	if v.hi != math.MaxInt64 {
		v.hi = shapes.FloorDiv(v.hi, n)
	}
	return v
}

func (v interval) union(w interval) interval { return interval{min(v.lo, w.lo), max(v.hi, w.hi)} }

func (v interval) meet(w interval) interval { return interval{max(v.lo, w.lo), min(v.hi, w.hi)} }
