package tg

import (
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
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

// sliceStep is a view of a run, and a copy of anything else.
func sliceStep(s *interp.Site, copies func() (interp.Step, error)) (interp.Step, error) {
	first, ok := SliceRun(s.In[0].Shape, s.Out[0].Shape, intsOf(s, "starts"), intsOf(s, "strides"))
	if !ok || shapes.Product(s.Out[0].Shape) == 0 {
		return copies()
	}
	return interp.Step{View: true, ViewAt: []int{first * s.In[0].DType.Size()}}, nil
}

// splitStep is the same for pieces.
func splitStep(s *interp.Site, copies func() (interp.Step, error)) (interp.Step, error) {
	dim := int(s.Op.Attr("dim").Int())
	if !OneRun(s.In[0].Shape, dim) {
		return copies()
	}
	at := make([]int, len(s.Out))
	for i := 1; i < len(at); i++ {
		at[i] = at[i-1] + shapes.Product(s.Out[i-1].Shape)*s.In[0].DType.Size()
	}
	return interp.Step{View: true, ViewAt: at}, nil
}
