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
		if name == "pow" {
			pairs.power()
		} else {
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
