package ruletest

import (
	"testing"

	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// TestBackward tells which rules can be read from right to left, and that this keeps what they are.
func TestBackward(t *testing.T) {
	for text, want := range map[string]bool{
		"add(?x, neg(?y)) => sub(?x, ?y) [exact]":                        true,
		"add(?x, neg(?y)) <=> sub(?x, ?y) [exact]":                       true,
		"relu(relu(?x)) => relu(?x) [exact] where rank(?x) == 2":         true,
		"neg(neg(?x)) => ?x [exact]":                                     false,
		"sub(?x, ?x) => 0 [finite]":                                      false,
		"select(?p, ?x, ?x) => relu(?x) [exact]":                         false,
		"mul(?x, sub(?y, ?y)) => neg(?x) [real] where same_type(?x, ?y)": false,
	} {
		list, err := rule.Parse("t.rules", "set search complex search\nrule r: "+text+"\n", rules.Lookup)
		if err != nil {
			t.Fatal(err)
		}
		r := list[0]
		b := r.Backward()
		if (b != nil) != want {
			t.Errorf("%s is read from right to left: %t, want %t", text, b != nil, want)
		}
		if b == nil {
			continue
		}
		left, right := r.NumOps()
		if l, m := b.NumOps(); l != right || m != left || b.Level != r.Level || b.Complex != r.Complex || b.Search != r.Search || b.Set != r.Set || b.Pos != r.Pos || b.Statement() != r.Statement() {
			t.Errorf("%s becomes %+v", text, b)
		}
		if (b == r.Reversed()) != (r.Reversed() != nil) {
			t.Errorf("%s has another reversed rule than %v", text, r.Reversed())
		}
	}
	n := 0
	for _, r := range rules.Every() {
		if r.Backward() != nil {
			n++
		}
	}
	if n < 100 {
		t.Errorf("only %d of %d shipped rules are read from right to left", n, len(rules.Every()))
	}
	t.Log(n, len(rules.Every()))
}
