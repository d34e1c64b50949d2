package egraph_test

import (
	"slices"
	"testing"

	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/internal/mathlang"
)

// newMath is egg's mathematical language.
func newMath(t testing.TB, config egraph.Config) *language {
	l := mathlang.New(config)
	return &language{t: t, symbols: l.Symbols, g: l.Graph, rules: l.Rules}
}

// TestMath proves what egg's tests of its mathematical rules prove.
func TestMath(t *testing.T) {
	for _, c := range []struct {
		name, start, goal string
		iterations, nodes int
		see               string // a term that is there from the start
	}{
		{name: "simplify_add", start: "(+ x (+ x (+ x x)))", goal: "(* 4 x)"},
		{name: "powers", start: "(* (pow 2 x) (pow 2 y))", goal: "(pow 2 (+ x y))"},
		{name: "simplify_const", start: "(+ 1 (- a (* (- 2 1) a)))", goal: "1"},
		{name: "simplify_root", start: "(/ 1 (- (/ (+ 1 (sqrt five)) 2) (/ (- 1 (sqrt five)) 2)))",
			goal: "(/ 1 (sqrt five))", nodes: 75_000},
		{name: "simplify_factor", start: "(* (+ x 3) (+ x 1))", goal: "(+ (+ (* x x) (* 4 x)) 3)"},
		{name: "diff_same", start: "(d x x)", goal: "1"},
		{name: "diff_different", start: "(d x y)", goal: "0"},
		{name: "diff_simple1", start: "(d x (+ 1 (* 2 x)))", goal: "2"},
		{name: "diff_simple2", start: "(d x (+ 1 (* y x)))", goal: "y"},
		{name: "diff_ln", start: "(d x (ln x))", goal: "(/ 1 x)"},
		{name: "diff_power_simple", start: "(d x (pow x 3))", goal: "(* 3 (pow x 2))"},
		{name: "diff_power_harder", start: "(d x (- (pow x 3) (* 7 (pow x 2))))", goal: "(* x (- (* 3 x) 14))",
			iterations: 60, nodes: 100_000, see: "(* x (- (* 3 x) 14))"},
		{name: "integ_one", start: "(i 1 x)", goal: "x"},
		{name: "integ_sin", start: "(i (cos x) x)", goal: "(sin x)"},
		{name: "integ_x", start: "(i (pow x 1) x)", goal: "(/ (pow x 2) 2)"},
		{name: "integ_part1", start: "(i (* x (cos x)) x)", goal: "(+ (* x (sin x)) (cos x))"},
		{name: "integ_part2", start: "(i (* (cos x) x) x)", goal: "(+ (* x (sin x)) (cos x))"},
		{name: "integ_part3", start: "(i (ln x) x)", goal: "(- (* x (ln x)) x)"},
	} {
		for _, explain := range []bool{false, true} {
			t.Run(c.name+map[bool]string{true: "/explained"}[explain], func(t *testing.T) {
				l := newMath(t, egraph.Config{Explain: explain})
				if c.see != "" {
					l.g.AddTerm(l.symbols.MustParse(c.see))
				}
				if c.iterations == 0 {
					c.iterations = 30
				}
				if c.nodes == 0 {
					c.nodes = 10_000
				}
				r, report, proven := l.prove(c.start, c.iterations, c.nodes, c.goal)
				if !proven {
					t.Fatalf("not proven: %s after %d iterations with %d nodes", report.Stop, len(report.Iterations), l.g.NumLive())
				}
				if explain {
					checkGoal(t, l, r, c.start, c.goal)
				}
			})
		}
	}
}

func TestMathProvesNothingWrong(t *testing.T) {
	l := newMath(t, egraph.Config{})
	if _, _, proven := l.prove("(+ x y)", 10, 10_000, "(/ x y)"); proven {
		t.Error("(+ x y) is (/ x y)")
	}
}

func TestMathSaturates(t *testing.T) {
	l := newMath(t, egraph.Config{})
	l.g.AddTerm(l.symbols.MustParse("(* x 1)"))
	r := egraph.NewRunner(l.g, l.rules)
	if report := r.Run(); report.Stop != egraph.Saturated {
		t.Errorf("%s, not saturated, with %d nodes", report.Stop, l.g.NumLive())
	}
}

// TestMathOfWhatChanged compares rules whose conditions are looked at again where
// something changed, values too, with rules that see all matches each time.
func TestMathOfWhatChanged(t *testing.T) {
	for _, start := range []string{"(i (ln x) x)", "(i (* (cos x) x) x)", "(d x (- (pow x 3) (* 7 (pow x 2))))",
		"(/ 1 (- (/ (+ 1 (sqrt five)) 2) (/ (- 1 (sqrt five)) 2)))", "(+ (* y (+ x y)) (- (+ x 2) (+ x x)))",
		"(/ (- (+ x 1) x) (d x (* (pow x 1) (pow 2 (- y y)))))", "(* (+ x 3) (+ x 1))"} {
		var rows [2][][2]int
		for full := range 2 {
			l := newMath(t, egraph.Config{})
			for _, r := range l.rules {
				r.Full = full == 1
			}
			l.g.AddTerm(l.symbols.MustParse(start))
			r := egraph.NewRunner(l.g, l.rules)
			r.Scheduler = egraph.Simple{}
			r.Limits.Iterations, r.Limits.Nodes = 7, egraph.Unlimited
			for _, it := range r.Run().Iterations {
				rows[full] = append(rows[full], [2]int{it.Nodes, it.Classes})
			}
		}
		if !slices.Equal(rows[0], rows[1]) {
			t.Errorf("%s: nodes and classes %v, with all matches %v", start, rows[0], rows[1])
		}
	}
}
