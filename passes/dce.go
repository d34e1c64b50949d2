package passes

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
)

// DCE removes what cannot be observed.
var DCE = &pipeline.Pass{
	Name:  "dce",
	Title: "DCE",
	Doc: "Eliminate dead code: pure ops whose results nobody needs, blocks that control never reaches, and " +
		"block arguments that feed nothing but themselves.",
	Statistics: []pipeline.Statistic{
		{Name: "num-ops", Doc: "Number of operations removed"},
		{Name: "num-blocks", Doc: "Number of unreachable blocks removed"},
		{Name: "num-args", Doc: "Number of block arguments removed"},
	},
	Run: func(r *pipeline.Run) error {
		blocks := 0
		ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
			here := 0
			for _, region := range o.Regions() {
				here += ir.EraseUnreachable(region)
			}
			if here > 0 {
				r.Passed(o, "DCE", "removed %d unreachable blocks of '%s'", here, o.Name())
			}
			blocks += here
			return ir.Advance
		})
		ops, args := rewrite.EraseUnneeded(r.Op, func(o *ir.Op) {
			r.Passed(o, "DCE", "removed '%s', whose results nobody needs", o.Name())
		})
		if args > 0 {
			r.Passed(r.Op, "DCE", "removed %d block arguments that nobody needs", args)
		}
		if blocks+args+ops == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-ops", int64(ops))
		r.Count("num-blocks", int64(blocks))
		r.Count("num-args", int64(args))
		return nil
	},
}
