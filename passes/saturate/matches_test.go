package saturate

import (
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	"github.com/tg-opt/tg/dialect/check"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// What a rule of one pattern matches in a program is found in a space that holds just the program.
func TestSpacesHaveTheMatchesOfPrograms(t *testing.T) {
	machine, err := cost.Named("cpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for seed := range campaign.Seeds(60) {
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
			if len(ops) == 0 {
				continue
			}
			p, s := newPiece(ops, analysis.NewPurity()), newSpace(c, machine, false)
			p.encode(s)
			if !computedOutside(p) {
				compareMatches(t, p, s, found)
			}
		}
	}
	if len(found) < 20 {
		t.Errorf("only %d rules match: %v", len(found), found)
	}
}

// computedOutside reports whether the piece uses what another block computes: rules may look at
// how, and a space does not know.
func computedOutside(p *piece) bool {
	for _, v := range p.inputs {
		if v.Def() != nil {
			return true
		}
	}
	return false
}

func compareMatches(t *testing.T, p *piece, s *space, found map[string]int) {
	t.Helper()
	searcher := rule.NewSearcher(s, rewrite.FPFast)
	for _, r := range append(rules.All(), rules.Substitutions()...) {
		if r.NumPatterns() > 1 {
			continue // two patterns may be at equal ops, which are one op here
		}
		pattern := r.Pattern(rewrite.FPFast)
		for _, o := range p.ops {
			if p.stays(o) || !known(o) || !r.StartsFrom(o.Def()) || !pattern.Matcher.Matches(o) {
				continue
			}
			found[r.Name]++
			n := 0
			for _, v := range o.Results() {
				for _, m := range s.Members(p.of[v], nil) {
					searcher.Search(r, m.Def(), 1_000_000, func(*rule.Instance) bool {
						n++
						return true
					})
				}
			}
			if n == 0 {
				t.Errorf("%s matches %s, and nothing in the space", r.Name, o.Name())
			}
		}
	}
}
