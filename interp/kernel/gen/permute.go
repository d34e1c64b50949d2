package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// permuteRegisters defines the function that moves parts of 4 bytes within registers, and the one
// that then moves bytes within each 16 of them:
//
//	func(out, x, table, starts *byte, blocks, registers, step int)
//
// Each block, of which there is one at least, writes so many registers, one at least, behind each
// other. For each of them starts has the number of the byte of x from which on a register is read,
// in 8 bytes, and the table says which of its parts goes to which place, and then, in the other
// function, which bytes of 16 go where. The next block reads x step bytes further on.
func permuteRegisters(m *machine, bytes bool) {
	name, size := "permute"+m.name, m.bytes
	if bytes {
		name, size = "permuteBytes"+m.name, 2*m.bytes
	}
	TEXT(name, NOSPLIT, "func(out, x, table, starts *byte, blocks, registers, step int)")
	Pragma("noescape")
	Doc(name + " moves parts of registers.")
	out, x, table, starts := Load(Param("out"), GP64()), Load(Param("x"), GP64()), Load(Param("table"), GP64()), Load(Param("starts"), GP64())
	blocks, registers, step := Load(Param("blocks"), GP64()), Load(Param("registers"), GP64()), Load(Param("step"), GP64())
	entry, number, from := GP64(), GP64(), GP64()
	Label("block")
	MOVQ(table, entry)
	XORQ(number, number)
	Label("register")
	MOVQ(Mem{Base: starts, Index: number, Scale: 8}, from)
	places, v := m.vector(), m.vector()
	VMOVUPS(Mem{Base: entry}, places)
	VPERMD(Mem{Base: x, Index: from, Scale: 1}, places, v)
	if bytes {
		VPSHUFB(Mem{Base: entry, Disp: m.bytes}, v, v)
	}
	VMOVUPS(v, Mem{Base: out})
	ADDQ(U8(m.bytes), out)
	ADDQ(I32(size), entry)
	INCQ(number)
	CMPQ(number, registers)
	JNE(LabelRef("register"))
	ADDQ(step, x)
	DECQ(blocks)
	JNE(LabelRef("block"))
	VZEROUPPER()
	RET()
}
