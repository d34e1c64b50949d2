package rule

import (
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// What is known of the elements of a value without running anything: their bounds,
// and whether they are whole, NaN or -0 (analysis.FindRange).

// ofRange is a test of the range of one value.
func ofRange(test func(analysis.Range) bool) func([]datum) bool {
	return func(args []datum) bool { return test(analysis.FindRange(args[0].v)) }
}

// rangeFunctions are those of the range of a value.
var rangeFunctions = []*function{
	{name: "greatest", params: []kind{valueKind}, result: floatKind, doc: "A number that no element is greater than; inf if nothing is known.",
		apply: ofValue(func(v *ir.Value) (datum, bool) { return floatDatum(analysis.FindRange(v).High), true })},
	{name: "least", params: []kind{valueKind}, result: floatKind, doc: "A number that no element is less than; -inf if nothing is known.",
		apply: ofValue(func(v *ir.Value) (datum, bool) { return floatDatum(analysis.FindRange(v).Low), true })},
}

// twoRanges are those of two values; ok is false when one is unbounded. The second
// comes first: it is a constant more often.
func twoRanges(x, y *ir.Value) (a, b analysis.Range, ok bool) {
	if b = analysis.FindRange(y); b.Unbounded() {
		return a, b, false
	}
	a = analysis.FindRange(x)
	return a, b, !a.Unbounded()
}

// ordered is a test of the ranges of two values, the second of which is never NaN.
func ordered(test func(a, b analysis.Range) bool) func([]datum) bool {
	return func(args []datum) bool {
		a, b, ok := twoRanges(args[0].v, args[1].v)
		return ok && !b.NaN && test(a, b)
	}
}

// outcome is what is known of a comparison of all elements of one value with those
// of another one. With NaN everything is false but ne.
func outcome(direction string, x, y *ir.Value) (always, never bool) {
	a, b, ok := twoRanges(x, y)
	if !ok {
		return false, false
	}
	if direction == "gt" || direction == "ge" {
		a, b = b, a
	}
	numbers, apart := !a.NaN && !b.NaN, a.High < b.Low || b.High < a.Low
	switch direction {
	case "lt", "gt":
		return a.High < b.Low && numbers, a.Low >= b.High
	case "le", "ge":
		return a.High <= b.Low && numbers, a.Low > b.High
	case "eq":
		return false, apart
	case "ne":
		return apart, false
	}
	return false, false
}

// rangeConditions are what `where` can ask of the elements of values.
var rangeConditions = []*condition{
	{name: "not_negative", params: []kind{valueKind}, doc: "No element is negative or -0, as far as can be told; it may be NaN.",
		test: ofRange(analysis.Range.NonNegative)},
	{name: "whole", params: []kind{valueKind}, doc: "Every element is a whole number, infinite or NaN, as far as can be told.",
		test: ofRange(func(r analysis.Range) bool { return r.Whole })},
	{name: "never_nan", params: []kind{valueKind}, doc: "No element is NaN, as far as can be told.",
		test: ofRange(func(r analysis.Range) bool { return !r.NaN })},
	{name: "never_infinite", params: []kind{valueKind}, doc: "No element is infinite, as far as can be told; it may be NaN.",
		test: ofRange(func(r analysis.Range) bool { return !math.IsInf(r.Low, 0) && !math.IsInf(r.High, 0) })},
	{name: "never_less", params: []kind{valueKind, valueKind}, doc: "No element of the first value is less than one of the second, -0 being less than +0, and those of the second are never NaN, as far as can be told.",
		test: ordered(func(a, b analysis.Range) bool { return b.AtMost(a) })},
	{name: "never_greater", params: []kind{valueKind, valueKind}, doc: "No element of the first value is greater than one of the second, +0 being greater than -0, and those of the second are never NaN, as far as can be told.",
		test: ordered(analysis.Range.AtMost)},
	{name: "always", params: []kind{stringKind, valueKind, valueKind}, doc: "always(lt, x, y): the comparison holds for all elements of the two values, as far as can be told.",
		test: func(args []datum) bool { always, _ := outcome(args[0].s, args[1].v, args[2].v); return always }},
	{name: "never", params: []kind{stringKind, valueKind, valueKind}, doc: "never(lt, x, y): the comparison holds for no elements of the two values, as far as can be told.",
		test: func(args []datum) bool { _, never := outcome(args[0].s, args[1].v, args[2].v); return never }},
}
