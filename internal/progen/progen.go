// Package progen writes random programs of the tg dialect, with functions,
// blocks and regions, for tests that compare what they compute before and after
// passes.
package progen

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Options of a program.
type Options struct {
	// Tame programs compute with ordinary numbers, so that rounding a little
	// differently shows a little: no ops that jump, overflow or divide by nothing.
	Tame bool
	// Nested tame programs have branches, loops and calls, too.
	Nested bool
	// Functions is how many functions, or modules of some, there are besides
	// @main; 0 for a few, and none in a tame program.
	Functions int
	// Open programs have values of which the type leaves extents open, and ops whose memory cannot
	// be planned.
	Open bool
}

// Program writes a module with a public function @main and a few private ones,
// which end after a bounded number of steps. It repeats itself, computes what
// nobody needs, and is full of constants and of what passes look for, so that
// they find work.
func Program(seed uint64, o Options) string {
	rng := rand.New(rand.NewPCG(seed, 0x7467))
	ctx := ir.NewContext(tg.Dialect)
	g := &generator{rng: rng, tame: o.Tame, nested: o.Nested, leaves: o.Open, ops: &opgen.Generator{Rand: rng, Ctx: ctx, MaxRank: 3}}
	if rng.IntN(4) == 0 {
		g.ops.MaxRank = 5
	}
	helpers := o.Functions
	if helpers == 0 && !o.Tame {
		helpers = rng.IntN(3)
	}
	for i := range helpers {
		g.helper(i)
	}
	g.function("main", "")
	return g.out.String()
}

// helper writes a function that those after it may call, or a module with some
// that only each other may.
func (g *generator) helper(i int) {
	if g.rng.IntN(8) > 0 {
		g.function(fmt.Sprintf("helper%d", i), pickOf(g, []string{"private ", "private ", "private ", ""}))
		return
	}
	outside := g.helpers
	g.helpers = nil
	g.line("module @inner%d {", i)
	g.depth++
	for k := range 1 + g.rng.IntN(3) {
		g.function(fmt.Sprintf("helper%d", k), pickOf(g, []string{"private ", ""}))
	}
	g.depth--
	g.line("}")
	g.helpers = outside
}

type tensorType struct {
	elem  string
	shape []int
}

func (t tensorType) String() string {
	s := "tensor<"
	for _, n := range t.shape {
		s += fmt.Sprint(n) + "x"
	}
	return s + t.elem + ">"
}

func (t tensorType) count() int { return shapes.Product(t.shape) }

func (t tensorType) with(elem string) tensorType { return tensorType{elem, t.shape} }

func (t tensorType) isComplex() bool { return strings.HasPrefix(t.elem, "complex") }

func (t tensorType) isFloat() bool { return strings.Contains(t.elem, "f") && !t.isComplex() }

type value struct {
	name string
	tensorType
}

type callee struct {
	name    string
	inputs  []tensorType
	results []tensorType
}

type generator struct {
	rng     *rand.Rand
	ops     *opgen.Generator
	tame    bool
	nested  bool
	leaves  bool // extents open
	out     strings.Builder
	next    int
	visible []value
	depth   int
	helpers []callee
	recent  []rightSide
}

// rightSide is an op that may be repeated.
type rightSide struct {
	text string
	tensorType
}

var valueName = regexp.MustCompile(`%[a-z]+[0-9]+(x[0-9]+)*(#[0-9]+)?`)

var (
	randomElems  = []string{"f32", "f32", "f32", "f32", "f16", "bf16", "f64", "i32", "i32", "i8", "i16", "i64", "ui8", "ui16", "ui32", "ui64", "i1", "i1"}
	tameElems    = []string{"f32", "f32", "f64"}
	randomShapes = [][]int{{}, {}, {3}, {3}, {2, 3}, {2, 3}, {1, 3}, {2, 1}, {1}, {0}, {2, 0}, {3, 2}, {2, 1, 3}, {2, 1, 2, 3}, {1, 2, 1, 3, 2}, {20}, {3, 17}}
)

func pickOf[T any](g *generator, list []T) T { return list[g.rng.IntN(len(list))] }

func (g *generator) randomType() tensorType {
	elems := randomElems
	if g.tame {
		elems = tameElems
	}
	return tensorType{pickOf(g, elems), pickOf(g, randomShapes)}
}

// ir is the type as the generator of ops has it.
func (g *generator) ir(t tensorType) *ir.Type {
	d, ok := tensor.ParseDType(t.elem)
	if !ok {
		panic("no such element type: " + t.elem)
	}
	shape := make([]int64, len(t.shape))
	for i, n := range t.shape {
		shape[i] = int64(n)
	}
	return g.ops.Ctx.Tensor(shape, interp.ElementType(g.ops.Ctx, d))
}

// typeOf is the inverse of ir.
func typeOf(t *ir.Type) tensorType {
	shape := make([]int, t.Rank())
	for i, n := range t.Shape() {
		shape[i] = int(n)
	}
	return tensorType{t.Elem().String(), shape}
}

func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.depth))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *generator) name() string {
	g.next++
	return fmt.Sprintf("%%v%d", g.next)
}

// define emits one op with one result, which becomes visible.
func (g *generator) define(t tensorType, format string, args ...any) value {
	v := value{g.name(), t}
	g.line("%s = %s", v.name, fmt.Sprintf(format, args...))
	g.visible = append(g.visible, v)
	return v
}

// op is define for an op that may be repeated.
func (g *generator) op(t tensorType, format string, args ...any) value {
	g.recent = append(g.recent, rightSide{fmt.Sprintf(format, args...), t})
	return g.define(t, format, args...)
}

// repeatable lists the right sides whose operands are in scope.
func (g *generator) repeatable() []rightSide {
	inScope := map[string]bool{}
	for _, v := range g.visible {
		inScope[v.name] = true
	}
	var list []rightSide
	for _, r := range g.recent {
		ok := true
		for _, name := range valueName.FindAllString(r.text, -1) {
			ok = ok && inScope[name]
		}
		if ok {
			list = append(list, r)
		}
	}
	return list
}

// leave ends the scope that began when n values were visible.
func (g *generator) leave(n int) { g.visible = g.visible[:n] }

// any is a visible value that ok accepts, or a new constant of type t.
func (g *generator) any(t tensorType, ok func(value) bool) value {
	var fit []value
	for _, v := range g.visible {
		if ok(v) {
			fit = append(fit, v)
		}
	}
	if len(fit) == 0 || g.rng.IntN(8) == 0 {
		return g.constant(t)
	}
	return pickOf(g, fit)
}

func (g *generator) exactly(t tensorType) value {
	return g.any(t, func(v value) bool { return v.tensorType.String() == t.String() })
}

// some is a visible value, often the last one, so that ops pile up.
func (g *generator) some() value {
	fit := g.visible
	if g.tame { // counters and conditions are for loops and branches alone
		fit = slices.DeleteFunc(slices.Clone(fit), func(v value) bool { return !v.isFloat() })
	}
	switch {
	case len(fit) == 0:
		return g.constant(g.randomType())
	case g.rng.IntN(3) == 0:
		return fit[len(fit)-1]
	}
	return pickOf(g, fit)
}

func (g *generator) someWith(elems string) value {
	t := g.randomType()
	t.elem = pickOf(g, strings.Fields(elems))
	return g.any(t, func(v value) bool { return strings.Contains(" "+elems+" ", " "+v.elem+" ") })
}

func (g *generator) constant(t tensorType) value {
	value := g.ops.Constant(g.ir(t))
	if g.tame {
		value = g.ops.Filled(g.ir(t), opgen.Ordinary)
	}
	return g.op(t, "tg.constant %s", value)
}

// function writes a function: straight code, or blocks with branches and a
// loop. It returns much of what it computes.
func (g *generator) function(name, visibility string) {
	g.visible, g.recent = nil, nil
	f := callee{name: name}
	var params []string
	for i := range 2 + g.rng.IntN(3) {
		v := value{fmt.Sprintf("%%arg%d", i), g.randomType()}
		g.visible = append(g.visible, v)
		f.inputs = append(f.inputs, v.tensorType)
		params = append(params, v.name+": "+v.String())
	}
	outer := g.out.String() // the head needs what comes out of the body
	g.out.Reset()
	g.depth++
	g.statements(4 + g.rng.IntN(10))
	for range g.rng.IntN(3) {
		if g.tame {
			break
		}
		pickOf(g, []func(){g.diamond, g.blockLoop})()
		g.statements(g.rng.IntN(4))
	}
	var names []string
	for _, v := range g.returned() {
		names = append(names, v.name)
		f.results = append(f.results, v.tensorType)
	}
	g.line("return %s : %s", strings.Join(names, ", "), types(f.results))
	g.depth--
	body := g.out.String()
	g.out.Reset()
	g.out.WriteString(outer)
	g.line("func.func %s@%s(%s) -> (%s) {", visibility, name, strings.Join(params, ", "), types(f.results))
	g.out.WriteString(body)
	g.line("}")
	g.helpers = append(g.helpers, f)
}

// returned is what a function returns: some of what it computes, or all of it
// in a tame program, whose values must be seen to be tame.
func (g *generator) returned() []value {
	if g.tame {
		return g.visible
	}
	var list []value
	for range pickOf(g, []int{6, 6, 20}) { // little is needed, or much of it seen
		list = append(list, g.some())
	}
	return list
}

func types(ts []tensorType) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.String()
	}
	return strings.Join(parts, ", ")
}

// values lists values of the given types, `%a, %b : T, U`.
func (g *generator) values(ts []tensorType) string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = g.exactly(t).name
	}
	return strings.Join(names, ", ") + " : " + types(ts)
}

// condition is an i1 that a block branch can take.
func (g *generator) condition() string {
	if g.rng.IntN(3) == 0 {
		name := g.name()
		g.line("%s = arith.constant %s", name, pickOf(g, []string{"true", "false"}))
		return name
	}
	return g.item(g.exactly(tensorType{"i1", nil}))
}

func (g *generator) item(v value) string {
	name := g.name()
	g.line("%s = tg.item %s : %s -> %s", name, v.name, v.tensorType, v.elem)
	return name
}

// diamond branches two ways that meet again.
func (g *generator) diamond() {
	t := g.randomType()
	two := []tensorType{t, t}
	join := []value{{g.name(), t}, {g.name(), t}}
	n := len(g.visible)
	id := g.next
	switch g.rng.IntN(3) {
	case 0: // both ways lead to one block
		g.line("cf.cond_br %s, ^join%d(%s), ^join%d(%s)", g.condition(), id, g.values(two), id, g.values(two))
	case 1: // one by way of a block that only branches on
		a, b := g.name(), g.name()
		g.line("cf.cond_br %s, ^join%d(%s), ^on%d(%s)", g.condition(), id, g.values(two), id, g.values(two))
		fmt.Fprintf(&g.out, "^on%d(%s: %s, %s: %s):\n", id, a, t, b, t)
		g.line("cf.br ^join%d(%s, %s : %s, %s)", id, b, a, t, t)
	default:
		g.line("cf.cond_br %s, ^left%d, ^right%d", g.condition(), id, id)
		for _, side := range []string{"left", "right"} {
			fmt.Fprintf(&g.out, "^%s%d:\n", side, id)
			g.statements(g.rng.IntN(4))
			g.line("cf.br ^join%d(%s)", id, g.values(two))
			g.leave(n)
		}
	}
	g.leave(n)
	fmt.Fprintf(&g.out, "^join%d(%s: %s, %s: %s):\n", id, join[0].name, t, join[1].name, t)
	g.visible = append(g.visible, join...)
}

// blockLoop counts down from 3 in blocks, carrying two values of which one may
// be of no use.
func (g *generator) blockLoop() {
	t, i32 := g.randomType(), tensorType{"i32", nil}
	n := len(g.visible)
	id := g.next
	count := g.define(i32, "tg.constant dense<%d> : tensor<i32>", g.rng.IntN(4))
	one := g.define(i32, "tg.constant dense<1> : tensor<i32>")
	zero := g.define(i32, "tg.constant dense<0> : tensor<i32>")
	i, v, w := value{g.name(), i32}, value{g.name(), t}, value{g.name(), t}
	first := g.exactly(t)
	g.line("cf.br ^loop%d(%s, %s, %s : tensor<i32>, %s, %s)", id, count.name, first.name, first.name, t, t)
	g.leave(n + 3)
	fmt.Fprintf(&g.out, "^loop%d(%s: tensor<i32>, %s: %s, %s: %s):\n", id, i.name, v.name, t, w.name, t)
	g.visible = append(g.visible, v, w)
	inner := len(g.visible)
	g.statements(g.rng.IntN(3))
	less := g.define(i32, "tg.sub %s, %s : tensor<i32>", i.name, one.name)
	more := g.define(tensorType{"i1", nil}, "tg.compare gt %s, %s : (tensor<i32>, tensor<i32>) -> tensor<i1>", less.name, zero.name)
	next := []value{g.exactly(t), g.exactly(t)}
	c := g.item(more)
	g.line("cf.cond_br %s, ^loop%d(%s, %s, %s : tensor<i32>, %s, %s), ^end%d", c, id, less.name, next[0].name, next[1].name, t, t, id)
	g.leave(inner)
	g.visible[inner-1] = g.visible[inner-2] // the second one is for itself alone
	fmt.Fprintf(&g.out, "^end%d:\n", id)
}
