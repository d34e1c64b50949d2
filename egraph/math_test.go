package egraph_test

import (
	"strconv"
	"testing"

	"github.com/tg-opt/tg/egraph"
)

// number is the value of a class of constants.
type number struct {
	known bool
	value float64
}

// newMath is egg's mathematical language: constants are computed, and a class
// that is a constant has no other nodes.
func newMath(t testing.TB, config egraph.Config) *language {
	l := &language{t: t, symbols: &egraph.Symbols{}, g: egraph.New(config)}
	var data *egraph.Data[number]
	data = egraph.Attach(l.g, egraph.Analysis[number]{
		Make: func(g *egraph.Graph, n egraph.ID) number { return l.fold(g, data, n) },
		Merge: func(a, b number) (number, bool, bool, error) {
			if a.known && b.known && a.value != b.value && !near(a.value, b.value) {
				return a, false, false, egraph.Conflict(a.value, b.value)
			}
			if !a.known {
				return b, b.known, false, nil
			}
			return a, false, !b.known, nil
		},
		Modify: func(g *egraph.Graph, class egraph.ID) {
			v := data.Of(g, class)
			if !v.known {
				return
			}
			leaf := l.symbols.Of(strconv.FormatFloat(v.value, 'g', -1, 64))
			g.AddEqual(class, egraph.Computed, leaf)
			g.Nodes(class, func(n egraph.ID) bool {
				if g.Arity(n) > 0 {
					g.Hide(n)
				}
				return true
			})
		},
	})
	l.mathRules(data)
	return l
}

// near forgives what rounding does when sums are taken in another order.
func near(a, b float64) bool {
	d := a - b
	return d < 1e-9 && d > -1e-9
}

func (l *language) fold(g *egraph.Graph, data *egraph.Data[number], n egraph.ID) number {
	switch g.Arity(n) {
	case 0:
		v, ok := l.number(g.Symbol(n))
		return number{ok, v}
	case 2:
		a, b := data.Of(g, g.Children(n)[0]), data.Of(g, g.Children(n)[1])
		if !a.known || !b.known {
			return number{}
		}
		switch l.symbols.Name(g.Symbol(n)) {
		case "+":
			return number{true, a.value + b.value}
		case "-":
			return number{true, a.value - b.value}
		case "*":
			return number{true, a.value * b.value}
		case "/":
			if b.value != 0 {
				return number{true, a.value / b.value}
			}
		}
	}
	return number{}
}

func (l *language) mathRules(data *egraph.Data[number]) {
	isConst := func(v string) egraph.Condition {
		return func(g *egraph.Graph, m *egraph.Match) bool { return data.Of(g, m.At(v)).known }
	}
	isSym := func(v string) egraph.Condition {
		return func(g *egraph.Graph, m *egraph.Match) (is bool) {
			g.Nodes(m.At(v), func(n egraph.ID) bool {
				is = is || g.Arity(n) == 0 && l.isWord(g.Symbol(n))
				return !is
			})
			return is
		}
	}
	notZero := func(v string) egraph.Condition {
		return func(g *egraph.Graph, m *egraph.Match) bool {
			d := data.Of(g, m.At(v))
			return !d.known || d.value != 0
		}
	}
	differs := func(g *egraph.Graph, m *egraph.Match) bool {
		return m.At("c") != m.At("x") && (isConst("c")(g, m) || isSym("c")(g, m))
	}
	l.rule("comm-add: (+ ?a ?b) => (+ ?b ?a)")
	l.rule("comm-mul: (* ?a ?b) => (* ?b ?a)")
	l.rule("assoc-add: (+ ?a (+ ?b ?c)) => (+ (+ ?a ?b) ?c)")
	l.rule("assoc-mul: (* ?a (* ?b ?c)) => (* (* ?a ?b) ?c)")
	l.rule("sub-canon: (- ?a ?b) => (+ ?a (* -1 ?b))")
	l.rule("div-canon: (/ ?a ?b) => (* ?a (pow ?b -1))", notZero("b"))
	l.rule("zero-add: (+ ?a 0) => ?a")
	l.rule("zero-mul: (* ?a 0) => 0")
	l.rule("one-mul: (* ?a 1) => ?a")
	l.rule("add-zero: ?a => (+ ?a 0)")
	l.rule("mul-one: ?a => (* ?a 1)")
	l.rule("cancel-sub: (- ?a ?a) => 0")
	l.rule("cancel-div: (/ ?a ?a) => 1", notZero("a"))
	l.rule("distribute: (* ?a (+ ?b ?c)) => (+ (* ?a ?b) (* ?a ?c))")
	l.rule("factor: (+ (* ?a ?b) (* ?a ?c)) => (* ?a (+ ?b ?c))")
	l.rule("pow-mul: (* (pow ?a ?b) (pow ?a ?c)) => (pow ?a (+ ?b ?c))")
	l.rule("pow0: (pow ?x 0) => 1", notZero("x"))
	l.rule("pow1: (pow ?x 1) => ?x")
	l.rule("pow2: (pow ?x 2) => (* ?x ?x)")
	l.rule("pow-recip: (pow ?x -1) => (/ 1 ?x)", notZero("x"))
	l.rule("recip-mul-div: (* ?x (/ 1 ?x)) => 1", notZero("x"))
	l.rule("d-variable: (d ?x ?x) => 1", isSym("x"))
	l.rule("d-constant: (d ?x ?c) => 0", isSym("x"), differs)
	l.rule("d-add: (d ?x (+ ?a ?b)) => (+ (d ?x ?a) (d ?x ?b))")
	l.rule("d-mul: (d ?x (* ?a ?b)) => (+ (* ?a (d ?x ?b)) (* ?b (d ?x ?a)))")
	l.rule("d-sin: (d ?x (sin ?x)) => (cos ?x)")
	l.rule("d-cos: (d ?x (cos ?x)) => (* -1 (sin ?x))")
	l.rule("d-ln: (d ?x (ln ?x)) => (/ 1 ?x)", notZero("x"))
	l.rule("d-power: (d ?x (pow ?f ?g)) => (* (pow ?f ?g) (+ (* (d ?x ?f) (/ ?g ?f)) (* (d ?x ?g) (ln ?f))))",
		notZero("f"), notZero("g"))
	l.rule("i-one: (i 1 ?x) => ?x")
	l.rule("i-power-const: (i (pow ?x ?c) ?x) => (/ (pow ?x (+ ?c 1)) (+ ?c 1))", isConst("c"))
	l.rule("i-cos: (i (cos ?x) ?x) => (sin ?x)")
	l.rule("i-sin: (i (sin ?x) ?x) => (* -1 (cos ?x))")
	l.rule("i-sum: (i (+ ?f ?g) ?x) => (+ (i ?f ?x) (i ?g ?x))")
	l.rule("i-dif: (i (- ?f ?g) ?x) => (- (i ?f ?x) (i ?g ?x))")
	l.rule("i-parts: (i (* ?a ?b) ?x) => (- (* ?a (i ?b ?x)) (i (* (d ?x ?a) (i ?b ?x)) ?x))")
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
