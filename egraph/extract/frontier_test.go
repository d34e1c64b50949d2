package extract

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// layered is a problem of some layers of classes, with or without cycles between two of them: too
// large for brute force, small enough for all methods.
func layered(seed uint64) *Problem {
	r := rand.New(rand.NewPCG(seed, 11))
	var p Problem
	layers, width := 3+r.IntN(4), 2+r.IntN(4)
	for l := range layers {
		for i := range width {
			for range 1 + r.IntN(4) {
				var kids []uint32
				for range r.IntN(4) {
					if l > 0 {
						kids = append(kids, uint32((l-1-r.IntN(min(l, 2)))*width+r.IntN(width)))
					}
				}
				if seed%3 == 0 && r.IntN(6) == 0 && l+1 < layers {
					kids = append(kids, uint32((l+1)*width+r.IntN(width)))
				}
				p.Add(uint32(l*width+i), float64(r.IntN(9)), kids...)
			}
		}
	}
	for range 1 + r.IntN(2) {
		p.Roots = append(p.Roots, uint32((layers-1)*width+r.IntN(width)))
	}
	return &p
}

// searchFrontier searches in sets of classes only, if no class needs itself. It returns what it
// finds, and its bound.
func searchFrontier(p *Problem) (best, bound float64, ok bool) {
	g := newGraph(p)
	t := g.tree()
	m := &meter{limit: 1 << 40}
	whole, unit := scaled(g.cost, p.affordable(g, t))
	x := newExactly(g, whole, p.affordable(g, t), t, m)
	left := append([]int64(nil), x.cost...)
	marks, _ := x.g.landmarks(left, m, m.limit)
	if _, _, count := x.g.components(); count < x.g.classes {
		return 0, 0, false
	}
	f := newFrontier(x, x.g.needs(x.g.tree(), m), left, marks)
	f.run()
	return float64(x.best) * unit, float64(f.bound) * unit, true
}

// TestFrontier: the search in sets of classes proves what brute force and clauses find.
func TestFrontier(t *testing.T) {
	count := 0
	for seed := range campaign.Seeds(3000) {
		p := layered(seed)
		want := 0.0
		if seed%2 == 0 {
			p = randomProblem(seed)
			for n, cost := range p.Cost {
				p.Cost[n] = max(0, float64(int(cost)))
			}
			var ok bool
			if want, ok = brute(p); !ok {
				continue
			}
		} else {
			r, err := Run(p, Options{})
			if err != nil {
				continue
			}
			if want = r.Cost; !r.Proven {
				t.Fatalf("seed %d: %+v", seed, r)
			}
		}
		best, bound, ok := searchFrontier(p)
		if !ok {
			continue
		}
		if count++; bound != best || math.Abs(best-want) > 1e-9 {
			t.Fatalf("seed %d: best %g, bound %g, want %g", seed, best, bound, want)
		}
	}
	if count < 100 {
		t.Errorf("only %d were searched", count)
	}
}
