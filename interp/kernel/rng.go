package kernel

import (
	"math"
	"math/bits"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Draw fills out with random numbers of a distribution with parameters a and b of
// rank 0. The numbers depend on the seed, on how many draws there were before this
// one, and on nothing else.
type Draw func(out, a, b *tensor.Tensor, seed, draws uint64)

// ResolveRng returns the kernel that draws numbers of type d: "uniform" ones, not less
// than a and less than b, or "normal" ones with mean a and deviation b, which are
// floats.
//
// Element i is made of a word of 64 bits. The Philox of i/2 and the number of draws, as
// counter, under the seed, as key, is the words of two elements, the first one first.
func ResolveRng(distribution string, d tensor.DType) (Draw, error) {
	var made func(a, b *tensor.Tensor) numbers
	switch {
	case d == tensor.Invalid || d.IsComplex():
		return nil, illegal("rng", d)
	case distribution == "normal" && !d.IsFloat():
		return nil, illegal("a normal distribution", d)
	case distribution == "normal":
		made = normal
	case d.IsFloat():
		below, err := ResolveBinary("next_after", d, nil, nil, nil)
		if err != nil {
			return nil, err
		}
		spares := &parallel.Spares[tensor.Tensor]{New: func() *tensor.Tensor { return tensor.New(d) }}
		made = func(a, b *tensor.Tensor) numbers {
			last := spares.Take()
			defer spares.Give(last)
			below(last, b, a)
			return uniformFloat(a.Float64At(0), b.Float64At(0), last.Float64At(0))
		}
	default:
		made = uniformInteger
	}
	return func(out, a, b *tensor.Tensor, seed, draws uint64) {
		run := rngRun{numbers: made(a, b), out: out, seed: seed, draws: draws}
		if blocks := (out.Len() + 1) / 2; !share(blocks, 2, rngGrain, &run) {
			run.Chunk(0, 0, blocks)
		}
	}, nil
}

// numbers is what words become: set stores the number of a word as an element.
type numbers struct {
	set func(p parameters, out *tensor.Tensor, i int, word uint64)
	parameters
}

// parameters are those of a distribution, as far as it has them.
type parameters struct {
	first, count        uint64 // integers: the least one, and how many there are
	start, width, scale float64
	end, greatest       float64 // numbers from end on become the greatest one
	mean, deviation     float64
}

// rngGrain is how many elements are worth another worker.
const rngGrain = 2048

// rngRun makes the numbers of one draw, two by two.
type rngRun struct {
	numbers
	out         *tensor.Tensor
	seed, draws uint64
}

func (r *rngRun) Chunk(_, lo, hi int) {
	var key [2]uint32
	var counter [4]uint32
	key[0], key[1] = SplitWord(r.seed)
	counter[2], counter[3] = SplitWord(r.draws)
	for block := lo; block < hi; block++ {
		counter[0], counter[1] = SplitWord(uint64(block))
		w := Philox(counter, key)
		r.set(r.parameters, r.out, 2*block, JoinWords(w[0], w[1]))
		if 2*block+1 < r.out.Len() {
			r.set(r.parameters, r.out, 2*block+1, JoinWords(w[2], w[3]))
		}
	}
}

// uniformInteger is a plus the upper half of the product of the word and the number of
// integers from a up to b; of i1, a alone. Where a is not less than b, it is a.
func uniformInteger(a, b *tensor.Tensor) numbers {
	first, end := a.Int64At(0), b.Int64At(0)
	count := uint64(end) - uint64(first)
	if less := first < end; a.DType().IsUnsigned() && uint64(first) >= uint64(end) || !a.DType().IsUnsigned() && !less {
		count = 0
	}
	return numbers{setInteger, parameters{first: uint64(first), count: count}}
}

func setInteger(p parameters, out *tensor.Tensor, i int, word uint64) {
	offset, _ := bits.Mul64(word, p.count)
	out.SetInt64(i, int64(p.first+offset))
}

// uniformFloat is low + u (high - low) in f64, where u are the upper 53 bits of the word over
// 2^53, rounded to the type; what that makes high is last, the number before it. Where low is not
// less than high, it is low; infinite bounds make NaN.
func uniformFloat(low, high, last float64) numbers {
	if low-low != 0 || high-high != 0 {
		return numbers{setNaN, parameters{}}
	}
	p := parameters{end: high, greatest: last, width: high - low, scale: 1}
	if low >= high {
		p.greatest, p.width = low, 0
	}
	if math.IsInf(p.width, 0) {
		p.scale, p.width = 2, float64(high/2)-float64(low/2)
	}
	p.start = low / p.scale
	return numbers{setUniform, p}
}

func setNaN(_ parameters, out *tensor.Tensor, i int, _ uint64) { out.SetFloat64(i, math.NaN()) }

func setUniform(p parameters, out *tensor.Tensor, i int, word uint64) {
	x := p.scale * (p.start + float64(unit(word)*p.width))
	out.SetFloat64(i, x)
	if !(out.Float64At(i) < p.end) {
		out.SetFloat64(i, p.greatest)
	}
}

// unit is a number from 0 up to 1.
func unit(word uint64) float64 { return float64(word>>11) * 0x1p-53 }

// normal is a + b sqrt(2) erf_inv(y) in f64, rounded to the type, where y is the odd
// multiple of 2^-53 between -1 and 1 that the upper 53 bits of the word count.
func normal(a, b *tensor.Tensor) numbers {
	return numbers{setNormal, parameters{mean: a.Float64At(0), deviation: b.Float64At(0)}}
}

func setNormal(p parameters, out *tensor.Tensor, i int, word uint64) {
	y := float64(int64(word>>11)*2+1-1<<53) * 0x1p-53
	out.SetFloat64(i, p.mean+float64(p.deviation*float64(math.Sqrt2*erfInvDouble(y))))
}
