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
		if o := v.Def(); o.Name() == "tg.convert" {
			v = o.Operand(0)
		}
		r := te.Read{Op: v.Def()}
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
	var lb, rb, lc, rc []int64
	for _, axis := range g.order {
		if l, r := slices.Index(sides[0], axis), slices.Index(sides[1], axis); l >= 0 && r >= 0 {
			lb, rb = append(lb, int64(l)), append(rb, int64(r))
		}
	}
	for _, axis := range g.reduced() {
		if l, r := slices.Index(sides[0], axis), slices.Index(sides[1], axis); l >= 0 && r >= 0 {
			lc, rc = append(lc, int64(l)), append(rc, int64(r))
		}
	}
	attrs := g.elementType(x)
	for _, list := range []struct {
		name string
		dims []int64
	}{{"lhs_batching", lb}, {"rhs_batching", rb}, {"lhs_contracting", lc}, {"rhs_contracting", rc}} {
		if list.dims != nil {
			attrs = append(attrs, g.ints(list.name, list.dims))
		}
	}
	return g.try("tg.dot_general", x, nil, attrs...)
}

// activations are the ops that are activations of contractions.
var activations = []string{"tg.relu", "tg.relu6", "tg.sigmoid", "tg.tanh", "tg.gelu", "tg.silu"}

// Epilogue gives a contraction the bias and the activation that the one compute behind it adds and
// applies, and erases the two. It reports whether there was such a compute.
func Epilogue(b *ir.Builder, o *ir.Op) bool {
	if !slices.Contains([]string{"tg.matmul", "tg.dot_general", "tg.conv"}, o.Name()) || o.NumOperands() != 2 || o.Attr("activation") != nil {
		return false
	}
	tail, ok := onlyReader(o)
	if !ok || tail.Result(0).Type() != o.Result(0).Type() {
		return false
	}
	st := &ir.OpState{Name: o.OpName(), Loc: o.Loc(), Operands: o.Operands(), Attrs: slices.Concat(o.Props().Entries(), o.Attrs().Entries())}
	bias, activation, ok := epilogueOf(tail, o.Result(0))
	if !ok {
		return false
	}
	var made *ir.Op // a constant of the body
	if bias != nil {
		if bias.Block() == tail.Body() {
			made = b.Before(tail.Op).Clone(bias.Def(), map[*ir.Value]*ir.Value{})
			bias = made.Result(0)
		}
		st.Operands = append(st.Operands, bias)
	}
	if activation != "" {
		st.SetAttr("activation", b.Ctx.StringAttr(activation))
	}
	if c, err := b.Before(tail.Op).Create(st); err == nil {
		if endsAs(o, tail, c) {
			tail.Result(0).ReplaceAllUsesWith(c.Result(0))
			tail.Erase()
			o.Erase()
			return true
		}
		c.Erase()
	}
	if made != nil {
		made.Erase()
	}
	return false
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
