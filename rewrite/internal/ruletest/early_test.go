package ruletest

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

const earlyProgram = `func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0 = tg.exp %x : tensor<4x8xf32>
  %1 = tg.max %0, %y : tensor<4x8xf32>
  %2 = tg.reduce sum %1 dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4xf32>
}`

// A condition stops an attempt wherever it is tested: early, by a keyword, or at the end.
// What is said of the rule is the same, and a failing attempt takes no memory.
func TestEarlyConditions(t *testing.T) {
	module, err := parser.Parse(driver.NewContext(), []byte(earlyProgram), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ops := map[string]*ir.Op{}
	ir.WalkPost(module, func(o *ir.Op) { ops[o.Name()] = o })
	for _, test := range []struct {
		text    string
		may, is bool
	}{
		{"max(?x, ?y) => min(?x, ?y) [exact] where bool(root)", true, false},
		{"max(?x, ?y) => min(?x, ?y) [exact] where float(root)", true, true},
		{"max(?a exp(?x), ?y) => max(?y, ?a) [exact] where one_use(?a) and not same_type(?a, root)", true, false},
		{"max(?a exp(?x), ?y) => min(?y, ?a) [exact] where one_use(?a) and same_type(?a, ?y)", true, true},
		{"reduce(?x) {*, kind = ?k} => reduce(neg(?x)) {*, kind = ?k} [exact] where ?k in [max, min]", false, false},
		{"reduce(?x) {*, kind = ?k} => reduce(neg(?x)) {*, kind = ?k} [exact] where not ?k in [sum, mean]", false, false},
		{"reduce(?x) {*, kind = ?k} => reduce(neg(?x)) {*, kind = ?k} [exact] where ?k in [sum, mean]", true, true},
		{"reduce(?x) {*, kind = ?k} => reduce(neg(?x)) {*, kind = ?k} [exact] where not ?k in [max] and one_use(?x)", true, false},
	} {
		list, err := rule.Parse("early.rules", "rule r: "+test.text, rules.Lookup)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(test.text, "(")
		o, p := ops["tg."+name], list[0].Pattern(rewrite.FPStrict)
		if may, is := p.Matcher.MayMatch(o), p.Matcher.Matches(o); may != test.may || is != test.is {
			t.Errorf("%s: may match %v, matches %v; want %v and %v", test.text, may, is, test.may, test.is)
		}
		want := rule.Unwanted
		if test.is {
			want = rule.Applies
		}
		if stage, why := list[0].Explain(o, rewrite.FPStrict); stage != want {
			t.Errorf("%s: stage %d (%s), want %d", test.text, stage, why, want)
		}
		if test.is || testing.Short() { // as with the race detector, under which pools lose what they hold
			continue
		}
		if n := testing.AllocsPerRun(100, func() { p.Matcher.Matches(o) }); n > 0 {
			t.Errorf("%s: a failing attempt allocates %v times", test.text, n)
		}
	}
}
