package passes

import (
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// PrintCostOptions are the options of the pass `print-cost`.
type PrintCostOptions struct {
	Machine string `opt:"machine" names:"cpu,gpu" doc:"What the program is to run on: cpu, gpu, or the file of a profile"`
	Top     int64  `opt:"top" doc:"Show so many of the most expensive ops of each function; 0 for all"`
	JSON    bool   `opt:"json" doc:"Print the report as JSON, with all ops"`

	model *cost.Machine
}

// PrintCost reports what the cost model predicts.
var PrintCost = &pipeline.Pass{
	Name:    "print-cost",
	Title:   "PrintCost",
	Doc:     "Print what ops and functions cost, as the machine model predicts it. The most expensive ops of each function come first; docs/cost.md explains the figures.",
	Options: func() any { return &PrintCostOptions{Machine: "cpu", Top: 20} },
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*PrintCostOptions)
		if opt.Top < 0 {
			return fmt.Errorf("'top' must not be negative, but is %d", opt.Top)
		}
		opt.model, err = cost.Named(opt.Machine, b.Registry.MaxInput)
		return err
	},
	Prepare: func(c *ir.Context, options any) error { return options.(*PrintCostOptions).model.Check(c) },
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*PrintCostOptions)
		report := cost.NewReport(opt.model, r.Op)
		if opt.JSON {
			r.Printed(report.JSON())
		} else {
			r.Printed(report.Text(int(opt.Top)))
		}
		r.MarkUnchanged()
		return nil
	},
}
