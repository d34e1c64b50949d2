package egraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// matches are all ways in which a term is in a class, by trying everything.
func (v *naive) matches(t *Term, class int, given map[string]int) []map[string]int {
	if t.Var != "" {
		if c, ok := given[t.Var]; ok {
			if c != class {
				return nil
			}
			return []map[string]int{given}
		}
		with := map[string]int{t.Var: class}
		for k, c := range given {
			with[k] = c
		}
		return []map[string]int{with}
	}
	var all []map[string]int
	seen := map[string]bool{}
	for n := range v.terms {
		if v.same[n] != class || v.syms[n] != t.Sym || len(v.terms[n]) != len(t.Args) || seen[v.key(n)] {
			continue
		}
		seen[v.key(n)] = true
		found := []map[string]int{given}
		for i, a := range t.Args {
			var next []map[string]int
			for _, m := range found {
				next = append(next, v.matches(a, v.same[v.terms[n][i]], m)...)
			}
			found = next
		}
		all = append(all, found...)
	}
	return all
}

// representative is a term of a class.
func (v *naive) representative(class int) ID {
	for n, c := range v.same {
		if c == class {
			return ID(n)
		}
	}
	panic("no such class")
}

func (v *naive) build(t *Term, at map[string]ID) ID {
	if t.Var != "" {
		return at[t.Var]
	}
	children := make([]ID, len(t.Args))
	for i, a := range t.Args {
		children[i] = v.build(a, at)
	}
	v.add(t.Sym, children)
	n := len(v.terms) - 1
	for m := range n {
		if v.key(m) == v.key(n) {
			v.terms, v.syms, v.same = v.terms[:n], v.syms[:n], v.same[:n]
			return ID(m)
		}
	}
	return ID(n)
}

type textRule struct{ left, right []*Term }

// step matches all rules on the terms as they are, and then applies all matches.
func (v *naive) step(rules []textRule) {
	type found struct {
		rule  textRule
		roots []ID
		at    map[string]ID
	}
	var all []found
	classes := map[int]bool{}
	var order []int
	for _, c := range v.same {
		if !classes[c] {
			classes[c] = true
			order = append(order, c)
		}
	}
	for _, r := range rules {
		type partial struct {
			roots []int
			at    map[string]int
		}
		parts := []partial{{nil, map[string]int{}}}
		for _, root := range r.left {
			var next []partial
			for _, p := range parts {
				for _, c := range order {
					for _, m := range v.matches(root, c, p.at) {
						next = append(next, partial{append(append([]int{}, p.roots...), c), m})
					}
				}
			}
			parts = next
		}
		for _, p := range parts {
			f := found{rule: r, at: map[string]ID{}}
			for _, c := range p.roots {
				f.roots = append(f.roots, v.representative(c))
			}
			for k, c := range p.at {
				f.at[k] = v.representative(c)
			}
			all = append(all, f)
		}
	}
	for _, f := range all {
		for i, right := range f.rule.right {
			v.unite(f.roots[i], v.build(right, f.at))
		}
	}
	v.close()
}

// randomTerm is a random pattern over a few symbols.
func randomTerm(rng *rand.Rand, depth int, vars []string) *Term {
	if depth == 0 || rng.IntN(4) == 0 {
		if len(vars) > 0 && rng.IntN(4) > 0 {
			return Var(vars[rng.IntN(len(vars))])
		}
		return Op(Symbol(rng.IntN(2)))
	}
	arity := 1 + rng.IntN(3)
	t := Op(Symbol(10*arity + rng.IntN(2)))
	for range arity {
		t.Args = append(t.Args, randomTerm(rng, depth-1, vars))
	}
	return t
}

func (t *Term) vars(to map[string]bool) {
	if t.Var != "" {
		to[t.Var] = true
	}
	for _, a := range t.Args {
		a.vars(to)
	}
}

func randomRule(rng *rand.Rand) textRule {
	var r textRule
	roots := 1
	if rng.IntN(3) == 0 {
		roots = 2
	}
	bound := map[string]bool{}
	for range roots {
		t := randomTerm(rng, 1+rng.IntN(2), []string{"a", "b", "c"}[:1+rng.IntN(3)])
		r.left = append(r.left, t)
		t.vars(bound)
	}
	var vars []string
	for _, name := range []string{"a", "b", "c"} {
		if bound[name] {
			vars = append(vars, name)
		}
	}
	for range roots {
		r.right = append(r.right, randomTerm(rng, rng.IntN(3), vars))
	}
	return r
}

// TestSaturationAgainstDefinition compares the graph after each step of random
// rules with what trying everything makes of the same terms.
func TestSaturationAgainstDefinition(t *testing.T) {
	for seed := range campaign.Seeds(250) {
		saturationCase(t, seed)
	}
}

func saturationCase(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 19))
	// A graph this small is rarely touched in few places.
	defer func(few, much int) { fewTouched, muchWork = few, much }(fewTouched, muchWork)
	if seed%3 > 0 {
		fewTouched = 1
	}
	if seed%5 > 1 {
		muchWork = 0
	}
	var texts []textRule
	var rules []*Rule
	for i := range 1 + rng.IntN(3) {
		text := randomRule(rng)
		rule, err := Rewrite(fmt.Sprint("r", i), text.left, text.right)
		if err != nil {
			t.Fatal(err)
		}
		texts, rules = append(texts, text), append(rules, rule)
	}
	g, v := New(Config{Explain: seed%2 == 0}), &naive{}
	for range 1 + rng.IntN(3) {
		term := randomTerm(rng, 3, nil)
		g.AddTerm(term)
		v.build(term, nil)
	}
	r := NewRunner(g, rules)
	r.Scheduler = Simple{}
	r.Limits.Iterations = 1
	for step := range 4 {
		report := r.Run()
		v.step(texts)
		checkInvariants(t, g)
		nodes, classes := v.counts()
		if g.NumLive() != nodes || g.NumClasses() != classes {
			t.Fatalf("seed %d, step %d: %d nodes in %d classes, not %d in %d", seed, step, g.NumLive(), g.NumClasses(), nodes, classes)
		}
		if report.Stop == Saturated || nodes > 60 {
			break
		}
	}
	checkProofs(t, r, rng, seed)
}

// checkProofs replays the proofs of random equal nodes.
func checkProofs(t *testing.T, r *Runner, rng *rand.Rand, seed uint64) {
	g := r.Graph
	if !g.Explains() {
		return
	}
	for range 20 {
		a := ID(rng.IntN(g.NumNodes()))
		for b := range ID(g.NumNodes()) {
			if g.Find(a) != g.Find(b) {
				continue
			}
			steps, err := g.Explain(a, b)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Check(steps, 100_000); err != nil {
				t.Fatalf("seed %d: nodes %d and %d: %v", seed, a, b, err)
			}
		}
	}
}

// TestCopies compares searches of copies of the nodes with searches of the nodes,
// by what each step makes of it, both when little and when much is touched.
func TestCopies(t *testing.T) {
	defer func(few, much int) { fewTouched, muchWork = few, much }(fewTouched, muchWork)
	for _, c := range []struct {
		start string
		rules []string
		steps int
	}{
		{"(+ 1 (+ 2 (+ 3 (+ 4 (+ 5 (+ 6 7))))))", []string{"comm: (+ ?a ?b) => (+ ?b ?a)", "assoc: (+ ?a (+ ?b ?c)) => (+ (+ ?a ?b) ?c)"}, 9},
		{"(* (+ a (* a b)) (+ (* b a) (- (* c a))))", []string{"comm-add: (+ ?a ?b) => (+ ?b ?a)",
			"comm-mul: (* ?a ?b) => (* ?b ?a)", "assoc: (+ ?a (+ ?b ?c)) <=> (+ (+ ?a ?b) ?c)", "same: (+ ?a ?a) => (* 2 ?a)",
			"minus: (- (* ?a ?b)) <=> (* (- ?a) ?b)", "factor: (+ (* ?a ?b) (* ?a ?c)) <=> (* ?a (+ ?b ?c))",
			"three: (+ (* ?a ?b) (+ ?c (* ?b ?d))) => (if (+ ?a ?d) ?b ?c)"}, 5},
	} {
		var want [][2]int
		for _, few := range []int{1, 8, 1000} {
			for _, much := range []int{1 << 30, 0} {
				fewTouched, muchWork = few, much
				s := &Symbols{}
				g := New(Config{Explain: few == 8})
				g.AddTerm(s.MustParse(c.start))
				r := NewRunner(g, s.MustRules(c.rules...))
				r.Scheduler = Simple{}
				r.Limits.Nodes, r.Limits.Iterations = Unlimited, c.steps
				var rows [][2]int
				for _, it := range r.Run().Iterations {
					rows = append(rows, [2]int{it.Nodes, it.Classes})
				}
				checkInvariants(t, g)
				if want == nil {
					want = rows
				}
				if !slices.Equal(want, rows) {
					t.Errorf("%s, few %d, much %d: nodes and classes %v, not %v", c.start, few, much, rows, want)
				}
			}
		}
	}
}
