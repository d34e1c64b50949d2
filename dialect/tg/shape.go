package tg

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

type inference = func(*ir.Inference) ([]*ir.Type, error)

// stated is the type that the op gives its only result; an error when it is
// being made without one.
func stated(in *ir.Inference) (*ir.Type, error) {
	if len(in.Results) != 1 || !in.Results[0].IsRankedTensor() {
		return nil, errors.New("needs its result type stated: a ranked tensor")
	}
	return in.Results[0], nil
}

func types(t ...*ir.Type) []*ir.Type { return t }

// extentText writes one extent as types do.
func extentText(n int64) string {
	if n == ir.Dynamic {
		return "?"
	}
	return fmt.Sprint(n)
}

// sameExtent joins two extents that must be equal; ok is false when they
// differ.
func sameExtent(a, b int64) (n int64, ok bool) {
	switch {
	case a == ir.Dynamic:
		return b, true
	case b == ir.Dynamic || a == b:
		return a, true
	}
	return 0, false
}

// countable reports whether an extent of about n is far enough from the limits
// of int64 that computing it exactly does not overflow.
func countable(n float64) bool { return math.Abs(n) < 1<<62 }

// sameElements fails unless all types have one element type.
func sameElements(ts []*ir.Type) error {
	for i, t := range ts {
		if t.Elem() != ts[0].Elem() {
			return fmt.Errorf("operands must have one element type, but operand #0 is '%s' and operand #%d is '%s'; convert one of them", ts[0], i, t)
		}
	}
	return nil
}

// checkDim fails for a number that is no dimension of t.
func checkDim(what string, dim int64, t *ir.Type) error {
	if dim < 0 || dim >= int64(t.Rank()) {
		return fmt.Errorf("%s %d is not one of the %d dimensions of '%s'", what, dim, t.Rank(), t)
	}
	return nil
}

// checkDims is checkDim for a list, which must not name a dimension twice. It
// returns the set.
func checkDims(what string, dims []int64, t *ir.Type) ([]bool, error) {
	set := make([]bool, t.Rank())
	for _, d := range dims {
		if err := checkDim(what, d, t); err != nil {
			return nil, err
		}
		if set[d] {
			return nil, fmt.Errorf("%s %d appears twice", what, d)
		}
		set[d] = true
	}
	return set, nil
}

// checkLength fails for a list attribute that has not one entry for each
// dimension of t.
func checkLength(name string, list []int64, t *ir.Type) error {
	if len(list) != t.Rank() {
		return fmt.Errorf("'%s' has %d entries, but '%s' has %d dimensions", name, len(list), t, t.Rank())
	}
	return nil
}

// checkPositive fails for an entry less than 1.
func checkPositive(name string, list []int64) error {
	for _, n := range list {
		if n < 1 {
			return fmt.Errorf("'%s' must be positive, but has %d", name, n)
		}
	}
	return nil
}

// fullList is a list attribute, or n times def where it is missing.
func fullList(a *ir.Attr, n int, def int64) []int64 {
	if a == nil {
		return slices.Repeat([]int64{def}, n)
	}
	return a.Ints()
}

// toInts is a list as the kernels take it.
func toInts(list []int64) []int {
	out := make([]int, len(list))
	for i, n := range list {
		out[i] = int(n)
	}
	return out
}

func intsOf(s *interp.Site, name string) []int { return toInts(s.Op.Attr(name).Ints()) }

// pairs splits a flat list of low and high counts.
func pairs(flat []int64) [][2]int {
	out := make([][2]int, len(flat)/2)
	for i := range out {
		out[i] = [2]int{int(flat[2*i]), int(flat[2*i+1])}
	}
	return out
}

// listText writes extents as `[2, ?, 3]`.
func listText(shape []int64) string {
	parts := make([]string, len(shape))
	for i, n := range shape {
		parts[i] = extentText(n)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
