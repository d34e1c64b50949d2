package saturate

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// A rule is not applied where the types of its sides differ. Were values of different types made
// equal all the same, the rule would be named, with what it made equal.
func TestClassesOfDifferentTypes(t *testing.T) {
	machine, err := cost.Named("cpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	c := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	module, err := parser.Parse(c, []byte(`func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tg.exp %0 : tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}`), parser.Options{Filename: "f.mlir"})
	if err != nil {
		t.Fatal(err)
	}
	text := "rule turned: transpose(?x) {permutation = ?p} => ?x [exact]\nrule less: exp(?x) => sqrt(?x) [exact]"
	list, err := rule.Parse("wrong.rules", text, rule.LookupIn(tg.Dialect, func(string) *ir.Dialect { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	var ops []*ir.Op
	for _, b := range blocksOf(module) {
		for o := b.First(); o != nil; o = o.Next() {
			ops = append(ops, o)
		}
	}
	p, s := newPiece(ops, analysis.NewPurity()), newSpace(c, machine, true)
	p.encode(s)
	g := newGrower(s, list, rewrite.FPStrict, limits{1000, 30, 100_000})
	g.index()
	g.search()
	if n := len(g.rules[0].matches); n != 0 || len(g.rules[1].matches) != 1 {
		t.Fatalf("%d matches of a rule whose sides have different types, and %d of another", n, len(g.rules[1].matches))
	}
	x, m := p.of[ops[0].Operand(0)], g.rules[1].matches[0]
	m.Roots[0], m.Left[0] = x, &rule.Bound{Value: x} // as if it were of that type
	g.apply()
	if s.graph.Err() == nil {
		t.Fatal("the graph is fine")
	}
	at, err := (&saturater{rules: list}).contradicted(p, g)
	if at != 1 {
		t.Errorf("rule %d is blamed", at)
	}
	for _, want := range []string{"rule 'less' is wrong here", "a value of type 'tensor<2x3xf32>' is to equal one of type 'tensor<3x2xf32>'"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
}
