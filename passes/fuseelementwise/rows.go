package fuseelementwise

import (
	"encoding/binary"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
)

// Which rows ops have in common: a fusion runs some consecutive rows at a time. What rows are is
// decided in package interp/fusion; here it is asked for all numbers of rows at once.

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

// cuts lists the numbers of rows that a value of this shape can be cut into, of which those are
// left that keep has nothing against.
func cuts(shape []int, keep func(rows int) bool) rowCounts {
	var r rowCounts
	tried := 0
	for n := range fusion.Cuts(shape) {
		if tried++; tried > len(r.counts) {
			break
		}
		if keep(n) {
			r.add(int64(n))
		}
	}
	return r
}

// rowsOf lists what op number i can be cut into by itself.
func (f *fuser) rowsOf(i int) rowCounts {
	o, form := f.ops[i], &f.forms[i]
	if t := o.Result(0).Type(); !t.IsStatic() {
		return f.dynamicRows(t)
	}
	switch k := f.kinds[i]; k {
	case fuseReduce, fuseFinal:
		shape := shapeOf(o.Operand(0))
		return cuts(shape, func(rows int) bool {
			across, err := form.AcrossRows(shape, rows)
			return err == nil && across == (k == fuseFinal)
		})
	case fuseFree: // also of what is from outside or repeated, as written out row by row
		from := shapeOf(o.Operand(0))
		return cuts(form.Shape, func(rows int) bool { return form.InRows(0, from, rows) == nil })
	}
	return cuts(form.Shape, func(int) bool { return true })
}

func shapeOf(v *ir.Value) []int {
	shape := make([]int, v.Type().Rank())
	for d, n := range v.Type().Shape() {
		shape[d] = int(n)
	}
	return shape
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

// wholeRows and more stand for a reduction that has no rows to be cut into. Nothing goes into it,
// but what is computed of its result can follow it.
const wholeRows = 1 << 32

// runsWhole reports whether op number i is a reduction that runs as it does by itself in a fusion
// of what follows it: of what is not repeated in that, to much less.
func (f *fuser) runsWhole(i int) bool {
	o := f.ops[i]
	if f.kinds[i] != fuseFinal || !o.Result(0).Type().IsStatic() || cost.Elements(o.Result(0).Type())*fusion.WholeGain > cost.Elements(o.Operand(0).Type()) {
		return false
	}
	for _, v := range o.Operands() {
		if d := v.Def(); d != nil && d.Block() == o.Block() && f.kinds[v.Number()] == fuseSource {
			return false
		}
	}
	return true
}

// alike lists the numbers of rows for which row r of op number i needs no more than row r of what
// op number d computes: its operand number k, or that of the broadcast through, which is.
func (f *fuser) alike(i, k, d int, through *ir.Op) rowCounts {
	if through != nil {
		at := int(through.Result(0).Number())
		between, from := &f.forms[at], f.forms[d].Shape
		rows := f.alike(i, k, at, nil)
		also := cuts(between.Shape, func(rows int) bool { return between.InRows(0, from, rows) == nil })
		return rows.and(&also)
	}
	form, from := &f.forms[i], f.forms[d].Shape
	if t := f.ops[i].Result(0).Type(); !t.IsStatic() || !f.ops[d].Result(0).Type().IsStatic() {
		if slices.Equal(form.Shape, from) {
			return f.dynamicRows(t)
		}
		return rowCounts{}
	}
	shape := form.Shape
	if form.Kind == fusion.Reduce {
		shape = from
	}
	return cuts(shape, func(rows int) bool { return form.InRows(k, from, rows) == nil })
}
