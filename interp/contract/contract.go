// Package contract computes tensor contractions: matrix products, StableHLO's dot_general, and
// convolutions of any rank.
//
// # Numeric contract
//
// Every element of a result depends on its own row and column of the inputs and on the inner
// extent, on nothing else:
//
//	acc = +0
//	for k = 0 .. K-1, in row-major order of the contracting dimensions: acc = fma(lhs[k], rhs[k], acc)
//
// A step is rounded once, to the accumulation type: float32 for f16, bf16 and f32, float64 if an
// operand or the result is f64, the wrapping integers of the result type for integer results, "or"
// of "and" for i1. The accumulator is rounded once to the result type. K = 0 gives +0 (false).
// Blocking, packing, vector units, the number of workers, transposition of operands and batching
// change no bit. Nor does it matter which rows and columns are
// computed together: contractions that share an operand may become one on the others joined, and
// equal-shaped ones a batch. Joining the inner extents of products that are added up, and
// associating them anew, changes the sums. Where a processor lacks fused instructions, the same
// bits are computed in another way.
//
// The order of contracting dimensions is that of the dimension numbers for dot_general; for a
// convolution it is the kernel's spatial dimensions, then the input feature. Padding and the
// positions that input dilation inserts are elements of value zero, as the StableHLO specification
// has it: under an infinite or NaN kernel element they contribute NaN.
//
// # Use
//
// A Resolve function checks types and shapes once and chooses loops for them; the Func that it
// returns runs any number of times, also concurrently, each time with a workspace of its own, and
// allocates nothing.
package contract

import (
	"fmt"

	"github.com/tg-opt/tg/tensor"
)

// Type is the element type and shape of an array.
type Type struct {
	DType tensor.DType
	Shape []int
}

func (t Type) String() string {
	if len(t.Shape) == 0 {
		return t.DType.String()
	}
	return tensor.ShapeString(t.Shape) + "x" + t.DType.String()
}

// Func computes out from lhs and rhs, which have the types that it was resolved for. It overwrites
// out, which must not share storage with an operand. The workspace w has the size that the
// Workspace function of the same operation says for some workers, and no more of them are at work.
//
// If done is not nil, it is called for ranges [lo, hi) of elements of out, in row-major order of
// out, as soon as they are final: disjoint ranges that together cover out, from several goroutines
// at once. A bias or an activation applied there finds the elements still in the cache.
type Func func(w []byte, out, lhs, rhs *tensor.Tensor, done func(lo, hi int))

// check refuses what is no array type.
func (t Type) check(name string) error {
	if _, err := tensor.ByteSize(t.DType, t.Shape); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
