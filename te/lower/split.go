package lower

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// cut is a compute that is a piece of a tensor: n elements from start along a dimension, all along
// the others.
type cut struct {
	c        te.Compute
	start, n int64
}

// cutsOf are pieces of one tensor along one dimension.
type cutsOf struct {
	x   *ir.Value
	dim int
}

// cuts makes one op of the computes that are all pieces of a tensor. It returns how many they
// were.
func cuts(b *ir.Builder, block *ir.Block) (n int) {
	found := map[cutsOf][]cut{}
	var list []cutsOf
	for p := block.First(); p != nil; p = p.Next() {
		c, ok := te.AsCompute(p)
		if !ok {
			continue
		}
		x, starts, ok := pieceOf(c)
		if !ok {
			continue
		}
		for d := range starts {
			if !isCutAlong(c, x, starts, d) {
				continue
			}
			key := cutsOf{x, d}
			if found[key] == nil {
				list = append(list, key)
			}
			found[key] = append(found[key], cut{c, starts[d], c.Result(0).Type().Shape()[d]})
		}
	}
	gone := map[*ir.Op]bool{}
	for _, key := range list {
		n += split(b, key, slices.DeleteFunc(found[key], func(c cut) bool { return gone[c.c.Op] }), gone)
	}
	return n
}

// pieceOf is the tensor of which a compute is a piece, element by element, and where that begins.
func pieceOf(c te.Compute) (x *ir.Value, starts []int64, ok bool) {
	if c.Reduces() || c.NumResults() != 1 || !c.IsStatic() || c.NumAxes() == 0 {
		return nil, nil, false
	}
	r, ok := te.AsRead(c.Body().First())
	if !ok || r.Next() != c.Body().Last() || c.Elements()[0] != r.Result(0) || r.Guard() != nil || len(r.Values()) > 0 || r.Tensor().Type().Rank() != c.NumAxes() {
		return nil, nil, false
	}
	axes := c.All()
	for d, e := range r.Map().Results {
		coefficients, rest, ok := affine.Linear(e, len(axes))
		if !ok || rest.Op != ir.AffineConst {
			return nil, nil, false
		}
		start := rest.Value
		for i, n := range coefficients {
			if i == d && n != 1 && (n != 0 || axes[d].Extent > 1) || i != d && n != 0 {
				return nil, nil, false
			}
		}
		if coefficients[d] == 1 {
			start += axes[d].Lower
		}
		starts = append(starts, start)
	}
	return r.Tensor(), starts, true
}

// isCutAlong reports whether a piece has all of x but along dimension d.
func isCutAlong(c te.Compute, x *ir.Value, starts []int64, d int) bool {
	for k, n := range x.Type().Shape() {
		if k != d && (starts[k] != 0 || c.Result(0).Type().Shape()[k] != n) {
			return false
		}
	}
	return true
}

// split makes one op of pieces, if some of them are behind each other all of the tensor.
func split(b *ir.Builder, of cutsOf, cuts []cut, gone map[*ir.Op]bool) int {
	if len(cuts) < 2 {
		return 0
	}
	first := cuts[0].c.Op
	slices.SortStableFunc(cuts, func(p, q cut) int { return cmp.Compare(p.start, q.start) })
	var chosen []cut
	var sizes []int64
	at, end := int64(0), of.x.Type().Shape()[of.dim]
	for _, p := range cuts {
		if p.start == at && (p.n > 0 || p.start < end || len(chosen) > 0) {
			chosen, sizes = append(chosen, p), append(sizes, p.n)
			at += p.n
		}
	}
	if at != end || len(chosen) < 2 {
		return 0
	}
	st := &ir.OpState{Name: b.Ctx.OpName("tg.split"), Loc: first.Loc(), Operands: []*ir.Value{of.x}}
	st.SetAttr("dim", b.Ctx.I64Attr(int64(of.dim)))
	st.SetAttr("sizes", b.Ctx.I64Array(sizes))
	o, err := b.Before(first).Create(st)
	if err != nil {
		return 0
	}
	x := expanded(o)
	defer x.discard()
	for i, p := range chosen {
		if len(x.values) != len(chosen) || !sameAs(p.c, x.values[i]) {
			o.Erase()
			return 0
		}
	}
	for i, p := range chosen {
		p.c.Result(0).ReplaceAllUsesWith(o.Result(i))
		p.c.Erase()
		gone[p.c.Op] = true
	}
	return len(chosen)
}

// sameAs reports whether a compute is that of a value.
func sameAs(c te.Compute, v *ir.Value) bool {
	d, ok := te.AsCompute(v.Def())
	if !ok || v.Type() != c.Result(0).Type() {
		return false
	}
	m, order := newComparison(), shapes.Dims(0, c.NumAxes())
	first, ok := m.key(c, order)
	if !ok {
		return false
	}
	second, ok := m.key(d, order)
	return ok && first == second
}
