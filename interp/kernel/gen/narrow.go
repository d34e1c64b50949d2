package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// toBytes defines the conversion of f32 to bytes, with signs or without: numbers are brought into
// the range of the type, NaNs to 0, and lose their fraction.
func toBytes(m *machine, name string, low, high uint32) {
	lanes := m.bytes / 4
	vectors := 4 // AVX2 packs four registers
	if m.avx512 {
		vectors = 1
	}
	(&kernel{m: m, op: "convert", types: []string{"f32-" + name}, sizes: []int{1, 4}, lanes: lanes * vectors, unroll: 2, emit: func(k *kernel) body {
		var least VecVirtual
		if !m.avx512 || low == 0 {
			least = m.repeat(constant{4, uint64(low)})
		}
		most := m.repeat(constant{4, uint64(high)})
		whole := func(x VecVirtual) VecVirtual {
			d := m.and(x, m.compare(4, ordered, x, x))
			d = m.two(VMAXPS, d, least)
			d = m.two(VMINPS, d, most)
			return m.one(VCVTTPS2DQ, d)
		}
		return func(s *step) {
			if m.avx512 {
				s.store(narrowed(m, s.load(1, 0, lanes, m.vector()), least, most, low == 0), 0, lanes)
				return
			}
			first := whole(s.load(1, 0, lanes, m.vector()))
			second := whole(s.load(1, lanes, lanes, m.vector()))
			third := whole(s.load(1, 2*lanes, lanes, m.vector()))
			fourth := whole(s.load(1, 3*lanes, lanes, m.vector()))
			VPACKSSDW(second, first, first)
			VPACKSSDW(fourth, third, third)
			if low == 0 {
				VPACKUSWB(third, first, first)
			} else {
				VPACKSSWB(third, first, first)
			}
			// Packing takes turns with the halves of registers.
			order := m.vector()
			VMOVUPS(turnedHalves(), order)
			VPERMD(first, order, first)
			s.store(first, 0, lanes*vectors)
		}
	}}).define()
}

// narrowed is toBytes of a register of AVX-512. Of a NaN and another number the greatest and the
// least are the second operand: that makes NaN zero, or keeps it until its byte is left out. What
// is too small is the least integer, which the narrowing with signs makes the least byte.
func narrowed(m *machine, x, least, most VecVirtual, unsigned bool) VecVirtual {
	bytes := XMM()
	if unsigned {
		VPMOVDB(m.one(VCVTTPS2DQ, m.two(VMINPS, m.two(VMAXPS, x, least), most)), bytes)
		return bytes
	}
	numbers := m.compare(4, ordered, x, x)
	VPMOVSDB_Z(m.one(VCVTTPS2DQ, m.two(VMINPS, most, x)), numbers, bytes)
	return bytes
}

var halvesTurned *Mem

// turnedHalves are the places of words that lie in both halves of a register by turns.
func turnedHalves() Mem {
	if halvesTurned == nil {
		m := GLOBL("turnedHalves", RODATA|NOPTR)
		for i, place := range []uint32{0, 4, 1, 5, 2, 6, 3, 7} {
			DATA(4*i, U32(place))
		}
		halvesTurned = &m
	}
	return *halvesTurned
}
