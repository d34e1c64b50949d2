package lower

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// contraction is a product of two tensors as they are, whose indices are axes.
func (g *guessing) contraction() []*ir.Value {
	x, ok := g.factors()
	if !ok {
		return nil
	}
	var sides [2][]int // the axis of each dimension
	for i, v := range g.c.Elements() {
		if o := v.Def(); o != nil && o.Name() == "tg.convert" {
			v = o.Operand(0)
		}
		r, ok := te.AsRead(v.Def())
		if !ok {
			continue // a scalar
		}
		if len(g.conditions(r.Guard())) > 0 {
			return nil
		}
		for _, e := range g.indices(r) {
			axis, ok := affine.DimOf(e)
			if !ok {
				if c, constant := affine.ConstValue(e); !constant || c != 0 {
					return nil
				}
				axis = none
			}
			if axis != none && slices.Contains(sides[i], int(axis)) {
				return nil
			}
			sides[i] = append(sides[i], int(axis))
		}
	}
	return firstOf(g.pairings(x, sides))
}

// pairings are the products of two tensors whose dimensions lie along axes: those of extent 1 may
// be of a batch, or inner ones, or dimensions of the result for themselves.
func (g *guessing) pairings(x []*ir.Value, sides [2][]int) (tries []func() []*ir.Value) {
	var batch, inner [][2]int64
	for _, axis := range slices.Concat(g.order, g.reduced()) {
		l, r := slices.Index(sides[0], axis), slices.Index(sides[1], axis)
		switch pair := [2]int64{int64(l), int64(r)}; {
		case l < 0 || r < 0:
		case axis < g.domain.results:
			batch = append(batch, pair)
		default:
			inner = append(inner, pair)
		}
	}
	var units [][2]int64 // pairs of dimensions of extent 1
	var left [2][]int64
	for i := range sides {
		for d, axis := range sides[i] {
			if axis == none {
				left[i] = append(left[i], int64(d))
			}
		}
	}
	for i := range min(len(left[0]), len(left[1])) {
		units = append(units, [2]int64{left[0][i], left[1][i]})
	}
	over := len(sides[0]) + len(sides[1]) - len(batch) - 2*len(inner) - len(g.order)
	for p := range len(units) + 1 {
		q := over - p
		if q < 0 || q%2 == 1 || p+q/2 > len(units) {
			continue
		}
		some := units[:p+q/2]
		tries = append(tries, func() []*ir.Value {
			return g.paired(x, g.between(batch, some[:p]), slices.Concat(inner, some[p:]))
		})
	}
	return tries
}

// between puts pairs of dimensions of extent 1 among those of batches, where the result has such.
func (g *guessing) between(batch, units [][2]int64) (all [][2]int64) {
	for _, axis := range g.order {
		switch {
		case g.extents[axis] == 1 && len(units) > 0:
			all, units = append(all, units[0]), units[1:]
		case g.extents[axis] != 1 && len(batch) > 0:
			all, batch = append(all, batch[0]), batch[1:]
		}
	}
	return slices.Concat(all, batch, units)
}

// paired is a product whose dimensions belong together in pairs.
func (g *guessing) paired(x []*ir.Value, batch, inner [][2]int64) []*ir.Value {
	attrs := g.elementType(x)
	for i, side := range []string{"lhs", "rhs"} {
		var b, c []int64
		for _, pair := range batch {
			b = append(b, pair[i])
		}
		for _, pair := range inner {
			c = append(c, pair[i])
		}
		if b != nil {
			attrs = append(attrs, g.ints(side+"_batching", b))
		}
		if c != nil {
			attrs = append(attrs, g.ints(side+"_contracting", c))
		}
	}
	return g.try("tg.dot_general", x, nil, attrs...)
}

// activations are the ops that are activations of contractions.
var activations = []string{"tg.relu", "tg.relu6", "tg.sigmoid", "tg.tanh", "tg.gelu", "tg.silu"}

// Epilogue gives a contraction the bias and the activation that the one compute behind it adds and
// applies, and erases the two. It returns the contraction with them, or nil if there is no such
// compute.
func Epilogue(b *ir.Builder, o *ir.Op) *ir.Op {
	if !slices.Contains([]string{"tg.matmul", "tg.dot_general", "tg.conv"}, o.Name()) || o.Attr("activation") != nil {
		return nil
	}
	tail, ok := onlyReader(o)
	if !ok || tail.Result(0).Type() != o.Result(0).Type() {
		return nil
	}
	bias, activation, ok := epilogueOf(tail, o.Result(0))
	if !ok || bias != nil && o.NumOperands() > 2 {
		return nil
	}
	var made *ir.Op // a constant of the body
	if bias != nil && bias.Block() == tail.Body() {
		made = b.Before(tail.Op).Clone(bias.Def(), map[*ir.Value]*ir.Value{})
		bias = made.Result(0)
	}
	// What stands behind a product with a bias is proven of the product alone.
	c := withEpilogue(b.Before(tail.Op), o, o.Operands()[:2], bias, activation)
	if c != nil && endsAs(o, tail, c) {
		if o.NumOperands() > 2 {
			alone := c
			c = withEpilogue(b.Before(tail.Op), o, o.Operands(), nil, activation)
			alone.Erase()
		}
		if c != nil {
			tail.Result(0).ReplaceAllUsesWith(c.Result(0))
			tail.Erase()
			o.Erase()
			return c
		}
	}
	if c != nil {
		c.Erase()
	}
	if made != nil {
		made.Erase()
	}
	return nil
}

// withEpilogue is the contraction o of operands with a bias, nil for none, and an activation, by
// name; nil if there is none.
func withEpilogue(b *ir.Builder, o *ir.Op, operands []*ir.Value, bias *ir.Value, activation string) *ir.Op {
	st := &ir.OpState{Name: o.OpName(), Loc: o.Loc(), Operands: slices.Clone(operands), Attrs: slices.Concat(o.Props().Entries(), o.Attrs().Entries())}
	if bias != nil {
		st.Operands = append(st.Operands, bias)
	}
	if activation != "" {
		st.SetAttr("activation", b.Ctx.StringAttr(activation))
	}
	c, err := b.Create(st)
	if err != nil {
		return nil
	}
	return c
}

// epilogueOf is what a compute seems to do with a product, element by element: add a bias, nil for
// none, and apply an activation, by name.
func epilogueOf(tail te.Compute, product *ir.Value) (bias *ir.Value, activation string, ok bool) {
	v := tail.Body().Last().Operand(0)
	o := v.Def()
	if o == nil || o.Block() != tail.Body() {
		return nil, "", false
	}
	if slices.Contains(activations, o.Name()) {
		activation = o.Name()[len("tg."):]
		if a := o.Attr("approximate"); a != nil && a.Text() == "tanh" {
			activation += "_tanh"
		}
		v = o.Operand(0)
	}
	if o = v.Def(); o != nil && o.Name() == "tg.add" {
		bias = o.Operand(1)
		if r, ok := te.AsRead(bias.Def()); ok {
			bias = r.Tensor()
		} else if d := bias.Def(); bias.Block() == tail.Body() && (d == nil || !d.Has(ir.ConstantLike)) {
			return nil, "", false
		}
		if bias == product {
			return nil, "", false
		}
	}
	return bias, activation, bias != nil || activation != ""
}

// endsAs reports whether c, which is the contraction o with an epilogue, ends as the compute that
// reads what o makes.
func endsAs(o *ir.Op, tail te.Compute, c *ir.Op) bool {
	x := expanded(c)
	defer x.discard()
	if len(x.values) != 1 {
		return false
	}
	end, ok := te.AsCompute(x.values[0].Def())
	if !ok || end.Block() != x.block || end.Reduces() {
		return false
	}
	cmp := newComparison()
	cmp.outside[o.Result(0)] = cmp.number("product")
	for p := range x.computes() {
		if p != end.Op {
			cmp.outside[p.Result(0)] = cmp.number("product")
		}
	}
	order := shapes.Dims(0, tail.NumAxes())
	want, ok := cmp.key(tail, order)
	if !ok {
		return false
	}
	is, ok := cmp.key(end, order)
	return ok && is == want
}
