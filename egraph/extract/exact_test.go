package extract

import (
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
