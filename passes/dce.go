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
			for _, region := range o.Regions() {
				blocks += ir.EraseUnreachable(region)
			}
			return ir.Advance
		})
		ops, args := rewrite.EraseUnneeded(r.Op)
		if blocks+args+ops == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-ops", int64(ops))
		r.Count("num-blocks", int64(blocks))
		r.Count("num-args", int64(args))
		return nil
	},
}
