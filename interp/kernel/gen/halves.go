package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// half is a 16-bit float type.
type half struct {
	name     string
	fraction int // bits
	exponent int // of the least normal number
}

var halves = []half{{"f16", 10, -14}, {"bf16", 7, -126}}

// doubles defines the conversions between a 16-bit type and f64, which f32 holds on the way.
func doubles(m *machine, h half) {
	lanes := m.bytes / 8
	conversion(m, lanes, 8, 2, simple(m, func(x, d VecVirtual) {
		single := m.part(lanes, 4)
		if h.name == "f16" {
			VCVTPH2PS(x, single)
		} else {
			VPMOVZXWD(x, single)
			VPSLLD(U8(16), single, single)
		}
		VCVTPS2PD(single, d)
	}), h.name+"-f64")
	vectors := 2 // AVX2 fills a 128-bit register from two
	if m.avx512 {
		vectors = 1
	}
	(&kernel{m: m, op: "convert", types: []string{"f64-" + h.name}, sizes: []int{2, 8}, lanes: lanes * vectors, unroll: 1, emit: func(k *kernel) body {
		return func(s *step) {
			singles := make([]VecVirtual, vectors)
			for i := range singles {
				singles[i] = m.toSingle(h.round(m, s.load(1, i*lanes, lanes, m.vector())))
			}
			s.store(h.pack(m, singles), 0, lanes*vectors)
		}
	}}).define()
}

// round emits the rounding of f64 numbers to nearest, ties to even, to the precision of the type,
// which makes all conversions that follow exact or overflow.
func (h half) round(m *machine, x VecVirtual) VecVirtual {
	t := &machineTarget{m, 1, f64, nil, nil}
	v := lanes{registers: []VecVirtual{x}}
	// To the last fraction bit: add just less than half of its unit, or half if that bit is set,
	// and cut.
	dropped := 52 - h.fraction
	odd := t.and(t.shiftRight(v, dropped), t.word(1))
	normal := t.and(t.addBits(t.addBits(v, t.word(1<<(dropped-1)-1)), odd), t.word(^uint64(0)<<dropped))
	// To the unit of denormal numbers: add the number whose f64 unit it is, and subtract it.
	size, unit := magnitude(t, v), t.number(math.Ldexp(1, 52+h.exponent-h.fraction))
	denormal := withSign(t, t.sub(t.add(size, unit), unit), v)
	result := t.choose(t.less(size, t.number(math.Ldexp(1, h.exponent))), denormal, normal)
	return t.choose(t.equal(v, v), result, v).(lanes).registers[0] // the rounding of bits could turn a NaN into a zero
}

// pack emits the conversion of registers of exact f32 numbers to 16 bytes of the type.
func (h half) pack(m *machine, singles []VecVirtual) VecVirtual {
	d := XMM()
	switch {
	case h.name == "f16" && m.avx512:
		VCVTPS2PH(U8(0), singles[0], d)
	case h.name == "f16":
		both := YMM()
		VINSERTF128(U8(1), singles[1], singles[0].AsY(), both)
		VCVTPS2PH(U8(0), both, d)
	case m.avx512:
		VPSRLD(U8(16), singles[0], singles[0])
		VPMOVDW(singles[0], d)
	default:
		VPSRLD(U8(16), singles[0], singles[0])
		VPSRLD(U8(16), singles[1], singles[1])
		VPACKUSDW(singles[1], singles[0], d)
	}
	return d
}
