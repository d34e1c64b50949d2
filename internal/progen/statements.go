package progen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

func (g *generator) statements(n int) {
	for range n {
		g.statement()
	}
}

const maxDepth = 4

func (g *generator) statement() {
	if g.tame {
		kinds := []func(){g.tameUnary, g.tameBinary, g.tameBinary, g.tameBinary, g.move, g.join, g.tameReduce, g.product, g.repeat, g.idiom, g.idiom}
		if g.nested && g.depth < maxDepth {
			kinds = append(kinds, g.call, g.ifElse, g.ifElse, g.cases, g.while, g.while)
		}
		pickOf(g, kinds)()
		return
	}
	kinds := []func(){
		g.anyOp, g.anyOp, g.anyOp, g.anyOp, g.anyOp, g.anyOp, g.idiom, g.idiom, g.ruleSide, g.ruleSide, g.ruleSide,
		g.unary, g.unary, g.binary, g.binary, g.binary, g.compare, g.choose, g.clamp, g.convert, g.move, g.move,
		g.join, g.pad, g.reduce, g.product, g.repeat, g.repeat, g.barrier, g.check, g.iota, g.split, g.told,
	}
	if g.depth < maxDepth {
		nested := func() {
			g.nearlyTwice(pickOf(g, []func(){g.combining, g.combining, g.ifElse, g.ifElse, g.cases, g.while, g.while, g.fusion}))
		}
		kinds = append(kinds, g.call, nested, nested, nested, nested, nested)
	}
	pickOf(g, kinds)()
}

// nearlyTwice writes an op with regions and sometimes the same op again, with
// other names, and sometimes with one difference.
func (g *generator) nearlyTwice(write func()) {
	before, visible := g.out.Len(), len(g.visible)
	inScope := map[string]bool{}
	for _, v := range g.visible {
		inScope[v.name] = true
	}
	write()
	text := g.out.String()[before:]
	if g.rng.IntN(2) > 0 || len(text) > 4000 {
		return
	}
	g.next++
	rename := func(name string) string {
		base, number, isResult := strings.Cut(name, "#")
		switch {
		case inScope[name] || strings.HasPrefix(name, "%arg"):
			return name
		case isResult:
			return fmt.Sprintf("%sx%d#%s", base, g.next, number)
		}
		return fmt.Sprintf("%sx%d", name, g.next)
	}
	for _, v := range slices.Clone(g.visible[visible:]) {
		g.visible = append(g.visible, value{rename(v.name), v.tensorType})
	}
	text = valueName.ReplaceAllStringFunc(text, rename)
	if g.rng.IntN(2) == 0 {
		text = pickOf(g, []*strings.Replacer{
			strings.NewReplacer("tg.max ", "tg.min "), strings.NewReplacer("tg.neg ", "tg.abs "), strings.NewReplacer("tg.mul ", "tg.add "),
			strings.NewReplacer("dense<1> ", "dense<2> "), strings.NewReplacer("dense<0.0> ", "dense<-0.0> "),
		}).Replace(text)
	}
	g.out.WriteString(text)
}

func (g *generator) repeat() {
	list := g.repeatable()
	if len(list) == 0 {
		g.unary()
		return
	}
	r := list[max(0, len(list)-1-g.rng.IntN(8))]
	g.define(r.tensorType, "%s", r.text)
}

func (g *generator) unary() {
	x := g.some()
	g.op(x.tensorType, "%s %s : %s", pickOf(g, g.elementwise(1, x)).Name(), x.name, x.tensorType)
}

// elementwise are the ops without attributes on so many operands of the element type of x, which is
// that of the result, too.
func (g *generator) elementwise(operands int, x value) (list []*ir.OpDef) {
	t := g.ir(x.tensorType)
	for _, def := range tg.Dialect.Ops() {
		fits := def.Has(ir.Elementwise) && !def.Has(ir.StatedTypes) && len(def.Attrs) == 0 && len(def.Operands) == operands && def.Results[0].Type.Ok(t)
		for _, a := range def.Operands {
			fits = fits && a.Type.Ok(t)
		}
		if fits {
			list = append(list, def)
		}
	}
	return list
}

// together is the shape that two shapes broadcast to; ok is false for none.
func together(a, b []int) (out []int, ok bool) {
	out = make([]int, max(len(a), len(b)))
	for i := range out {
		x, y := 1, 1
		if k := len(a) - 1 - i; k >= 0 {
			x = a[k]
		}
		if k := len(b) - 1 - i; k >= 0 {
			y = b[k]
		}
		if x != y && x != 1 && y != 1 {
			return nil, false
		}
		if x == 1 {
			x = y
		}
		out[len(out)-1-i] = x
	}
	return out, true
}

// partner is a value that broadcasts with x and has its element type.
func (g *generator) partner(x value) value {
	t := x.tensorType
	if g.rng.IntN(2) == 0 {
		t.shape = nil
	}
	if g.rng.IntN(4) == 0 {
		return g.constant(t)
	}
	return g.any(t, func(v value) bool {
		_, ok := together(x.shape, v.shape)
		return ok && v.elem == x.elem
	})
}

func (g *generator) binary() {
	x := g.some()
	y := g.partner(x)
	if g.rng.IntN(2) == 0 {
		x, y = y, x
	}
	shape, _ := together(x.shape, y.shape)
	t := tensorType{x.elem, shape}
	g.op(t, "%s %s, %s : (%s, %s) -> %s", pickOf(g, g.elementwise(2, x)).Name(), x.name, y.name, x.tensorType, y.tensorType, t)
}

func (g *generator) compare() {
	x := g.some()
	y := g.partner(x)
	if g.rng.IntN(4) == 0 {
		x, y = y, x
	}
	shape, _ := together(x.shape, y.shape)
	t := tensorType{"i1", shape}
	g.op(t, "tg.compare %s %s, %s : (%s, %s) -> %s", pickOf(g, []string{"lt", "le", "eq", "ne", "gt", "ge"}), x.name, y.name, x.tensorType, y.tensorType, t)
}

func (g *generator) choose() {
	x := g.some()
	y := g.partner(x)
	shape, _ := together(x.shape, y.shape)
	p := g.any(tensorType{"i1", shape}, func(v value) bool {
		s, ok := together(v.shape, shape)
		return ok && v.elem == "i1" && slices.Equal(s, shape)
	})
	t := tensorType{x.elem, shape}
	g.op(t, "tg.select %s, %s, %s : (%s, %s, %s) -> %s", p.name, x.name, y.name, p.tensorType, x.tensorType, y.tensorType, t)
}

func (g *generator) clamp() {
	x := g.someWith("f32 f16 i32 i8")
	low, high := g.constant(tensorType{x.elem, nil}), g.constant(tensorType{x.elem, nil})
	g.op(x.tensorType, "tg.clamp %s, %s, %s : (%s, %s, %s) -> %s", low.name, x.name, high.name, low.tensorType, x.tensorType, high.tensorType, x.tensorType)
}

func (g *generator) convert() {
	x := g.some()
	t := x.with(pickOf(g, randomElems))
	g.op(t, "tg.convert %s : (%s) -> %s", x.name, x.tensorType, t)
}

// move is a reshape, transpose, broadcast, slice or reverse, or two of them.
func (g *generator) move() {
	kind := g.rng.IntN(5)
	n := len(g.visible)
	g.moveOf(kind, g.some())
	if len(g.visible) > n && g.rng.IntN(2) == 0 {
		g.moveOf(kind, g.visible[len(g.visible)-1])
	}
}

func (g *generator) moveOf(kind int, x value) {
	rank := len(x.shape)
	switch kind {
	case 0:
		shapes := [][]int{{x.count()}, {1, x.count()}, {x.count(), 1}, x.shape}
		if x.count() == 0 {
			shapes = append(shapes, []int{0, 3}, []int{2, 0}, []int{1, 0, 4})
		}
		t := tensorType{x.elem, pickOf(g, shapes)}
		g.op(t, "tg.reshape %s : (%s) -> %s", x.name, x.tensorType, t)
	case 1:
		permutation := g.rng.Perm(rank)
		t := tensorType{x.elem, make([]int, rank)}
		for i, p := range permutation {
			t.shape[i] = x.shape[p]
		}
		g.op(t, "tg.transpose %s permutation %s : (%s) -> %s", x.name, ints(permutation), x.tensorType, t)
	case 2:
		if rank > 2 {
			return
		}
		t := tensorType{x.elem, append([]int{g.repeats(2)}, x.shape...)}
		dims := make([]int, rank)
		for i := range dims {
			dims[i] = i + 1
			if x.shape[i] == 1 {
				t.shape[i+1] = g.repeats(3)
			}
		}
		g.op(t, "tg.broadcast %s dims %s : (%s) -> %s", x.name, ints(dims), x.tensorType, t)
	case 3:
		t := tensorType{x.elem, make([]int, rank)}
		ranges := make([]string, rank)
		for i, n := range x.shape {
			start := g.rng.IntN(n + 1)
			limit := start + g.rng.IntN(n-start+1)
			stride := 1 + g.rng.IntN(2)
			t.shape[i] = (limit - start + stride - 1) / stride
			ranges[i] = fmt.Sprintf("%d:%d:%d", start, limit, stride)
		}
		g.op(t, "tg.slice %s [%s] : (%s) -> %s", x.name, strings.Join(ranges, ", "), x.tensorType, t)
	default:
		var dims []int
		for i := range rank {
			if g.rng.IntN(2) == 0 {
				dims = append(dims, i)
			}
		}
		g.op(x.tensorType, "tg.reverse %s dims %s : %s", x.name, ints(dims), x.tensorType)
	}
}

// repeats is how often a broadcast repeats something: usually so often, sometimes
// once or never. What there are no elements of is not tame: its maximum is -inf.
func (g *generator) repeats(usual int) int {
	if g.tame {
		return usual
	}
	return pickOf(g, []int{usual, usual, 1, 0})
}

func ints(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = fmt.Sprint(n)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (g *generator) ranked() value {
	t := g.randomType()
	t.shape = []int{2, 3}
	return g.any(t, func(v value) bool { return len(v.shape) > 0 && (!g.tame || v.isFloat()) })
}

func (g *generator) join() {
	x := g.ranked()
	y := g.exactly(x.tensorType)
	dim := g.rng.IntN(len(x.shape))
	t := tensorType{x.elem, slices.Clone(x.shape)}
	t.shape[dim] *= 2
	if t.count() > 64 {
		return
	}
	g.op(t, "tg.concat %s, %s dim %d : (%s, %s) -> %s", x.name, y.name, dim, x.tensorType, y.tensorType, t)
}

func (g *generator) split() {
	x := g.ranked()
	if x.shape[0] < 2 {
		return
	}
	a, b := tensorType{x.elem, slices.Clone(x.shape)}, tensorType{x.elem, slices.Clone(x.shape)}
	a.shape[0], b.shape[0] = 1, x.shape[0]-1
	r := g.name()
	g.line("%s:2 = tg.split %s dim 0 sizes [%d, %d] : (%s) -> (%s, %s)", r, x.name, a.shape[0], b.shape[0], x.tensorType, a, b)
	g.visible = append(g.visible, value{r + "#0", a}, value{r + "#1", b})
}

func (g *generator) pad() {
	x := g.ranked()
	if x.count() > 32 {
		return
	}
	fill := g.exactly(tensorType{x.elem, nil})
	t := tensorType{x.elem, slices.Clone(x.shape)}
	low, high := make([]int, len(t.shape)), make([]int, len(t.shape))
	for i := range t.shape {
		low[i], high[i] = g.rng.IntN(2), g.rng.IntN(2)
		t.shape[i] += low[i] + high[i]
	}
	g.op(t, "tg.pad %s, %s low %s high %s : (%s, %s) -> %s", x.name, fill.name, ints(low), ints(high), x.tensorType, fill.tensorType, t)
}

func (g *generator) iota() {
	t := g.randomType()
	if len(t.shape) > 0 {
		g.op(t, "tg.iota dim %d : %s", g.rng.IntN(len(t.shape)), t)
	}
}

// reduced is the type of x without dimension dim.
func reduced(x value, dim int) tensorType {
	return tensorType{x.elem, slices.Delete(slices.Clone(x.shape), dim, dim+1)}
}

func (g *generator) reduce() {
	x := g.ranked()
	dim := g.rng.IntN(len(x.shape))
	t := reduced(x, dim)
	g.op(t, "tg.reduce %s %s dims [%d] : (%s) -> %s", pickOf(g, []string{"sum", "max", "min", "prod"}), x.name, dim, x.tensorType, t)
}

// product is a matrix product.
func (g *generator) product() {
	x := g.any(tensorType{"f32", []int{2, 3}}, func(v value) bool { return v.isFloat() && len(v.shape) == 2 })
	y := g.any(tensorType{x.elem, []int{x.shape[1], 2}}, func(v value) bool {
		return v.elem == x.elem && len(v.shape) == 2 && v.shape[0] == x.shape[1]
	})
	t := tensorType{x.elem, []int{x.shape[0], y.shape[1]}}
	g.op(t, "tg.matmul %s, %s : (%s, %s) -> %s", x.name, y.name, x.tensorType, y.tensorType, t)
}

func (g *generator) barrier() {
	x := g.some()
	g.op(x.tensorType, "tg.barrier %s : %s", x.name, x.tensorType)
}

// check has an effect: how its checks end must stay the same.
func (g *generator) check() {
	x := g.some()
	y := g.exactly(x.tensorType)
	g.line("check.expect_eq %s, %s : %s", x.name, y.name, x.tensorType)
}

// inside runs body in a scope of its own.
func (g *generator) inside(body func()) {
	n := len(g.visible)
	g.depth++
	body()
	g.depth--
	g.leave(n)
}

func (g *generator) resultTypes() []tensorType {
	ts := make([]tensorType, 1+g.rng.IntN(2))
	for i := range ts {
		ts[i] = g.randomType()
	}
	return ts
}

func (g *generator) results(name string, ts []tensorType) {
	for i, t := range ts {
		g.visible = append(g.visible, value{fmt.Sprintf("%s#%d", name, i), t})
	}
}

func (g *generator) branch(ts []tensorType) {
	g.inside(func() {
		g.statements(g.rng.IntN(4))
		g.line("tg.yield %s", g.values(ts))
	})
}

func (g *generator) ifElse() {
	p := g.exactly(tensorType{"i1", nil})
	ts := g.resultTypes()
	r := g.name()
	g.line("%s:%d = tg.if %s -> (%s) {", r, len(ts), p.name, types(ts))
	g.branch(ts)
	g.line("} else {")
	g.branch(ts)
	g.line("}")
	g.results(r, ts)
}

func (g *generator) cases() {
	i := g.exactly(tensorType{"i32", nil})
	ts := g.resultTypes()
	r := g.name()
	g.line("%s:%d = tg.case %s -> (%s) {", r, len(ts), i.name, types(ts))
	g.branch(ts)
	for range g.rng.IntN(3) {
		g.line("}, {")
		g.branch(ts)
	}
	g.line("}")
	g.results(r, ts)
}

// while counts down; the rest of its state changes, stays, or serves nothing.
func (g *generator) while() {
	i32 := tensorType{"i32", nil}
	ts := append([]tensorType{i32}, g.resultTypes()...)
	n := g.rng.IntN(4)
	count := g.define(i32, "tg.constant dense<%d> : tensor<i32>", n)
	zero := g.define(i32, "tg.constant dense<0> : tensor<i32>")
	one := g.define(i32, "tg.constant dense<1> : tensor<i32>")
	r := g.name()
	var state []string
	var args []value
	for i, t := range ts {
		init := count
		if i > 0 {
			init = g.exactly(t)
		}
		args = append(args, value{g.name(), t})
		state = append(state, args[i].name+" = "+init.name)
	}
	rounds := g.collected(ts)
	collect := ""
	if len(rounds) > 0 {
		collect = " collect (" + g.tapeTypes(rounds, n) + ")"
	}
	g.line("%s:%d = tg.while (%s) : %s%s cond {", r, len(ts)+len(rounds), strings.Join(state, ", "), types(ts), collect)
	g.inside(func() {
		g.visible = append(g.visible, args...)
		g.statements(g.rng.IntN(2))
		more := g.define(tensorType{"i1", nil}, "tg.compare gt %s, %s : (tensor<i32>, tensor<i32>) -> tensor<i1>", args[0].name, zero.name)
		g.line("tg.yield %s : tensor<i1>", more.name)
	})
	g.line("} do {")
	g.inside(func() {
		g.visible = append(g.visible, args...)
		g.statements(g.rng.IntN(3))
		names := []string{g.define(i32, "tg.sub %s, %s : tensor<i32>", args[0].name, one.name).name}
		for i, t := range ts[1:] {
			next := args[i+1]
			if g.rng.IntN(3) > 0 {
				next = g.exactly(t)
			}
			names = append(names, next.name)
		}
		for _, t := range rounds {
			v := g.exactly(t)
			if k := slices.IndexFunc(ts, func(s tensorType) bool { return s.String() == t.String() }); k >= 0 && g.rng.IntN(2) == 0 {
				v = args[k]
			}
			names = append(names, v.name)
		}
		g.line("tg.yield %s : %s", strings.Join(names, ", "), types(slices.Concat(ts, rounds)))
	})
	g.line("}")
	g.results(r, ts)
	g.tapes(r, len(ts), rounds, n)
}

// collected are the types of what a loop with such a state collects: nothing, most of the time.
func (g *generator) collected(state []tensorType) (ts []tensorType) {
	for range max(0, g.rng.IntN(6)-3) {
		t := g.randomType()
		switch g.rng.IntN(3) {
		case 0:
			t = pickOf(g, state)
		case 1: // which may be made where it is to be
			t = pickOf(g, []tensorType{{"f32", []int{16}}, {"f64", []int{2, 4}}, {"i32", []int{4, 4}}})
		}
		if t.count() <= 20 && len(t.shape) <= 3 {
			ts = append(ts, t)
		}
	}
	return ts
}

// tapeTypes are the types of results that hold values of n rounds; in a program that leaves
// extents open, of as many rounds as there are.
func (g *generator) tapeTypes(rounds []tensorType, n int) string {
	list := make([]string, len(rounds))
	for i, t := range rounds {
		list[i] = tapeType(t, n).String()
		if g.leaves {
			list[i] = strings.Replace(list[i], fmt.Sprintf("<%dx", n), "<?x", 1)
		}
	}
	return strings.Join(list, ", ")
}

func tapeType(round tensorType, n int) tensorType {
	return tensorType{round.elem, append([]int{n}, round.shape...)}
}

// tapes makes what a loop has collected visible, with types that say how long it is.
func (g *generator) tapes(loop string, first int, rounds []tensorType, n int) {
	for i, round := range rounds {
		t := tapeType(round, n)
		tape := fmt.Sprintf("%s#%d", loop, first+i)
		if g.leaves {
			g.define(t, "tg.cast %s : (%s) -> %s", tape, g.tapeTypes(rounds[i:i+1], n), t)
		} else {
			g.visible = append(g.visible, value{tape, t})
		}
	}
}

func (g *generator) call() {
	if len(g.helpers) == 0 {
		return
	}
	f := pickOf(g, g.helpers)
	names := make([]string, len(f.inputs))
	for i, t := range f.inputs {
		names[i] = g.exactly(t).name
	}
	r := g.name()
	g.line("%s:%d = func.call @%s(%s) : (%s) -> (%s)", r, len(f.results), f.name, strings.Join(names, ", "), types(f.inputs), types(f.results))
	g.results(r, f.results)
}
