// Package layout is the pass that chooses the order of dimensions in which convolutions, pooling
// and what stands between them hold their values: as the program has them, or another one.
//
// orders.go finds which values may be held in which two orders, and price.go what ops take in them.
// choose.go asks for the cheapest choice, a minimum cut, and write.go makes the program of it, with
// the conversions of arrays.go.
package layout

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Options are the options of the pass `layout`.
type Options struct {
	Machine string `opt:"machine" names:"cpu,gpu" doc:"What the program is to run on: cpu, gpu, or the file of a profile"`
	MaxOps  int    `opt:"max-ops" doc:"Most ops that are moved together; larger groups stay as they are"`

	model *cost.Machine // of the option machine
}

// Pass chooses orders of dimensions.
var Pass = &pipeline.Pass{
	Name:  "layout",
	Title: "Layout",
	Doc: "Hold the values of convolutions, pooling and the ops between them in another order of dimensions where the cost model says that it pays: with features last, as they are computed fastest, " +
		"though the program has them first, or the other way round. It looks at all ops at once: a minimum cut finds the cheapest of all choices, in which transposes stand where orders meet and are paid there, once for all " +
		"that read what they make, and those that a program has vanish where they can. Constants are rearranged at compile time, kernels of convolutions into the order in which they are read. " +
		"Arguments and results of functions, and values of regions, keep their order. Results do not change by a bit: an op whose sums would go in another order stays as it is.",
	Options: func() any { return &Options{Machine: "cpu", MaxOps: 100_000} },
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*Options)
		opt.model, err = cost.Named(opt.Machine, b.Registry.MaxInput)
		return err
	},
	Prepare: func(c *ir.Context, options any) error { return options.(*Options).model.Check(c) },
	Statistics: []pipeline.Statistic{
		{Name: "num-moved", Doc: "Number of ops that compute in another order of dimensions"},
		{Name: "num-kernels", Doc: "Number of kernels of convolutions that were rearranged"},
		{Name: "num-conversions", Doc: "Number of arrays that are rearranged at run time"},
		{Name: "num-left", Doc: "Number of groups of ops left as they are because moving them does not pay"},
	},
	Run: runLayout,
}

func runLayout(r *pipeline.Run) error {
	l := &layouter{run: r, opt: r.Options.(*Options)}
	l.machine = l.opt.model
	for _, b := range blocks(r.Op) {
		l.block(b)
	}
	if !l.changed {
		r.MarkUnchanged()
	}
	return nil
}

// layouter is one run of the pass.
type layouter struct {
	run     *pipeline.Run
	opt     *Options
	machine *cost.Machine
	changed bool
}

// blocks lists the blocks inside of root that hold convolutions or pooling.
func blocks(root *ir.Op) (list []*ir.Block) {
	seen := map[*ir.Block]bool{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o != root && isSeed(o) && !seen[o.Block()] && !o.Parent().Has(ir.GraphRegions) {
			seen[o.Block()] = true
			list = append(list, o.Block())
		}
		return ir.Advance
	})
	return list
}

func isSeed(o *ir.Op) bool { return o.Is(tg.Conv) || o.Is(tg.ReduceWindow) }

// block chooses the orders of one block.
func (l *layouter) block(b *ir.Block) {
	w := newWeb(b)
	w.spread()
	if len(w.movers) == 0 {
		return
	}
	l.prices(w)
	for _, g := range w.groups() {
		l.choose(w, g)
	}
	l.write(w)
}
