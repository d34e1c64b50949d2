package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bandRows is the number of rows of the result that one function writes: a cache line of the
// operand.
const bandRows = 16

// transposeBand defines the function that transposes 16 elements of 4 bytes of each of some runs of
// x, xStride bytes apart:
//
//	func(out, x *byte, outStride, xStride, columns, ahead int) (done int)
//
// Element r of run c goes to place c of row r of the result; rows are outStride bytes apart. It
// does the first done of the columns. Four elements of as many runs as a register has room for are
// loaded by quarters, transposed in squares, and stored as four parts of rows: with AVX-512, whole
// cache lines, which can go past the caches. What is so many bytes further on in x is fetched.
func transposeBand(m *machine, streams bool) {
	name, store := "transposeBand"+m.name, func(v VecVirtual, to Op) { VMOVUPS(v, to) }
	if streams {
		name, store = "streamBand"+m.name, func(v VecVirtual, to Op) { VMOVNTPS(v, to) }
	}
	width := m.bytes / 4 // columns at once
	TEXT(name, NOSPLIT, "func(out, x *byte, outStride, xStride, columns, ahead int) (done int)")
	Pragma("noescape")
	Doc(name + " transposes 16 elements of 4 bytes of each of some runs.")
	out, outStride, columns := Load(Param("out"), GP64()), Load(Param("outStride"), GP64()), Load(Param("columns"), GP64())
	x, xStride := Load(Param("x"), GP64()), Load(Param("xStride"), GP64())
	ahead := Load(Param("ahead"), GP64())
	xStride3, outStride3 := GP64(), GP64()
	LEAQ(Mem{Base: xStride, Index: xStride, Scale: 2}, xStride3)
	LEAQ(Mem{Base: outStride, Index: outStride, Scale: 2}, outStride3)
	bases := []Register{x}
	for len(bases) < width/4 {
		bases = append(bases, GP64())
	}
	at := func(base, stride, stride3 Register, i int) Mem {
		switch i {
		case 0:
			return Mem{Base: base}
		case 3:
			return Mem{Base: base, Index: stride3, Scale: 1}
		}
		return Mem{Base: base, Index: stride, Scale: uint8(i)}
	}
	done, end, to, low := GP64(), GP64(), GP64(), XMM()
	XORQ(done, done)
	Label("columns")
	LEAQ(Mem{Base: done, Disp: width}, end)
	CMPQ(end, columns)
	JGT(LabelRef("end"))
	for i := 1; i < len(bases); i++ {
		LEAQ(Mem{Base: bases[i-1], Index: xStride, Scale: 4}, bases[i])
	}
	MOVQ(out, to)
	for from := 0; from < bandRows; from += 4 {
		rows := make([]VecVirtual, 4)
		for i := range rows {
			rows[i] = m.vector()
			run := func(k int) Mem { return at(bases[k], xStride, xStride3, i).Offset(from * 4) }
			VMOVUPS(run(0), low)
			if from == 0 {
				for k := range bases {
					fetched := GP64()
					LEAQ(run(k), fetched)
					PREFETCHT1(Mem{Base: fetched, Index: ahead, Scale: 1})
				}
			}
			if m.avx512 {
				VINSERTF32X4(U8(1), run(1), low.AsZ(), rows[i])
				VINSERTF32X4(U8(2), run(2), rows[i], rows[i])
				VINSERTF32X4(U8(3), run(3), rows[i], rows[i])
			} else {
				VINSERTF128(U8(1), run(1), low.AsY(), rows[i])
			}
		}
		for r, v := range transpose(m, rows) {
			store(v, at(to, outStride, outStride3, r))
		}
		LEAQ(Mem{Base: to, Index: outStride, Scale: 4}, to)
	}
	LEAQ(Mem{Base: bases[len(bases)-1], Index: xStride, Scale: 4}, x)
	ADDQ(U8(m.bytes), out)
	MOVQ(end, done)
	JMP(LabelRef("columns"))
	Label("end")
	Store(done, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
