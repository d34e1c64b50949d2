package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// Which ops are known to be at a kink: their operands are equal, or at a bound, wherever the
// program runs, or where they have been cut off there.

// kinked is a rule of an op with kinks.
func kinked(r autodiff.Rule, kink func(o *ir.Op, varies func(i int) bool) *autodiff.Kink) autodiff.Rule {
	r.Kink = kink
	return r
}

// point is the number that all elements of a value are, if that is known.
func point(v *ir.Value) (c float64, ok bool) {
	r := analysis.FindRange(v)
	return r.Low, r.Low == r.High
}

// isCutOff reports whether elements of a value that would be less than c, or greater, have been
// made c.
func isCutOff(v *ir.Value, c float64, less bool) bool {
	def := v.Def()
	for def.Is(Reshape) || def.Is(Broadcast) || def.Is(Transpose) {
		def = def.Operand(0).Def()
	}
	if !slices.ContainsFunc([]*ir.OpDef{Relu, Relu6, Clamp, Max, Min}, def.Is) {
		return false
	}
	r := analysis.FindRange(def.Result(0))
	return less && r.Low == c || !less && r.High == c
}

// extremeKink is that of max, or of min: a tie.
func extremeKink(max bool) func(o *ir.Op, varies func(i int) bool) *autodiff.Kink {
	return func(o *ir.Op, varies func(i int) bool) *autodiff.Kink {
		where := "its operands are the same"
		if o.Operand(0) != o.Operand(1) {
			if where = tieOf(o, max); where == "" {
				return nil
			}
		}
		switch {
		case varies(0) && varies(1):
			return &autodiff.Kink{Where: where, By: [3]string{"1/2 by each", "1/2 by each", "1 by the first and 0 by the second"}}
		case varies(0):
			return &autodiff.Kink{Where: where, By: [3]string{"0", "1/2", "1"}}
		}
		return &autodiff.Kink{Where: where, By: [3]string{"0", "1/2", "0"}}
	}
}

// tieOf says why operands of max or min are known to be equal, or to be that somewhere; "" if they
// are not.
func tieOf(o *ir.Op, max bool) string {
	for i := range 2 {
		c, ok := point(o.Operand(1 - i))
		if !ok {
			continue
		}
		if d, also := point(o.Operand(i)); also && c == d {
			return fmt.Sprintf("both of its operands are %v", c)
		}
		if isCutOff(o.Operand(i), c, max) {
			return fmt.Sprintf("its operand #%d has been cut off at %v, which the other one is", i, c)
		}
	}
	return ""
}

// clampKink is that of a clamp between constants whose operand is at a bound.
func clampKink(o *ir.Op, varies func(i int) bool) *autodiff.Kink {
	if varies(0) || varies(2) {
		return nil
	}
	for _, bound := range []int{0, 2} {
		c, ok := point(o.Operand(bound))
		if !ok {
			continue
		}
		k := &autodiff.Kink{By: [3]string{"0", "0", "1"}}
		if d, also := point(o.Operand(1)); also && c == d {
			k.Where = fmt.Sprintf("its operand is %v, as a bound is", c)
			return k
		}
		if isCutOff(o.Operand(1), c, bound == 0) {
			k.Where = fmt.Sprintf("its operand has been cut off at %v, as it does", c)
			return k
		}
	}
	return nil
}

// zeroKink is that of an op with one at 0.
func zeroKink(by ...string) func(o *ir.Op, varies func(i int) bool) *autodiff.Kink {
	return func(o *ir.Op, _ func(i int) bool) *autodiff.Kink {
		if c, ok := point(o.Operand(0)); !ok || c != 0 {
			return nil
		}
		return &autodiff.Kink{Where: "its operand is 0", By: [3]string(by)}
	}
}

// reduceKink is that of a maximum or minimum of elements that are the same.
func reduceKink(o *ir.Op, _ func(i int) bool) *autodiff.Kink {
	kind, x := foldKindOf(o), o.Operand(0)
	if kind != "max" && kind != "min" {
		return nil
	}
	n := int64(1)
	for _, d := range o.Attr("dims").Ints() {
		if n *= x.Type().Shape()[d]; n < 0 { // of unknown extents, as many as there are
			return nil
		}
	}
	if _, same := point(x); n < 2 || !same && !repeatsAlong(x.Def(), o.Attr("dims").Ints()) {
		return nil
	}
	return &autodiff.Kink{
		Where: fmt.Sprintf("all %d elements are equal", n),
		By:    [3]string{fmt.Sprintf("1/%d by each", n), fmt.Sprintf("1/%d by each", n), "1 by each"},
	}
}

// repeatsAlong reports whether an op is a broadcast that makes elements along these dimensions
// equal.
func repeatsAlong(def *ir.Op, dims []int64) bool {
	if !def.Is(Broadcast) {
		return false
	}
	for i, d := range def.Attr("dims").Ints() {
		if slices.Contains(dims, d) && def.Operand(0).Type().Shape()[i] != 1 {
			return false
		}
	}
	return true
}
