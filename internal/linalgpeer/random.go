package linalgpeer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tg-opt/tg/tensor"
)

// Random is a random case, always the same for a seed: a compute of a few axes that reads tensors
// at all kinds of index expressions, and perhaps reduces. The ops in its body round alike
// everywhere; where a function is among them, it is the last.
func Random(seed uint64) Case {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 17)), seed: seed}
	return g.compute()
}

type generator struct {
	*rand.Rand
	seed   uint64
	axes   []randomAxis
	params []string
	inputs []*tensor.Tensor
	body   strings.Builder
	n      int
	wild   bool // whether elements are infinite, NaN and extreme, too
}

type randomAxis struct {
	name          string
	lower, extent int
}

// index is an index expression: its text, and its value at a point.
type index struct {
	text string
	at   func(p []int) int
}

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

func (g *generator) name() string {
	g.n++
	return fmt.Sprintf("%%%d", g.n)
}

// op adds an op to the body and returns its result.
func (g *generator) op(format string, args ...any) string {
	v := g.name()
	fmt.Fprintf(&g.body, "    %s = %s\n", v, fmt.Sprintf(format, args...))
	return v
}

// param adds a parameter of random elements.
func (g *generator) param(d tensor.DType, shape []int, narrow bool) string {
	x := tensor.Random(d, shape, g.seed*31+uint64(len(g.params)))
	if narrow {
		for i := range x.Len() {
			x.SetInt64(i, int64(g.IntN(12))-3)
		}
	}
	for i := range x.Len() {
		if !narrow && g.wild && g.IntN(4) == 0 {
			setSpecial(x, i, g.IntN(8))
		}
	}
	g.inputs = append(g.inputs, x)
	name := fmt.Sprintf("%%x%d", len(g.params))
	g.params = append(g.params, name+": "+shaped(shape, d.String()))
	return name
}

// setSpecial sets an element to a number at which ops have cases of their own.
func setSpecial(x *tensor.Tensor, i, which int) {
	bits := x.DType().Bits()
	if x.DType().IsFloat() {
		x.SetFloat64(i, []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-149, 3e9, -1e30}[which])
		return
	}
	x.SetInt64(i, []int64{0, 1, -1, 1 << (bits - 1), 1<<(bits-1) - 1, int64(bits), int64(bits) - 1, -2}[which])
}

func (g *generator) compute() Case {
	d := pick(g, tensor.F32, tensor.F32, tensor.F32, tensor.F32, tensor.F64, tensor.F16, tensor.BF16, tensor.I32, tensor.I64, tensor.U8, tensor.I16, tensor.U32, tensor.Bool)
	combiner := pick(g, "", "", "", "", "sum", "dot", "prod", "max", "min", "reduce")
	switch {
	case d == tensor.Bool && combiner != "":
		combiner = pick(g, "and", "or", "xor")
	case d.IsInteger() && combiner == "prod":
		combiner = "xor"
	}
	outputs := 1 + g.IntN(3)
	reduced := 0
	g.wild = g.IntN(2) == 0 && combiner != "sum" && combiner != "dot" && combiner != "prod"
	if combiner != "" {
		reduced = 1 + g.IntN(2)
	}
	for i := range outputs + reduced {
		a := randomAxis{name: string(rune('a' + i)), extent: 1 + g.IntN(4)}
		if g.IntN(4) == 0 {
			a.lower = g.IntN(5) - 3
		}
		g.axes = append(g.axes, a)
	}
	c := Case{Name: fmt.Sprintf("random %d, %s %s", g.seed, d, combiner), Bar: Exact}
	v := g.value(d)
	switch {
	case !d.IsFloat():
	case combiner == "" && d == tensor.F32 && g.IntN(3) > 0:
		v, c.Bar = g.function(v), Close
	case combiner == "dot" && g.IntN(2) == 0:
		c.FMA = true
	case slices.Contains([]string{"sum", "dot", "prod"}, combiner):
		c.Bar = Terms
	}
	yield := v
	if combiner == "dot" {
		yield += ", " + g.value(d)
	}
	c.Text = g.program(d, combiner, outputs, yield)
	c.Inputs = g.inputs
	return c
}

// program is the text of a function with the compute.
func (g *generator) program(d tensor.DType, combiner string, outputs int, yield string) string {
	var shape []int
	for _, a := range g.axes[:outputs] {
		shape = append(shape, a.extent)
	}
	result, scalar, head, tail := shaped(shape, d.String()), shaped(nil, d.String()), "", ""
	if combiner != "" {
		head = " " + combiner + " " + axesText(g.axes[outputs:])
	}
	if combiner == "reduce" || combiner != "dot" && combiner != "" && g.IntN(3) == 0 {
		head += " init(" + g.param(d, nil, false) + ")"
	}
	if combiner == "reduce" {
		op := pick(g, "add", "mul", "max")
		if d == tensor.Bool {
			op = "xor"
		}
		tail = fmt.Sprintf(" with (%%p: %s, %%q: %s) {\n    %%r = tg.%s %%p, %%q : %s\n    te.yield %%r : %s\n  }", scalar, scalar, op, scalar, scalar)
	}
	types := scalar + strings.Repeat(", "+scalar, strings.Count(yield, ","))
	return fmt.Sprintf("func.func @f(%s) -> %s {\n  %%0 = te.compute %s%s -> %s {\n%s    te.yield %s : %s\n  }%s\n  return %%0 : %s\n}\n",
		strings.Join(g.params, ", "), result, axesText(g.axes[:outputs]), head, result, g.body.String(), yield, types, tail, result)
}

func axesText(axes []randomAxis) string {
	var list []string
	for _, a := range axes {
		if a.lower != 0 {
			list = append(list, fmt.Sprintf("%s in %d..%d", a.name, a.lower, a.lower+a.extent))
		} else {
			list = append(list, fmt.Sprintf("%s < %d", a.name, a.extent))
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// points calls f with all points of the axes.
func (g *generator) points(f func(p []int)) {
	p := make([]int, len(g.axes))
	var visit func(i int)
	visit = func(i int) {
		if i == len(p) {
			f(p)
			return
		}
		for k := range g.axes[i].extent {
			p[i] = g.axes[i].lower + k
			visit(i + 1)
		}
	}
	visit(0)
}

// index is a random index expression, which may be negative.
func (g *generator) index() index {
	i := g.IntN(len(g.axes))
	a, k := g.axes[i].name, 1+g.IntN(3)
	axis := func(p []int) int { return p[i] }
	switch g.IntN(9) {
	case 0:
		return index{fmt.Sprint(k), func([]int) int { return k }}
	case 1:
		return index{fmt.Sprintf("%d - %s", k, a), func(p []int) int { return k - p[i] }}
	case 2:
		return index{fmt.Sprintf("%d * %s + %d", k, a, k), func(p []int) int { return k*p[i] + k }}
	case 3:
		return index{fmt.Sprintf("%s floordiv %d", a, k+1), func(p []int) int { return floorDiv(p[i], k+1) }}
	case 4:
		return index{fmt.Sprintf("%s mod %d", a, k+1), func(p []int) int { return p[i] - floorDiv(p[i], k+1)*(k+1) }}
	case 5:
		j := g.IntN(len(g.axes))
		return index{fmt.Sprintf("%s + %d * %s", a, k, g.axes[j].name), func(p []int) int { return p[i] + k*p[j] }}
	}
	return index{a, axis}
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// read is an element of a new tensor.
func (g *generator) read(d tensor.DType) string {
	guard, holds := "", func([]int) bool { return true }
	if g.IntN(4) == 0 {
		e, k := g.index(), g.IntN(3)
		guard, holds = fmt.Sprintf(" if (%s >= %d)", e.text, k), func(p []int) bool { return e.at(p) >= k }
	}
	var shape []int
	var texts, types []string
	for range g.IntN(4) {
		if g.IntN(8) == 0 {
			at := g.op("te.read %s [%s] : tensor<64xi32>", g.param(tensor.I32, []int{64}, true), g.inside(64).text)
			texts, types = append(texts, at+" + 1"), append(types, "tensor<i32>")
			shape = append(shape, 1+g.IntN(5))
			continue
		}
		e := g.index()
		low, high, some := 0, 0, false
		g.points(func(p []int) {
			if holds(p) {
				v := e.at(p)
				if !some {
					low, high, some = v, v, true
				}
				low, high = min(low, v), max(high, v)
			}
		})
		switch {
		case !some:
			e.text, low, high = "0", 0, 0
		case low < 0:
			e.text = fmt.Sprintf("%s + %d", e.text, -low)
			high -= low
		}
		texts, shape = append(texts, e.text), append(shape, high+1+pick(g, 0, 0, 0, 2))
	}
	x := g.param(d, shape, false)
	if guard != "" && g.IntN(2) == 0 {
		guard += " else " + g.param(d, nil, false)
	}
	return g.op("te.read %s [%s]%s : %s", x, strings.Join(texts, ", "), guard, strings.Join(append([]string{shaped(shape, d.String())}, types...), ", "))
}

// inside is an index expression below n.
func (g *generator) inside(n int) index {
	for {
		e, ok := g.index(), true
		g.points(func(p []int) { ok = ok && e.at(p) >= 0 && e.at(p) < n })
		if ok {
			return e
		}
	}
}

// value is a random expression of type d.
func (g *generator) value(d tensor.DType) string {
	list := []string{g.read(d)}
	for range g.IntN(3) {
		list = append(list, g.read(d))
	}
	if d.IsInteger() && g.IntN(3) == 0 {
		list = append(list, g.op("te.index %s : %s", g.index().text, shaped(nil, d.String())))
	}
	for range g.IntN(5) {
		list = append(list, g.apply(d, pick(g, list...), pick(g, list...)))
	}
	v := list[0]
	for _, w := range list[1:] {
		v = g.op("tg.%s %s, %s : %s", pick(g, both(d)...), v, w, shaped(nil, d.String()))
	}
	return v
}

// both are ops of two elements.
func both(d tensor.DType) []string {
	switch {
	case d == tensor.Bool:
		return []string{"and", "or", "xor", "max", "min"}
	case d.IsFloat():
		return []string{"add", "sub", "mul", "div", "max", "min", "rem"}
	}
	return []string{"add", "sub", "mul", "div", "rem", "max", "min", "and", "or", "xor", "shl", "shr", "shr_logical", "mulhi", "pow"}
}

// apply is an op on elements.
func (g *generator) apply(d tensor.DType, x, y string) string {
	t := shaped(nil, d.String())
	switch g.IntN(5) {
	case 0:
		order := ""
		if d.IsFloat() && g.IntN(3) == 0 {
			order = " total_order"
		}
		p := g.op("tg.compare %s %s, %s%s : (%s, %s) -> tensor<i1>", pick(g, "lt", "le", "eq", "ne", "ge", "gt"), x, y, order, t, t)
		return g.op("tg.select %s, %s, %s : (tensor<i1>, %s, %s) -> %s", p, x, y, t, t, t)
	case 1:
		via := pick(g, tensor.I8, tensor.I32, tensor.U16, tensor.U64, tensor.I64, tensor.F32, tensor.F64, tensor.BF16, tensor.F16, tensor.Bool)
		u := shaped(nil, via.String())
		if via == d {
			return x
		}
		return g.op("tg.convert %s : (%s) -> %s", g.op("tg.convert %s : (%s) -> %s", x, t, u), u, t)
	case 2:
		if d != tensor.Bool {
			return g.op("tg.clamp %s, %s, %s : %s", y, x, x, t)
		}
	}
	one := []string{"neg", "abs", "sign", "floor", "ceil", "round_even", "round_away", "relu", "relu6", "sqrt"}
	switch {
	case d == tensor.Bool:
		one = []string{"not"}
	case d.IsInteger():
		one = []string{"neg", "abs", "sign", "not", "popcnt", "clz", "relu", "relu6"}
	}
	return g.op("tg.%s %s : %s", pick(g, one...), x, t)
}

// function is a function of an element, which other tools round otherwise.
func (g *generator) function(x string) string {
	name := pick(g, "exp", "exp2", "expm1", "log", "log2", "log1p", "rsqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "sigmoid", "silu", "gelu")
	if g.IntN(6) == 0 {
		return g.op("tg.%s %s, %s : tensor<f32>", pick(g, "pow", "atan2"), x, g.read(tensor.F32))
	}
	return g.op("tg.%s %s : tensor<f32>", name, x)
}
