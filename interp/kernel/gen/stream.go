package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// lineBytes is the size of a cache line.
const lineBytes = 64

// stream defines the function that copies cache lines past the caches:
//
//	func(out, x *byte, n int)
//
// It copies n bytes, a multiple of lineBytes, to an address that is one as well. Every line is
// written by consecutive stores, so that the processor sends it to memory as a whole. Such stores
// are not ordered with others: streamEnd must follow.
func stream(m *machine) {
	name := "stream" + m.name
	TEXT(name, NOSPLIT, "func(out, x *byte, n int)")
	Pragma("noescape")
	Doc(name + " copies whole cache lines past the caches.")
	out, x, n := Load(Param("out"), GP64()), Load(Param("x"), GP64()), Load(Param("n"), GP64())
	index := GP64()
	XORQ(index, index)
	Label("line")
	CMPQ(index, n)
	JGE(LabelRef("end"))
	var parts []VecVirtual
	for at := 0; at < lineBytes; at += m.bytes {
		part := m.vector()
		VMOVUPS(Mem{Base: x, Index: index, Scale: 1, Disp: at}, part)
		parts = append(parts, part)
	}
	for i, part := range parts {
		VMOVNTPS(part, Mem{Base: out, Index: index, Scale: 1, Disp: i * m.bytes})
	}
	ADDQ(U8(lineBytes), index)
	JMP(LabelRef("line"))
	Label("end")
	VZEROUPPER()
	RET()
}

// streamEnd defines the function that makes the stores of stream visible before any later one:
//
//	func()
func streamEnd(m *machine) {
	name := "streamEnd" + m.name
	TEXT(name, NOSPLIT, "func()")
	Doc(name + " orders the stores of stream" + m.name + " before later ones.")
	SFENCE()
	RET()
}
