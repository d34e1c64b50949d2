package egraph_test

import (
	"fmt"

	"github.com/tg-opt/tg/egraph"
)

// A term is made cheaper, and why it is equal to what it was is explained.
func Example() {
	// A graph, with a term in it.
	symbols := &egraph.Symbols{}
	g := egraph.New(egraph.Config{Explain: true})
	root := g.AddTerm(symbols.MustParse("(/ (* a 2) 2)"))

	// Rules, run until they add nothing.
	rules := symbols.MustRules(
		"associate: (/ (* ?x ?y) ?z) => (* ?x (/ ?y ?z))",
		"cancel: (/ ?x ?x) => 1",
		"one: (* ?x 1) => ?x",
	)
	r := egraph.NewRunner(g, rules)
	report := r.Run()
	fmt.Println(report.Stop, "with", g.NumLive(), "nodes in", g.NumClasses(), "classes")

	// The cheapest of all equal terms.
	best := g.Cheapest(func(egraph.ID) float64 { return 1 })
	fmt.Println(symbols.Text(best.Term(root)), "costs", best.Cost(root))

	// Why it is equal.
	steps, err := g.Explain(root, best.Node(root))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range steps {
		from, _ := g.TermOf(s.From, 100)
		to, _ := g.TermOf(s.To, 100)
		fmt.Println(symbols.Text(from), "=", symbols.Text(to), "by", r.RuleName(s.Why))
	}
	_, err = r.Check(steps, 1000)
	fmt.Println("replayed:", err == nil)
	// Output:
	// saturated with 7 nodes in 4 classes
	// a costs 1
	// (/ (* a 2) 2) = (* a (/ 2 2)) by rule associate
	// (* a (/ 2 2)) = a by rule one
	// replayed: true
}

// A rule whose right side is Go, for what patterns cannot say.
func ExampleDynamic() {
	symbols := &egraph.Symbols{}
	g := egraph.New(egraph.Config{})
	root := g.AddTerm(symbols.MustParse("(double (double 3))"))
	double, err := egraph.Dynamic("double", []*egraph.Term{symbols.MustParse("(double ?x)")},
		func(g *egraph.Graph, m *egraph.Match, why egraph.Reason) {
			g.Nodes(m.At("x"), func(n egraph.ID) bool {
				var v int
				if k, _ := fmt.Sscan(symbols.Name(g.Symbol(n)), &v); k == 1 {
					g.AddEqual(m.Roots[0], why, symbols.Of(fmt.Sprint(2*v)))
					return false
				}
				return true
			})
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	egraph.NewRunner(g, []*egraph.Rule{double}).Run()
	best := g.Cheapest(func(egraph.ID) float64 { return 1 })
	fmt.Println(symbols.Text(best.Term(root)))
	// Output: 12
}
