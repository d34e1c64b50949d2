package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// permuteRegisters defines the function that moves bytes within registers:
//
//	func(out, x, table *byte, blocks, registers, step int)
//
// Each block, of which there is one at least, writes so many registers, one at least, behind each
// other: for each of them the table has the number of the byte of x from which on a register is
// read, in 8 bytes, which of its parts of 4 bytes go to which place, and then, in each 16 bytes,
// which of those go where. The next block reads x step bytes further on.
func permuteRegisters(m *machine) {
	name := "permute" + m.name
	TEXT(name, NOSPLIT, "func(out, x, table *byte, blocks, registers, step int)")
	Pragma("noescape")
	Doc(name + " moves bytes within registers.")
	out, x, table := Load(Param("out"), GP64()), Load(Param("x"), GP64()), Load(Param("table"), GP64())
	blocks, registers, step := Load(Param("blocks"), GP64()), Load(Param("registers"), GP64()), Load(Param("step"), GP64())
	entry, left, from := GP64(), GP64(), GP64()
	Label("block")
	MOVQ(table, entry)
	MOVQ(registers, left)
	Label("register")
	MOVQ(Mem{Base: entry}, from)
	places, v := m.vector(), m.vector()
	VMOVUPS(Mem{Base: entry, Disp: 8}, places)
	VPERMD(Mem{Base: x, Index: from, Scale: 1}, places, v)
	VPSHUFB(Mem{Base: entry, Disp: 8 + m.bytes}, v, v)
	VMOVUPS(v, Mem{Base: out})
	ADDQ(U8(m.bytes), out)
	ADDQ(I32(8+2*m.bytes), entry)
	DECQ(left)
	JNE(LabelRef("register"))
	ADDQ(step, x)
	DECQ(blocks)
	JNE(LabelRef("block"))
	VZEROUPPER()
	RET()
}
