package ruletest

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// A set may be for engines that search: its rules may apply to what they make.
func TestSearchSets(t *testing.T) {
	const swap = "rule swap: add(?x, ?y) => add(?y, ?x) [exact]\n"
	for _, tt := range []struct {
		text   string
		search bool
		fault  string
	}{
		{swap, false, "never ends"},
		{"set s\n" + swap, false, "never ends"},
		{"set s search\n" + swap, true, ""},
		{"set s complex search\n" + swap, true, ""},
		{"set search search // both\n" + swap, true, ""},
		{"set s search\nset search\n" + swap, false, "never ends"},
	} {
		list, err := rule.Parse("f.rules", tt.text, rules.Lookup)
		if tt.fault != "" {
			if err == nil || !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("%q: %v, want %s", tt.text, err, tt.fault)
			}
			continue
		}
		if err != nil || len(list) != 1 || list[0].Search != tt.search {
			t.Errorf("%q: %v, %v", tt.text, list, err)
		}
	}
}
