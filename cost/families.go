package cost

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// The functions of this file are what ops fill the slot Model with, or build
// what they fill it with on.

// traffic is the work of reading all operands and writing all results.
func traffic(in *ir.Inference) Work {
	return Work{Read: Bytes(in.Operands...), Written: Bytes(in.Results...)}
}

// Elementwise is one simple operation for each element of the result.
func Elementwise(in *ir.Inference) Work {
	w := traffic(in)
	w.Kind = Simple
	if len(in.Results) == 0 || len(in.Operands) == 0 {
		return w
	}
	out := in.Results[0]
	w.Flops = Elements(out)
	// The last operand of a comparison, a selection and a clamp has the type that
	// is computed with.
	w.Elem = in.Operands[len(in.Operands)-1].ElemOrSelf()
	w.Runs = broadcastRuns(in.Operands, out)
	repeat(&w, in.Operands, out)
	return w
}

// repeat adds what it takes to bring operands that are smaller than the result into blocks of its
// size, in the cache. Kernels of three operands always read blocks.
func repeat(w *Work, operands []*ir.Type, out *ir.Type) {
	n, repeats := Elements(out), false
	for _, t := range operands {
		if Elements(t) < n {
			repeats = true
			w.Filled += float64(n * float64(ir.StorageBytes(t.ElemOrSelf())))
		}
	}
	w.Repeats = repeats && len(operands) == 2
}

// Calls is one call of a function for each element of the result.
func Calls(function string) func(*ir.Inference) Work {
	return func(in *ir.Inference) Work {
		w := Elementwise(in)
		w.Kind, w.Call = Math, function
		return w
	}
}

// broadcastRuns is the number of rows that operands contribute which are
// repeated in the midst of the result: those are put together row by row.
func broadcastRuns(operands []*ir.Type, out *ir.Type) float64 {
	runs, shape, n := 0.0, out.Shape(), Elements(out)
	if n == 0 {
		return 0
	}
	for _, t := range operands {
		own, lead := t.Shape(), len(shape)-len(t.Shape())
		if len(own) == 0 || lead < 0 || lead == 0 && slices.Equal(own, shape) {
			continue
		}
		repeated := func(d int) bool { return d < lead || own[d-lead] == 1 }
		row, _, next := trailing(shape, repeated)
		// One row that is the same throughout is put together once.
		if _, all, begin := trailing(shape[:next], repeated); !all || begin > 0 {
			runs += n / row
		}
	}
	return runs
}

// trailing looks at the innermost dimensions of a shape which all have a
// property, or all lack it; those of extent 1 do not matter. It returns their
// number of elements, whether they have it, and the dimension where they begin.
// A shape without elements has the property.
func trailing(shape []int64, property func(d int) bool) (n float64, has bool, begin int) {
	n, has = 1, true
	found := false
	for d := len(shape) - 1; d >= 0; d-- {
		if shape[d] == 1 {
			continue
		}
		if p := property(d); !found {
			found, has = true, p
		} else if p != has {
			return n, has, d + 1
		}
		n *= Extent(shape[d])
	}
	return n, has, 0
}

// Extent is an extent as a number; a dynamic one counts as 1.
func Extent(n int64) float64 {
	if n == ir.Dynamic {
		return 1
	}
	return float64(n)
}

// Viewing is the work of an op whose result is its operand's storage.
func Viewing(*ir.Inference) Work { return Work{Kind: View} }

// Nothing is the work of an op that takes no time when a program runs.
func Nothing(*ir.Inference) Work { return Work{Kind: Free} }

// Filling is the work of an op that writes its results.
func Filling(in *ir.Inference) Work { return Work{Written: Bytes(in.Results...)} }

// Moving is the work of an op that writes its results in pieces of consecutive
// elements, each of so many, with elements of as many bytes to read.
func Moving(in *ir.Inference, piece float64) Work {
	w := Filling(in)
	w.Read = w.Written
	for _, t := range in.Results {
		w.Add(Elements(t), piece)
	}
	return w
}

// Add adds so many elements that are moved in pieces of so many.
func (w *Work) Add(elements, piece float64) {
	switch {
	case elements == 0 || piece >= elements:
	case piece <= 1:
		w.Singles += elements
	default:
		w.Runs += elements / piece
	}
}

// Piece is how many consecutive elements of a box of the given extents are
// consecutive in the whole that it is in, too.
func Piece(box, whole []int64) float64 {
	n := 1.0
	for d := len(box) - 1; d >= 0; d-- {
		n *= Extent(box[d])
		if box[d] != whole[d] {
			break
		}
	}
	return n
}

// Folding is the work of combining elements of the operand into those of the
// result along some of its dimensions.
func Folding(in *ir.Inference, reduced func(d int) bool) Work {
	t := in.Operands[0]
	w := traffic(in)
	w.Elem, w.Flops = t.Elem(), Elements(t)
	// Along the innermost dimension an element waits for the one before it; along
	// others whole rows are combined.
	row, waits, _ := trailing(t.Shape(), reduced)
	w.Add(w.Flops, row)
	w.Kind = Simple
	if waits {
		w.Kind, w.Rows = Fold, 1
		for d, n := range t.Shape() {
			if !reduced(d) {
				w.Rows *= Extent(n)
			}
		}
	}
	return w
}

// Product is the work of `batches` matrix products, each of rows x depth by
// depth x cols.
func Product(in *ir.Inference, batches, rows, cols, depth float64) Work {
	w := traffic(in)
	w.Kind, w.Elem = Contract, in.Operands[0].Elem()
	w.Flops = 2 * batches * rows * cols * depth
	w.Rows, w.Cols, w.Depth = rows, cols, depth
	if rows > 1 {
		// The columns are brought into an order in which they are used for all rows.
		w.Packed = batches * cols * depth * float64(ir.StorageBytes(w.Elem))
	}
	return w
}

// Fusing is the work of an op whose region runs once, as a whole: operands are
// read and results written, and nothing in between.
func Fusing(in *ir.Inference) Work {
	w := traffic(in)
	w.Kind, w.Times, w.Fused = Fusion, 1, true
	return w
}

// Running is the work of an op that runs its region so many times and does
// nothing else.
func Running(times float64) Work { return Work{Kind: Control, Times: times} }

// Body is the work of an op that runs its region so many times, with elements
// that it moves one by one.
func Body(in *ir.Inference, times float64) Work {
	w := traffic(in)
	w.Kind, w.Times, w.Singles = Control, times, times
	return w
}
