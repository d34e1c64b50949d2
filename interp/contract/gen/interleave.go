package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// emitInterleave emits functions that make words of what rows have at equal places, and one that
// finds the range of numbers.
func emitInterleave() {
	TEXT("interleaveBytesXmm", NOSPLIT, "func(blocks int, r0, r1, r2, r3 *byte, turn uint32, to *uint32)")
	Pragma("noescape")
	Doc("interleaveBytesXmm makes 16 words for each block of the bytes of four rows, whose bits are turned.")
	blocks := Load(Param("blocks"), GP64())
	rows := make([]Register, 4)
	for i, name := range []string{"r0", "r1", "r2", "r3"} {
		rows[i] = Load(Param(name), GP64())
	}
	turn := XMM()
	VMOVD(Load(Param("turn"), GP32()), turn)
	VPBROADCASTD(turn, turn)
	to := Load(Param("to"), GP64())
	Label("bytes_loop")
	x := make([]VecVirtual, 4)
	for i := range x {
		x[i] = XMM()
		VPXOR(Mem{Base: rows[i]}, turn, x[i])
		ADDQ(Imm(16), rows[i])
	}
	var half [4]VecVirtual // low and high bytes of rows 0 and 1, then of 2 and 3
	for i := range half {
		half[i] = XMM()
	}
	VPUNPCKLBW(x[1], x[0], half[0])
	VPUNPCKHBW(x[1], x[0], half[1])
	VPUNPCKLBW(x[3], x[2], half[2])
	VPUNPCKHBW(x[3], x[2], half[3])
	for i := range 4 {
		word := XMM()
		if i%2 == 0 {
			VPUNPCKLWD(half[2+i/2], half[i/2], word)
		} else {
			VPUNPCKHWD(half[2+i/2], half[i/2], word)
		}
		VMOVDQU(word, Mem{Base: to, Disp: 16 * i})
	}
	ADDQ(Imm(64), to)
	DECQ(blocks)
	JNZ(LabelRef("bytes_loop"))
	RET()

	TEXT("interleaveHalvesXmm", NOSPLIT, "func(blocks int, low, high *byte, to *uint32)")
	Pragma("noescape")
	Doc("interleaveHalvesXmm makes 8 words for each block of two rows of 16-bit numbers.")
	blocks = Load(Param("blocks"), GP64())
	low, high := Load(Param("low"), GP64()), Load(Param("high"), GP64())
	to = Load(Param("to"), GP64())
	Label("halves_loop")
	a, b, first, second := XMM(), XMM(), XMM(), XMM()
	VMOVDQU(Mem{Base: low}, a)
	VMOVDQU(Mem{Base: high}, b)
	VPUNPCKLWD(b, a, first)
	VPUNPCKHWD(b, a, second)
	VMOVDQU(first, Mem{Base: to})
	VMOVDQU(second, Mem{Base: to, Disp: 16})
	ADDQ(Imm(16), low)
	ADDQ(Imm(16), high)
	ADDQ(Imm(32), to)
	DECQ(blocks)
	JNZ(LabelRef("halves_loop"))
	RET()
	emitBytePairs("Signed", VPMOVSXBW)
	emitBytePairs("Unsigned", VPMOVZXBW)
	emitRange()
}

// emitBytePairs emits functions that make pairs of bytes, as they widen.
func emitBytePairs(name string, widen func(ops ...Op)) {
	TEXT("pairsOf"+name+"Ymm", NOSPLIT, "func(blocks int, r0, r1 *byte, to *uint32)")
	Pragma("noescape")
	Doc("pairsOf" + name + "Ymm makes 16 pairs for each block of the bytes of two rows.")
	blocks, r0, r1, to := Load(Param("blocks"), GP64()), Load(Param("r0"), GP64()), Load(Param("r1"), GP64()), Load(Param("to"), GP64())
	Label("pairs_loop")
	a, b, low, high, first, second := XMM(), XMM(), XMM(), XMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: r0}, a)
	VMOVDQU(Mem{Base: r1}, b)
	VPUNPCKLBW(b, a, low)
	VPUNPCKHBW(b, a, high)
	widen(low, first)
	widen(high, second)
	VMOVDQU(first, Mem{Base: to})
	VMOVDQU(second, Mem{Base: to, Disp: 32})
	ADDQ(Imm(16), r0)
	ADDQ(Imm(16), r1)
	ADDQ(Imm(64), to)
	DECQ(blocks)
	JNZ(LabelRef("pairs_loop"))
	VZEROUPPER()
	RET()

	TEXT("widen"+name+"Ymm", NOSPLIT, "func(blocks int, from *byte, to *uint32)")
	Pragma("noescape")
	Doc("widen" + name + "Ymm makes 8 pairs for each block of 16 bytes.")
	blocks, from, to := Load(Param("blocks"), GP64()), Load(Param("from"), GP64()), Load(Param("to"), GP64())
	Label("widen_loop")
	x := YMM()
	widen(Mem{Base: from}, x)
	VMOVDQU(x, Mem{Base: to})
	ADDQ(Imm(16), from)
	ADDQ(Imm(32), to)
	DECQ(blocks)
	JNZ(LabelRef("widen_loop"))
	VZEROUPPER()
	RET()
}

func emitRange() {
	TEXT("rangeOfHalvesYmm", NOSPLIT, "func(blocks int, from *uint16, limits *[32]uint16)")
	Pragma("noescape")
	Doc("rangeOfHalvesYmm finds the least number of 15 bits, less 1 without a sign, in each of 16 lanes of blocks of 32 numbers, then the greatest.")
	blocks, from, limits := Load(Param("blocks"), GP64()), Load(Param("from"), GP64()), Load(Param("limits"), GP64())
	ones, mask := YMM(), YMM()
	VPCMPEQW(ones, ones, ones)
	VPSRLW(Imm(1), ones, mask)
	var least, most [2]VecVirtual
	for i := range least {
		least[i], most[i] = YMM(), YMM()
		VPCMPEQW(least[i], least[i], least[i])
		VPXOR(most[i], most[i], most[i])
	}
	Label("range_loop")
	for i := range least {
		x, less := YMM(), YMM()
		VPAND(Mem{Base: from, Disp: 32 * i}, mask, x)
		VPADDW(ones, x, less)
		VPMAXUW(x, most[i], most[i])
		VPMINUW(less, least[i], least[i])
	}
	ADDQ(Imm(64), from)
	DECQ(blocks)
	JNZ(LabelRef("range_loop"))
	VPMINUW(least[0], least[1], least[0])
	VPMAXUW(most[0], most[1], most[0])
	VMOVDQU(least[0], Mem{Base: limits})
	VMOVDQU(most[0], Mem{Base: limits, Disp: 32})
	VZEROUPPER()
	RET()
}
