package tg

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// gatherDerivative: what was read is added where it was read from. A gather moves boxes inside, a
// scatter drops what is outside, so that starts are clamped first.
var gatherDerivative = linearPart("the indices", func(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value {
	return gatherInto(m, o, g, m.ZerosLike(o.Operand(0)))
}, gatherInto)

// gatherInto adds in place.
func gatherInto(m *autodiff.Maker, o *ir.Op, g, into *ir.Value) *ir.Value {
	if noElements(into) || noElements(g) {
		return into
	}
	list := func(from, to string) ir.NamedAttr { return intsAttr(m.Ctx, to, o.Attr(from).Ints()) }
	attrs := []ir.NamedAttr{
		{Name: "kind", Value: m.Ctx.StringAttr("add")}, list("offset_dims", "update_window_dims"), list("collapsed_slice_dims", "inserted_window_dims"),
		list("operand_batching_dims", "input_batching_dims"), list("start_indices_batching_dims", "scatter_indices_batching_dims"),
		list("start_index_map", "scatter_dims_to_operand_dims"), {Name: "index_vector_dim", Value: o.Attr("index_vector_dim")},
	}
	if o.Attr("sorted") != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "sorted", Value: m.Ctx.Unit()})
	}
	return m.Make(Scatter, []*ir.Value{into, clampedIndices(m, o), g}, attrs...)
}

// clampedIndices are those of a gather, with which no box goes beyond the operand.
func clampedIndices(m *autodiff.Maker, o *ir.Op) *ir.Value {
	x, indices := o.Operand(0), o.Operand(1)
	elem, vector := indices.Type().Elem(), int(o.Attr("index_vector_dim").Int())
	along := o.Attr("start_index_map").Ints()
	if len(along) == 0 {
		return indices
	}
	var most *ir.Value
	if o.Is(Gather) && x.Type().IsStatic() {
		limits, largest := make([]int64, len(along)), largestStart(elem)
		for i, d := range along {
			limits[i] = min(x.Type().Shape()[d]-o.Attr("slice_sizes").Ints()[d], largest)
		}
		most = converted(m, i64List(m, limits), elem)
	} else {
		var sizes *ir.Value
		if o.Is(Gather) {
			sizes = i64List(m, o.Attr("slice_sizes").Ints())
		} else {
			sizes = toI64(m, o.Operand(2))
		}
		room, limits := minus(m, extentsOf(m, x), sizes), make([]*ir.Value, len(along))
		for i, d := range along {
			limits[i] = elementOf(m, room, d)
		}
		most = m.Make(Min, []*ir.Value{extentVector(m, limits), i64List(m, []int64{largestStart(elem)})})
		most = converted(m, most, elem)
	}
	// The limits lie along the dimension of the vectors.
	shape := []int64{}
	if rank := indices.Type().Rank(); vector < rank {
		shape = append([]int64{int64(len(along))}, slices.Repeat([]int64{1}, rank-vector-1)...)
	}
	if t := m.Ctx.Tensor(shape, elem); most.Type() != t {
		most = m.MakeTyped(Reshape, t, []*ir.Value{most})
	}
	return castTo(m, m.Make(Clamp, []*ir.Value{m.Constant(elem, 0), indices, most}), indices.Type())
}

// largestStart is the largest index that an element type holds.
func largestStart(elem *ir.Type) int64 {
	if elem.IsInteger() {
		return largestInt(elem)
	}
	return math.MaxInt64
}

var scatterRule = autodiff.Rule{
	Lower: lowerScatter, JVP: scatterJVP, VJP: scatterVJP,
	Reads: "the indices; of min and max all operands and the result; of mul, and a region, what its rounds read",
}

// scatterKindOf is the keyword of a scatter, or what its region means; "" for another one.
func scatterKindOf(o *ir.Op) string {
	if k := o.Attr("kind"); k != nil {
		return k.Text()
	}
	if o.NumOperands() != 3 {
		return ""
	}
	b := o.RegionAt(0).First()
	if b.First() == b.Last() && b.Last().Operand(0) == b.Arg(1) {
		return "set"
	}
	op := b.First()
	if op == b.Last() || op.Next() != b.Last() || op.NumOperands() != 2 || b.Last().Operand(0).Def() != op || op.Operand(0) == op.Operand(1) {
		return ""
	}
	for _, x := range op.Operands() {
		if x != b.Arg(0) && x != b.Arg(1) {
			return ""
		}
	}
	for kind, def := range map[string]*ir.OpDef{"add": Add, "mul": Mul, "min": Min, "max": Max} {
		if op.Is(def) {
			return kind
		}
	}
	return ""
}

func scatterJVP(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
	switch kind := scatterKindOf(o); kind {
	case "set", "add":
		return autodiff.Jointly(m, o, t)
	default:
		e := scatterExtremesOf(m, o)
		sum := m.ZerosLike(o.Operand(0))
		if t[0] != nil {
			sum = onlyWhere(m, e.own, t[0])
		}
		if t[2] != nil {
			flat := put(m, "add", flattened(m, sum), e.at, onlyWhere(m, e.first, flattened(m, t[2])), 0, false)
			sum = reshapedLike(m, flat, o.Operand(0))
		}
		return []*ir.Value{sum}
	}
}

func scatterVJP(m *autodiff.Maker, o *ir.Op, cts []*ir.Value) []*ir.Value {
	g, out := cts[0], make([]*ir.Value, 3)
	switch kind := scatterKindOf(o); kind {
	case "add":
		out[0] = g
		if m.Active(2) {
			out[2] = reshapedLike(m, taken(m, flattened(m, g), updatePlaces(m, o), 0), o.Operand(2))
		}
	case "set":
		if m.Active(0) {
			out[0] = m.Again(o, []*ir.Value{g, o.Operand(1), m.ZerosLike(o.Operand(2))})[0]
		}
		if m.Active(2) {
			out[2] = reshapedLike(m, setUpdates(m, o, flattened(m, g)), o.Operand(2))
		}
	default:
		e := scatterExtremesOf(m, o)
		if m.Active(0) {
			out[0] = onlyWhere(m, e.own, g)
		}
		if m.Active(2) {
			out[2] = reshapedLike(m, onlyWhere(m, e.first, taken(m, flattened(m, g), e.at, 0)), o.Operand(2))
		}
	}
	return out
}

// setUpdates are the cotangents of updates that are set, as a list: of several at one place the
// last one is there.
func setUpdates(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value {
	at := updatePlaces(m, o)
	v := taken(m, g, at, 0)
	if o.Attr("unique") != nil || noElements(g) || noElements(at) {
		return v
	}
	number := indexAlong(m, at, 0)
	last := put(m, "max", m.Like(g, m.Ctx.I64(), -1), at, number, 0, false)
	return onlyWhere(m, m.Compare("eq", taken(m, last, at, 0), number), v)
}

// scatterExtremes says who the results of a scatter by min or max come from.
type scatterExtremes struct {
	own   *ir.Value // which elements of the operand are still there
	at    *ir.Value // the places of the updates, a list
	first *ir.Value // which updates are the first ones that are there, a list
}

func scatterExtremesOf(m *autodiff.Maker, o *ir.Op) *scatterExtremes {
	x, r, updates := o.Operand(0), o.Result(0), flattened(m, o.Operand(2))
	same := func(x, r *ir.Value) *ir.Value { return m.Make(Or, []*ir.Value{m.Compare("eq", x, r), isNaN(m, x)}) }
	e := &scatterExtremes{own: same(x, r), at: updatePlaces(m, o)}
	if noElements(x) || noElements(updates) {
		e.first = m.Like(updates, m.Ctx.Bool(), 0)
		return e
	}
	number, none := indexAlong(m, e.at, 0), elementCount(m, updates)
	there := m.Make(And, []*ir.Value{same(updates, taken(m, flattened(m, r), e.at, 0)), insideOf(m, e.at, flattened(m, x), 0)})
	first := m.Make(Select, []*ir.Value{flattened(m, e.own), m.Integer(-1), none})
	first = put(m, "min", first, e.at, m.Make(Select, []*ir.Value{there, number, none}), 0, false)
	e.first = m.Make(And, []*ir.Value{there, m.Compare("eq", taken(m, first, e.at, 0), number)})
	return e
}

// updatePlaces are the places of the updates of a scatter among the elements of the operand, both
// in row-major order, as a list; -1 for an update that is dropped.
func updatePlaces(m *autodiff.Maker, o *ir.Op) *ir.Value {
	n := o.NumOperands() / 2
	x, indices, updates := o.Operand(0), o.Operand(n), o.Operand(n+1)
	rank := x.Type().Rank()
	list := func(name string) []int64 { return o.Attr(name).Ints() }
	window, vector := list("update_window_dims"), int(o.Attr("index_vector_dim").Int())
	batch := others(updates.Type().Rank(), window) // of the updates
	along := others(indices.Type().Rank(), []int64{int64(vector)})
	shown := others(rank, append(slices.Clone(list("inserted_window_dims")), list("input_batching_dims")...))
	coordinates := make([]*ir.Value, rank)
	addTo := func(d int64, v *ir.Value) {
		if coordinates[d] == nil {
			coordinates[d] = v
		} else {
			coordinates[d] = m.Make(Add, []*ir.Value{coordinates[d], v})
		}
	}
	for i, d := range list("scatter_dims_to_operand_dims") {
		start := toI64(m, indices)
		if vector < indices.Type().Rank() {
			at := m.At(permuted(m, start, append([]int64{int64(vector)}, along...)), m.Integer(int64(i)), m.Ctx.Tensor(shapeAlong(indices, along), m.Ctx.I64()))
			start = at
		}
		addTo(d, repeatedTo(m, start, updates, batch))
	}
	for i, d := range shown {
		addTo(d, indexAlong(m, updates, int(window[i])))
	}
	for i, d := range list("input_batching_dims") {
		addTo(d, indexAlong(m, updates, int(batch[slices.Index(along, list("scatter_indices_batching_dims")[i])])))
	}
	at, inside := m.Like(updates, m.Ctx.I64(), 0), (*ir.Value)(nil)
	for d, c := range coordinates {
		extent := extentValue(m, x, d)
		if c == nil {
			c = m.Like(updates, m.Ctx.I64(), 0)
		}
		at = m.Make(Add, []*ir.Value{m.Make(Mul, []*ir.Value{at, extent}), c})
		is := insideOf(m, c, x, d)
		if inside != nil {
			is = m.Make(And, []*ir.Value{inside, is})
		}
		inside = is
	}
	if inside != nil {
		at = m.Make(Select, []*ir.Value{inside, at, m.Integer(-1)})
	}
	return flattened(m, at)
}

// lowerScatter makes a loop over the updates of a scatter that is none of a few.
func lowerScatter(m *autodiff.Maker, o *ir.Op) []*ir.Value {
	kind := scatterKindOf(o)
	n := o.NumOperands() / 2
	if kind != "" && kind != "mul" {
		return nil
	}
	if noElements(o.Operand(0)) || noElements(o.Operand(n+1)) {
		return slices.Clone(o.Operands()[:n])
	}
	places := updatePlaces(m, o)
	var state, updates []*ir.Value
	for i := range n {
		state, updates = append(state, flattened(m, o.Operand(i))), append(updates, flattened(m, o.Operand(n+1+i)))
	}
	m.Remark("a scatter that multiplies, or has a region, is differentiated as a loop over the updates")
	out := m.Counted(elementCount(m, places), state, nil, func(b *autodiff.Maker, at *ir.Value, state []*ir.Value) []*ir.Value {
		place := b.At(places, at, b.Ctx.Tensor(nil, b.Ctx.I64()))
		inside := b.Compare("ge", place, b.Integer(0))
		place = b.Make(Max, []*ir.Value{place, b.Integer(0)})
		var args []*ir.Value
		for _, list := range [][]*ir.Value{state, updates} {
			for _, v := range list {
				k := at
				if len(args) < n {
					k = place
				}
				args = append(args, b.At(v, k, b.Ctx.Tensor(nil, v.Type().Elem())))
			}
		}
		var made []*ir.Value
		if kind == "mul" {
			made = []*ir.Value{b.Make(Mul, args)}
		} else {
			made = lifted(b, o.RegionAt(0).First(), args)
		}
		next := make([]*ir.Value, n)
		for i, v := range made {
			v = b.Make(Select, []*ir.Value{inside, v, args[i]})
			v = b.MakeTyped(Reshape, b.Ctx.Tensor([]int64{1}, v.Type().Elem()), []*ir.Value{v})
			next[i] = b.Make(DynamicUpdateSlice, []*ir.Value{state[i], v, place})
		}
		return next
	})
	for i, v := range out {
		out[i] = reshapedLike(m, v, o.Operand(i))
	}
	return out
}
