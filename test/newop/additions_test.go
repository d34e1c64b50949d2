//go:build additions

package newop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis/inverse"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/dialect/unit"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/filecheck"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
	"github.com/tg-opt/tg/test/complete"
)

// Nothing is missing of the ops.
func TestAddedOps(t *testing.T) {
	for _, def := range []*ir.OpDef{tg.Softsign, tg.Repeat, unit.Of} {
		for _, problem := range complete.Dialects(driver.NewContext().Dialects()).Problems(def) {
			t.Errorf("%s: %s", def.Name(), problem)
		}
	}
}

// The op with attributes runs, folds, and refuses what makes no sense.
func TestAddedAttributes(t *testing.T) {
	const main = "func.func @main(%x: tensor<2x3xi32>) -> "
	program := main + "tensor<2x6xi32> {\n%0 = tg.repeat %x dim 1 times 2 : (tensor<2x3xi32>) -> tensor<2x6xi32>\nreturn %0 : tensor<2x6xi32>\n}"
	if r := tooltest.Run(driver.Run, program, "--input=2x3xi32=1 2 3 4 5 6"); !strings.Contains(r.Out, "2x6xi32=[1 1 2 2 3 3][4 4 5 5 6 6]") {
		t.Error(r)
	}
	there := tooltest.Run(driver.Opt, program, "--tg-to-stablehlo")
	if r := tooltest.Run(driver.Run, there.Out, "--input=2x3xi32=1 2 3 4 5 6"); !strings.Contains(there.Out, "stablehlo.broadcast_in_dim") || !strings.Contains(r.Out, "2x6xi32=[1 1 2 2 3 3][4 4 5 5 6 6]") {
		t.Error(there, r)
	}
	once := main + "tensor<2x3xi32> {\n%0 = tg.repeat %x dim 1 times 1 : (tensor<2x3xi32>) -> tensor<2x3xi32>\nreturn %0 : tensor<2x3xi32>\n}"
	if r := tooltest.Run(driver.Opt, once, "--canonicalize"); r.Status != 0 || strings.Contains(r.Out, "tg.repeat") {
		t.Error(r)
	}
	for change, want := range map[string]string{
		"dim 2 times 2":                   "dim 2 is not one of the 2 dimensions",
		"dim 1 times -1":                  "times must be at least 0, but is -1",
		"dim 1 times 3":                   "inferred type(s) 'tensor<2x9xi32>' are incompatible",
		"dim 1 times 9223372036854775807": "are too many",
	} {
		if r := tooltest.Run(driver.Opt, strings.Replace(program, "dim 1 times 2", change, 1)); r.Status == 0 || !strings.Contains(r.Err, want) {
			t.Errorf("%s: no error says %q: %v", change, want, r)
		}
	}
}

// The rule keeps its promise, and canonicalize applies it.
func TestAddedRule(t *testing.T) {
	var added []*rule.Rule
	for _, r := range rules.All() {
		if r.Name == "relu-parts" {
			added = append(added, r)
		}
	}
	if len(added) != 1 {
		t.Fatalf("there are %d rules of the name", len(added))
	}
	for _, r := range rulecheck.Check(added, rulecheck.Options{Instances: 20, Workers: 1}) {
		if r.Problem != "" {
			t.Error(r.Problem)
		}
	}
	const program = `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.relu %0 : tensor<4xf32>
  %2 = tg.relu %x : tensor<4xf32>
  %3 = tg.add %2, %1 : tensor<4xf32>
  return %3 : tensor<4xf32>
}`
	if r := tooltest.Run(driver.Opt, program, "--canonicalize=fp=finite"); !strings.Contains(r.Out, "tg.abs %arg0") {
		t.Error(r)
	}
}

// The lit tests that come with the additions pass: among them that of the pass.
func TestAddedPass(t *testing.T) {
	dir := os.Getenv("TG_ADDITIONS")
	tests, err := filepath.Glob(filepath.Join(dir, "test", "passes", "*", "*.mlir"))
	if err != nil || len(tests) != 1 {
		t.Fatalf("the lit tests in %s are %v (%v)", dir, tests, err)
	}
	lit.Run(t, lit.Suite{
		Dir:           dir,
		Suffixes:      []string{".mlir"},
		Tools:         []lit.Tool{{Name: "tg-opt", Main: driver.Opt}, {Name: "tg-filecheck", Main: filecheck.NativeMain}},
		Substitutions: []lit.Substitution{{Pattern: `(?<![-/\w])tg-filecheck(?![-.\w])`, Text: "tg-filecheck --lint=error"}},
	})
	if r := tooltest.Run(driver.Opt, "module {}", "--pass-pipeline=builtin.module(tally{pur=true})"); r.Status == 0 || !strings.Contains(r.Err, "pur") {
		t.Error(r)
	}
}

// The dialect's op is read, printed and executed.
func TestAddedDialect(t *testing.T) {
	const program = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n%0 = unit.of \"metre\" %x : tensor<2xf32>\nreturn %0 : tensor<2xf32>\n}"
	if r := tooltest.Run(driver.Opt, program); r.Status != 0 || !strings.Contains(r.Out, `%0 = unit.of "metre" %arg0 : tensor<2xf32>`) {
		t.Error(r)
	}
	unknown := strings.ReplaceAll(program, "tensor<2xf32>", "tensor<?xf32>")
	if r := tooltest.Run(driver.Run, unknown, "--input=2xf32=1 2"); r.Status != 0 || !strings.Contains(r.Out, "2xf32=1 2") {
		t.Error(r)
	}
	if r := tooltest.Run(driver.Run, program, "--input=2xf32=1 2"); r.Status != 0 || !strings.Contains(r.Out, "2xf32=1 2") {
		t.Error(r)
	}
}

// The slot is read of an op that fills it, and of one that does not.
func TestAddedSlot(t *testing.T) {
	for text, restored := range map[string]bool{
		"%0 = tg.reverse %x dims [0] : T\n%1 = tg.reverse %0 dims [0] : T": true,
		"%0 = tg.reverse %x dims [0] : T\n%1 = tg.reverse %0 dims [1] : T": false,
		"%0 = tg.exp %x : T\n%1 = tg.exp %0 : T":                           false,
	} {
		text = "func.func @f(%x: T) -> T {\n" + text + "\nreturn %1 : T\n}"
		body := parse(t, strings.ReplaceAll(text, "T", "tensor<2x3xf32>")).RegionAt(0).First().First().RegionAt(0).First()
		got := inverse.Restored(body.Last().Prev())
		if restored != (got != nil && got == body.Args()[0]) {
			t.Errorf("restored is %v:\n%s", got, text)
		}
	}
}
