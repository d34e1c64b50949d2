package complete

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/rewrite"
)

// mostPatterns is how many rewrites of tg may be Go code, which only the greedy driver can use:
// search, checks and documentation want rules.
const mostPatterns = 60

// Rewrites of tg are rules. The few that are Go code say why, and what they do.
func TestPatternsSayWhyTheyAreNoRules(t *testing.T) {
	patterns := rewrite.PatternsByName(tg.Dialect)
	for _, group := range patterns {
		p := group[0]
		if p.Example == "" || !strings.HasSuffix(p.Doc, ".") {
			t.Errorf("%s: rewrite.Pattern.Doc and Example: say in sentences what becomes of what, and show it", p.Name)
		}
		if !strings.HasSuffix(p.Why, ".") {
			t.Errorf("%s: rewrite.Pattern.Why: say in a sentence what a rule cannot say here; else write one in rules/", p.Name)
		}
	}
	if len(patterns) > mostPatterns {
		t.Errorf("there are %d patterns in Go, more than %d: write rules, or extend their language", len(patterns), mostPatterns)
	}
}
