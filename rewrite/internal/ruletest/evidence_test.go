package ruletest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

const plainRule = "rule my-rule: mul(?x, 2) => add(?x, ?x) [exact]\n  where rank(?x) == 1 priority 2"

// readEvidence reads a rule with clauses of evidence.
func readEvidence(t *testing.T, clauses string) *rule.Rule {
	t.Helper()
	list, err := rule.Parse("f.rules", plainRule+clauses+"\n\n// The next one.\nrule next: neg(neg(?x)) => ?x [exact]\n", rewritetest.Lookup())
	if err != nil || len(list) != 2 {
		t.Fatalf("%q: %d rules, %v", clauses, len(list), err)
	}
	return list[0]
}

// What the clauses say, in any order, on any lines, next to each other.
func TestEvidence(t *testing.T) {
	all := rule.Evidence{
		Proved: []string{"add-zero", "x_1"}, Proof: "by definition, for all extents", Trials: 12, Field: "2^61-1", Bound: 1e-18,
		Origin: "discovered: // not a comment", Use: rule.Use{Corpus: "7 programs on cpu", Times: 3, Gain: -2.5e-7},
	}
	for _, tt := range []struct {
		clauses string
		want    rule.Evidence
	}{
		{"", rule.Evidence{}},
		{" // nothing\n", rule.Evidence{}},
		{" proved by by", rule.Evidence{Proved: []string{"by"}}},
		{" proved by proved, rule , a-b-c", rule.Evidence{Proved: []string{"proved", "rule", "a-b-c"}}},
		{` proved "tested"`, rule.Evidence{Proof: "tested"}},
		{` used 0 over "x" gain 0`, rule.Evidence{Use: rule.Use{Corpus: "x"}}},
		{` tested 9223372036854775807 over "i4" bound 1`, rule.Evidence{Trials: math.MaxInt64, Field: "i4", Bound: 1}},
		{` tested 12 over "2^61-1" bound 1e-18 origin "discovered: // not a comment" proved "by definition, for all extents" proved by add-zero, x_1 used 3 over "7 programs on cpu" gain -2.5e-7`, all},
		{"\n  // why\n  used 3 over \"7 programs on cpu\"\r\n  gain - 2.5e-7 proved by add-zero,\n x_1 // and\n  origin \"discovered: // not a comment\"\n" +
			"  proved \"by definition, for all extents\" tested 12\n over \"2^61-1\" bound 1e-18 // end", all},
	} {
		r := readEvidence(t, tt.clauses)
		if d := cmp.Diff(tt.want, r.Evidence); d != "" {
			t.Errorf("%q (-want +got):\n%s", tt.clauses, d)
		}
		if r.Evidence.Empty() != (strings.TrimSpace(tt.clauses) == "" || strings.HasPrefix(tt.clauses, " //")) {
			t.Errorf("%q: empty is %v", tt.clauses, r.Evidence.Empty())
		}
		if r.Statement() != plainRule || r.Priority != 2 {
			t.Errorf("%q: the statement is %q", tt.clauses, r.Statement())
		}
	}
}

// What is said about evidence, in words.
func TestEvidenceText(t *testing.T) {
	for _, tt := range []struct {
		e    rule.Evidence
		want string
	}{
		{rule.Evidence{}, ""},
		{rule.Evidence{Proved: []string{"a", "b"}, Proof: "by hand"}, "proved by a, b; proved by hand"},
		{rule.Evidence{Trials: 1, Field: "f32", Bound: 0.25, Origin: "me"}, "tested by 1 trial over f32, which a wrong rule passes with a probability of at most 0.25; origin: me"},
		{rule.Evidence{Use: rule.Use{Corpus: "2 programs", Times: 3, Gain: 1.5e-3}}, "used in 3 changes of 2 programs, gain 1.5 ms"},
		{rule.Evidence{Use: rule.Use{Corpus: "2 programs", Times: 1, Gain: -1.5e-3}}, "used in 1 change of 2 programs, loss 1.5 ms"},
	} {
		if got := tt.e.Text(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// A rule that is read backwards is as right as it is forwards.
func TestEvidenceOfReversed(t *testing.T) {
	list, err := rule.Parse("f.rules", `rule a: relu6(?x) <=> clamp(0, ?x, 6) [exact] where not bool(root) proved "by definition" origin "me"`, rewritetest.Lookup())
	if err != nil {
		t.Fatal(err)
	}
	want := rule.Evidence{Proof: "by definition", Origin: "me"}
	if d := cmp.Diff([]rule.Evidence{want, want}, []rule.Evidence{list[0].Evidence, list[0].Reversed().Evidence}); d != "" {
		t.Error(d)
	}
}

// What is written is read back, whatever it is.
func TestEvidenceTwins(t *testing.T) {
	for c := range campaign.Seeds(300) {
		rng := rand.New(rand.NewPCG(c, 17))
		want := randomEvidence(rng)
		clauses, err := want.Clauses()
		if err != nil {
			t.Fatalf("case %d: %+v: %v", c, want, err)
		}
		rng.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
		got := readEvidence(t, "\n  "+strings.Join(clauses, []string{" ", "\n", "\n  // \"\n"}[rng.IntN(3)]))
		if d := cmp.Diff(want, got.Evidence); d != "" {
			t.Errorf("case %d: %q (-want +got):\n%s", c, clauses, d)
		}
	}
}

func randomEvidence(rng *rand.Rand) (e rule.Evidence) {
	text := func() string {
		parts := []string{"a", " ", "//", "'", "`", "\\", "\t", "\r", "é", "\xff", "proved by x", "rule", "?x", "#", "1e3", "set s", "∀"}
		s := parts[rng.IntN(len(parts))]
		for rng.IntN(4) > 0 {
			s += parts[rng.IntN(len(parts))]
		}
		return s
	}
	number := func() float64 {
		return math.Ldexp(1+rng.Float64(), rng.IntN(2100)-1075)
	}
	if rng.IntN(2) == 0 {
		names := []string{"a", "rule", "set", "proved", "by", "-", "_x-", "nan", "root", "inf-1", "where", "a--b", "tested"}
		rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, n := range names[:1+rng.IntN(4)] {
			if n != "-" { // a name begins with a letter
				e.Proved = append(e.Proved, n)
			}
		}
	}
	if rng.IntN(2) == 0 {
		e.Proof = text()
	}
	if rng.IntN(2) == 0 {
		e.Trials, e.Field, e.Bound = 1+rng.Int64N(1<<uint(1+rng.IntN(62))), text(), 1/max(1, number())
		if e.Bound == 0 {
			e.Bound = math.SmallestNonzeroFloat64
		}
	}
	if rng.IntN(2) == 0 {
		e.Origin = text()
	}
	if rng.IntN(2) == 0 {
		e.Use = rule.Use{Corpus: text(), Times: rng.Int64N(1 << uint(1+rng.IntN(62))), Gain: number()}
		if math.IsInf(e.Use.Gain, 0) {
			e.Use.Gain = -math.MaxFloat64
		}
	}
	return e
}

// What cannot be written is an error, and not text that would be read as something else.
func TestEvidenceThatCannotBeWritten(t *testing.T) {
	for _, tt := range []struct {
		e    rule.Evidence
		want string
	}{
		{rule.Evidence{Proof: `a "proof"`}, `a text between quotes has no quote and no line end in it, but "a \"proof\"" has`},
		{rule.Evidence{Origin: "a\nb"}, `a text between quotes has no quote and no line end in it, but "a\nb" has`},
		{rule.Evidence{Proved: []string{"a b"}}, "'a b' is no name of a rule"},
		{rule.Evidence{Proved: []string{""}}, "'' is no name of a rule"},
		{rule.Evidence{Proved: []string{"1a"}}, "'1a' is no name of a rule"},
		{rule.Evidence{Proved: []string{" a"}}, "' a' is no name of a rule"},
		{rule.Evidence{Proved: []string{"a", "b", "a"}}, "rule 'a' is named twice"},
		{rule.Evidence{Trials: -1, Field: "f32", Bound: 1}, "the number of trials is a whole number from 1 on"},
		{rule.Evidence{Field: "f32"}, "the number of trials is a whole number from 1 on"},
		{rule.Evidence{Trials: 1, Bound: 1}, "there is nothing between the quotes"},
		{rule.Evidence{Trials: 1, Field: "f32"}, "the bound on a probability is more than 0 and at most 1"},
		{rule.Evidence{Trials: 1, Field: "f32", Bound: math.NaN()}, "the bound on a probability is more than 0 and at most 1"},
		{rule.Evidence{Use: rule.Use{Times: -1, Corpus: "x"}}, "the number of uses is a whole number from 0 on"},
		{rule.Evidence{Use: rule.Use{Times: 1}}, "there is nothing between the quotes"},
		{rule.Evidence{Use: rule.Use{Corpus: "x", Gain: math.Inf(-1)}}, "a gain is a finite number of seconds"},
	} {
		if _, err := tt.e.Clauses(); err == nil || err.Error() != tt.want {
			t.Errorf("%+v: %v, want %s", tt.e, err, tt.want)
		}
	}
}

// FuzzEvidence writes what it reads, and reads that again.
func FuzzEvidence(f *testing.F) {
	for c := range 20 {
		e := randomEvidence(rand.New(rand.NewPCG(uint64(c), 18)))
		clauses, err := e.Clauses()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(strings.Join(clauses, " "))
	}
	f.Add(`proved by a,b tested 1 over "x" bound 1 used 1 over " " gain -0 origin "//"`)
	look := rewritetest.Lookup()
	f.Fuzz(func(t *testing.T, text string) {
		list, err := rule.Parse("f.rules", plainRule+" "+text, look)
		if err != nil || len(list) == 0 {
			return
		}
		clauses, err := list[0].Evidence.Clauses()
		if err != nil {
			t.Fatalf("%q is read, but not written: %v", text, err)
		}
		again, err := rule.Parse("f.rules", plainRule+"\n"+strings.Join(clauses, "\n"), look)
		if err != nil {
			t.Fatalf("%q: %v", clauses, err)
		}
		if d := cmp.Diff(list[0].Evidence, again[0].Evidence); d != "" {
			t.Errorf("%q (-first +second):\n%s", clauses, d)
		}
	})
}

// Names are those of rules that are read together, or come with tg, and proofs begin somewhere.
func TestProofs(t *testing.T) {
	shipped := rule.NewLibrary(rewritetest.Lookup())
	shipped.Add("shipped.rules", "rule add-zero: add(?x, 0) => ?x [finite]\nrule a: abs(abs(?x)) => abs(?x) [exact]")
	for _, tt := range []struct{ proofs, want string }{
		{"", ""},
		{"a: b, c, add-zero; b: c; c: add-zero", ""},
		{"a: b; b: shipped", "f.rules:2:46: error: there is no rule 'shipped' in the files that are read together, and none that comes with tg"},
		{"a: ad-zero", "f.rules:1:46: error: there is no rule 'ad-zero' in the files that are read together, and none that comes with tg; did you mean 'add-zero'?"},
		{"a: other; othr:", "f.rules:1:46: error: there is no rule 'other' in the files that are read together, and none that comes with tg; did you mean 'othr'?"},
		{"a: a", "f.rules:1:46: error: a rule does not prove itself"}, // though one that comes with tg is called so, too
		{"b: a", ""},
		{"a: b; b: c; c: b", "f.rules:3:46: error: a proof in a circle proves nothing: 'b' by 'c' by 'b'"},
		{"a: b, c; b: d; c: d; d: a; e: e", "f.rules:4:46: error: a proof in a circle proves nothing: 'a' by 'b' by 'd' by 'a'\n" +
			"f.rules:5:46: error: a rule does not prove itself"},
		{"r0: r1; r1: r2; r2: r3; r3: r4; r4: r5; r5: r6; r6: r7; r7: r8; r8: r9; r9: r0",
			"f.rules:10:47: error: a proof in a circle proves nothing: 'r0' by 'r1' by 'r2' by 'r3' by 2 more by 'r6' by 'r7' by 'r8' by 'r9' by 'r0'"},
	} {
		var text string
		for _, p := range strings.Split(tt.proofs, "; ") {
			name, by, _ := strings.Cut(p, ":")
			if name == "" {
				continue
			}
			text += "rule " + name + ": neg(neg(?x)) => ?x [exact]"
			if by != "" {
				text += " proved by" + by
			}
			text += "\n"
		}
		list, err := rule.Parse("f.rules", text, rewritetest.Lookup())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if errs := rule.CheckProofs(list, func() []*rule.Library { return []*rule.Library{shipped} }); len(errs) > 0 {
			got = errs.Error()
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.proofs, d)
		}
	}
}

// Of many errors the first are told, and the walk is as long as the file.
func TestManyProofs(t *testing.T) {
	const n = 5000
	var chain, unknown strings.Builder
	for i := range n {
		fmt.Fprintf(&chain, "rule r%d: neg(neg(?x)) => ?x [exact] proved by r%d\n", i, (i+1)%n)
		fmt.Fprintf(&unknown, "rule r%d: neg(neg(?x)) => ?x [exact] proved by s%d\n", i, i)
	}
	for _, tt := range []struct {
		text string
		want int
	}{{chain.String(), 1}, {unknown.String(), 11}} {
		list, err := rule.Parse("f.rules", tt.text, rewritetest.Lookup())
		if err != nil {
			t.Fatal(err)
		}
		if errs := rule.CheckProofs(list, func() []*rule.Library { return nil }); len(errs) != tt.want {
			t.Errorf("%d errors, want %d:\n%v", len(errs), tt.want, errs)
		}
	}
}
