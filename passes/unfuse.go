package passes

import (
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Unfuse takes fusions apart.
var Unfuse = &pipeline.Pass{
	Name:       "unfuse",
	Title:      "Unfuse",
	Doc:        "Take every tg.fusion apart into the ops that it holds. What fuse-elementwise repeats inside of fusions stays repeated; cse merges it.",
	Statistics: []pipeline.Statistic{{Name: "num-unfused", Doc: "Number of fusions taken apart"}},
	Run: func(r *pipeline.Run) error {
		var fusions []*ir.Op
		ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
			if o.Is(tg.Fusion) && o != r.Op {
				fusions = append(fusions, o)
				return ir.Skip
			}
			return ir.Advance
		})
		for _, o := range fusions {
			tg.Unfuse(o)
		}
		if len(fusions) == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-unfused", int64(len(fusions)))
		return nil
	},
}
