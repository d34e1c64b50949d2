package extract

import (
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// TestLarge: many nodes in one class, and deep chains, take neither a stack nor much more than
// linear time: with -campaign 1000000, some seconds each.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes large graphs")
	}
	_, n := campaign.Cases(100_000)
	wide := &Problem{Roots: []uint32{0}}
	for i := range n {
		wide.Add(0, float64(n-i), uint32(1+i%1000))
	}
	for i := range 1000 {
		wide.Add(uint32(1+i), float64(i))
	}
	chain := &Problem{Roots: []uint32{0}}
	loop := &Problem{Roots: []uint32{0}}
	for i := range uint32(n) {
		chain.Add(i, 1, i+1)
		loop.Add(i, 1, i+1)
		loop.Add(i+1, 1, i)
	}
	chain.Add(uint32(n), 1)
	loop.Add(uint32(n), 1)
	for _, c := range []struct {
		name string
		p    *Problem
		want float64
	}{
		{"wide", wide, 1000},
		{"chain", chain, float64(n + 1)},
		{"loop", loop, float64(n + 1)},
	} {
		for m := range Methods {
			r, err := Run(c.p, Options{Method: Method(m), Work: 50_000_000})
			if err != nil {
				t.Fatal(c.name, err)
			}
			if r.Cost != c.want || Method(m) == Exact && !r.Proven {
				t.Errorf("%s, %v: cost %g, proven %v, want %g", c.name, Method(m), r.Cost, r.Proven, c.want)
			}
		}
	}
}
