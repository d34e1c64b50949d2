package saturate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	"github.com/tg-opt/tg/dialect/check"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// siblings are rules of several roots that random programs have, also with ops of several results.
const siblings = `
rule sums: add(?x, ?y), add(?x, ?z) => (add(?y, ?x), add(?z, ?x)) [exact]
rule negated: neg(?x), exp(?x) => (sub(0, ?x), exp(neg(neg(?x)))) [real]
rule parts: split(?x) {dim = ?d, sizes = ?s}#0, split(?x) {dim = ?d, sizes = ?t}#1 => (neg(neg(split(?x) {dim = ?d, sizes = ?s}#0)), neg(neg(split(?x) {dim = ?d, sizes = ?t}#1))) [exact]
`

// splits is a program whose splits share operands that become equal by and by.
const splits = `func.func @f(%x: tensor<4x6xf32>) -> (tensor<2x6xf32>, tensor<3x6xf32>, tensor<2x6xf32>) {
  %0 = tg.neg %x : tensor<4x6xf32>
  %1 = tg.neg %0 : tensor<4x6xf32>
  %2 = tg.neg %1 : tensor<4x6xf32>
  %3 = tg.neg %2 : tensor<4x6xf32>
  %4:2 = tg.split %x dim 0 sizes [2, 2] : (tensor<4x6xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>)
  %5:2 = tg.split %3 dim 0 sizes [1, 3] : (tensor<4x6xf32>) -> (tensor<1x6xf32>, tensor<3x6xf32>)
  return %4#0, %5#1, %4#1 : tensor<2x6xf32>, tensor<3x6xf32>, tensor<2x6xf32>
}`

// TestNothingIsLeft: when a space says that it is saturated, all rules match only what they have
// been applied to, though each looked, time after time, at what was new alone.
func TestNothingIsLeft(t *testing.T) {
	c := ir.NewContext(arith.Dialect, builtin.Dialect, fn.Dialect, cf.Dialect, check.Dialect, tg.Dialect)
	own, err := rule.ParseEndless("siblings.rules", siblings, rule.LookupIn(tg.Dialect, func(string) *ir.Dialect { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	var list []*rule.Rule
	for _, r := range slices.Concat(own, rules.Every()) {
		for ; r != nil; r = r.Reversed() {
			list = append(list, r)
		}
	}
	applied, saturated := map[string]int{}, 0
	whole := func(text string, mode rewrite.FPMode) {
		module, err := parser.Parse(c, []byte(text), parser.Options{})
		if err != nil {
			t.Fatal(c.Render(ir.AsDiag(err, 0)))
		}
		for _, b := range blocksOf(module) {
			if isSaturated(t, b, list, mode, applied) {
				saturated++
			}
		}
	}
	whole(splits, rewrite.FPStrict)
	if applied["parts"] == 0 {
		t.Errorf("splits do not match: %v", applied)
	}
	for seed := range campaign.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 0x66726573))
		whole(progen.Program(seed, progen.Options{}), []rewrite.FPMode{rewrite.FPStrict, rewrite.FPFinite, rewrite.FPFast}[rng.IntN(3)])
	}
	if saturated < 20 {
		t.Errorf("only %d spaces are saturated", saturated)
	}
}

// isSaturated saturates a block, if that comes to an end, and applies all rules everywhere again.
func isSaturated(t *testing.T, b *ir.Block, list []*rule.Rule, mode rewrite.FPMode, applied map[string]int) bool {
	t.Helper()
	machine, err := cost.Named("cpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	var ops []*ir.Op
	for o := b.First(); o != nil; o = o.Next() {
		ops = append(ops, o)
	}
	p, s := newPiece(ops, analysis.NewPurity()), newSpace(b.Parent().Context(), machine, false)
	p.encode(s)
	g := newGrower(s, list, mode, limits{2000, 40, 2_000_000})
	if g.run(); g.ended != "saturated" {
		return false
	}
	g.searcher.Fresh, g.searcher.Root = nil, g.mayMerge
	for _, r := range list {
		for n := range len(s.nodes) {
			if o := s.nodes[n].op; o == nil || o.Def() == nil || !r.StartsFrom(o.Def()) || !s.mayRewrite(egraph.ID(n)) {
				continue
			}
			var found []*rule.Instance
			g.searcher.Search(r, s.nodes[n].op, 1_000_000, func(i *rule.Instance) bool {
				found = append(found, i)
				return true
			})
			for _, i := range found {
				applied[r.Name]++
				before := s.graph.NumNodes()
				for k, v := range i.Make(s) {
					if s.graph.NumNodes() > before || s.class(v) != s.class(i.Roots[k]) {
						t.Errorf("rule %s was not applied at node %d, %s", r.Name, n, s.nodes[n].op.Name())
						return true
					}
				}
			}
		}
	}
	return true
}
