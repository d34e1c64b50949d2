package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// peakTimes is how often a round adds to each sum.
const peakTimes = 4

// emitPeak emits a function that adds products of registers, the most that a processor can do.
func (g *kernel) emitPeak() {
	// As many sums as the largest block has, none of which waits for another.
	widest := g.set.vectors[len(g.set.vectors)-1]
	sums := tallest(widest) * widest
	name := fmt.Sprintf("%s%sPeak", g.element.name, g.set.name)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(rounds int, x *%s)", g.element.goType))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds the square of x to %d vectors, %d times so many rounds.", name, sums, peakTimes))
	rounds, x := g.argument("rounds"), g.argument("x")
	value := g.set.vector()
	g.element.broadcast(Mem{Base: x}, value)
	for range sums {
		g.values = append(g.values, g.set.vector())
	}
	for _, acc := range g.values {
		g.element.broadcast(Mem{Base: x}, acc)
	}
	Label(name + "_loop")
	for range peakTimes {
		for _, acc := range g.values {
			g.element.fused(value, value, acc)
		}
	}
	DECQ(rounds)
	JNZ(LabelRef(name + "_loop"))
	VZEROUPPER()
	RET()
}
