package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// panels emits a function that copies rows of panels that lie side by side, each of so many bytes,
// to panels of their own. What it copies may come from far away, with rows in pages of their own:
// it has few instructions for each line of the cache, so that a processor waits for many at a time,
// and asks for those of later rows.
func panels(bytes int) {
	name := fmt.Sprintf("panels%dYmm", bytes)
	TEXT(name, NOSPLIT, "func(rows, panels int, from *byte, stepFrom int, to *byte, stepTo int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s copies rows of panels of %d bytes, stepFrom bytes apart, to panels that are stepTo bytes apart.", name, bytes))
	rows, count := Load(Param("rows"), GP64()), Load(Param("panels"), GP64())
	from, stepFrom := Load(Param("from"), GP64()), Load(Param("stepFrom"), GP64())
	to, stepTo := Load(Param("to"), GP64()), Load(Param("stepTo"), GP64())
	ahead, left, source, target := GP64(), GP64(), GP64(), GP64()
	MOVQ(stepFrom, ahead)
	SHLQ(Imm(3), ahead)
	Label(name + "_row")
	MOVQ(count, left)
	MOVQ(from, source)
	MOVQ(to, target)
	Label(name + "_panel")
	for at := 0; at < bytes; at += 64 {
		PREFETCHT1(Mem{Base: source, Index: ahead, Scale: 1, Disp: at})
		low, high := YMM(), YMM()
		VMOVUPS(Mem{Base: source, Disp: at}, low)
		VMOVUPS(Mem{Base: source, Disp: at + 32}, high)
		VMOVUPS(low, Mem{Base: target, Disp: at})
		VMOVUPS(high, Mem{Base: target, Disp: at + 32})
	}
	ADDQ(U32(bytes), source)
	ADDQ(stepTo, target)
	DECQ(left)
	JNZ(LabelRef(name + "_panel"))
	ADDQ(stepFrom, from)
	ADDQ(U32(bytes), to)
	DECQ(rows)
	JNZ(LabelRef(name + "_row"))
	VZEROUPPER()
	RET()
}
