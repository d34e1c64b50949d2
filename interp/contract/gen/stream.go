package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// streamed is how many vectors a panel of the function for one row has: as many sums as hide that
// each takes four cycles.
const streamed = 8

// emitStream emits the function for one row of a, which goes over panels of neighbouring columns of
// b where they are: every element is read once, so that what counts is the memory. It asks for the
// lines that are so many bytes ahead in b, which no prefetcher of a processor foresees where rows
// are in pages of their own.
func (g *kernel) emitStream() {
	t := g.element.goType
	name := fmt.Sprintf("%s%sStream", g.element.name, g.set.name)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(panels, depth int, a *%s, stepA int, b *%s, stepB, ahead int, c *%s, load int)", t, t, t))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds the product of one row by columns, panels of %d, to c.", name, streamed*g.lanes()))
	panels, depth, a, b, c := g.argument("panels"), g.argument("depth"), g.argument("a"), g.argument("b"), g.argument("c")
	stepA, stepB, ahead, load := g.distance("stepA"), g.distance("stepB"), g.distance("ahead"), g.argument("load")
	acc := make([]VecVirtual, streamed)
	for j := range acc {
		acc[j] = g.set.vector()
	}
	g.scalar, g.product = g.set.vector(), g.set.vector()
	k, row, column := GP64(), GP64(), GP64()
	Label(name + "_panel")
	for _, x := range acc {
		if g.set.opmasks {
			VPXORD(x, x, x)
		} else {
			VXORPS(x, x, x)
		}
	}
	TESTQ(load, load)
	JZ(LabelRef(name + "_begin"))
	for j, x := range acc {
		g.element.store(Mem{Base: c, Disp: j * g.set.bytes}, x)
	}
	Label(name + "_begin")
	MOVQ(depth, k)
	MOVQ(a, row)
	MOVQ(b, column)
	Label(name + "_loop")
	g.element.broadcast(Mem{Base: row}, g.scalar)
	for j, x := range acc {
		at := j * g.set.bytes
		if at%64 == 0 {
			PREFETCHT1(Mem{Base: column, Index: ahead, Scale: 1, Disp: at})
		}
		g.addProduct(g.element.fused, g.element.multiply, Mem{Base: column, Disp: at}, g.scalar, x)
	}
	ADDQ(stepA, row)
	ADDQ(stepB, column)
	DECQ(k)
	JNZ(LabelRef(name + "_loop"))
	for j, x := range acc {
		g.element.store(x, Mem{Base: c, Disp: j * g.set.bytes})
	}
	ADDQ(U32(streamed*g.set.bytes), b)
	ADDQ(U32(streamed*g.set.bytes), c)
	DECQ(panels)
	JNZ(LabelRef(name + "_panel"))
	VZEROUPPER()
	RET()
}
