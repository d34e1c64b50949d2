package extract

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// randomProblem is a small problem: nodes with operands that others have, too, cycles, several
// roots, costs that are zero and, in some, negative.
func randomProblem(seed uint64) *Problem {
	r := rand.New(rand.NewPCG(seed, 7))
	var p Problem
	classes, least := 2+r.IntN(8), -1
	if seed%4 == 0 {
		least = -4
	}
	most := 1 + r.IntN(12)
	fraction := seed%5 == 0
	for c := range classes {
		for range 1 + r.IntN(3) {
			var kids []uint32
			for range r.IntN(4) {
				if seed%3 != 0 || c == 0 {
					kids = append(kids, uint32(r.IntN(classes)))
				} else {
					kids = append(kids, uint32(r.IntN(c)))
				}
			}
			cost := float64(max(least+1, 0) + r.IntN(most))
			if least < -1 {
				cost = float64(least + r.IntN(most))
			}
			if fraction {
				cost += r.Float64()
			}
			p.Add(uint32(c), cost, kids...)
		}
	}
	for range 1 + r.IntN(3) {
		p.Roots = append(p.Roots, uint32(r.IntN(classes)))
	}
	return &p
}

// brute tries all choices; ok is whether there is any.
func brute(p *Problem) (best float64, ok bool) {
	nodes := make([][]int32, p.NumClasses)
	for n, c := range p.Class {
		nodes[c] = append(nodes[c], int32(n))
	}
	choice := make([]int32, p.NumClasses)
	at := make([]int, p.NumClasses)
	for {
		for c := range choice {
			choice[c] = -1
			if len(nodes[c]) > 0 {
				choice[c] = nodes[c][at[c]]
			}
		}
		if cost, err := p.CostOf(choice); err == nil && (!ok || cost < best) {
			best, ok = cost, true
		}
		c := 0
		for ; c < len(at); c++ {
			if at[c]++; at[c] < len(nodes[c]) {
				break
			}
			at[c] = 0
		}
		if c == len(at) {
			return best, ok
		}
	}
}

// TestBruteForce: nothing is cheaper than what is proven to be the cheapest, and all bounds hold.
func TestBruteForce(t *testing.T) {
	for seed := range campaign.Seeds(3000) {
		p := randomProblem(seed)
		want, ok := brute(p)
		for m := range Methods {
			r, err := Run(p, Options{Method: Method(m)})
			if (err == nil) != ok {
				t.Fatalf("seed %d: %v: %v, but a choice exists: %v", seed, Method(m), err, ok)
			}
			if err != nil {
				continue
			}
			cost, err := p.CostOf(r.Choice)
			const e = 1e-9
			if err != nil || cost != r.Cost || r.Cost < want-e || r.Bound > want+e || Method(m) == Exact && (!r.Proven || r.Cost > want+e) {
				t.Fatalf("seed %d: %v: %+v %v, want %g", seed, Method(m), r, err, want)
			}
		}
	}
}

// TestWorkEndsAnywhere: with however little work, a choice is complete, costs what is said, is no
// dearer than the greedy one with as much work, and no bound is above the best.
func TestWorkEndsAnywhere(t *testing.T) {
	for seed := range campaign.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 11))
		p := mediumProblem(r)
		least, bound := math.Inf(1), math.Inf(-1)
		for range 6 {
			work := int64(1) << r.IntN(22)
			greedy, err := Run(p, Options{Method: Greedy, Work: work})
			if err != nil {
				break // there is no choice
			}
			x, err := Run(p, Options{Method: Exact, Work: work})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if cost, err := p.CostOf(x.Choice); err != nil || cost != x.Cost || cost > greedy.Cost {
				t.Fatalf("seed %d: work %d: cost %g, said %g, %g by greed: %v", seed, work, cost, x.Cost, greedy.Cost, err)
			}
			least, bound = min(least, x.Cost), max(bound, x.Bound)
		}
		if bound > least+1e-9 {
			t.Fatalf("seed %d: bound %g, but a choice costs %g", seed, bound, least)
		}
	}
}

// mediumProblem is too large to be tried out, with cycles and much that is shared.
func mediumProblem(r *rand.Rand) *Problem {
	p := &Problem{Roots: []uint32{0}}
	classes := 20 + r.IntN(150)
	for c := range classes {
		for range 1 + r.IntN(5) {
			var kids []uint32
			for range r.IntN(4) {
				kid := c + 1 + r.IntN(12)
				if r.IntN(8) == 0 {
					kid = r.IntN(classes)
				}
				if kid < classes {
					kids = append(kids, uint32(kid))
				}
			}
			p.Add(uint32(c), float64(1+r.IntN(30)), kids...)
		}
	}
	return p
}
