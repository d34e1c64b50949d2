// Package kernel holds the numeric kernels of the interpreter: functions over tensors that are
// resolved once, for known element types and shapes, and then run any number of times, also
// concurrently.
//
// A Resolve function checks everything that can be wrong and says what; the kernel it returns
// trusts its caller to pass tensors of exactly the resolved types and shapes, with storage for the
// results, and has no errors left to report. Names are those of the tg dialect's ops and
// attributes.
//
// # Sharing storage
//
// A result may share storage with an operand in these cases, and in no others:
//
//   - Elementwise kernels (Unary, Binary, Compare, Select, Clamp, Convert, ReducePrecision): with any operand of the result's shape and element size
//     that starts at the same byte.
//   - Cumulate, and Sort without indices: with the operand.
//   - DynamicUpdateSlice and Scatter: with the tensor that is updated, which then is not copied first.
//   - Bitcast between types of one size: with the operand.
//
// # Arithmetic
//
// What every element of a result is, to the last bit, docs/numerics.md says. Integers wrap. f16 and
// bf16 are computed in f32 or f64 and rounded once per operation. Of the functions of f32 numbers
// that are not exact, exp, tanh, erf and sigmoid are computed in f32, and the others in f64 and
// rounded once. Sums and products of floats have an order of their own, by lanes and blocks, which
// does not depend on the number of workers.
//
// Most loops exist in machine code for AVX2 and AVX-512, too, which the generator in directory gen
// writes (see machineLoops). It computes the bits that the portable loops compute, but that any NaN
// may stand for another.
package kernel

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Elements per parallel chunk at least: a chunk should outweigh handing it to a worker, about a
// microsecond.
const (
	cheapGrain  = 1 << 15 // for operations of about a nanosecond or less
	vectorGrain = 1 << 13 // for transcendental functions in machine code
	costlyGrain = 1 << 11 // for others
)

// blockLen is the number of elements that pass through a scratch buffer at once: several of them
// stay in the first-level cache.
const blockLen = 512

// share runs a loop over [0, n), whose indices are work of so many elements each, on all workers;
// or it reports false, and the caller is to run the loop by itself (see parallel.Share).
func share[L any, P interface {
	*L
	parallel.Loop
}](n, elements, grain int, loop P) bool {
	return parallel.Share(n, parallel.Grain(grain, elements), math.MaxInt, loop)
}

// alignUp rounds a number of bytes up, so that anything may follow in a workspace.
func alignUp(n int) int { return (n + tensor.Alignment - 1) &^ (tensor.Alignment - 1) }

// illegal is the error for an operation that its element type does not have.
func illegal(op string, d tensor.DType) error {
	return fmt.Errorf("%s is not defined for %v", op, d)
}

// shapeText writes a shape for messages.
func shapeText(shape []int) string {
	if len(shape) == 0 {
		return "scalar"
	}
	return tensor.ShapeString(shape)
}

// checkShape fails for a shape that no tensor can have.
func checkShape(role string, shape []int) error {
	if _, err := tensor.Elements(shape); err != nil {
		return fmt.Errorf("%s: %w", role, err)
	}
	return nil
}

// checkDim fails for a dimension number that a tensor of this rank does not have.
func checkDim(what string, dim, rank int) error {
	if dim < 0 || dim >= rank {
		return fmt.Errorf("%s %d is not a dimension of a tensor of rank %d", what, dim, rank)
	}
	return nil
}

// checkDims is checkDim for a list, which must not name a dimension twice; it returns the set.
func checkDims(what string, dims []int, rank int) ([]bool, error) {
	set := make([]bool, rank)
	for _, dim := range dims {
		if err := checkDim(what, dim, rank); err != nil {
			return nil, err
		}
		if set[dim] {
			return nil, fmt.Errorf("%s %d appears twice", what, dim)
		}
		set[dim] = true
	}
	return set, nil
}
