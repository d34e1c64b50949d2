package derive

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

const ring = `
rule associativity: add(add(?x, ?y), ?z) <=> add(?x, add(?y, ?z)) [real, integers]
rule product: mul(mul(?x, ?y), ?z) <=> mul(?x, mul(?y, ?z)) [real, integers]
rule distribution: mul(add(?x, ?y), ?z) <=> add(mul(?x, ?z), mul(?y, ?z)) [real, integers]
rule twice: neg(neg(?x)) => ?x [exact]
rule sign: mul(neg(?x), ?y) <=> neg(mul(?x, ?y)) [exact]
`

const consequences = `
rule c1: add(?x, add(?y, ?z)) => add(?y, add(?x, ?z)) [real, integers]
rule c2: mul(?x, mul(?y, ?z)) => mul(?y, mul(?x, ?z)) [real, integers]
rule c3: mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact]
rule c4: neg(neg(neg(?x))) => neg(?x) [exact]
rule c5: mul(add(?x, ?y), add(?z, ?w)) => add(mul(add(?x, ?y), ?z), mul(add(?x, ?y), ?w)) [real, integers]
rule c6: mul(neg(?x), mul(neg(?y), ?z)) => mul(?x, mul(?y, ?z)) [real]
`

const others = `
rule weaker: mul(neg(?x), mul(neg(?y), ?z)) => mul(mul(?x, ?y), ?z) [finite]
rule relu: relu(relu(?x)) => relu(?x) [exact]
`

func read(t *testing.T, text string) []*rule.Rule {
	t.Helper()
	list, err := rule.ParseEndless("t.rules", text, rules.Lookup)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func names(list []*rule.Rule) string {
	var s []string
	for _, r := range list {
		s = append(s, r.Name)
	}
	slices.Sort(s)
	return strings.Join(s, " ")
}

func TestMinimise(t *testing.T) {
	first := ""
	for _, workers := range []int{1, 3} {
		result, err := Minimise(context.Background(), read(t, others+consequences+ring), Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := names(result.Kept), "associativity distribution product relu sign twice weaker"; got != want {
			t.Errorf("%d workers keep %s, want %s", workers, got, want)
		}
		all := ""
		for _, d := range result.Dropped {
			if err := Replay(d, result.Kept); err != nil {
				t.Error(err)
			}
			if len(d.By) > 0 && Replay(d, nil) == nil {
				t.Errorf("%s is replayed without rules", d.Rule.Name)
			}
			all += d.Text()
		}
		if first == "" {
			first = all
			t.Log(all)
		}
		if all != first {
			t.Error("derivations depend on how many workers there are")
		}
	}
}
