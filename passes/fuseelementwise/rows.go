package fuseelementwise

import (
	"encoding/binary"
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Which rows ops have in common: a fusion runs some consecutive rows at a time,
// see package interp/fusion.

// smallRow is the number of elements up to which a whole value may be one row.
const smallRow = 4096

// fewRows and longRow bound rows that are so few that workers are idle: there
// may be less than fewRows only if each has at most longRow elements.
const (
	fewRows = 4
	longRow = 1 << 13
)

// rowCounts lists numbers of rows that values can be cut into, ascending. A
// dynamic shape has one entry, negative, by which it is known.
type rowCounts struct {
	n      int
	counts [8]int64
}

func (r *rowCounts) add(count int64) {
	if r.n < len(r.counts) {
		r.counts[r.n] = count
		r.n++
	}
}

// most is the greatest number of rows.
func (r *rowCounts) most() int64 { return r.counts[r.n-1] }

func (r *rowCounts) and(s *rowCounts) rowCounts {
	var both rowCounts
	for _, n := range r.counts[:r.n] {
		if slices.Contains(s.counts[:s.n], n) {
			both.add(n)
		}
	}
	return both
}

// leading lists the products of the leading extents of shape as long as goOn
// allows for the dimension.
func leading(shape []int64, goOn func(d int) bool) rowCounts {
	var r rowCounts
	r.add(1)
	count := int64(1)
	for d, n := range shape {
		if n == 0 || !goOn(d) {
			break
		}
		if n > 1 {
			count *= n
			r.add(count)
		}
	}
	return r
}

func anyDim(int) bool { return true }

// rowsOf lists what o can be cut into by itself.
func (f *fuser) rowsOf(o *ir.Op, k fuseKind) rowCounts {
	t := o.Result(0).Type()
	switch {
	case !t.IsStatic():
		return f.dynamicRows(t)
	case k == fuseReduce:
		dims := o.Attr("dims").Ints()
		shape := o.Operand(0).Type().Shape()
		return leading(shape, func(d int) bool { return shape[d] == 1 || !slices.Contains(dims, int64(d)) })
	case k == fuseFinal:
		return finalRows(o)
	}
	rows := leading(t.Shape(), anyDim)
	if k == fuseFree { // also of what is from outside or repeated, as written out row by row
		from := leading(o.Operand(0).Type().Shape(), anyDim)
		return rows.and(&from)
	}
	return rows
}

// finalRows lists what the operand of a reduction across rows can be cut into:
// all the leading dimensions that it reduces, or anything if it reduces all.
func finalRows(o *ir.Op) rowCounts {
	dims, shape := o.Attr("dims").Ints(), o.Operand(0).Type().Shape()
	all := leading(shape, anyDim)
	count, whole := int64(1), true
	for d, n := range shape {
		if n != 1 && !slices.Contains(dims, int64(d)) {
			whole = false
			break
		}
		count *= n
	}
	var r rowCounts
	for _, n := range all.counts[:all.n] {
		if n == count || whole && n > 1 {
			r.add(n)
		}
	}
	return r
}

// dynamicRows knows a shape with dynamic extents from others.
func (f *fuser) dynamicRows(t *ir.Type) rowCounts {
	var key []byte
	for _, n := range t.Shape() {
		key = binary.AppendVarint(key, n)
	}
	id := f.shapes[string(key)]
	if id == 0 {
		id = int64(len(f.shapes)) + 1
		f.shapes[string(key)] = id
	}
	var r rowCounts
	r.add(-id)
	return r
}

// alike lists the numbers of rows for which row i of o's result needs no more
// than row i of operand v, which it reads directly, or through the broadcast b.
func (f *fuser) alike(o *ir.Op, v *ir.Value, b *ir.Op) rowCounts {
	if b != nil {
		through := broadcastRows(v.Type(), b)
		r := f.alike(o, b.Result(0), nil)
		return r.and(&through)
	}
	t := o.Result(0).Type()
	switch {
	case !v.Type().IsStatic() || !t.IsStatic():
		if r := f.dynamicRows(t); slices.Equal(v.Type().Shape(), t.Shape()) {
			return r
		}
		return rowCounts{}
	case o.Is(tg.Reduce):
		return leading(v.Type().Shape(), anyDim)
	case o.Is(tg.Reshape):
		from, to := leading(v.Type().Shape(), anyDim), leading(t.Shape(), anyDim)
		return from.and(&to)
	}
	own, shape := v.Type().Shape(), t.Shape()
	return leading(shape, func(d int) bool {
		at := d - (len(shape) - len(own))
		return shape[d] == 1 || at >= 0 && own[at] == shape[d]
	})
}

// broadcastRows lists the numbers of rows that a broadcast of a value of type t
// leaves in place.
func broadcastRows(t *ir.Type, b *ir.Op) rowCounts {
	dims, shape, own := b.Attr("dims").Ints(), b.Result(0).Type().Shape(), t.Shape()
	next := 0
	return leading(shape, func(d int) bool {
		if shape[d] == 1 {
			return true
		}
		for next < len(own) && own[next] == 1 {
			next++
		}
		if next == len(own) || dims[next] != int64(d) || own[next] != shape[d] {
			return false
		}
		next++
		return true
	})
}
