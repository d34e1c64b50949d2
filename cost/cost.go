// Package cost predicts how long ops take on a machine. The model is a
// roofline: an op takes the longer of the time for its arithmetic and the time
// for its memory traffic, and an overhead on top. See Williams, Waterman and
// Patterson, "Roofline: an insightful visual performance model for multicore
// architectures", CACM 52(4), 2009.
//
// What an op does is Work, the same for every machine: ops fill the slot Model
// with it, most of them by one of the functions in families.go. What work takes
// is for a Machine to say, which is read from a text file, the profile.
package cost

import (
	"github.com/tg-opt/tg/ir"
)

// Kind is the sort of arithmetic that an op does; a machine has a speed and an
// overhead for each.
type Kind uint8

const (
	// Move is no arithmetic at all: bytes only.
	Move Kind = iota
	// Simple arithmetic is an addition, a comparison, a selection: one flop.
	Simple
	// Math is a division, a root or a transcendental function; one call counts
	// as one flop. Work.Call says which one it is.
	Math
	// Fold combines elements one after the other: one flop for each element.
	Fold
	// Contract is multiplication and addition in matrix products and
	// convolutions, two flops for each product.
	Contract
	// Depthwise is Contract where no input is used for more than one output
	// feature, so that little is reused.
	Depthwise
	// View gives a value another type; nothing moves.
	View
	// Control runs regions or calls a function. What these do is extra.
	Control
	// Fusion runs a region as one op.
	Fusion
	// Free is what costs nothing when a program runs: constants, terminators.
	Free
	kinds
)

var kindNames = [kinds]string{"move", "simple", "math", "fold", "contract", "depthwise", "view", "control", "fusion", "free"}

// String is the name that profiles use.
func (k Kind) String() string { return kindNames[k] }

// Work is what an op does, whatever it runs on.
type Work struct {
	// Op is the name of the op, for machines that know its overhead.
	Op    string
	Kind  Kind
	Elem  *ir.Type // element type that the arithmetic is in; nil for none
	Flops float64
	// Read and Written are bytes of memory traffic.
	Read, Written float64

	// Call is the function that Math calls, such as `exp`, or how Fold combines,
	// such as `reduce_max`; a machine may know its speed apart from that of others.
	Call string
	// Parts are what the function consists of, for each call: what it takes on a machine that does
	// not know its speed. Only their arithmetic counts.
	Parts []Work
	// Rows, Cols and Depth are the extents of one matrix product of Contract,
	// which may do several; for Fold, Rows is how many results there are, which
	// do not wait for each other; see also Swapped.
	Rows, Cols, Depth float64
	// Runs is the number of pieces of consecutive elements that the traffic
	// consists of, where they are so short that they count; Singles is the
	// number of elements that are moved one by one.
	Runs, Singles float64
	// Swapped is the number of elements that are moved such that rows become
	// columns: Rows and Cols are the extents that change places.
	Swapped float64
	// Packed is bytes that are rearranged before arithmetic begins, as the
	// input of a convolution.
	Packed float64
	// Filled is bytes of blocks in the cache, into which operands are repeated.
	Filled float64
	// Repeats says that an op which usually reads its operands where they are
	// reads blocks instead, into which smaller operands are repeated.
	Repeats bool

	// Epilogue is what is done to each result of a contraction before it is
	// written: simple operations, and calls of the function Call.
	Epilogue struct{ Simple, Calls float64 }

	// Times is how often each region of the op runs, in the mean.
	Times float64
	// UnknownTrips says that the op is a loop of which nothing is known: Times is
	// multiplied by what the machine assumes.
	UnknownTrips bool
	// Fused regions keep their intermediate values close: they take time for
	// arithmetic alone.
	Fused bool
}

// Operations is all arithmetic, flops and epilogue.
func (w *Work) Operations() float64 { return w.Flops + w.Epilogue.Simple + w.Epilogue.Calls }

// Model is filled by ops with what they do. The types, the attributes and the
// regions of the op count; it need not exist. Ops without a model, but with
// tensors, are taken for Moves of their operands and results.
var Model = ir.NewSlot[func(*ir.Inference) Work]("cost")

// Bytes is the storage of values of these types; a dynamic extent counts as 1,
// and scalars for nothing.
func Bytes(types ...*ir.Type) float64 {
	total := 0.0
	for _, t := range types {
		if t.IsRankedTensor() {
			total += float64(float64(ir.StorageBytes(t.Elem())) * Elements(t))
		}
	}
	return total
}

// Elements is the number of elements of a tensor; a dynamic extent counts as 1,
// and so does what is no tensor.
func Elements(t *ir.Type) float64 { return product(t.Shape()) }

func product(shape []int64) float64 {
	n := 1.0
	for _, extent := range shape {
		if extent != ir.Dynamic {
			n *= float64(extent)
		}
	}
	return n
}
