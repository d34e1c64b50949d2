package opt

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// ruleFile writes a file of rules into a directory of its own.
func ruleFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "my.rules")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// checkRules runs tg-opt --check-rules; the file is called my.rules in what it
// writes.
func checkRules(t *testing.T, text string, flags ...string) (stdout, stderr string, status int) {
	t.Helper()
	name := ruleFile(t, text)
	var out, errs strings.Builder
	status = tgOpt(append([]string{"--check-rules=" + name, "--check-rules-instances=40"}, flags...), strings.NewReader(""), &out, &errs)
	return out.String(), strings.ReplaceAll(errs.String(), name, "my.rules"), status
}

func TestCheckRulesThatHold(t *testing.T) {
	out, errs, status := checkRules(t, "rule add-neg: add(?x, neg(?y)) => sub(?x, ?y) [exact]\n")
	if status != 0 || errs != "" || !strings.HasPrefix(out, "// 1 rule, no counterexample: ") {
		t.Errorf("status %d, wrote %q and %q", status, out, errs)
	}
}

// A wrong rule is an error at its place, and a module that tg-run shows to
// give two results.
func TestCheckRulesShowsWrongOnes(t *testing.T) {
	tests := []struct{ why, rule, want string }{
		{"NaN", "sub(?x, ?x) => 0 [exact]", "my.rules:2:1: error: rule 'wrong' [exact]: result 0"},
		{"size-1 broadcast", "reverse(add(?x, ?y)) {dims = ?d} => add(reverse(?x) {dims = ?d}, ?y) [exact]", "my.rules:2:1: error: rule 'wrong' [exact]: result 0"},
		{"integer overflow", "relu(abs(?x)) => abs(?x) [exact] where not float(?x)", "my.rules:2:1: error: rule 'wrong' [exact]: result 0"},
		{"an attribute", "transpose(transpose(?x) {permutation = ?p}) {permutation = ?p} => ?x [exact]", "my.rules:2:1: error: rule 'wrong' [exact]: result 0"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			module, errs, status := checkRules(t, "// A rule.\nrule wrong: "+tt.rule+"\n")
			if status != 1 || !strings.Contains(errs, tt.want) || !strings.Contains(errs, "rule wrong: "+tt.rule+"\n^\n") {
				t.Fatalf("status %d, wrote\n%s", status, errs)
			}
			var out, failures strings.Builder
			if status := runMain([]string{"-"}, strings.NewReader(module), &out, &failures); status != 0 {
				t.Fatalf("tg-run: %s\n%s", failures.String(), module)
			}
			if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); len(lines) != 2 || lines[0] == lines[1] {
				t.Errorf("tg-run shows %q of\n%s", lines, module)
			}
			again, _, _ := checkRules(t, "// A rule.\nrule wrong: "+tt.rule+"\n", "--workers=1")
			if d := cmp.Diff(module, again); d != "" {
				t.Errorf("another number of workers finds another counterexample:\n%s", d)
			}
		})
	}
}

// Rules that are right, but undo what canonicalize does by itself, are warned of,
// with the way out; among themselves they have no further one.
func TestCheckRulesWarnsOfClashes(t *testing.T) {
	const difference = "rule my-difference: sub(?x, ?y) => add(?x, neg(?y)) [exact]\n"
	out, errs, status := checkRules(t, "rule good: abs(abs(abs(?x))) => abs(?x) [exact]\n"+difference)
	want := "my.rules:2:1: warning: rules that are applied again and again, without end: 'my-difference', 'add-neg'; " +
		"what comes with tg is left out by disable-patterns=add-neg\n" + difference + "^\nrules/arithmetic.rules:"
	if status != 0 || !strings.HasPrefix(errs, want) || strings.Count(errs, "warning") != 1 || !strings.HasPrefix(out, "// 2 rules, no counterexample: ") {
		t.Errorf("status %d, wrote %q and\n%s\nwant\n%s", status, out, errs, want)
	}
	// A pattern in Go has no place.
	_, errs, status = checkRules(t, "rule wide: add(?x, ?y) => add(?x, (broadcast(?y) {dims = []} : type(?x))) [exact] where rank(?y) == 0 and rank(?x) > 0\n")
	if status != 0 || !strings.Contains(errs, "warning: rules that are applied again and again, without end: 'wide', 'elementwise-absorb-broadcast'; ") || strings.Contains(errs, "note") {
		t.Errorf("status %d, wrote\n%s", status, errs)
	}
	// One that has the name of what comes with tg stands in its place.
	if _, errs, status = checkRules(t, strings.Replace(difference, "my-difference", "add-neg", 1)); status != 0 || errs != "" {
		t.Errorf("status %d, wrote\n%s", status, errs)
	}
	// Those that undo each other are an error without tg.
	_, errs, status = checkRules(t, "rule add-neg: add(?x, neg(?y)) => sub(?x, ?y) [exact]\n"+difference)
	if status != 1 || strings.Contains(errs, "warning") || !strings.Contains(errs, "error: rules that are applied again and again, without end: 'add-neg', 'my-difference'\n") {
		t.Errorf("status %d, wrote\n%s", status, errs)
	}
}

// All mistakes of a file are shown, each at its place.
func TestCheckRulesOfBadFiles(t *testing.T) {
	tests := []struct{ why, text, want string }{
		{"unknown op", "rule a: ad(?x, 0) => ?x [exact]", "my.rules:1:9: error: there is no op 'ad'; did you mean 'add'?"},
		{"wrong arity", "rule a: add(?x) => ?x [exact]", "my.rules:1:9: error: op 'add' takes 2 operands, but is given 1"},
		{"unbound variable", "rule a: add(?x, 0) => ?y [exact]", "my.rules:1:23: error: ?y does not occur on the left side"},
		{"unknown attribute", "rule a: neg(?x) {axs = 1} => ?x [exact]", "my.rules:1:18: error: op 'neg' has no attribute 'axs'"},
		{"type error", "rule a: reshape(reshape(?x)) => reshape(?x) [exact]", "my.rules:1:33: error: the type of op 'reshape' does not follow from its operands"},
		{"unknown condition", "rule a: neg(?x) => ?x [exact] where one_us(?x)", "my.rules:1:37: error: there is no condition 'one_us'; did you mean 'one_use'?"},
		{"several mistakes", "rule a: ad(?x, 0) => ?x [exact]\nrule b: sb(?x, 0) => ?x [exact]", "my.rules:2:9: error: there is no op 'sb'"},
		{"syntax", "rule a add(?x, 0) => ?x [exact]", "my.rules:1:8: error: "},
		{"cycle", "rule there: add(?x, neg(?y)) => sub(?x, ?y) [exact]\nrule back: sub(?x, ?y) => add(?x, neg(?y)) [exact]",
			"my.rules:1:1: error: rules that are applied again and again, without end: 'there', 'back'"},
		{"UTF-16", "\xff\xfer\x00", "my.rules:1:1: error: the text is UTF-16, little-endian (it starts with the byte order mark FF FE); save it as UTF-8"},
		{"dead", "rule a: relu(?x) => ?x [exact] where bool(?x)", "my.rules:1:1: error: rule 'a' [exact]: never matched"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			if _, errs, status := checkRules(t, tt.text+"\n"); status != 1 || !strings.Contains(errs, tt.want) {
				t.Errorf("status %d, wrote\n%s\nwant %s", status, errs, tt.want)
			}
		})
	}
	var out, errs strings.Builder
	if status := tgOpt([]string{"--check-rules=/nowhere/my.rules"}, strings.NewReader(""), &out, &errs); status != 1 || !strings.Contains(errs.String(), "cannot read the rules in '/nowhere/my.rules'") {
		t.Errorf("a missing file: status %d, wrote %q", status, errs.String())
	}
	errs.Reset()
	if status := tgOpt([]string{"--check-rules", "in.mlir"}, strings.NewReader(""), &out, &errs); status != 1 || !strings.Contains(errs.String(), "--check-rules reads no module, but is given 'in.mlir'") {
		t.Errorf("a module: status %d, wrote %q", status, errs.String())
	}
}

// The passes of a pipeline share what can be read only once.
func TestRulesFromAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	name := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip("pipes have no names here")
	}
	fmt.Fprintln(w, "rule my-sine: abs(sin(abs(?x))) => abs(sin(?x)) [exact]")
	w.Close()
	// The second canonicalize is the one that meets the rule's left side.
	const text = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = tg.abs %x : tensor<4xf32>\n  %1 = tg.sin %0 : tensor<4xf32>\n" +
		"  %2 = tg.abs %1 : tensor<4xf32>\n  return %2 : tensor<4xf32>\n}\n"
	got := opt(text, "--canonicalize=disable-patterns=my-sine rules="+name, "--canonicalize=rules="+name)
	if got.Status != 0 || strings.Count(got.Out, "tg.abs") != 1 {
		t.Error(got)
	}
}

// TestRulesOfTheTool: those that a tool has besides tg's are checked with these, or
// by the name of their file alone; what only substitute applies is no part of what
// canonicalize does.
func TestRulesOfTheTool(t *testing.T) {
	reg := standard.Registry.Clone()
	reg.Rules = []pipeline.RuleFile{{Name: "a.rules", Text: []byte("rule mine-always: sub(?x, neg(?y)) => add(?x, ?y) [exact]\n")}}
	reg.Substitutions = []pipeline.RuleFile{{Name: "b.rules", Text: []byte("rule mine-sometimes: add(?x, ?x) => mul(?x, 2) [exact]\n")}}
	all := len(rules.All())
	for _, tt := range []struct {
		file              string
		always, sometimes bool
		greedy, atLeast   int
	}{
		{"shipped", true, true, all + 1, len(rules.Every()) + 2},
		{"a.rules", true, false, 1, 1},
		{"b.rules", false, true, 0, 1},
	} {
		list := &ruleList{ctx: standard.NewContext(), sources: map[string]*ir.Source{}}
		if _, err := list.load([]string{tt.file}, reg, 0); err != nil {
			t.Fatal(err)
		}
		has := func(name string) bool {
			return slices.ContainsFunc(list.rules, func(r *rule.Rule) bool { return r.Name == name })
		}
		if has("mine-always") != tt.always || has("mine-sometimes") != tt.sometimes || len(list.greedy) != tt.greedy || len(list.rules) < tt.atLeast {
			t.Errorf("%s: %d rules, %d of them for canonicalize", tt.file, len(list.rules), len(list.greedy))
		}
	}
}
