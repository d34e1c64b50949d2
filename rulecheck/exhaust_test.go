package rulecheck_test

import (
	"testing"

	"github.com/tg-opt/tg/rulecheck"
)

// All numbers of small element types show what samples may miss.
func TestExhaust(t *testing.T) {
	for _, tt := range []struct {
		rule     string
		compared bool
		wrong    bool
	}{
		{"neg(neg(?x)) => ?x [exact]", true, false},
		{"max(?x, ?x) => ?x [exact]", true, false},
		{"max(?x, ?y) => ?x [exact]", true, true},
		{"add(?x, 0) => ?x [exact] where float(?x)", true, true}, // -0
		{"relu(relu(?x)) => relu(?x) [exact]", true, false},
		{"max(max(?x, ?y), ?y) => max(?x, ?y) [exact]", true, false},
		{"max(max(?x, ?y), max(?x, ?z)) => max(max(?y, ?z), ?x) [exact]", true, false}, // of i1
		{"transpose(transpose(?x) {permutation = [1, 0]}) {permutation = [1, 0]} => ?x [exact]", false, false},
	} {
		r := parse(t, tt.rule)
		compared, problem := rulecheck.Exhaust(r, 1)
		if compared > 0 != tt.compared || problem != "" != tt.wrong {
			t.Errorf("%s: %d compared, %q", tt.rule, compared, problem)
		}
	}
}
