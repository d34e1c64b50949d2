package main

import (
	"fmt"
	"math"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// joinFunctions are the names of the functions that join rows of columns, by key.
var joinFunctions = map[string]string{}

// joinColumns defines the function that joins rows, no more than there are lanes, by halves:
//
//	func(out, x *byte, stride, rows, n, ahead int)
//
// Rows are of n columns, and stride bytes apart. A lane without a row is the neutral element, which
// makes no difference to what is combined with it. What is so many bytes further on is fetched. It
// is long because its parts share registers.
func joinColumns(m *machine, e element, op string, combine operation, neutral float64) {
	name := op + "Join" + strings.ToUpper(e.name[:1]) + e.name[1:] + m.name
	joinFunctions[op+"/"+e.name] = name
	lanes := m.bytes / e.size
	TEXT(name, NOSPLIT, "func(out, x *byte, stride, rows, n, ahead int)")
	Pragma("noescape")
	Doc(name + " joins rows of columns by " + op + ".")
	out, stride := Load(Param("out"), GP64()), Load(Param("stride"), GP64())
	rows, n := Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	stride3 := GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	fours := func(first Register) []Register {
		list := []Register{first}
		for len(list) < sumLanes/4 {
			next := GP64()
			LEAQ(Mem{Base: list[len(list)-1], Index: stride, Scale: 4}, next)
			list = append(list, next)
		}
		return list
	}
	bases := fours(Load(Param("x"), GP64()))
	fetched := fours(Load(Param("ahead"), GP64()))
	for _, base := range fetched {
		ADDQ(bases[0], base)
	}
	at := func(list []Register, row, disp int) Mem {
		base := list[row/4]
		switch row % 4 {
		case 0:
			return Mem{Base: base, Disp: disp}
		case 3:
			return Mem{Base: base, Index: stride3, Scale: 1, Disp: disp}
		}
		return Mem{Base: base, Index: stride, Scale: uint8(row % 4), Disp: disp}
	}
	none := m.repeat(floatConstant(e.size, neutral))
	const half = sumLanes / 2
	// join emits the joining of lane and all that are a multiple of step behind it, for so many
	// registers of columns, so that few results wait for others.
	var join func(label string, lane, step, registers int, load func(from Mem, v VecVirtual)) []VecVirtual
	join = func(label string, lane, step, registers int, load func(from Mem, v VecVirtual)) []VecVirtual {
		if step < half {
			sums := join(label, lane, 2*step, registers, load)
			for r, v := range join(label, lane+step, 2*step, registers, load) {
				combine(v, sums[r], sums[r])
			}
			return sums
		}
		sums := m.vectors(registers)
		for _, v := range sums {
			VMOVAPS(none, v)
		}
		end := fmt.Sprintf("%s_%d", label, lane)
		for _, row := range []int{lane, lane + half} {
			CMPQ(rows, U8(uint8(row)))
			JLE(LabelRef(end))
			for r, sum := range sums {
				from := at(bases, row, r*m.bytes)
				if label != "near" && r*m.bytes%lineBytes == 0 {
					PREFETCHT1(at(fetched, row, r*m.bytes))
				}
				if row < half {
					load(from, sum)
				} else {
					v := m.vector()
					load(from, v)
					combine(v, sum, sum)
				}
			}
		}
		Label(end)
		return sums
	}
	plain := func(from Mem, v VecVirtual) { VMOVUPS(from, v) }
	wide := 2
	if m.avx512 {
		wide = 4
	}
	CMPQ(fetched[0], bases[0])
	JNE(LabelRef("wide"))
	for _, loop := range []struct {
		label, next string
		registers   int
	}{{"near", "single", wide}, {"wide", "single", wide}, {"single", "tail", 1}} {
		label, next, registers := loop.label, loop.next, loop.registers
		Label(label)
		CMPQ(n, U32(uint32(registers*lanes)))
		JL(LabelRef(next))
		for r, v := range join(label, 0, 1, registers, plain) {
			VMOVUPS(v, Mem{Base: out, Disp: r * m.bytes})
		}
		ADDQ(U32(uint32(registers*m.bytes)), out)
		for _, list := range [][]Register{bases, fetched} {
			for _, base := range list {
				ADDQ(U32(uint32(registers*m.bytes)), base)
			}
		}
		SUBQ(U8(uint8(registers*lanes)), n)
		JMP(LabelRef(label))
	}
	Label("tail")
	TESTQ(n, n)
	JE(LabelRef("end"))
	last := newSumTail(m, e, n, sumLanes/lanes)
	last.store(join("tail", 0, 1, 1, last.load)[0], Mem{Base: out})
	Label("end")
	VZEROUPPER()
	RET()
}

func floatJoins(m *machine) {
	for _, e := range floats {
		joinColumns(m, e, "add", e.floatOp(VADDPS, VADDPD), math.Copysign(0, -1))
		joinColumns(m, e, "mul", e.floatOp(VMULPS, VMULPD), 1)
	}
}
