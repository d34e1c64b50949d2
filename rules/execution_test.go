package rules

import (
	"flag"
	"runtime"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// shipped are all rules that come with tg, each in both directions if it has
// them.
func shipped() []*rule.Rule {
	var list []*rule.Rule
	for _, r := range Every() {
		list = append(list, r)
		if back := r.Reversed(); back != nil {
			list = append(list, back)
		}
	}
	return list
}

// tg-opt --check-rules=shipped looks at 100 instances.
var instanceCount = flag.Int("instances", 2, "how many instances of each rule to execute")

// Every shipped rule is tested by execution at the level that it states.
func TestRulesByExecution(t *testing.T) {
	o := rulecheck.Options{Instances: *instanceCount, Seed: campaign.First(), Workers: runtime.GOMAXPROCS(0)}
	for _, r := range rulecheck.Check(shipped(), o) {
		if r.Problem != "" {
			t.Errorf("%s: %s: %s", r.Rule.Pos, r.Rule.Name, r.Problem)
		}
		if r.Counterexample != nil {
			t.Logf("\n%s", r.Counterexample.Module)
		}
	}
}

// Rules of level finite and real must leave floats alone where the mode says
// so, also when the root is no float, and work on integers as they promise.
func TestLevelsAndModes(t *testing.T) {
	tests := []struct {
		rule, elem string
		modes      string // in which it applies
	}{
		{"abs(exp(?x)) => exp(?x) [exact]", "f32", "strict finite fast"},
		{"sub(?x, ?x) => 0 [finite]", "f32", "finite fast"},
		{"add(sub(?x, ?y), ?y) => ?x [real]", "f32", "fast"},
		{"add(sub(?x, ?y), ?y) => ?x [real]", "i32", ""},
		{"add(sub(?x, ?y), ?y) => ?x [real, integers]", "i32", "strict finite fast"},
		{"not(compare(?x, ?y) {direction = \"lt\"}) => compare(?x, ?y) {direction = \"ge\"} [finite]", "f32", "finite fast"},
		{"not(compare(?x, ?y) {direction = \"lt\"}) => compare(?x, ?y) {direction = \"ge\"} [finite]", "i32", "strict finite fast"},
	}
	for _, tt := range tests {
		list, err := rule.Parse("f.rules", "rule r: "+tt.rule, Lookup)
		if err != nil {
			t.Fatal(err)
		}
		var modes []string
		for _, mode := range []rewrite.FPMode{rewrite.FPStrict, rewrite.FPFinite, rewrite.FPFast} {
			if appliesTo(list[0], tt.elem, mode) {
				modes = append(modes, string(mode))
			}
		}
		if got := strings.Join(modes, " "); got != tt.modes {
			t.Errorf("%s on %s applies under %q, want %q", tt.rule, tt.elem, got, tt.modes)
		}
	}
}

// appliesTo reports whether a rule applies to one of its instances with values
// of an element type.
func appliesTo(rule *rule.Rule, elem string, mode rewrite.FPMode) bool {
	set := rewrite.NewSet([]*rewrite.Pattern{rule.Pattern(mode)})
	applied := false
	for in := range rulecheck.Instances(rule, 100, 0) {
		if in.Elem.String() == elem {
			greedy(in, set, func(name string) { applied = applied || name == rule.Name })
		}
	}
	return applied
}

// greedy applies patterns as canonicalize does, and reports whether that ended.
func greedy(in *rulecheck.Instance, set *rewrite.Set, applied func(name string)) (converged bool) {
	converged, _ = rewrite.Greedy(in.Module, ir.NewBuilder(in.Module.Context()), set, rewrite.Config{
		TopDown: true, MaxIterations: 10, MaxRewrites: 100, Applied: func(name string, _ *ir.Op) { applied(name) },
	})
	return converged
}

// All rules together come to an end, whatever they start from.
func TestRulesConverge(t *testing.T) {
	for _, c := range rulecheck.Cycles(All(), nil, 0) {
		var names []string
		for _, r := range c.Rules {
			names = append(names, r.Name)
		}
		t.Errorf("the rules %s go on and on:\n%s", strings.Join(names, ", "), c.Module)
	}
}

// Under strict, the rules together change no bit.
func TestRulesTogetherAreExact(t *testing.T) {
	set := patterns(rewrite.FPStrict)
	for _, rule := range All() {
		for in := range rulecheck.Instances(rule, 10, 1) {
			inputs, before, err := in.Run(opgen.Special, nil)
			if err != nil {
				continue // no kernel for this element type
			}
			text := printer.OpString(in.Module, printer.Options{})
			greedy(in, set, func(string) {})
			_, after, err := in.Run(opgen.Special, inputs)
			if err != nil {
				t.Errorf("%s: %v\n%s", rule.Name, err, text)
				continue
			}
			for i := range before {
				if d := rulecheck.Difference(before[i], after[i]); d != "" {
					t.Errorf("%s: result %d: %s; inputs %v\n%s", rule.Name, i, d, inputs, text)
				}
			}
		}
	}
}

func patterns(mode rewrite.FPMode) *rewrite.Set {
	var list []*rewrite.Pattern
	for _, rule := range All() {
		list = append(list, rule.Pattern(mode))
	}
	return rewrite.NewSet(list)
}

// A rule that a folder or another rule of the same root always forestalls is
// dead text. It is enough that it is reached in the first mode that allows it.
func TestEveryRuleIsReached(t *testing.T) {
	sets := map[rewrite.Level]*rewrite.Set{
		rewrite.Exact: patterns(rewrite.FPStrict), rewrite.Finite: patterns(rewrite.FPFinite), rewrite.Real: patterns(rewrite.FPFast),
	}
	applied := map[string]bool{}
	for _, rule := range All() {
		for in := range rulecheck.Instances(rule, 300, 2) {
			greedy(in, sets[rule.Level], func(name string) { applied[name] = true })
			if applied[rule.Name] {
				break
			}
		}
	}
	for _, rule := range All() {
		if !applied[rule.Name] {
			t.Errorf("%s: other rules or folders always come first", rule.Name)
		}
	}
}
