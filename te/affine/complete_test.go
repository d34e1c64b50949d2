package affine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// Where linear expressions with small coefficients solve linear equations, found by trying them
// all, something is found that is in range.
func TestUnifyComplete(t *testing.T) {
	solvable := 0
	for seed := range campaign.Seeds(150) {
		r := rand.New(rand.NewPCG(seed, 8))
		from, to := affine.Extents(2+r.Int64N(3), 2+r.Int64N(3)), affine.Extents(2+r.Int64N(2), 2+r.Int64N(2))
		linear := func() *ir.AffineExpr {
			e := affine.Const(r.Int64N(3) - 1)
			for i := range 2 {
				e = affine.Add(e, affine.Mul(affine.Dim(i), r.Int64N(5)-2))
			}
			return e
		}
		s, target := []*ir.AffineExpr{linear(), linear()}, []*ir.AffineExpr{linear(), linear()}
		if r.IntN(2) == 0 {
			s, target = s[:1], target[:1]
		}
		if !solvedLinearly(s, target, from, to) {
			continue
		}
		solvable++
		if u, ok := affine.Unify(s, target, from, to); !ok || !u.Inside {
			t.Errorf("case %d: %s over %v and %s over %v: nothing found", seed, texts(s), from.Dims, texts(target), to.Dims)
		}
	}
	if solvable == 0 {
		t.Error("no equations were solvable")
	}
}

// solvedLinearly tries all linear expressions with small coefficients.
func solvedLinearly(s, target []*ir.AffineExpr, from, to affine.Space) bool {
	var list []*ir.AffineExpr
	for c0 := int64(-2); c0 <= 2; c0++ {
		for c1 := int64(-2); c1 <= 2; c1++ {
			for c := int64(0); c < 4; c++ {
				list = append(list, affine.Add(affine.Add(affine.Mul(affine.Dim(0), c0), affine.Mul(affine.Dim(1), c1)), affine.Const(c)))
			}
		}
	}
	inside := func(d int) (out []*ir.AffineExpr) {
		for _, e := range list {
			if to.InBounds(e, from.Dims[d]) {
				out = append(out, e)
			}
		}
		return out
	}
	first, second := inside(0), inside(1)
	for _, a := range first {
		for _, b := range second {
			same := true
			for j := range s {
				x, _ := to.Simplify(affine.Sub(affine.Substitute(s[j], []*ir.AffineExpr{a, b}, nil), target[j]))
				v, ok := affine.ConstValue(x)
				same = same && ok && v == 0
			}
			if same {
				return true
			}
		}
	}
	return false
}
