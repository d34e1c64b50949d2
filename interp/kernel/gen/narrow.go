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
	(&kernel{m: m, op: "convert", types: []string{"f32-" + name}, sizes: []int{1, 4}, lanes: lanes * vectors, unroll: 1, emit: func(k *kernel) body {
		least, most := m.repeat(constant{4, uint64(low)}), m.repeat(constant{4, uint64(high)})
		whole := func(x VecVirtual) VecVirtual {
			var d VecVirtual
			if m.avx512 {
				d = m.vector()
				VMOVAPS_Z(x, m.compare(4, ordered, x, x), d)
			} else {
				d = m.and(x, m.compare(4, ordered, x, x))
			}
			d = m.two(VMAXPS, d, least)
			d = m.two(VMINPS, d, most)
			return m.one(VCVTTPS2DQ, d)
		}
		return func(s *step) {
			first := whole(s.load(1, 0, lanes, m.vector()))
			if m.avx512 {
				bytes := XMM()
				VPMOVDB(first, bytes)
				s.store(bytes, 0, lanes)
				return
			}
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
