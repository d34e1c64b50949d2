package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// splitHalves defines the function that takes pairs of elements of 4 bytes apart:
//
//	func(first, second, x *byte, n, rows, outStride, xStride int)
//
// Of n pairs in each of some rows, at least one, first gets one element each, second the other.
// Rows are strides apart.
func splitHalves(m *machine) {
	name := "halves" + m.name
	TEXT(name, NOSPLIT, "func(first, second, x *byte, n, rows, outStride, xStride int)")
	Pragma("noescape")
	Doc(name + " takes pairs of elements apart.")
	firstRow, secondRow, xRow := Load(Param("first"), GP64()), Load(Param("second"), GP64()), Load(Param("x"), GP64())
	pairs, rows := Load(Param("n"), GP64()), Load(Param("rows"), GP64())
	outStride, xStride := Load(Param("outStride"), GP64()), Load(Param("xStride"), GP64())
	first, second, x, n := GP64(), GP64(), GP64(), GP64()
	const lanes = 8
	Label("row")
	MOVQ(firstRow, first)
	MOVQ(secondRow, second)
	MOVQ(xRow, x)
	MOVQ(pairs, n)
	Label("block")
	CMPQ(n, U8(lanes))
	JLT(LabelRef("rest"))
	low, high, even, odd := YMM(), YMM(), YMM(), YMM()
	VMOVUPS(Mem{Base: x}, low)
	VMOVUPS(Mem{Base: x, Disp: 32}, high)
	VSHUFPS(U8(0x88), high, low, even)
	VSHUFPS(U8(0xDD), high, low, odd)
	VPERMPD(U8(0xD8), even, even)
	VPERMPD(U8(0xD8), odd, odd)
	VMOVUPS(even, Mem{Base: first})
	VMOVUPS(odd, Mem{Base: second})
	ADDQ(U8(32), first)
	ADDQ(U8(32), second)
	ADDQ(U8(64), x)
	SUBQ(U8(lanes), n)
	JMP(LabelRef("block"))
	Label("rest")
	TESTQ(n, n)
	JZ(LabelRef("end"))
	pair := GP64()
	MOVQ(Mem{Base: x}, pair)
	MOVL(pair.As32(), Mem{Base: first})
	SHRQ(U8(32), pair)
	MOVL(pair.As32(), Mem{Base: second})
	ADDQ(U8(4), first)
	ADDQ(U8(4), second)
	ADDQ(U8(8), x)
	DECQ(n)
	JMP(LabelRef("rest"))
	Label("end")
	ADDQ(outStride, firstRow)
	ADDQ(outStride, secondRow)
	ADDQ(xStride, xRow)
	DECQ(rows)
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}
