package affine_test

import (
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/te/affine"
)

// parsed is what a map with this result becomes; nil if it is none.
func parsed(src string) *ir.AffineExpr {
	ctx := ir.NewContext()
	ctx.AllowUnregistered = true
	op, err := parser.Parse(ctx, []byte(`"a.b"() {m = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8)[s0, s1, s2] -> (`+src+`)>} : () -> ()`), parser.Options{})
	if err != nil {
		return nil
	}
	var m *ir.AffineMap
	ir.Walk(op, func(o *ir.Op) ir.WalkAction {
		if a := o.Attr("m"); a != nil && m == nil {
			m = a.AffineMap()
		}
		return ir.Advance
	})
	if m == nil || len(m.Results) != 1 {
		return nil
	}
	return m.Results[0]
}

// FuzzSimplify checks that whatever is parsed simplifies to what has the same value, at a few
// points, that bounds hold there, and that the text of it is read as the same tree.
func FuzzSimplify(f *testing.F) {
	for _, src := range []string{
		"d0", "d0 * 2 + d1 - 3", "(d0 * 16 + d1) floordiv 16", "(d0 - d1) mod 5", "-(d0 ceildiv 3) * s0 + d2 mod s1",
		"(d0 floordiv 4) * 4 + d0 mod 4", "9223372036854775807 * d0 + 9223372036854775807", "d0 floordiv 0", "d0 mod -1",
		"((d0 mod 12) floordiv 2 + d1 ceildiv 2) mod 16", "(d0 * 4611686018427387904) floordiv 3 + d1 * -4611686018427387904",
		"-9223372036854775808", "(d0 + -9223372036854775807 - 1) floordiv -1", "s0 * s1 + s1 * s0", "(d0 ceildiv -1) * s0", "(s0 * d0) mod 3",
	} {
		f.Add(src, int8(1))
	}
	f.Fuzz(func(t *testing.T, src string, at int8) {
		e := parsed(src)
		if e == nil {
			return
		}
		space := affine.Extents(8, 16, 1, 5, 2, 1<<40, 3, 4)
		space.Syms = []affine.Range{{Lo: -4, Hi: 5}}
		simple, ok := space.Simplify(e)
		if !ok {
			return
		}
		if again := parsed(text(simple)); again == nil || !affine.Equal(again, simple) {
			t.Fatalf("%q becomes %s, which is read as another tree", src, text(simple))
		}
		bounds, bounded := space.Bounds(e)
		for k := range int64(40) {
			v := func(n int64) int64 { return (int64(at)&127 + k*k*7) % n }
			dims := []int64{v(8), v(16), 0, v(5), v(2), v(1 << 40), v(3), v(4), k - 20}
			syms := []int64{v(9) - 4, k*3 - 50, 7 - k}
			want, ok := affine.Evaluate(e, dims, syms)
			if !ok {
				continue
			}
			if got, ok := affine.Evaluate(simple, dims, syms); ok && got != want {
				t.Fatalf("%q is %d at %v %v, and %s is %d", src, want, dims, syms, text(simple), got)
			}
			if bounded && !bounds.Has(want) {
				t.Fatalf("%q is %d at %v %v, outside of %v", src, want, dims, syms, bounds)
			}
		}
	})
}

// What is simplified reads back as the same tree.
func TestTextRandom(t *testing.T) {
	for seed := range uint64(2000) {
		g := newGenerator(seed)
		e, _ := g.space.Simplify(g.expr(1 + g.IntN(5)))
		if again := parsed(text(e)); !affine.Equal(again, e) {
			t.Fatalf("case %d over %v: %s is read as %s", seed, g.space, text(e), text(again))
		}
	}
}
