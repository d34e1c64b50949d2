package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Which loops end. A result of a loop stands for the loop having ended: it is
// replaced by a value that was there before only where that is known, for else a
// program that does not end would become one that does.

// whileEnds reports whether a loop is known to end: a counter ends it, and what it
// runs ends, too.
func whileEnds(o *ir.Op) bool {
	ends := conditionEnds(o, o.RegionAt(0).First().Last().Operand(0))
	return ends && ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		if p != o && !endsItself(p) {
			return ir.Stop
		}
		return ir.Advance
	}) != ir.Stop
}

// Trips is how many rounds a loop runs that a counter alone ends, if it runs to its end; -1
// when that is not known.
func Trips(o *ir.Op) int64 {
	if c := countedBy(o); c != nil {
		return c.Trips()
	}
	return -1
}

// endsItself reports whether an op ends if the ops in it do.
func endsItself(o *ir.Op) bool {
	if o.Is(While) {
		return conditionEnds(o, o.RegionAt(0).First().Last().Operand(0))
	}
	if o.Def() == nil || analysis.IsCall(o) || o.Has(ir.Opaque) {
		return false
	}
	_, loops := analysis.Loop.Get(o.Def())
	return !loops && len(o.Successors()) == 0
}

// conditionEnds reports whether the condition v of a loop becomes false: a
// comparison of a counter does, or a part of a conjunction.
func conditionEnds(o *ir.Op, v *ir.Value) bool {
	if a := ir.ConstantValue(v); a != nil {
		return isSplatOf(a, elementBytes(o.Context(), o.Context().Bool(), 0))
	}
	switch def := v.Def(); {
	case def.Is(And) && def.Parent() == o && v.Type().Elem().IsBool():
		return conditionEnds(o, def.Operand(0)) || conditionEnds(o, def.Operand(1))
	case def.Is(Compare) && def.Parent() == o:
		c := counterOf(o, def)
		return c != nil && c.Ends()
	}
	return false
}

var counterRelations = map[string]analysis.Relation{
	"lt": analysis.Less, "le": analysis.LessEqual, "gt": analysis.Greater, "ge": analysis.GreaterEqual, "eq": analysis.Equal, "ne": analysis.NotEqual,
}

// counterOf is the counter of a loop: a part of the state that a comparison in the
// condition compares with what stays the same, and to which each round adds what
// stays the same; nil if there is none.
func counterOf(o, compare *ir.Op) *analysis.Counted {
	cond, body := o.RegionAt(0).First(), o.RegionAt(1).First()
	direction := compare.Attr("direction").Text()
	counter, bound := compare.Operand(0), compare.Operand(1)
	if !counter.IsArg() || counter.Block() != cond || handedOn(o, counter) {
		counter, bound, direction = bound, counter, swappedDirection[direction]
	}
	if !counter.IsArg() || counter.Block() != cond || counter.Type().Rank() != 0 || !isWholeNumber(counter.Type().Elem()) || bound.Type() != counter.Type() {
		return nil
	}
	i, elem := counter.Index(), counter.Type().Elem()
	c := &analysis.Counted{State: i}
	c.Counter = analysis.Counter{Width: 64, Unsigned: elem.Signedness() == ir.Unsigned, Relation: counterRelations[direction]}
	if !setStep(c, o, body.Last().Operand(i).Def(), body.Arg(i)) || !staysSame(o, bound) {
		return nil
	}
	if elem.IsInteger() {
		c.Width = elem.Width()
	}
	bound = firstOf(o, bound)
	c.First, c.Last = knownInt(o.Operand(i)), knownInt(bound)
	if !c.Last.OK {
		if bound.Block().Parent() == o { // a constant too wide
			return nil
		}
		c.Bound = bound
	}
	return c
}

// countedBy is the counter that alone ends a loop: its condition is the comparison.
func countedBy(o *ir.Op) *analysis.Counted {
	compare := o.RegionAt(0).First().Last().Operand(0).Def()
	if !compare.Is(Compare) || compare.Parent() != o {
		return nil
	}
	return counterOf(o, compare)
}

// setStep sets how a counter of the loop o changes by the op that makes the next one of v; it
// reports whether that is the same in all rounds.
func setStep(c *analysis.Counted, o, step *ir.Op, v *ir.Value) bool {
	if !step.Is(Add) && !step.Is(Sub) {
		return false
	}
	old, by := step.Operand(0), step.Operand(1)
	if step.Is(Add) && old != v {
		old, by = by, old
	}
	if old != v || by.Type() != v.Type() || !staysSame(o, by) {
		return false
	}
	by, c.Down = firstOf(o, by), step.Is(Sub)
	switch n := knownInt(by); {
	case !n.OK || n.Value == -1<<63:
		c.By = by
	case c.Down:
		c.Step = -n.Value
	default:
		c.Step = n.Value
	}
	return c.By == nil || by.Block().Parent() != o
}

// staysSame reports whether v is the same in every round: it comes from outside, is
// a constant, or state that is handed on.
func staysSame(o *ir.Op, v *ir.Value) bool {
	if ir.ConstantValue(v) != nil {
		return true
	}
	for p := v.Block().Parent(); p != nil; p = p.Parent() {
		if p == o {
			return v.IsArg() && handedOn(o, v)
		}
	}
	return true
}

// firstOf is v, which stays the same, as it is before the loop: its first value where it is state.
func firstOf(o *ir.Op, v *ir.Value) *ir.Value {
	if v.IsArg() && v.Block().Parent() == o {
		return o.Operand(v.Index())
	}
	return v
}

// handedOn reports whether each round hands on the part of the state that an
// argument of a region is, or sets it to its first value.
func handedOn(o *ir.Op, arg *ir.Value) bool {
	body, i := o.RegionAt(1).First(), arg.Index()
	next := body.Last().Operand(i)
	return next == body.Arg(i) || next == o.Operand(i)
}

// knownInt is the one integer that a value is known to be everywhere.
func knownInt(v *ir.Value) analysis.Known {
	a := splatOf(v)
	if a == nil || !isWholeNumber(a.Type().Elem()) || a.Type().Elem().Width() > 64 {
		return analysis.Known{}
	}
	return analysis.Known{Value: a.Ints()[0], OK: true}
}
