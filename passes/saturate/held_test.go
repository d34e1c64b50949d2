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

// What a rule of one pattern matches in a program that a space holds, any that it has grown to, is
// found in the space.
func TestSpacesHaveTheMatchesOfWhatTheyHold(t *testing.T) {
	machine, err := cost.Named("cpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	found, programs := map[string]int{}, 0
	for seed := range campaign.Seeds(48) {
		rng := rand.New(rand.NewPCG(seed, 0x68656c64))
		c := ir.NewContext(arith.Dialect, builtin.Dialect, fn.Dialect, cf.Dialect, check.Dialect, tg.Dialect)
		module, err := parser.Parse(c, []byte(progen.Program(seed, progen.Options{})), parser.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range blocksOf(module) {
			var ops []*ir.Op
			for o := b.First(); o != nil; o = o.Next() {
				ops = append(ops, o)
			}
			p, s := newPiece(ops, analysis.NewPurity()), newSpace(c, machine, false)
			p.encode(s)
			if computedOutside(p) {
				continue
			}
			var list []*rule.Rule
			for _, r := range rules.Every() {
				for ; r != nil; r = r.Reversed() {
					list = append(list, r)
				}
			}
			g := newGrower(s, list, rewrite.FPFast, limits{300, 1 + rng.IntN(3), 300_000})
			g.run()
			if s.graph.Err() != nil {
				continue // something is NaN
			}
			for range 3 {
				if chosen := anyProgram(s, rng); chosen != nil {
					programs++
					held(t, seed, p, chosen, list, found)
				}
			}
		}
	}
	if len(found) < 60 {
		t.Errorf("only %d rules match in %d programs: %v", len(found), programs, found)
	}
}

// anyProgram chooses a node for each class that can be computed: a constant where there is one.
func anyProgram(s *space, rng *rand.Rand) *chosen {
	c := &chosen{node: make([]egraph.ID, len(s.nodes))}
	for i := range c.node {
		c.node[i] = egraph.None
	}
	order := rng.Perm(len(s.nodes))
	for n := range s.nodes {
		if o := s.nodes[n].op; o != nil && o.Has(ir.ConstantLike) && !s.graph.Dropped(egraph.ID(n)) {
			c.node[s.graph.Find(egraph.ID(n))] = egraph.ID(n)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range order {
			id := egraph.ID(n)
			class := s.graph.Find(id)
			ready := c.node[class] == egraph.None && !s.graph.Dropped(id)
			for _, child := range s.graph.Children(id) {
				ready = ready && c.node[s.graph.Find(child)] != egraph.None
			}
			if ready {
				c.node[class] = id
				changed = true
			}
		}
	}
	return c
}

// asksValues reports whether a rule asks what is known of elements: that is known of what
// represents a class, and not of all that is in it.
func asksValues(r *rule.Rule) bool {
	return r.Set == "range" || slices.ContainsFunc(r.Asks(), func(a rule.Ask) bool { return a.Name == "constant" || a.Name == "splat" })
}

// isConstant reports whether a value is a constant. Those that are moved are found in a space only
// as far as what is moved represents its class.
func isConstant(v *ir.Value) bool { return ir.ConstantValue(v) != nil }

// held compares what matches in a program with what does in the space.
func held(t *testing.T, seed uint64, p *piece, c *chosen, list []*rule.Rule, found map[string]int) {
	t.Helper()
	s := p.space
	d, _ := p.decode(c, ir.NewBuilder(s.ctx), false)
	searcher := rule.NewSearcher(s, rewrite.FPFast)
	for n, node := range s.nodes {
		o := d.made[egraph.ID(n)]
		if o == nil || node.op == nil || node.own != 0 {
			continue
		}
		for _, r := range list {
			if r.NumPatterns() > 1 || !r.StartsFrom(o.Def()) || !r.Pattern(rewrite.FPFast).Matcher.Matches(o) {
				continue
			}
			found[r.Name]++
			matches := 0
			searcher.Search(r, node.op, 1_000_000, func(*rule.Instance) bool {
				matches++
				return true
			})
			if matches == 0 && !asksValues(r) && (len(r.Numbers()) == 0 || slices.ContainsFunc(o.Operands(), isConstant)) {
				t.Errorf("seed %d: %s matches %s, and nothing in the space", seed, r.Name, o.Name())
			}
		}
	}
	for i := len(d.fresh) - 1; i >= 0; i-- {
		d.fresh[i].Erase()
	}
}
