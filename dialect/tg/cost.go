package tg

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// What ops cost: the functions that fill cost.Model, by family. Those of
// contractions are in contraction_cost.go.

func init() {
	Dialect.VerifyAttr = func(_ *ir.Op, a ir.NamedAttr) error {
		if a.Name != cost.Override {
			return nil
		}
		return cost.CheckOverride(a.Value)
	}
}

func geluCost(in *ir.Inference) cost.Work {
	w := cost.Elementwise(in)
	w.Kind, w.Call = cost.Math, "gelu"
	if in.Attr("approximate").Text() == "tanh" {
		w.Call = "gelu_tanh"
	}
	return w
}

// bitcastCost: storage can be read as elements that are no wider.
func bitcastCost(in *ir.Inference) cost.Work {
	from, to := in.Operands[0].Elem(), in.Results[0].Elem()
	if width(from) >= width(to) && from.IsBool() == to.IsBool() {
		return cost.Viewing(in)
	}
	return cost.Moving(in, cost.Elements(in.Results[0]))
}

func barrierCost(in *ir.Inference) cost.Work { return cost.Viewing(in) }

func iotaCost(in *ir.Inference) cost.Work {
	w := cost.Filling(in)
	w.Kind, w.Elem, w.Flops = cost.Simple, in.Results[0].Elem(), cost.Elements(in.Results[0])
	return w
}

// transposeCost: what trails unpermuted moves together; where nothing does, rows
// and columns are swapped. Extents of 1 may go anywhere.
func transposeCost(in *ir.Inference) cost.Work {
	var buffer [8]int
	order, shape := buffer[:0], in.Operands[0].Shape()
	for _, d := range in.Attr("permutation").Ints() {
		if shape[d] != 1 {
			order = append(order, int(d))
		}
	}
	// joined is the number of elements of the dimensions up to order[i] that come
	// in their old order.
	next := func(d int) int { // the dimension before d
		for d--; d >= 0 && shape[d] == 1; d-- {
		}
		return d
	}
	joined := func(i int) float64 {
		n := cost.Extent(shape[order[i]])
		for ; i > 0 && order[i-1] == next(order[i]); i-- {
			n *= cost.Extent(shape[order[i-1]])
		}
		return n
	}
	last := len(order) - 1
	if last < 0 {
		return cost.Moving(in, 1)
	}
	innermost := slices.Max(order)
	if order[last] == innermost {
		return cost.Moving(in, joined(last))
	}
	w := cost.Moving(in, math.Inf(1))
	w.Swapped, w.Rows, w.Cols = cost.Elements(in.Results[0]), joined(slices.Index(order, innermost)), joined(last)
	return w
}

// broadcastCost: rows of the operand are copied, or single elements repeated.
func broadcastCost(in *ir.Inference) cost.Work {
	own, dims, out := in.Operands[0].Shape(), in.Attr("dims").Ints(), in.Results[0]
	piece, along := 1.0, -1
	for d := len(out.Shape()) - 1; d >= 0; d-- {
		n := out.Shape()[d]
		if n == 1 {
			continue
		}
		repeats := 1
		if i := slices.Index(dims, int64(d)); i >= 0 && own[i] != 1 {
			repeats = 0
		}
		if along >= 0 && repeats != along {
			break
		}
		along = repeats
		piece *= cost.Extent(n)
	}
	if along == 1 && out.Rank() > 0 {
		piece = 1 // they are written one by one
	}
	w := cost.Moving(in, piece)
	w.Read = cost.Bytes(in.Operands...)
	return w
}

func sliceCost(in *ir.Inference) cost.Work {
	strides, out := in.Attr("strides").Ints(), in.Results[0].Shape()
	if _, ok := SliceRun(in.Operands[0].Shape(), out, in.Attr("starts").Ints(), strides); ok {
		return cost.Viewing(in)
	}
	if last := len(out) - 1; last >= 0 && strides[last] != 1 && out[last] > 1 {
		return cost.Moving(in, 1)
	}
	return cost.Moving(in, cost.Piece(out, in.Operands[0].Shape()))
}

// padCost: the operand is copied into a result that the padding has filled.
func padCost(in *ir.Inference) cost.Work {
	t, out := in.Operands[0], in.Results[0]
	w := cost.Filling(in)
	w.Read = cost.Bytes(in.Operands...)
	interior := fullList(in.Attr("interior"), t.Rank(), 0)
	piece := cost.Piece(t.Shape(), out.Shape())
	if last := t.Rank() - 1; last >= 0 && interior[last] != 0 {
		piece = 1
	}
	w.Add(cost.Elements(t), piece)
	return w
}

func concatCost(in *ir.Inference) cost.Work {
	w := cost.Filling(in)
	w.Read = cost.Bytes(in.Operands...)
	for _, t := range in.Operands {
		w.Add(cost.Elements(t), cost.Piece(t.Shape(), in.Results[0].Shape()))
	}
	return w
}

func splitCost(in *ir.Inference) cost.Work {
	if OneRun(in.Operands[0].Shape(), int(in.Attr("dim").Int())) {
		return cost.Viewing(in)
	}
	w := cost.Filling(in)
	w.Read = w.Written
	for _, t := range in.Results {
		w.Add(cost.Elements(t), cost.Piece(t.Shape(), in.Operands[0].Shape()))
	}
	return w
}

// reverseCost: a reversed innermost dimension moves element by element.
func reverseCost(in *ir.Inference) cost.Work {
	shape, dims := in.Operands[0].Shape(), in.Attr("dims").Ints()
	piece := 1.0
	for d := len(shape) - 1; d >= 0; d-- {
		if shape[d] != 1 && slices.Contains(dims, int64(d)) {
			break
		}
		piece *= cost.Extent(shape[d])
	}
	return cost.Moving(in, piece)
}

func gatherCost(in *ir.Inference) cost.Work {
	sizes, table := in.Attr("slice_sizes").Ints(), in.Operands[0].Shape()
	w := cost.Filling(in)
	w.Read = w.Written + cost.Bytes(in.Operands[1])
	// Each further box is placed for itself.
	if n := cost.Elements(in.Results[0]); n > 0 {
		w.Runs = n/cost.Piece(sizes, table) - 1
	}
	return w
}

func dynamicSliceCost(in *ir.Inference) cost.Work {
	return cost.Moving(in, cost.Piece(in.Results[0].Shape(), in.Operands[0].Shape()))
}

// overwrites reports whether the op may take over the storage of operand 0:
// nothing else uses it.
func overwrites(in *ir.Inference) bool {
	return len(in.Values) > 0 && in.Values[0].HasOneUse()
}

// updateCost: a copy of the operand, unless its storage can be used, in which
// updates are placed in pieces.
func updateCost(in *ir.Inference, updates *ir.Type, piece float64) cost.Work {
	w := cost.Work{Read: cost.Bytes(updates), Written: cost.Bytes(updates)}
	if !overwrites(in) {
		whole := cost.Bytes(in.Operands[0])
		w.Read, w.Written = w.Read+whole, w.Written+whole
	}
	w.Add(cost.Elements(updates), piece)
	return w
}

func dynamicUpdateSliceCost(in *ir.Inference) cost.Work {
	update := in.Operands[1]
	return updateCost(in, update, cost.Piece(update.Shape(), in.Operands[0].Shape()))
}

func scatterCost(in *ir.Inference) cost.Work {
	n := len(in.Operands) / 2
	updates := in.Operands[n+1]
	kind := in.Attr("kind")
	if kind == nil {
		return cost.Body(in, cost.Elements(updates))
	}
	// Boxes are placed element by element, where they do not replace rows.
	w := updateCost(in, updates, 1)
	w.Read += cost.Bytes(in.Operands[n])
	if kind.Text() != "set" {
		w.Kind, w.Elem, w.Flops = cost.Simple, updates.Elem(), cost.Elements(updates)
	}
	return w
}

// has is the set of dimensions that a list names.
func has(dims []int64) func(d int) bool {
	return func(d int) bool { return slices.Contains(dims, int64(d)) }
}

func reduceCost(in *ir.Inference) cost.Work {
	reduced := has(in.Attr("dims").Ints())
	kind := in.Attr("kind")
	switch {
	case kind == nil:
		return cost.Body(in, cost.Elements(in.Operands[0]))
	case isArg(kind.Text()):
		w := cost.Folding(in, reduced)
		w.Kind, w.Call, w.Rows = cost.Math, "argmax", 0
		return w
	}
	w := cost.Folding(in, reduced)
	if k := kind.Text(); k == "max" || k == "min" {
		w.Call = "reduce_max"
	}
	return w
}

func cumulateCost(in *ir.Inference) cost.Work {
	dim := int(in.Attr("dim").Int())
	w := cost.Folding(in, func(d int) bool { return d == dim })
	w.Rows = 0
	return w
}

// reduceWindowCost: rows of the operand are combined, one for each position of
// the window; where that is larger than the operand, most see padding only.
func reduceWindowCost(in *ir.Inference) cost.Work {
	t, out := in.Operands[0], in.Results[0]
	window := 1.0
	for d, n := range in.Attr("window").Ints() {
		window *= min(float64(n), max(1, cost.Extent(t.Shape()[d])))
	}
	elements := cost.Elements(out) * window
	if in.Attr("kind") == nil {
		return cost.Body(in, elements)
	}
	w := cost.Work{Kind: cost.Simple, Elem: t.Elem(), Flops: elements, Read: cost.Bytes(in.Operands...), Written: cost.Bytes(out)}
	row, last := float64(1), t.Rank()-1
	if last >= 0 {
		row = cost.Extent(out.Shape()[last])
		if fullList(in.Attr("strides"), t.Rank(), 1)[last] != 1 {
			row = 1 // elements are picked one by one
		}
	}
	w.Add(elements, row)
	return w
}

// sortCost: n log2(n) comparisons for each line of n elements.
func sortCost(in *ir.Inference) cost.Work {
	t := in.Operands[0]
	n := 2.0
	if dim := in.Attr("dim").Int(); dim < int64(t.Rank()) {
		n = float64(max(t.Shape()[dim], 2))
	}
	comparisons := cost.Elements(t) * math.Log2(n)
	if in.Attr("direction") == nil {
		return cost.Body(in, comparisons)
	}
	w := cost.Work{
		Kind: cost.Math, Call: "sort", Elem: t.Elem(), Flops: comparisons,
		Read: cost.Bytes(in.Operands...), Written: cost.Bytes(in.Results...),
	}
	if further := len(in.Operands) - 1; further > 0 {
		w.Singles = float64(further) * cost.Elements(t)
	}
	return w
}

func rngCost(in *ir.Inference) cost.Work {
	out := in.Results[1]
	w := cost.Filling(in)
	w.Kind, w.Call, w.Elem, w.Flops = cost.Math, "three_fry", out.Elem(), cost.Elements(out)
	return w
}

// branchCost: one of the regions runs.
func branchCost(in *ir.Inference) cost.Work {
	return cost.Work{Kind: cost.Control, Times: 1 / float64(max(len(in.Regions), 1))}
}
