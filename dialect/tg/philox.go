package tg

import (
	"math/bits"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// fillPhilox fills an integer tensor with random bits and returns the counter to go on
// with, of which the lower half comes first.
//
// A counter gives four words of 32 bits, which are elements in row-major order. An
// element of 64 bits is two of them, the lower half first, and one of less than 32 bits
// the low bits of one. What is left of the last four is not used. This is XLA's order,
// which the StableHLO specification leaves open.
func fillPhilox(out *tensor.Tensor, key uint64, counter [2]uint64) [2]uint64 {
	var k [2]uint32
	k[0], k[1] = kernel.SplitWord(key)
	per := 4
	if out.DType().Size() == 8 {
		per = 2
	}
	for first := 0; first < out.Len(); first += per {
		var c [4]uint32
		c[0], c[1] = kernel.SplitWord(counter[0])
		c[2], c[3] = kernel.SplitWord(counter[1])
		words := kernel.Philox(c, k)
		for i := range min(per, out.Len()-first) {
			if per == 2 {
				out.SetInt64(first+i, int64(kernel.JoinWords(words[2*i], words[2*i+1])))
			} else {
				out.SetInt64(first+i, int64(int32(words[i])))
			}
		}
		var carry uint64
		counter[0], carry = bits.Add64(counter[0], 1, 0)
		counter[1] += carry
	}
	return counter
}
