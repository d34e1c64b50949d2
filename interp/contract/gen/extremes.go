package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// emitExtremes emits a function that finds, lane by lane, the least of numbers with their first bit
// turned and the largest of them without it.
func emitExtremes(set instructions) {
	name := "extremes" + set.name
	TEXT(name, NOSPLIT, "func(n int, x, least, largest *uint32)")
	Pragma("noescape")
	Doc(name + " looks at n numbers, a multiple of 64.")
	g := kernel{set: set, element: elements[0], rows: 1, vectors: 1}
	n, x := g.argument("n"), g.argument("x")
	ones, sign, v, w := set.vector(), set.vector(), set.vector(), set.vector()
	const together = 4
	var least, largest [together]VecVirtual
	if set.opmasks {
		VPTERNLOGD(U8(0xFF), ones, ones, ones)
	} else {
		VPCMPEQD(ones, ones, ones)
	}
	VPSLLD(U8(31), ones, sign)
	VPSRLD(U8(1), ones, ones)
	for i := range together {
		least[i], largest[i] = set.vector(), set.vector()
		if set.opmasks {
			VPTERNLOGD(U8(0xFF), least[i], least[i], least[i])
			VPXORD(largest[i], largest[i], largest[i])
		} else {
			VPCMPEQD(least[i], least[i], least[i])
			VPXOR(largest[i], largest[i], largest[i])
		}
	}
	Label(name + "_more")
	for i := range together {
		at := Mem{Base: x, Disp: i * set.bytes}
		if set.opmasks {
			VPXORD(at, sign, v)
			VPANDD(at, ones, w)
		} else {
			VPXOR(at, sign, v)
			VPAND(at, ones, w)
		}
		VPMINUD(v, least[i], least[i])
		VPMAXUD(w, largest[i], largest[i])
	}
	ADDQ(I32(int32(together*set.bytes)), x)
	SUBQ(Imm(uint64(together*g.lanes())), n)
	JNZ(LabelRef(name + "_more"))
	for i := 1; i < together; i++ {
		VPMINUD(least[i], least[0], least[0])
		VPMAXUD(largest[i], largest[0], largest[0])
	}
	VMOVUPS(least[0], Mem{Base: g.argument("least")})
	VMOVUPS(largest[0], Mem{Base: g.argument("largest")})
	VZEROUPPER()
	RET()
}
