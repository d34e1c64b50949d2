package trial

import (
	"math"
	"math/rand/v2"

	"github.com/tg-opt/tg/internal/exact"
)

// ArgumentPairs are n pairs of arguments or somewhat more: all pairs of special numbers, others
// whose results are exact, halfway or near the limits of the format, and random ones.
func ArgumentPairs(name string, format exact.Format, n int, seed uint64) (x, y []float64) {
	s := &sampler{format: format, r: rand.New(rand.NewPCG(seed, uint64(format.Precision)))}
	s.special()
	s.add(1, -1, 2, -2, 3, 0.5, -0.5, 1.5, 10, -7, 64, 1.0001)
	values := s.list
	pairs := &pairSampler{sampler: sampler{format: format, r: s.r}}
	for _, a := range values {
		for _, b := range values {
			pairs.put(a, b)
		}
	}
	for pairs.count() < n {
		switch name {
		case "pow":
			pairs.power()
		case "zeta":
			pairs.sumOfPowers()
		case "polygamma":
			pairs.derivative()
		default:
			pairs.point()
		}
	}
	return pairs.x, pairs.y
}

type pairSampler struct {
	sampler
	x, y []float64
}

func (p *pairSampler) count() int { return len(p.x) }

// put rounds a pair to the format.
func (p *pairSampler) put(a, b float64) {
	p.list = p.list[:0]
	p.add(a, b)
	p.x, p.y = append(p.x, p.list[0]), append(p.y, p.list[1])
}

// random is a number with random bits.
func (p *pairSampler) random() float64 {
	p.list = p.list[:0]
	p.bits(1)
	return p.list[0]
}

// power is a base and an exponent.
func (p *pairSampler) power() {
	r := p.r
	switch r.IntN(8) {
	case 0:
		p.put(p.random(), p.random())
	case 1: // small whole numbers, whose powers are exact or halfway
		p.put(float64(r.IntN(200)-100), float64(r.IntN(40)-20))
	case 2: // numbers with few bits and small exponents
		odd := float64(2*r.IntN(1<<min(r.IntN(p.format.Precision), 30)) + 1)
		p.put(math.Ldexp(odd, r.IntN(20)-10), []float64{2, 3, 4, 0.5, 1.5, 0.25, -0.5, 2.5, 0.75, 5}[r.IntN(10)])
	case 3: // squares of numbers with few bits, and their roots
		odd := float64(2*r.IntN(1<<(p.format.Precision/2)) + 1)
		p.put(odd*odd, float64(2*r.IntN(4)+1)/2)
	case 4: // near 1, with a large exponent
		distance := math.Ldexp(1+r.Float64(), -2-r.IntN(p.format.Precision))
		p.put(1+math.Copysign(distance, r.Float64()-0.5), (r.Float64()-0.5)*1000/distance)
	case 5: // near the limits of the format
		base := math.Abs(p.random())
		limit := float64([]int{math.Ilogb(p.format.Max) + 1, p.format.MinExponent, p.format.MinExponent - p.format.Precision}[r.IntN(3)])
		logarithm, _ := exact.Unary("log2")(base, 60).Number.Float64()
		p.put(base, limit/logarithm*(1+math.Ldexp(r.Float64()-0.5, -r.IntN(p.format.Precision))))
	case 6: // negative bases
		p.put(-math.Ldexp(1+r.Float64(), r.IntN(9)-4), float64(r.IntN(200)-100))
	default:
		p.put(math.Ldexp(1+r.Float64(), r.IntN(40)-20), 40*(r.Float64()-0.5))
	}
}

// point is an ordinate and an abscissa.
func (p *pairSampler) point() {
	r := p.r
	a := p.random()
	if r.IntN(2) == 0 {
		a = math.Ldexp(r.Float64()-0.5, r.IntN(12))
	}
	switch r.IntN(4) {
	case 0:
		p.put(a, p.random())
	case 1: // about the same
		p.put(a, math.Copysign(a*(1+math.Ldexp(r.Float64()-0.5, -r.IntN(p.format.Precision))), r.Float64()-0.5))
	case 2: // near the axes
		b := math.Copysign(math.Ldexp(a, r.IntN(3*p.format.Precision)-p.format.Precision*3/2), r.Float64()-0.5)
		p.put(a, b)
	default:
		p.put(r.Float64()-0.5, r.Float64()-0.5)
	}
}

// sumOfPowers is an exponent and where the sum begins.
func (p *pairSampler) sumOfPowers() {
	r := p.r
	distance := math.Ldexp(1+r.Float64(), r.IntN(p.format.Precision+12)-p.format.Precision-4)
	switch r.IntN(8) {
	case 0:
		p.put(p.random(), p.random())
	case 1: // near the pole, of any size
		p.put(1+distance, math.Abs(p.random()))
	case 2: // near the limits of the format
		q := math.Ldexp(1+r.Float64(), r.IntN(16)-4)
		limit := float64([]int{math.Ilogb(p.format.Max) + 1, p.format.MinExponent, p.format.MinExponent - p.format.Precision}[r.IntN(3)])
		logarithm, _ := exact.Unary("log2")(q, 60).Number.Float64()
		p.put(math.Abs(limit/logarithm)*(1+math.Ldexp(r.Float64()-0.5, -r.IntN(p.format.Precision))), q)
	case 3: // negative ones, near poles and zeros
		near := math.Ldexp(r.Float64()-0.5, -r.IntN(p.format.Precision))
		p.put(float64(2+r.IntN(30)), -float64(r.IntN(240))/2+near)
	case 4:
		p.put(float64(2+r.IntN(1<<r.IntN(9))), -math.Ldexp(r.Float64(), r.IntN(9)))
	default: // about as large as each other, and not
		p.put(1+math.Ldexp(r.Float64(), r.IntN(11)-1), math.Ldexp(1+r.Float64(), r.IntN(24)-8))
	}
}

// derivative is an order and an argument.
func (p *pairSampler) derivative() {
	r := p.r
	order := float64(r.IntN(1 << r.IntN(9)))
	switch r.IntN(8) {
	case 0:
		p.put(p.random(), p.random())
	case 1:
		p.put(order, math.Abs(p.random()))
	case 2: // negative ones, near poles and zeros
		near := math.Ldexp(r.Float64()-0.5, -r.IntN(p.format.Precision))
		p.put(order, -float64(r.IntN(240))/2+near)
	case 3:
		p.put(order, -math.Ldexp(r.Float64(), r.IntN(9)))
	case 4: // large ones, where the factorial and the power leave f64, but not the product
		order = math.Floor(math.Ldexp(1+r.Float64(), 7+r.IntN(20)))
		p.put(order, order/math.E*(1+1400*(r.Float64()-0.5)/order))
	case 5: // about 171!
		p.put(float64(150+r.IntN(40)), math.Ldexp(1+r.Float64(), r.IntN(14)-2))
	default:
		p.put(order, math.Ldexp(1+r.Float64(), r.IntN(24)-8))
	}
}
