package egraph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/egraph"
)

// dump is all that a graph holds.
func dump(g *egraph.Graph) string {
	var b strings.Builder
	g.Classes(func(class egraph.ID) bool {
		fmt.Fprintf(&b, "%d:", class)
		g.Nodes(class, func(n egraph.ID) bool {
			fmt.Fprintf(&b, " %d=%d%v", n, g.Symbol(n), g.Children(n))
			return true
		})
		b.WriteString("\n")
		return true
	})
	return b.String()
}

// TestSameGraph runs the same program twice: number by number, it is the same
// graph.
func TestSameGraph(t *testing.T) {
	var graphs []string
	for range 2 {
		l := newMath(t, egraph.Config{})
		l.prove("(i (* (cos x) x) x)", 12, 5000, "unreachable")
		graphs = append(graphs, dump(l.g))
	}
	if graphs[0] != graphs[1] {
		t.Error("two runs made different graphs")
	}
	if len(graphs[0]) < 10_000 {
		t.Errorf("a graph of %d bytes shows little", len(graphs[0]))
	}
}

// TestCheapest has classes that contain themselves, at no cost.
func TestCheapest(t *testing.T) {
	s := &egraph.Symbols{}
	g := egraph.New(egraph.Config{})
	top := g.AddTerm(s.MustParse("(f (f x))"))
	bottom := g.AddTerm(s.MustParse("x"))
	g.Union(top, bottom, egraph.Given)
	other := g.AddTerm(s.MustParse("(g y)"))
	loop, _ := g.Add(s.Of("h"), other)
	g.Union(loop, other, egraph.Given)
	g.Rebuild()
	costs := map[string]float64{"x": 3, "y": 1, "g": 5}
	c := g.Cheapest(func(n egraph.ID) float64 { return costs[s.Name(g.Symbol(n))] })
	if got := s.Text(c.Term(top)); got != "x" {
		t.Errorf("%s is chosen, not x", got)
	}
	if got := s.Text(c.Term(loop)); got != "(g y)" || c.Cost(loop) != 6 {
		t.Errorf("%s is chosen for %v, not (g y) for 6", got, c.Cost(loop))
	}
	// A class of nodes that all contain it has no term.
	a, b := g.AddTerm(s.MustParse("z")), egraph.None
	g.Hide(a)
	b, _ = g.AddEqual(a, egraph.Given, s.Of("f"), a)
	g.Rebuild()
	c = g.Cheapest(func(egraph.ID) float64 { return 1 })
	if c.Node(b) != egraph.None || c.Term(b) != nil {
		t.Error("a term is chosen where there is none")
	}
	if numbers, classes := g.Numbers(); classes != g.NumClasses() || int(numbers[g.Find(b)]) >= classes {
		t.Error("classes are numbered wrong")
	}
}

// TestHide shows that a hidden node is not matched and is found when added.
func TestHide(t *testing.T) {
	s := &egraph.Symbols{}
	g := egraph.New(egraph.Config{})
	n := g.AddTerm(s.MustParse("(+ a b)"))
	g.AddEqual(n, egraph.Given, s.Of("3"))
	g.Hide(n)
	g.Rebuild()
	r := egraph.NewRunner(g, s.MustRules("flip: (+ ?a ?b) => (+ ?b ?a)"))
	if report := r.Run(); report.Stop != egraph.Saturated || g.NumLive() != 3 {
		t.Errorf("%s with %d nodes", report.Stop, g.NumLive())
	}
	if m, added := g.Add(s.Of("+"), g.Children(n)...); added || m != n {
		t.Error("a hidden node is not found")
	}
	// It takes part in congruence: a = c makes (+ c b) equal to it.
	o := g.AddTerm(s.MustParse("(+ c b)"))
	g.Union(g.AddTerm(s.MustParse("a")), g.AddTerm(s.MustParse("c")), egraph.Given)
	g.Rebuild()
	if g.Find(o) != g.Find(n) {
		t.Error("a hidden node is not congruent to an equal one")
	}
}

func FuzzRules(f *testing.F) {
	f.Add("factor: (+ (* ?a ?b) (* ?a ?c)) <=> (* ?a (+ ?b ?c))")
	f.Add("many: (@ ?x ?a), (f) => b, (c 1 2 3 ?x)")
	f.Add("x: ((")
	f.Fuzz(func(t *testing.T, text string) {
		s := &egraph.Symbols{}
		rules, err := s.ParseRules(text)
		if err != nil {
			return
		}
		g := egraph.New(egraph.Config{Explain: len(text)%2 == 0})
		g.AddTerm(s.MustParse("(+ (* x 1) (* x (f 2 3 4)))"))
		r := egraph.NewRunner(g, rules)
		r.Limits.Nodes, r.Limits.Iterations, r.Limits.Work = 200, 5, 20_000
		r.Run()
		if !g.Clean() {
			t.Error("congruence is not restored")
		}
	})
}
