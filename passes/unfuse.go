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
			unfuse(o)
		}
		if len(fusions) == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-unfused", int64(len(fusions)))
		return nil
	},
}

// unfuse puts the ops of a fusion in its place.
func unfuse(o *ir.Op) {
	body := o.RegionAt(0).First()
	for i, a := range body.Args() {
		a.ReplaceAllUsesWith(o.Operand(i))
	}
	end := body.Last()
	for i, v := range end.Operands() {
		o.Result(i).ReplaceAllUsesWith(v)
	}
	end.Erase()
	for p := body.First(); p != nil; {
		next := p.Next()
		p.MoveBefore(o)
		p = next
	}
	o.Erase()
}
