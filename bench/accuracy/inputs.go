package main

import (
	"math"
	"math/rand/v2"

	"github.com/tg-opt/tg/tensor"
)

// A kind of numbers makes the factors of a sum of products; a plain sum has the first ones only.
type numbersKind struct {
	name   string
	make   func(r *rand.Rand, n int) (a, b []float64)
	halves bool // also for f16 and bf16, in which rounding the numbers leaves what they are
}

var summands = []numbersKind{
	{"uniform in [0, 1)", func(r *rand.Rand, n int) (a, b []float64) { return filled(n, r.Float64), filled(n, r.Float64) }, true},
	{"normal", func(r *rand.Rand, n int) (a, b []float64) { return filled(n, r.NormFloat64), filled(n, r.NormFloat64) }, true},
	{"magnitudes from 2^-20 to 2^20", func(r *rand.Rand, n int) (a, b []float64) {
		return filled(n, func() float64 { return math.Ldexp(r.NormFloat64(), r.IntN(41)-20) }), filled(n, r.NormFloat64)
	}, false},
	{"cancelling to 10^-4", func(r *rand.Rand, n int) (a, b []float64) { return cancelling(r, n, 1e4) }, true},
	{"cancelling to 10^-8", func(r *rand.Rand, n int) (a, b []float64) { return cancelling(r, n, 1e8) }, false},
}

var multiplicands = []numbersKind{
	{"1 + normal/64, or 1 over that", func(r *rand.Rand, n int) (a, b []float64) { return aboutOne(r, n, 64), nil }, true},
	{"1 + normal/1024, or 1 over that", func(r *rand.Rand, n int) (a, b []float64) { return aboutOne(r, n, 1024), nil }, false},
}

// aboutOne are numbers whose products stay in range.
func aboutOne(r *rand.Rand, n int, spread float64) []float64 {
	return filled(n, func() float64 {
		v := 1 + r.NormFloat64()/spread
		if r.IntN(2) == 0 {
			return 1 / v
		}
		return v
	})
}

func filled(n int, one func() float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = one()
	}
	return list
}

// cancelling are numbers of which each has an opposite, but for one that is so much less than the
// sum of all magnitudes. As factors, the opposites are in the second ones.
func cancelling(r *rand.Rand, n int, condition float64) (a, b []float64) {
	half := n / 2
	a, b = filled(half, r.NormFloat64), filled(half, r.NormFloat64)
	total := 0.0
	for i, v := range a {
		total += float64(math.Abs(v) * math.Abs(b[i]))
		a, b = append(a, v), append(b, -b[i])
	}
	for len(a) < n {
		a, b = append(a, 0), append(b, 0)
	}
	a[0] += total / condition / b[0]
	r.Shuffle(n, func(i, j int) { a[i], a[j], b[i], b[j] = a[j], a[i], b[j], b[i] })
	return a, b
}

// rounded are numbers in a type; those of f16 are made small enough for a sum of a million of them.
func rounded(d tensor.DType, values []float64, scale float64) *tensor.Tensor {
	t := tensor.New(d, len(values))
	for i, v := range values {
		t.SetFloat64(i, v*scale)
	}
	return t
}
