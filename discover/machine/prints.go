package machine

import (
	"encoding/binary"

	"github.com/tg-opt/tg/discover/field"
	"github.com/tg-opt/tg/tensor"
)

// computed is what a program makes of a batch of lanes.
type computed struct {
	data *tensor.Tensor
	// special says of each lane whether an input, an intermediate or the result is NaN, infinite or
	// -0. Constants are meant as they are and do not count.
	special bits
}

// prints are what programs are found by: equal for equal programs.
type prints struct {
	exact uint64
	// finite are those of the groups of lanes, 0 where a lane is special.
	finite [groups]uint64
}

// bits are a truth value for each lane.
type bits [width / 64]uint64

func (b *bits) has(lane int) bool { return b[lane/64]>>(lane%64)&1 != 0 }

func (b *bits) or(other *bits) {
	for i, w := range other {
		b[i] |= w
	}
}

// any reports whether one of some lanes is set; both ends are multiples of 32.
func (b *bits) any(from, to int) bool {
	for i := from; i < to; i += 32 {
		if uint32(b[i/64]>>(i%64)) != 0 {
			return true
		}
	}
	return false
}

// specials are the lanes that are NaN, infinite or -0.
func specials(x *tensor.Tensor) (b bits) {
	infinity := x.DType().InfinityBits()
	switch {
	case infinity == 0:
	case x.DType().Size() == 2:
		mark(&b, tensor.Words[uint16](x), uint16(infinity))
	case x.DType().Size() == 4:
		mark(&b, tensor.Words[uint32](x), uint32(infinity))
	default:
		mark(&b, tensor.Words[uint64](x), infinity)
	}
	return b
}

// mark doubles words to lose their sign: what is left of -0 is nothing.
func mark[T uint16 | uint32 | uint64](b *bits, x []T, infinity T) {
	for i, v := range x {
		if v<<1 >= infinity<<1 || v<<1 == 0 && v != 0 {
			b[i/64] |= 1 << (i % 64)
		}
	}
}

// unified are the bytes of lanes, with one NaN.
func unified(x *tensor.Tensor) []byte {
	if x.DType().InfinityBits() == 0 {
		return x.Bytes()
	}
	out := make([]byte, len(x.Bytes()))
	tensor.UnifyNaNs(x.DType(), out, x.Bytes())
	return out
}

// printsOf hashes what was computed; kind is told apart, too.
func printsOf(kind int32, c *computed) (p prints) {
	p.exact = hashed(kind, unified(c.data))
	n := c.data.DType().Size() * groupWidth
	for g := range groups {
		if !c.special.any(g*groupWidth, (g+1)*groupWidth) {
			p.finite[g] = hashed(kind, c.data.Bytes()[g*n:(g+1)*n]) | 1
		}
	}
	return p
}

func hashed(kind int32, b []byte) uint64 {
	h := uint64(kind) + 1
	for ; len(b) >= 8; b = b[8:] {
		h = field.Mix(h ^ binary.LittleEndian.Uint64(b))
	}
	return h
}
