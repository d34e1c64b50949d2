package tedialect

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// computeCost is the arithmetic of the region at each point, and that of combining. What is read is
// read once, as far as there are points enough; results are written.
func computeCost(in *ir.Inference) cost.Work {
	w := cost.Work{Kind: cost.Fusion, Times: 1, Fused: true}
	for _, n := range in.Attr(te.ExtentsAttr).Ints() {
		w.Times *= cost.Extent(n)
	}
	for _, t := range in.Results {
		w.Written += cost.Bytes(t)
	}
	if len(in.Regions) == 0 || in.Regions[0].Empty() {
		return w
	}
	for _, v := range analysis.Captures(in.Regions[0].Parent()) {
		t := v.Type()
		if !t.IsRankedTensor() {
			continue
		}
		size := float64(ir.StorageBytes(t.Elem()))
		w.Read += min(cost.Bytes(t), float64(size*w.Times))
	}
	if c := in.Attr(te.CombinerAttr); c != nil && len(in.Results) > 0 {
		w.Elem, w.Flops = in.Results[0].Elem(), w.Times
		if c.Text() == te.Dot {
			w.Flops *= 2
		}
	}
	return w
}

// nothing is the cost of an op that is a part of the loops around it.
func nothing(*ir.Inference) cost.Work { return cost.Work{} }
