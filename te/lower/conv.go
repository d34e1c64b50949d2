package lower

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// conv is a convolution: of the factors, the second one is the kernel.
func (g *guessing) conv() []*ir.Value {
	x, ok := g.factors()
	if !ok || x[0].Type().Rank() != len(g.order) || x[1].Type().Rank() != len(g.order) || len(g.order) < 3 {
		return nil
	}
	var reads []te.Read
	for _, v := range g.c.Elements() {
		if o := v.Def(); o.Name() == "tg.convert" {
			v = o.Operand(0)
		}
		r, _ := te.AsRead(v.Def())
		reads = append(reads, r)
	}
	l, ok := g.layout(reads[0], reads[1])
	if !ok {
		return nil
	}
	conditions := g.conditions(reads[0].Guard())
	at := g.indices(reads[0])
	var strides, base, dilation, pads, reversal []int64
	for s := range l.spatial {
		taps := l.taps[s]
		d := l.input[s]
		w, ok := g.slide(at[d], conditions, g.order[l.output[s]], taps, x[0].Type().Shape()[d])
		if !ok {
			return nil
		}
		reversed := int64(0)
		if w.dilation < 0 {
			// The tap is counted from the end of the kernel.
			reversed, w.dilation = 1, -w.dilation
			w.low += w.dilation * (g.extents[taps] - 1)
			w.high -= w.dilation * (g.extents[taps] - 1)
		}
		strides, base, dilation = append(strides, w.stride), append(base, w.base), append(dilation, w.dilation)
		pads, reversal = append(pads, w.low, w.high), append(reversal, reversed)
	}
	attrs := append([]ir.NamedAttr{g.word("layout", l.text())}, g.lists(
		list{"strides", strides, 1}, list{"pads", pads, 0}, list{"input_dilation", base, 1}, list{"kernel_dilation", dilation, 1})...)
	if slices.Contains(reversal, 1) {
		attrs = append(attrs, ir.NamedAttr{Name: "reversal", Value: g.b.Ctx.IntArray(g.b.Ctx.Bool(), reversal)})
	}
	in, kernel := x[0].Type().Shape(), x[1].Type().Shape()
	for _, count := range []struct {
		name          string
		whole, single int64
	}{{"groups", in[l.features], kernel[l.kernelIn]}, {"batch_groups", in[l.batch], g.extents[g.order[l.images]]}} {
		if count.single > 0 && count.whole != count.single {
			attrs = append(attrs, ir.NamedAttr{Name: count.name, Value: g.b.Ctx.I64Attr(count.whole / count.single)})
		}
	}
	return g.try("tg.conv", x, nil, append(attrs, g.elementType(x)...)...)
}

// layout says which dimensions of input, kernel and output of a convolution are what. Those of the
// output are places in the order of the axes.
type layout struct {
	spatial                              int
	batch, features, kernelIn, kernelOut int
	images, outputs                      int
	input, kernel, output                []int // spatial dimensions
	taps                                 []int // axes of the reduction
}

// layout reads it off the indices of the two reads. Dimensions of which these say nothing, since
// there is one element, are what is left over.
func (g *guessing) layout(input, kernel te.Read) (l layout, ok bool) {
	rank := len(g.order)
	l.spatial = rank - 2
	if g.c.NumReduced() != rank-1 {
		return l, false
	}
	features := len(g.axes) - 1
	places := map[int]int{}
	for k, axis := range g.order {
		places[axis] = k
	}
	// The kernel tells of its own dimensions and of the output's features.
	l.kernelIn, l.kernelOut, l.outputs = none, none, none
	l.kernel = slices.Repeat([]int{none}, l.spatial)
	for d, e := range g.indices(kernel) {
		axis, ok := affine.DimOf(e)
		switch {
		case !ok:
		case int(axis) == features:
			l.kernelIn = d
		case int(axis) >= g.domain.results:
			l.kernel[int(axis)-g.domain.results] = d
		default:
			l.kernelOut, l.outputs = d, places[int(axis)]
		}
	}
	// The input tells of the others.
	l.batch, l.features, l.images = none, none, none
	l.input, l.output = slices.Repeat([]int{none}, l.spatial), slices.Repeat([]int{none}, l.spatial)
	list := g.conditions(input.Guard())
	for d, e := range g.indices(input) {
		axes := g.axesOf(e)
		tap := slices.IndexFunc(axes, func(axis int) bool { return axis >= g.domain.results && axis != features })
		switch {
		case slices.Contains(axes, features):
			l.features = d
		case tap >= 0:
			l.input[axes[tap]-g.domain.results] = d
		}
	}
	return l, g.rest(&l, input, list, features)
}

// rest gives the other dimensions a meaning: batches and spatial ones by the axes that they have in
// common with conditions and with each other, then in their order.
func (g *guessing) rest(l *layout, input te.Read, list []condition, features int) bool {
	at := g.indices(input)
	for s, d := range l.input {
		tap := g.domain.results + s
		var axes []int
		if d != none {
			axes = g.axesOf(at[d])
		}
		for _, c := range list {
			if slices.Contains(c.axes, tap) {
				axes = append(axes, c.axes...)
			}
		}
		for _, axis := range axes {
			if k := slices.Index(g.order, axis); k >= 0 && k != l.outputs {
				l.output[s] = k
			}
		}
		l.taps = append(l.taps, tap)
	}
	rank := len(g.order)
	free := func(used ...int) (left []int) {
		for d := range rank {
			if !slices.Contains(used, d) {
				left = append(left, d)
			}
		}
		return left
	}
	// What is left of the input: dimensions of output axes, or of one element. An axis of which
	// there are conditions is no batch.
	used := append(slices.Clone(l.input), l.features)
	for _, d := range free(used...) {
		for _, axis := range g.axesOf(at[d]) {
			k := slices.Index(g.order, axis)
			if k < 0 || k == l.outputs {
				continue
			}
			bounded := slices.ContainsFunc(list, func(c condition) bool { return slices.Contains(c.axes, axis) })
			if s := slices.Index(l.output, k); s >= 0 && l.input[s] == none {
				l.input[s] = d
			} else if s < 0 && l.batch == none && l.images == none && !bounded {
				l.batch, l.images = d, k
			} else if s = slices.Index(l.input, none); s >= 0 && l.output[s] == none && bounded {
				l.input[s], l.output[s] = d, k
			}
		}
	}
	fill := func(slots []*int, used []int) bool {
		left := free(used...)
		for _, p := range slots {
			if *p != none {
				continue
			}
			if len(left) == 0 {
				return false
			}
			*p, left = left[0], left[1:]
		}
		return true
	}
	slots := func(list []int, more ...*int) []*int {
		for i := range list {
			more = append(more, &list[i])
		}
		return more
	}
	return fill(slots(l.input, &l.batch, &l.features), append(slices.Clone(l.input), l.batch, l.features)) &&
		fill(slots(l.kernel, &l.kernelIn, &l.kernelOut), append(slices.Clone(l.kernel), l.kernelIn, l.kernelOut)) &&
		fill(slots(l.output, &l.images, &l.outputs), append(slices.Clone(l.output), l.images, l.outputs))
}

// text is the layout as attributes have it.
func (l layout) text() string {
	names := "0123456789"
	if l.spatial <= 3 {
		names = "dhw"[3-l.spatial:]
	}
	if l.spatial > len(names) {
		return ""
	}
	array := func(first int, firstName byte, second int, secondName byte, spatial []int) string {
		out := make([]byte, l.spatial+2)
		out[first], out[second] = firstName, secondName
		for i, d := range spatial {
			out[d] = names[i]
		}
		return string(out)
	}
	return array(l.batch, 'n', l.features, 'c', l.input) + " x " + array(l.kernelIn, 'i', l.kernelOut, 'o', l.kernel) +
		" -> " + array(l.images, 'n', l.outputs, 'c', l.output)
}
