package rules

import (
	"testing"

	"github.com/tg-opt/tg/rewrite/rule"
)

// What comes with tg follows from nothing else, and not from itself.
func TestProofsOfShippedRules(t *testing.T) {
	for _, e := range rule.CheckProofs(Every(), func() []*rule.Library { return nil }) {
		t.Error(e)
	}
}
