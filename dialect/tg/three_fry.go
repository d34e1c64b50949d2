package tg

import (
	"math/bits"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// threeFry is Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror, Shaw,
// "Parallel random numbers: as easy as 1, 2, 3", 2011): it scrambles the two
// halves of a counter under the two halves of a key, low half first.
func threeFry(key, counter uint64) (low, high uint32) {
	rotations := [2][4]int{{13, 15, 26, 6}, {17, 29, 16, 24}}
	keys := [3]uint32{uint32(key), uint32(key >> 32), 0}
	keys[2] = keys[0] ^ keys[1] ^ 0x1BD11BDA
	x0, x1 := uint32(counter)+keys[0], uint32(counter>>32)+keys[1]
	for group := range uint32(5) {
		for _, r := range rotations[group%2] {
			x0 += x1
			x1 = bits.RotateLeft32(x1, r) ^ x0
		}
		x0 += keys[(group+1)%3]
		x1 += keys[(group+2)%3] + group + 1
	}
	return x0, x1
}

// fillThreeFry fills an integer tensor with random bits and returns how many
// counters it took.
//
// An element of 64 bits takes the counter of its row-major number. Narrower
// elements come in pairs, whose second member gets the high half: neighbours
// along the first dimension of even extent, or the longest one where all are
// odd. Pairs are numbered in row-major order. Elements of less than 32 bits
// keep the low bits. This is XLA's order, which the StableHLO specification
// leaves open.
func fillThreeFry(out *tensor.Tensor, key, counter uint64) (taken uint64) {
	if out.DType().Size() == 8 {
		for i := range out.Len() {
			low, high := threeFry(key, counter+uint64(i))
			out.SetInt64(i, int64(uint64(high)<<32|uint64(low)))
		}
		return uint64(out.Len())
	}
	if out.Len() == 0 { // the other extents may be anything
		return 0
	}
	extent, outer, inner := pairedDim(out.Shape())
	pairs := (extent + 1) / 2
	for o := range outer {
		for p := range pairs {
			for i := range inner {
				low, high := threeFry(key, counter+taken)
				taken++
				at := (o*extent+2*p)*inner + i
				out.SetInt64(at, int64(int32(low)))
				if 2*p+1 < extent {
					out.SetInt64(at+inner, int64(int32(high)))
				}
			}
		}
	}
	return taken
}

// pairedDim is the extent of the dimension along which elements pair, and the
// number of elements outside and inside of it.
func pairedDim(shape []int) (extent, outer, inner int) {
	if len(shape) == 0 {
		return 1, 1, 1
	}
	dim := 0
	for d, n := range shape {
		if n%2 == 0 {
			dim = d
			break
		}
		if n > shape[dim] {
			dim = d
		}
	}
	return shape[dim], shapes.Product(shape[:dim]), shapes.Product(shape[dim+1:])
}
