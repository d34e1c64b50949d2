package progen

import (
	"fmt"
	"slices"
	"strings"
)

// combining writes an op that combines elements by code, which may use what is
// around it.
func (g *generator) combining() {
	pickOf(g, []func(){g.reduceRegion, g.reduceRegion, g.reduceTwo, g.windowRegion, g.scatterRegion, g.sortRegion, g.sortRegion})()
}

// body writes the region of such an op on scalars; what it yields comes from
// result.
func (g *generator) body(scalars []tensorType, result func(args []value) []value) {
	var args []value
	var params []string
	for _, t := range scalars {
		v := value{g.name(), t}
		args, params = append(args, v), append(params, v.name+": "+t.String())
	}
	g.out.WriteString(" with (" + strings.Join(params, ", ") + ") {\n")
	g.inside(func() {
		g.visible = append(g.visible, args...)
		var names []string
		var ts []tensorType
		for _, v := range result(args) {
			names, ts = append(names, v.name), append(ts, v.tensorType)
		}
		g.line("tg.yield %s : %s", strings.Join(names, ", "), types(ts))
	})
	g.line("}")
}

// open writes the first line of an op whose region follows on it.
func (g *generator) open(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.depth) + fmt.Sprintf(format, args...))
}

// sums adds the second half of the arguments to the first, mostly.
func (g *generator) sums(args []value) (out []value) {
	g.statements(g.rng.IntN(2))
	n := len(args) / 2
	for i, v := range args[:n] {
		out = append(out, g.define(v.tensorType, "tg.add %s, %s : %s", v.name, args[n+i].name, v.tensorType))
		if g.rng.IntN(4) == 0 {
			out[i] = g.exactly(v.tensorType)
		}
	}
	return out
}

func (g *generator) reduceRegion() {
	x := g.ranked()
	dim := g.rng.IntN(len(x.shape))
	t, scalar := reduced(x, dim), tensorType{x.elem, nil}
	init := g.exactly(scalar)
	r := g.name()
	g.open("%s = tg.reduce %s init %s dims [%d] : (%s, %s) -> %s", r, x.name, init.name, dim, x.tensorType, scalar, t)
	g.body([]tensorType{scalar, scalar}, g.sums)
	g.visible = append(g.visible, value{r, t})
}

// reduceTwo reduces two values side by side.
func (g *generator) reduceTwo() {
	x := g.ranked()
	y := g.exactly(x.with(pickOf(g, randomElems)))
	dim := g.rng.IntN(len(x.shape))
	ts := []tensorType{reduced(x, dim), reduced(y, dim)}
	scalars := []tensorType{{x.elem, nil}, {y.elem, nil}}
	inits := []value{g.exactly(scalars[0]), g.exactly(scalars[1])}
	r := g.name()
	g.open("%s:2 = tg.reduce %s, %s init %s, %s dims [%d] : (%s, %s) -> (%s)", r, x.name, y.name, inits[0].name, inits[1].name, dim,
		types([]tensorType{x.tensorType, y.tensorType}), types(scalars), types(ts))
	g.body(slices.Repeat(scalars, 2), g.sums)
	g.results(r, ts)
}

// windowRegion combines neighbours along one dimension.
func (g *generator) windowRegion() {
	x := g.ranked()
	dim := g.rng.IntN(len(x.shape))
	t, scalar := tensorType{x.elem, slices.Clone(x.shape)}, tensorType{x.elem, nil}
	window := slices.Repeat([]int{1}, len(x.shape))
	if x.shape[dim] > 1 {
		window[dim] = 2
		t.shape[dim]--
	}
	init := g.exactly(scalar)
	r := g.name()
	g.open("%s = tg.reduce_window %s init %s window %s : (%s, %s) -> %s", r, x.name, init.name, ints(window), x.tensorType, scalar, t)
	g.body([]tensorType{scalar, scalar}, g.sums)
	g.visible = append(g.visible, value{r, t})
}

// scatterRegion combines rows with updates of the same place. They come in
// order, so that it may be any combination.
func (g *generator) scatterRegion() {
	x := g.ranked()
	scalar := tensorType{x.elem, nil}
	indices := g.exactly(tensorType{"i32", []int{2, 1}})
	updates := g.exactly(tensorType{x.elem, append([]int{2}, x.shape[1:]...)})
	window := make([]int, len(x.shape)-1)
	for i := range window {
		window[i] = i + 1
	}
	r := g.name()
	g.open("%s = tg.scatter %s, %s, %s update_window_dims %s inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (%s) -> %s",
		r, x.name, indices.name, updates.name, ints(window), types([]tensorType{x.tensorType, indices.tensorType, updates.tensorType}), x.tensorType)
	g.body([]tensorType{scalar, scalar}, g.sums)
	g.visible = append(g.visible, value{r, x.tensorType})
}

// sortRegion sorts one or two values by one of them.
func (g *generator) sortRegion() {
	x := g.ranked()
	list := []value{x}
	if g.rng.IntN(2) == 0 {
		list = append(list, g.exactly(x.with(pickOf(g, randomElems))))
	}
	dim, key := g.rng.IntN(len(x.shape)), g.rng.IntN(len(list))
	direction := pickOf(g, []string{"lt", "gt"})
	var names []string
	var ts, scalars []tensorType // two scalars for each value
	for _, v := range list {
		names, ts, scalars = append(names, v.name), append(ts, v.tensorType), append(scalars, tensorType{v.elem, nil}, tensorType{v.elem, nil})
	}
	r := g.name()
	g.open("%s:%d = tg.sort %s dim %d : (%s) -> (%s)", r, len(list), strings.Join(names, ", "), dim, types(ts), types(ts))
	g.body(scalars, func(args []value) []value {
		a, b := args[2*key], args[2*key+1]
		return []value{g.define(tensorType{"i1", nil}, "tg.compare %s %s, %s : (%s, %s) -> tensor<i1>", direction, a.name, b.name, a.tensorType, b.tensorType)}
	})
	g.results(r, ts)
}
