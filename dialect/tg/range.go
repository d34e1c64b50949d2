package tg

import (
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// What elementwise ops tell of the range of their results. Bounds are computed
// as the op computes elements, so that they hold whatever the rounding. What is
// said of transcendental functions leaves room for their last place.

type (
	rangeRule = func(o *ir.Op, operand func(int) analysis.Range) analysis.Range
	bounds    = analysis.Range
)

// sameRange is the rule of ops that move or repeat elements of operand 0.
func sameRange(_ *ir.Op, operand func(int) bounds) bounds { return operand(0) }

// unionRange is the rule of ops whose elements are elements of their operands
// from number first on.
func unionRange(first int) rangeRule {
	return func(o *ir.Op, operand func(int) bounds) bounds {
		out := operand(first)
		for i := first + 1; i < o.NumOperands(); i++ {
			out = analysis.Union(out, operand(i))
		}
		return out
	}
}

// rounded is a bound as the element type has it.
func rounded(elem *ir.Type, v float64) float64 {
	if !elem.IsFloat() || elem.Width() > 64 || math.IsInf(v, 0) {
		return v
	}
	return elem.Format().Decode(elem.Format().Encode(v))
}

// wrapped is a range of integers if it is one of their type, else all of it.
func wrapped(r bounds, elem *ir.Type) bounds {
	low, high := analysis.Bounds(elem)
	if !elem.IsFloat() && !(r.Low >= low && r.High <= high && math.Abs(r.Low) < 1<<53 && math.Abs(r.High) < 1<<53) {
		return analysis.FullRange(elem)
	}
	return r
}
