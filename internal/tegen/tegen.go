// Package tegen makes random computes of the index level, as text, and executes computes slowly and
// plainly, for tests.
package tegen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// Options say what is made.
type Options struct {
	// Elem is the element type of what is computed; empty for any.
	Elem string
	// Extents are those that axes may have; nil for small ones, 0 and 1 among them.
	Extents []int64
	// Injective leaves reductions out.
	Injective bool
	// Static leaves extents out that operands say.
	Static bool
	// Affine leaves indices out that are values.
	Affine bool
}

// Elems are the element types of computes.
var Elems = []string{"f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "complex<f32>", "complex<f64>"}

// Function is the text of a function @main with one random compute, whose arguments are what it
// uses. Each extent that an operand says is an argument of type index, to be Extent.
func Function(r *rand.Rand, o Options) string {
	if o.Extents == nil {
		o.Extents = []int64{1, 2, 3, 5, 1, 4, 0}
	}
	if o.Elem == "" {
		o.Elem = pick(r, Elems)
	}
	g := &generator{Rand: r, o: o, elem: o.Elem}
	return g.function()
}

// Extent is how many values an axis has whose extent is an argument.
const Extent = 3

type axis struct {
	name    string
	lower   int64
	extent  int64
	dynamic string // the value that says how many there are
}

type generator struct {
	*rand.Rand
	o      Options
	elem   string
	axes   []axis
	space  affine.Space
	args   []string // with their types
	body   strings.Builder
	values []string // of the element type, in the body
	number int
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (g *generator) chance(n, of int) bool { return g.IntN(of) < n }

func (g *generator) fresh(prefix string) string {
	g.number++
	return fmt.Sprintf("%%%s%d", prefix, g.number)
}

// arg is a new argument.
func (g *generator) arg(t string) string {
	name := g.fresh("x")
	g.args = append(g.args, name+": "+t)
	return name
}

func (g *generator) function() string {
	outputs, reduced := g.IntN(4), 0
	combiner := ""
	if !g.o.Injective && g.chance(2, 3) {
		combiner, reduced = pick(g.Rand, g.combiners()), g.IntN(3)
	}
	for i := range outputs + reduced {
		g.axis(i)
	}
	results := 1
	if (combiner == "" || combiner == "reduce") && g.chance(1, 3) {
		results = 2
	}
	for range 1 + g.IntN(3) {
		g.read()
	}
	for range g.IntN(5) {
		g.op()
	}
	yields := results
	if combiner == "dot" {
		yields = 2
	}
	var list []string
	for range yields {
		list = append(list, pick(g.Rand, g.values[len(g.values)/2:]))
	}
	head := "te.compute " + axesText(g.axes[:outputs])
	if combiner != "" {
		head += " " + combiner + " " + axesText(g.axes[outputs:])
	}
	exact := combiner != te.Dot || !strings.Contains(g.elem, "f") // no reference knows more
	if combiner == "reduce" || combiner != "" && exact && g.chance(1, 3) {
		var inits []string
		for range results {
			inits = append(inits, g.arg("tensor<"+g.elem+">"))
		}
		head += " init(" + strings.Join(inits, ", ") + ")"
	}
	types := slices.Repeat([]string{g.resultType(outputs)}, results)
	text := fmt.Sprintf("  %%r:%d = %s -> %s {\n%s    te.yield %s : %s\n  }%s\n", results, head, strings.Join(types, ", "), g.body.String(),
		strings.Join(list, ", "), strings.Join(slices.Repeat([]string{"tensor<" + g.elem + ">"}, yields), ", "), g.with(combiner, results))
	var returned []string
	for i := range results {
		returned = append(returned, fmt.Sprintf("%%r#%d", i))
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(g.args, ", "), strings.Join(types, ", "), text,
		strings.Join(returned, ", "), strings.Join(types, ", "))
}

// with is the region that combines.
func (g *generator) with(combiner string, results int) string {
	if combiner != "reduce" {
		return ""
	}
	var params, list []string
	for _, p := range []string{"a", "e"} {
		for i := range results {
			params = append(params, fmt.Sprintf("%%%s%d: tensor<%s>", p, i, g.elem))
		}
	}
	text := ""
	for i := range results {
		a, b := fmt.Sprintf("%%a%d", g.IntN(results)), fmt.Sprintf("%%e%d", i)
		switch g.IntN(6) {
		case 0:
			list = append(list, fmt.Sprintf("%%a%d", (i+1)%results)) // they change places
		case 1:
			list = append(list, b)
		default:
			text += fmt.Sprintf("    %%c%d = %s %s, %s : tensor<%s>\n", i, pick(g.Rand, g.binary()), a, b, g.elem)
			list = append(list, fmt.Sprintf("%%c%d", i))
		}
	}
	return fmt.Sprintf(" with (%s) {\n%s    te.yield %s : %s\n  }", strings.Join(params, ", "), text, strings.Join(list, ", "),
		strings.Join(slices.Repeat([]string{"tensor<" + g.elem + ">"}, results), ", "))
}

func (g *generator) combiners() []string {
	switch {
	case strings.HasPrefix(g.elem, "complex"):
		return []string{"sum", "prod", te.Dot, "reduce"}
	case strings.Contains(g.elem, "f"):
		return []string{"sum", "sum", "prod", "max", "min", te.Dot, "reduce"}
	}
	return []string{"sum", "prod", "max", "min", "and", "or", "xor", te.Dot, "reduce"}
}

// axis adds an axis.
func (g *generator) axis(i int) {
	a := axis{name: string(rune('a' + i)), extent: pick(g.Rand, g.o.Extents)}
	switch {
	case !g.o.Static && g.chance(1, 8):
		a.extent, a.dynamic = Extent, g.arg("index")
	case g.chance(1, 4):
		a.lower = int64(g.IntN(9) - 5)
	}
	g.axes = append(g.axes, a)
	r := affine.Range{Lo: a.lower, Hi: a.lower + a.extent}
	if a.dynamic != "" {
		r.Hi = affine.Unknown.Hi
	}
	g.space.Dims = append(g.space.Dims, r)
}

func axesText(axes []axis) string {
	var list []string
	for _, a := range axes {
		switch {
		case a.dynamic != "":
			list = append(list, a.name+" < "+a.dynamic)
		case a.lower != 0:
			list = append(list, fmt.Sprintf("%s in %d..%d", a.name, a.lower, a.lower+a.extent))
		default:
			list = append(list, fmt.Sprintf("%s < %d", a.name, a.extent))
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func (g *generator) resultType(outputs int) string {
	text := "tensor<"
	for _, a := range g.axes[:outputs] {
		if a.dynamic != "" {
			text += "?x"
		} else {
			text += fmt.Sprintf("%dx", a.extent)
		}
	}
	return text + g.elem + ">"
}

// expr is a random index expression.
func (g *generator) expr() *ir.AffineExpr {
	if len(g.axes) == 0 {
		return affine.Const(int64(g.IntN(3)))
	}
	dim := func() *ir.AffineExpr { return affine.Dim(g.IntN(len(g.axes))) }
	switch g.IntN(8) {
	case 0:
		return affine.Const(int64(g.IntN(4)))
	case 1:
		return affine.Mul(dim(), -1)
	case 2:
		return affine.Add(affine.Mul(dim(), int64(g.IntN(4)-1)), affine.Const(int64(g.IntN(4))))
	case 3:
		return affine.Add(affine.Mul(dim(), int64(1+g.IntN(3))), dim())
	case 4:
		e := affine.Add(affine.Mul(dim(), int64(1+g.IntN(3))), dim())
		return affine.FloorDiv(e, int64(1+g.IntN(3)))
	case 5:
		e := affine.Add(dim(), affine.Const(int64(g.IntN(5))))
		return affine.Mod(e, int64(1+g.IntN(4)))
	}
	return dim()
}

// read adds a read of a new argument.
func (g *generator) read() {
	var at, shape, types, guards []string
	guarded := g.chance(1, 4)
	for range g.IntN(4) {
		if !g.o.Affine && g.chance(1, 6) {
			v, t := g.index()
			at, types = append(at, v+pick(g.Rand, []string{"", " + 1", " * 2 - 1"})), append(types, t)
			shape = append(shape, fmt.Sprint(1+g.IntN(4)))
			continue
		}
		e := g.expr()
		bounds, ok := g.space.Bounds(e)
		n := int64(1 + g.IntN(4))
		switch {
		case !ok: // it is clamped
		case bounds.Empty():
		case guarded:
			guards = append(guards, g.text(e)+" >= 0", fmt.Sprintf("%s <= %d", g.text(e), n-1))
		default:
			e = affine.Sub(e, affine.Const(bounds.Lo))
			n = bounds.Hi - bounds.Lo + int64(g.IntN(2))
		}
		at, shape = append(at, g.text(e)), append(shape, fmt.Sprint(n))
	}
	t := "tensor<" + strings.Join(append(shape, g.elem), "x") + ">"
	x := g.arg(t)
	clause := ""
	if len(guards) > 0 {
		clause = " if (" + strings.Join(guards, ", ") + ")"
		if g.chance(1, 2) {
			if len(g.values) == 0 {
				g.values = append(g.values, g.arg("tensor<"+g.elem+">"))
			}
			clause += " else " + pick(g.Rand, g.values)
		}
	}
	v := g.fresh("v")
	fmt.Fprintf(&g.body, "    %s = te.read %s [%s]%s : %s\n", v, x, strings.Join(at, ", "), clause, strings.Join(append([]string{t}, types...), ", "))
	g.values = append(g.values, v)
}

// index is a whole number by which something can be read, and its type.
func (g *generator) index() (v, t string) {
	elem := pick(g.Rand, []string{"i8", "i32", "i64", "ui8", "ui64"})
	t = "tensor<" + elem + ">"
	switch g.IntN(3) {
	case 0:
		return g.arg("index"), "index"
	case 1:
		v = g.fresh("i")
		fmt.Fprintf(&g.body, "    %s = te.index %s : %s\n", v, g.text(g.expr()), t)
		return v, t
	}
	v = g.fresh("i")
	x := g.arg("tensor<4x" + elem + ">")
	at := "0"
	if len(g.axes) > 0 {
		at = pick(g.Rand, g.axes).name + " mod 4"
	}
	fmt.Fprintf(&g.body, "    %s = te.read %s [%s] : tensor<4x%s>\n", v, x, at, elem)
	return v, t
}

// text is an index expression with the names of the axes.
func (g *generator) text(e *ir.AffineExpr) string {
	var names []string
	for _, a := range g.axes {
		names = append(names, a.name)
	}
	w := ir.NewTextWriter()
	w.IndexExpr(e, names, nil)
	return string(w.Buf)
}

func (g *generator) binary() []string {
	switch {
	case strings.HasPrefix(g.elem, "complex"):
		return []string{"tg.add", "tg.sub", "tg.mul"}
	case strings.Contains(g.elem, "f"):
		return []string{"tg.add", "tg.sub", "tg.mul", "tg.div", "tg.max", "tg.min"}
	case g.elem == "i1":
		return []string{"tg.and", "tg.or", "tg.xor"}
	}
	return []string{"tg.add", "tg.sub", "tg.mul", "tg.max", "tg.min", "tg.and", "tg.xor"}
}

// op adds an op on single elements.
func (g *generator) op() {
	v, t := g.fresh("v"), "tensor<"+g.elem+">"
	a, b := pick(g.Rand, g.values), pick(g.Rand, g.values)
	isFloat := strings.Contains(g.elem, "f")
	switch k := g.IntN(8); {
	case k == 0 && isFloat:
		fmt.Fprintf(&g.body, "    %s = %s %s : %s\n", v, pick(g.Rand, []string{"tg.neg", "tg.exp", "tg.tanh", "tg.sqrt"}), a, t)
	case k == 1:
		p := g.fresh("p")
		e := g.text(g.expr())
		fmt.Fprintf(&g.body, "    %s = te.guard (%s - 1 >= 0) : tensor<i1>\n", p, e)
		fmt.Fprintf(&g.body, "    %s = tg.select %s, %s, %s : (tensor<i1>, %s, %s) -> %s\n", v, p, a, b, t, t, t)
	case k == 2:
		i := g.fresh("i")
		fmt.Fprintf(&g.body, "    %s = te.index %s : tensor<i32>\n    %s = tg.convert %s : (tensor<i32>) -> %s\n", i, g.text(g.expr()), v, i, t)
	case k == 3:
		fmt.Fprintf(&g.body, "    %s = tg.constant dense<%s> : %s\n", v, g.one(), t)
	case k == 4:
		fmt.Fprintf(&g.body, "    %s = %s %s, %s : %s\n", v, pick(g.Rand, g.binary()), a, g.arg(t), t)
	default:
		fmt.Fprintf(&g.body, "    %s = %s %s, %s : %s\n", v, pick(g.Rand, g.binary()), a, b, t)
	}
	g.values = append(g.values, v)
}

// one is the number 1.
func (g *generator) one() string {
	switch {
	case strings.HasPrefix(g.elem, "complex"):
		return "(1.0, 0.0)"
	case strings.Contains(g.elem, "f"):
		return "1.0"
	case g.elem == "i1":
		return "true"
	}
	return "1"
}
