package lower

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// view is v at index expressions over axes of the given extents, as a box of it that is reshaped,
// reversed and transposed. The dimensions of the result are as long as these extents.
func (a *attempt) view(v *ir.Value, at []*ir.AffineExpr, extents []int64) (t tensor, ok bool) {
	grids, sizes, ok := gridsOf(v.Type().Shape(), at, extents)
	if !ok {
		return t, a.refuse("%s", a.describe("no view of a tensor has the indices", at))
	}
	v = a.box(v, grids, sizes)
	t, digits := a.split(v, grids)
	whole := true
	for i, d := range digits {
		whole = whole && (d.axis == none || d.extent == extents[d.axis] && !slices.Contains(t.dims[:i], d.axis))
	}
	if whole {
		return t, true
	}
	return a.merged(t, digits, extents)
}

// gridsOf are the grids of index expressions, in as many neighbouring dimensions each as it takes,
// and how many elements these have.
func gridsOf(shape []int64, at []*ir.AffineExpr, extents []int64) (grids []grid, sizes [][]int64, ok bool) {
	space := affine.Extents(extents...)
	for i := 0; i < len(at); {
		if g, ok := gridOf(at[i], extents); ok && g.start >= 0 && g.start+(g.count-1)*g.step < shape[i] {
			grids, sizes = append(grids, g), append(sizes, shape[i:i+1])
			i++
			continue
		}
		n := 2
		for ; i+n <= len(at); n++ {
			flat := affine.Const(0)
			for k, e := range at[i : i+n] {
				flat = affine.Add(affine.Mul(flat, shape[i+k]), e)
			}
			if flat, ok = space.Simplify(flat); !ok {
				continue
			}
			g, ok := gridOf(flat, extents)
			if ok && g.start == 0 && g.step == 1 && g.count == shapes.Product(shape[i:i+n]) {
				grids, sizes = append(grids, g), append(sizes, shape[i:i+n])
				break
			}
		}
		if i+n > len(at) {
			return nil, nil, false
		}
		i += n
	}
	return grids, sizes, true
}

// box is the part of v that grids have.
func (a *attempt) box(v *ir.Value, grids []grid, sizes [][]int64) *ir.Value {
	var starts, limits, strides, shape []int64
	for i, g := range grids {
		if len(sizes[i]) > 1 {
			for _, n := range sizes[i] {
				starts, limits, strides, shape = append(starts, 0), append(limits, n), append(strides, 1), append(shape, n)
			}
			continue
		}
		starts, limits = append(starts, g.start), append(limits, g.start+(g.count-1)*g.step+1)
		strides, shape = append(strides, g.step), append(shape, g.count)
	}
	if slices.Equal(shape, v.Type().Shape()) {
		return v
	}
	return a.op("tg.slice", a.typed(v, shape), []*ir.Value{v}, a.ints("starts", starts), a.ints("limits", limits), a.ints("strides", strides))
}

// split gives each digit of the grids a dimension, and each grid without one a dimension of extent
// 1, in the order of v; where all grids have at most one, v has them already.
func (a *attempt) split(v *ir.Value, grids []grid) (t tensor, digits []digit) {
	var shape, reversed []int64
	plain := len(grids) == v.Type().Rank()
	for _, g := range grids {
		plain = plain && len(g.digits) < 2
	}
	for _, g := range grids {
		if len(g.digits) == 0 && plain {
			shape, digits = append(shape, 1), append(digits, digit{axis: none, div: 1, extent: 1})
		}
		for _, d := range g.digits {
			if d.reversed {
				reversed = append(reversed, int64(len(shape)))
			}
			shape, digits = append(shape, d.extent), append(digits, d)
		}
	}
	v = a.reshape(v, shape)
	if reversed != nil {
		v = a.op("tg.reverse", v.Type(), []*ir.Value{v}, a.ints("dims", reversed))
	}
	t = tensor{v: v}
	for _, d := range digits {
		t.dims = append(t.dims, d.axis)
	}
	return t, digits
}

// merged puts the digits of axes together.
func (a *attempt) merged(t tensor, digits []digit, extents []int64) (merged tensor, ok bool) {
	t = a.squeezed(t)
	digits = slices.DeleteFunc(digits, func(d digit) bool { return d.axis == none })
	var order []int64
	var shape, whole []int64
	for _, axis := range a.order {
		if !slices.ContainsFunc(digits, func(d digit) bool { return d.axis == axis }) {
			continue
		}
		all, ok := splits(axis, extents[axis], digits)
		if !ok {
			return t, a.refuse("a read has parts of axis '%s' that overlap", a.axes[axis].Name)
		}
		for _, d := range all {
			k := slices.IndexFunc(digits, func(e digit) bool { return e.axis == axis && e.div == d.div && e.extent == d.extent })
			if k >= 0 {
				order = append(order, int64(k))
				merged.dims = append(merged.dims, len(shape)) // the dimension of the digit, for now
			}
			shape = append(shape, d.extent)
		}
		whole = append(whole, extents[axis])
	}
	if len(order) != len(digits) {
		return t, a.refuse("a read has several indices of one axis")
	}
	v := a.transpose(t, order).v
	if len(shape) != len(order) {
		to := make([]int64, len(order))
		for i, d := range merged.dims {
			to[i] = int64(d)
		}
		v = a.op("tg.broadcast", a.typed(v, shape), []*ir.Value{v}, a.ints("dims", to))
	}
	merged.dims = nil
	for _, axis := range a.order {
		if t.has(axis) {
			merged.dims = append(merged.dims, axis)
		}
	}
	merged.v = a.reshape(v, whole)
	return merged, true
}

// describe adds index expressions to why something is refused.
func (a *attempt) describe(text string, at []*ir.AffineExpr) string {
	w, names := ir.NewTextWriter(), a.c.Names()
	for i, e := range at {
		if i > 0 {
			w.Str(", ")
		}
		w.IndexExpr(e, names, func(i int64) { w.Str(fmt.Sprintf("s%d", i)) })
	}
	return fmt.Sprintf("%s [%s]", text, w.Buf)
}
