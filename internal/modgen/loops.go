package modgen

import (
	"fmt"
	"strings"
)

// Loops is Valid with parallel loops, and with slices and casts of tensors, in
// most places.
func Loops(seed uint64) string { return loops(seed, false) }

func loops(seed uint64, unmapped bool) string {
	g := newGenerator(seed)
	g.loops, g.unmapped = true, unmapped
	g.module()
	return g.out.String()
}

// tensorStatement writes a parallel loop, or something about tensors.
func (g *generator) tensorStatement() {
	switch n := g.IntN(100); {
	case n < 20 && g.nest < 4:
		g.parallel()
	case n < 40 && g.nest < 4:
		g.forall()
	case n < 52 && g.nest < 4:
		g.castLoop()
	case n < 62:
		g.tensorCast(g.someTensor())
	case n < 72:
		g.extractSlice(g.someTensor())
	case n < 82:
		t := g.someTensor()
		g.insertSlice(t, g.operand(t))
	case n < 90:
		t := g.someTensor()
		v := g.operand(t)
		i := g.bound(g.IntN(len(extentsOf(t)) + 1))
		g.line("%stensor.dim %s, %s : %s", g.result("index"), v, i, t)
	case n < 95:
		g.empty(g.tensorType())
	default:
		t := g.someTensor()
		v := g.operand(t)
		var at []string
		for _, n := range extentsOf(t) {
			at = append(at, g.bound(g.IntN(max(n, 1)+1)))
		}
		g.line("%stensor.extract %s[%s] : %s", g.result(elementOf(t)), v, strings.Join(at, ", "), t)
	}
}

// bound is n as a value, or a value that nothing is known of.
func (g *generator) bound(n int) string {
	if g.chance(30) {
		g.line("%s\"t.make\"() : () -> index", g.result("index"))
	} else {
		g.line("%sarith.constant %d : index", g.result("index"), n)
	}
	return g.values[len(g.values)-1].name
}

// dimension is a lower and an upper bound and a step: most often with no round,
// one or some, by constants.
func (g *generator) dimension() (lower, upper, step int) {
	lower, step = g.IntN(5)-2, 1+g.IntN(3)
	switch g.IntN(6) {
	case 0:
		upper = lower - g.IntN(3)
	case 1, 2:
		upper = lower + 1 + g.IntN(step)
	default:
		upper = lower + g.IntN(9)
	}
	return lower, upper, step
}

func (g *generator) parallel() {
	var types []string
	for range max(0, g.IntN(4)-1) {
		types = append(types, g.pick("i32", "f32", "i64", "index"))
	}
	dims := 1 + g.IntN(3)
	var bounds [3][]string
	for range dims {
		lower, upper, step := g.dimension()
		bounds[0] = append(bounds[0], g.sometimes(g.bound(lower)))
		bounds[1] = append(bounds[1], g.sometimes(g.bound(upper)))
		bounds[2] = append(bounds[2], g.bound(step))
	}
	inits := g.operands(types)
	g.withResults(types, func(head string) {
		mark := len(g.values)
		ivs := make([]string, dims)
		for i := range ivs {
			ivs[i] = g.define("index").name
		}
		carried := ""
		if len(types) > 0 {
			carried = " init (" + inits + ")" + arrow(types)
		}
		g.line("%sscf.parallel (%s) = (%s) to (%s) step (%s)%s {", head, strings.Join(ivs, ", "),
			strings.Join(bounds[0], ", "), strings.Join(bounds[1], ", "), strings.Join(bounds[2], ", "), carried)
		g.body1(func() { g.reduce(types) })
		g.line("}%s", g.attrDict())
		g.values = g.values[:mark]
	})
}

// sometimes is another value of type index in scope than v, now and then.
func (g *generator) sometimes(v string) string {
	if g.chance(15) {
		return g.operand("index")
	}
	return v
}

// body1 writes the statements of a loop, which are most often one, and end.
func (g *generator) body1(end func()) {
	mark := len(g.values)
	g.indent++
	g.nest++
	if n := g.IntN(5); n > 0 {
		g.statements(max(1, n-2))
	}
	end()
	g.nest--
	g.indent--
	g.values = g.values[:mark]
}

// reduce ends the body of a parallel loop with results of these types.
func (g *generator) reduce(types []string) {
	if len(types) == 0 {
		if g.chance(20) {
			g.line("scf.reduce")
		}
		return
	}
	g.line("scf.reduce(%s : %s) {", g.operands(types), strings.Join(types, ", "))
	for i, t := range types {
		mark := len(g.values)
		a, b := g.define(t), g.define(t)
		g.blocks++
		g.line("^bb%d(%s: %s, %s: %s):", g.blocks, a.name, t, b.name, t)
		g.indent++
		g.nest += 2
		op := g.pick("arith.addi", "arith.muli", "arith.maxsi")
		if t == "f32" {
			op = g.pick("arith.addf", "arith.mulf", "arith.maximumf")
		}
		var v string
		if g.chance(85) {
			g.line("%s%s %s, %s : %s", g.result(t), op, a.name, b.name, t)
			v = g.values[len(g.values)-1].name
		} else {
			v = g.operand(t)
		}
		g.line("scf.reduce.return %s : %s", v, t)
		g.nest -= 2
		g.indent--
		g.values = g.values[:mark]
		if i < len(types)-1 {
			g.line("}, {")
		}
	}
	g.line("}")
}

func (g *generator) forall() {
	dims := g.IntN(4)
	var bounds [3][]string
	for range dims {
		lower, upper, step := g.dimension()
		for i, n := range []int{lower, upper, step} {
			text := fmt.Sprint(n)
			if g.chance(40) {
				text = g.bound(n)
			}
			bounds[i] = append(bounds[i], text)
		}
	}
	var types, outs []string
	for range g.IntN(3) {
		t := g.someTensor()
		types = append(types, t)
		outs = append(outs, g.operand(t))
	}
	g.withResults(types, func(head string) {
		mark := len(g.values)
		ivs, shared := make([]string, dims), make([]string, len(outs))
		for i := range ivs {
			ivs[i] = g.define("index").name
		}
		for i, t := range types {
			v := g.define(t)
			shared[i] = v.name
			outs[i] = v.name + " = " + outs[i]
		}
		extent := " in (" + strings.Join(bounds[1], ", ") + ")"
		if g.chance(60) {
			extent = fmt.Sprintf(" = (%s) to (%s) step (%s)", strings.Join(bounds[0], ", "), strings.Join(bounds[1], ", "), strings.Join(bounds[2], ", "))
		}
		carried := ""
		if len(types) > 0 {
			carried = " shared_outs(" + strings.Join(outs, ", ") + ")" + arrow(types)
		}
		g.line("%sscf.forall (%s)%s%s {", head, strings.Join(ivs, ", "), extent, carried)
		g.body1(func() { g.inParallel(shared, types) })
		g.line("}%s", g.mapping(dims))
		g.values = g.values[:mark]
	})
	// mlir-opt ends with a signal when it drops a result that is written to.
	for i := range types {
		v := g.values[len(g.values)-1-i]
		g.line("\"t.use\"(%s) : (%s) -> ()", v.name, v.typ)
	}
}

// mapping is an attribute dictionary that says where the rounds of a loop run,
// mostly none.
func (g *generator) mapping(dims int) string {
	if dims == 0 || g.unmapped || !g.chance(20) {
		return g.attrDict()
	}
	if g.chance(20) {
		return " {mapping = []}"
	}
	places := []string{"#gpu.thread<x>", "#gpu.thread<y>", "#gpu.thread<z>"}
	return " {mapping = [" + strings.Join(places[:dims], ", ") + "]}"
}

// inParallel ends the body of a forall. Each shared tensor is written once, in
// their order, or none is: mlir-opt takes that for granted.
func (g *generator) inParallel(shared, types []string) {
	var inserts []func()
	if g.chance(15) {
		types = nil
	}
	for i, t := range types {
		lists, part := g.slice(t)
		v := g.operand(part)
		if contains(shared, v) { // which mlir-opt takes for a write
			v = g.constant(part)
		}
		inserts = append(inserts, func() {
			g.line("tensor.parallel_insert_slice %s into %s%s : %s into %s", v, shared[i], lists, part, t)
		})
	}
	if len(inserts) == 0 && g.chance(50) {
		return
	}
	g.line("scf.forall.in_parallel {")
	g.indent++
	for _, insert := range inserts {
		insert()
	}
	g.indent--
	g.line("}")
}

// castLoop writes a loop over a tensor that was cast, most often to a type that
// says less, whose extents stay the same.
func (g *generator) castLoop() {
	from := g.tensorType()
	to := g.tensorCast(from)
	init := g.values[len(g.values)-1].name
	lower, upper, step := g.dimension()
	bounds := [3]string{g.bound(lower), g.bound(upper), g.bound(step)}
	types := []string{to}
	g.withResults(types, func(head string) {
		mark := len(g.values)
		iv, a := g.define("index"), g.define(to)
		g.line("%sscf.for %s = %s to %s step %s iter_args(%s = %s) -> (%s) {", head, iv.name, bounds[0], bounds[1], bounds[2], a.name, init, to)
		g.body1(func() {
			v := a.name
			for range g.IntN(3) {
				switch g.IntN(3) {
				case 0:
					g.insertSlice(to, v)
				case 1:
					g.line("%sarith.%s %s, %s : %s", g.result(to), map[string]string{"f32": "addf", "i32": "muli"}[elementOf(to)], v, v, to)
				case 2:
					between := g.withExtents(to, joinedWith(g, to))
					g.line("%stensor.cast %s : %s to %s", g.result(between), v, to, between)
					cast := g.values[len(g.values)-1].name
					g.line("%stensor.cast %s : %s to %s", g.result(to), cast, between, to)
				}
				v = g.values[len(g.values)-1].name
			}
			g.line("scf.yield %s : %s", v, to)
		})
		g.line("}")
		g.values = g.values[:mark]
	})
	if g.chance(50) { // the result has one use only if nothing else finds it
		g.values = g.values[:len(g.values)-1]
	}
}
