package recall_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/discover/recall"
	"github.com/tg-opt/tg/discover/rulefile"
	"github.com/tg-opt/tg/discover/widen"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

func read(t *testing.T, text string) []*rule.Rule {
	t.Helper()
	list, err := rule.ParseEndless("t.rules", "set t search\n"+text, rules.Lookup)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// search is one of a few ops that found some rules.
func search(t *testing.T, found string, refuted ...string) recall.Search {
	t.Helper()
	c := ir.NewContext(tool.Dialects()...)
	r := &rulefile.Result{State: &rulefile.State{Verdicts: map[string]rulefile.Verdict{}}}
	for _, x := range read(t, found) {
		r.Rules = append(r.Rules, &widen.Rule{Rule: x})
	}
	for _, text := range refuted {
		r.State.Verdicts[text] = rulefile.Verdict{Why: "a test"}
	}
	return recall.Search{Result: r, Options: rulefile.Options{
		Find: discover.Options{
			Ops:  []*ir.OpDef{tg.Add, tg.Sub, tg.Mul, tg.Neg, tg.Max, tg.Concat, tg.Compare, tg.Transpose, tg.Reshape, tg.Reduce},
			Size: 2, Inputs: 2, Numbers: []float64{0, 1}, Workers: 2,
		},
		Types: []*ir.Type{c.F32()}, Lookup: rules.Lookup,
	}}
}

func compare(t *testing.T, written string, s recall.Search) []recall.Outcome {
	t.Helper()
	list, err := recall.Compare(context.Background(), read(t, written), s)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestReach tells why rules are out of reach, each for one reason.
func TestReach(t *testing.T) {
	for statement, want := range map[string]string{
		"?f(neg(?x)) => ?f(?x) [exact]":                                                                                          "it is about classes of ops",
		"concat(neg(?x), ?s...) {dim = ?d} => concat(?x, ?s...) {dim = ?d} [exact]":                                              "it is about lists of operands",
		"mul(?x, ?c) => mul(?x, splat() {value = 2}) [exact]":                                                                    "it computes constants",
		"transpose(?x) {permutation = ?p} => ?x [exact] let ?q = inverse(?p) where ?q == ?p":                                     "it computes by 'let'",
		"reshape(reshape(?x)) => reshape(?x) : type(root) [exact]":                                                               "it states types",
		"neg(neg(neg(?x))) => neg(?x) [exact]":                                                                                   "it has more than 2 ops",
		"add(add(?x, ?y), ?z) => add(?x, add(?y, ?z)) [real, integers]":                                                          "it has more than 2 inputs",
		"mul(?x, 2) => add(?x, ?x) [exact]":                                                                                      "the constant 2 is not tried",
		"max(?x, lowest) => ?x [exact]":                                                                                          "the constant lowest is not tried",
		"mul(?x, ?c) => mul(?c, ?x) [exact] where power_of_two(?c)":                                                              "it asks 'power_of_two'",
		"neg(?x) => ?x [exact] where unsigned(?x)":                                                                               "no unsigned inputs are tried",
		"neg(?x) => ?x [exact] where integer(?x)":                                                                                "no integer inputs are tried",
		"neg(?x) => ?x [exact] where complex(?x)":                                                                                "it is about complex numbers",
		"reduce(neg(?x)) {*, kind = \"prod\"} => reduce(?x) {*, kind = \"prod\"} [exact]":                                        "reduce with kind = \"prod\" is not tried",
		"compare(?x, ?y) {*, direction = \"lt\"} => compare(?y, ?x) {*, direction = \"gt\"} [exact]":                             "compare with attribute 'total_order' is not tried",
		"transpose(transpose(?x) {permutation = ?p}) {permutation = ?q} => transpose(?x) {permutation = select(?p, ?q)} [exact]": "it asks 'select'",
	} {
		for _, o := range compare(t, "rule r: "+statement+"\n", search(t, "")) {
			if o.Kind != recall.Outside || o.Why != want {
				t.Errorf("%s: %v, want %s", statement, o, want)
			}
		}
	}
	if got := compare(t, "rule r: abs(neg(?x)) => abs(?x) [exact]\n", search(t, "")); len(got) > 0 {
		t.Errorf("%v is about ops that were not asked for", got)
	}
}

const twice = "rule twice: neg(neg(?x)) => ?x [exact]\n"

// TestCompare tells what became of rules in reach.
func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		what, written, found string
		refuted              []string
		want                 string
	}{
		{"itself, of other names", "rule r: sub(?x, neg(?y)) => add(?x, ?y) [exact]\n", "rule f: sub(?a, neg(?b)) => add(?a, ?b) [exact]\n", nil, "r: found, by f"},
		{"commuted", "rule r: add(neg(?x), ?y) => sub(?y, ?x) [exact]\n", "rule f: add(?a, neg(?b)) => sub(?a, ?b) [exact]\n", nil, "r: found, by f"},
		{"turned around", "rule r: add(?x, ?y) => sub(?x, neg(?y)) [exact]\n", "rule f: sub(?a, neg(?b)) => add(?a, ?b) [exact]\n", nil, "r: found, by f"},
		{"of a stronger level", "rule r: sub(?x, neg(?y)) => add(?x, ?y) [real]\n", "rule f: sub(?a, neg(?b)) => add(?a, ?b) [exact]\n", nil, "r: found, by f"},
		{"only for constants", "rule r: sub(?x, neg(?c)) => add(?x, ?c) [exact] where splat(?c)\n", "rule f: sub(?a, neg(?b)) => add(?a, ?b) [exact]\n", nil, "r: found, by f"},
		{"of two", "rule r: sub(?x, ?y) => add(?x, neg(?y)) [exact]\n", twice + "rule f: sub(?a, neg(?b)) => add(?a, ?b) [exact]\n", nil, "r: follows, by f, twice"},
		{"of a weaker level", "rule r: sub(?x, neg(?y)) => add(?x, ?y) [exact]\n", "rule f: sub(?a, neg(?b)) => add(?a, ?b) [finite]\n", nil, "at a weaker level only, by f"},
		{"of floats", "rule r: neg(neg(?x)) => ?x [exact]\n", "rule f: neg(neg(?x)) => ?x [exact] where float(?x)\n", nil, " instances, but not on such as %0: tensor<"},
		{"of what was refuted", "rule r: neg(neg(?x)) => ?x [exact]\n", "", []string{"neg(neg(?v0)) = ?v0"}, "an equality was found that is no rule: neg(neg(?v0)) = ?v0"},
		{"nothing", "rule r: neg(neg(?x)) => ?x [exact]\n", "rule f: sub(?x, ?x) => 0 [finite]\n", nil, "nothing was found from which it follows, as on %0: tensor<"},
	} {
		got := compare(t, tt.written, search(t, tt.found, tt.refuted...))
		if len(got) != 1 || !strings.Contains(got[0].String(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.what, got, tt.want)
		}
	}
}

// TestCutShort: what an unfinished search did not find, it may have missed.
func TestCutShort(t *testing.T) {
	s := search(t, "")
	s.Result.Equalities, s.Result.Judged = 9, 4
	if got := compare(t, twice, s); !strings.Contains(got[0].Why, "cut short: 4 of 9 equalities were judged") {
		t.Error(got)
	}
}

// TestCount and the order of outcomes: found, following, missed, out of reach.
func TestOrder(t *testing.T) {
	written := "rule out: neg(neg(neg(?x))) => neg(?x) [exact]\nrule miss: add(?x, 0) => ?x [finite]\nrule z: neg(neg(?x)) => ?x [exact]\nrule a: neg(neg(?x)) => ?x [real]\n"
	got := compare(t, written, search(t, twice))
	var names []string
	for _, o := range got {
		names = append(names, o.Rule.Name)
	}
	itself, follow, missed, outside := recall.Count(got)
	if s := strings.Join(names, " "); s != "a z miss out" || itself != 2 || follow != 0 || missed != 1 || outside != 1 {
		t.Error(s, itself, follow, missed, outside)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := recall.Compare(ctx, rules.All(), search(t, twice)); err != context.Canceled {
		t.Error(err)
	}
}

// TestShipped: what a small search finds has the rules of its ops.
func TestShipped(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	o := rulefile.Options{Find: discover.Options{Ops: []*ir.OpDef{tg.Mul, tg.Neg}, Size: 2, Inputs: 2, Workers: 2}, Types: []*ir.Type{c.F32()}, Lookup: rules.Lookup, All: true}
	r, err := rulefile.Make(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	list, err := recall.Compare(context.Background(), rules.All(), recall.Search{Options: o, Result: r})
	if err != nil {
		t.Fatal(err)
	}
	itself, follow, missed, outside := recall.Count(list)
	if itself == 0 || missed > 0 || outside == 0 || itself+follow != 3 {
		for _, o := range list {
			t.Error(o)
		}
	}
}
