package affine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

func texts(list []*ir.AffineExpr) string {
	var out []string
	for _, e := range list {
		if e == nil {
			out = append(out, "?")
			continue
		}
		out = append(out, text(e))
	}
	return strings.Join(out, "; ")
}

// unified fails the test if a unifier does not say at which points s is t.
func unified(t *testing.T, name string, s, to []*ir.AffineExpr, from, space affine.Space, u *affine.Unifier) {
	t.Helper()
	points(space, func(dims, syms []int64) bool {
		at := make([]int64, len(from.Dims))
		inside := true
		for i, e := range u.Axes {
			at[i] = from.Dims[i].Lo
			if e != nil {
				v, ok := affine.Evaluate(e, dims, syms)
				if !ok {
					t.Fatalf("%s: %s has no value", name, text(e))
				}
				at[i] = v
				inside = inside && from.Dims[i].Has(v)
			}
		}
		if u.Inside && !inside {
			t.Fatalf("%s: %s at %v is outside of %v", name, texts(u.Axes), dims, from.Dims)
		}
		if !inside {
			return true
		}
		for j := range s {
			v, _ := affine.Evaluate(s[j], at, syms)
			w, _ := affine.Evaluate(to[j], dims, syms)
			if v != w {
				t.Fatalf("%s: %s at %s: %d is not %d at %v", name, texts(s), texts(u.Axes), v, w, dims)
			}
		}
		return true
	})
}

// reads are random index expressions that between them depend on all axes of a shape: axes in any
// order, mirrored, shifted or with a step, some merged, some taken apart.
func reads(r *rand.Rand, extents []int64) []*ir.AffineExpr {
	var list []*ir.AffineExpr
	order := r.Perm(len(extents))
	for i := 0; i < len(order); i++ {
		d := order[i]
		e := affine.Dim(d)
		switch r.IntN(7) {
		case 0:
			e = affine.Sub(affine.Const(extents[d]-1), e)
		case 1:
			e = affine.Add(e, affine.Const(r.Int64N(5)-2))
		case 2:
			e = affine.Add(affine.Mul(e, 2), affine.Const(r.Int64N(3)))
		case 3:
			if i+1 < len(order) { // with the next axis
				i++
				e = affine.Add(affine.Mul(e, extents[order[i]]), affine.Dim(order[i]))
			}
		case 4:
			if extents[d]%2 == 0 {
				list = append(list, affine.FloorDiv(e, 2))
				e = affine.Mod(e, 2)
			}
		case 5: // read twice
			list = append(list, affine.Add(e, affine.Const(1)))
		}
		list = append(list, e)
	}
	return list
}

// substitution is a random invertible one: a space, and expressions of its axes for those of
// another.
func substitution(r *rand.Rand, extents []int64) (space affine.Space, axes []*ir.AffineExpr) {
	axes = make([]*ir.AffineExpr, len(extents))
	var shape []int64
	for _, d := range r.Perm(len(extents)) {
		n := extents[d]
		e := affine.Dim(len(shape))
		shape = append(shape, n)
		switch r.IntN(5) {
		case 0:
			e = affine.Sub(affine.Const(n-1), e)
		case 1:
			if n%2 == 0 { // two axes for one
				shape[len(shape)-1] = n / 2
				e = affine.Add(affine.Mul(e, 2), affine.Dim(len(shape)))
				shape = append(shape, 2)
			}
		}
		axes[d] = e
	}
	if len(extents) > 1 && r.IntN(4) == 0 { // one axis for the first two
		n, all := shape[1], shape[0]*shape[1]
		by := []*ir.AffineExpr{affine.FloorDiv(affine.Dim(0), n), affine.Mod(affine.Dim(0), n)}
		for i := 2; i < len(shape); i++ {
			by = append(by, affine.Dim(i-1))
		}
		for i, e := range axes {
			axes[i] = affine.Substitute(e, by, nil)
		}
		shape = append([]int64{all}, shape[2:]...)
	}
	return affine.Extents(shape...), axes
}

// Substitutions that can be undone are found, and what is found is right.
func TestUnifyRandom(t *testing.T) {
	for seed := range campaign.Seeds(2000) {
		r := rand.New(rand.NewPCG(seed, 5))
		extents := make([]int64, 1+r.IntN(4))
		for i := range extents {
			extents[i] = []int64{2, 3, 4, 5, 6, 8}[r.IntN(6)]
		}
		s := reads(r, extents)
		space, axes := substitution(r, extents)
		var to []*ir.AffineExpr
		for _, e := range s {
			e = affine.Substitute(e, axes, nil)
			if r.IntN(2) == 0 {
				e, _ = space.Simplify(e)
			}
			to = append(to, e)
		}
		from := affine.Extents(extents...)
		name := fmt.Sprintf("case %d: %s over %v and %s over %v", seed, texts(s), extents, texts(to), space.Dims)
		u, ok := affine.Unify(s, to, from, space)
		if !ok {
			t.Fatalf("%s, by %s: nothing found", name, texts(axes))
		}
		if !u.Inside || len(u.Free) > 0 {
			t.Fatalf("%s: %s, free %v, inside %v", name, texts(u.Axes), u.Free, u.Inside)
		}
		unified(t, name, s, to, from, space, u)
	}
}

// Of any expressions, what is claimed is right.
func TestUnifyAnything(t *testing.T) {
	found := 0
	for seed := range campaign.Seeds(2000) {
		g, h := newGenerator(seed), newGenerator(seed+1<<40)
		g.space.Syms, h.space.Syms = nil, nil
		var s, to []*ir.AffineExpr
		for range 1 + g.IntN(2) {
			s, to = append(s, g.expr(g.IntN(3))), append(to, h.expr(h.IntN(3)))
		}
		u, ok := affine.Unify(s, to, g.space, h.space)
		if !ok {
			continue
		}
		found++
		name := fmt.Sprintf("case %d: %s over %v and %s over %v", seed, texts(s), g.space.Dims, texts(to), h.space.Dims)
		unified(t, name, s, to, g.space, h.space, u)
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

// Where no linear expressions of the axes solve the equations, nothing is found that is in range.
func TestUnifyNegative(t *testing.T) {
	for seed := range campaign.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		from, to := affine.Extents(4, 3), affine.Extents(3, 4)
		linear := func() *ir.AffineExpr {
			e := affine.Const(r.Int64N(3) - 1)
			for i := range 2 {
				e = affine.Add(e, affine.Mul(affine.Dim(i), r.Int64N(5)-2))
			}
			return e
		}
		s, t0 := []*ir.AffineExpr{linear(), linear()}, []*ir.AffineExpr{linear(), linear()}
		u, ok := affine.Unify(s, t0, from, to)
		if !ok || !u.Inside {
			continue
		}
		// Some point of the first space has to have the values of each point of the second.
		values := map[string]bool{}
		points(from, func(dims, _ []int64) bool {
			values[valuesAt(s, dims)] = true
			return true
		})
		points(to, func(dims, _ []int64) bool {
			if !values[valuesAt(t0, dims)] {
				t.Fatalf("case %d: %s is never %s at %v, but %s is claimed", seed, texts(s), texts(t0), dims, texts(u.Axes))
			}
			return true
		})
	}
}

func valuesAt(list []*ir.AffineExpr, dims []int64) string {
	var out []int64
	for _, e := range list {
		v, _ := affine.Evaluate(e, dims, nil)
		out = append(out, v)
	}
	return fmt.Sprint(out)
}

func TestUnify(t *testing.T) {
	d := axes(4)
	list := func(e ...*ir.AffineExpr) []*ir.AffineExpr { return e }
	c, add, mul := affine.Const, affine.Add, affine.Mul
	for _, tc := range []struct {
		s, t     []*ir.AffineExpr
		from, to affine.Space
		want     string // without what is outside
	}{
		{list(d[0]), list(affine.FloorDiv(d[0], 4)), affine.Extents(4), affine.Extents(16), "d0 floordiv 4"},
		{list(affine.FloorDiv(d[0], 2)), list(d[0]), affine.Extents(16), affine.Extents(16), "none"},
		{list(affine.FloorDiv(d[0], 2)), list(affine.FloorDiv(d[0], 2)), affine.Extents(16), affine.Extents(16), "d0"},
		{list(affine.FloorDiv(d[0], 2)), list(affine.FloorDiv(d[0], 8)), affine.Extents(16), affine.Extents(64), "d0 floordiv 4"},
		{list(affine.Mod(d[0], 4)), list(affine.Mod(d[0], 4)), affine.Extents(16), affine.Extents(16), "d0"},
		{list(affine.Mod(d[0], 4)), list(d[0]), affine.Extents(16), affine.Extents(4), "d0"},
		{list(mul(d[0], 2)), list(add(mul(d[0], 4), c(2))), affine.Extents(16), affine.Extents(7), "d0 * 2 + 1"},
		{list(mul(d[0], 2)), list(add(mul(d[0], 2), c(1))), affine.Extents(16), affine.Extents(7), "none"},
		{list(mul(d[0], 2)), list(mul(d[0], 3)), affine.Extents(16), affine.Extents(7), "none"},
		{list(d[1], d[0]), list(d[0], d[1]), affine.Extents(4, 5), affine.Extents(5, 4), "d1; d0"},
		{list(d[1]), list(d[0]), affine.Extents(4, 5), affine.Extents(5), "?; d0"},
		{list(add(d[0], d[1]), affine.Sub(d[0], d[1])), list(mul(d[0], 2), c(0)), affine.Extents(9, 9), affine.Extents(9), "d0; d0"},
		{list(add(mul(d[0], 4), d[1])), list(d[0]), affine.Extents(4, 4), affine.Extents(16), "d0 floordiv 4; d0 mod 4"},
		{list(add(mul(d[0], 2), d[1])), list(add(mul(d[0], 2), d[1])), affine.Extents(14, 3), affine.Extents(14, 3), "d0; d1"},
		{list(add(mul(d[0], 2), d[1])), list(add(affine.Sub(c(2), d[0]), mul(d[1], 2))), affine.Extents(14, 3), affine.Extents(3, 14), "d1; -d0 + 2"},
		{list(add(d[0], affine.Sym(0))), list(add(d[1], affine.Sym(0))), affine.Extents(4), affine.Extents(2, 4), "d1"},
		{list(d[0]), list(c(3)), affine.Extents(4), affine.Extents(2), "3"},
		{list(c(3)), list(d[0]), affine.Extents(4), affine.Extents(2), "none"},
		{list(d[0]), list(add(d[0], c(1))), affine.Extents(4), affine.Extents(4), "d0 + 1, outside"},
		{list(d[0], d[0]), list(d[0], d[1]), affine.Extents(4), affine.Extents(4, 4), "none"},
	} {
		u, ok := affine.Unify(tc.s, tc.t, tc.from, tc.to)
		got := "none"
		if ok {
			if got = texts(u.Axes); !u.Inside {
				got += ", outside"
			}
			unified(t, got, tc.s, tc.t, tc.from, tc.to, u)
		}
		if got != tc.want {
			t.Errorf("%s and %s: %s, want %s", texts(tc.s), texts(tc.t), got, tc.want)
		}
	}
}
