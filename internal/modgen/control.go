package modgen

import (
	"fmt"
	"strings"
)

// loopTypes are the types of what a region makes.
func (g *generator) loopTypes(most int) []string {
	var types []string
	for range g.IntN(most + 1) {
		types = append(types, g.pick("i32", "f32", "index", "i1", "i64", "vector<4xf32>", "tensor<2xi32>"))
	}
	return types
}

// yield ends a region of scf.
func (g *generator) yield(types []string) {
	if len(types) == 0 {
		if g.chance(20) {
			g.line("scf.yield")
		}
		return
	}
	g.line("scf.yield %s : %s", g.operands(types), strings.Join(types, ", "))
}

// inside writes the lines of a region, without its braces.
func (g *generator) inside(types []string) {
	mark := len(g.values)
	g.indent++
	g.nest++
	g.statements(g.IntN(4))
	g.yield(types)
	g.nest--
	g.indent--
	g.values = g.values[:mark]
}

// withResults writes an op whose results come into scope behind it.
func (g *generator) withResults(types []string, write func(head string)) {
	mark := len(g.values)
	head := g.results(types)
	made := append([]value(nil), g.values[mark:]...)
	g.values = g.values[:mark]
	write(head)
	g.values = append(g.values[:mark], made...)
}

func arrow(types []string) string {
	if len(types) == 0 {
		return ""
	}
	return " -> (" + strings.Join(types, ", ") + ")"
}

func (g *generator) scfIf() {
	types := g.loopTypes(2)
	c := g.operand("i1")
	g.withResults(types, func(head string) {
		g.line("%sscf.if %s%s {", head, c, arrow(types))
		g.inside(types)
		if len(types) > 0 || g.chance(40) {
			g.line("} else {")
			g.inside(types)
		}
		g.line("}%s", g.attrDict())
	})
}

func (g *generator) scfFor() {
	types := g.loopTypes(2)
	t := g.pick("index", "index", "i32", "i64")
	lower, upper, step := g.operand(t), g.operand(t), g.operand(t)
	inits := make([]string, len(types))
	for i, t := range types {
		inits[i] = g.operand(t)
	}
	g.withResults(types, func(head string) {
		mark := len(g.values)
		iv := g.define(t)
		args := make([]string, len(types))
		for i, t := range types {
			args[i] = g.define(t).name + " = " + inits[i]
		}
		carried := ""
		if len(types) > 0 {
			carried = " iter_args(" + strings.Join(args, ", ") + ")" + arrow(types)
		}
		suffix := " : " + t
		if t == "index" {
			suffix = ""
		}
		g.line("%sscf.for %s = %s to %s step %s%s%s {", head, iv.name, lower, upper, step, carried, suffix)
		g.inside(types)
		g.line("}%s", g.attrDict())
		g.values = g.values[:mark]
	})
}

func (g *generator) scfWhile() {
	types := g.loopTypes(2)
	inits := make([]string, len(types))
	for i, t := range types {
		inits[i] = g.operand(t)
	}
	signature := " : (" + strings.Join(types, ", ") + ") -> (" + strings.Join(types, ", ") + ")"
	g.withResults(types, func(head string) {
		mark := len(g.values)
		args := make([]string, len(types))
		before := make([]string, len(types))
		for i, t := range types {
			v := g.define(t)
			args[i], before[i] = v.name+" = "+inits[i], v.name
		}
		list := ""
		if len(types) > 0 {
			list = " (" + strings.Join(args, ", ") + ")"
		}
		g.line("%sscf.while%s%s {", head, list, signature)
		g.indent++
		g.nest++
		g.statements(g.IntN(3))
		c := g.operand("i1")
		if len(types) > 0 {
			g.line("scf.condition(%s) %s : %s", c, g.operands(types), strings.Join(types, ", "))
		} else {
			g.line("scf.condition(%s)", c)
		}
		g.values = g.values[:mark]
		g.indent--
		g.line("} do {")
		if len(types) > 0 {
			for i, t := range types {
				args[i] = g.define(t).name + ": " + t
			}
			g.blocks++
			g.line("^bb%d(%s):", g.blocks, strings.Join(args, ", "))
		}
		g.nest--
		g.caseBody(types)
		g.line("}%s", g.pick("", "", " attributes {u.w}"))
		g.values = g.values[:mark]
	})
}

func (g *generator) executeRegion() {
	types := g.loopTypes(1)
	g.withResults(types, func(head string) {
		result := ""
		if len(types) > 0 {
			result = " -> " + types[0]
		}
		g.line("%sscf.execute_region%s {", head, result)
		mark := len(g.values)
		g.indent++
		g.nest++
		g.statements(g.IntN(3))
		g.nest--
		if len(types) > 0 {
			g.line("scf.yield %s : %s", g.operands(types), types[0])
		} else {
			g.line("scf.yield")
		}
		g.indent--
		g.values = g.values[:mark]
		g.line("}")
	})
}

func (g *generator) indexSwitch() {
	types := g.loopTypes(1)
	on := g.operand("index")
	g.withResults(types, func(head string) {
		result := ""
		if len(types) > 0 {
			result = " -> " + types[0]
		}
		g.line("%sscf.index_switch %s%s", head, on, result)
		for i := range g.IntN(3) {
			g.line("case %d {", i*3-1)
			g.caseBody(types)
			g.line("}")
		}
		g.line("default {")
		g.caseBody(types)
		g.line("}")
	})
}

// caseBody writes the lines of a region whose terminator must be spelt out.
func (g *generator) caseBody(types []string) {
	mark := len(g.values)
	g.indent++
	g.nest++
	g.statements(g.IntN(2))
	if len(types) > 0 {
		g.line("scf.yield %s : %s", g.operands(types), strings.Join(types, ", "))
	} else {
		g.line("scf.yield")
	}
	g.nest--
	g.indent--
	g.values = g.values[:mark]
}

// block is a block of a function that will be written.
type block struct {
	name string
	args []string
}

// controlFlow writes a function body of several blocks. A block uses its own
// values and those of the entry block, which dominates all.
func (g *generator) controlFlow(end func()) {
	blocks := make([]block, 2+g.IntN(4))
	for i := range blocks {
		blocks[i].name = fmt.Sprintf("^%s%d", g.pick("bb", "loop", "b."), i+1)
		for range g.IntN(3) {
			blocks[i].args = append(blocks[i].args, g.pick("i32", "f32", "index", "i1", "i64"))
		}
	}
	g.statements(1 + g.IntN(5))
	g.branch(blocks)
	mark := len(g.values)
	order := g.Perm(len(blocks))
	for _, i := range order {
		b := blocks[i]
		g.values = g.values[:mark]
		args := make([]string, len(b.args))
		for i, t := range b.args {
			args[i] = g.define(t).name + ": " + t
		}
		g.indent--
		if len(args) > 0 {
			g.line("%s(%s):", b.name, strings.Join(args, ", "))
		} else {
			g.line("%s:", b.name)
		}
		g.indent++
		g.statements(g.IntN(4))
		if g.chance(40) {
			end()
		} else {
			g.branch(blocks)
		}
	}
	g.values = g.values[:mark]
}

// target is a successor with what it is passed.
func (g *generator) target(b block) func() string {
	args := ""
	if len(b.args) > 0 {
		args = "(" + g.operands(b.args) + " : " + strings.Join(b.args, ", ") + ")"
	}
	return func() string { return b.name + args }
}

// plainTarget is a target without results that share a name, which cf.switch
// does not take.
func (g *generator) plainTarget(b block) string {
	for {
		if text := g.target(b)(); !strings.Contains(text, "#") {
			return text
		}
	}
}

func (g *generator) branch(blocks []block) {
	some := func() block { return blocks[g.IntN(len(blocks))] }
	switch n := g.IntN(10); {
	case n < 4:
		to := g.target(some())
		g.line("cf.br %s%s", to(), g.attrDict())
	case n < 8:
		c := g.operand("i1")
		yes, no := g.target(some()), g.target(some())
		g.line("cf.cond_br %s, %s, %s", c, yes(), no())
	default:
		t := g.pick("i32", "i64", "i8")
		on := g.operand(t)
		parts := []string{"default: " + g.plainTarget(some())}
		for i := range g.IntN(4) {
			parts = append(parts, fmt.Sprintf("%d: %s", i*7-3, g.plainTarget(some())))
		}
		g.line("cf.switch %s : %s, [", on, t)
		g.line("  %s", strings.Join(parts, ",\n"+strings.Repeat("  ", g.indent+1)))
		g.line("]")
	}
}

// graphRegion writes ops at the top level, which may use values before their
// definitions.
func (g *generator) graphRegion() {
	g.values, g.next = nil, 0
	g.line("module {")
	n := 2 + g.IntN(3)
	for i := range n {
		g.line("  %%g%d = \"t.g\"(%%g%d) {%s} : (i32) -> i32", i, (i+1+g.IntN(n))%n, g.dictionary(g.IntN(2)))
	}
	g.line("}")
}
