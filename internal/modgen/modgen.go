// Package modgen makes random modules in MLIR's text form, for comparing tools
// that read it: valid ones over builtin, func, cf, arith, scf and tensor with ops of
// unregistered dialects between them, and slightly broken ones. The same seed
// gives the same text.
package modgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Valid is the text of a valid module. Its operations of unregistered dialects
// have names that start with `t.` or `u.`.
func Valid(seed uint64) string {
	g := newGenerator(seed)
	g.module()
	return g.out.String()
}

// generator writes a module.
type generator struct {
	*rand.Rand
	out    strings.Builder
	indent int
	// values are those in scope, scopes how many of them belong to what is around.
	values []value
	next   int // number of the next name
	blocks int // number of the next block
	funcs  []signature
	// attrAliases and typeAliases are defined at the top.
	attrAliases, typeAliases []string
	// deep is how many attributes or types the one being made is inside of.
	deep int
	// ops is how many more ops there should be.
	ops int
	// nest is the number of regions around, opaque that of ops nobody knows.
	nest, opaque int
	// loops says that parallel loops and tensors are most of it.
	loops bool
	// unmapped leaves out where rounds run, which attributes of a dialect say
	// that only mlir-opt has.
	unmapped bool
	// pretty is the number of opaque attributes and types around, in which
	// brackets must pair.
	pretty int
}

type value struct {
	name string
	typ  string
}

type signature struct {
	name     string
	in, out  []string
	declared bool
}

func newGenerator(seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 0x6d6f6467656e)), ops: 4 + int(seed%29)}
}

// chance is true in n of 100 cases.
func (g *generator) chance(n int) bool { return g.IntN(100) < n }

// pick is one of the words.
func (g *generator) pick(words ...string) string { return words[g.IntN(len(words))] }

// list joins n pieces of text.
func (g *generator) list(n int, separator string, piece func() string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = piece()
	}
	return strings.Join(parts, separator)
}

// line writes a line of the module.
func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

// block writes lines between braces.
func (g *generator) region(head string, body func(), tail string) {
	g.line("%s", head)
	g.indent++
	g.nest++
	mark := len(g.values)
	body()
	g.values = g.values[:mark]
	g.nest--
	g.indent--
	g.line("%s", tail)
}

func (g *generator) module() {
	for range g.IntN(3) {
		g.alias()
	}
	g.declareFunctions()
	named := g.chance(30)
	if named {
		head := "module"
		if g.chance(50) {
			head += " @" + g.pick("m", "main", `"a b"`, "x.y")
		}
		if g.chance(50) {
			head += " attributes {u.m = " + g.attr() + "}"
		}
		g.line("%s {", head)
		g.indent++
	}
	for _, f := range g.funcs {
		g.function(f)
	}
	if g.chance(20) {
		g.graphRegion()
	}
	if named {
		g.indent--
		g.line("}")
	}
}

func (g *generator) alias() {
	if g.chance(50) {
		text := g.attr()
		name := fmt.Sprintf("#a%d", len(g.attrAliases))
		g.line("%s = %s", name, text)
		g.attrAliases = append(g.attrAliases, name)
		return
	}
	text := g.typ()
	name := fmt.Sprintf("!y%d", len(g.typeAliases))
	g.line("%s = %s", name, text)
	g.typeAliases = append(g.typeAliases, name)
}

func (g *generator) declareFunctions() {
	for i := range 1 + g.IntN(3) {
		f := signature{name: fmt.Sprintf("@f%d", i)}
		if g.chance(10) {
			f.name = g.pick(`@"quoted name"`, "@a.b", "@_", `@"1"`)
			for _, other := range g.funcs {
				if other.name == f.name {
					f.name += "x"
					if strings.HasSuffix(f.name, `"x`) {
						f.name = strings.TrimSuffix(f.name, `"x`) + `x"`
					}
				}
			}
		}
		f.declared = g.chance(15)
		for range g.IntN(5) {
			f.in = append(f.in, g.usefulType())
		}
		for range g.IntN(3) {
			f.out = append(f.out, g.usefulType())
		}
		g.funcs = append(g.funcs, f)
	}
}

// function writes a function, whose body makes what it returns.
func (g *generator) function(f signature) {
	head := "func.func "
	if f.declared {
		head += "private "
	} else {
		head += g.pick("", "", "", "private ", "public ", "nested ")
	}
	results := ""
	if len(f.out) == 1 && !strings.HasPrefix(f.out[0], "(") {
		results = " -> " + f.out[0]
	} else if len(f.out) > 0 {
		results = " -> (" + strings.Join(f.out, ", ") + ")"
	}
	g.values, g.next, g.blocks = nil, 0, 0
	if f.declared {
		g.line("%s%s(%s)%s", head, f.name, strings.Join(f.in, ", "), results)
		return
	}
	args := make([]string, len(f.in))
	for i, t := range f.in {
		v := g.define(t)
		args[i] = v.name + ": " + t
		if g.chance(8) {
			args[i] += " {u.arg = " + g.attr() + "}"
		}
	}
	if g.chance(15) {
		results += " attributes {u.f = " + g.attr() + "}"
	}
	g.line("%s%s(%s)%s {", head, f.name, strings.Join(args, ", "), results)
	g.indent++
	g.body(f)
	g.indent--
	g.line("}")
}

// body writes the blocks of a function.
func (g *generator) body(f signature) {
	end := func() {
		if len(f.out) == 0 {
			g.line("return")
			return
		}
		vs := g.operands(f.out)
		g.line("return %s : %s", vs, strings.Join(f.out, ", "))
	}
	if g.chance(70) {
		g.statements(2 + g.IntN(max(1, g.ops)))
		end()
		return
	}
	g.controlFlow(end)
}

// define makes a name for a value of type t and puts it in scope.
func (g *generator) define(t string) value {
	v := value{fmt.Sprintf("%%v%d", g.next), t}
	if g.chance(6) {
		v.name = fmt.Sprintf("%%%s%d", g.pick("x.", "_", "$", "a-", "c0_i32_", "arg"), g.next)
	}
	g.next++
	g.values = append(g.values, v)
	return v
}

// operand is a value of type t, which is made when there is none.
func (g *generator) operand(t string) string {
	var fit []string
	for _, v := range g.values {
		if v.typ == t {
			fit = append(fit, v.name)
		}
	}
	if len(fit) > 0 && !g.chance(10) {
		// Later values more often: they make chains.
		if g.chance(50) {
			return fit[len(fit)-1]
		}
		return fit[g.IntN(len(fit))]
	}
	return g.constant(t)
}

// operands are values of these types, comma-separated.
func (g *generator) operands(types []string) string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = g.operand(t)
	}
	return strings.Join(names, ", ")
}
