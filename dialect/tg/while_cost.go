package tg

import (
	"math"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// whileCost: both regions run once for each trip, and what is collected is copied.
func whileCost(in *ir.Inference) cost.Work {
	w := cost.Work{Kind: cost.Control, Times: 1}
	collected := collectedTypes(in, len(in.Operands))
	trips, known := whileTrips(in)
	for _, t := range collected {
		if n := t.Shape()[0]; !known && n != ir.Dynamic {
			trips, known = float64(n), true
		}
	}
	if known {
		w.Times = trips
	}
	w.UnknownTrips = !known
	for _, t := range collected {
		bytes := cost.Bytes(t)
		if t.Shape()[0] == ir.Dynamic {
			bytes = float64(bytes * w.Times)
		}
		w.Read, w.Written = w.Read+bytes, w.Written+bytes
	}
	return w
}

// whileTrips is how often a counted loop runs: one whose condition compares a
// state with a constant, where that state begins as a constant and a constant
// is added in each round.
func whileTrips(in *ir.Inference) (trips float64, ok bool) {
	if len(in.Regions) != 2 || in.Regions[0].Empty() || in.Regions[1].Empty() {
		return 0, false
	}
	cond, body := in.Regions[0].First(), in.Regions[1].First()
	test := yielded(cond, 0)
	if test == nil || !test.Def().Is(Compare) {
		return 0, false
	}
	compare := test.Def()
	direction := compare.Attr("direction").Text()
	counter, limit := compare.Operand(0), compare.Operand(1)
	if counter.Block() != cond || !counter.IsArg() {
		counter, limit, direction = limit, counter, mirrored[direction]
	}
	if counter.Block() != cond || !counter.IsArg() || counter.Index() >= len(in.Values) {
		return 0, false
	}
	i := counter.Index()
	step, stepKnown := stepOf(yielded(body, i), body, i)
	from, fromKnown := numberOf(in.Values[i])
	to, toKnown := numberOf(limit)
	if !stepKnown || !fromKnown || !toKnown {
		return 0, false
	}
	return tripCount(direction, from, to, step)
}

// mirrored is the comparison with its sides swapped.
var mirrored = map[string]string{"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}

func tripCount(direction string, from, to, step float64) (trips float64, ok bool) {
	distance := to - from
	switch direction {
	case "lt", "le":
		if direction == "le" {
			distance++
		}
	case "gt", "ge":
		distance, step = -distance, -step
		if direction == "ge" {
			distance++
		}
	case "ne":
		if step == 0 || distance/step < 0 || distance/step != math.Trunc(distance/step) {
			return 0, false
		}
		return distance / step, true
	default:
		return 0, false
	}
	switch {
	case distance <= 0:
		return 0, true
	case step <= 0:
		return 0, false
	}
	return math.Ceil(distance / step), true
}

// yielded is what a block yields at position i, or nil.
func yielded(b *ir.Block, i int) *ir.Value {
	end := b.Last()
	if !end.Is(Yield) || i >= end.NumOperands() {
		return nil
	}
	return end.Operand(i)
}

// stepOf is what is added to argument i of the body to get next.
func stepOf(next *ir.Value, body *ir.Block, i int) (step float64, ok bool) {
	if next == nil || next.Def() == nil {
		return 0, false
	}
	o := next.Def()
	if !o.Is(Add) && !o.Is(Sub) {
		return 0, false
	}
	old, by := o.Operand(0), o.Operand(1)
	if o.Is(Add) && old != body.Arg(i) {
		old, by = by, old
	}
	if old != body.Arg(i) {
		return 0, false
	}
	step, ok = numberOf(by)
	if o.Is(Sub) {
		step = -step
	}
	return step, ok
}

// numberOf is a value that is one constant number.
func numberOf(v *ir.Value) (n float64, ok bool) {
	a := ir.ConstantValue(v)
	if !a.Is(ir.DenseAttr) {
		return 0, false
	}
	if count, known := a.Type().NumElements(); !a.IsSplat() && (!known || count != 1) {
		return 0, false
	}
	switch elem := a.Type().Elem(); {
	case elem.IsInteger(), elem.IsIndex():
		if ints := a.Ints(); len(ints) > 0 {
			return float64(ints[0]), true
		}
	case elem.IsFloat() && elem.Width() <= 64:
		var bits uint64
		for i, b := range a.Raw() {
			bits |= uint64(b) << (8 * i)
		}
		return elem.Format().Decode(ir.FloatBits{Lo: bits}), true
	}
	return 0, false
}
