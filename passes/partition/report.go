package partition

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/pipeline"
)

// ReportOptions are the options of the pass `stash-report`.
type ReportOptions struct {
	Func    string   `opt:"func" doc:"The function that computes both passes, such as f.vjp"`
	Of      []string `opt:"of" doc:"The results of the forward pass, by number or name; if empty, those that are no gradients of what differentiate made, or the first one"`
	Format  string   `opt:"format" one-of:"text,json,dot,svg" doc:"A table, or a picture of the cut: the graph in the language of dot, or drawn"`
	Stash   string   `opt:"stash" one-of:"compute,bytes,time" doc:"What is to be least: compute (the arithmetic of the backward pass), bytes (what is handed over), or time (of both)"`
	Lambda  string   `opt:"lambda" doc:"With time: how many seconds a byte that is handed over is worth besides its traffic, such as 1e-10; inf for the fewest bytes, whatever is computed again"`
	Budget  string   `opt:"budget" doc:"The most memory that both passes together may take: a size such as 512MiB, a part of what they take with compute, such as 0.5x, or min for the least"`
	Hold    bool     `opt:"hold-arguments" doc:"The caller holds the arguments, so that handing them over takes nothing"`
	Form    string   `opt:"form" one-of:"split,joint" doc:"With 'budget': whether two functions are to meet it, or the one"`
	Loops   bool     `opt:"loops" doc:"Loops may run again"`
	Never   []string `opt:"never" doc:"Never run these ops again, such as tg.matmul"`
	Machine string   `opt:"machine" names:"cpu,gpu" doc:"What computing and moving cost: cpu, gpu, or the file of a profile"`

	settings settings
}

// Report tells what `partition` would do.
var Report = &pipeline.Pass{
	Name:  "stash-report",
	Title: "StashReport",
	On:    "builtin.module",
	Doc: "Tell what `partition` does with the same options, without doing it: of each value that the backward pass needs, how large it is, whether it is " +
		"handed over or computed again, why, and how long that takes; what all of it takes, also with stash=compute and stash=bytes, and the curve of time against bytes.",
	Options: func() any {
		return &ReportOptions{Format: "text", Stash: string(partition.Time), Hold: true, Form: "split", Machine: "cpu"}
	},
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*ReportOptions)
		if opt.Func == "" {
			return fmt.Errorf("option 'func' must name the function that computes both passes")
		}
		s := &opt.settings
		s.CountArguments, s.Loops, s.Never = !opt.Hold, opt.Loops, opt.Never
		return s.bind(b, opt.Stash, opt.Lambda, opt.Budget, opt.Machine)
	},
	Prepare: func(c *ir.Context, options any) error { return options.(*ReportOptions).settings.prepare(c) },
	Run:     report,
}

func report(r *pipeline.Run) (err error) {
	opt := r.Options.(*ReportOptions)
	fn, of, err := chosen(r.Op, opt.Func, opt.Of)
	if err != nil {
		return err
	}
	copied := r.Builder.After(fn).Clone(fn, map[*ir.Value]*ir.Value{})
	defer partition.Drop(copied, &err)
	d := &division{run: r, settings: &opt.settings, fn: fn, title: "@" + ir.SymbolName(fn)}
	j, o, err := d.choose(copied, of, opt.Form == "joint")
	if err != nil {
		return err
	}
	switch opt.Format {
	case "dot":
		r.Printed(j.Dot(o.plan))
	case "svg":
		r.Printed(j.SVG(o.plan))
	default:
		report, err := j.Report(r.Builder, ir.SymbolName(fn), o.plan, &opt.settings.Options)
		if err != nil {
			return err
		}
		report.Scheduled, report.Within = o.again, o.total
		if opt.Format == "json" {
			r.Printed(report.JSON())
		} else {
			r.Printed(report.Text())
		}
	}
	r.MarkUnchanged()
	return nil
}
