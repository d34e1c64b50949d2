package affine_test

import (
	"math"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/te/affine"
)

// A simplified expression has the values that it had, simplifies no further, and its bounds are
// true.
func TestSimplifyRandom(t *testing.T) {
	for seed := range campaign.Seeds(3000) {
		g := newGenerator(seed)
		e := g.expr(1 + g.IntN(6))
		simple, ok := g.space.Simplify(e)
		if !ok {
			t.Fatalf("case %d: %s is not simplified", seed, text(e))
		}
		sameValues(t, g.space, seed, e, simple)
		again, ok := g.space.Simplify(simple)
		if !ok || !affine.Equal(simple, again) {
			t.Fatalf("case %d over %v: %s, simplified, is %s, and that %s", seed, g.space, text(e), text(simple), text(again))
		}
		r, ok := g.space.Bounds(e)
		if !ok {
			t.Fatalf("case %d: %s has no bounds", seed, text(e))
		}
		lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
		points(g.space, func(dims, syms []int64) bool {
			v, _ := affine.Evaluate(e, dims, syms)
			lo, hi = min(lo, v), max(hi, v)
			return true
		})
		if exact := (affine.Range{Lo: lo, Hi: hi + 1}); r != exact {
			t.Fatalf("case %d: %s over %v is in %v, not %v", seed, text(e), g.space, exact, r)
		}
	}
}
