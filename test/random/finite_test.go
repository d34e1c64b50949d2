package random

import (
	"fmt"
	"math"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// Under fp=finite results stay what they are as long as no input and nothing
// that the program computes is NaN, infinite or -0. Programs are tame, with all
// that they compute among their results, so that this can be seen.
func TestFiniteKeepsValues(t *testing.T) {
	tame(t, "finite", checkFinite)
}

// checkFinite compares @main before and after passes on ordinary inputs, and
// returns how many elements it compared: none if one of them is not finite, or
// -0.
func checkFinite(module *ir.Op, seed uint64, passes string) (compared int, err error) {
	inputs := ordinary(module, "main", seed)
	if inputs == nil {
		return 0, nil
	}
	before := agree.Execute(module, "main", inputs, runLimit)
	if before.Err != nil || !allFinite(before.Outputs) {
		return 0, nil
	}
	after, err := agree.Optimised(module, passes)
	if err != nil {
		return 0, err
	}
	got := agree.Execute(after, "main", inputs, runLimit)
	d := before.Difference(got, func(x, y *tensor.Tensor, k int) bool {
		compared++
		if x.DType().IsFloat() {
			return x.Float64At(k) == y.Float64At(k) // where a rewrite makes a zero its sign is free
		}
		return x.Int64At(k) == y.Int64At(k)
	})
	if d != "" {
		return compared, fmt.Errorf("%w%s changes what @main computes of %v: %s", agree.ErrChanged, passes, inputs, d)
	}
	return compared, nil
}

func allFinite(list []*tensor.Tensor) bool {
	for _, x := range list {
		for k := range x.Len() {
			if !x.DType().IsFloat() {
				break
			}
			if v := x.Float64At(k); v != v || math.IsInf(v, 0) || v == 0 && math.Signbit(v) {
				return false
			}
		}
	}
	return true
}
