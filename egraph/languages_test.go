package egraph_test

import (
	"strconv"
	"testing"

	"github.com/tg-opt/tg/egraph"
)

// language is what the tests of one language have in common.
type language struct {
	t       testing.TB
	symbols *egraph.Symbols
	g       *egraph.Graph
	rules   []*egraph.Rule
}

func (l *language) rule(text string, conditions ...egraph.Condition) {
	l.t.Helper()
	rules, err := l.symbols.ParseRules(text, conditions...)
	if err != nil {
		l.t.Fatal(err)
	}
	l.rules = append(l.rules, rules...)
}

func (l *language) dynamic(name, left string, do func(g *egraph.Graph, m *egraph.Match, why egraph.Reason),
	conditions ...egraph.Condition) {
	l.t.Helper()
	r, err := egraph.Dynamic(name, []*egraph.Term{l.symbols.MustParse(left)}, do, conditions...)
	if err != nil {
		l.t.Fatal(err)
	}
	l.rules = append(l.rules, r)
}

// prove runs the rules until a term is equal to all goals, and says whether it
// comes to that. Goals may have variables.
func (l *language) prove(start string, iterations, nodes int, goals ...string) (*egraph.Runner, *egraph.Report, bool) {
	l.t.Helper()
	root := l.g.AddTerm(l.symbols.MustParse(start))
	var queries []*egraph.Query
	for _, goal := range goals {
		q, err := egraph.NewQuery(l.symbols.MustParse(goal))
		if err != nil {
			l.t.Fatal(err)
		}
		queries = append(queries, q)
	}
	proven := func(g *egraph.Graph) bool {
		for _, q := range queries {
			if _, ok := q.In(g, root); !ok {
				return false
			}
		}
		return true
	}
	r := egraph.NewRunner(l.g, l.rules)
	r.Limits.Iterations, r.Limits.Nodes = iterations, nodes
	r.Until = proven
	report := r.Run()
	if report.Err != nil {
		l.t.Fatal(report.Err)
	}
	return r, report, proven(l.g)
}

// number reads the name of a symbol as a number.
func (l *language) number(s egraph.Symbol) (float64, bool) {
	f, err := strconv.ParseFloat(l.symbols.Name(s), 64)
	return f, err == nil
}

// checkGoal replays the proof that two terms are equal.
func checkGoal(t *testing.T, l *language, r *egraph.Runner, start, goal string) {
	t.Helper()
	a := l.g.AddTerm(l.symbols.MustParse(start))
	b := l.g.AddTerm(l.symbols.MustParse(goal))
	steps, err := l.g.Explain(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if a != b && len(steps) == 0 {
		t.Error("a proof without steps")
	}
	if _, err := r.Check(steps, 1_000_000); err != nil {
		t.Error(err)
	}
}
