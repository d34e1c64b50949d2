package main

import (
	"math"
	"math/big"
)

// piecewise is an odd function of f32 numbers that grows to 1, in pieces: four to each power of two
// between 2^lowest and 2^(lowest+8). In each it is a polynomial of the distance from a center, the
// value at which is an f32 number but for a few thousandths of a unit (Gal, An accurate elementary
// mathematical library, 1986). The first piece begins at 0, which is its center.
type piecewise struct {
	lowest int
	limit  float64 // from which on the result is 1
	center []float64
	// coefficients[n] are those of degree n. The one of degree 1 of the first piece lacks 1.
	coefficients [][]float64
}

const (
	pieceCount  = 32
	pieceDegree = 6
)

// inPieces finds the pieces of f, whose values in f64, roughly, are those of near.
func inPieces(lowest int, limit float64, f func(x *big.Float) *big.Float, near func(x float64) float64) *piecewise {
	p := &piecewise{lowest: lowest, limit: limit, center: make([]float64, pieceCount), coefficients: make([][]float64, pieceDegree+1)}
	for n := range p.coefficients {
		p.coefficients[n] = make([]float64, pieceCount)
	}
	for i := range pieceCount {
		low := math.Ldexp(1+float64(i%4)/4, lowest+i/4)
		high := math.Ldexp(1+float64(i%4+1)/4, lowest+i/4)
		if low >= limit {
			break
		}
		high = min(high, limit)
		center := 0.0
		if i == 0 {
			low = -high
		} else {
			center = exactCenter((low+high)/2, near)
		}
		at := f(number(center))
		// (f(center+d)-f(center))/d, from which the value at the center follows as the limit.
		slope := func(d *big.Float) *big.Float { return quotient(minus(f(plus(number(center), d)), at), d) }
		// The place of a piece is what is left of the bits of its numbers.
		place := int(math.Float32bits(float32(math.Ldexp(1+float64(i%4)/4, lowest+i/4)))>>21) % pieceCount
		p.center[place] = center
		p.coefficients[0][place] = rounded(at)
		for n, c := range fit(slope, low-center, high-center, pieceDegree-1) {
			p.coefficients[n+1][place] = c
		}
		if i == 0 {
			p.coefficients[1][place]--
		}
	}
	return p
}

// exactCenter is the f32 number closest to x for which the function is nearly one.
func exactCenter(x float64, near func(x float64) float64) float64 {
	for step := 0; ; step++ {
		bits := math.Float32bits(float32(x)) + uint32(step/2)
		if step%2 == 1 {
			bits -= uint32(step)
		}
		candidate := float64(math.Float32frombits(bits))
		v := near(candidate)
		if off := math.Abs(v - float64(float32(v))); off < 0x1p-33*v {
			return candidate
		}
	}
}

// at computes the function.
func (p *piecewise) at(t target, x value) value {
	a := t.smaller(t.number(p.limit), magnitude(t, x))
	low := t.number(math.Ldexp(1, p.lowest))
	place := t.shiftRight(t.larger(low, a), 21)
	d := t.sub(a, t.lookup(place, p.center))
	sum := t.lookup(place, p.coefficients[pieceDegree])
	for n := pieceDegree - 1; n > 0; n-- {
		sum = t.mulAdd(sum, d, t.lookup(place, p.coefficients[n]))
	}
	first := t.less(a, t.number(math.Ldexp(1.25, p.lowest)))
	base := t.choose(first, d, t.lookup(place, p.coefficients[0]))
	return withSign(t, t.mulAdd(d, sum, base), x)
}

var (
	tanhPieces = inPieces(-4, 9.5, func(x *big.Float) *big.Float {
		e := exponentialSeries(plus(x, x))
		return quotient(minus(e, number(1)), plus(e, number(1)))
	}, math.Tanh)
	erfPieces = inPieces(-6, 3.99, errorFunction, math.Erf)
)

func errorFunction(x *big.Float) *big.Float {
	return times(x, errorFunctionOver(times(x, x)))
}

func tanh32(t target, x value) value { return tanhPieces.at(t, x) }
func erf32(t target, x value) value  { return erfPieces.at(t, x) }
