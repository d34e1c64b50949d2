package fuseelementwise_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tg-opt/tg/tensor"
)

// fusable makes programs of ops that fuse, and of some that do not.
type fusable struct {
	rand   *rand.Rand
	text   strings.Builder
	values []fusableValue
}

// most is how many elements a value has at most.
const most = 1 << 18

type fusableValue struct {
	name  string
	shape []int
	elem  string
}

func (v *fusableValue) typ() string { return tensorType(v.shape, v.elem) }

func tensorType(shape []int, elem string) string {
	if len(shape) == 0 {
		return "tensor<" + elem + ">"
	}
	return "tensor<" + tensor.ShapeString(shape) + "x" + elem + ">"
}

var (
	fusableShapes = [][]int{{}, {1}, {7}, {4, 8}, {8, 8}, {2, 3, 4}, {1, 6, 1, 8}, {0, 4}, {16, 1}, {3, 130}, {2, 3, 5, 7}, {5, 1100}, {9000}, {40, 30, 20}, {6, 6, 6}, {1, 5000}, {70, 1, 90}}
	// fusableExtents are those of shapes that are made up, and of dimensions that
	// are broadcast: a third of them is 0 or 1.
	fusableExtents = []int{0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 33, 64}
	fusableElems   = []string{"f32", "f32", "f32", "f64", "f16", "bf16", "i32", "i8", "ui8", "i64", "i1", "i16", "ui16", "ui32", "ui64"}

	fusableUnary = map[string][]string{
		"float": {"neg", "abs", "sign", "exp", "expm1", "log", "log1p", "sqrt", "rsqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
			"asinh", "acosh", "atanh", "sigmoid", "erf", "erfc", "erf_inv", "lgamma", "digamma", "bessel_i1e", "relu", "relu6", "silu", "gelu", "floor", "ceil", "round_even", "round_away", "is_finite", "is_inf", "reduce_precision"},
		"int":  {"neg", "abs", "sign", "not", "popcnt", "clz", "relu", "relu6"},
		"bool": {"not"},
	}
	fusableBinary = map[string][]string{
		"float": {"add", "sub", "mul", "div", "max", "min", "pow", "rem", "atan2", "next_after", "zeta", "polygamma"},
		"int":   {"add", "sub", "mul", "div", "max", "min", "rem", "and", "or", "xor", "shl", "shr", "shr_logical", "mulhi"},
		"bool":  {"add", "mul", "max", "min", "and", "or", "xor"},
	}
	// fusableWords are what some ops say besides.
	fusableWords = map[string][]string{
		"gelu":             {"approximate none", "approximate tanh"},
		"reduce_precision": {"exponent_bits 5 mantissa_bits 10", "exponent_bits 8 mantissa_bits 3"},
	}
	fusableFolds = map[string][]string{
		"float": {"sum", "prod", "max", "min", "mean"}, "int": {"sum", "prod", "max", "min", "and", "or", "xor"}, "bool": {"sum", "prod", "and", "or", "xor"},
	}
)

func elemClass(elem string) string {
	switch {
	case elem == "i1":
		return "bool"
	case strings.Contains(elem, "f"):
		return "float"
	}
	return "int"
}

func pickOne[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// shape makes up a shape, or takes one that is worth trying.
func (p *fusable) shape() []int {
	if p.rand.IntN(2) == 0 {
		return pickOne(p.rand, fusableShapes)
	}
	shape, size := make([]int, p.rand.IntN(5)), 1
	for d := range shape {
		if shape[d] = pickOne(p.rand, fusableExtents); size*shape[d] > most/8 {
			shape[d] = 1
		}
		size *= max(1, shape[d])
	}
	return shape
}

func (p *fusable) add(shape []int, elem, format string, args ...any) *fusableValue {
	v := fusableValue{fmt.Sprintf("%%v%d", len(p.values)), slices.Clone(shape), elem}
	fmt.Fprintf(&p.text, "  %s = %s\n", v.name, fmt.Sprintf(format, args...))
	p.values = append(p.values, v)
	return &p.values[len(p.values)-1]
}

// recent prefers values that were made last, so that chains come about.
func (p *fusable) recent() *fusableValue {
	n := len(p.values)
	if p.rand.IntN(3) > 0 {
		return &p.values[n-1-p.rand.IntN(min(n, 5))]
	}
	return &p.values[p.rand.IntN(n)]
}

// partner finds a value that broadcasts with v and has its element type.
func (p *fusable) partner(v *fusableValue) (w *fusableValue, shape []int) {
	for range 20 {
		w = p.recent()
		shape = broadcastOf(v.shape, w.shape)
		if n, err := tensor.Elements(shape); w.elem == v.elem && shape != nil && err == nil && n < most {
			return w, shape
		}
	}
	return v, v.shape
}

func broadcastOf(a, b []int) []int {
	out := make([]int, max(len(a), len(b)))
	for d := range out {
		x, y := 1, 1
		if at := d - len(out) + len(a); at >= 0 {
			x = a[at]
		}
		if at := d - len(out) + len(b); at >= 0 {
			y = b[at]
		}
		if x != y && x != 1 && y != 1 {
			return nil
		}
		out[d] = max(x, y)
		if x == 0 || y == 0 {
			out[d] = 0
		}
	}
	return out
}

func (p *fusable) op() {
	v := *p.recent()
	class := elemClass(v.elem)
	switch p.rand.IntN(15) {
	case 0, 1, 2:
		name := pickOne(p.rand, fusableUnary[class])
		elem := v.elem
		if strings.HasPrefix(name, "is_") {
			elem = "i1"
		}
		if words := fusableWords[name]; words != nil {
			p.add(v.shape, elem, "tg.%s %s %s : %s", name, v.name, pickOne(p.rand, words), v.typ())
			return
		}
		p.add(v.shape, elem, "tg.%s %s : (%s) -> %s", name, v.name, v.typ(), tensorType(v.shape, elem))
	case 3, 4, 5, 6:
		w, shape := p.partner(&v)
		a, b := v, *w
		if p.rand.IntN(2) == 0 {
			a, b = b, a
		}
		p.add(shape, v.elem, "tg.%s %s, %s : (%s, %s) -> %s", pickOne(p.rand, fusableBinary[class]), a.name, b.name, a.typ(), b.typ(), tensorType(shape, v.elem))
	case 7:
		w, shape := p.partner(&v)
		b := *w
		p.add(shape, "i1", "tg.compare %s %s, %s : (%s, %s) -> %s", pickOne(p.rand, []string{"lt", "le", "eq", "ne", "ge", "gt"}), v.name, b.name, v.typ(), b.typ(), tensorType(shape, "i1"))
	case 8:
		w, shape := p.partner(&v)
		b := *w
		if p.rand.IntN(2) == 0 {
			p.add(shape, v.elem, "tg.clamp %s, %s, %s : (%s, %s, %s) -> %s", v.name, b.name, v.name, v.typ(), b.typ(), v.typ(), tensorType(shape, v.elem))
			return
		}
		for i := range p.values {
			if c := p.values[i]; c.elem == "i1" && slices.Equal(broadcastOf(c.shape, shape), shape) {
				p.add(shape, v.elem, "tg.select %s, %s, %s : (%s, %s, %s) -> %s", c.name, v.name, b.name, c.typ(), v.typ(), b.typ(), tensorType(shape, v.elem))
				return
			}
		}
	case 9:
		elem := pickOne(p.rand, fusableElems)
		p.add(v.shape, elem, "tg.convert %s : (%s) -> %s", v.name, v.typ(), tensorType(v.shape, elem))
	case 10, 11:
		p.reduce(v, class)
	case 12, 13:
		p.move(v)
	default:
		p.source()
	}
}

func (p *fusable) reduce(v fusableValue, class string) {
	var dims []string
	var shape []int
	keep, trailing := p.rand.IntN(2) == 0, p.rand.IntN(4)
	for d, n := range v.shape {
		reduced := p.rand.IntN(2) == 0
		switch trailing {
		case 0:
			reduced = d == len(v.shape)-1
		case 1:
			reduced = d < len(v.shape)-1
		}
		if reduced {
			dims = append(dims, fmt.Sprint(d))
		}
		if !reduced {
			shape = append(shape, n)
		} else if keep {
			shape = append(shape, 1)
		}
	}
	text := ""
	if keep {
		text = " keep_dims"
	}
	init, types := "", v.typ()
	if p.rand.IntN(3) == 0 {
		for i := range p.values {
			if w := &p.values[i]; len(w.shape) == 0 && w.elem == v.elem {
				init, types = " init "+w.name, types+", "+w.typ()
				break
			}
		}
	}
	p.add(shape, v.elem, "tg.reduce %s %s%s dims [%s]%s : (%s) -> %s", pickOne(p.rand, fusableFolds[class]), v.name, init, strings.Join(dims, ", "), text, types, tensorType(shape, v.elem))
}

// move broadcasts, reshapes or transposes.
func (p *fusable) move(v fusableValue) {
	switch p.rand.IntN(6) {
	case 0: // a transpose is a boundary
		if len(v.shape) >= 2 {
			last := len(v.shape) - 1
			shape, order := slices.Clone(v.shape), make([]string, len(v.shape))
			for d := range order {
				order[d] = fmt.Sprint(d)
			}
			shape[0], shape[last], order[0], order[last] = shape[last], shape[0], order[last], order[0]
			p.add(shape, v.elem, "tg.transpose %s permutation [%s] : (%s) -> %s", v.name, strings.Join(order, ", "), v.typ(), tensorType(shape, v.elem))
		}
	case 1: // a dimension of extent 1 comes or goes, or two dimensions become one
		if shape := p.reshaped(v.shape); len(shape) < 6 {
			p.add(shape, v.elem, "tg.reshape %s : (%s) -> %s", v.name, v.typ(), tensorType(shape, v.elem))
		}
	case 2, 3:
		if target, dims := p.stretched(v.shape); target != nil {
			p.add(target, v.elem, "tg.broadcast %s dims [%s] : (%s) -> %s", v.name, strings.Join(dims, ", "), v.typ(), tensorType(target, v.elem))
		}
	default:
		target := p.recent().shape
		var dims []string
		next := 0
		for d, n := range target {
			if next < len(v.shape) && (v.shape[next] == n || v.shape[next] == 1) {
				dims = append(dims, fmt.Sprint(d))
				next++
			}
		}
		if next == len(v.shape) {
			p.add(target, v.elem, "tg.broadcast %s dims [%s] : (%s) -> %s", v.name, strings.Join(dims, ", "), v.typ(), tensorType(target, v.elem))
		}
	}
}

// reshaped is another shape of as many elements: a dimension of extent 1 comes or
// goes, or two become one. Where there are no elements it may be any such shape.
func (p *fusable) reshaped(shape []int) []int {
	if slices.Contains(shape, 0) && p.rand.IntN(2) == 0 {
		shape = slices.Clone(p.shape())
		return slices.Insert(shape, p.rand.IntN(len(shape)+1), 0)
	}
	shape = slices.Clone(shape)
	ones := []int{}
	for d, n := range shape {
		if n == 1 {
			ones = append(ones, d)
		}
	}
	switch k := p.rand.IntN(4); {
	case k == 0 && len(ones) > 0:
		d := pickOne(p.rand, ones)
		return slices.Delete(shape, d, d+1)
	case k > 1 || len(shape) < 2:
		return slices.Insert(shape, p.rand.IntN(len(shape)+1), 1)
	}
	shape[0] *= shape[1]
	return slices.Delete(shape, 1, 2)
}

// stretched is a shape that a value can be broadcast to, with dimensions that
// come in and dimensions of extent 1 that stretch, to nothing perhaps. It is nil
// if there would be too many of them, or too many elements.
func (p *fusable) stretched(shape []int) (target []int, dims []string) {
	for d := 0; d <= len(shape); d++ {
		for p.rand.IntN(4) == 0 {
			target = append(target, pickOne(p.rand, fusableExtents))
		}
		if d == len(shape) {
			break
		}
		dims = append(dims, fmt.Sprint(len(target)))
		n := shape[d]
		if n == 1 && p.rand.IntN(2) == 0 {
			n = pickOne(p.rand, fusableExtents)
		}
		target = append(target, n)
	}
	if n, err := tensor.Elements(target); err != nil || n > most || len(target) > 5 {
		return nil, nil
	}
	return target, dims
}

func (p *fusable) source() {
	v := p.recent()
	shape, elem := v.shape, v.elem
	if p.rand.IntN(3) == 0 {
		shape = nil
	}
	if len(shape) > 0 && p.rand.IntN(2) == 0 {
		p.add(shape, elem, "tg.iota dim %d : %s", p.rand.IntN(len(shape)), tensorType(shape, elem))
		return
	}
	values := map[string][]string{"float": {"2.5", "-0.5"}, "int": {"3", "1"}, "bool": {"true", "false"}}[elemClass(elem)]
	value := values[0]
	if len(shape) == 1 && shape[0] > 0 && shape[0] < 10 { // a list
		value = "[" + strings.Join(slices.Repeat(values, 5)[:shape[0]], ", ") + "]"
	}
	p.add(shape, elem, "tg.constant dense<%s> : %s", value, tensorType(shape, elem))
}

// fusableProgram is a random program of up to that many ops.
func fusableProgram(seed uint64, ops int) string {
	p := &fusable{rand: rand.New(rand.NewPCG(seed, 5))}
	shape := p.shape()
	var params []string
	for i := range 2 + p.rand.IntN(4) {
		own := slices.Clone(shape)
		switch p.rand.IntN(4) {
		case 0:
			for d := range own {
				if p.rand.IntN(2) == 0 {
					own[d] = 1
				}
			}
		case 1:
			own = own[p.rand.IntN(len(own)+1):]
		}
		elem := "f32"
		if i > 0 {
			elem = pickOne(p.rand, fusableElems)
		}
		v := fusableValue{fmt.Sprintf("%%v%d", i), own, elem}
		p.values = append(p.values, v)
		params = append(params, v.name+": "+v.typ())
	}
	for range 1 + p.rand.IntN(ops) {
		p.op()
	}
	var names, types []string
	for range 1 + p.rand.IntN(4) {
		v := p.recent()
		names, types = append(names, v.name), append(types, v.typ())
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(params, ", "), strings.Join(types, ", "),
		p.text.String(), strings.Join(names, ", "), strings.Join(types, ", "))
}
