package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// emitDiagonal emits the kernel of convolutions that keep channels apart: both operands are vectors
// over channels, and each channel of c sums its own products.
func (g *kernel) emitDiagonal() {
	t := g.element.goType
	name := fmt.Sprintf("%s%sDiagonal%d", g.element.name, g.set.name, g.vectors)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(depth int, a *%s, stepA int, b *%s, stepB int, c *%s, cols, load int)", t, t, t))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds elementwise products of up to %d columns to c.", name, g.vectors*g.lanes()))
	g.k, g.a, g.stepA, g.b, g.stepB = g.argument("depth"), g.argument("a"), g.distance("stepA"), g.argument("b"), g.distance("stepB")
	g.c, g.cols, g.load = g.argument("c"), g.argument("cols"), g.argument("load")
	g.allocate()
	g.bothWidths(name, func(prefix string, masked bool) {
		g.begin(prefix, masked)
		for j := range g.vectors {
			at := j * g.set.bytes
			g.read(Mem{Base: g.a, Disp: at}, j, g.values[j], masked)
			if masked {
				g.read(Mem{Base: g.b, Disp: at}, j, g.product, masked)
				g.addProduct(g.element.fused, g.element.multiply, g.product, g.values[j], g.acc[0][j])
			} else {
				g.addProduct(g.element.fused, g.element.multiply, Mem{Base: g.b, Disp: at}, g.values[j], g.acc[0][j])
			}
		}
		ADDQ(g.stepA, g.a)
		ADDQ(g.stepB, g.b)
		g.end(prefix, masked)
	})
}
