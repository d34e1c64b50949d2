package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// emitSpread emits a function that copies rows of at most a vector of 32-bit elements, each in the
// order that an index says, which may name elements more than once.
func emitSpread(set instructions) {
	name := "spread" + set.name
	TEXT(name, NOSPLIT, "func(rows int, from *uint32, stepFrom int, to *uint32, stepTo int, index *uint32, in, out int)")
	Pragma("noescape")
	Doc(name + " copies element index[j] of rows of in elements to place j of rows of out elements.")
	g := kernel{set: set, element: elements[0], rows: 1, vectors: 1}
	rows, from, stepFrom := g.argument("rows"), g.argument("from"), g.distance("stepFrom")
	to, stepTo, index := g.argument("to"), g.distance("stepTo"), g.argument("index")
	order, row, result := set.vector(), set.vector(), set.vector()
	if set.opmasks {
		in, out := K(), K()
		for i, m := range []Register{in, out} {
			bits := GP64()
			MOVQ(I32(-1), bits)
			BZHIQ(g.argument([]string{"in", "out"}[i]), bits, bits)
			KMOVW(bits.As32(), m)
		}
		VMOVUPS_Z(Mem{Base: index}, out, order)
		Label(name + "_row")
		VMOVUPS_Z(Mem{Base: from}, in, row)
		VPERMPS(row, order, result)
		VMOVUPS(result, out, Mem{Base: to})
	} else {
		in, out := set.vector(), set.vector()
		for i, m := range []VecVirtual{in, out} {
			at, n := GP64(), g.argument([]string{"in", "out"}[i])
			table := laneTable()
			LEAQ(table.Offset(set.bytes), at)
			SHLQ(Imm(2), n)
			SUBQ(n, at)
			VMOVUPS(Mem{Base: at}, m)
		}
		VMASKMOVPS(Mem{Base: index}, out, order)
		Label(name + "_row")
		VMASKMOVPS(Mem{Base: from}, in, row)
		VPERMPS(row, order, result)
		VMASKMOVPS(result, out, Mem{Base: to})
	}
	ADDQ(stepFrom, from)
	ADDQ(stepTo, to)
	DECQ(rows)
	JNZ(LabelRef(name + "_row"))
	VZEROUPPER()
	RET()
}
