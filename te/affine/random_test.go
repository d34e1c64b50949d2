package affine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// text is an expression as the text of a map has it.
func text(e *ir.AffineExpr) string {
	m := &ir.AffineMap{Dims: 9, Syms: 3, Results: []*ir.AffineExpr{e}}
	s := ir.NewContext().AffineMapAttr(m).String()
	const before = "affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8)[s0, s1, s2] -> ("
	return s[len(before) : len(s)-2]
}

// points calls f with each point of a space until that returns false.
func points(s affine.Space, f func(dims, syms []int64) bool) {
	if s.Empty() {
		return
	}
	all := append(append([]affine.Range{}, s.Dims...), s.Syms...)
	at := make([]int64, len(all))
	for i, r := range all {
		at[i] = r.Lo
	}
	for f(at[:len(s.Dims)], at[len(s.Dims):]) {
		i := 0
		for ; i < len(at); i++ {
			if at[i]++; at[i] < all[i].Hi {
				break
			}
			at[i] = all[i].Lo
		}
		if i == len(at) {
			return
		}
	}
}

// generator makes random expressions.
type generator struct {
	*rand.Rand
	space affine.Space
}

func newGenerator(seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 17))}
	for range 1 + g.IntN(3) {
		g.space.Dims = append(g.space.Dims, g.someRange())
	}
	for range g.IntN(2) {
		g.space.Syms = append(g.space.Syms, g.someRange())
	}
	return g
}

func (g *generator) someRange() affine.Range {
	extents := []int64{1, 2, 2, 3, 4, 4, 5, 6, 8}
	lo := int64(0)
	if g.IntN(3) == 0 {
		lo = int64(g.IntN(9)) - 5
	}
	return affine.Range{Lo: lo, Hi: lo + extents[g.IntN(len(extents))]}
}

func (g *generator) leaf() *ir.AffineExpr {
	switch n := g.IntN(len(g.space.Dims) + len(g.space.Syms) + 1); {
	case n < len(g.space.Dims):
		return affine.Dim(n)
	case n > len(g.space.Dims):
		return affine.Sym(n - len(g.space.Dims) - 1)
	}
	return affine.Const(int64(g.IntN(20)) - 8)
}

func (g *generator) factor() int64 {
	return []int64{-8, -4, -3, -2, -1, -1, 2, 3, 4, 6, 8, 12}[g.IntN(12)]
}

func (g *generator) divisor() int64 { return []int64{2, 2, 3, 4, 4, 6, 8, 12, 16}[g.IntN(9)] }

// expr makes an expression of some depth, by the constructors or without any folding.
func (g *generator) expr(depth int) *ir.AffineExpr {
	if depth == 0 {
		return g.leaf()
	}
	plain := g.IntN(2) == 0
	node := func(op ir.AffineOp, l, r *ir.AffineExpr) *ir.AffineExpr {
		if plain {
			return &ir.AffineExpr{Op: op, LHS: l, RHS: r}
		}
		return ir.FoldAffine(op, l, r)
	}
	l := g.expr(depth - 1)
	switch g.IntN(9) {
	case 0, 1, 2, 3:
		return node(ir.AffineAdd, l, g.expr(g.IntN(depth)))
	case 4, 5:
		return node(ir.AffineMul, l, affine.Const(g.factor()))
	case 6:
		return node(ir.AffineMod, l, affine.Const(g.divisor()))
	case 7:
		return node(ir.AffineCeilDiv, l, affine.Const(g.divisor()))
	}
	return node(ir.AffineFloorDiv, l, affine.Const(g.divisor()))
}

// sameValues fails the test if two expressions differ somewhere.
func sameValues(t *testing.T, s affine.Space, seed uint64, a, b *ir.AffineExpr) {
	t.Helper()
	points(s, func(dims, syms []int64) bool {
		v, _ := affine.Evaluate(a, dims, syms)
		w, ok := affine.Evaluate(b, dims, syms)
		if v != w || !ok {
			t.Fatalf("case %d over %v at %v %v: %s is %d, %s is %d (%v)", seed, s, dims, syms, text(a), v, text(b), w, ok)
		}
		return true
	})
}
