package prove_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	tedialect "github.com/tg-opt/tg/dialect/te"
	"github.com/tg-opt/tg/prove"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// levelOf is the level at which execution must confirm a proof.
func levelOf(k prove.Kind) rewrite.Level {
	if k == prove.ByDefinition {
		return rewrite.Exact
	}
	return rewrite.Real
}

func TestShippedRules(t *testing.T) {
	seen := map[string][]string{}
	kinds := map[string]int{}
	for _, r := range rules.All() {
		weakest, why := prove.ByDefinition, ""
		pairs := rulecheck.Pairs(r, 8, 1, tedialect.Dialect)
		for _, pair := range pairs {
			p := prove.Prove(prove.Pair(pair.Left, pair.Right))
			if p.Kind < weakest {
				weakest, why = p.Kind, p.Reason
			}
			if p.Kind > prove.Unknown {
				if _, problem := pair.Compare(pair.Right, levelOf(p.Kind)); problem != "" {
					t.Errorf("%s: a proof is refuted: %s\n%s", r.Name, problem, p)
				}
			}
		}
		if len(pairs) == 0 {
			why = "no instances"
			weakest = prove.Unknown
		}
		key := fmt.Sprintf("%v as %v", r.Level, weakest)
		kinds[key]++
		if weakest == prove.Unknown {
			if len(why) > 250 {
				why = why[:250]
			}
			seen[r.Pos.Filename] = append(seen[r.Pos.Filename], fmt.Sprintf("%s [%v]: %s", r.Name, r.Level, why))
		}
	}
	t.Log(kinds)
	var names []string
	for n := range seen {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		t.Logf("%s\n%s", n, strings.Join(seen[n], "\n"))
	}
}
