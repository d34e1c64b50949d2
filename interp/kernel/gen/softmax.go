package main

import (
	"math"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// expAtOnce is how many registers expSums computes side by side.
const expAtOnce = 4

// expSums defines the function that exponentiates rows of f32, from each of which a number is
// subtracted, and sums them, where there is room in registers for all constants:
//
//	func(out, x, less, sums *byte, n, rows int)
//
// Rows have n elements, at least one, and follow each other without a gap, in out as well. Element
// i goes to lane i mod 16 of its row's sum; the lanes are joined by halves in the end.
func expSums(m *machine) {
	if !m.avx512 {
		return
	}
	const width = sumLanes
	name := "expSums" + m.name
	TEXT(name, NOSPLIT, "func(out, x, less, sums *byte, n, rows int)")
	Pragma("noescape")
	Doc(name + " exponentiates rows less a number each, and sums them.")
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	less, sums := Load(Param("less"), GP64()), Load(Param("sums"), GP64())
	n, rows := Load(Param("n"), GP64()), Load(Param("rows"), GP64())
	exp := functions[slices.IndexFunc(functions, func(f function) bool { return f.name == "exp" })].single.form
	t := &machineTarget{m, expAtOnce, f32, map[uint64]VecVirtual{}, nil}
	constants, _ := constantsOf(exp, f32)
	for _, bits := range constants {
		t.held[bits] = m.repeat(constant{4, bits})
	}
	last := newSumTail(m, f32, n, 1)
	subtrahend, sum := m.vector(), m.vector()
	done, end := GP64(), GP64()
	at := func(base Register, i int) Mem {
		return Mem{Base: base, Index: done, Scale: 4, Disp: i * m.bytes}
	}

	Label("row")
	VBROADCASTSS(Mem{Base: less}, subtrahend)
	VBROADCASTSD(word(floatConstant(4, math.Copysign(0, -1)).word()), sum)
	XORQ(done, done)
	for _, loop := range []struct {
		label     string
		registers int
	}{{"turn", expAtOnce}, {"step", 1}} {
		Label(loop.label)
		LEAQ(Mem{Base: done, Disp: loop.registers * width}, end)
		CMPQ(end, n)
		JGT(LabelRef(loop.label + "_end"))
		v := m.vectors(loop.registers)
		for i := range v {
			VMOVUPS(at(x, i), v[i])
			VSUBPS(subtrahend, v[i], v[i])
		}
		t.registers = loop.registers
		for i, e := range exp.one(t, lanes{registers: v}).(lanes).registers {
			VMOVUPS(e, at(out, i))
			VADDPS(e, sum, sum)
		}
		MOVQ(end, done)
		JMP(LabelRef(loop.label))
		Label(loop.label + "_end")
	}
	CMPQ(done, n)
	JE(LabelRef("join"))
	v := m.vector()
	VMOVUPS_Z(at(x, 0), last.masks[0], v)
	VSUBPS(subtrahend, v, v)
	t.registers = 1
	e := exp.one(t, lanes{registers: []VecVirtual{v}}).(lanes).registers[0]
	VMOVUPS(e, last.masks[0], at(out, 0))
	VADDPS(e, sum, last.masks[0], sum)

	Label("join")
	m.across(VADDPS, sum, f32)
	storeOne(f32, sum.AsX(), Mem{Base: sums})
	LEAQ(Mem{Base: x, Index: n, Scale: 4}, x)
	LEAQ(Mem{Base: out, Index: n, Scale: 4}, out)
	ADDQ(U8(4), less)
	ADDQ(U8(4), sums)
	DECQ(rows)
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}
