package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// scanRegisters is how many registers of a row are combined together.
const scanRegisters = 4

// scanFunctions are the names of the functions that scan rows, by key, and then of those that do so
// past the caches.
var scanFunctions = map[string][2]string{}

// scanRows defines the function that combines each of some rows with what became of the one before,
// and the one that does so past the caches:
//
//	func(out, acc, x *byte, stride, rows, n int)
//
// There are so many rows, at least one, of n elements each; those of both out and x are stride
// bytes apart. The first is combined with acc. Past the caches go whole lines to addresses that are
// multiples of their size only, and streamEnd must follow; acc is written over then.
func scanRows(m *machine, e element, op string, combine operation, streams bool) {
	name := op + "Scan" + strings.ToUpper(e.name[:1]) + e.name[1:] + m.name
	key := op + "/" + e.name
	names := scanFunctions[key]
	if streams {
		name = op + "ScanStream" + strings.ToUpper(e.name[:1]) + e.name[1:] + m.name
		names[1] = name
	} else {
		names[0] = name
	}
	scanFunctions[key] = names
	lanes := m.bytes / e.size
	TEXT(name, NOSPLIT, "func(out, acc, x *byte, stride, rows, n int)")
	Pragma("noescape")
	Doc(name + " combines rows with those before by " + op + ".")
	out, acc, x := Load(Param("out"), GP64()), Load(Param("acc"), GP64()), Load(Param("x"), GP64())
	stride, rows, n := Load(Param("stride"), GP64()), Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	rest, bytes, done, end := GP64(), GP64(), GP64(), GP64()
	MOVQ(n, rest)
	ANDQ(U8(uint8(lanes-1)), rest)
	last := newSumTail(m, e, rest, sumLanes/lanes)
	MOVQ(n, bytes)
	SHLQ(U8(uint8(e.size/4+1)), bytes)
	at := func(base Register, i int) Mem {
		return Mem{Base: base, Index: done, Scale: 1, Disp: i * m.bytes}
	}
	Label("row")
	XORQ(done, done)
	for _, registers := range []int{scanRegisters, 1} {
		label, next := "several", "single"
		if registers == 1 {
			label, next = "single", "tail"
		}
		Label(label)
		LEAQ(Mem{Base: done, Disp: registers * m.bytes}, end)
		CMPQ(end, bytes)
		JG(LabelRef(next))
		v := m.vectors(registers)
		for i := range v {
			VMOVUPS(at(acc, i), v[i])
			combine(at(x, i), v[i], v[i])
		}
		for i := range v {
			if streams {
				VMOVUPS(v[i], at(acc, i))
				VMOVNTPS(v[i], at(out, i))
			} else {
				VMOVUPS(v[i], at(out, i))
			}
		}
		MOVQ(end, done)
		JMP(LabelRef(label))
	}
	Label("tail")
	if !streams {
		CMPQ(done, bytes)
		JE(LabelRef("next"))
		v, w := m.vector(), m.vector()
		last.load(at(acc, 0), v)
		last.load(at(x, 0), w)
		combine(w, v, v)
		last.store(v, at(out, 0))
		Label("next")
		MOVQ(out, acc)
	}
	ADDQ(stride, out)
	ADDQ(stride, x)
	DECQ(rows)
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}

func floatScans(m *machine) {
	for _, e := range floats {
		for _, streams := range []bool{false, true} {
			scanRows(m, e, "add", e.floatOp(VADDPS, VADDPD), streams)
			scanRows(m, e, "mul", e.floatOp(VMULPS, VMULPD), streams)
		}
	}
}
