package scf_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// generator writes random functions of structured control flow. Loops end, and
// what a function computes can be compared before and after a pass.
type generator struct {
	*rand.Rand
	b      strings.Builder
	indent string
	next   int
	scope  map[string][]string // values by type
	depth  int
	left   int // ops that may still be made
	// tame leaves out what mlir-opt-22 gets wrong.
	tame bool
}

// opaque is a function that nothing is known of: it is called, not inlined.
const opaque = `func.func @opaque(%x: i32) -> i32 {
  %c7_i32 = arith.constant 7 : i32
  %0 = arith.muli %x, %c7_i32 : i32
  return %0 : i32
}
`

const params = "%c: i1, %d: i1, %x: i32, %y: i32, %lb: index, %ub: index, %step: index"

// function writes function @fSEED.
func function(seed int64, tame bool) string {
	g := &generator{Rand: rand.New(rand.NewSource(seed)), indent: "  ", tame: tame, left: 30, scope: map[string][]string{
		"i1": {"%c", "%d"}, "i32": {"%x", "%y"}, "index": {"%lb", "%ub"},
	}}
	fmt.Fprintf(&g.b, "func.func @f%d(%s) -> (i32, i32, i1) {\n", seed, params)
	g.body()
	fmt.Fprintf(&g.b, "  return %s, %s, %s : i32, i32, i1\n}\n", g.pick("i32"), g.pick("i32"), g.pick("i1"))
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(g.indent)
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) name() string {
	g.next++
	return fmt.Sprintf("%%v%d", g.next)
}

// pick prefers what was made last.
func (g *generator) pick(t string) string {
	list := g.scope[t]
	if n := len(list); n > 4 && g.Intn(3) > 0 {
		return list[n-1-g.Intn(4)]
	}
	return list[g.Intn(len(list))]
}

func (g *generator) made(name, t string) { g.scope[t] = append(g.scope[t], name) }

func (g *generator) body() {
	for n := 1 + g.Intn(5); n > 0; n-- {
		g.op()
	}
}

func (g *generator) op() {
	g.left--
	if g.depth < 4 && g.left > 0 && g.Intn(3) == 0 {
		[]func(){g.choice, g.choice, g.loop, g.while, g.numbered, g.execute}[g.Intn(6)]()
		return
	}
	v := g.name()
	switch g.Intn(9) {
	case 0, 1:
		g.line("%s = arith.addi %s, %s : i32", v, g.pick("i32"), g.pick("i32"))
	case 2:
		g.line("%s = func.call @opaque(%s) : (i32) -> i32", v, g.pick("i32"))
	case 3:
		g.line("%s = arith.constant %d : i32", v, g.Intn(3))
	case 4:
		g.line("%s = arith.constant %v", v, g.Intn(2) == 0)
		g.made(v, "i1")
		return
	case 5:
		one := g.name()
		g.line("%s = arith.constant true", one)
		g.line("%s = arith.xori %s, %s : i1", v, g.pick("i1"), one)
		g.made(v, "i1")
		return
	case 6:
		predicates := []string{"eq", "ne", "slt", "sge", "ult"}
		g.line("%s = arith.cmpi %s, %s, %s : i32", v, predicates[g.Intn(len(predicates))], g.pick("i32"), g.pick("i32"))
		g.made(v, "i1")
		return
	case 7:
		g.line("%s = arith.select %s, %s, %s : i32", v, g.pick("i1"), g.pick("i32"), g.pick("i32"))
	case 8:
		g.line("%s = arith.constant %d : index", v, g.Intn(4))
		g.made(v, "index")
		return
	}
	g.made(v, "i32")
}

// types are those of the results of an op.
func (g *generator) types() []string {
	var ts []string
	for n := g.Intn(4); n > 0; n-- {
		ts = append(ts, []string{"i32", "i32", "i1"}[g.Intn(3)])
	}
	return ts
}

// results starts an op with results of types ts, which made must be told.
func (g *generator) results(ts []string) (prefix string, names []string) {
	if len(ts) == 0 {
		return "", nil
	}
	v := g.name()
	if len(ts) == 1 {
		return v + " = ", []string{v}
	}
	for i := range ts {
		names = append(names, fmt.Sprintf("%s#%d", v, i))
	}
	return fmt.Sprintf("%s:%d = ", v, len(ts)), names
}

func (g *generator) done(names, ts []string) {
	for i, v := range names {
		g.made(v, ts[i])
	}
}

// inside writes the body of a region, with arguments, and what comes at its
// end.
func (g *generator) inside(args, ts []string, end func()) {
	outer := map[string][]string{}
	for t, list := range g.scope {
		outer[t] = slices.Clone(list)
	}
	indent := g.indent
	g.indent += "  "
	g.depth++
	g.done(args, ts)
	g.body()
	end()
	g.depth--
	g.indent, g.scope = indent, outer
}

// typed is ` v, ... : t, ...` of values of types ts, picked.
func (g *generator) typed(ts []string) string {
	if len(ts) == 0 {
		return ""
	}
	var vs []string
	for _, t := range ts {
		vs = append(vs, g.pick(t))
	}
	return " " + strings.Join(vs, ", ") + " : " + strings.Join(ts, ", ")
}

func (g *generator) yield(ts []string) func() {
	return func() { g.line("scf.yield%s", g.typed(ts)) }
}

func (g *generator) choice() {
	ts := g.types()
	prefix, names := g.results(ts)
	arrow := ""
	if len(ts) > 0 {
		arrow = " -> (" + strings.Join(ts, ", ") + ")"
	}
	g.line("%sscf.if %s%s {", prefix, g.pick("i1"), arrow)
	g.inside(nil, nil, g.yield(ts))
	if len(ts) > 0 || g.Intn(2) == 0 {
		g.line("} else {")
		g.inside(nil, nil, g.yield(ts))
	}
	g.line("}")
	g.done(names, ts)
}

// carried are the variables of a loop: as the text assigns them, and by
// themselves.
func (g *generator) carried(ts []string) (assigned string, args []string) {
	var list []string
	for _, t := range ts {
		args = append(args, g.name())
		list = append(list, args[len(args)-1]+" = "+g.pick(t))
	}
	return "(" + strings.Join(list, ", ") + ")", args
}

func (g *generator) loop() {
	ts := g.types()
	prefix, names := g.results(ts)
	iv, step := g.name(), g.name()
	g.line("%s = arith.constant %d : index", step, 1+g.Intn(2))
	if g.Intn(4) == 0 {
		step = "%step"
	}
	head, args := "", []string(nil)
	if len(ts) > 0 {
		var assigned string
		assigned, args = g.carried(ts)
		head = fmt.Sprintf(" iter_args%s -> (%s)", assigned, strings.Join(ts, ", "))
	}
	unsigned := []string{"", "", "unsigned "}[g.Intn(3)]
	g.line("%sscf.for %s%s = %s to %s step %s%s {", prefix, unsigned, iv, g.pick("index"), g.pick("index"), step, head)
	g.inside(append([]string{iv}, args...), append([]string{"index"}, ts...), g.yield(ts))
	g.line("}")
	g.done(names, ts)
}

// while writes a loop that counts up to a constant.
func (g *generator) while() {
	before, after := append([]string{"i32"}, g.types()...), append([]string{"i32"}, g.types()...)
	zero, limit, one := g.name(), g.name(), g.name()
	g.line("%s = arith.constant 0 : i32", zero)
	g.line("%s = arith.constant %d : i32", limit, g.Intn(4))
	g.line("%s = arith.constant 1 : i32", one)
	prefix, names := g.results(after)
	assigned, args := g.carried(before)
	_, first, _ := strings.Cut(assigned, " = ")
	rest := strings.TrimLeft(first, "%"+"abcdefghijklmnopqrstuvwxyz0123456789#")
	assigned = "(" + args[0] + " = " + zero + rest
	g.line("%sscf.while %s : (%s) -> (%s) {", prefix, assigned, strings.Join(before, ", "), strings.Join(after, ", "))
	more := g.name()
	g.inside(args, before, func() {
		g.line("%s = arith.cmpi slt, %s, %s : i32", more, args[0], limit)
		g.made(more, "i1")
		if !g.tame && g.Intn(3) == 0 {
			g.line("scf.if %s {", more)
			g.inside(nil, nil, g.yield(nil))
			g.line("}")
		}
		passed := strings.TrimPrefix(g.typed(after), " ")
		_, others, _ := strings.Cut(passed, " : ")
		values, _, _ := strings.Cut(passed, " : ")
		list := strings.Split(values, ", ")
		list[0] = args[0]
		g.line("scf.condition(%s) %s : %s", more, strings.Join(list, ", "), others)
	})
	g.line("} do {")
	var params, inner []string
	for _, t := range after {
		inner = append(inner, g.name())
		params = append(params, inner[len(inner)-1]+": "+t)
	}
	g.line("^bb0(%s):", strings.Join(params, ", "))
	g.inside(inner, after, func() {
		count := g.name()
		g.line("%s = arith.addi %s, %s : i32", count, inner[0], one)
		list := []string{count}
		for _, t := range before[1:] {
			list = append(list, g.pick(t))
		}
		g.line("scf.yield %s : %s", strings.Join(list, ", "), strings.Join(before, ", "))
	})
	g.line("}")
	g.done(names, after)
}

func (g *generator) numbered() {
	ts := g.types()
	prefix, names := g.results(ts)
	arrow := ""
	if len(ts) > 0 {
		arrow = " -> " + strings.Join(ts, ", ")
	}
	g.line("%sscf.index_switch %s%s", prefix, g.pick("index"), arrow)
	for i := range g.Intn(3) {
		g.line("case %d {", i)
		g.inside(nil, nil, g.yield(ts))
		g.line("}")
	}
	g.line("default {")
	g.inside(nil, nil, g.yield(ts))
	g.line("}")
	g.done(names, ts)
}

func (g *generator) execute() {
	ts := g.types()
	prefix, names := g.results(ts)
	arrow, keep := "", ""
	if len(ts) > 0 {
		arrow = " -> (" + strings.Join(ts, ", ") + ")"
	}
	if g.Intn(3) == 0 {
		keep = " no_inline"
	}
	g.line("%sscf.execute_region%s%s {", prefix, arrow, keep)
	if g.Intn(2) == 0 {
		g.inside(nil, nil, g.yield(ts))
	} else {
		a, b := fmt.Sprintf("^bb%d", g.next), fmt.Sprintf("^cc%d", g.next)
		g.line("  cf.cond_br %s, %s, %s", g.pick("i1"), a, b)
		for _, label := range []string{a, b} {
			g.line("%s:", label)
			g.inside(nil, nil, g.yield(ts))
		}
	}
	g.line("}")
	g.done(names, ts)
}
