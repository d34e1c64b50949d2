package tepasses

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/fuseaxes"
)

// FuseAxes merges neighbouring axes.
var FuseAxes = &pipeline.Pass{
	Name:  "te-fuse-axes",
	Title: "TEFuseAxes",
	Doc: "Merge neighbouring axes of te.compute, of the results or of the reduction, that all reads treat alike, so that few long ones are left. Tensors and results are reshaped " +
		"for it, which moves nothing, and reductions keep their order. Axes that begin elsewhere than at 0 are left alone: run te-normalize first.",
	Statistics: []pipeline.Statistic{{Name: "num-merged", Doc: "Number of axes that became a part of another one"}},
	Run: func(r *pipeline.Run) error {
		b, merged := ir.NewBuilder(r.Op.Context()), 0
		for _, c := range computesIn(r.Op) {
			merged += fuseaxes.Merge(b, c)
		}
		if merged == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-merged", int64(merged))
		return nil
	},
}

// computesIn are the computes inside of an op, in order.
func computesIn(root *ir.Op) (list []te.Compute) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if c, ok := te.AsCompute(o); ok {
			list = append(list, c)
			return ir.Skip
		}
		return ir.Advance
	})
	return list
}
