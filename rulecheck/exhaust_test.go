package rulecheck_test

import (
	"testing"

	"github.com/tg-opt/tg/rulecheck"
)

// All numbers of small element types show what samples may miss, and it is said where there are too
// many of a kind.
func TestExhaust(t *testing.T) {
	for _, tt := range []struct {
		rule            string
		complete, wrong bool
	}{
		{"neg(neg(?x)) => ?x [exact]", true, false},
		{"max(?x, ?x) => ?x [exact]", true, false},
		{"max(?x, ?y) => ?x [exact]", false, true},
		{"add(?x, 0) => ?x [exact] where float(?x)", false, true},           // -0
		{"min(?x, max(?x, ?y)) => ?x [exact] where float(?x)", false, true}, // NaN
		{"relu(relu(?x)) => relu(?x) [exact]", true, false},
		{"max(max(?x, ?y), ?y) => max(?x, ?y) [exact]", true, false},
		{"max(max(?x, ?y), max(?x, ?z)) => max(max(?y, ?z), ?x) [exact]", false, false}, // all numbers of i1 only
		{"and(and(?x, ?y), ?y) => and(?x, ?y) [exact]", true, false},                    // there are no floats
		{"transpose(transpose(?x) {permutation = [1, 0]}) {permutation = [1, 0]} => ?x [exact]", false, false},
	} {
		compared, complete, problem := rulecheck.Exhaust(parse(t, tt.rule), 1)
		if complete != tt.complete || problem != "" != tt.wrong {
			t.Errorf("%s: %d compared, complete is %v, %q", tt.rule, compared, complete, problem)
		}
	}
}
