package tg

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// A part of a tensor whose elements follow each other in memory, a run, is taken
// out without moving them.

// OneRun reports whether the elements at any range of indices of dimension dim
// are one run: all dimensions in front of it have extent 1.
func OneRun[T int | int64](shape []T, dim int) bool {
	for _, n := range shape[:dim] {
		if n != 1 {
			return false
		}
	}
	return true
}

// SliceRun is the element at which the result of a slice begins, of shapes from
// and to; ok is false unless the result is one run.
func SliceRun[T int | int64](from, to, starts, strides []T) (first T, ok bool) {
	whole := true // all dimensions behind d
	step := T(1)
	for d := len(from) - 1; d >= 0; d-- {
		if from[d] < 0 || to[d] < 0 || strides[d] != 1 && to[d] > 1 || !whole && to[d] != 1 {
			return 0, false
		}
		whole = whole && to[d] == from[d]
		first += starts[d] * step
		step *= from[d]
	}
	return first, true
}

// sliceStorage is a view of a run, and storage of its own for anything else.
func sliceStorage(in *ir.Inference) analysis.Storage {
	from, to := in.Operands[0], in.Results[0]
	first, ok := SliceRun(from.Shape(), to.Shape(), in.Attr("starts").Ints(), in.Attr("strides").Ints())
	if !ok || slices.Contains(to.Shape(), 0) {
		return analysis.Storage{}
	}
	return analysis.Storage{Views: []analysis.View{{Offset: int(first) * analysis.ElementBytes(from.Elem())}}}
}

// splitStorage is the same for pieces.
func splitStorage(in *ir.Inference) analysis.Storage {
	from := in.Operands[0]
	if !OneRun(from.Shape(), int(in.Attr("dim").Int())) {
		return analysis.Storage{}
	}
	views := make([]analysis.View, len(in.Results))
	for i := 1; i < len(views); i++ {
		piece := shapes.Product(in.Results[i-1].Shape())
		views[i].Offset = views[i-1].Offset + int(piece)*analysis.ElementBytes(from.Elem())
	}
	return analysis.Storage{Views: views}
}
