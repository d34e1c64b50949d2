package tedialect

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
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
	if len(in.Regions) == 0 || in.Regions[0].Empty() || in.Regions[0].Parent() == nil {
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
	if a := in.Attr(te.CombinerAttr); a != nil && len(in.Results) > 0 {
		w.Kind, w.Elem, w.Flops = cost.Simple, in.Results[0].Elem(), w.Times
		if a.Text() == te.Dot {
			dotCost(&w, te.Compute{Op: in.Regions[0].Parent()})
		}
	}
	return w
}

// dotCost is the work of a chain: a product of matrices, if its factors are read as they lie.
func dotCost(w *cost.Work, c te.Compute) {
	w.Flops *= 2
	var reads []te.Read
	for _, v := range c.Elements() {
		if r, ok := te.AsRead(v.Def()); ok && r.Guard() == nil && r.Map().Syms == 0 {
			reads = append(reads, r)
		}
	}
	if len(reads) != 2 {
		return
	}
	w.Kind, w.Rows, w.Cols, w.Depth = cost.Contract, 1, 1, 1
	for i, a := range c.All() {
		n := cost.Extent(a.Extent)
		left, right := uses(reads[0], i), uses(reads[1], i)
		switch {
		case i >= c.NumAxes()-c.NumReduced():
			w.Depth *= n
		case left && !right:
			w.Rows *= n
		case right && !left:
			w.Cols *= n
		}
	}
}

// uses reports whether a read goes along an axis.
func uses(r te.Read, axis int) bool {
	return slices.ContainsFunc(r.Map().Results, func(e *ir.AffineExpr) bool { return affine.UsesDim(e, int64(axis)) })
}

// nothing is the cost of an op that is a part of the loops around it.
func nothing(*ir.Inference) cost.Work { return cost.Work{} }
