package progen

import (
	"slices"
	"strings"
)

// fusion writes a region of ops that run as one. It sees nothing but its
// arguments.
func (g *generator) fusion() {
	outer := slices.Clone(g.visible)
	var bound []string
	var inputs, outputs []tensorType
	var args []value
	for range 1 + g.rng.IntN(3) {
		x := g.some()
		a := value{g.name(), x.tensorType}
		args, inputs = append(args, a), append(inputs, x.tensorType)
		bound = append(bound, a.name+" = "+x.name)
	}
	made := g.visible[len(outer):] // constants for what was missing
	outer = append(outer, made...)
	body := g.capture(func() {
		g.visible = args
		g.depth++
		for range 1 + g.rng.IntN(5) {
			pickOf(g, []func(){g.unary, g.binary, g.binary, g.compare, g.choose, g.convert, g.chain, g.reduce, g.moveOnce})()
		}
		var names []string
		for range 1 + g.rng.IntN(2) {
			v := g.some()
			names, outputs = append(names, v.name), append(outputs, v.tensorType)
		}
		g.line("tg.yield %s : %s", strings.Join(names, ", "), types(outputs))
		g.depth--
	})
	g.visible = outer
	r := g.name()
	g.line("%s:%d = tg.fusion (%s) : (%s) -> (%s) {", r, len(outputs), strings.Join(bound, ", "), types(inputs), types(outputs))
	g.out.WriteString(body)
	g.line("}")
	g.results(r, outputs)
}

func (g *generator) moveOnce() { g.moveOf(g.rng.IntN(5), g.some()) }

// capture is the text that write writes.
func (g *generator) capture(write func()) string {
	before := g.out.String()
	g.out.Reset()
	write()
	text := g.out.String()
	g.out.Reset()
	g.out.WriteString(before)
	return text
}
