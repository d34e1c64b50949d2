package kernel

import (
	"math"
	"math/bits"

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
	var number func(a, b *tensor.Tensor) func(out *tensor.Tensor, i int, word uint64)
	switch {
	case d == tensor.Invalid:
		return nil, illegal("rng", d)
	case distribution == "normal" && !d.IsFloat():
		return nil, illegal("a normal distribution", d)
	case distribution == "normal":
		number = normal
	case d.IsFloat():
		below, err := ResolveBinary("next_after", d, nil, nil, nil)
		if err != nil {
			return nil, err
		}
		number = func(a, b *tensor.Tensor) func(*tensor.Tensor, int, uint64) { return uniformFloat(a, b, below) }
	default:
		number = uniformInteger
	}
	return func(out, a, b *tensor.Tensor, seed, draws uint64) {
		run := rngRun{number: number(a, b), out: out, seed: seed, draws: draws}
		if blocks := (out.Len() + 1) / 2; !share(blocks, 2, rngGrain, &run) {
			run.Chunk(0, 0, blocks)
		}
	}, nil
}

// rngGrain is how many elements are worth another worker.
const rngGrain = 2048

// rngRun makes the numbers of one draw, two by two.
type rngRun struct {
	number      func(out *tensor.Tensor, i int, word uint64)
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
		r.number(r.out, 2*block, JoinWords(w[0], w[1]))
		if 2*block+1 < r.out.Len() {
			r.number(r.out, 2*block+1, JoinWords(w[2], w[3]))
		}
	}
}

// uniformInteger is a plus the upper half of the product of the word and the number of
// integers from a up to b; of i1, a alone. Where a is not less than b, it is a.
func uniformInteger(a, b *tensor.Tensor) func(*tensor.Tensor, int, uint64) {
	first, end := a.Int64At(0), b.Int64At(0)
	count := uint64(end) - uint64(first)
	if less := first < end; a.DType().IsUnsigned() && uint64(first) >= uint64(end) || !a.DType().IsUnsigned() && !less {
		count = 0
	}
	return func(out *tensor.Tensor, i int, word uint64) {
		offset, _ := bits.Mul64(word, count)
		out.SetInt64(i, int64(uint64(first)+offset))
	}
}

// uniformFloat is a + u (b - a) in f64, where u are the upper 53 bits of the word over
// 2^53, rounded to the type; what that makes b is the number before it. Where a is not
// less than b, it is a; infinite bounds make NaN.
func uniformFloat(a, b *tensor.Tensor, nextAfter Binary) func(*tensor.Tensor, int, uint64) {
	low, high := a.Float64At(0), b.Float64At(0)
	if low-low != 0 || high-high != 0 {
		return func(out *tensor.Tensor, i int, _ uint64) { out.SetFloat64(i, math.NaN()) }
	}
	last := tensor.New(b.DType())
	nextAfter(last, b, a)
	greatest, width, scale := last.Float64At(0), high-low, 1.0
	if low >= high {
		greatest, width = low, 0
	}
	if math.IsInf(width, 0) {
		scale, width = 2, float64(high/2)-float64(low/2)
	}
	start := low / scale
	return func(out *tensor.Tensor, i int, word uint64) {
		x := scale * (start + float64(unit(word)*width))
		out.SetFloat64(i, x)
		if !(out.Float64At(i) < high) {
			out.SetFloat64(i, greatest)
		}
	}
}

// unit is a number from 0 up to 1.
func unit(word uint64) float64 { return float64(word>>11) * 0x1p-53 }

// normal is a + b sqrt(2) erf_inv(y) in f64, rounded to the type, where y is the odd
// multiple of 2^-53 between -1 and 1 that the upper 53 bits of the word count.
func normal(a, b *tensor.Tensor) func(*tensor.Tensor, int, uint64) {
	mean, deviation := a.Float64At(0), b.Float64At(0)
	return func(out *tensor.Tensor, i int, word uint64) {
		y := float64(int64(word>>11)*2+1-1<<53) * 0x1p-53
		out.SetFloat64(i, mean+float64(deviation*float64(math.Sqrt2*erfInvDouble(y))))
	}
}
