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
	name := "expSums" + m.name
	TEXT(name, NOSPLIT, "func(out, x, less, sums *byte, n, rows int)")
	Pragma("noescape")
	Doc(name + " exponentiates rows less a number each, and sums them.")
	e := newExpRows(m)
	Label("row")
	e.row(func(int, Op) {})
	LEAQ(Mem{Base: e.out, Index: e.n, Scale: 4}, e.out)
	e.next()
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// expQuotients defines the function that divides rows that expSums makes by their sums, too, also
// past the caches:
//
//	func(out, x, less, sums *byte, n, rows int, quotients *byte)
//
// Of out there are two rows, which take turns. Dividing takes no part of the processor that
// exponentials need, so a row is divided while the next one is exponentiated.
func expQuotients(m *machine, streams bool) {
	name, store := "expQuotients"+m.name, func(v VecVirtual, to Op) { VMOVUPS(v, to) }
	if streams {
		name, store = "expStreams"+m.name, func(v VecVirtual, to Op) { VMOVNTPS(v, to) }
	}
	TEXT(name, NOSPLIT, "func(out, x, less, sums *byte, n, rows int, quotients *byte)")
	Pragma("noescape")
	Doc(name + " exponentiates rows less a number each, sums them, and divides them by their sums.")
	e := newExpRows(m)
	quotients, before, some := Load(Param("quotients"), GP64()), GP64(), GP64()
	LEAQ(Mem{Base: e.out, Index: e.n, Scale: 4}, before)
	XORQ(some, some)
	divide := func(registers int, mask Op) {
		v := m.vectors(registers)
		for i := range v {
			if mask != nil {
				VMOVUPS_Z(e.at(before, i), mask, v[i])
			} else {
				VMOVUPS(e.at(before, i), v[i])
			}
			VDIVPS_BCST(Mem{Base: e.sums, Disp: -4}, v[i], v[i])
		}
		for i := range v {
			if mask != nil {
				VMOVUPS(v[i], mask, e.at(quotients, i))
			} else {
				store(v[i], e.at(quotients, i))
			}
		}
	}
	Label("row")
	e.row(func(registers int, mask Op) {
		first := m.label()
		TESTQ(some, some)
		JE(LabelRef(first))
		divide(registers, mask)
		Label(first)
	})
	XCHGQ(e.out, before)
	TESTQ(some, some)
	JE(LabelRef("first"))
	LEAQ(Mem{Base: quotients, Index: e.n, Scale: 4}, quotients)
	Label("first")
	MOVQ(I32(1), some)
	e.next()
	JNE(LabelRef("row"))

	XORQ(e.done, e.done)
	e.loops("last", func(registers int, mask Op) { divide(registers, mask) })
	VZEROUPPER()
	RET()
}

// expRows is what functions on rows of exponentials have in common.
type expRows struct {
	m                         *machine
	exp                       form
	t                         *machineTarget
	tail                      *sumTail
	out, x, less, sums, after Register // after is behind the rows of x, which is fetched
	n, rows, done, end        Register
	sum                       VecVirtual
}

func newExpRows(m *machine) *expRows {
	e := &expRows{m: m, out: Load(Param("out"), GP64()), x: Load(Param("x"), GP64()), less: Load(Param("less"), GP64()), sums: Load(Param("sums"), GP64())}
	e.n, e.rows, e.done, e.end = Load(Param("n"), GP64()), Load(Param("rows"), GP64()), GP64(), GP64()
	e.after = GP64()
	MOVQ(e.rows, e.after)
	IMULQ(e.n, e.after)
	LEAQ(Mem{Base: e.x, Index: e.after, Scale: 4}, e.after)
	e.exp = functions[slices.IndexFunc(functions, func(f function) bool { return f.name == "exp" })].single.form
	e.t = &machineTarget{m, expAtOnce, f32, map[uint64]VecVirtual{}, nil}
	constants, _ := constantsOf(e.exp, f32)
	for _, bits := range constants {
		e.t.held[bits] = m.repeat(constant{4, bits})
	}
	e.tail, e.sum = newSumTail(m, f32, e.n, 1), m.vector()
	return e
}

// at is the address of a register of a row.
func (e *expRows) at(base Register, i int) Mem {
	return Mem{Base: base, Index: e.done, Scale: 4, Disp: i * e.m.bytes}
}

// row emits a row, and its sum. besides emits what else is done at the same place of rows.
func (e *expRows) row(besides func(registers int, mask Op)) {
	VBROADCASTSD(word(floatConstant(4, math.Copysign(0, -1)).word()), e.sum)
	XORQ(e.done, e.done)
	e.loops("turn", func(registers int, mask Op) {
		v := e.m.vectors(registers)
		for i := range v {
			if mask != nil {
				VMOVUPS_Z(e.at(e.x, i), mask, v[i])
			} else {
				VMOVUPS(e.at(e.x, i), v[i])
			}
			PREFETCHT1(e.at(e.after, i))
			VSUBPS_BCST(Mem{Base: e.less}, v[i], v[i])
		}
		e.t.registers = registers
		for i, p := range e.exp.one(e.t, lanes{registers: v}).(lanes).registers {
			if mask != nil {
				VMOVUPS(p, mask, e.at(e.out, i))
				VADDPS(p, e.sum, mask, e.sum)
			} else {
				VMOVUPS(p, e.at(e.out, i))
				VADDPS(p, e.sum, e.sum)
			}
		}
		besides(registers, mask)
	})
	e.m.across(VADDPS, e.sum, f32)
	storeOne(f32, e.sum.AsX(), Mem{Base: e.sums})
}

// loops emits what is done with all registers of a row, some at a time, and with the elements that
// fill none.
func (e *expRows) loops(label string, body func(registers int, mask Op)) {
	for _, registers := range []int{expAtOnce, 1} {
		if registers == 1 {
			label += "_one"
		}
		Label(label)
		LEAQ(Mem{Base: e.done, Disp: registers * sumLanes}, e.end)
		CMPQ(e.end, e.n)
		JGT(LabelRef(label + "_end"))
		body(registers, nil)
		MOVQ(e.end, e.done)
		JMP(LabelRef(label))
		Label(label + "_end")
	}
	CMPQ(e.done, e.n)
	JE(LabelRef(label + "_done"))
	body(1, e.tail.masks[0])
	Label(label + "_done")
}

// next goes to the next row, or says that there is none.
func (e *expRows) next() {
	LEAQ(Mem{Base: e.x, Index: e.n, Scale: 4}, e.x)
	LEAQ(Mem{Base: e.after, Index: e.n, Scale: 4}, e.after)
	ADDQ(U8(4), e.less)
	ADDQ(U8(4), e.sums)
	DECQ(e.rows)
}
