package main

import (
	"math"
	"math/big"
)

// An accumulator is a sum that is never rounded (Kulisch, Computer Arithmetic and Validity, 2008):
// limbs of 32 bits from 2^-1074 on, with room for carries of 2^31 numbers.
type accumulator [68]int64

func (a *accumulator) add(v float64) {
	bits := math.Float64bits(v)
	place, m := int(bits>>52&0x7FF), bits&(1<<52-1)
	if place > 0 {
		place, m = place-1, m|1<<52
	}
	limb, shift := place/32, place%32
	parts := [3]int64{int64(m << shift & (1<<32 - 1)), int64(m >> (32 - shift) & (1<<32 - 1)), int64(m >> (64 - shift))}
	for i, p := range parts {
		if v < 0 {
			p = -p
		}
		a[limb+i] += p
	}
}

// addProduct adds v w, whose lowest bit must not be below 2^-1074.
func (a *accumulator) addProduct(v, w float64) {
	high := float64(v * w)
	a.add(high)
	a.add(math.FMA(v, w, -high))
}

func (a *accumulator) value() *big.Float {
	sum := new(big.Int)
	for i := len(a) - 1; i >= 0; i-- {
		sum.Add(sum.Lsh(sum, 32), big.NewInt(a[i]))
	}
	value := new(big.Float).SetInt(sum) // with as many bits as it has
	return value.SetMantExp(value, -1074)
}

// An exactResult is what a combination is without rounding, and the sum of all magnitudes, which
// need not be exact.
type exactResult struct {
	value *big.Float
	size  float64
}

func exactSum(a, _ []float64) exactResult {
	sum, size := accumulator{}, 0.0
	for _, v := range a {
		sum.add(v)
		size += math.Abs(v)
	}
	return exactResult{sum.value(), size}
}

func exactMean(a, _ []float64) exactResult {
	sum, n := exactSum(a, nil), float64(len(a))
	wide := new(big.Float).SetPrec(sum.value.Prec() + 128)
	return exactResult{wide.Quo(sum.value, big.NewFloat(n)), sum.size / n}
}

func exactContraction(a, b []float64) exactResult {
	sum, size := accumulator{}, 0.0
	for i, v := range a {
		sum.addProduct(v, b[i])
		size += math.Abs(float64(v * b[i]))
	}
	return exactResult{sum.value(), size}
}

// exactProduct has 200 bits more than a result, of which rounding loses few.
func exactProduct(a, _ []float64) exactResult {
	value, x := new(big.Float).SetPrec(256).SetInt64(1), new(big.Float)
	for _, v := range a {
		value.Mul(value, x.SetFloat64(v))
	}
	size, _ := value.Float64()
	return exactResult{value, math.Abs(size)}
}
