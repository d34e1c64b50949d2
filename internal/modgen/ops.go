package modgen

import (
	"fmt"
	"strings"
)

// statements writes n ops.
func (g *generator) statements(n int) {
	for range n {
		g.ops--
		g.statement()
	}
}

func (g *generator) statement() {
	if g.loops && g.opaque == 0 && g.chance(65) {
		g.tensorStatement()
		return
	}
	switch n := g.IntN(100); {
	case n < 55:
		g.arith()
	case n < 65:
		t := g.usefulType()
		g.operand(t)
		g.constant(t)
	case n < 80:
		g.unregistered()
	case n < 86 && g.nest < 3:
		g.scfIf()
	case n < 90 && g.nest < 3:
		g.scfFor()
	case n < 92 && g.nest < 3:
		g.scfWhile()
	case n < 93 && g.nest < 3:
		g.executeRegion()
	case n < 94 && g.nest < 3:
		g.indexSwitch()
	case g.opaque == 0:
		// An op that nobody knows may be a symbol table: calls in there do not
		// find the functions.
		g.call()
	}
}

// result starts the line of an op that makes a value of type t.
func (g *generator) result(t string) string { return g.define(t).name + " = " }

// attrDict is an attribute dictionary with a blank in front, mostly empty.
func (g *generator) attrDict() string {
	if !g.chance(5) {
		return ""
	}
	return " {u.k = " + g.attr() + "}"
}

// trailingLoc is a location, mostly none.
func (g *generator) trailingLoc() string {
	if !g.chance(5) {
		return ""
	}
	return " " + g.location()
}

// element is the element type of a vector or tensor that arith ops take, and
// what stands around it, or t itself.
func element(t string) (elem, before, after string) {
	for _, kind := range []string{"vector<", "tensor<"} {
		if strings.HasPrefix(t, kind) && !strings.Contains(t, ",") && !strings.Contains(t[len(kind):], "<") && !strings.Contains(t, "*") {
			i := strings.LastIndexByte(t, 'x') // no element type that is used has one but index
			if strings.HasSuffix(t, "xindex>") {
				i = len(t) - len("xindex>")
			}
			if i < len(kind) {
				return strings.TrimSuffix(t[len(kind):], ">"), kind, ">"
			}
			return t[i+1 : len(t)-1], t[:i+1], ">"
		}
	}
	return t, "", ""
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

func isInt(t string) bool {
	elem, _, _ := element(t)
	return contains(intTypes, elem)
}

func isFloat(t string) bool {
	elem, _, _ := element(t)
	return contains(floatTypes, elem)
}

// constant writes an op that makes a value of type t, and returns its name.
func (g *generator) constant(t string) string {
	elem, before, _ := element(t)
	literal := ""
	switch {
	case strings.Contains(t, "?") || g.chance(10):
	case elem == "i1":
		literal = g.pick("true", "false")
	case isInt(t):
		literal = g.pick("0", "1", "-1", "2", "3", "7", fmt.Sprint(g.IntN(120)-60))
	case isFloat(t):
		literal = g.pick("0.0", "1.0", "-1.0", "-0.0", "2.0", g.decimal())
	}
	if literal == "" {
		g.line("%s\"t.make\"() : () -> %s", g.result(t), wrapped(t))
		return g.values[len(g.values)-1].name
	}
	if before != "" {
		literal = "dense<" + literal + ">"
	}
	name := g.result(t)
	if elem == "i1" && before == "" {
		g.line("%sarith.constant%s %s", name, g.attrDict(), literal)
	} else {
		g.line("%sarith.constant%s %s : %s", name, g.attrDict(), literal, t)
	}
	return g.values[len(g.values)-1].name
}

// wrapped is t as the only result of an op.
func wrapped(t string) string {
	if strings.HasPrefix(t, "(") || strings.HasPrefix(t, "!y") {
		return "(" + t + ")"
	}
	return t
}

// someType is the type of a value in scope that arith takes, or any such type.
func (g *generator) someType(of func(string) bool) string {
	if len(g.values) > 0 && g.chance(85) {
		for range 6 {
			if v := g.values[g.IntN(len(g.values))]; of(v.typ) {
				return v.typ
			}
		}
	}
	for {
		if t := g.usefulType(); of(t) {
			return t
		}
	}
}

var (
	intBinary = []string{
		"addi", "subi", "muli", "divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui", "andi", "ori",
		"xori", "shli", "shrsi", "shrui", "maxsi", "maxui", "minsi", "minui", "addi", "subi", "muli", "andi", "ori", "xori",
	}
	floatBinary = []string{"addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf", "addf", "mulf"}
	intCompare  = []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}
	realCompare = []string{
		"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true",
	}
)

func (g *generator) arith() {
	switch n := g.IntN(100); {
	case n < 45:
		g.intBinary()
	case n < 60:
		g.floatBinary()
	case n < 72:
		g.compare()
	case n < 82:
		g.selects()
	case n < 96:
		g.cast()
	default:
		g.extended()
	}
}

func (g *generator) intBinary() {
	t := g.someType(isInt)
	a, b := g.operand(t), g.operand(t)
	if g.chance(30) {
		b = g.constant(t)
	}
	op := intBinary[g.IntN(len(intBinary))]
	flags := ""
	if (op == "addi" || op == "subi" || op == "muli" || op == "shli") && g.chance(15) {
		flags = " overflow<" + g.pick("nsw", "nuw", "nsw, nuw", "none") + ">"
	}
	g.line("%sarith.%s %s, %s%s%s : %s%s", g.result(t), op, a, b, flags, g.attrDict(), t, g.trailingLoc())
}

func (g *generator) fastmath() string {
	if !g.chance(12) {
		return ""
	}
	return " fastmath<" + g.pick("fast", "nnan", "nnan,ninf", "contract", "reassoc,nsz", "none", "arcp,afn") + ">"
}

func (g *generator) floatBinary() {
	t := g.someType(isFloat)
	a := g.operand(t)
	if g.chance(15) {
		g.line("%sarith.negf %s%s : %s", g.result(t), a, g.fastmath(), t)
		return
	}
	b := g.operand(t)
	if g.chance(30) {
		b = g.constant(t)
	}
	op := floatBinary[g.IntN(len(floatBinary))]
	g.line("%sarith.%s %s, %s%s%s : %s%s", g.result(t), op, a, b, g.fastmath(), g.attrDict(), t, g.trailingLoc())
}

// boolsOf is the type of a comparison of values of type t.
func boolsOf(t string) string {
	_, before, after := element(t)
	return before + "i1" + after
}

func (g *generator) compare() {
	if g.chance(65) {
		t := g.someType(isInt)
		a, b := g.operand(t), g.operand(t)
		g.line("%sarith.cmpi %s, %s, %s : %s", g.result(boolsOf(t)), intCompare[g.IntN(len(intCompare))], a, b, t)
		return
	}
	t := g.someType(isFloat)
	a, b := g.operand(t), g.operand(t)
	g.line("%sarith.cmpf %s, %s, %s%s : %s", g.result(boolsOf(t)), realCompare[g.IntN(len(realCompare))], a, b, g.fastmath(), t)
}

func (g *generator) selects() {
	t := g.someType(func(t string) bool { return isInt(t) || isFloat(t) })
	c := g.operand("i1")
	a, b := g.operand(t), g.operand(t)
	g.line("%sarith.select %s, %s, %s : %s", g.result(t), c, a, b, t)
}

var widths = map[string]int{"i1": 1, "i7": 7, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}

func (g *generator) cast() {
	from := g.someType(func(t string) bool { return isInt(t) || isFloat(t) })
	elem, before, after := element(from)
	to := ""
	switch {
	case elem == "index":
		to = g.pick("i32", "i64", "i8")
	case contains(intTypes, elem):
		to = g.pick("index", g.intType(), g.floatType())
	default:
		to = g.pick(g.intType(), g.floatType())
	}
	op := castOp(g, elem, to)
	if op == "" {
		return
	}
	v := g.operand(from)
	t := before + to + after
	g.line("%sarith.%s %s : %s to %s", g.result(t), op, v, from, t)
}

// castOp is an op that makes a `to` of a `from`, or nothing.
func castOp(g *generator, from, to string) string {
	fromInt, toInt := contains(intTypes, from), contains(intTypes, to)
	switch {
	case from == "index" || to == "index":
		if fromInt && toInt && from != to {
			return g.pick("index_cast", "index_castui")
		}
		return ""
	case fromInt && toInt && widths[from] < widths[to]:
		return g.pick("extsi", "extui")
	case fromInt && toInt && widths[from] > widths[to]:
		return "trunci"
	case !fromInt && !toInt && widths[from] < widths[to]:
		return "extf"
	case !fromInt && !toInt && widths[from] > widths[to]:
		return "truncf"
	case fromInt != toInt && widths[from] == widths[to] && g.chance(60):
		return "bitcast"
	case fromInt && !toInt:
		return g.pick("sitofp", "uitofp")
	case !fromInt && toInt:
		return g.pick("fptosi", "fptoui")
	}
	return ""
}

// extended writes an op with two results.
func (g *generator) extended() {
	t := g.someType(func(t string) bool {
		return isInt(t) && !strings.Contains(t, "i1>") && t != "i1" && !strings.Contains(t, "index")
	})
	a, b := g.operand(t), g.operand(t)
	op, second := g.pick("mulsi_extended", "mului_extended"), t
	if g.chance(50) {
		op, second = "addui_extended", boolsOf(t)
	}
	x, y := g.define(t), g.define(second)
	if op == "addui_extended" {
		g.line("%s, %s = arith.%s %s, %s : %s, %s", x.name, y.name, op, a, b, t, second)
	} else {
		g.line("%s, %s = arith.%s %s, %s : %s", x.name, y.name, op, a, b, t)
	}
}

// unregistered writes an op that nobody knows, in generic form.
func (g *generator) unregistered() {
	var in []string
	for range g.IntN(4) {
		if len(g.values) > 0 && g.chance(80) {
			in = append(in, g.values[g.IntN(len(g.values))].typ)
		} else {
			in = append(in, g.typ())
		}
	}
	args := g.operands(in)
	name := g.pick("t.op", "t.op", "u.other", "t.a.b", "unprefixed", "t._x$y")
	props := ""
	if g.chance(12) {
		props = " <{" + g.dictionary(1+g.IntN(2)) + "}>"
	}
	attrs := ""
	if g.chance(60) {
		attrs = " {" + g.dictionary(1+g.IntN(4)) + "}"
	}
	var out []string
	for range g.pick("0", "1", "1", "2", "3")[0] - '0' {
		out = append(out, g.typ())
	}
	tail := fmt.Sprintf("%s : (%s) -> (%s)%s", attrs, strings.Join(in, ", "), strings.Join(out, ", "), g.trailingLoc())
	if g.nest >= 3 || !g.chance(20) {
		g.line("%s\"%s\"(%s)%s%s", g.results(out), name, args, props, tail)
		return
	}
	// The results are not in scope inside.
	head := ""
	mark := len(g.values)
	head = g.results(out)
	outer := append([]value(nil), g.values[mark:]...)
	g.values = g.values[:mark]
	g.region(fmt.Sprintf("%s\"%s\"(%s)%s ({", head, name, args, props), func() {
		if g.chance(40) {
			t := g.typ()
			g.indent--
			g.blocks++
			g.line("^bb%d(%s: %s):", g.blocks, g.define(t).name, t)
			g.indent++
		}
		g.opaque++
		g.statements(g.IntN(3))
		g.opaque--
		g.line("\"t.end\"() : () -> ()")
	}, "})"+tail)
	g.values = append(g.values, outer...)
}

// results starts the line of an op with several results, which come in groups.
func (g *generator) results(out []string) string {
	if len(out) == 0 {
		return ""
	}
	if len(out) > 1 && g.chance(50) {
		name := fmt.Sprintf("%%v%d", g.next)
		g.next++
		for i, t := range out {
			g.values = append(g.values, value{fmt.Sprintf("%s#%d", name, i), t})
		}
		return fmt.Sprintf("%s:%d = ", name, len(out))
	}
	var names []string
	for _, t := range out {
		names = append(names, g.define(t).name)
	}
	return strings.Join(names, ", ") + " = "
}

func (g *generator) call() {
	f := g.funcs[g.IntN(len(g.funcs))]
	args := g.operands(f.in)
	out := "()"
	if len(f.out) == 1 {
		out = wrapped(f.out[0])
	} else if len(f.out) > 1 {
		out = "(" + strings.Join(f.out, ", ") + ")"
	}
	name := "func.call"
	if g.nest == 0 && g.chance(70) {
		name = "call" // in a function, its dialect goes without saying
	}
	g.line("%s%s %s(%s)%s : (%s) -> %s", g.results(f.out), name, f.name, args, g.attrDict(), strings.Join(f.in, ", "), out)
}
