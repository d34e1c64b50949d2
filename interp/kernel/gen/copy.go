package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// copyRegisters is how many registers of a row are copied together.
const copyRegisters = 4

// copyRows defines the function that copies rows of bytes, and the one that copies them past the
// caches:
//
//	func(out, x *byte, outStride, xStride, n, rows, ahead int)
//
// There are so many rows, at least one, of n bytes each, at least minRow; they are strides
// apart. With AVX2 the last register of a row may be copied with some that have been copied. What
// is so many bytes ahead in x is fetched. Past the caches go whole lines to addresses that are
// multiples of their size only, and streamEnd must follow.
func copyRows(m *machine, streams bool) {
	name := "copyRows" + m.name
	if streams {
		name = "streamRows" + m.name
	}
	TEXT(name, NOSPLIT, "func(out, x *byte, outStride, xStride, n, rows, ahead int)")
	Pragma("noescape")
	Doc(name + " copies rows.")
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	outStride, xStride := Load(Param("outStride"), GP64()), Load(Param("xStride"), GP64())
	n, rows, ahead := Load(Param("n"), GP64()), Load(Param("rows"), GP64()), Load(Param("ahead"), GP64())
	ADDQ(x, ahead)
	done, end := GP64(), GP64()
	at := func(base Register, i int) Mem {
		return Mem{Base: base, Index: done, Scale: 1, Disp: i * m.bytes}
	}
	store := func(v VecVirtual, to Op) { VMOVUPS(v, to) }
	if streams {
		store = func(v VecVirtual, to Op) { VMOVNTPS(v, to) }
	}
	move := func(registers int) {
		v := m.vectors(registers)
		for i := range v {
			VMOVUPS(at(x, i), v[i])
			if i*m.bytes%lineBytes == 0 {
				PREFETCHT0(at(ahead, i))
			}
		}
		for i := range v {
			store(v[i], at(out, i))
		}
	}
	mask := newCopyMask(m, n, streams)
	Label("row")
	XORQ(done, done)
	for _, loop := range []struct {
		label     string
		registers int
	}{{"turn", copyRegisters}, {"step", max(1, lineBytes/m.bytes)}, {"one", 1}} {
		if loop.label == "one" && (streams || m.avx512) {
			continue
		}
		Label(loop.label)
		LEAQ(Mem{Base: done, Disp: loop.registers * m.bytes}, end)
		CMPQ(end, n)
		JGT(LabelRef(loop.label + "_end"))
		move(loop.registers)
		MOVQ(end, done)
		JMP(LabelRef(loop.label))
		Label(loop.label + "_end")
	}
	if !streams {
		CMPQ(done, n)
		JE(LabelRef("next"))
		if m.avx512 {
			v := m.vector()
			VMOVDQU8_Z(at(x, 0), mask, v)
			VMOVDQU8(v, mask, at(out, 0))
		} else {
			LEAQ(Mem{Base: n, Disp: -m.bytes}, done)
			move(1)
		}
		Label("next")
	}
	ADDQ(outStride, out)
	ADDQ(xStride, x)
	ADDQ(xStride, ahead)
	DECQ(rows)
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// newCopyMask has a bit for each byte of a row that fills no register.
func newCopyMask(m *machine, n Register, streams bool) Op {
	if !m.avx512 || streams {
		return nil
	}
	rest, all, k := GP64(), GP64(), K()
	MOVQ(n, rest)
	ANDQ(U8(uint8(m.bytes-1)), rest)
	MOVQ(I32(-1), all)
	BZHIQ(rest, all, all)
	KMOVQ(all, k)
	return k
}

// minRow is how many bytes a row has at least that copyRows takes.
func (m *machine) minRow() int {
	if m.avx512 {
		return 1
	}
	return m.bytes
}
