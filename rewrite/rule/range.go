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
}
