package rule

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// What is known of the elements of a value without running anything: their bounds,
// and whether they are whole, NaN or -0 (analysis.FindRange).

// ofRange is a test of the range of one value.
func ofRange(test func(analysis.Range) bool) func(*ir.Value) bool {
	return func(v *ir.Value) bool { return test(analysis.FindRange(v)) }
}

// rangeFunctions are those of the range of a value.
var rangeFunctions = []*function{
	{name: "greatest", params: []kind{valueKind}, result: floatKind, doc: "A number that no element is greater than; inf if nothing is known.",
		value: func(v *ir.Value) (datum, bool) { return floatDatum(analysis.FindRange(v).High), true }},
	{name: "least", params: []kind{valueKind}, result: floatKind, doc: "A number that no element is less than; -inf if nothing is known.",
		value: func(v *ir.Value) (datum, bool) { return floatDatum(analysis.FindRange(v).Low), true }},
	{name: "outcome", params: []kind{stringKind, valueKind, valueKind}, result: intKind, doc: "outcome(lt, x, y) is 1 if the comparison is known to hold for all elements of two values, 0 if it is known to hold for none.",
		apply: func(args []datum) (datum, bool) {
			holds, ok := outcome(args[0].s, args[1].v, args[2].v)
			return intDatum(holds), ok
		}},
}

// ordered is a test of the ranges of two values, the second of which is never NaN.
// That one comes first: it is a constant more often, and says nothing if it is not
// bounded.
func ordered(test func(a, b analysis.Range) bool) func(*match, []datum) bool {
	return func(m *match, args []datum) bool {
		if m.knownUnbounded(args[0].v) {
			return false
		}
		b := m.rangeOf(args[1].v)
		if b.Unbounded() || b.NaN {
			return false
		}
		a := m.rangeOf(args[0].v)
		return !a.Unbounded() && test(a, b)
	}
}

// known is the range of a value.
type known struct {
	value *ir.Value
	is    analysis.Range
}

// rangeOf is the range of a value, which is found once while a rule is matched: a
// commutative op is looked at in both orders.
func (m *match) rangeOf(v *ir.Value) analysis.Range {
	for _, k := range m.ranges {
		if k.value == v {
			return k.is
		}
	}
	m.ranges = append(m.ranges, known{v, analysis.FindRange(v)})
	return m.ranges[len(m.ranges)-1].is
}

// knownUnbounded reports whether the range of v was found already and says nothing. In the
// other order of a commutative op that spares looking for the range of the other value.
func (m *match) knownUnbounded(v *ir.Value) bool {
	return slices.ContainsFunc(m.ranges, func(k known) bool { return k.value == v && k.is.Unbounded() })
}

// outcome is 1 if a comparison holds for all elements of two values, 0 if it does for
// none; ok is false if that is not known. With NaN everything is false but ne.
func outcome(direction string, x, y *ir.Value) (holds int64, ok bool) {
	b := analysis.FindRange(y)
	if b.Unbounded() {
		return 0, false
	}
	a := analysis.FindRange(x)
	if a.Unbounded() {
		return 0, false
	}
	if direction == "gt" || direction == "ge" {
		a, b = b, a
	}
	numbers, apart := !a.NaN && !b.NaN, a.High < b.Low || b.High < a.Low
	always, never := false, false
	switch direction {
	case "lt", "gt":
		always, never = a.High < b.Low && numbers, a.Low >= b.High
	case "le", "ge":
		always, never = a.High <= b.Low && numbers, a.Low > b.High
	case "eq":
		never = apart
	case "ne":
		always = apart
	}
	if always {
		return 1, true
	}
	return 0, never
}

// rangeConditions are what `where` can ask of the elements of values.
var rangeConditions = []*condition{
	{name: "not_negative", params: []kind{valueKind}, doc: "No element is negative or -0, as far as can be told; it may be NaN.",
		value: ofRange(analysis.Range.NonNegative)},
	{name: "whole", params: []kind{valueKind}, doc: "Every element is a whole number, infinite or NaN, as far as can be told.",
		value: ofRange(func(r analysis.Range) bool { return r.Whole })},
	{name: "never_nan", params: []kind{valueKind}, doc: "No element is NaN, as far as can be told.",
		value: ofRange(func(r analysis.Range) bool { return !r.NaN })},
	{name: "never_infinite", params: []kind{valueKind}, doc: "No element is infinite, as far as can be told; it may be NaN.",
		value: ofRange(func(r analysis.Range) bool { return !math.IsInf(r.Low, 0) && !math.IsInf(r.High, 0) })},
	{name: "never_less", params: []kind{valueKind, valueKind}, doc: "No element of the first value is less than one of the second, -0 being less than +0, and those of the second are never NaN, as far as can be told.",
		inMatch: ordered(func(a, b analysis.Range) bool { return b.AtMost(a) })},
	{name: "never_greater", params: []kind{valueKind, valueKind}, doc: "No element of the first value is greater than one of the second, +0 being greater than -0, and those of the second are never NaN, as far as can be told.",
		inMatch: ordered(analysis.Range.AtMost)},
}
