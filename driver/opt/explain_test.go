package opt

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// Every rule that comes with tg is explained by what it does: of what --explain-rule
// shows, one application to @before makes @after, and the two give the same results
// at the rule's level when they are run.
func TestExplainShippedRules(t *testing.T) {
	for _, list := range [][]*rule.Rule{rules.All(), rules.Substitutions(), rules.Saturations()} {
		for _, r := range list {
			t.Run(r.Name, func(t *testing.T) {
				t.Parallel()
				text := explained(t, r.Name)
				for _, want := range append(strings.Split(r.Statement(), "\n"), "["+r.Level.String(), "set "+r.Set+", at "+r.Pos.String()) {
					if !strings.Contains(text, strings.TrimSpace(want)) {
						t.Errorf("%q is not there:\n%s", want, text)
					}
				}
				p := r.Pattern(rewrite.FPFast)
				checkExample(t, text, p)
				if r.Name == "sub-minus-zero" {
					return // it is about -0, of which its level says nothing
				}
				p.Example = text
				if got := rulecheck.CheckPatterns([]*rewrite.Pattern{p}, rulecheck.Options{Instances: 1}); got[0].Problem != "" {
					t.Errorf("%s\n%s", got[0].Problem, text)
				}
			})
		}
	}
}

// The same holds of patterns in Go, whose examples TestPatterns of
// rulecheck runs. Those of other dialects are explained without one.
func TestExplainPatterns(t *testing.T) {
	for _, group := range rewrite.PatternsByName(standard.NewContext().Dialects()...) {
		p := group[0]
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			text := explained(t, p.Name)
			if joined := strings.ReplaceAll(text, "\n// ", " "); !strings.Contains(joined, p.Doc) || p.Root != nil && !strings.Contains(joined, p.Root.Name()) {
				t.Errorf("its doc or op is not there:\n%s", text)
			}
			if p.Example != "" {
				checkExample(t, text, group...)
			}
		})
	}
}

// explained is what --explain-rule prints of a rule that comes with tg.
func explained(t *testing.T, name string) string {
	t.Helper()
	r := opt("", "--explain-rule="+name)
	if r.Status != 0 || r.Err != "" {
		t.Fatalf("status %d, wrote %q", r.Status, r.Err)
	}
	return r.Out
}

// checkExample fails unless one of the patterns makes @after of @before.
func checkExample(t *testing.T, text string, patterns ...*rewrite.Pattern) {
	t.Helper()
	want := ""
	for at := 0; ; at++ {
		ctx := standard.NewContext()
		module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "explained.mlir"})
		if err == nil {
			err = ir.Verify(module)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		before, after := ir.Symbols(module)["before"], ir.Symbols(module)["after"]
		if before == nil || after == nil {
			t.Fatalf("the example is missing:\n%s", text)
		}
		var ops []*ir.Op
		ir.Walk(before, func(o *ir.Op) ir.WalkAction {
			ops = append(ops, o)
			return ir.Advance
		})
		if at == len(ops) {
			t.Fatalf("@before never becomes @after:\n%s", text)
		}
		for _, p := range patterns {
			if p.Root != nil && !ops[at].Is(p.Root) || !rewrite.ApplyAt(p, ops[at], ir.NewBuilder(ctx)) {
				continue
			}
			dropUnused(before)
			want = printer.OpString(after, printer.Options{})
			if got := printer.OpString(before, printer.Options{}); strings.Replace(got, "@before", "@after", 1) == want {
				return
			}
			break // the op is no more what it was
		}
	}
}

// dropUnused erases the ops of a function that nothing uses, the last first.
func dropUnused(f *ir.Op) {
	for again := true; again; {
		again = false
		var ops []*ir.Op
		ir.Walk(f, func(o *ir.Op) ir.WalkAction {
			ops = append(ops, o)
			return ir.Advance
		})
		for i := len(ops) - 1; i > 0; i-- {
			if o := ops[i]; o.NumResults() > 0 && !o.HasUses() && o.NumRegions() == 0 {
				o.Erase()
				again = true
			}
		}
	}
}

func TestExplainRule(t *testing.T) {
	const text = "set mine\n\n// What is taken\n// away comes back.\nrule my-sum: add(sub(?x, ?y), ?y)\n    => ?x [real, integers]\n" +
		"rule my-pair: mul(?x, neg(?y)) <=> neg(mul(?x, ?y)) [exact]\nrule my-call: arith.addi(func.call(?x) {*}, ?y) => ?y [exact]\n"
	name := ruleFile(t, text)
	const want = `// rule my-sum [real, integers]
// set mine, at my.rules:5:1
//
// What is taken away comes back.
//
//   rule my-sum: add(sub(?x, ?y), ?y)
//       => ?x [real, integers]
//
// It holds over the real numbers, where rounding may differ, and modulo 2^n: on floats it needs
// fp=fast, on integers nothing.
//
// For example, what @before does becomes what @after does:

func.func @before(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = tg.sub %arg0, %arg1 : tensor<f32>
  %1 = tg.add %0, %arg1 : tensor<f32>
  return %1 : tensor<f32>
}
func.func @after(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
`
	for _, flag := range []string{
		"--canonicalize=rules=" + name, "--optimize=rules=" + name, "--substitute=" + name, "--check-rules=" + name,
		"--pass-pipeline=builtin.module(func.func(canonicalize{rules=" + name + "}))",
	} {
		r := opt("", "--explain-rule=my-sum", flag)
		if d := cmp.Diff(result{Out: want}, result{r.Status, strings.ReplaceAll(r.Out, name, "my.rules"), r.Err}); d != "" {
			t.Errorf("%s (-want +got):\n%s", flag, d)
		}
	}
}

// What else may be said of a rule: that it is read in both directions, and why it
// has no example.
func TestExplainOddRules(t *testing.T) {
	name := ruleFile(t, "rule my-pair: mul(?x, neg(?y)) <=> neg(mul(?x, ?y)) [exact]\nrule my-call: arith.addi(func.call(?x) {*}, ?y) => ?y [exact]\n"+
		"rule my-range: neg(?x) => (iota() {dim = 9} : type(root)) [exact]\nrule my-arith: arith.muli(?x, 2) => arith.addi(?x, ?x) [exact]\n")
	for rule, want := range map[string]string{
		"my-pair":  "// canonicalize reads it from left to right, substitute also from right to left.\n",
		"my-call":  "// There is no example: cannot be tested: no instance of op 'func.call' can be made:",
		"my-range": "// There is no example: no instance of its left side could be made to which it applies.\n",
		"my-arith": "  %0 = arith.addi %arg0, %arg0 : ",
	} {
		if r := opt("", "--explain-rule="+rule, "--canonicalize=rules="+name); r.Status != 0 || r.Err != "" || !strings.Contains(r.Out, want) {
			t.Errorf("%s: %v, want %s", rule, r, want)
		}
	}
}

func TestExplainRuleErrors(t *testing.T) {
	mine := ruleFile(t, "rule my-sum: add(sub(?x, ?y), ?y) => ?x [real]\n")
	wrong := ruleFile(t, "rule my-sum: ad(sub(?x, ?y), ?y) => ?x [real]\n")
	for _, tt := range []struct {
		want string
		args []string
	}{
		{"there is no rule or pattern 'add-zro'; did you mean 'add-zero'?", []string{"--explain-rule=add-zro"}},
		{"there is no rule or pattern 'AddIAdConstant'; did you mean 'AddIAddConstant'?", []string{"--explain-rule=AddIAdConstant"}},
		{"there is no rule or pattern 'my-sam'; did you mean 'my-sum'?", []string{"--explain-rule=my-sam", "--canonicalize=rules=" + mine}},
		{"there is no rule or pattern 'my-sum'", []string{"--explain-rule=my-sum"}},
		{"for the --explain-rule option: the name of a rule or pattern is missing", []string{"--explain-rule="}},
		{"for the --explain-rule option: requires a value!", []string{"--explain-rule"}},
		{"--explain-rule reads no module, but is given 'in.mlir'", []string{"--explain-rule=add-zero", "in.mlir"}},
		{":1:14: error: there is no op 'ad'", []string{"--explain-rule=my-sum", "--canonicalize=rules=" + wrong}},
		{"cannot read the rules in '/nowhere/my.rules'", []string{"--explain-rule=my-sum", "--canonicalize=rules=/nowhere/my.rules"}},
		{"no such option rule of pass 'canonicalize'", []string{"--explain-rule=my-sum", "--canonicalize=rule=" + mine}},
	} {
		if r := opt("", tt.args...); r.Status != 1 || r.Out != "" || !strings.Contains(r.Err, tt.want) {
			t.Errorf("%v: %v, want %s", tt.args, r, tt.want)
		}
	}
}

var ruleRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")

// The names in docs/rules.md are those that --explain-rule and its completion
// know.
func TestRulesOfTheManual(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "rules.md"))
	if err != nil {
		t.Fatal(err)
	}
	completions := opt("", "--complete=", "--complete=--explain-rule=").Out
	rows := ruleRow.FindAllStringSubmatch(string(page), -1)
	if least := len(rules.Every()); len(rows) < least {
		t.Fatalf("%d names, want %d at least", len(rows), least)
	}
	for _, row := range rows {
		if !strings.Contains(completions, "--explain-rule="+row[1]+"\t") {
			t.Errorf("%s is no name of a rule or pattern", row[1])
		}
	}
}
