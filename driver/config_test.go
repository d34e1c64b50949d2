package driver_test

import (
	"io"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// mine is a configuration with one of everything.
func mine() driver.Config {
	dialect := ir.NewDialect("mine", "A dialect of a test.")
	dialect.NewOp("mine.same").Define(ir.OpDef{
		Doc: "Its operand.", Operands: ir.Args(ir.Arg("x", ir.AnyTensor)), Results: ir.Args(ir.Arg("out", ir.AnyTensor)),
		Traits: ir.Pure | ir.SameTypes, Format: "$x attr-dict `:` same-type",
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					copy(out[0].Bytes(), in[0].Bytes())
					return nil
				}}, nil
			}),
		},
	})
	count := &pipeline.Pass{
		Name: "count-mine", Title: "CountMine", Doc: "Count the ops of a dialect.",
		Statistics: []pipeline.Statistic{{Name: "num-ops", Doc: "Number of ops"}},
		Run: func(r *pipeline.Run) error {
			ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
				if strings.HasPrefix(o.Name(), "mine.") {
					r.Count("num-ops", 1)
				}
				return ir.Advance
			})
			return nil
		},
	}
	return driver.Config{
		Name: "my-opt", Dialects: []*ir.Dialect{dialect}, Passes: []*pipeline.Pass{count},
		Pipelines:     []pipeline.Alias{{Name: "my-way", Doc: "Simplify, and count.", Text: "canonicalize,count-mine"}},
		Rules:         []pipeline.RuleFile{{Name: "mine.rules", Text: []byte("// The same is the same.\nrule mine-same: mine.same(?x) => ?x [exact]\n")}},
		Substitutions: []pipeline.RuleFile{{Name: "sometimes.rules", Text: []byte("rule mine-double: add(?x, ?x) => mul(?x, 2) [exact]\n")}},
	}
}

const sameTwice = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = mine.same %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
`

// TestConfig: whatever lists or takes a dialect, a pass, a pipeline or a rule does
// so with those of the configuration, under its name.
func TestConfig(t *testing.T) {
	c := mine()
	for _, tt := range []struct {
		tool  func([]string, io.Reader, io.Writer, io.Writer) int
		args  string
		wants []string // in what it writes
	}{
		{c.Opt, "--help", []string{"my-opt optimises", "--count-mine ", "--my-way ", "$(my-opt --completion=bash)"}},
		{c.Opt, "--version", []string{"my-opt "}},
		{c.Opt, "--list-passes", []string{"--count-mine ", "--my-way "}},
		{c.Opt, "--show-dialects", []string{",math,mine,"}},
		{c.Opt, "--completion=bash", []string{"_my_opt()", "complete -F _my_opt my-opt"}},
		{c.Opt, "--complete= --complete=--coun", []string{"--count-mine\tCount the ops of a dialect\n"}},
		{c.Opt, "--complete= --complete=--pass-pipeline=any(my", []string{"any(my-way\t"}},
		{c.Opt, "--complete= --complete=--explain-rule=mine-", []string{"mine-same\t", "mine-double\t"}},
		{c.Opt, "--explain-rule=mine-same", []string{"rule mine-same [exact]", "set mine, at mine.rules:2:1, applied by canonicalize", "The same is the same."}},
		{c.Opt, "--explain-rule=mine-double", []string{"at sometimes.rules:1:1, applied by substitute"}},
		{c.Opt, "--check-rules=sometimes.rules --check-rules-instances=20", []string{"// 1 rule, no counterexample"}},
		{c.Opt, "--frobnicate", []string{"my-opt: Unknown command line argument '--frobnicate'.  Try: 'my-opt --help'"}},
		{c.Opt, "-", []string{"mine.same %arg0 : tensor<4xf32>"}},
		{c.Opt, "--count-mine --mlir-pass-statistics", []string{"(S) 1 num-ops - Number of ops"}},
		{c.Opt, "--my-way --mlir-pass-statistics", []string{"tg.neg %arg0", "(S) 0 num-ops - Number of ops"}},
		{c.Opt, "--canonicalize=disable-patterns=mine-same", []string{"mine.same"}},
		{c.Opt, "--pass-pipeline=builtin.module(func.func(my-way))", []string{"tg.neg %arg0"}},
		{c.Run, "--help", []string{"my-opt executes"}},
		{c.Run, "--list-passes", []string{"--count-mine ", "--my-way "}},
		{c.Run, "--input=4xf32=1 --my-way", []string{"4xf32=-1 -1 -1 -1"}},
		{c.Run, "--input=4xf32=1", []string{"4xf32=-1 -1 -1 -1"}},
	} {
		r := tooltest.Run(tt.tool, sameTwice, strings.Fields(tt.args)...)
		for _, want := range tt.wants {
			if !strings.Contains(r.Out+r.Err, want) {
				t.Errorf("%s: no %q in\n%s%s", tt.args, want, r.Out, r.Err)
			}
		}
	}
	// Another tool of the same program knows nothing of it.
	if r := opt(sameTwice); r.Status != 1 || !strings.Contains(r.Err, "mine.same") {
		t.Error(r)
	}
	if r := opt("", "--count-mine"); r.Status != 1 || !strings.Contains(r.Err, "tg-opt: Unknown command line argument '--count-mine'") {
		t.Error(r)
	}
}

// TestConfigErrors: what is wrong with a configuration is told by every tool and
// function of it.
func TestConfigErrors(t *testing.T) {
	run := func(*pipeline.Run) error { return nil }
	for _, tt := range []struct {
		change func(c *driver.Config)
		want   string
	}{
		{func(c *driver.Config) { c.Dialects = append(c.Dialects, ir.NewDialect("tg", "Another.")) }, "there is a dialect 'tg' already: it comes with tg"},
		{func(c *driver.Config) { c.Dialects = append(c.Dialects, tg.Dialect) }, "there is a dialect 'tg' already: it comes with tg"},
		{func(c *driver.Config) { c.Dialects = append(c.Dialects, c.Dialects[0]) }, "there is a dialect 'mine' already: it is given twice"},
		{func(c *driver.Config) { c.Passes = append(c.Passes, c.Passes[0]) }, "pass or pipeline 'count-mine' is registered twice"},
		{func(c *driver.Config) { c.Passes = []*pipeline.Pass{{Name: "cse", Run: run}} }, "pass or pipeline 'cse' is registered twice"},
		{func(c *driver.Config) { c.Passes = []*pipeline.Pass{{Run: run}} }, "a pass or pipeline has no name"},
		{func(c *driver.Config) { c.Passes = nil }, "pipeline 'my-way': <pipeline my-way>:1:14: error: 'count-mine' does not refer to a registered pass or pass pipeline"},
		{func(c *driver.Config) { c.Pipelines[0].Name = "optimize" }, "pass or pipeline 'optimize' is registered twice"},
		{func(c *driver.Config) { c.Pipelines[0].Options = []string{"size"} }, "pipeline 'my-way': none of its passes has an option 'size'"},
		{func(c *driver.Config) { c.Rules = append(c.Rules, c.Substitutions...) }, "the file of rules 'sometimes.rules' is given twice"},
		{func(c *driver.Config) { c.Rules[0].Name = "" }, "a file of rules has no name"},
	} {
		c := mine()
		tt.change(&c)
		for _, tool := range []func([]string, io.Reader, io.Writer, io.Writer) int{c.Opt, c.OptCommand, c.Run} {
			if got, want := tooltest.Run(tool, sameTwice, "--help"), (tooltest.Result{Status: 1, Err: "my-opt: " + tt.want + "\n"}); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		}
		if _, err := c.NewContext(); err == nil || err.Error() != tt.want {
			t.Errorf("NewContext: %v, want %s", err, tt.want)
		}
		if _, err := c.NewRegistry(); err == nil || err.Error() != tt.want {
			t.Errorf("NewRegistry: %v, want %s", err, tt.want)
		}
	}
	// What only a flag or a context can tell.
	c := mine()
	c.Passes = append(c.Passes, &pipeline.Pass{Name: "split-input-file", Run: run})
	if r := tooltest.Run(c.Opt, "", "--help"); r.Status != 1 || r.Err != "my-opt: --split-input-file is a flag already; a pass or pipeline cannot have its name\n" {
		t.Error(r)
	}
	c = mine()
	c.Rules[0].Text = []byte("rule mine-same: mine.sane(?x) => ?x [exact]\n")
	if r := tooltest.Run(c.Opt, sameTwice, "--canonicalize"); r.Status != 1 || !strings.HasPrefix(r.Err, "mine.rules:1:17: error: there is no op 'mine.sane'") {
		t.Error(r)
	}
}
