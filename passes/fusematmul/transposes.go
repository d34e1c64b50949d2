package fusematmul

import (
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// dotForm is a contraction as a tg.dot_general: operands and dimension numbers.
type dotForm struct {
	values [2]*ir.Value
	dims   [2]dotDims
}

// dotFormOf describes a matrix product or a dot_general; ok is false for products
// whose batches broadcast, which dot_general cannot say.
func dotFormOf(o *ir.Op) (d dotForm, ok bool) {
	if !o.Is(tg.MatMul) && !o.Is(tg.DotGeneral) {
		return d, false
	}
	d.values = [2]*ir.Value{o.Operand(0), o.Operand(1)}
	if o.Is(tg.DotGeneral) {
		d.dims[0], d.dims[1] = dotDimsOf(o)
		return d, true
	}
	lhs, rhs := o.Operand(0).Type(), o.Operand(1).Type()
	left, right := int64(lhs.Rank()), int64(rhs.Rank())
	if left < 2 || right < 2 {
		return d, false
	}
	d.dims[0].contracting, d.dims[1].contracting = []int64{left - 1}, []int64{right - 2}
	if right == 2 {
		return d, true
	}
	for i := range right - 2 {
		d.dims[0].batching, d.dims[1].batching = append(d.dims[0].batching, i), append(d.dims[1].batching, i)
	}
	return d, left == right && slices.Equal(lhs.Shape()[:left-2], rhs.Shape()[:right-2]) && rhs.IsStatic()
}

// maxTransposeUsers bounds the users of a transpose that are asked whether they
// can do without it.
const maxTransposeUsers = 16

// transposes makes matrix products read transposed operands where they are, and
// write a result that is transposed right away in its final order. Sums run in
// the same order, so that no bit changes. Of convolutions the pass layout has
// done that.
func (f *fuser) transposes(b *ir.Block) {
	for o := b.First(); o != nil; {
		next := o.Next()
		if d, ok := dotFormOf(o); ok {
			f.absorbOperands(o, d)
		} else if o.Is(tg.Transpose) {
			f.absorbResult(o)
		}
		o = next
	}
}

// absorbOperands rewrites the contraction o if that makes a transpose dead.
func (f *fuser) absorbOperands(o *ir.Op, d dotForm) {
	before, absorbed := f.machine.Op(o), 0
	var gone []*ir.Op
	inner := []int64(nil) // extents that the inner dimension of the other operand is divided into
	for i := range 2 {
		e, t, parts := d.without(i, o)
		if t == nil || inner != nil { // the rhs that has come apart is not the one that d speaks of
			continue
		}
		users := contractionUsers(t)
		if users == 0 {
			continue
		}
		d, absorbed = e, absorbed+1
		if parts != nil {
			inner = parts
		}
		before += f.machine.Op(t) / float64(users)
		if !slices.Contains(gone, t) { // both operands may be one
			gone = append(gone, t)
		}
	}
	if absorbed == 0 {
		return
	}
	operands := []*ir.Type{d.values[0].Type(), d.values[1].Type()}
	if inner != nil {
		operands[1] = f.run.Ctx.WithShape(operands[1], append(slices.Clone(inner), operands[1].Shape()[1:]...))
	}
	if o.NumOperands() > 2 {
		operands = append(operands, o.Operand(2).Type())
	}
	props, result := f.dotProps(d, o), o.Result(0).Type()
	after := f.seconds(tg.DotGeneral, result, props, operands...)
	if !f.readInPlace(o, absorbed, before, after) {
		return
	}
	values := append([]*ir.Value{d.values[0], d.values[1]}, o.Operands()[2:]...)
	if inner != nil {
		values[1] = newJoiner(f.run.Builder).reshape(values[1], operands[1].Shape(), o)
	}
	f.replace(o, f.create(tg.DotGeneral, o, result, props, values...))
	for _, t := range gone { // a transpose, or a reshape of one
		if before := t.Operand(0).Def(); !t.HasUses() {
			f.erase(t)
			if before.Is(tg.Transpose) && !before.HasUses() {
				f.erase(before)
			}
		}
	}
}

// readInPlace decides whether a contraction reads so many transposed operands in
// place, which changes its seconds with theirs from before to after.
func (f *fuser) readInPlace(o *ir.Op, absorbed int, before, after float64) bool {
	if !(after < before) {
		f.run.Count("num-left", 1)
		f.run.Missed(o, "FuseMatmul", "left a transpose in front of '%s': reading in another order would take %.3g us instead of %.3g us",
			o.Name(), microseconds(after), microseconds(before))
		return false
	}
	f.run.Count("num-transposes", int64(absorbed))
	f.run.Passed(o, "FuseMatmul", "made '%s' read %d transposed operand(s) in place: %.3g us instead of %.3g us",
		o.Name(), absorbed, microseconds(after), microseconds(before))
	return true
}

// contractionUsers counts the uses of the transpose, or the reshape behind it,
// that t is; 0 unless all are contractions that may do without it.
func contractionUsers(t *ir.Op) int {
	n := 0
	for u := t.Result(0).FirstUse(); u != nil; u = u.Next() {
		if _, ok := dotFormOf(u.Owner()); !ok || n == maxTransposeUsers {
			return 0
		}
		n++
	}
	return n
}

// without is d with operand i as it is before it is transposed: by t, or by what
// t reshapes. In that case the inner dimension of a matrix product comes apart
// into parts, which the other operand must do as well. t is nil where there is
// nothing to gain.
func (d dotForm) without(i int, o *ir.Op) (e dotForm, t *ir.Op, parts []int64) {
	transpose := d.values[i].Def()
	t = transpose
	dims := d.dims[i]
	if transpose.Is(tg.Reshape) {
		from, to := transpose.Operand(0).Type(), transpose.Operand(0).Type().Shape()
		kept := d.values[i].Type().Rank() - 1
		if i != 0 || !o.Is(tg.MatMul) || len(d.dims[1].batching) > 0 || from.Rank() <= kept+1 || !from.IsStatic() ||
			!slices.Equal(to[:kept], d.values[i].Type().Shape()[:kept]) || !transpose.Operand(0).HasOneUse() {
			return d, nil, nil
		}
		parts = to[kept:]
		dims = dotDims{}
		for k := range parts {
			dims.contracting = append(dims.contracting, int64(kept+k))
		}
		transpose = transpose.Operand(0).Def()
	}
	// A constant is transposed at compile time.
	if !transpose.Is(tg.Transpose) || transpose.Block() != o.Block() || elementsOf(transpose.Operand(0)) != nil {
		return d, nil, nil
	}
	permutation := transpose.Attr("permutation").Ints()
	last := int64(-1)
	for _, k := range dims.free(len(permutation)) {
		if permutation[k] < last { // the result would be transposed
			return d, nil, nil
		}
		last = permutation[k]
	}
	through := func(list []int64) []int64 {
		out := make([]int64, len(list))
		for k, dim := range list {
			out[k] = permutation[dim]
		}
		return out
	}
	e = d
	e.values[i] = transpose.Operand(0)
	e.dims[i] = dotDims{through(dims.batching), through(dims.contracting)}
	if parts != nil {
		e.dims[1].contracting = nil
		for k := range parts {
			e.dims[1].contracting = append(e.dims[1].contracting, int64(k))
		}
	}
	return e, t, parts
}

// dotProps are the properties of a dot_general with the epilogue of o.
func (f *fuser) dotProps(d dotForm, o *ir.Op) *ir.Attr {
	c := f.run.Ctx
	var entries []ir.NamedAttr
	for _, e := range []struct {
		name string
		list []int64
	}{
		{"lhs_batching", d.dims[0].batching}, {"rhs_batching", d.dims[1].batching},
		{"lhs_contracting", d.dims[0].contracting}, {"rhs_contracting", d.dims[1].contracting},
	} {
		if len(e.list) > 0 {
			entries = append(entries, ir.NamedAttr{Name: e.name, Value: c.I64Array(e.list)})
		}
	}
	for _, name := range []string{"activation", "element_type"} {
		if a := o.Props().Get(name); a != nil {
			entries = append(entries, ir.NamedAttr{Name: name, Value: a})
		}
	}
	return c.Dict(entries)
}

// transposedOnly reports whether t is all that becomes of the contraction o. A
// bias would have to be transposed as well.
func transposedOnly(o, t *ir.Op) bool {
	return o != nil && t.Operand(0).HasOneUse() && o.Block() == t.Block() && o.NumOperands() == 2
}

// absorbResult rewrites a contraction whose result is transposed by t and serves
// nothing else: with its operands in the other order it computes that. Products
// of numbers commute to the bit.
func (f *fuser) absorbResult(t *ir.Op) {
	o := t.Operand(0).Def()
	d, ok := dotForm{}, false
	if transposedOnly(o, t) {
		d, ok = dotFormOf(o)
	}
	if !ok {
		return
	}
	batch := len(d.dims[0].batching)
	left, right := len(d.dims[0].free(d.values[0].Type().Rank())), len(d.dims[1].free(d.values[1].Type().Rank()))
	for i, p := range t.Attr("permutation").Ints() {
		want := i
		switch {
		case i >= batch+right:
			want = i - right
		case i >= batch:
			want = i + left
		}
		if int(p) != want {
			return
		}
	}
	d.values[0], d.values[1], d.dims[0], d.dims[1] = d.values[1], d.values[0], d.dims[1], d.dims[0]
	props, result := f.dotProps(d, o), t.Result(0).Type()
	before := f.machine.Op(o) + f.machine.Op(t)
	after := f.seconds(tg.DotGeneral, result, props, d.values[0].Type(), d.values[1].Type())
	if !(after < before) {
		f.run.Count("num-left", 1)
		f.run.Missed(t, "FuseMatmul", "left a transpose behind '%s': with operands swapped it would take %.3g us instead of %.3g us",
			o.Name(), microseconds(after), microseconds(before))
		return
	}
	f.run.Count("num-transposes", 1)
	f.run.Passed(t, "FuseMatmul", "made '%s' write its result transposed: %.3g us instead of %.3g us",
		o.Name(), microseconds(after), microseconds(before))
	f.replace(t, f.create(tg.DotGeneral, o, result, props, d.values[:]...))
	f.erase(o)
}
