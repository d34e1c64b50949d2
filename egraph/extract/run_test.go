package extract

import (
	"math"
	"strings"
	"testing"
)

// reported is the problem that a user of egg reported: fusing act into conv pays only where nobody
// else needs conv. add(conv(x), conv(relu6(conv(x)))).
func reported() *Problem {
	const x, conv, act, outer, add = 0, 1, 2, 3, 4
	var p Problem
	p.Add(x, 1)
	p.Add(conv, 100, x)
	p.Add(act, 60, conv) // relu6
	p.Add(act, 70, conv) // clamp
	p.Add(act, 50, conv) // act
	p.Add(act, 125, x)   // convact
	p.Add(outer, 100, act)
	p.Add(add, 1, conv, outer)
	p.Roots = []uint32{add}
	return &p
}

// TestReported: a value that is shared is paid once.
func TestReported(t *testing.T) {
	for m, want := range map[Method]float64{Exact: 252, Greedy: 327, Tree: 327} {
		r, err := Run(reported(), Options{Method: m})
		if err != nil {
			t.Fatal(err)
		}
		if r.Cost != want || r.Bound > 252 || m == Exact && !r.Proven {
			t.Errorf("%v: cost %g, bound %g, proven %v, want %g", m, r.Cost, r.Bound, r.Proven, want)
		}
	}
}

// TestRefused: what is malformed, or has no finite choice, is an error.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(p *Problem)
		want string
	}{
		{"cycle", func(p *Problem) { p.Add(0, 1, 1); p.Add(1, 1, 0) }, "class 0, a root, cannot be extracted: each of its nodes needs a class without a finite choice, or itself"},
		{"no node", func(p *Problem) { p.Add(1, 1) }, "class 0, a root, cannot be extracted: it has no node"},
		{"infinite", func(p *Problem) { p.Add(0, math.Inf(1)) }, "class 0, a root, cannot be extracted: each of its nodes costs infinitely much"},
		{"NaN", func(p *Problem) { p.Add(0, math.NaN()) }, "node 0 has the cost NaN"},
		{"root", func(p *Problem) { p.Add(0, 1); p.Roots = []uint32{7} }, "class 7 is a root, but there are 1 classes"},
		{"offsets", func(p *Problem) { p.Add(0, 1); p.Start = p.Start[:1] }, "1 nodes need 2 offsets of operands, but there are 1"},
	} {
		p := &Problem{Roots: []uint32{0}}
		c.make(p)
		for m := range Methods {
			if _, err := Run(p, Options{Method: Method(m)}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
		}
	}
}
