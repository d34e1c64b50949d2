package partition

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/pipeline"
)

// Options are the options of the pass `partition`.
type Options struct {
	Func    string   `opt:"func" doc:"The function that computes both passes, such as f.vjp"`
	Of      []string `opt:"of" doc:"The results of the forward pass, by number or name; if empty, those that are no gradients of what differentiate made, or the first one"`
	As      string   `opt:"as" doc:"What the parts are called, NAME.fwd and NAME.bwd; empty for the function without its ending"`
	Stash   string   `opt:"stash" one-of:"compute,bytes,time" doc:"What is to be least: compute (the arithmetic of the backward pass), bytes (what is handed over), or time (of both)"`
	Lambda  string   `opt:"lambda" doc:"With time: how many seconds a byte that is handed over is worth besides its traffic, such as 1e-10; inf for the fewest bytes, whatever is computed again"`
	Budget  string   `opt:"budget" doc:"The most memory that both passes together may take: a size such as 512MiB, a part of what they take with compute, such as 0.5x, or min for the least"`
	Hold    bool     `opt:"hold-arguments" doc:"The caller holds the arguments, so that handing them over takes nothing"`
	Form    string   `opt:"form" one-of:"split,joint" doc:"Make two functions, or change the one, in which what is computed again reads its operands behind tg.barrier"`
	Loops   bool     `opt:"loops" doc:"Loops may run again"`
	Never   []string `opt:"never" doc:"Never run these ops again, such as tg.matmul"`
	Machine string   `opt:"machine" names:"cpu,gpu" doc:"What computing and moving cost: cpu, gpu, or the file of a profile"`

	settings settings
}

// Pass divides a function into a forward and a backward pass.
var Pass = &pipeline.Pass{
	Name:  "partition",
	Title: "Partition",
	On:    "builtin.module",
	Doc: "Divide a function that computes a forward and a backward pass, as `differentiate` makes it, so that the backward pass is handed what it needs " +
		"of the forward pass or computes it again: the choice of least cost, a minimum cut. FUNC.fwd returns the results and what is handed over, FUNC.bwd " +
		"takes that and what only the backward pass needs. What is computed twice is found first. docs/autodiff.md explains the choice.",
	Options: func() any {
		return &Options{Stash: string(partition.Time), Hold: true, Form: "split", Machine: "cpu"}
	},
	Statistics: statistics,
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*Options)
		if opt.Func == "" {
			return fmt.Errorf("option 'func' must name the function that computes both passes")
		}
		s := &opt.settings
		s.CountArguments, s.Loops, s.Never = !opt.Hold, opt.Loops, opt.Never
		return s.bind(b, opt.Stash, opt.Lambda, opt.Budget, opt.Machine)
	},
	Prepare: func(c *ir.Context, options any) error { return options.(*Options).settings.prepare(c) },
	Run:     run,
}

var statistics = []pipeline.Statistic{
	{Name: "num-merged", Doc: "Number of operations that computed what another one did"},
	{Name: "num-handed-over", Doc: "Number of values that the backward pass is handed"},
	{Name: "bytes-handed-over", Doc: "Bytes of these, without arguments and results of the forward pass"},
	{Name: "num-recomputed", Doc: "Number of operations that run again in the backward pass"},
}

func run(r *pipeline.Run) error {
	opt := r.Options.(*Options)
	fn, of, err := chosen(r.Op, opt.Func, opt.Of)
	if err != nil {
		return err
	}
	d := &division{run: r, settings: &opt.settings, fn: fn, title: "@" + ir.SymbolName(fn)}
	return d.divide(of, opt.Form == "joint", strings.TrimPrefix(opt.As, "@"))
}

// chosen is a function, and which of its results are those of the forward pass.
func chosen(module *ir.Op, name string, words []string) (fn *ir.Op, of []int, err error) {
	if fn, err = autodiff.Named(module, strings.TrimPrefix(name, "@")); err != nil {
		return nil, nil, err
	}
	if of, err = naming.ResultNumbers(fn, words); err == nil && of == nil {
		of = partition.Forward(fn)
	}
	return fn, of, err
}
