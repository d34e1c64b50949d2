package lifetimes

import (
	"math/rand/v2"
	"testing"
)

// Spans agree with sets of points.
func TestSpans(t *testing.T) {
	const points = 24
	random := rand.New(rand.NewPCG(5, 6))
	one := func() span {
		first := random.Int32N(points)
		return span{first, min(points-1, first+random.Int32N(4))}
	}
	set := func(s spans) (in [points]bool) {
		for i, x := range s {
			if i > 0 && x.first <= s[i-1].last {
				t.Fatalf("%v is not ascending, or some meet", s)
			}
			for p := x.first; p <= x.last; p++ {
				in[p] = true
			}
		}
		return in
	}
	for range 5000 {
		var a, b, disjoint spans
		for range random.IntN(6) {
			x := one()
			want := set(a)
			for p := x.first; p <= x.last; p++ {
				want[p] = true
			}
			if a.unite(x); set(a) != want {
				t.Fatalf("%v with %v is not the union", a, x)
			}
			b.unite(one())
			before := set(disjoint)
			free := true
			for p := x.first; p <= x.last; p++ {
				free = free && !before[p]
			}
			if disjoint.add(x) != free || !free && set(disjoint) != before {
				t.Fatalf("adding %v to what became %v", x, disjoint)
			}
		}
		but := random.Int32N(points+1) - 1
		inA, inB := set(a), set(b)
		meet := false
		for p := range inA {
			meet = meet || inA[p] && inB[p] && int32(p) != but
		}
		if a.meet(b, but) != meet || b.meet(a, but) != meet {
			t.Fatalf("%v and %v meet, other than at %d: want %v", a, b, but, meet)
		}
	}
}
