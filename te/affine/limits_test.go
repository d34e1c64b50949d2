package affine_test

import (
	"math"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// What does not fit is refused, or is not claimed.
func TestOverflow(t *testing.T) {
	big := int64(math.MaxInt64)
	d0, d1 := affine.Dim(0), affine.Dim(1)
	plain := func(op ir.AffineOp, l, r *ir.AffineExpr) *ir.AffineExpr { return bin(op, l, r) }
	for _, e := range []*ir.AffineExpr{
		plain(ir.AffineMul, num(big), num(2)),
		plain(ir.AffineAdd, num(big), num(1)),
		plain(ir.AffineMul, times(d0, big), num(2)),
		sum(times(d0, big), times(d0, 2)),
		sum(d0, num(math.MinInt64)),
		times(sum(d0, num(4)), big/2),
		plain(ir.AffineFloorDiv, d0, num(0)),
		plain(ir.AffineMod, d0, num(0)),
		plain(ir.AffineMod, d0, num(-4)),
		plain(ir.AffineCeilDiv, times(d0, big), num(math.MinInt64)),
	} {
		if simple, ok := affine.Extents(8).Simplify(e); ok || simple != e {
			t.Errorf("%s becomes %s", text(e), text(simple))
		}
		if _, ok := affine.Extents(8).Bounds(e); ok {
			t.Errorf("%s has bounds", text(e))
		}
		if affine.Extents(8).InBounds(e, affine.Range{Lo: math.MinInt64 + 1, Hi: big - 1}) {
			t.Errorf("%s is in bounds", text(e))
		}
	}
	// Values that do not fit leave no bounds, and no simple form: executions stop at the last
	// number.
	e := sum(times(d0, big/2), times(d1, big/2))
	if _, ok := affine.Extents(8, 8).Bounds(e); ok {
		t.Errorf("%s has bounds", text(e))
	}
	remainder := plain(ir.AffineMod, sum(d0, num(big)), num(4))
	for _, e := range []*ir.AffineExpr{e, remainder} {
		if simple, ok := affine.Extents(8, 8).Simplify(e); ok || simple != e {
			t.Errorf("%s becomes %s", text(e), text(simple))
		}
	}
	if _, ok := affine.Extents(1).Simplify(remainder); !ok {
		t.Errorf("%s is not simplified where it fits", text(remainder))
	}
	if v, ok := affine.Evaluate(times(d0, big), []int64{2}, nil); ok {
		t.Errorf("a product that does not fit is %d", v)
	}
	huge := affine.Range{Lo: math.MinInt64 + 1, Hi: big - 1}
	p := affine.Problem{Vars: []affine.Range{huge, huge}, Exprs: []*ir.AffineExpr{sum(times(d0, big), times(d1, big-1))}, Targets: []affine.Range{huge}}
	if s, ok := affine.Solve(p); ok {
		t.Logf("solved: %s", solutionText(s))
	}
	if u, ok := affine.Unify([]*ir.AffineExpr{times(d0, big)}, []*ir.AffineExpr{times(d0, big-1)}, affine.Extents(8), affine.Extents(8)); ok {
		t.Errorf("unified: %s", texts(u.Axes))
	}
}

// Large expressions are simplified or refused soon.
func TestLarge(t *testing.T) {
	many := func(n int, term func(i int64) *ir.AffineExpr) *ir.AffineExpr {
		e := num(0)
		for i := range int64(n) {
			e = sum(e, term(i))
		}
		return e
	}
	doubled := affine.Dim(0)
	for range 60 { // 2^60 nodes, most of them shared
		doubled = sum(doubled, bin(ir.AffineFloorDiv, doubled, num(3)))
	}
	deep := affine.Dim(0)
	for i := range int64(5000) {
		deep = bin(ir.AffineFloorDiv, sum(deep, num(i)), num(2+i%3))
	}
	cases := map[string]*ir.AffineExpr{
		"terms":     many(5000, func(i int64) *ir.AffineExpr { return times(affine.Dim(i), i+1) }),
		"quotients": many(900, func(i int64) *ir.AffineExpr { return times(bin(ir.AffineFloorDiv, affine.Dim(i%9), num(i+2)), i+1) }),
		"powers":    many(60, func(i int64) *ir.AffineExpr { return times(bin(ir.AffineFloorDiv, affine.Dim(0), num(1<<i)), 1<<i) }),
		"remainders": many(300, func(i int64) *ir.AffineExpr {
			return times(bin(ir.AffineMod, sum(affine.Dim(i%5), affine.Dim(i%7)), num(2*i+2)), 1+i%3)
		}),
		"nested": many(40, func(i int64) *ir.AffineExpr {
			return bin(ir.AffineMod, bin(ir.AffineFloorDiv, many(int(i), func(k int64) *ir.AffineExpr { return times(affine.Dim(k), k*k+1) }), num(i+2)), num(6))
		}),
		"doubled": doubled,
		"deep":    deep,
	}
	for name, e := range cases {
		for _, s := range []affine.Space{{}, affine.Extents(2, 3, 4, 5, 6, 7, 8, 9, 10)} {
			simple, ok := s.Simplify(e)
			if !ok && simple != e {
				t.Errorf("%s: what is refused comes back as another expression", name)
			}
			s.Bounds(e)
		}
	}
}
