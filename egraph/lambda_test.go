package egraph_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tg-opt/tg/egraph"
)

// binding is what is known of a class of lambda terms: the variables that may be
// free in it, and its value.
type binding struct {
	free  []egraph.ID // sorted
	value string      // of constants, as their symbol is called
}

// newLambda is egg's lambda calculus, with substitution by rules: a variable is
// renamed where it would be captured.
func newLambda(t testing.TB, config egraph.Config) *language {
	l := &language{t: t, symbols: &egraph.Symbols{}, g: egraph.New(config)}
	var data *egraph.Data[binding]
	data = egraph.Attach(l.g, egraph.Analysis[binding]{
		Make: func(g *egraph.Graph, n egraph.ID) binding { return l.bind(g, data, n) },
		Merge: func(a, b binding) (binding, bool, bool, error) {
			if a.value != "" && b.value != "" && a.value != b.value {
				return a, false, false, egraph.Conflict(a.value, b.value)
			}
			j := a
			if j.value == "" {
				j.value = b.value
			}
			j.free = slices.DeleteFunc(slices.Clone(a.free), func(v egraph.ID) bool {
				_, in := slices.BinarySearch(b.free, v)
				return !in
			})
			return j, j.value != a.value || len(j.free) != len(a.free),
				j.value != b.value || len(j.free) != len(b.free), nil
		},
		Modify: func(g *egraph.Graph, class egraph.ID) {
			if v := data.Of(g, class).value; v != "" {
				g.AddEqual(class, egraph.Computed, l.symbols.Of(v))
			}
		},
	})
	l.lambdaRules(data)
	return l
}

func (l *language) bind(g *egraph.Graph, data *egraph.Data[binding], n egraph.ID) binding {
	var b binding
	name := l.symbols.Name(g.Symbol(n))
	args := g.Children(n)
	of := func(i int) binding { return data.Of(g, args[i]) }
	add := func(free []egraph.ID) {
		for _, v := range free {
			if at, in := slices.BinarySearch(b.free, v); !in {
				b.free = slices.Insert(slices.Clone(b.free), at, v)
			}
		}
	}
	remove := func(v egraph.ID) {
		b.free = slices.DeleteFunc(slices.Clone(b.free), func(w egraph.ID) bool { return w == v })
	}
	switch {
	case len(args) == 0:
		if _, ok := l.number(g.Symbol(n)); ok || name == "true" || name == "false" {
			b.value = name
		}
	case name == "var":
		b.free = []egraph.ID{g.Find(args[0])}
	case name == "let":
		add(of(2).free)
		remove(g.Find(args[0]))
		add(of(1).free)
	case name == "lam" || name == "fix":
		add(of(1).free)
		remove(g.Find(args[0]))
	default:
		for i := range args {
			add(of(i).free)
		}
		if len(args) == 2 && of(0).value != "" && of(1).value != "" {
			x, y := of(0).value, of(1).value
			switch name {
			case "+":
				var a, c int
				if k, _ := fmt.Sscan(x+" "+y, &a, &c); k == 2 {
					b.value = fmt.Sprint(a + c)
				}
			case "=":
				b.value = fmt.Sprint(x == y)
			}
		}
	}
	return b
}

func (l *language) lambdaRules(data *egraph.Data[binding]) {
	differ := func(g *egraph.Graph, m *egraph.Match) bool { return m.At("v1") != m.At("v2") }
	l.rule("if-true: (if true ?then ?else) => ?then")
	l.rule("if-false: (if false ?then ?else) => ?else")
	let, lam, variable := l.symbols.Of("let"), l.symbols.Of("lam"), l.symbols.Of("var")
	l.dynamic("if-elim", "(if (= (var ?x) ?e) ?then ?else)", func(g *egraph.Graph, m *egraph.Match, why egraph.Reason) {
		a, _ := g.Add(let, m.At("x"), m.At("e"), m.At("then"))
		b, _ := g.Add(let, m.At("x"), m.At("e"), m.At("else"))
		if g.Find(a) == g.Find(b) {
			g.Union(m.Roots[0], m.At("else"), why)
		}
	})
	l.rule("add-comm: (+ ?a ?b) => (+ ?b ?a)")
	l.rule("add-assoc: (+ (+ ?a ?b) ?c) => (+ ?a (+ ?b ?c))")
	l.rule("eq-comm: (= ?a ?b) => (= ?b ?a)")
	l.rule("fix: (fix ?v ?e) => (let ?v (fix ?v ?e) ?e)")
	l.rule("beta: (app (lam ?v ?body) ?e) => (let ?v ?e ?body)")
	l.rule("let-app: (let ?v ?e (app ?a ?b)) => (app (let ?v ?e ?a) (let ?v ?e ?b))")
	l.rule("let-add: (let ?v ?e (+ ?a ?b)) => (+ (let ?v ?e ?a) (let ?v ?e ?b))")
	l.rule("let-eq: (let ?v ?e (= ?a ?b)) => (= (let ?v ?e ?a) (let ?v ?e ?b))")
	l.rule("let-const: (let ?v ?e ?c) => ?c", func(g *egraph.Graph, m *egraph.Match) bool {
		return data.Of(g, m.At("c")).value != ""
	})
	l.rule("let-if: (let ?v ?e (if ?cond ?then ?else)) => (if (let ?v ?e ?cond) (let ?v ?e ?then) (let ?v ?e ?else))")
	l.rule("let-var-same: (let ?v1 ?e (var ?v1)) => ?e")
	l.rule("let-var-diff: (let ?v1 ?e (var ?v2)) => (var ?v2)", differ)
	l.rule("let-lam-same: (let ?v1 ?e (lam ?v1 ?body)) => (lam ?v1 ?body)")
	l.dynamic("let-lam-diff", "(let ?v1 ?e (lam ?v2 ?body))", func(g *egraph.Graph, m *egraph.Match, why egraph.Reason) {
		v1, e, v2, body := m.At("v1"), m.At("e"), m.At("v2"), m.At("body")
		if _, free := slices.BinarySearch(data.Of(g, e).free, g.Find(v2)); free {
			fresh, _ := g.Add(l.symbols.Of(fmt.Sprintf("_%d", g.Find(m.Roots[0]))))
			v, _ := g.Add(variable, fresh)
			body, _ = g.Add(let, v2, v, body)
			v2 = fresh
		}
		inner, _ := g.Add(let, v1, e, body)
		g.AddEqual(m.Roots[0], why, lam, v2, inner)
	}, differ)
}

const (
	compose = "(let compose (lam f (lam g (lam x (app (var f) (app (var g) (var x)))))) "
	add1    = "(let add1 (lam y (+ (var y) 1)) "
	twice   = "(app (app (var compose) (var add1)) "
)

// TestLambda proves what egg's tests of the lambda calculus prove, and does not
// what they do not.
func TestLambda(t *testing.T) {
	for _, c := range []struct {
		name, start       string
		goals             []string
		iterations, nodes int
		wrong             bool
	}{
		{name: "under", start: "(lam x (+ 4 (app (lam y (var y)) 4)))", goals: []string{"(lam x 8)"}},
		{name: "if_elim", start: "(if (= (var a) (var b)) (+ (var a) (var a)) (+ (var a) (var b)))",
			goals: []string{"(+ (var a) (var b))"}},
		{name: "let_simple", start: "(let x 0 (let y 1 (+ (var x) (var y))))", goals: []string{"1"}},
		{name: "capture", start: "(let x 1 (lam x (var x)))", goals: []string{"(lam x 1)"}, wrong: true},
		{name: "capture_free", start: "(let y (+ (var x) (var x)) (lam x (var y)))",
			goals: []string{"(lam x (+ (var x) (var x)))"}, wrong: true},
		{name: "closure_not_seven", start: "(let five 5 (let add-five (lam x (+ (var x) (var five))) " +
			"(let five 6 (app (var add-five) 1))))", goals: []string{"7"}, wrong: true},
		{name: "closure_six", start: "(let five 5 (let add-five (lam x (+ (var x) (var five))) " +
			"(let five 6 (app (var add-five) 1))))", goals: []string{"6"}},
		{name: "compose", start: compose + add1 + "(app (app (var compose) (var add1)) (var add1))))",
			goals: []string{"(lam ?x (+ 1 (app (lam ?y (+ 1 (var ?y))) (var ?x))))", "(lam ?x (+ (var ?x) 2))"}},
		{name: "if_simple", start: "(if (= 1 1) 7 9)", goals: []string{"7"}},
		{name: "compose_many", start: compose + add1 + twice + twice + twice + twice + twice + twice + "(var add1)))))))))",
			goals: []string{"(lam ?x (+ (var ?x) 7))"}},
		{name: "function_repeat", start: compose + "(let repeat (fix repeat (lam fun (lam n (if (= (var n) 0) (lam i (var i)) " +
			"(app (app (var compose) (var fun)) (app (app (var repeat) (var fun)) (+ (var n) -1))))))) " + add1 +
			"(app (app (var repeat) (var add1)) 2))))", goals: []string{"(lam ?x (+ (var ?x) 2))"}, iterations: 60, nodes: 150_000},
		{name: "if", start: "(let zeroone (lam x (if (= (var x) 0) 0 1)) (+ (app (var zeroone) 0) (app (var zeroone) 10)))",
			goals: []string{"1"}},
		{name: "fib", start: "(let fib (fix fib (lam n (if (= (var n) 0) 0 (if (= (var n) 1) 1 " +
			"(+ (app (var fib) (+ (var n) -1)) (app (var fib) (+ (var n) -2))))))) (app (var fib) 4))",
			goals: []string{"3"}, iterations: 60, nodes: 50_000},
	} {
		for _, explain := range []bool{false, true} {
			t.Run(c.name+map[bool]string{true: "/explained"}[explain], func(t *testing.T) {
				l := newLambda(t, egraph.Config{Explain: explain})
				if c.iterations == 0 {
					c.iterations = 30
				}
				if c.nodes == 0 {
					c.nodes = 10_000
				}
				r, report, proven := l.prove(c.start, c.iterations, c.nodes, c.goals...)
				if proven == c.wrong {
					t.Fatalf("proven %t: %s after %d iterations with %d nodes", proven, report.Stop, len(report.Iterations), l.g.NumLive())
				}
				for _, goal := range c.goals {
					if explain && !c.wrong && !slices.Contains([]byte(goal), '?') {
						checkGoal(t, l, r, c.start, goal)
					}
				}
			})
		}
	}
}
