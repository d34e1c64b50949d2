package tg

import (
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
)

// numberIn is the number that all elements of a constant are, if it is one of floats or integers.
func numberIn(v *ir.Value) (n float64, ok bool) {
	a := splatOf(v)
	if a == nil || !v.Type().Elem().IsFloat() && !v.Type().Elem().IsInteger() {
		return 0, false
	}
	r := analysis.ConstantRange(a)
	return r.Low, !r.NaN && r.Low == r.High && math.Abs(r.Low) < 1<<53
}

// cutOffSlots are what an op tells that cuts off its operand.
func cutOffSlots(d *ir.OpDef) ir.Slots {
	bounds := func(low, high float64) ir.Slots {
		return ir.Slots{partition.CutOff.Of(func(*ir.Op) partition.Bounds {
			return partition.Bounds{Low: low, High: high, OK: true}
		})}
	}
	switch d {
	case Relu:
		return bounds(0, math.Inf(1))
	case Relu6:
		return bounds(0, 6)
	case Max, Min:
		return ir.Slots{partition.CutOff.Of(extremeBounds)}
	}
	return nil
}

// extremeBounds are those of a maximum or minimum with a number.
func extremeBounds(o *ir.Op) partition.Bounds {
	for i := range 2 {
		n, ok := numberIn(o.Operand(i))
		switch {
		case !ok:
		case o.Is(Max):
			return partition.Bounds{Operand: 1 - i, Low: n, High: math.Inf(1), OK: true}
		default:
			return partition.Bounds{Operand: 1 - i, Low: math.Inf(-1), High: n, OK: true}
		}
	}
	return partition.Bounds{}
}

// clampBounds are those of a clamp between two numbers.
func clampBounds(o *ir.Op) partition.Bounds {
	low, ok := numberIn(o.Operand(0))
	high, known := numberIn(o.Operand(2))
	return partition.Bounds{Operand: 1, Low: low, High: high, OK: ok && known && low <= high}
}

// compareThreshold is how an operand is compared with a number.
func compareThreshold(o *ir.Op, operand int) partition.Limit {
	n, ok := numberIn(o.Operand(1 - operand))
	if !ok || o.Attr("total_order") != nil {
		return partition.Limit{}
	}
	relation := o.Attr("direction").Text()
	if operand == 1 {
		switch relation {
		case "lt":
			relation = "gt"
		case "le":
			relation = "ge"
		case "ge":
			relation = "le"
		case "gt":
			relation = "lt"
		}
	}
	return partition.Limit{Relation: relation, Number: n, OK: true}
}
