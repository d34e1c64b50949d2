package lower

import (
	"encoding/binary"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// gathering is a read at values.
type gathering struct {
	*attempt
	r        te.Read
	at       []*ir.AffineExpr
	shape    []int64
	syms     []tensor
	starts   []tensor // the index of each dimension with a value in it, or where a box of it begins
	boxed    []int    // the axis along a box, of a dimension that has one
	batching []int    // the axis that a dimension goes along in step with the indices
}

// gather is a read with values among its indices: a slice at positions of the run where these are
// the same for all elements, else a gather.
func (a *attempt) gather(r te.Read) (t tensor, ok bool) {
	g := &gathering{attempt: a, r: r, at: a.indices(r), shape: r.Tensor().Type().Shape()}
	g.starts = make([]tensor, len(g.at))
	g.boxed, g.batching = slices.Repeat([]int{none}, len(g.at)), slices.Repeat([]int{none}, len(g.at))
	list := a.conditions(r.Guard())
	for d, e := range g.at {
		// Clamping keeps an index with a value inside, and conditions must not be what keeps
		// others.
		if !hasSymbol(e) && !a.space.InBounds(e, affine.Below(g.shape[d])) {
			return t, a.refuse("%s", a.describe("conditions keep inside of a tensor what is read at values:", g.at))
		}
	}
	for _, v := range r.Values() {
		if v.Type().IsIndex() {
			return t, a.refuse("an index is a value that is no tensor")
		}
		g.syms = append(g.syms, a.valueOf(v))
	}
	if !g.begin() {
		return t, false
	}
	if ok = false; !g.gathers {
		t, ok = g.slice()
	}
	if !ok {
		if t, ok = g.boxes(); !ok {
			return t, false
		}
	}
	if len(list) == 0 {
		return t, true
	}
	otherwise := a.zero(r.Tensor().Type().Elem())
	if r.Else() != nil {
		otherwise = a.valueOf(r.Else())
	}
	mask, ok := a.mask(list)
	if !ok {
		return t, false
	}
	return a.elementwise(a.b.Ctx.OpName("tg.select"), a.c.Loc(), []tensor{mask, t, otherwise}, r.Tensor().Type().Elem(), nil), true
}

func hasSymbol(e *ir.AffineExpr) bool {
	if e.LHS == nil {
		return e.Op == ir.AffineSym
	}
	return hasSymbol(e.LHS) || hasSymbol(e.RHS)
}

// begin computes the indices.
func (g *gathering) begin() (ok bool) {
	for d, e := range g.at {
		if !hasSymbol(e) {
			continue
		}
		if axis, start, ok := g.box(e, g.shape[d]); ok {
			g.starts[d], g.boxed[d] = start, axis
			continue
		}
		if e.Op == ir.AffineSym {
			if g.starts[d] = g.syms[e.Value]; g.starts[d].v.Type().Elem().IsBool() {
				g.starts[d] = g.wide(g.starts[d])
			}
			continue
		}
		wide, ok := g.bounded(e)
		if !ok {
			return g.refuse("%s", g.describe("numbers may become too large in an index that is computed of values:", g.at[d:d+1]))
		}
		if g.starts[d], ok = g.computed(e, wide, 0); !ok {
			return false
		}
	}
	return true
}

const (
	farIndex = 1 << 40 // beyond all dimensions, also when it is multiplied by
	smallest = 1 << 20 // what is less than this
)

// bounded are the symbols of an index that is computed, such that no number on the way is too
// large. Where arithmetic of the index stops at the greatest number, that of tensors does not: a
// value that is far beyond all dimensions is replaced by one that is, too, if there is only that
// value.
func (g *gathering) bounded(e *ir.AffineExpr) (syms []tensor, ok bool) {
	used := map[int64]bool{}
	simple := true
	var visit func(e *ir.AffineExpr)
	visit = func(e *ir.AffineExpr) {
		switch {
		case e.Op == ir.AffineSym:
			used[e.Value] = true
		case e.Op == ir.AffineConst:
			simple = simple && e.Value > -farIndex/4 && e.Value < farIndex/4
		case e.LHS != nil:
			factor, _ := affine.ConstValue(e.RHS)
			simple = simple && (e.Op == ir.AffineAdd || factor > -smallest && factor < smallest) && (e.Op != ir.AffineMod || !hasSymbol(e.LHS))
			visit(e.LHS)
			visit(e.RHS)
		}
	}
	visit(e)
	zero := make([]*ir.AffineExpr, len(g.syms))
	for i := range zero {
		zero[i] = affine.Const(0)
	}
	if !g.space.InBounds(affine.Substitute(e, nil, zero), affine.Range{Lo: -farIndex / 2, Hi: farIndex / 2}) {
		return nil, false
	}
	syms = slices.Clone(g.syms)
	for i, t := range syms {
		elem := t.v.Type().Elem()
		switch {
		case !used[int64(i)]:
		case elem.IsInteger() && elem.Width() <= 32:
			if len(used) > 4 {
				return nil, false
			}
			syms[i] = g.wide(t)
		case !simple || len(used) > 1:
			return nil, false
		default:
			if elem.Signedness() != ir.Unsigned {
				t = g.near(t)
			}
			syms[i] = g.wide(t)
		}
	}
	return syms, simple
}

// near is a tensor of wide whole numbers, where they are beyond all dimensions one that is nearer.
func (a *attempt) near(t tensor) tensor {
	elem := t.v.Type().Elem()
	number := func(v int64) tensor {
		return tensor{v: a.constant(elem, nil, binary.LittleEndian.AppendUint64(nil, uint64(v)))}
	}
	low := number(-farIndex)
	if elem.Signedness() == ir.Unsigned {
		low = number(0)
	}
	return a.elementwise(a.b.Ctx.OpName("tg.clamp"), a.c.Loc(), []tensor{low, t, number(farIndex)}, elem, nil)
}

// wide is a tensor of indices as i64.
func (a *attempt) wide(t tensor) tensor {
	i64, elem := a.b.Ctx.I64(), t.v.Type().Elem()
	if elem == i64 {
		return t
	}
	if elem.IsInteger() && elem.Signedness() == ir.Unsigned && elem.Width() == 64 {
		t = a.near(t)
	}
	return a.elementwise(a.b.Ctx.OpName("tg.convert"), a.c.Loc(), []tensor{t}, i64, nil)
}

// box reads `start + axis` of a start that is clamped so that all of the axis stays inside.
func (g *gathering) box(e *ir.AffineExpr, n int64) (axis int, start tensor, ok bool) {
	if e.Op != ir.AffineAdd {
		return none, start, false
	}
	dim, ok := affine.DimOf(e.LHS)
	if !ok || e.RHS.Op != ir.AffineSym {
		return none, start, false
	}
	v := g.r.Values()[e.RHS.Value]
	o := v.Def()
	if o == nil || o.Name() != "tg.clamp" || o.Parent() != g.c.Op {
		return none, start, false
	}
	low, high := ir.ConstantValue(o.Operand(0)), ir.ConstantValue(o.Operand(2))
	if !isNumber(low, 0) || !isNumber(high, n-g.extents[dim]) {
		return none, start, false
	}
	return int(dim), g.valueOf(o.Operand(1)), true
}

// isNumber reports whether a constant is a whole number.
func isNumber(c *ir.Attr, v int64) bool {
	if c == nil || !c.Is(ir.DenseAttr) || !c.Type().Elem().IsInteger() || v < 0 {
		return false
	}
	var raw [8]byte
	if len(c.Raw()) > 8 {
		return false
	}
	copy(raw[:], c.Raw())
	return binary.LittleEndian.Uint64(raw[:]) == uint64(v)
}

// slice is a slice, if all positions are scalars.
func (g *gathering) slice() (t tensor, ok bool) {
	sizes, starts, inner := make([]int64, len(g.at)), make([]*ir.Value, len(g.at)), slices.Clone(g.at)
	var some *ir.Value
	alike := true
	for _, t := range g.starts {
		if t.v != nil {
			alike = alike && (some == nil || t.v.Type() == some.Type())
			some = t.v
		}
	}
	for d, e := range g.at {
		sizes[d] = g.shape[d]
		if !hasSymbol(e) {
			continue
		}
		if !g.starts[d].isScalar() {
			return t, false
		}
		if starts[d] = g.starts[d].v; !alike {
			starts[d] = g.wide(g.starts[d]).v
		}
		some = starts[d]
		sizes[d], inner[d] = 1, affine.Const(0)
		if axis := g.boxed[d]; axis != none {
			sizes[d], inner[d] = g.extents[axis], affine.Dim(axis)
		}
	}
	for d := range starts {
		if starts[d] == nil {
			starts[d] = some // all of a dimension is inside wherever it is to begin
		}
	}
	v := g.op("tg.dynamic_slice", g.typed(g.r.Tensor(), sizes), append([]*ir.Value{g.r.Tensor()}, starts...), g.ints("sizes", sizes))
	return g.view(v, inner, g.extents)
}

// boxes is a gather.
func (g *gathering) boxes() (t tensor, ok bool) {
	indices, vector, batch, mapped, ok := g.indexTensor()
	if !ok {
		return t, false
	}
	sizes, inner := slices.Clone(g.shape), []*ir.AffineExpr{}
	var collapsed, operandBatching, indicesBatching []int64
	var inBox []int // dimensions of the operand that a box has
	for d := range g.at {
		switch {
		case g.batching[d] != none:
			sizes[d] = 1
			operandBatching = append(operandBatching, int64(d))
			indicesBatching = append(indicesBatching, batchDim(batch, vector, g.batching[d]))
		case g.boxed[d] != none:
			sizes[d] = g.extents[g.boxed[d]]
			inBox = append(inBox, d)
		case g.starts[d].v != nil || g.shape[d] == 1 && len(g.axesOf(g.at[d])) == 0:
			sizes[d] = 1
			collapsed = append(collapsed, int64(d))
		default:
			inBox = append(inBox, d)
		}
	}
	shape, offsets := g.gathered(batch, inBox, sizes, &inner)
	attrs := []ir.NamedAttr{
		g.ints("offset_dims", offsets), g.ints("start_index_map", mapped), {Name: "index_vector_dim", Value: g.b.Ctx.I64Attr(int64(vector))}, g.ints("slice_sizes", sizes),
		g.ints("collapsed_slice_dims", collapsed), g.ints("operand_batching_dims", operandBatching), g.ints("start_indices_batching_dims", indicesBatching),
	}
	v := g.op("tg.gather", g.typed(g.r.Tensor(), shape), []*ir.Value{g.r.Tensor(), indices}, attrs...)
	return g.view(v, inner, g.extents)
}

// batchDim is the dimension of the indices along an axis.
func batchDim(batch []int, vector, axis int) int64 {
	k := slices.Index(batch, axis)
	if k >= vector {
		k++
	}
	return int64(k)
}

// gathered is the shape of a gather, and where in it are boxes: dimensions in the order of the axes
// where the two kinds of them allow it, else those of the boxes behind. inner are the indices of an
// element of it.
func (g *gathering) gathered(batch, inBox []int, sizes []int64, inner *[]*ir.AffineExpr) (shape, offsets []int64) {
	axisOf := func(d int) int {
		if g.boxed[d] != none {
			return g.boxed[d]
		}
		if axis, ok := affine.DimOf(g.at[d]); ok {
			return int(axis)
		}
		return none
	}
	last := len(g.axes)
	rank := func(axis int) int {
		if axis == none {
			return last
		}
		return g.pos[axis]
	}
	for i, k := 0, 0; i < len(batch) || k < len(inBox); {
		if i < len(batch) && (k == len(inBox) || batch[i] == none || rank(batch[i]) <= rank(axisOf(inBox[k]))) {
			e := affine.Const(0)
			n := int64(1)
			if batch[i] != none {
				e, n = affine.Dim(batch[i]), g.extents[batch[i]]
			}
			shape, *inner = append(shape, n), append(*inner, e)
			i++
			continue
		}
		d := inBox[k]
		e := g.at[d]
		if g.boxed[d] != none {
			e = affine.Dim(g.boxed[d])
		}
		offsets = append(offsets, int64(len(shape)))
		shape, *inner = append(shape, sizes[d]), append(*inner, e)
		k++
	}
	return shape, offsets
}

// indexTensor is the tensor of the positions, whose dimension vector, perhaps behind all others,
// counts the mapped dimensions; batch are the axes of the others, none of those of extent 1.
func (g *gathering) indexTensor() (v *ir.Value, vector int, batch []int, mapped []int64, ok bool) {
	if v, vector, batch, mapped, ok = g.readTogether(); ok && g.independent(batch, mapped) {
		return v, vector, batch, mapped, true
	}
	var parts []tensor
	for again := true; again; {
		// A dimension with an axis of the indices goes along with them, or is an index, too.
		again = false
		batch, parts, mapped = nil, nil, nil
		for d := range g.at {
			if g.starts[d].v != nil {
				parts, mapped = append(parts, g.starts[d]), append(mapped, int64(d))
			}
		}
		for _, axis := range g.order {
			if slices.ContainsFunc(parts, func(t tensor) bool { return t.has(axis) }) {
				batch = append(batch, axis)
			}
		}
		for d, e := range g.at {
			if g.starts[d].v != nil || !slices.ContainsFunc(g.axesOf(e), func(axis int) bool { return slices.Contains(batch, axis) }) {
				continue
			}
			if axis, ok := affine.DimOf(e); ok && g.extents[axis] == g.shape[d] && !slices.Contains(g.batching, int(axis)) || g.batching[d] != none {
				g.batching[d] = int(axis)
				continue
			}
			if g.starts[d], ok = g.number(e); !ok {
				return nil, 0, nil, nil, false
			}
			again = true
			break
		}
	}
	if len(parts) == 1 {
		t := g.squeezed(parts[0])
		if !places(g.order).sorted(t.dims) {
			t = g.transpose(t, places(g.order).arrange(t.dims))
		}
		return t.v, len(t.dims), t.dims, mapped, true
	}
	to := places(batch)
	var values []*ir.Value
	shape := append(shapes.Pick(g.extents, batch), 1)
	for _, t := range parts {
		values = append(values, g.reshape(g.spread(g.wide(t), to).v, shape))
	}
	shape = append(shape[:len(batch)], int64(len(parts)))
	v = g.op("tg.concat", g.typed(values[0], shape), values, ir.NamedAttr{Name: "dim", Value: g.b.Ctx.I64Attr(int64(len(batch)))})
	return v, len(batch), batch, mapped, true
}

// independent reports whether the other dimensions have no axis of the indices, but where they go
// along with them.
func (g *gathering) independent(batch []int, mapped []int64) bool {
	for d, e := range g.at {
		if slices.Contains(mapped, int64(d)) {
			continue
		}
		for _, axis := range g.axesOf(e) {
			if !slices.Contains(batch, axis) {
				continue
			}
			if i, ok := affine.DimOf(e); !ok || int(i) != axis || g.extents[axis] != g.shape[d] || slices.Contains(g.batching, axis) {
				g.batching = slices.Repeat([]int{none}, len(g.at))
				return false
			}
			g.batching[d] = axis
		}
	}
	return true
}

// readTogether finds that all positions are the components of vectors in one tensor, in order.
func (g *gathering) readTogether() (v *ir.Value, vector int, batch []int, mapped []int64, ok bool) {
	var at []*ir.AffineExpr
	vector = none
	components := map[int64]int64{}
	for d := range g.at {
		if g.starts[d].v == nil {
			continue
		}
		r, ok := te.AsRead(g.position(d).Def())
		if !ok || r.Guard() != nil || len(r.Values()) > 0 || v != nil && v != r.Tensor() || r.Tensor().Type().Rank() == 0 {
			return nil, 0, nil, nil, false
		}
		next := g.indices(r)
		if v == nil {
			v, at = r.Tensor(), next
			vector = g.vectorDim(at, v)
		}
		if vector == none {
			return nil, 0, nil, nil, false
		}
		for k := range next {
			if k != vector && !affine.Equal(next[k], at[k]) {
				return nil, 0, nil, nil, false
			}
		}
		c, ok := affine.ConstValue(next[vector])
		if _, twice := components[c]; !ok || twice {
			return nil, 0, nil, nil, false
		}
		components[c] = int64(d)
	}
	for k, e := range at {
		if k == vector {
			continue
		}
		axis, isDim := affine.DimOf(e)
		switch {
		case isDim && g.extents[axis] == v.Type().Shape()[k] && !slices.Contains(batch, int(axis)):
			batch = append(batch, int(axis))
		case v.Type().Shape()[k] == 1:
			batch = append(batch, none)
		default:
			return nil, 0, nil, nil, false
		}
	}
	mapped, ok = g.componentDims(v.Type().Shape()[vector], components, batch)
	return v, vector, batch, mapped, ok
}

// componentDims is the dimension of each of n components. Those that nothing reads are of
// dimensions of which all is read, wherever that is to begin.
func (g *gathering) componentDims(n int64, known map[int64]int64, batch []int) (dims []int64, ok bool) {
	var whole []int64
	for d, e := range g.at {
		if g.starts[d].v == nil && !slices.ContainsFunc(g.axesOf(e), func(axis int) bool { return slices.Contains(batch, axis) }) {
			whole = append(whole, int64(d))
		}
	}
	if n > int64(len(known)+len(whole)) {
		return nil, false
	}
	for c := range n {
		d, ok := known[c]
		if !ok {
			d, whole = whole[0], whole[1:]
		}
		dims = append(dims, d)
	}
	return dims, true
}

// position is the value of the body that is the position of a dimension.
func (g *gathering) position(d int) *ir.Value {
	e := g.at[d]
	if g.boxed[d] != none {
		return g.r.Values()[e.RHS.Value].Def().Operand(1)
	}
	if e.Op == ir.AffineSym {
		return g.r.Values()[e.Value]
	}
	return g.starts[d].v
}

// vectorDim is the dimension of indices that counts components: the one with a number for an index,
// that of the most components; none if there is none.
func (g *gathering) vectorDim(at []*ir.AffineExpr, v *ir.Value) int {
	found := none
	for k, e := range at {
		if e.Op == ir.AffineConst && (found == none || v.Type().Shape()[k] >= v.Type().Shape()[found]) {
			found = k
		}
	}
	return found
}
