package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// part returns a register for so many lanes of size bytes.
func (m *machine) part(lanes, size int) VecVirtual {
	switch lanes * size {
	case 64:
		return ZMM()
	case 32:
		return YMM()
	}
	return XMM()
}

// conversion defines a conversion of vectors of so many lanes; emit turns a full register of the
// source type into one of the result type.
func conversion(m *machine, lanes int, outSize, inSize int, setup func() func(s *step, x VecVirtual) VecVirtual, types ...string) {
	(&kernel{m: m, op: "convert", types: types, sizes: []int{outSize, inSize}, lanes: lanes, unroll: 2, emit: func(k *kernel) body {
		emit := setup()
		return func(s *step) {
			x := m.part(lanes, inSize)
			if lanes*inSize < 16 && !s.masked {
				loadSmall(s.mem(1, 0), lanes*inSize, x)
			} else {
				s.load(1, 0, lanes, x)
			}
			s.store(emit(s, x), 0, lanes)
		}
	}}).define()
}

// loadSmall loads 4 or 8 bytes.
func loadSmall(from Mem, bytes int, to VecVirtual) {
	if bytes == 4 {
		VMOVD(from, to)
	} else {
		VMOVQ(from, to)
	}
}

// simple is the setup of a conversion of one instruction.
func simple(m *machine, op func(from VecVirtual, to VecVirtual)) func() func(s *step, x VecVirtual) VecVirtual {
	return func() func(s *step, x VecVirtual) VecVirtual {
		return func(s *step, x VecVirtual) VecVirtual {
			d := m.vector()
			op(x, d)
			return d
		}
	}
}

func conversions(m *machine) {
	four, eight := m.bytes/4, m.bytes/8 // lanes
	conversion(m, eight, 8, 4, simple(m, func(x, d VecVirtual) { VCVTPS2PD(x, d) }), "f32-f64")
	conversion(m, eight, 4, 8, func() func(s *step, x VecVirtual) VecVirtual {
		return func(s *step, x VecVirtual) VecVirtual { return m.toSingle(x) }
	}, "f64-f32")
	conversion(m, four, 4, 4, simple(m, func(x, d VecVirtual) { VCVTDQ2PS(x, d) }), "i32-f32")
	conversion(m, four, 4, 4, func() func(s *step, x VecVirtual) VecVirtual {
		limit, ones, zero := m.repeat(floatConstant(4, 1<<31)), m.repeat(constant{1, 0xFF}), m.zero()
		return func(s *step, x VecVirtual) VecVirtual {
			// The instruction gives the least integer for everything out of range. Its complement
			// is the greatest.
			d := m.one(VCVTTPS2DQ, x)
			d = m.choose(4, m.compare(4, greaterEqual, x, limit), m.xor(d, ones), d)
			return m.choose(4, m.compare(4, unordered, x, x), zero, d)
		}
	}, "f32-i32")
	conversion(m, four, 4, 2, simple(m, func(x, d VecVirtual) { VCVTPH2PS(x, d) }), "f16-f32")
	conversion(m, four, 2, 4, func() func(s *step, x VecVirtual) VecVirtual {
		return func(s *step, x VecVirtual) VecVirtual {
			d := m.part(four, 2)
			VCVTPS2PH(U8(0), x, d)
			return d
		}
	}, "f32-f16")
	conversion(m, four, 4, 2, simple(m, func(x, d VecVirtual) {
		VPMOVZXWD(x, d)
		VPSLLD(U8(16), d, d)
	}), "bf16-f32")
	toBrain(m)
	toBytes(m, "i8", 0xC3000000, 0x42FE0000) // -128 and 127
	toBytes(m, "ui8", 0, 0x437F0000)         // 0 and 255
	for _, h := range halves {
		doubles(m, h)
	}
	conversion(m, four, 4, 1, simple(m, func(x, d VecVirtual) {
		VPMOVZXBD(x, d)
		VCVTDQ2PS(d, d)
	}), "ui8-f32", "i1-f32")
	conversion(m, four, 4, 1, simple(m, func(x, d VecVirtual) {
		VPMOVSXBD(x, d)
		VCVTDQ2PS(d, d)
	}), "i8-f32")
	conversion(m, four, 4, 1, simple(m, func(x, d VecVirtual) { VPMOVSXBD(x, d) }), "i8-i32", "i8-ui32")
	conversion(m, four, 4, 1, simple(m, func(x, d VecVirtual) { VPMOVZXBD(x, d) }), "ui8-i32", "ui8-ui32", "i1-i32", "i1-ui32")
	conversion(m, eight, 8, 4, simple(m, func(x, d VecVirtual) { VPMOVSXDQ(x, d) }), "i32-i64", "i32-ui64")
}

// toSingle emits the rounding of a register of f64 to half a register of f32.
func (m *machine) toSingle(x VecVirtual) VecVirtual {
	d := m.part(m.bytes/8, 4)
	if m.avx512 {
		VCVTPD2PS(x, d)
	} else {
		VCVTPD2PSY(x, d)
	}
	return d
}

// toBrain defines the conversion of f32 to bf16: the upper half of the bits after adding just less
// than half of the lower one's range, or half if the upper one is odd. That could carry a NaN's
// payload away: NaNs keep their upper half, with the bit that makes them quiet.
func toBrain(m *machine) {
	lanes := m.bytes / 4
	vectors := 2 // AVX2 packs two registers
	if m.avx512 {
		vectors = 1
	}
	(&kernel{m: m, op: "convert", types: []string{"f32-bf16"}, sizes: []int{2, 4}, lanes: lanes * vectors, unroll: 2, emit: func(k *kernel) body {
		half, one, quiet := m.repeat(constant{4, 0x7FFF}), m.repeat(constant{4, 1}), m.repeat(constant{4, 0x40})
		upper := func(x VecVirtual) VecVirtual {
			d, kept := m.vector(), m.vector()
			VPSRLD(U8(16), x, kept)
			VPADDD(half, x, d)
			VPADDD(d, m.and(kept, one), d)
			VPSRLD(U8(16), d, d)
			return m.choose(4, m.compare(4, unordered, x, x), m.or(kept, quiet), d)
		}
		return func(s *step) {
			low := upper(s.load(1, 0, lanes, m.vector()))
			if m.avx512 {
				words := YMM()
				VPMOVDW(low, words)
				s.store(words, 0, lanes)
				return
			}
			words := YMM()
			VPACKUSDW(upper(s.load(1, lanes, lanes, m.vector())), low, words)
			VPERMQ(U8(0xD8), words, words)
			s.store(words, 0, 2*lanes)
		}
	}}).define()
}

// fills defines the functions that repeat the first element of the operand; they return their names
// by the size of elements.
func fills(m *machine) map[int]string {
	names := map[int]string{}
	for _, size := range []int{4, 8} {
		k := &kernel{m: m, op: "fill", types: []string{fmt.Sprintf("ui%d", 8*size)}, sizes: []int{size, size}, lanes: m.bytes / size, unroll: 4, unlisted: true}
		k.emit = func(k *kernel) body {
			value := m.vector()
			if size == 8 {
				VBROADCASTSD(Mem{Base: k.pointers[1]}, value)
			} else {
				VBROADCASTSS(Mem{Base: k.pointers[1]}, value)
			}
			return func(s *step) { s.store(value, 0, k.lanes) }
		}
		k.define()
		names[size] = k.name()
	}
	return names
}

// floatInfinity is +infinity as an element of a float type.
func floatInfinity(size int) constant {
	if size == 8 {
		return constant{8, 0x7FF0000000000000}
	}
	return constant{4, 0x7F800000}
}
