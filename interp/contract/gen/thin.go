package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Functions of one row by columns of small numbers, which are read where they are, and become
// larger in registers: what counts is the memory.

// emitThin emits those of an instruction set.
func emitThin(set instructions) {
	g := &kernel{set: set, element: elements[0]}
	for _, name := range []string{"bf16", "f16"} {
		g.emitThinAcross(name)
		g.emitThinPairs(name)
	}
	if set.opmasks {
		emitQuadsAcross("us8", false)
		emitQuadsAcross("su8", true)
		emitQuadsAlong("us8", false)
		emitQuadsAlong("su8", true)
	}
}

// half is the register of half the size.
func half(r VecVirtual, set instructions) Op {
	if set.opmasks {
		return r.AsY()
	}
	return r.AsX()
}

// clear sets a register to zeros.
func (g *kernel) clear(x VecVirtual) {
	if g.set.opmasks {
		VPXORD(x, x, x)
	} else {
		VXORPS(x, x, x)
	}
}

// beginThin emits the loop over panels up to that over the inner axis: sums of zero, or of c.
func (g *kernel) beginThin(name string, acc []VecVirtual, c, load Register) {
	Label(name + "_panel")
	for _, x := range acc {
		g.clear(x)
	}
	TESTQ(load, load)
	JZ(LabelRef(name + "_begin"))
	for j, x := range acc {
		VMOVUPS(Mem{Base: c, Disp: j * g.set.bytes}, x)
	}
	Label(name + "_begin")
}

// emitThinAcross emits the function for columns that lie side by side.
func (g *kernel) emitThinAcross(of string) {
	name := "thin" + of + g.set.name
	TEXT(name, NOSPLIT, "func(panels, depth int, a *float32, b *uint16, stepB, ahead int, c *float32, load int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds the product of one row by columns, panels of %d, to c; stepB and ahead are in bytes.", name, streamed*g.lanes()))
	panels, depth, a, b, c := g.argument("panels"), g.argument("depth"), g.argument("a"), g.argument("b"), g.argument("c")
	stepB, ahead, load := g.argument("stepB"), g.argument("ahead"), g.argument("load")
	acc := make([]VecVirtual, streamed)
	for j := range acc {
		acc[j] = g.set.vector()
	}
	scalar, k, row, column := g.set.vector(), GP64(), GP64(), GP64()
	g.beginThin(name, acc, c, load)
	MOVQ(depth, k)
	MOVQ(a, row)
	MOVQ(b, column)
	Label(name + "_loop")
	VBROADCASTSS(Mem{Base: row}, scalar)
	for j, x := range acc {
		at, wide := j*g.set.bytes/2, g.set.vector()
		if at%64 == 0 {
			PREFETCHT1(Mem{Base: column, Index: ahead, Scale: 1, Disp: at})
		}
		if from := (Mem{Base: column, Disp: at}); of == "f16" {
			VCVTPH2PS(from, wide)
		} else {
			VPMOVZXWD(from, wide)
			VPSLLD(Imm(16), wide, wide)
		}
		VFMADD231PS(wide, scalar, x)
	}
	ADDQ(Imm(4), row)
	ADDQ(stepB, column)
	DECQ(k)
	JNZ(LabelRef(name + "_loop"))
	for j, x := range acc {
		VMOVUPS(x, Mem{Base: c, Disp: j * g.set.bytes})
	}
	ADDQ(U32(streamed*g.set.bytes/2), b)
	ADDQ(U32(streamed*g.set.bytes), c)
	DECQ(panels)
	JNZ(LabelRef(name + "_panel"))
	VZEROUPPER()
	RET()
}

var lowHalves, highHalves *Mem

// halvesTable are places of the lower or upper halves of words, for bytes that are shuffled.
func halvesTable(high bool) Mem {
	table, name, first := &lowHalves, "lowHalves", uint64(0)
	if high {
		table, name, first = &highHalves, "highHalves", 2
	}
	if *table == nil {
		m := GLOBL(name, RODATA|NOPTR)
		places := uint64(0)
		for i := range uint64(4) {
			places |= (4*i + first + (4*i+first+1)<<8) << (16 * i)
		}
		for lane := range 2 {
			DATA(16*lane, U64(places))
			DATA(16*lane+8, U64(1<<63|1<<55|1<<47|1<<39|1<<31|1<<23|1<<15|1<<7))
		}
		*table = &m
	}
	return **table
}

// emitThinPairs emits the function for a panel of 32 or 64 columns of words, each of two numbers
// that follow each other along the inner axis.
func (g *kernel) emitThinPairs(of string) {
	name := "thinPairs" + of + g.set.name
	const vectors = 4
	TEXT(name, NOSPLIT, "func(depth int, a *float32, b *uint32, c *float32, load int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds the product of one row by %d columns of pairs to c.", name, vectors*g.lanes()))
	depth, a, b, c, load := g.argument("depth"), g.argument("a"), g.argument("b"), g.argument("c"), g.argument("load")
	acc := make([]VecVirtual, vectors)
	for j := range acc {
		acc[j] = g.set.vector()
	}
	g.beginThin(name, acc, c, load)
	first, second := g.set.vector(), g.set.vector()
	Label(name + "_loop")
	VBROADCASTSS(Mem{Base: a}, first)
	VBROADCASTSS(Mem{Base: a, Disp: 4}, second)
	for j, x := range acc {
		pair, low, high := g.set.vector(), g.set.vector(), g.set.vector()
		VMOVUPS(Mem{Base: b, Disp: j * g.set.bytes}, pair)
		switch {
		case of == "bf16":
			VPSLLD(Imm(16), pair, low)
			VPSRLD(Imm(16), pair, high)
			VPSLLD(Imm(16), high, high)
		case g.set.opmasks:
			VPSRLD(Imm(16), pair, high)
			VPMOVDW(pair, half(low, g.set))
			VPMOVDW(high, half(high, g.set))
			VCVTPH2PS(half(low, g.set), low)
			VCVTPH2PS(half(high, g.set), high)
		default:
			VPSHUFB(halvesTable(false), pair, low)
			VPSHUFB(halvesTable(true), pair, high)
			VPERMQ(Imm(8), low, low)
			VPERMQ(Imm(8), high, high)
			VCVTPH2PS(half(low, g.set), low)
			VCVTPH2PS(half(high, g.set), high)
		}
		VFMADD231PS(low, first, x)
		VFMADD231PS(high, second, x)
	}
	ADDQ(Imm(8), a)
	ADDQ(U32(vectors*g.set.bytes), b)
	DECQ(depth)
	JNZ(LabelRef(name + "_loop"))
	for j, x := range acc {
		VMOVUPS(x, Mem{Base: c, Disp: j * g.set.bytes})
	}
	VZEROUPPER()
	RET()
}

// dotQuads adds products of quads; those of a have signs if signed is set, else those of b.
func dotQuads(signed bool, a, b, acc Op) {
	if signed {
		VPDPBUSD(a, b, acc)
	} else {
		VPDPBUSD(b, a, acc)
	}
}

// emitQuadsAcross emits the function of quads for columns of bytes that lie side by side. Bytes of
// four rows become words within lanes of 16 bytes; sums stay in the order that this gives.
func emitQuadsAcross(of string, signed bool) {
	name := "quadsAcross" + of + "Zmm"
	TEXT(name, NOSPLIT, "func(panels, depth int, a *byte, b *byte, stepB, ahead int, turn uint32, c *int32, load int)")
	Pragma("noescape")
	Doc(name + " adds the product of one row of quads by columns, panels of 64 bytes, to c. Of a panel, c has quarter i of each lane of 16 columns in vector i.")
	panels, depth, a, b, c := Load(Param("panels"), GP64()), Load(Param("depth"), GP64()), Load(Param("a"), GP64()), Load(Param("b"), GP64()), Load(Param("c"), GP64())
	stepB, ahead, load := Load(Param("stepB"), GP64()), Load(Param("ahead"), GP64()), Load(Param("load"), GP64())
	turn := ZMM()
	VPBROADCASTD(Load(Param("turn"), GP32()), turn)
	g := &kernel{set: avx512, element: elements[0]}
	acc := []VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}
	step3 := GP64()
	LEAQ(Mem{Base: stepB, Index: stepB, Scale: 2}, step3)
	k, row, column := GP64(), GP64(), GP64()
	g.beginThin(name, acc, c, load)
	MOVQ(depth, k)
	MOVQ(a, row)
	MOVQ(b, column)
	Label(name + "_loop")
	scalar := ZMM()
	VPBROADCASTD(Mem{Base: row}, scalar)
	x := make([]VecVirtual, 4)
	places := []Mem{{Base: column}, {Base: column, Index: stepB, Scale: 1}, {Base: column, Index: stepB, Scale: 2}, {Base: column, Index: step3, Scale: 1}}
	next := GP64()
	LEAQ(Mem{Base: column, Index: ahead, Scale: 1}, next)
	for i := range x {
		x[i] = ZMM()
		at := places[i]
		VPXORD(at, turn, x[i])
		at.Base = next
		PREFETCHT1(at)
	}
	pairs := []VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}
	VPUNPCKLBW(x[1], x[0], pairs[0])
	VPUNPCKHBW(x[1], x[0], pairs[1])
	VPUNPCKLBW(x[3], x[2], pairs[2])
	VPUNPCKHBW(x[3], x[2], pairs[3])
	for i := range acc {
		word := ZMM()
		if i%2 == 0 {
			VPUNPCKLWD(pairs[2+i/2], pairs[i/2], word)
		} else {
			VPUNPCKHWD(pairs[2+i/2], pairs[i/2], word)
		}
		dotQuads(signed, scalar, word, acc[i])
	}
	ADDQ(Imm(4), row)
	LEAQ(Mem{Base: column, Index: stepB, Scale: 4}, column)
	DECQ(k)
	JNZ(LabelRef(name + "_loop"))
	for i, sum := range acc {
		VMOVUPS(sum, Mem{Base: c, Disp: 64 * i})
	}
	ADDQ(Imm(64), b)
	ADDQ(U32(256), c)
	DECQ(panels)
	JNZ(LabelRef(name + "_panel"))
	VZEROUPPER()
	RET()
}

// emitQuadsAlong emits the function of quads for columns each of whose bytes follow each other.
func emitQuadsAlong(of string, signed bool) {
	name := "quadsAlong" + of + "Zmm"
	TEXT(name, NOSPLIT, "func(columns, blocks int, a *byte, b *byte, stepB int, turn uint32, c *int32)")
	Pragma("noescape")
	Doc(name + " is the product of one row by columns of blocks of 128 bytes.")
	columns, blocks, a, b, c := Load(Param("columns"), GP64()), Load(Param("blocks"), GP64()), Load(Param("a"), GP64()), Load(Param("b"), GP64()), Load(Param("c"), GP64())
	stepB, turn := Load(Param("stepB"), GP64()), ZMM()
	VPBROADCASTD(Load(Param("turn"), GP32()), turn)
	k, row, column := GP64(), GP64(), GP64()
	acc := []VecVirtual{ZMM(), ZMM()}
	Label(name + "_column")
	VPXORD(acc[0], acc[0], acc[0])
	VPXORD(acc[1], acc[1], acc[1])
	MOVQ(blocks, k)
	MOVQ(a, row)
	MOVQ(b, column)
	Label(name + "_loop")
	for i, sum := range acc {
		x, y := ZMM(), ZMM()
		PREFETCHT0(Mem{Base: column, Disp: 1024 + 64*i})
		VPXORD(Mem{Base: column, Disp: 64 * i}, turn, y)
		VMOVUPS(Mem{Base: row, Disp: 64 * i}, x)
		dotQuads(signed, x, y, sum)
	}
	ADDQ(U32(128), row)
	ADDQ(U32(128), column)
	DECQ(k)
	JNZ(LabelRef(name + "_loop"))
	VPADDD(acc[1], acc[0], acc[0])
	upper := ZMM()
	VEXTRACTI64X4(Imm(1), acc[0], upper.AsY())
	VPADDD(upper.AsY(), acc[0].AsY(), acc[0].AsY())
	VEXTRACTI128(Imm(1), acc[0].AsY(), upper.AsX())
	VPADDD(upper.AsX(), acc[0].AsX(), acc[0].AsX())
	VPSHUFD(Imm(0x4E), acc[0].AsX(), upper.AsX())
	VPADDD(upper.AsX(), acc[0].AsX(), acc[0].AsX())
	VPSHUFD(Imm(0xB1), acc[0].AsX(), upper.AsX())
	VPADDD(upper.AsX(), acc[0].AsX(), acc[0].AsX())
	VMOVD(acc[0].AsX(), Mem{Base: c})
	ADDQ(Imm(4), c)
	ADDQ(stepB, b)
	DECQ(columns)
	JNZ(LabelRef(name + "_column"))
	VZEROUPPER()
	RET()
}
