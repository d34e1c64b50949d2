package tg

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// What follows from the range of an operand: limits that are kept anyway,
// comparisons whose outcome is known, rounding of what is whole. All of it is
// exact: NaN and the signs of zeros are part of a range.

var rangePatterns = []*rewrite.Pattern{
	{
		Name: "range-max", Root: Max,
		Doc: "The maximum of two values is one of them if all of its elements are at least those of the other.",
		Example: example("%x: tensor<4xf32>", "tensor<4xf32>",
			"%c = tg.constant dense<-1.0> : tensor<f32>",
			"%0 = tg.tanh %x : tensor<4xf32>", "%1 = tg.max %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "return %1 : tensor<4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			x, y, ok := boundedOperands(o)
			return ok && (keepsOperand(r, o, 0, y.AtMost(x) && !y.NaN) || keepsOperand(r, o, 1, x.AtMost(y) && !x.NaN))
		},
	},
	{
		Name: "range-min", Root: Min,
		Doc: "The minimum of two values is one of them if all of its elements are at most those of the other.",
		Example: example("%x: tensor<4xf32>", "tensor<4xf32>",
			"%c = tg.constant dense<1.0> : tensor<f32>",
			"%0 = tg.sigmoid %x : tensor<4xf32>", "%1 = tg.min %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "return %1 : tensor<4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			x, y, ok := boundedOperands(o)
			return ok && (keepsOperand(r, o, 0, x.AtMost(y) && !y.NaN) || keepsOperand(r, o, 1, y.AtMost(x) && !x.NaN))
		},
	},
	{
		Name: "range-clamp", Root: Clamp,
		Doc: "clamp without a bound that is kept anyway: max, min, or nothing.",
		Example: example("%x: tensor<4xf32>", "tensor<4xf32>",
			"%l = tg.constant dense<-2.0> : tensor<f32>", "%h = tg.constant dense<0.5> : tensor<f32>",
			"%0 = tg.tanh %x : tensor<4xf32>", "%1 = tg.clamp %l, %0, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", "return %1 : tensor<4xf32>"),
		Apply: clampInRange,
	},
	{
		Name: "range-compare", Root: Compare,
		Doc: "A comparison of values whose ranges do not meet, or meet in one number, may be known.",
		Example: example("%x: tensor<4xf32>", "tensor<4xi1>",
			"%c = tg.constant dense<0.0> : tensor<f32>",
			"%0 = tg.sqrt %x : tensor<4xf32>",
			"%1 = tg.compare lt %0, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>", "return %1 : tensor<4xi1>"),
		Apply: compareInRange,
	},
	{
		Name: "range-rem", Root: Rem,
		Doc: "The remainder of what is not negative and less than the divisor is that itself.",
		Example: example("%x: tensor<4xi32>", "tensor<4xi32>",
			"%c = tg.constant dense<64> : tensor<i32>", "%0 = tg.popcnt %x : tensor<4xi32>",
			"%1 = tg.rem %0, %c : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "return %1 : tensor<4xi32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			x, y, ok := boundedOperands(o)
			return ok && keepsOperand(r, o, 0, x.NonNegative() && x.High < y.Low && !y.NaN)
		},
	},
	{
		Name: "range-and", Root: And,
		Doc: "A mask of the lowest bits changes nothing that is less than its end.",
		Example: example("%x: tensor<4xi32>", "tensor<4xi32>",
			"%c = tg.constant dense<63> : tensor<i32>", "%0 = tg.popcnt %x : tensor<4xi32>",
			"%1 = tg.and %0, %c : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", "return %1 : tensor<4xi32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			mask := analysis.FindRange(o.Operand(1))
			if mask.Low != mask.High || mask.Low < 0 || mask.Low != bitsBelow(mask.Low) || mask.Low >= 1<<53 {
				return false
			}
			x := analysis.FindRange(o.Operand(0))
			return keepsOperand(r, o, 0, x.Low >= 0 && x.High <= mask.Low)
		},
	},
	shiftPattern("range-div-power-of-two", Div, "A number that is not negative is divided by a power of two by a shift.",
		func(r *rewrite.Rewriter, o *ir.Op, exponent *ir.Value, _ *ir.Value) *ir.Value {
			return r.Op(ShrLogical, o.Loc(), []*ir.Value{o.Operand(0), exponent}).Result(0)
		}),
	shiftPattern("range-rem-power-of-two", Rem, "The remainder of a number that is not negative by a power of two is its lowest bits.",
		func(r *rewrite.Rewriter, o *ir.Op, _, mask *ir.Value) *ir.Value {
			return r.Op(And, o.Loc(), []*ir.Value{o.Operand(0), mask}).Result(0)
		}),
}

// shiftPattern is for ops on integers by a splat that is a power of two: make is
// given its logarithm and its predecessor. For unsigned types it is a division
// as it stands; a signed one must not be negative.
func shiftPattern(name string, root *ir.OpDef, doc string, make func(r *rewrite.Rewriter, o *ir.Op, exponent, mask *ir.Value) *ir.Value) *rewrite.Pattern {
	return &rewrite.Pattern{
		Name: name, Root: root, Doc: doc,
		Example: example("%x: tensor<4xui32>", "tensor<4xui32>",
			"%c = tg.constant dense<8> : tensor<ui32>",
			"%0 = "+root.Name()+" %x, %c : (tensor<4xui32>, tensor<ui32>) -> tensor<4xui32>", "return %0 : tensor<4xui32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			a, t := splatOf(o.Operand(1)), o.Operand(1).Type()
			if a == nil || t.Elem().IsFloat() {
				return false
			}
			divisor := analysis.ConstantRange(a).Low
			fraction, exponent := math.Frexp(divisor)
			if fraction != 0.5 || exponent < 2 || exponent > 53 || analysis.FindRange(o.Operand(0)).Low < 0 {
				return false
			}
			shift, mask := splat(r.Ctx, t, float64(exponent-1)), splat(r.Ctx, t, divisor-1)
			if shift == nil || mask == nil {
				return false
			}
			return replaceWith(r, o, make(r, o, constantOf(r, o, shift, t), constantOf(r, o, mask, t)))
		},
	}
}

// keepsOperand replaces o by operand i if it is known to be its result, and has
// its type and extents.
func keepsOperand(r *rewrite.Rewriter, o *ir.Op, i int, known bool) bool {
	v := o.Operand(i)
	return known && v.Type() == o.Result(0).Type() && givesExtents(o, v) && replaceWith(r, o, v)
}

// boundedOperands are the ranges of the two operands of o; ok is false when one
// is unbounded. The second operand comes first: it is a constant more often.
func boundedOperands(o *ir.Op) (x, y analysis.Range, ok bool) {
	if y = analysis.FindRange(o.Operand(1)); y.Unbounded() {
		return x, y, false
	}
	x = analysis.FindRange(o.Operand(0))
	return x, y, !x.Unbounded()
}

// becomesSplat replaces o by the splat of a number, if its type is static.
func becomesSplat(r *rewrite.Rewriter, o *ir.Op, v float64) bool {
	t := o.Result(0).Type()
	a := splat(r.Ctx, t, v)
	return a != nil && replaceWith(r, o, constantOf(r, o, a, t))
}

func clampInRange(r *rewrite.Rewriter, o *ir.Op) bool {
	low, x, high := analysis.FindRange(o.Operand(0)), analysis.FindRange(o.Operand(1)), analysis.FindRange(o.Operand(2))
	raised := !low.AtMost(x) || low.NaN
	if !raised && keepsOperand(r, o, 1, x.AtMost(high) && !high.NaN) {
		return true
	}
	switch {
	case !raised:
		return becomesLimit(r, o, Min, o.Operand(2))
	case x.AtMost(high) && low.AtMost(high) && !high.NaN:
		return becomesLimit(r, o, Max, o.Operand(0))
	}
	return false
}

// becomesLimit replaces a clamp by one of its halves, unless the other bound
// gave the result its shape, or may have.
func becomesLimit(r *rewrite.Rewriter, clamp *ir.Op, half *ir.OpDef, bound *ir.Value) bool {
	x, out := clamp.Operand(1), clamp.Result(0).Type()
	shape, err := broadcastTypes([]*ir.Type{x.Type(), bound.Type()})
	if err != nil || !slices.Equal(shape, out.Shape()) {
		return false
	}
	for _, other := range clamp.Operands() {
		if other != x && other != bound && !other.Type().IsStatic() && !out.IsStatic() {
			return false
		}
	}
	return replaceWith(r, clamp, r.Op(half, clamp.Loc(), []*ir.Value{x, bound}).Result(0))
}

// compareInRange knows the outcome of a comparison from the ranges of its sides.
// With NaN everything is false but ne. In total order zeros differ and NaN has a
// place, so floats are left alone.
func compareInRange(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.Attr("total_order") != nil && o.Operand(0).Type().Elem().IsFloat() {
		return false
	}
	x, y, ok := boundedOperands(o)
	if !ok {
		return false
	}
	direction := o.Attr("direction").Text()
	if direction == "gt" || direction == "ge" {
		x, y = y, x
		direction = map[string]string{"gt": "lt", "ge": "le"}[direction]
	}
	numbers := !x.NaN && !y.NaN
	always, never := false, false
	switch direction {
	case "lt":
		always, never = x.High < y.Low && numbers, x.Low >= y.High
	case "le":
		always, never = x.High <= y.Low && numbers, x.Low > y.High
	case "eq":
		never = x.High < y.Low || y.High < x.Low
	case "ne":
		always = x.High < y.Low || y.High < x.Low
	}
	switch {
	case always:
		return becomesSplat(r, o, 1)
	case never:
		return becomesSplat(r, o, 0)
	}
	return false
}
