package tg

import (
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

var reduceWindowRule = autodiff.Rule{
	Lower: lowerWindow, JVP: windowJVP, VJP: windowVJP,
	Reads: "nothing of a sum or mean; the operand of max and min; of a product, and a region, what its rounds read",
}

// windowing is a reduction of windows that is differentiated.
type windowing struct {
	m                                     *autodiff.Maker
	o                                     *ir.Op
	x, init                               *ir.Value
	kind                                  string
	window, strides, base, dilation, pads []int64
}

func windowingOf(m *autodiff.Maker, o *ir.Op) *windowing {
	rank := o.Operand(0).Type().Rank()
	list := func(name string) []int64 { return fullList(o.Attr(name), rank, 1) }
	w := &windowing{
		m: m, o: o, x: o.Operand(0), window: o.Attr("window").Ints(), strides: list("strides"), base: list("base_dilation"),
		dilation: list("window_dilation"), pads: fullList(o.Attr("pads"), 2*rank, 0),
	}
	if o.Is(ReduceWindow) {
		w.kind = foldKindOf(o)
		w.init = initOperand(o, w.kind)
	}
	return w
}

func windowJVP(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
	w := windowingOf(m, o)
	if w.kind == "sum" || w.kind == "mean" {
		return autodiff.Jointly(m, o, t)
	}
	at := w.places()
	var sum *ir.Value
	if t[0] != nil {
		sum = reshapedLike(m, taken(m, flattened(m, t[0]), flattened(m, at), 0), o.Result(0))
	}
	if len(t) > 1 && t[1] != nil && w.init != nil {
		sum = m.Add(sum, onlyWhere(m, m.Compare("lt", at, m.Integer(0)), repeatLike(m, t[1], o.Result(0))))
	}
	return []*ir.Value{sum}
}

func windowVJP(m *autodiff.Maker, o *ir.Op, cts []*ir.Value) []*ir.Value {
	w, g := windowingOf(m, o), cts[0]
	out := make([]*ir.Value, o.NumOperands())
	initActive := len(out) > 1 && m.Active(1)
	if w.kind == "sum" || w.kind == "mean" {
		positions := float64(1)
		for _, n := range w.window {
			positions *= float64(n)
		}
		if w.kind == "mean" {
			g = m.Make(Div, []*ir.Value{g, m.Constant(g.Type().Elem(), positions)})
		}
		if m.Active(0) {
			out[0] = w.transposedSum(g)
		}
		if initActive {
			// What a window has of padding is init, too.
			elements := w.sum(m.Like(w.x, m.Ctx.I64(), 1))
			inits := minus(m, m.Integer(int64(positions)+1), elements)
			out[1] = total(m, m.Make(Mul, []*ir.Value{g, converted(m, inits, g.Type().Elem())}))
		}
		return out
	}
	plain := w.init == nil && !anyNot(w.base, 1) && !anyNot(w.dilation, 1) && !w.x.Type().Elem().IsComplex()
	if plain {
		out[0] = m.Make(SelectAndScatter, []*ir.Value{w.x, g, m.Constant(g.Type().Elem(), 0)},
			ir.NamedAttr{Name: "select", Value: m.Ctx.StringAttr(w.kind)}, ir.NamedAttr{Name: "scatter", Value: m.Ctx.StringAttr("add")},
			intsAttr(m.Ctx, "window", w.window), intsAttr(m.Ctx, "strides", w.strides), intsAttr(m.Ctx, "pads", w.pads))
		return out
	}
	at := w.places()
	if m.Active(0) {
		flat := put(m, "add", flattened(m, m.ZerosLike(w.x)), flattened(m, at), flattened(m, g), 0, false)
		out[0] = reshapedLike(m, flat, w.x)
	}
	if initActive && w.init != nil {
		out[1] = total(m, onlyWhere(m, m.Compare("lt", at, m.Integer(0)), g))
	}
	return out
}

// attrs are those of the same windows.
func (w *windowing) attrs() []ir.NamedAttr {
	c := w.m.Ctx
	return []ir.NamedAttr{intsAttr(c, "window", w.window), intsAttr(c, "strides", w.strides), intsAttr(c, "base_dilation", w.base),
		intsAttr(c, "window_dilation", w.dilation), intsAttr(c, "pads", w.pads)}
}

// sum is that of windows of v, of the shape of the operand.
func (w *windowing) sum(v *ir.Value) *ir.Value {
	kind := ir.NamedAttr{Name: "kind", Value: w.m.Ctx.StringAttr("sum")}
	return w.m.Make(ReduceWindow, []*ir.Value{v}, append(w.attrs(), kind)...)
}

// transposedSum hands each element the sum of the results whose windows it is in: a sum of windows
// of the same extents over g, in which strides and dilations of the operand are exchanged, as those
// of a convolution are.
func (w *windowing) transposedSum(g *ir.Value) *ir.Value {
	m := w.m
	if noElements(g) || noElements(w.x) {
		return m.ZerosLike(w.x)
	}
	pads := make([]int64, 2*len(w.window))
	for d := range w.window {
		n, results := w.x.Type().Shape()[d], g.Type().Shape()[d]
		reach := (w.window[d]-1)*w.dilation[d] + 1
		pads[2*d] = reach - 1 - w.pads[2*d]
		switch {
		case n != ir.Dynamic && results != ir.Dynamic:
			pads[2*d+1] = (n-1)*w.base[d] + 1 - ((results-1)*w.strides[d] + 1) + w.pads[2*d]
		case w.strides[d] == 1:
			pads[2*d+1] = reach - 1 - w.pads[2*d+1]
		default:
			m.Fail("its windows step by %d along dimension %d, whose extent only the run knows; state the extent", w.strides[d], d)
			return nil
		}
	}
	t := *w
	t.strides, t.base, t.pads = w.base, w.strides, pads
	return castTo(m, t.sum(g), w.x.Type())
}

// places has the shape of the result: the place, among the elements of the operand in row-major
// order, of the one that a window comes from, the first of those that are equal; -1 for none, or
// for the init, which comes first where it counts.
func (w *windowing) places() *ir.Value {
	m, elem := w.m, w.x.Type().Elem()
	return w.choices(func(b *autodiff.Maker, best, next *ir.Value) *ir.Value {
		def := map[string]*ir.OpDef{"max": Max, "min": Min}[w.kind]
		stays := b.Compare("eq", b.Make(def, []*ir.Value{best, next}), best)
		return b.Make(Or, []*ir.Value{stays, isNaN(b, best)})
	}, w.init != nil, m.Constant(elem, 0))
}

// choices finds the places of the elements that windows select: one stays selected where stays
// yields true. An init that counts is selected first.
func (w *windowing) choices(stays func(b *autodiff.Maker, best, next *ir.Value) *ir.Value, initCounts bool, other *ir.Value) *ir.Value {
	m, whole := w.m, scalarI64(w.m)
	init := other
	if initCounts {
		init = w.init
	}
	number := reshapedLike(m, indexAlong(m, flattened(m, w.x), 0), w.x)
	element := m.Ctx.Tensor(nil, w.x.Type().Elem())
	body := m.Region(types(element, whole, element, whole), func(b *autodiff.Maker, a []*ir.Value) []*ir.Value {
		keep := stays(b, a[0], a[2])
		if !initCounts {
			none := b.Integer(0)
			keep = b.Make(And, []*ir.Value{keep, b.Compare("ge", a[1], none)})
			keep = b.Make(Or, []*ir.Value{keep, b.Compare("lt", a[3], none)})
		}
		return []*ir.Value{b.Make(Select, []*ir.Value{keep, a[0], a[2]}), b.Make(Select, []*ir.Value{keep, a[1], a[3]})}
	})
	results := w.o.Result(0).Type()
	if w.o.Is(SelectAndScatter) {
		results = w.o.Operand(1).Type()
	}
	out := types(m.Ctx.WithElem(results, element.Elem()), m.Ctx.WithElem(results, whole.Elem()))
	return m.WithRegions(ReduceWindow, out, []*ir.Value{w.x, number, init, m.Integer(-1)}, []*ir.Region{body}, w.attrs()...)[1]
}

func scalarI64(m *autodiff.Maker) *ir.Type { return m.Ctx.Tensor(nil, m.Ctx.I64()) }

// lowerWindow makes a loop over the positions of the window of a product, or of a region: in each
// round the elements at one position of all windows are combined side by side.
func lowerWindow(m *autodiff.Maker, o *ir.Op) []*ir.Value {
	w := windowingOf(m, o)
	if w.kind != "" && w.kind != "prod" {
		return nil
	}
	n, result := o.NumResults(), o.Result(0).Type()
	if !w.x.Type().IsStatic() {
		m.Fail("it is made a loop over the positions of the window, for which all extents of '%s' must be known; state them", w.x.Type())
		return nil
	}
	rank := w.x.Type().Rank()
	var low, high, interior, sizes []int64
	rounds := int64(1)
	for d, count := range w.window {
		low, high, interior = append(low, w.pads[2*d]), append(high, w.pads[2*d+1]), append(interior, w.base[d]-1)
		sizes = append(sizes, max(0, (result.Shape()[d]-1)*w.strides[d]+1))
		rounds *= count
	}
	var padded, first []*ir.Value
	for i := range n {
		init := m.Constant(o.Operand(i).Type().Elem(), 1)
		if o.NumOperands() > n {
			init = o.Operand(n + i)
		}
		padded = append(padded, m.Make(Pad, []*ir.Value{o.Operand(i), init}, intsAttr(m.Ctx, "low", low), intsAttr(m.Ctx, "high", high), intsAttr(m.Ctx, "interior", interior)))
		first = append(first, filled(m, init, nil, result.Shape()))
	}
	if noElements(o.Result(0)) {
		return first
	}
	m.Remark("a product of windows, or a reduction of windows by a region, is differentiated as a loop over the positions of the window")
	return m.Counted(m.Integer(rounds), first, nil, func(b *autodiff.Maker, at *ir.Value, state []*ir.Value) []*ir.Value {
		starts := make([]*ir.Value, rank)
		rest := at
		for d := rank - 1; d >= 0; d-- {
			within := b.Make(Rem, []*ir.Value{rest, b.Integer(w.window[d])})
			starts[d] = b.Make(Mul, []*ir.Value{within, b.Integer(w.dilation[d])})
			rest = b.Make(Div, []*ir.Value{rest, b.Integer(w.window[d])})
		}
		args := slices.Clone(state)
		for _, x := range padded {
			box := b.Make(DynamicSlice, append([]*ir.Value{x}, starts...), intsAttr(b.Ctx, "sizes", sizes))
			if anyNot(w.strides, 1) {
				box = b.Make(Slice, []*ir.Value{box}, intsAttr(b.Ctx, "starts", make([]int64, rank)), intsAttr(b.Ctx, "limits", sizes), intsAttr(b.Ctx, "strides", w.strides))
			}
			args = append(args, box)
		}
		if w.kind == "prod" {
			return []*ir.Value{b.Make(Mul, args)}
		}
		return liftedOrFail(b, o.RegionAt(0).First(), args, state)
	})
}

// selectAndScatterRule: a sum is linear in the source; another one is a scatter to the places that
// are selected.
var selectAndScatterRule = autodiff.Rule{
	Reads: "the operand; of others than sums all operands and the result",
	Lower: func(m *autodiff.Maker, o *ir.Op) []*ir.Value {
		combiner, source, x := o.Attr("scatter"), o.Operand(1), o.Operand(0)
		if combiner != nil && combiner.Text() == "add" {
			return nil
		}
		all := m.Like(x, source.Type().Elem(), 0)
		start := flattened(m, repeatedTo(m, o.Operand(2), all, []int64{}))
		at, values := flattened(m, windowingOf(m, o).selected()), flattened(m, source)
		if combiner != nil {
			return []*ir.Value{reshapedLike(m, put(m, combiner.Text(), start, at, values, 0, false), all)}
		}
		combination := o.RegionAt(1).First()
		element := m.Ctx.Tensor(nil, source.Type().Elem())
		body := m.Region(types(element, element), func(b *autodiff.Maker, a []*ir.Value) []*ir.Value {
			return lifted(b, combination, []*ir.Value{a[1], a[0]})
		})
		along := intsAttr(m.Ctx, "inserted_window_dims", []int64{0})
		to := intsAttr(m.Ctx, "scatter_dims_to_operand_dims", []int64{0})
		vector := ir.NamedAttr{Name: "index_vector_dim", Value: m.Ctx.I64Attr(1)}
		v := m.WithRegions(Scatter, types(start.Type()), []*ir.Value{start, at, values}, []*ir.Region{body}, along, to, vector)[0]
		return []*ir.Value{reshapedLike(m, v, all)}
	},
	JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
		operands := slices.Clone(o.Operands())
		for i := 1; i < 3; i++ {
			if operands[i] = t[i]; t[i] == nil {
				operands[i] = m.ZerosLike(o.Operand(i))
			}
		}
		if t[1] == nil && t[2] == nil {
			return []*ir.Value{nil}
		}
		return m.Again(o, operands)
	},
	VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		out := make([]*ir.Value, 3)
		if m.Active(1) {
			at := flattened(m, windowingOf(m, o).selected())
			out[1] = reshapedLike(m, taken(m, flattened(m, g[0]), at, 0), o.Operand(1))
		}
		if m.Active(2) {
			out[2] = total(m, g[0])
		}
		return out
	},
}

// selected are the places of the elements that a select_and_scatter selects.
func (w *windowing) selected() *ir.Value {
	return w.choices(func(b *autodiff.Maker, best, next *ir.Value) *ir.Value {
		switch k := w.o.Attr("select"); {
		case k == nil:
		case k.Text() == "max":
			return b.Make(Or, []*ir.Value{b.Compare("ge", best, next), isNaN(b, best)})
		case k.Text() == "min":
			return b.Make(Or, []*ir.Value{b.Compare("le", best, next), isNaN(b, best)})
		default:
			return b.Compare(k.Text(), best, next)
		}
		return lifted(b, w.o.RegionAt(0).First(), []*ir.Value{best, next})[0]
	}, false, w.m.Constant(w.x.Type().Elem(), 0))
}
