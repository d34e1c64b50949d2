package tg

import "github.com/tg-opt/tg/internal/shapes"

// biasRuns says how a bias lies along a result: along runs of consecutive
// elements of the result it either follows them or stays the same.
type biasRuns struct {
	length  int // of a run
	follows bool
	// outer are the dimensions that count runs, the innermost last, with what one
	// step along each moves in the bias.
	outer []biasDim
}

type biasDim struct{ extent, step int }

// newBiasRuns takes shapes of which the second broadcasts to the first.
func newBiasRuns(result, bias []int) biasRuns {
	lead := len(result) - len(bias)
	steps := make([]int, len(result))
	for d, step := range shapes.Strides(bias) {
		if bias[d] > 1 {
			steps[lead+d] = step
		}
	}
	r := biasRuns{length: 1}
	d := len(result) - 1
	for ; d >= 0; d-- {
		n := result[d]
		if n != 1 {
			follows := steps[d] != 0
			if r.length > 1 && follows != r.follows {
				break
			}
			r.follows = follows
		}
		r.length *= n
	}
	for ; d >= 0; d-- {
		if result[d] != 1 {
			r.outer = append([]biasDim{{result[d], steps[d]}}, r.outer...)
		}
	}
	return r
}

// longRun is a number of elements that makes the start of a loop count for
// nothing.
const longRun = 1024

// copies is how many copies of the bias make runs long enough for a result of n
// elements: one where runs are long, or few, or not alike.
func (r *biasRuns) copies(n int) int {
	for _, d := range r.outer {
		if d.step != 0 {
			return 1
		}
	}
	if !r.follows || r.length >= longRun/2 || n < 4*longRun {
		return 1
	}
	return longRun / r.length
}

// at is where in the bias run number i begins.
func (r *biasRuns) at(i int) int {
	at := 0
	for d := len(r.outer) - 1; d >= 0; d-- {
		at += i % r.outer[d].extent * r.outer[d].step
		i /= r.outer[d].extent
	}
	return at
}
