package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// emitList emits the kernel of convolutions of few features: as emit does, but where the elements
// of a row of a are, an inner position after the other, is what a list says.
func (g *kernel) emitList() {
	t := g.element.goType
	name := fmt.Sprintf("%s%sList%dx%d", g.element.name, g.set.name, g.rows, g.vectors)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(depth int, list *int, a *%s, rowA int, b *%s, stepB int, c *%s, stepC int, cols, load int)", t, t, t))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds a %dxk by kx%d product to c, with elements of a that a list names.", name, g.rows, g.vectors*g.lanes()))
	g.loadListArguments()
	g.allocate()
	g.bothWidths(name, g.listBody)
}

func (g *kernel) loadListArguments() {
	g.k, g.list, g.a, g.rowA = g.argument("depth"), g.argument("list"), g.argument("a"), g.distance("rowA")
	g.b, g.stepB, g.c, g.stepC = g.argument("b"), g.distance("stepB"), g.argument("c"), g.distance("stepC")
	g.cols, g.load = g.argument("cols"), g.argument("load")
	g.multiplesOfRowA()
}

func (g *kernel) listBody(prefix string, masked bool) {
	first := g.a
	g.begin(prefix, masked)
	g.a = GP64()
	MOVQ(Mem{Base: g.list}, g.a)
	LEAQ(Mem{Base: first, Index: g.a, Scale: uint8(g.element.bytes)}, g.a)
	g.step(masked)
	ADDQ(Imm(8), g.list)
	g.end(prefix, masked)
	g.a = first
}
