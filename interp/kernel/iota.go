package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// Fill computes out from nothing.
type Fill func(out *tensor.Tensor)

// ResolveIota returns the kernel that stores each element's index along dim, converted from i64 to
// d: wrapped in narrow integers, rounded in floats and real parts, and true in Bool where it is not
// 0.
func ResolveIota(d tensor.DType, shape []int, dim int) (Fill, error) {
	if d == tensor.Invalid {
		return nil, illegal("iota", d)
	}
	if err := checkShape("iota result", shape); err != nil {
		return nil, err
	}
	if err := checkDim("iota dimension", dim, len(shape)); err != nil {
		return nil, err
	}
	extent, inner := shape[dim], shapes.Product(shape[dim+1:])
	store, size := storeInteger[int64](d), d.Size()
	return func(out *tensor.Tensor) {
		run := iotaRun{store, size, extent, inner, out.Bytes()}
		if !share(out.Len(), 1, cheapGrain, &run) {
			run.Chunk(0, 0, out.Len())
		}
	}, nil
}

// iotaRun counts to extent, and has each number as often as inner says.
type iotaRun struct {
	store               storeElements[int64]
	size, extent, inner int
	out                 []byte
}

func (r *iotaRun) Chunk(_, lo, hi int) {
	if lo == hi {
		return
	}
	scratch := scratchI64.Get().(*[3][blockLen]int64)
	defer scratchI64.Put(scratch)
	index, repeats := lo/r.inner%r.extent, lo%r.inner
	for lo < hi {
		block := scratch[0][:min(blockLen, hi-lo)]
		for i := range block {
			block[i] = int64(index)
			if repeats++; repeats == r.inner {
				repeats = 0
				if index++; index == r.extent {
					index = 0
				}
			}
		}
		r.store(r.out[lo*r.size:(lo+len(block))*r.size], block)
		lo += len(block)
	}
}

// ResolveBitcast returns the kernel that keeps the bits and changes the element type, but that
// every NaN has the bits of tensor.DType.NaNBits. Where a Bool is on one side and a wider type on
// the other, the wider element packs Bools with element 0 in its lowest bit. The shapes follow
// StableHLO's bitcast_convert: where the widths differ, the narrower type has one more, last,
// dimension, as long as the quotient of the widths. The real part of a complex number has its lower
// bits.
func ResolveBitcast(from, to tensor.DType, xShape, outShape []int) (Unary, error) {
	if from == tensor.Invalid || to == tensor.Invalid {
		return nil, illegal("bitcast", tensor.Invalid)
	}
	wide, narrow := xShape, outShape
	if from.Bits() < to.Bits() {
		wide, narrow = outShape, xShape
	}
	if ratio := max(from.Bits(), to.Bits()) / min(from.Bits(), to.Bits()); ratio > 1 {
		wide = append(wide[:len(wide):len(wide)], ratio)
	}
	if shapeText(wide) != shapeText(narrow) {
		return nil, fmt.Errorf("bitcast from %s of %v to %s of %v does not keep the bits in place", shapeText(xShape), from, shapeText(outShape), to)
	}
	switch {
	case to == tensor.Bool && from.Part().IsFloat():
		return func(out, x *tensor.Tensor) { unpackFloats(out.Bytes(), x.Bytes(), from.Part()) }, nil
	case to == tensor.Bool && from != tensor.Bool:
		return func(out, x *tensor.Tensor) { unpackBits(out.Bytes(), x.Bytes()) }, nil
	case from.Part().IsFloat():
		return func(out, x *tensor.Tensor) { x.UnifyNaNs(out.Bytes()) }, nil
	case from == tensor.Bool && to != tensor.Bool:
		return func(out, x *tensor.Tensor) { packBits(out.Bytes(), x.Bytes()) }, nil
	}
	return func(out, x *tensor.Tensor) { copy(out.Bytes(), x.Bytes()) }, nil
}

// unpackFloats is unpackBits for floats of type d, of which every NaN has the bits of the one NaN.
func unpackFloats(bools, packed []byte, d tensor.DType) {
	infinity, nan, size := d.InfinityBits(), d.NaNBits(), d.Size()
	sign := uint64(1) << (8*size - 1)
	for i := range len(packed) / size {
		word := loadWord(packed[i*size:][:size])
		if word&^sign > infinity {
			word = nan
		}
		for bit := range 8 * size {
			bools[8*size*i+bit] = byte(word >> bit & 1)
		}
	}
}

func unpackBits(bools, packed []byte) {
	for i := range bools {
		bools[i] = packed[i/8] >> (i % 8) & 1
	}
}

func packBits(packed, bools []byte) {
	clear(packed)
	for i, v := range bools {
		packed[i/8] |= v << (i % 8)
	}
}
