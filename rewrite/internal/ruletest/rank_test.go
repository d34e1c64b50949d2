package ruletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Rules go where their gain is, with the comments that are about them. It is long because it shows
// a file before and after.
func TestRanked(t *testing.T) {
	const text = `// About the file.

// What one does,
// in two lines.
rule one: neg(neg(?x)) => ?x [exact] origin "me" used 7 over "old" gain 1 // behind one
// below one

// About several.

rule two:
  abs(abs(?x)) // inside of two
  => abs(?x) [exact]
  used 3 over "old" gain 5
  origin "you"
// What three does.
rule three: exp(neg(neg(?x))) => exp(?x) [exact]
rule four: sin(neg(neg(?x))) => sin(?x) [exact] used 0 over "old" gain 0

// The end of the first set.

set second complex
// About the second.

rule five: cos(neg(neg(?x))) => cos(?x) [exact]
  // inside of five
  priority 3
rule six: tan(neg(neg(?x))) => tan(?x) [exact]
// The end.
`
	const want = `// About the file.

// About several.

rule two:
  abs(abs(?x)) // inside of two
  => abs(?x) [exact]
  origin "you"
  used 2 over "new" gain 0.5

rule four: sin(neg(neg(?x))) => sin(?x) [exact]
  used 3 over "new" gain 0.25

// What one does,
// in two lines.
rule one: neg(neg(?x)) => ?x [exact] origin "me" // behind one
  used 2 over "new" gain 0.25
// below one

// What three does.
rule three: exp(neg(neg(?x))) => exp(?x) [exact]
  used 0 over "new" gain 0

// The end of the first set.

set second complex
// About the second.

rule six: tan(neg(neg(?x))) => tan(?x) [exact]
  used 1 over "new" gain 1e-06
// The end.

rule five: cos(neg(neg(?x))) => cos(?x) [exact]
  // inside of five
  priority 3
  used 1 over "new" gain -1e-06
`
	uses := map[string]rule.Use{
		"one": {Times: 2, Gain: 0.25}, "two": {Times: 2, Gain: 0.5}, "four": {Times: 3, Gain: 0.25}, "five": {Times: 1, Gain: -1e-6}, "six": {Times: 1, Gain: 1e-6},
	}
	use := func(name string) rule.Use {
		u := uses[name]
		u.Corpus = "new"
		return u
	}
	for _, end := range []string{"\n", "\r\n"} {
		got, err := rule.Ranked("f.rules", strings.ReplaceAll(text, "\n", end), use)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(strings.ReplaceAll(want, "\n", end), got); d != "" {
			t.Errorf("%q (-want +got):\n%s", end, d)
		}
	}
}

// What is wrong is told, and nothing made of it.
func TestRankedErrors(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		use        rule.Use
	}{
		{"rule a: neg(?x => ?x [exact]\nwrong", "f.rules:1:16: error: expected ')', but here is '=>'", rule.Use{Corpus: "x"}},
		{"wrong\n", "f.rules:1:1: error: expected 'rule' or 'set'", rule.Use{Corpus: "x"}},
		{"\nrule a: neg(neg(?x)) => ?x [exact]", "f.rules:2:1: error: there is nothing between the quotes", rule.Use{Times: 1}},
	} {
		if got, err := rule.Ranked("f.rules", tt.text, func(string) rule.Use { return tt.use }); err == nil || err.Error() != tt.want || got != "" {
			t.Errorf("%q: %q, %v, want %s", tt.text, got, err, tt.want)
		}
	}
}

// Files of all kinds keep their rules, their sets and their comments, and are sorted, once and
// for all.
func TestRankedKeepsAll(t *testing.T) {
	type about struct{ Set, Doc, Statement, Origin string }
	for seed := range campaign.Seeds(200) {
		rng := rand.New(rand.NewPCG(seed, 19))
		text, end := randomFile(rng)
		text = strings.ReplaceAll(text, "\n", end)
		use := func(name string) rule.Use {
			r := rand.New(rand.NewPCG(seed, uint64(name[1])))
			return rule.Use{Corpus: "c", Times: r.Int64N(3), Gain: float64(r.IntN(3) - 1)}
		}
		read := func(text string) (list []*rule.Rule, what map[string]about) {
			list, err := rule.Parse("f.rules", text, rewritetest.Lookup())
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			what = map[string]about{}
			for _, r := range list {
				what[r.Name] = about{r.Set, r.Doc, r.Statement(), r.Evidence.Origin}
			}
			return list, what
		}
		comments := func(text string) (list []string) {
			for line := range strings.Lines(strings.ReplaceAll(text, `"//"`, "")) {
				if _, c, ok := strings.Cut(line, "//"); ok {
					list = append(list, strings.TrimSpace(c))
				}
			}
			slices.Sort(list)
			return list
		}
		_, before := read(text)
		got, err := rule.Ranked("f.rules", text, use)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		list, after := read(got)
		if d := cmp.Diff(before, after); d != "" {
			t.Errorf("seed %d (-before +after):\n%s\n%s\n%s", seed, d, text, got)
		}
		if d := cmp.Diff(comments(text), comments(got)); d != "" {
			t.Errorf("seed %d: comments (-before +after):\n%s\n%s\n%s", seed, d, text, got)
		}
		for i, r := range list {
			if u := use(r.Name); r.Evidence.Use != u {
				t.Errorf("seed %d: %s is used %+v, want %+v", seed, r.Name, r.Evidence.Use, u)
			}
			if i > 0 && list[i-1].Set == r.Set && list[i-1].Evidence.Use.Gain < r.Evidence.Use.Gain {
				t.Errorf("seed %d: %s stands in front of %s\n%s", seed, list[i-1].Name, r.Name, got)
			}
		}
		if again, err := rule.Ranked("f.rules", got, use); err != nil || again != got {
			t.Errorf("seed %d: ranking again: %v (-once +twice)\n%s", seed, err, cmp.Diff(got, again))
		}
	}
}

// FuzzRanked ranks files that are right: they stay right, keep their rules, and ranking them again
// changes nothing.
func FuzzRanked(f *testing.F) {
	for seed := range uint64(20) {
		text, end := randomFile(rand.New(rand.NewPCG(seed, 20)))
		f.Add(strings.ReplaceAll(text, "\n", end))
	}
	f.Add("\r\n//\n//\r\nrule a: neg(neg(?x)) => ?x [exact]")
	look := rewritetest.Lookup()
	use := func(name string) rule.Use {
		return rule.Use{Corpus: "c", Times: int64(len(name)), Gain: float64(strings.Count(name, "1"))}
	}
	statements := func(list []*rule.Rule) (texts []string) {
		for _, r := range list {
			texts = append(texts, r.Set+": "+r.Doc+": "+r.Statement())
		}
		slices.Sort(texts)
		return texts
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := rule.Parse("f.rules", text, look)
		if err != nil {
			return
		}
		once, err := rule.Ranked("f.rules", text, use)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rule.Parse("f.rules", once, look)
		if err != nil {
			t.Fatalf("%v\n%s", err, once)
		}
		if d := cmp.Diff(statements(list), statements(again)); d != "" {
			t.Errorf("(-before +after):\n%s\n%s", d, once)
		}
		if twice, err := rule.Ranked("f.rules", once, use); err != nil || twice != once {
			t.Errorf("ranking again: %v (-once +twice)\n%s", err, cmp.Diff(once, twice))
		}
	})
}

// randomFile is a file of rules r0, r1, ... in sets s0, s1, ...
func randomFile(rng *rand.Rand) (text, end string) {
	var b strings.Builder
	comment := 0
	between := func() {
		for range rng.IntN(4) {
			if rng.IntN(2) == 0 {
				b.WriteString([]string{"", " ", "\t"}[rng.IntN(3)] + "\n")
			} else {
				fmt.Fprintf(&b, "%s// %d\n", []string{"", "  "}[rng.IntN(2)], comment)
				comment++
			}
		}
	}
	sets := 0
	for i := range rng.IntN(8) {
		between()
		if rng.IntN(4) == 0 {
			fmt.Fprintf(&b, "set s%d\n", sets)
			sets++
			between()
		}
		gap := func() string {
			if rng.IntN(3) > 0 {
				return " "
			}
			comment++
			return fmt.Sprintf(" // %d\n%s", comment-1, []string{"", "  "}[rng.IntN(2)])
		}
		fmt.Fprintf(&b, "%srule r%d: neg(neg(?x)) =>%s?x [exact]", []string{"", " "}[rng.IntN(2)], i, gap())
		clauses := []string{`origin "o"`, `used 9 over "//" gain 9`}
		rng.Shuffle(2, func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
		for _, c := range clauses[:rng.IntN(3)] {
			b.WriteString(gap() + c)
		}
		if rng.IntN(4) == 0 {
			fmt.Fprintf(&b, " // %d", comment)
			comment++
		}
		b.WriteString("\n")
	}
	between()
	text = b.String()
	if rng.IntN(4) == 0 {
		text = strings.TrimRight(text, "\n")
	}
	return text, []string{"\n", "\r\n"}[rng.IntN(2)]
}
