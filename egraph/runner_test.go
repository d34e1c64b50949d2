package egraph_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/egraph"
)

// oatlog are the rules of egg's mathematical test as egglog has them, without
// conditions, and the terms that they begin with.
var oatlog = struct{ rules, terms []string }{
	rules: []string{
		"i-sin: (i (sin ?x) ?x) => (* -1 (cos ?x))",
		"sub: (- ?a ?b) => (+ ?a (* -1 ?b))",
		"d-cos: (d ?x (cos ?x)) => (* -1 (sin ?x))",
		"comm-add: (+ ?a ?b) => (+ ?b ?a)",
		"comm-mul: (* ?a ?b) => (* ?b ?a)",
		"assoc-add: (+ ?a (+ ?b ?c)) => (+ (+ ?a ?b) ?c)",
		"assoc-mul: (* ?a (* ?b ?c)) => (* (* ?a ?b) ?c)",
		"zero-add: (+ ?a 0) => ?a",
		"zero-mul: (* ?a 0) => 0",
		"one-mul: (* ?a 1) => ?a",
		"distribute: (* ?a (+ ?b ?c)) => (+ (* ?a ?b) (* ?a ?c))",
		"factor: (+ (* ?a ?b) (* ?a ?c)) => (* ?a (+ ?b ?c))",
		"pow-mul: (* (pow ?a ?b) (pow ?a ?c)) => (pow ?a (+ ?b ?c))",
		"pow1: (pow ?x 1) => ?x",
		"pow2: (pow ?x 2) => (* ?x ?x)",
		"d-add: (d ?x (+ ?a ?b)) => (+ (d ?x ?a) (d ?x ?b))",
		"d-mul: (d ?x (* ?a ?b)) => (+ (* ?a (d ?x ?b)) (* ?b (d ?x ?a)))",
		"d-sin: (d ?x (sin ?x)) => (cos ?x)",
		"i-one: (i 1 ?x) => ?x",
		"i-cos: (i (cos ?x) ?x) => (sin ?x)",
		"i-sum: (i (+ ?f ?g) ?x) => (+ (i ?f ?x) (i ?g ?x))",
		"i-dif: (i (- ?f ?g) ?x) => (- (i ?f ?x) (i ?g ?x))",
		"i-parts: (i (* ?a ?b) ?x) => (- (* ?a (i ?b ?x)) (i (* (d ?x ?a) (i ?b ?x)) ?x))",
	},
	terms: []string{
		"(i (ln x) x)",
		"(i (+ x (cos x)) x)",
		"(i (* (cos x) x) x)",
		"(d x (+ 1 (* 2 x)))",
		"(d x (- (pow x 3) (* 7 (pow x 2))))",
		"(+ (* y (+ x y)) (- (+ x 2) (+ x x)))",
		"(/ 1 (- (/ (+ 1 (sqrt z)) 2) (/ (- 1 (sqrt z)) 2)))",
	},
}

// TestRows compares the number of nodes after each step with what two other
// systems count.
func TestRows(t *testing.T) {
	rows := []int{35, 69, 118, 208, 389, 784, 1576, 3160, 8113, 28303, 136446}
	for _, explain := range []bool{false, true} {
		s := &egraph.Symbols{}
		g := egraph.New(egraph.Config{Explain: explain})
		for _, text := range oatlog.terms {
			g.AddTerm(s.MustParse(text))
		}
		r := egraph.NewRunner(g, s.MustRules(oatlog.rules...))
		r.Scheduler = egraph.Simple{}
		r.Limits.Nodes = egraph.Unlimited
		r.Limits.Iterations = len(rows) - 1
		got := []int{g.NumLive()}
		for _, it := range r.Run().Iterations {
			got = append(got, it.Nodes)
		}
		if fmt.Sprint(got) != fmt.Sprint(rows) {
			t.Errorf("explained %t: rows %v, not %v", explain, got, rows)
		}
	}
}

// TestAssociativity counts sums of n different leaves: a node for each way to
// divide a set in two, and the leaves; a class for each set.
func TestAssociativity(t *testing.T) {
	power := func(b, e int) int {
		p := 1
		for range e {
			p *= b
		}
		return p
	}
	for n := 2; n <= 8; n++ {
		s := &egraph.Symbols{}
		g := egraph.New(egraph.Config{Explain: n%2 == 0})
		text := fmt.Sprint(n)
		for i := n - 1; i > 0; i-- {
			text = fmt.Sprintf("(+ %d %s)", i, text)
		}
		g.AddTerm(s.MustParse(text))
		r := egraph.NewRunner(g, s.MustRules("comm: (+ ?a ?b) => (+ ?b ?a)", "assoc: (+ ?a (+ ?b ?c)) => (+ (+ ?a ?b) ?c)"))
		r.Scheduler = egraph.Simple{}
		r.Limits.Nodes = 1_000_000
		if report := r.Run(); report.Stop != egraph.Saturated {
			t.Errorf("%d leaves: %s", n, report.Stop)
		}
		if nodes, classes := power(3, n)-power(2, n+1)+1+n, power(2, n)-1; g.NumLive() != nodes || g.NumClasses() != classes {
			t.Errorf("%d leaves: %d nodes in %d classes, not %d in %d", n, g.NumLive(), g.NumClasses(), nodes, classes)
		}
	}
}

// run runs rules on a term within limits.
func run(t *testing.T, start string, limits func(*egraph.Limits), rules ...string) (*egraph.Graph, *egraph.Report) {
	t.Helper()
	s := &egraph.Symbols{}
	g := egraph.New(egraph.Config{})
	g.AddTerm(s.MustParse(start))
	r := egraph.NewRunner(g, s.MustRules(rules...))
	r.Scheduler = egraph.Simple{}
	limits(&r.Limits)
	return g, r.Run()
}

func TestLimits(t *testing.T) {
	grow := []string{"grow: ?x => (+ ?x 0)", "more: (+ ?x ?y) => (+ (+ ?x 1) (* ?y 2))", "all: (+ ?a ?b), (* ?c ?d) => (+ ?b ?a), (* ?d ?c)"}
	for _, c := range []struct {
		name  string
		limit func(*egraph.Limits)
		stop  egraph.Stop
		nodes int // at most
	}{
		{"nodes", func(l *egraph.Limits) { l.Nodes, l.Iterations = 1000, 1000 }, egraph.NodeLimit, 1010},
		{"iterations", func(l *egraph.Limits) { l.Iterations = 3 }, egraph.IterationLimit, 1000},
		{"work", func(l *egraph.Limits) { l.Work, l.Iterations = 20_000, 1000 }, egraph.WorkLimit, 10_000},
		{"bytes", func(l *egraph.Limits) { l.Bytes, l.Nodes, l.Iterations = 1<<20, egraph.Unlimited, 1000 }, egraph.ByteLimit, 20_000},
		{"no nodes", func(l *egraph.Limits) { l.Nodes = 0 }, egraph.NodeLimit, 3},
		{"no iterations", func(l *egraph.Limits) { l.Iterations = 0 }, egraph.IterationLimit, 3},
		{"no work", func(l *egraph.Limits) { l.Work = 0 }, egraph.WorkLimit, 3},
		{"no bytes", func(l *egraph.Limits) { l.Bytes = 0 }, egraph.ByteLimit, 3},
		{"no matches", func(l *egraph.Limits) { l.Matches = 0 }, egraph.MatchLimit, 3},
		{"negative", func(l *egraph.Limits) { *l = egraph.Limits{-1, -1, -1, -1, -1} }, egraph.IterationLimit, 3},
	} {
		g, report := run(t, "(+ a b)", c.limit, grow...)
		if report.Stop != c.stop || g.NumLive() > c.nodes {
			t.Errorf("%s: stopped by %s with %d nodes", c.name, report.Stop, g.NumLive())
		}
		if !g.Clean() {
			t.Errorf("%s: congruence is not restored", c.name)
		}
	}
}

// TestMatchLimit shows that a rule that may apply few matches at a time comes
// to all of them, and to the same graph.
func TestMatchLimit(t *testing.T) {
	rules := []string{"comm: (+ ?a ?b) => (+ ?b ?a)", "assoc: (+ ?a (+ ?b ?c)) => (+ (+ ?a ?b) ?c)"}
	start := "(+ 1 (+ 2 (+ 3 (+ 4 5))))"
	g, report := run(t, start, func(l *egraph.Limits) { l.Matches, l.Iterations = 7, 10_000 }, rules...)
	if report.Stop != egraph.Saturated || g.NumLive() != 185 || g.NumClasses() != 31 {
		t.Errorf("%s with %d nodes in %d classes", report.Stop, g.NumLive(), g.NumClasses())
	}
	for _, it := range report.Iterations {
		for _, r := range it.Rules {
			if r.Kept > 7 {
				t.Fatalf("a rule applied %d matches", r.Kept)
			}
		}
	}
}

// TestBackoffAlone asks the scheduler without a Runner: a rule that finds too much
// rests, longer each time, and is let go when nothing else changes.
func TestBackoffAlone(t *testing.T) {
	b := &egraph.Backoff{Matches: 10, Ban: 3}
	limits := func(at int) [2]int { return [2]int{b.Limit(0, at), b.Limit(1, at)} }
	expect := func(at int, want [2]int) {
		t.Helper()
		if got := limits(at); got != want {
			t.Errorf("limits in iteration %d are %v, not %v", at, got, want)
		}
	}
	expect(1, [2]int{10, 10})
	b.Exceeded(1, 1)
	expect(2, [2]int{10, -1})
	expect(3, [2]int{10, -1})
	expect(4, [2]int{10, 20})
	b.Exceeded(1, 4)
	expect(9, [2]int{10, -1})
	b.Exceeded(0, 5)
	if b.Settled(5) {
		t.Error("settled while rules rest")
	}
	expect(6, [2]int{20, -1})
	expect(7, [2]int{20, 40})
	if !b.Settled(7) {
		t.Error("not settled when no rule rests")
	}
}

func TestBackoff(t *testing.T) {
	s := &egraph.Symbols{}
	g := egraph.New(egraph.Config{})
	g.AddTerm(s.MustParse("(+ 1 (+ 2 (+ 3 (+ 4 (+ 5 6)))))"))
	r := egraph.NewRunner(g, s.MustRules("comm: (+ ?a ?b) => (+ ?b ?a)", "assoc: (+ ?a (+ ?b ?c)) => (+ (+ ?a ?b) ?c)"))
	r.Scheduler = &egraph.Backoff{Matches: 20, Ban: 3}
	r.Limits.Iterations = 200
	report := r.Run()
	if report.Stop != egraph.Saturated || g.NumLive() != 608 || g.NumClasses() != 63 {
		t.Errorf("%s with %d nodes in %d classes", report.Stop, g.NumLive(), g.NumClasses())
	}
	banned := 0
	for _, it := range report.Iterations {
		for _, st := range it.Rules {
			if st.Banned {
				banned++
			}
		}
	}
	if banned < 4 {
		t.Errorf("rules were banned %d times", banned)
	}
}

// TestContradiction shows that a wrong rule is named, and what it did is proven.
func TestContradiction(t *testing.T) {
	l := newProp(t, egraph.Config{Explain: true}, contrapositive...)
	l.rule("wrong: (| ?a ?b) => ?a")
	l.g.AddTerm(l.symbols.MustParse("(& (-> x y) (| false true))"))
	r := egraph.NewRunner(l.g, l.rules)
	report := r.Run()
	if report.Stop != egraph.Contradictory || report.Err == nil || !strings.Contains(report.Err.Error(), "rule wrong: ") {
		t.Fatalf("stopped by %s: %v", report.Stop, report.Err)
	}
	var c *egraph.Contradiction
	if !errors.As(report.Err, &c) || c != report.Contradiction {
		t.Fatal("the error is no contradiction")
	}
	a, b := l.symbols.Name(l.g.Symbol(c.A)), l.symbols.Name(l.g.Symbol(c.B))
	if a == b || a != "true" && a != "false" || b != "true" && b != "false" {
		t.Errorf("the contradiction is between %s and %s", a, b)
	}
	steps, err := l.g.Explain(c.A, c.B)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Check(steps, 1000); err != nil {
		t.Error(err)
	}
	named := false
	for _, s := range steps {
		named = named || r.RuleName(s.Why) == "rule wrong"
	}
	if !named {
		t.Error("the proof is without the rule")
	}
	if report := r.Run(); report.Stop != egraph.Contradictory || len(report.Iterations) > 0 {
		t.Error("a contradictory graph is run again")
	}
}

// TestCustomRule is a rule that brings its own search.
func TestCustomRule(t *testing.T) {
	s := &egraph.Symbols{}
	g := egraph.New(egraph.Config{})
	plus := s.Of("+")
	g.AddTerm(s.MustParse("(+ a (+ b (+ c d)))"))
	seen := 0
	flip := &egraph.Rule{Name: "flip", Width: 1,
		Search: func(q *egraph.Search) {
			candidates := q.All(plus)
			if q.Since > 0 {
				candidates = q.New(plus)
			}
			for _, n := range candidates {
				if !q.Spend(1) || !q.Emit(n) {
					return
				}
				seen++
			}
		},
		Apply: func(g *egraph.Graph, match []egraph.ID, why egraph.Reason) {
			c := g.Children(match[0])
			g.AddEqual(match[0], why, plus, c[1], c[0])
		},
	}
	r := egraph.NewRunner(g, []*egraph.Rule{flip})
	report := r.Run()
	if report.Stop != egraph.Saturated || g.NumLive() != 10 || seen != 6 {
		t.Errorf("%s with %d nodes after %d candidates", report.Stop, g.NumLive(), seen)
	}
}

func TestRuleErrors(t *testing.T) {
	s := &egraph.Symbols{}
	for text, want := range map[string]string{
		"(+ ?a ?b) => ?a":         "1: a rule begins",
		"r: (+ ?a ?b)":            "rule r: no => between sides",
		"r: (+ ?a ?b => ?a":       "rule r: left side:",
		"r: (+ ?a) => ?b":         "rule r: ?b is on the right side only",
		"r: ?a => ":               "rule r: right side:2: expected a term",
		"r: (?f a) => a":          "a variable cannot have arguments",
		"r: (+ ? b) => b":         "a variable without a name",
		"r: (+ a b)) => b":        "expected a comma or the end",
		"r: () => b":              "expected a word",
		"r: a, b => c":            "the left side has 2 roots, and the right side 1",
		"r: a <=> (+ a ?b)":       "?b is on the right side only",
		"r: " + deep(2000) + "=>": "nested more than",
		"r: " + wide(300) + "=>a": "more than 250 symbols and variables",
	} {
		if _, err := s.ParseRules(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

func deep(n int) string { return strings.Repeat("(f ", n) + "a" + strings.Repeat(")", n) }

func wide(n int) string {
	var b strings.Builder
	b.WriteString("(f")
	for i := range n {
		fmt.Fprintf(&b, " ?v%d", i)
	}
	return b.String() + ")"
}

// TestValueTouches has a rule whose condition looks at a value that becomes another
// one far below, in classes that keep their numbers and their nodes.
func TestValueTouches(t *testing.T) {
	s := &egraph.Symbols{}
	g := egraph.New(egraph.Config{})
	var high *egraph.Data[int]
	high = egraph.Attach(g, egraph.Analysis[int]{
		Make: func(g *egraph.Graph, n egraph.ID) int {
			switch {
			case g.Symbol(n) == s.Of("b"):
				return 1
			case g.Symbol(n) == s.Of("s"):
				return high.Of(g, g.Children(n)[0])
			}
			return 0
		},
		Merge: func(a, b int) (int, bool, bool, error) { return max(a, b), a < b, b < a, nil },
	})
	for _, text := range []string{"(f (s (s a)))", "(k a a)", "(k (s a) a)", "(k a (s a))"} {
		g.AddTerm(s.MustParse(text))
	}
	rules := s.MustRules("equal: a => b")
	conditional, err := s.ParseRules("high: (f ?x) => (g ?x)", func(g *egraph.Graph, m *egraph.Match) bool { return high.Of(g, m.At("x")) == 1 })
	if err != nil {
		t.Fatal(err)
	}
	conditional[0].Full = false
	egraph.NewRunner(g, append(rules, conditional...)).Run()
	if _, ok := g.LookupTerm(s.MustParse("(g (s (s a)))")); !ok {
		t.Error("the rule was not applied where its condition came to hold")
	}
}
