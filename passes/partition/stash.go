package partition

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/pipeline"
)

// StashOptions are the options of the pass `stash`.
type StashOptions struct {
	Forward   string   `opt:"forward" doc:"The function of the forward pass"`
	Backward  string   `opt:"backward" doc:"The function of the backward pass, which computes what it needs of the forward pass from the arguments of that"`
	Args      []string `opt:"args" doc:"Which arguments of the backward function are those of the forward one, such as dx=x, by name or number; others are if they have the same name"`
	As        string   `opt:"as" doc:"What the functions are called, NAME.fwd and NAME.bwd; empty for the name of the forward function"`
	Objective string   `opt:"objective" one-of:"compute,bytes,time" doc:"What is to be least: compute (the arithmetic of the backward pass), bytes (what is handed over), or time (of both)"`
	Lambda    string   `opt:"lambda" doc:"With time: how many seconds a byte that is handed over is worth besides its traffic, such as 1e-10; inf for the fewest bytes, whatever is computed again"`
	Budget    string   `opt:"budget" doc:"The most memory that both passes together may take: a size such as 512MiB, a part of what they take with compute, such as 0.5x, or min for the least"`
	Hold      bool     `opt:"hold-arguments" doc:"The caller holds the arguments, so that handing them over takes nothing"`
	Loops     bool     `opt:"loops" doc:"Loops may run again"`
	Never     []string `opt:"never" doc:"Never run these ops again, such as tg.matmul"`
	Machine   string   `opt:"machine" names:"cpu,gpu" doc:"What computing and moving cost: cpu, gpu, or the file of a profile"`

	settings settings
}

// StashPass makes a forward and a backward pass of two functions.
var StashPass = &pipeline.Pass{
	Name:  "stash",
	Title: "Stash",
	On:    "builtin.module",
	Doc: "Find what a forward and a backward function compute both: FORWARD.fwd returns the results of the forward function, and besides what the " +
		"backward one would compute again, and FORWARD.bwd is the backward function with that as arguments. What either computes twice by itself is found as well. " +
		"The choice of what is handed over is that of `partition`.",
	Options: func() any {
		return &StashOptions{Objective: string(partition.Compute), Hold: true, Machine: "cpu"}
	},
	Statistics: statistics,
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*StashOptions)
		if opt.Forward == "" || opt.Backward == "" {
			return fmt.Errorf("options 'forward' and 'backward' must name the functions of the two passes")
		}
		s := &opt.settings
		s.CountArguments, s.Loops, s.Never = !opt.Hold, opt.Loops, opt.Never
		return s.bind(b, opt.Objective, opt.Lambda, opt.Budget, opt.Machine)
	},
	Prepare: func(c *ir.Context, options any) error { return options.(*StashOptions).settings.prepare(c) },
	Run: func(r *pipeline.Run) (err error) {
		opt := r.Options.(*StashOptions)
		forward, err := autodiff.Named(r.Op, strings.TrimPrefix(opt.Forward, "@"))
		if err != nil {
			return err
		}
		backward, err := autodiff.Named(r.Op, strings.TrimPrefix(opt.Backward, "@"))
		if err != nil {
			return err
		}
		joint, err := partition.Join(r.Builder, forward, backward, opt.Args)
		if err != nil {
			return err
		}
		defer partition.Drop(joint, &err)
		of := make([]int, forward.RegionAt(0).First().Last().NumOperands())
		for i := range of {
			of[i] = i
		}
		name := strings.TrimPrefix(opt.As, "@")
		if name == "" {
			name = ir.SymbolName(forward)
		}
		d := &division{run: r, settings: &opt.settings, fn: joint, title: fmt.Sprintf("@%s and @%s", ir.SymbolName(forward), ir.SymbolName(backward))}
		return d.divide(of, false, name)
	},
}
