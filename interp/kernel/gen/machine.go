package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// machine is an instruction set and what it spells differently from the other.
type machine struct {
	name   string // in names of functions
	bytes  int    // of a vector register
	vector func() VecVirtual
	avx512 bool // comparisons give opmask registers, and any load and store can be masked

	labels int      // how many have been made up
	aside  []func() // emit code that is seldom run, after the end of the function
}

// label makes up a label.
func (m *machine) label() string {
	m.labels++
	return fmt.Sprintf("label%d", m.labels)
}

// emitAside emits the code that has been put aside.
func (m *machine) emitAside() {
	for _, emit := range m.aside {
		emit()
	}
	m.aside = nil
}

var machines = map[string]*machine{
	"avx2":   {name: "Ymm", bytes: 32, vector: YMM},
	"avx512": {name: "Zmm", bytes: 64, vector: ZMM, avx512: true},
}

// operation is the form that avo gives to instructions with masked variants.
type operation = func(ops ...Op)

// two emits an instruction with two sources and returns its result, a op b.
func (m *machine) two(op operation, a, b Op) VecVirtual {
	d := m.vector()
	op(b, a, d) // Go's assembler has the operands from right to left
	return d
}

// one emits an instruction with one source.
func (m *machine) one(op operation, a Op) VecVirtual {
	d := m.vector()
	op(a, d)
	return d
}

// immediate emits an instruction with a constant and one source.
func (m *machine) immediate(op operation, constant uint8, a Op) VecVirtual {
	d := m.vector()
	op(U8(constant), a, d)
	return d
}

func (m *machine) and(a, b Op) VecVirtual { return m.two(VANDPS, a, b) }
func (m *machine) or(a, b Op) VecVirtual  { return m.two(VORPS, a, b) }
func (m *machine) xor(a, b Op) VecVirtual { return m.two(VXORPS, a, b) }

// constants are the read-only data that functions share: one 8-byte word each, a constant of 4
// bytes twice.
var constants = map[uint64]Mem{}

// word returns the address of a read-only word.
func word(bits uint64) Mem {
	at, ok := constants[bits]
	if !ok {
		at = GLOBL("constant"+hex(bits), RODATA|NOPTR)
		DATA(0, U64(bits))
		constants[bits] = at
	}
	return at
}

func hex(bits uint64) string {
	const digits = "0123456789abcdef"
	text := make([]byte, 16)
	for i := range text {
		text[i] = digits[bits>>(60-4*i)&15]
	}
	return string(text)
}

// repeat returns a vector of copies of a constant.
func (m *machine) repeat(c constant) VecVirtual {
	d := m.vector()
	VBROADCASTSD(word(c.word()), d)
	return d
}

// constant is the bits of an element of a size in bytes.
type constant struct {
	size int
	bits uint64
}

// word returns 8 bytes full of the constant.
func (c constant) word() uint64 {
	w := c.bits
	for size := c.size; size < 8; size *= 2 {
		w |= w << (8 * size)
	}
	return w
}

// Predicates of comparisons of floats, as VCMPPS numbers them; all are quiet.
const (
	equal          = 0x00
	unordered      = 0x03
	notEqual       = 0x04 // or unordered
	ordered        = 0x07
	orderedUnequal = 0x0C
	less           = 0x11
	lessEqual      = 0x12
	greaterEqual   = 0x1D
)

// compare compares floats of size bytes; the result is an opmask or a vector of ones and zeros.
func (m *machine) compare(size int, predicate uint8, a, b Op) Op {
	op := VCMPPS
	if size == 8 {
		op = VCMPPD
	}
	return m.test(op, predicate, a, b)
}

// test emits a comparison.
func (m *machine) test(op operation, predicate uint8, a, b Op) Op {
	if m.avx512 {
		k := K()
		op(U8(predicate), b, a, k)
		return k
	}
	d := m.vector()
	op(U8(predicate), b, a, d)
	return d
}

// choose returns the lanes of yes where the comparison held, else those of no.
func (m *machine) choose(size int, held, yes, no Op) VecVirtual {
	d := m.vector()
	if m.avx512 {
		pick(size, VPBLENDMB, VPBLENDMW, VBLENDMPS, VBLENDMPD)(yes, no, held, d)
		return d
	}
	switch size {
	case 8:
		VBLENDVPD(held, yes, no, d)
	case 4:
		VBLENDVPS(held, yes, no, d)
	default:
		VPBLENDVB(held, yes, no, d)
	}
	return d
}
