package stablehlo

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// infer is the inference of an op with one result.
func infer(f func(in *ir.Inference) (*ir.Type, error)) func(*ir.Inference) ([]*ir.Type, error) {
	return func(in *ir.Inference) ([]*ir.Type, error) {
		t, err := f(in)
		return []*ir.Type{t}, err
	}
}

// merge is the most precise type that both types stand for: an extent that one
// of them knows is known. ok is false when there is none.
func merge(c *ir.Context, a, b *ir.Type) (t *ir.Type, ok bool) {
	switch {
	case a == b:
		return a, true
	case !ir.Compatible(a, b):
		return nil, false
	case !a.HasRank():
		return b, true
	case !b.HasRank():
		return a, true
	}
	shape := slices.Clone(a.Shape())
	for i, d := range b.Shape() {
		if shape[i] == ir.Dynamic {
			shape[i] = d
		}
	}
	return c.WithShape(a, shape), true
}

// fits reports whether two extents can be the same.
func fits(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

// countable reports whether an extent of about n is far enough from the limits of int64 that
// computing it exactly does not overflow.
func countable(n float64) bool { return math.Abs(n) < 1<<62 }

func isScalar(t *ir.Type) bool { return t.IsRankedTensor() && t.Rank() == 0 }

// checkDims checks that dims are different dimensions of a tensor of the given
// rank; what names them in the message.
func checkDims(what string, dims []int64, rank int) error {
	seen := make(map[int64]bool, len(dims))
	for _, d := range dims {
		switch {
		case d < 0 || d >= int64(rank):
			return fmt.Errorf("%s must be dimensions of a tensor of rank %d, but one is %d", what, rank, d)
		case seen[d]:
			return fmt.Errorf("%s must be different dimensions, but %d is given twice", what, d)
		}
		seen[d] = true
	}
	return nil
}

// checkLen checks that a list has an entry per dimension.
func checkLen(what string, list []int64, rank int) error {
	if len(list) != rank {
		return fmt.Errorf("%s must have one entry per dimension, which are %d, but has %d", what, rank, len(list))
	}
	return nil
}

// checkNotNegative checks that a list is one of sizes.
func checkNotNegative(what string, list []int64) error {
	for i, n := range list {
		if n < 0 {
			return fmt.Errorf("requires %s that are not negative, but number %d is %d", what, i, n)
		}
	}
	return nil
}

// checkPositive checks that all entries of a list that has one per dimension are at least 1.
func checkPositive(what string, list []int64) error {
	if i := slices.IndexFunc(list, func(v int64) bool { return v < 1 }); i >= 0 {
		return fmt.Errorf("requires positive %s, but the one of dimension %d is %d", what, i, list[i])
	}
	return nil
}

// without is shape without the dimensions dims.
func without(shape, dims []int64) []int64 {
	out := make([]int64, 0, len(shape))
	for i, d := range shape {
		if !slices.Contains(dims, int64(i)) {
			out = append(out, d)
		}
	}
	return out
}

// checkResultShape checks the shape of the only result, whose element type is
// the op's own business.
func checkResultShape(o *ir.Op, want []int64) error {
	t := o.Result(0).Type()
	if !t.HasRank() {
		return nil
	}
	got := t.Shape()
	if slices.EqualFunc(want, got, fits) {
		return nil
	}
	return fmt.Errorf("makes a result of type '%s', but its type is '%s'", o.Context().WithShape(t, want), t)
}
