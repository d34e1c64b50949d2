//go:build amd64 && !purego

package contract

import (
	"math"
	"slices"
	"sync"

	"golang.org/x/sys/cpu"
)

// kernelsQuads lists the kernels of quads that this processor can run.
func kernelsQuads() []quadKernels {
	if !hasAVX512() || !cpu.X86.HasAVX512VNNI {
		return nil
	}
	return []quadKernels{{
		unsigned: wordKernel(16, [][]assembly[int32]{
			{us8Zmm1x1, us8Zmm2x1, us8Zmm3x1, us8Zmm4x1, us8Zmm5x1, us8Zmm6x1, us8Zmm7x1, us8Zmm8x1},
			{us8Zmm1x2, us8Zmm2x2, us8Zmm3x2, us8Zmm4x2, us8Zmm5x2, us8Zmm6x2},
			{us8Zmm1x4, us8Zmm2x4, us8Zmm3x4, us8Zmm4x4, us8Zmm5x4, us8Zmm6x4},
		}),
		signed: wordKernel(16, [][]assembly[int32]{
			{su8Zmm1x1, su8Zmm2x1, su8Zmm3x1, su8Zmm4x1, su8Zmm5x1, su8Zmm6x1, su8Zmm7x1, su8Zmm8x1},
			{su8Zmm1x2, su8Zmm2x2, su8Zmm3x2, su8Zmm4x2, su8Zmm5x2, su8Zmm6x2},
			{su8Zmm1x4, su8Zmm2x4, su8Zmm3x4, su8Zmm4x4, su8Zmm5x4, su8Zmm6x4},
		}),
	}}
}

// kernelsPairs lists the kernels of pairs that this processor can run, the fastest first.
func kernelsPairs() []kernel[int32] {
	list := []kernel[int32]{pairsKernel()}
	if hasAVX2() {
		list = slices.Insert(list, 0, wordKernel(8, [][]assembly[int32]{
			{i16Ymm1x1, i16Ymm2x1, i16Ymm3x1, i16Ymm4x1, i16Ymm5x1, i16Ymm6x1, i16Ymm7x1, i16Ymm8x1},
			{i16Ymm1x2, i16Ymm2x2, i16Ymm3x2, i16Ymm4x2, i16Ymm5x2, i16Ymm6x2},
		}))
	}
	if hasAVX512() && cpu.X86.HasAVX512VNNI {
		list = slices.Insert(list, 0, wordKernel(16, [][]assembly[int32]{
			{i16Zmm1x1, i16Zmm2x1, i16Zmm3x1, i16Zmm4x1, i16Zmm5x1, i16Zmm6x1, i16Zmm7x1, i16Zmm8x1},
			{i16Zmm1x2, i16Zmm2x2, i16Zmm3x2, i16Zmm4x2, i16Zmm5x2, i16Zmm6x2},
			{i16Zmm1x4, i16Zmm2x4, i16Zmm3x4, i16Zmm4x4, i16Zmm5x4, i16Zmm6x4},
		}))
	}
	return list
}

// kernelsHalves lists the kernels of pairs of bf16 that this processor can run.
func kernelsHalves() []kernel[float32] {
	if !hasHalves() {
		return nil
	}
	return []kernel[float32]{wordKernel(16, [][]assembly[float32]{
		{bf16Zmm1x1, bf16Zmm2x1, bf16Zmm3x1, bf16Zmm4x1, bf16Zmm5x1, bf16Zmm6x1, bf16Zmm7x1, bf16Zmm8x1},
		{bf16Zmm1x2, bf16Zmm2x2, bf16Zmm3x2, bf16Zmm4x2, bf16Zmm5x2, bf16Zmm6x2},
		{bf16Zmm1x4, bf16Zmm2x4, bf16Zmm3x4, bf16Zmm4x4, bf16Zmm5x4, bf16Zmm6x4},
	})}
}

// wordKernel is a kernel of words by the generated functions.
func wordKernel[T number](lanes int, table [][]assembly[T]) kernel[T] {
	k := machineKernel(lanes, table, nil, [4]tapsAssembly[T]{})
	k.diagonal, k.taps = nil, nil
	return k
}

// hasHalves reports whether the instruction for pairs of bf16 is there, and adds the product of the
// upper halves before that of the lower ones, each with a rounding of its own: what it is specified
// to do, but vendors are known to differ in sums of products.
var hasHalves = sync.OnceValue(func() bool {
	if !hasAVX512() || !cpu.X86.HasAVX512BF16 {
		return false
	}
	// Of 1, and products of 2^-24 and of 2^-24+2^-31: rounded one by one, the first is lost in a
	// tie.
	sum := func(upper, lower uint32) float32 {
		a, b, c := math.Float32frombits(upper<<16|lower), math.Float32frombits(0x3F803F80), float32(1)
		bf16Zmm1x1(1, &a, 1, 1, &b, 1, &c, 1, 1, 1)
		return c
	}
	const tie, more = 0x3380, 0x3381
	return sum(tie, tie) == 1 && sum(tie, more) == 1+0x1p-23 && sum(more, tie) == 1+0x1p-22
})

func init() {
	if !hasAVX2() {
		return
	}
	interleaveBytes = func(into []uint32, r0, r1, r2, r3 []byte, turn byte) {
		n := len(into)
		_, _, _, _ = r0[n-1], r1[n-1], r2[n-1], r3[n-1]
		interleaveBytesXmm(n/16, &r0[0], &r1[0], &r2[0], &r3[0], uint32(turn)*0x01010101, &into[0])
	}
	interleaveHalves = func(into []uint32, low, high []byte) {
		n := len(into)
		_, _ = low[2*n-1], high[2*n-1]
		interleaveHalvesXmm(n/8, &low[0], &high[0], &into[0])
	}
	interleaveBytePairs = func(into []uint32, r0, r1 []byte, signed bool) {
		n := len(into)
		_, _ = r0[n-1], r1[n-1]
		if signed {
			pairsOfSignedYmm(n/16, &r0[0], &r1[0], &into[0])
		} else {
			pairsOfUnsignedYmm(n/16, &r0[0], &r1[0], &into[0])
		}
	}
	widenBytePairs = func(into []uint32, from []byte, signed bool) {
		n := len(into)
		_ = from[2*n-1]
		if signed {
			widenSignedYmm(n/8, &from[0], &into[0])
		} else {
			widenUnsignedYmm(n/8, &from[0], &into[0])
		}
	}
	rangeOfHalves = func(list []uint16) (least, most uint16) {
		var limits [32]uint16
		rangeOfHalvesYmm(len(list)/32, &list[0], &limits)
		return slices.Min(limits[:16]), slices.Max(limits[16:])
	}
}
