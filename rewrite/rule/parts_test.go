package rule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// Parts are what a rule says beyond ops and variables.
func TestParts(t *testing.T) {
	text := func(p rule.Parts) string {
		s := fmt.Sprint(p.Left, p.Right, p.Inputs, p.Constants)
		for _, a := range p.Attrs {
			s += fmt.Sprintf(" %s.%s=%s%t", a.Op.Mnemonic(), a.Name, a.Variable, a.Literal != nil)
		}
		for _, def := range p.Others {
			s += " *" + def.Mnemonic()
		}
		for what, is := range map[string]bool{"lists": p.Lists, "classes": p.Classes, "types": p.Types, "computed": p.Computed, "lets": p.Lets} {
			if is {
				s += " " + what
			}
		}
		return s
	}
	for statement, want := range map[string]string{
		"neg(neg(?x)) => ?x [exact]":                                                                 "2 0 1 []",
		"mul(neg(?x), neg(?x)) => mul(?x, ?x) [exact]":                                               "2 1 1 []",
		"mul(?a neg(?x), neg(?y)) => mul(?x, ?y) [exact]":                                            "3 1 2 []",
		"max(?x, lowest) => ?x [exact]":                                                              "1 0 1 [lowest]",
		"sub(?x, -0) => add(?x, 0) [finite]":                                                         "1 1 1 [-0 0]",
		"concat(?x...) {dim = ?d} => concat(?x...) {dim = ?d} [exact] where count(?x) > 1":           "1 1 0 [] concat.dim=?dfalse concat.dim=?dfalse lists",
		"?f(neg(?x)) {*} => ?f(?x) {*} [exact]":                                                      "2 1 1 [] classes",
		"compare(?x, ?y) {*, direction = \"lt\"} => compare(?y, ?x) {*, direction = \"gt\"} [exact]": "1 1 2 [] compare.direction=true compare.direction=true *compare *compare",
		"transpose(transpose(?x) {permutation = ?p}) {permutation = ?q} => transpose(?x) {permutation = select(?p, ?q)} [exact]": "2 1 1 [] transpose.permutation=?qfalse transpose.permutation=?pfalse transpose.permutation=false",
		"reshape(reshape(?x)) => reshape(?x) : type(root) [exact]":                                                               "2 1 1 [] types",
		"div(?x, ?c) => mul(?x, splat() {value = ?k}) [exact] where splat(?c) let ?k = 1 / number(?c)":                           "1 1 2 [] computed lets",
	} {
		list, err := rule.ParseEndless("t.rules", "set search search\nrule r: "+statement+"\n", rules.Lookup)
		if err != nil {
			t.Errorf("%s: %v", statement, err)
			continue
		}
		got := strings.Fields(text(list[0].Parts()))
		for _, w := range strings.Fields(want) {
			found := false
			for _, g := range got {
				found = found || g == w
			}
			if !found || len(got) != len(strings.Fields(want)) {
				t.Errorf("%s: %v, want %s", statement, got, want)
				break
			}
		}
	}
}

// Words that clauses leave are those of lists, too.
func TestWantedWords(t *testing.T) {
	for clause, want := range map[string]string{
		`?k in ["max", "min"]`: "[max min]", `?k == "max"`: "[max]", `?k != "max"`: "[]", `?k in ["max"] and float(?x)`: "[max]",
	} {
		list, err := rule.Parse("t.rules", "rule r: reduce(neg(?x)) {*, kind = ?k} => reduce(?x) {*, kind = ?k} [exact] where "+clause+"\n", rules.Lookup)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(list[0].Wanted().Words["?k"]); got != want {
			t.Errorf("%s: %s, want %s", clause, got, want)
		}
	}
}
