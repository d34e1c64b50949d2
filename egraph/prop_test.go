package egraph_test

import (
	"fmt"
	"testing"

	"github.com/tg-opt/tg/egraph"
)

// truth is the value of a class of propositions: empty if it has none.
type truth string

// newProp is egg's propositional logic: values are computed.
func newProp(t testing.TB, config egraph.Config, rules ...string) *language {
	l := &language{t: t, symbols: &egraph.Symbols{}, g: egraph.New(config)}
	var data *egraph.Data[truth]
	data = egraph.Attach(l.g, egraph.Analysis[truth]{
		Make: func(g *egraph.Graph, n egraph.ID) truth {
			name := l.symbols.Name(g.Symbol(n))
			args := g.Children(n)
			if len(args) == 0 {
				if name == "true" || name == "false" {
					return truth(name)
				}
				return ""
			}
			a := data.Of(g, args[0])
			b := data.Of(g, args[len(args)-1])
			if a == "" || b == "" {
				return ""
			}
			x, y := a == "true", b == "true"
			return truth(fmt.Sprint(map[string]bool{"&": x && y, "|": x || y, "->": !x || y, "~": !x}[name]))
		},
		Merge: func(a, b truth) (truth, bool, bool, error) {
			if a != "" && b != "" && a != b {
				return a, false, false, egraph.Conflict(a, b)
			}
			return max(a, b), a < b, b < a, nil
		},
		Modify: func(g *egraph.Graph, class egraph.ID) {
			if v := data.Of(g, class); v != "" {
				g.AddEqual(class, egraph.Computed, l.symbols.Of(string(v)))
			}
		},
		Witness: func(d truth) (egraph.ID, bool) { return l.g.Lookup(l.symbols.Of(string(d))) },
	})
	for _, r := range rules {
		l.rule(r)
	}
	return l
}

var contrapositive = []string{
	"def-imply: (-> ?a ?b) <=> (| (~ ?a) ?b)",
	"double-neg-flip: ?a => (~ (~ ?a))",
	"comm-or: (| ?a ?b) => (| ?b ?a)",
}

var chain = append([]string{"comm-and: (& ?a ?b) => (& ?b ?a)",
	"lem-imply: (& (-> ?a ?b) (-> (~ ?a) ?c)) => (| ?b ?c)"}, contrapositive...)

// TestProp proves what egg's tests of propositional logic prove.
func TestProp(t *testing.T) {
	for _, c := range []struct {
		name, start string
		rules       []string
		goals       []string
	}{
		{"contrapositive", "(-> x y)", contrapositive,
			[]string{"(-> x y)", "(| (~ x) y)", "(| (~ x) (~ (~ y)))", "(| (~ (~ y)) (~ x))", "(-> (~ y) (~ x))"}},
		{"chain", "(& (-> x y) (-> y z))", chain,
			[]string{"(& (-> x y) (-> y z))", "(& (-> (~ y) (~ x)) (-> y z))", "(& (-> y z) (-> (~ y) (~ x)))", "(| z (~ x))",
				"(| (~ x) z)", "(-> x z)"}},
		{"const_fold", "(| (& false true) (& true false))", nil, []string{"false"}},
	} {
		for _, explain := range []bool{false, true} {
			t.Run(c.name+map[bool]string{true: "/explained"}[explain], func(t *testing.T) {
				l := newProp(t, egraph.Config{Explain: explain}, c.rules...)
				r, report, proven := l.prove(c.start, 20, 5000, c.goals...)
				if !proven {
					t.Fatalf("not proven: %s after %d iterations with %d nodes", report.Stop, len(report.Iterations), l.g.NumLive())
				}
				if explain {
					for _, goal := range c.goals {
						checkGoal(t, l, r, c.start, goal)
					}
				}
			})
		}
	}
}
