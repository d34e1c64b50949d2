package egraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// naive is congruence closure by its definition: terms, and a table of which
// are equal, closed until nothing changes.
type naive struct {
	syms  []Symbol
	terms [][]ID
	same  []int
}

func (v *naive) add(s Symbol, children []ID) {
	v.same = append(v.same, len(v.terms))
	v.syms = append(v.syms, s)
	v.terms = append(v.terms, slices.Clone(children))
}

func (v *naive) unite(a, b ID) {
	from, to := v.same[b], v.same[a]
	for i := range v.same {
		if v.same[i] == from {
			v.same[i] = to
		}
	}
}

func (v *naive) key(n int) string {
	s := fmt.Sprint(v.syms[n])
	for _, c := range v.terms[n] {
		s += fmt.Sprint(" ", v.same[c])
	}
	return s
}

func (v *naive) close() {
	for changed := true; changed; {
		changed = false
		first := map[string]int{}
		for n := range v.terms {
			k := v.key(n)
			if m, ok := first[k]; !ok {
				first[k] = n
			} else if v.same[m] != v.same[n] {
				v.unite(ID(m), ID(n))
				changed = true
			}
		}
	}
}

// counts are how many different nodes and classes there are.
func (v *naive) counts() (nodes, classes int) {
	keys, same := map[string]bool{}, map[int]bool{}
	for n := range v.terms {
		keys[v.key(n)] = true
		same[v.same[n]] = true
	}
	return len(keys), len(same)
}

// checkInvariants looks at all that the graph says of itself after Rebuild.
func checkInvariants(t testing.TB, g *Graph) {
	live := 0
	inClass := map[ID]int{}
	places := map[[2]int]bool{}
	g.Classes(func(class ID) bool {
		g.Nodes(class, func(n ID) bool {
			live++
			inClass[n]++
			if g.Find(n) != class {
				t.Fatalf("node %d is listed in class %d and is in %d", n, class, g.Find(n))
			}
			if !g.Has(class, g.Symbol(n)) {
				t.Fatalf("class %d does not know symbol %d", class, g.Symbol(n))
			}
			if m, ok := g.Lookup(g.Symbol(n), g.Children(n)...); !ok || m != n {
				t.Fatalf("Lookup of node %d finds %d", n, m)
			}
			return true
		})
		g.Parents(class, func(n ID, place int) bool {
			if g.Children(n)[place] != class {
				t.Fatalf("child %d of node %d is not class %d", place, n, class)
			}
			if k := [2]int{int(n), place}; places[k] {
				t.Fatalf("child %d of node %d is listed twice", place, n)
			} else {
				places[k] = true
			}
			return true
		})
		return true
	})
	want := 0
	for n := range ID(g.NumNodes()) {
		if g.Dropped(n) {
			continue
		}
		if inClass[n] != 1 {
			t.Fatalf("node %d is listed %d times", n, inClass[n])
		}
		want += g.Arity(n)
	}
	if live != g.NumLive() || len(places) != want {
		t.Fatalf("%d nodes and %d children are listed, not %d and %d", live, len(places), g.NumLive(), want)
	}
}

// history is a random sequence of additions and unions, done by a graph and by
// the definition.
type history struct {
	g *Graph
	v *naive
	// of maps terms of the definition to nodes.
	of []ID
}

func (h *history) play(t testing.TB, next func(n int) int, length int) {
	for range length {
		switch op := next(8); {
		case op < 5 || len(h.of) < 2:
			arity := min(next(5), len(h.of))
			s := Symbol(10*arity + next(3))
			term, children := make([]ID, arity), make([]ID, arity)
			for i := range arity {
				term[i] = ID(next(len(h.of)))
				children[i] = h.of[term[i]]
			}
			h.v.add(s, term)
			var n ID
			if op == 4 && len(h.of) > 0 {
				to := ID(next(len(h.of)))
				n, _ = h.g.AddEqual(h.of[to], Given, s, children...)
				h.v.unite(to, ID(len(h.of)))
			} else {
				n, _ = h.g.Add(s, children...)
			}
			h.of = append(h.of, n)
		case op < 7:
			a, b := next(len(h.of)), next(len(h.of))
			h.v.unite(ID(a), ID(b))
			h.g.Union(h.of[a], h.of[b], Given)
		default:
			h.compare(t)
		}
	}
	h.compare(t)
}

func (h *history) compare(t testing.TB) {
	h.g.Rebuild()
	h.g.Advance()
	checkInvariants(t, h.g)
	h.v.close()
	for a := range h.of {
		for b := range a {
			if (h.g.Find(h.of[a]) == h.g.Find(h.of[b])) != (h.v.same[a] == h.v.same[b]) {
				t.Fatalf("terms %d and %d: equal in the graph %t, by definition %t", a, b,
					h.g.Find(h.of[a]) == h.g.Find(h.of[b]), h.v.same[a] == h.v.same[b])
			}
		}
	}
	nodes, classes := h.v.counts()
	if h.g.NumLive() != nodes || h.g.NumClasses() != classes {
		t.Fatalf("%d nodes in %d classes, not %d in %d", h.g.NumLive(), h.g.NumClasses(), nodes, classes)
	}
}

func TestClosureAgainstDefinition(t *testing.T) {
	for seed := range campaign.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 18))
		h := &history{g: New(Config{Explain: seed%2 == 0}), v: &naive{}}
		h.play(t, rng.IntN, 5+rng.IntN(120))
		checkProofs(t, NewRunner(h.g, nil), rng, seed)
	}
}

func FuzzClosure(f *testing.F) {
	f.Add([]byte("equality saturation"), true)
	f.Add([]byte{0, 0, 0, 0, 1, 2, 6, 0, 1, 7, 4, 3, 2, 1, 0}, false)
	f.Fuzz(func(t *testing.T, data []byte, explain bool) {
		h := &history{g: New(Config{Explain: explain}), v: &naive{}}
		at := 0
		next := func(n int) int {
			if at == len(data) {
				return 0
			}
			at++
			return int(data[at-1]) % n
		}
		h.play(t, next, min(len(data), 100))
	})
}
