package discover

import (
	"math"
	"slices"
	"strconv"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/field"
)

// Programs of sums and products are rational functions. Two different ones of degree d agree on
// random inputs with a probability of at most 2d/p, where p is the number of elements of the field
// (Schwartz, "Fast Probabilistic Algorithms for Verification of Polynomial Identities", 1980). If
// functions on the way look at signs, each pattern of k signs has its own pair of rational
// functions, and a wrong equality may differ for one pattern only: random inputs have it with a
// probability of 2^-k, but for the small error of Weil's bound.

// What is asked of the bound, and of how many trials at most.
const (
	wantedBound  = 1e-9
	mostTrials   = 512
	uselessBound = 0.01
	leastBound   = 1e-300 // smaller ones are said to be that
)

// odds say how likely it is that a wrong equality passes.
type odds struct {
	draws int     // independent ones, in each trial
	miss  float64 // of one draw
}

// oddsOf are those of an equality. What is counted is that of the first world, and those like it.
func (e *enumerator) oddsOf(q equality) odds {
	o := odds{}
	result := e.vocabulary.typed[q.typed].result
	counts := e.vocabulary.counts[result]
	for _, n := range counts {
		if n == counts[0] {
			o.draws++
		}
	}
	decisions, degree, alike := 0, 1.0, true
	for _, n := range e.formsOf(q) {
		t := &e.vocabulary.typed[n]
		p := e.vocabulary.plansOf(n)[0]
		decisions, degree = decisions+p.decisions, degree*p.degree
		differ := func(s shape) bool { return s != result }
		alike = alike && e.vocabulary.forms.list[t.form].def.Has(ir.Elementwise) && t.result == result && !slices.ContainsFunc(t.operands, differ)
	}
	if alike { // each element is a draw of its own
		o.draws, decisions = e.elements(result), decisions/counts[0]
	}
	o.miss = 1 - math.Ldexp(1-min(1, 2*degree/field.Modulus), -decisions)
	if decisions == 0 { // what the subtraction would round away
		o.miss = min(1, 2*degree/field.Modulus)
	}
	return o
}

// formsOf are the typed forms of both sides, once for each op.
func (e *enumerator) formsOf(q equality) (list []int32) {
	var nodes []int32
	add := func(a application) {
		list = append(list, a.typed)
		for i := range e.arity(a.typed) {
			nodes = append(nodes, e.values[a.args[i]].ops()...)
		}
	}
	add(q.application)
	if q.value >= 0 {
		nodes = append(nodes, e.values[q.value].ops()...)
	} else {
		add(q.other)
	}
	slices.Sort(nodes)
	for _, n := range slices.Compact(nodes) {
		list = append(list, e.values[n].typed)
	}
	return list
}

// bound is the probability at most that a wrong equality passes so many trials.
func (o odds) bound(trials int) float64 {
	return upTo2Digits(max(leastBound, math.Pow(o.miss, float64(o.draws*trials))))
}

// upTo2Digits rounds a probability up, as it is read by people.
func upTo2Digits(p float64) float64 {
	rounded := digits(p)
	if rounded < p {
		rounded = digits(p * 1.1)
	}
	return min(1, max(p, rounded))
}

// digits rounds a number to two decimal digits.
func digits(p float64) float64 {
	n, err := strconv.ParseFloat(strconv.FormatFloat(p, 'e', 1, 64), 64)
	if err != nil {
		return p
	}
	return n
}

// trials is how many are needed to be sure enough, from those that are made anyway to what is
// affordable. Where that says next to nothing, no more are made.
func (o odds) trials() int {
	if o.bound(mostTrials) > uselessBound {
		return screening
	}
	for n := screening; n < mostTrials; n *= 2 {
		if o.bound(n) <= wantedBound {
			return n
		}
	}
	return mostTrials
}
