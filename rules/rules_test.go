package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Every shipped rule is tested by execution: its left side is built over
// element types and shapes, rewritten, and both sides run on values chosen to
// hurt. They must agree at the level the rule states.
func TestRulesByExecution(t *testing.T) {
	for _, rule := range All() {
		t.Run(rule.Name, func(t *testing.T) {
			t.Parallel()
			if _, failure := check(rule); failure != "" {
				t.Error(failure)
			}
		})
	}
}

// A wrong rule must not pass.
func TestWrongRulesAreFound(t *testing.T) {
	tests := []struct{ text, want string }{
		{"add(?x, 0) => ?x [exact]", "-0"},
		{"mul(?x, 0) => 0 [exact]", "-0"},
		{"sub(?x, ?x) => 0 [exact]", "NaN"},
		{"sub(?x, ?y) => sub(?y, ?x) [finite]", "became"},
		{"div(neg(?x), neg(?y)) => div(?x, ?y) [exact]", "ui8"},
		{"not(compare(?x, ?y) {direction = \"lt\"}) => compare(?x, ?y) {direction = \"ge\"} [exact]", "became"},
		{"select(compare(?x, ?y) {direction = \"gt\"}, ?x, ?y) => max(?x, ?y) [exact]", "became"},
		{"abs(sqrt(?x)) => sqrt(?x) [exact]", "-0"},
		{"relu(abs(?x)) => abs(?x) [exact]", "-128"},
		{"div(div(?x, ?y), ?z) => div(?x, mul(?y, ?z)) [finite]", "became"},
		{"div(div(?x, ?y), ?z) => div(?x, mul(?y, ?z)) [real, integers]", "became"},
		{"log(mul(?x, ?y)) => add(exp(?x), log(?y)) [real]", "became"},
		{"convert(convert(?x)) => convert(?x) : type(root) [exact] where holds(root.0, ?x)", "became"},
		{"or(?x, not(?x)) => -1 [exact] where unsigned(root)", "never applied"},
		{"neg(?x) => ?x [exact] where bool(?x)", "never applied"},
		{"sqrt(?x) => div(0, 0) [real]", "nothing was compared"},
	}
	for _, tt := range tests {
		list, err := rewrite.ParseRules("f.rules", "rule wrong: "+tt.text, Lookup)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if _, failure := check(list[0]); !strings.Contains(failure, tt.want) {
			t.Errorf("%s: found %q, want it to speak of %q", tt.text, failure, tt.want)
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
		list, err := rewrite.ParseRules("f.rules", "rule r: "+tt.rule, Lookup)
		if err != nil {
			t.Fatal(err)
		}
		var modes []string
		for _, mode := range []rewrite.FPMode{rewrite.FPStrict, rewrite.FPFinite, rewrite.FPFast} {
			c := newCase(list[0], choice{elem: tt.elem, shapes: shapeChoices[3], constant: -1})
			if c == nil {
				t.Fatalf("%s: cannot be built", tt.rule)
			}
			if c.rewrite(list[0], mode) {
				modes = append(modes, string(mode))
			}
		}
		if got := strings.Join(modes, " "); got != tt.modes {
			t.Errorf("%s on %s applies under %q, want %q", tt.rule, tt.elem, got, tt.modes)
		}
	}
}

// All rules together come to an end, whatever they start from.
func TestRulesConverge(t *testing.T) {
	for _, mode := range []rewrite.FPMode{rewrite.FPStrict, rewrite.FPFinite, rewrite.FPFast} {
		var patterns []*rewrite.Pattern
		for _, rule := range All() {
			patterns = append(patterns, rule.Pattern(mode))
		}
		set := rewrite.NewSet(patterns)
		for _, rule := range All() {
			for _, ch := range choices(rule) {
				c := newCase(rule, ch)
				if c == nil {
					continue
				}
				for _, topDown := range []bool{true, false} {
					converged, _ := rewrite.Greedy(c.module, ir.NewBuilder(c.ctx), set, rewrite.Config{TopDown: topDown, MaxIterations: 10, MaxRewrites: 100})
					if !converged {
						t.Errorf("%s under %s, %s: the rules go on and on", rule.Name, mode, ch)
					}
				}
				if err := ir.Verify(c.module); err != nil {
					t.Errorf("%s under %s, %s: %v", rule.Name, mode, ch, err)
				}
			}
		}
	}
}

// Under strict, the rules together change no bit.
func TestRulesTogetherAreExact(t *testing.T) {
	var patterns []*rewrite.Pattern
	for _, rule := range All() {
		patterns = append(patterns, rule.Pattern(rewrite.FPStrict))
	}
	set := rewrite.NewSet(patterns)
	for _, rule := range All() {
		for _, ch := range choices(rule) {
			c := newCase(rule, ch)
			if c == nil {
				continue
			}
			inputs := c.inputs(rewrite.Exact)
			before, err := c.execute(inputs)
			if err != nil {
				continue // no kernel for this element type
			}
			rewrite.Greedy(c.module, ir.NewBuilder(c.ctx), set, rewrite.Config{TopDown: true, MaxIterations: 10, MaxRewrites: -1})
			after, err := c.execute(inputs)
			if err != nil {
				t.Errorf("%s, %s: %v", rule.Name, ch, err)
				continue
			}
			if _, difference := compare(rewrite.Exact, before, after); difference != "" {
				t.Errorf("%s, %s: %s; inputs %v", rule.Name, ch, difference, inputs)
			}
		}
	}
}

// A rule that a folder or another rule of the same root always forestalls is
// dead text.
func TestEveryRuleIsReached(t *testing.T) {
	applied := map[string]bool{}
	var patterns []*rewrite.Pattern
	for _, rule := range All() {
		patterns = append(patterns, rule.Pattern(rewrite.FPFast))
	}
	set := rewrite.NewSet(patterns)
	for _, rule := range All() {
		for _, ch := range choices(rule) {
			if c := newCase(rule, ch); c != nil {
				rewrite.Greedy(c.module, ir.NewBuilder(c.ctx), set, rewrite.Config{
					TopDown: false, MaxIterations: 10, MaxRewrites: 100,
					Applied: func(name string, _ *ir.Op) { applied[name] = true },
				})
			}
		}
	}
	for _, rule := range All() {
		if !applied[rule.Name] {
			t.Errorf("%s: other rules or folders always come first", rule.Name)
		}
	}
}

func TestRuleErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"rule a: add(?x, 0) => ?y [exact]", "f.rules:1:23: error: ?y does not occur on the left side"},
		{"rule a: ad(?x, 0) => ?x [exact]", "f.rules:1:9: error: there is no op 'ad'"},
		{"rule a: add(?x) => ?x [exact]", "f.rules:1:9: error: op 'add' takes 2 operands, but is given 1"},
		{"rule a: add(?x, 0) => ?x [sure]", "unknown level [sure]"},
		{"rule a: add(?x, 0) => ?x [exact, integers]", "unknown level [exact, integers]"},
		{"rule a: add(?x, 0) => ?x", "f.rules:1:25: error:"},
		{"rule a: ?x => ?x [exact]", "the left side of a rule must be an op"},
		{"rule a: add(?x, 0) => ?x [exact]\nrule a: sub(?x, 0) => ?x [exact]", "f.rules:2:1: error: rule 'a' is defined twice"},
		{"rule a: neg(?x) => ?x [exact] where one_us(?x)", "there is no condition 'one_us'; did you mean 'one_use'?"},
		{"rule a: neg(?x) => ?x [exact] where holds(?x)", "condition 'holds' takes 2 arguments, but is given 1"},
		{"rule a: neg(?x) => ?x [exact] where bool(x)", "'x' is neither a variable nor root, root.0, ..."},
		{"rule a: neg(?x) {axs = 1} => ?x [exact]", "op 'neg' has no attribute 'axs'"},
		{"rule a: reduce(?x) => ?x [exact]", "op 'reduce' has regions or not exactly one result"},
		{"rule a: reshape(reshape(?x)) => reshape(?x) [exact]", "the type of op 'reshape' does not follow from its operands"},
		{"rule a: neg(broadcast_like(0, ?x)) => ?x [exact]", "on the right side only"},
	}
	for _, tt := range tests {
		_, err := rewrite.ParseRules("f.rules", tt.text, Lookup)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s\ngot error %v\nwant %q", tt.text, err, tt.want)
		}
	}
}

// Attributes bind, `{*}` keeps all of them, and `<=>` makes two rules.
func TestAttributesAndBothWays(t *testing.T) {
	ctx := ir.NewContext(tg.Dialect)
	list, err := rewrite.ParseRules("f.rules", `
rule swap: compare(neg(?x), neg(?y)) {direction = ?d} => compare(?y, ?x) {direction = ?d} [exact]
rule same: compare(abs(?x), ?y) {*} => compare(?x, ?y) {*} [real]
rule both: neg(exp(?x)) <=> exp(abs(?x)) [real]
`, Lookup)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range list {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "swap same both both-reversed" {
		t.Errorf("rules are %q", got)
	}
	f32 := ctx.Tensor([]int64{4}, ctx.F32())
	build := func(inner *ir.OpDef, attrs ...ir.NamedAttr) (*ir.Op, *ir.Block) {
		body, block := &ir.Region{}, &ir.Block{}
		body.Append(block)
		b := ir.NewBuilder(ctx).AtEnd(block)
		x, y := block.AddArg(f32, 0), block.AddArg(f32, 0)
		left := b.Op(inner, 0, []*ir.Value{x}).Result(0)
		if inner == tg.Neg {
			y = b.Op(inner, 0, []*ir.Value{y}).Result(0)
		}
		b.OpWithTypes(tg.Yield, 0, nil, b.Op(tg.Compare, 0, []*ir.Value{left, y}, attrs...).Results())
		return wrap(ctx, body), block
	}
	less := ir.NamedAttr{Name: "direction", Value: ctx.StringAttr("lt")}
	total := ir.NamedAttr{Name: "total_order", Value: ctx.Unit()}
	tests := []struct {
		inner *ir.OpDef
		attrs []ir.NamedAttr
		rule  int
		want  string // attributes afterwards; "" when the rule must not apply
	}{
		{tg.Neg, []ir.NamedAttr{less}, 0, `{direction = "lt"}`},
		{tg.Neg, []ir.NamedAttr{less, total}, 0, ""}, // the rule would lose total_order
		{tg.Abs, []ir.NamedAttr{less, total}, 1, `{direction = "lt", total_order}`},
	}
	for i, tt := range tests {
		module, block := build(tt.inner, tt.attrs...)
		set := rewrite.NewSet([]*rewrite.Pattern{list[tt.rule].Pattern(rewrite.FPFast)})
		_, changed := rewrite.Greedy(module, ir.NewBuilder(ctx), set, rewrite.Config{MaxIterations: 10, MaxRewrites: -1})
		if got := fmt.Sprint(block.First().Props()); changed != (tt.want != "") || changed && got != tt.want {
			t.Errorf("case %d: changed is %v, attributes are %s, want %q", i, changed, got, tt.want)
		}
	}
}
