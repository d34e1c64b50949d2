package storage

import (
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memoryreport"
	"github.com/tg-opt/tg/pipeline"
)

// PrintMemoryOptions are the options of the pass `print-memory`.
type PrintMemoryOptions struct {
	Top     int64    `opt:"top" doc:"Show at most so many buffers, further peaks and pieces of advice for each function; 0 for all"`
	JSON    bool     `opt:"json" doc:"Print the report as JSON, with all of them"`
	Workers int64    `opt:"workers" doc:"How many workers the workspace is for"`
	Machine string   `opt:"machine" names:"cpu,gpu" doc:"What computing a value again costs: cpu, gpu, or the file of a profile"`
	Curve   []string `opt:"curve" doc:"Tell for each of these parts of the peak, such as 0.9,0.8, what it costs to need no more, as rematerialize finds it"`
	Order   string   `opt:"order" one-of:"fixed,free" doc:"For 'curve': that of rematerialize"`
	Moves   int64    `opt:"moves" doc:"For 'curve': those of rematerialize"`
	Seed    uint64   `opt:"seed" doc:"For 'curve': that of rematerialize"`

	model *cost.Machine
}

// PrintMemory reports what functions need memory for.
var PrintMemory = &pipeline.Pass{
	Name:  "print-memory",
	Title: "PrintMemory",
	On:    "builtin.module", // a frame holds those of other functions
	Doc: "Print what memory functions need by the plan: how much is live at most, where that is, what is live there, and what would " +
		"help. Functions that cannot be planned are named with the reason. docs/memory.md explains the figures.",
	Options: func() any { return &PrintMemoryOptions{Top: 20, Workers: 1, Machine: "cpu", Order: "fixed"} },
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*PrintMemoryOptions)
		switch {
		case opt.Top < 0:
			return fmt.Errorf("'top' must not be negative, but is %d", opt.Top)
		case opt.Workers < 1:
			return fmt.Errorf("'workers' must be at least 1, but is %d", opt.Workers)
		case opt.Moves < 0:
			return fmt.Errorf("'moves' must not be negative, but is %d", opt.Moves)
		}
		if err := checkParts(opt.Curve); err != nil {
			return err
		}
		opt.model, err = cost.Named(opt.Machine, b.Registry.MaxInput)
		return err
	},
	Prepare: func(c *ir.Context, options any) error { return options.(*PrintMemoryOptions).model.Check(c) },
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*PrintMemoryOptions)
		o := memoryreport.Options{Workers: int(opt.Workers), Machine: opt.model, Reordering: Reorderings(r.Op, int(opt.Workers))}
		if len(opt.Curve) > 0 {
			o.Curve = opt.curve().Of(r.Op)
		}
		report, err := memoryreport.New(r.Op, o)
		if err != nil {
			return err
		}
		if opt.JSON {
			r.Printed(report.JSON())
		} else {
			r.Printed(report.Text(int(opt.Top)))
		}
		r.MarkUnchanged()
		return nil
	},
}

// curve is what option 'curve' asks for.
func (o *PrintMemoryOptions) curve() Curve {
	c := Curve{Order: o.Order, Moves: o.Moves, Seed: o.Seed, Machine: o.model, Workers: int(o.Workers)}
	for _, part := range o.Curve {
		c.Budgets = append(c.Budgets, part+"x")
	}
	return c
}
