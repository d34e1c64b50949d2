package linalg

import (
	"math"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// read is the element that is read: an argument of the body, or one that is extracted.
func (b *body) read(r te.Read) (*ir.Value, error) {
	if err := known(r.Op, r.Tensor().Type()); err != nil {
		return nil, err
	}
	if at, ok := b.nest.reads[r.Op]; ok {
		return b.argument(at), nil
	}
	g := r.Guard()
	if g == nil {
		return b.extract(r), nil
	}
	t := b.signless(r.Result(0).Type().Elem())
	otherwise := b.zero(t)
	if v := r.Else(); v != nil {
		otherwise = b.value(v)
	}
	for _, v := range r.Values() {
		b.value(v) // where it dominates all that comes
	}
	then, other := new(ir.Region), new(ir.Region)
	for _, region := range []*ir.Region{then, other} {
		region.Append(new(ir.Block))
	}
	holds := b.guard(g)
	outer := b.Builder
	b.Builder = ir.NewBuilder(b.Ctx).AtEnd(then.First())
	b.OpWithTypes(b.def("scf.yield"), b.loc, nil, []*ir.Value{b.extract(r)})
	b.Builder = outer
	ir.NewBuilder(b.Ctx).AtEnd(other.First()).OpWithTypes(b.def("scf.yield"), b.loc, nil, []*ir.Value{otherwise})
	o, err := b.Create(&ir.OpState{
		Name: b.Ctx.OpName("scf.if"), Loc: b.loc, Operands: []*ir.Value{holds}, Results: t.Alone(), Regions: []*ir.Region{then, other},
	})
	if err != nil {
		return nil, err
	}
	return o.Result(0), nil
}

func (b *body) zero(t *ir.Type) *ir.Value { return b.number(t, 0) }

// extract reads an element at indices that are computed. Those with a value in them are limited to
// their dimensions.
func (b *body) extract(r te.Read) *ir.Value {
	x, m := r.Tensor(), r.Map()
	if b.scalarConstant(x) != nil {
		return b.scalar(x)
	}
	syms := make([]*ir.Value, m.Syms)
	for i, v := range r.Values() {
		syms[i] = b.asIndex(v)
	}
	operands := []*ir.Value{x}
	for d, e := range m.Results {
		i := b.expr(e, syms)
		if n := x.Type().Shape()[d]; symbolic(e) {
			last := b.index(n - 1)
			if n == ir.Dynamic {
				last = b.op("arith.subi", b.Ctx.Index(), b.op("tensor.dim", b.Ctx.Index(), x, b.index(int64(d))), b.index(1))
			}
			i = b.op("arith.maxsi", i.Type(), b.op("arith.minsi", i.Type(), i, last), b.index(0))
		}
		operands = append(operands, i)
	}
	return b.computed(b.op("tensor.extract", x.Type().Elem(), operands...))
}

// symbolic reports whether there is a value in e.
func symbolic(e *ir.AffineExpr) bool {
	return e.Op == ir.AffineSym || e.LHS != nil && (symbolic(e.LHS) || symbolic(e.RHS))
}

// asIndex is a value that is an index, of any integer type.
func (b *body) asIndex(v *ir.Value) *ir.Value {
	w, from := b.value(v), v.Type().ElemOrSelf()
	switch {
	case w.Type().IsIndex():
		return w
	case from.Signedness() != ir.Unsigned && !from.IsBool():
		return b.op("arith.index_cast", b.Ctx.Index(), w)
	case from.Width() == 64:
		w = b.op("arith.minui", w.Type(), w, b.whole(w.Type(), math.MaxInt64))
	}
	return b.op("arith.index_castui", b.Ctx.Index(), w)
}

// axis is the value of an axis as an index.
func (b *body) axis(i int64) *ir.Value {
	if b.loops[i] == nil {
		at := b.atHead()
		v := at.with("linalg.index", b.Ctx.Index(), "dim", b.Ctx.I64Attr(i))
		if lower := b.nest.axes[i].Lower; lower != 0 {
			v = at.op("arith.addi", v.Type(), v, at.index(lower))
		}
		b.loops[i] = v
	}
	return b.loops[i]
}

// expr is an index expression over axes and values as an index.
func (b *body) expr(e *ir.AffineExpr, syms []*ir.Value) *ir.Value {
	t := b.Ctx.Index()
	switch e.Op {
	case ir.AffineConst:
		return b.index(e.Value)
	case ir.AffineDim:
		return b.axis(e.Value)
	case ir.AffineSym:
		return syms[e.Value]
	}
	if e.Op == ir.AffineAdd {
		return b.addition(e, syms)
	}
	l, r := b.expr(e.LHS, syms), b.expr(e.RHS, syms)
	switch e.Op {
	case ir.AffineMul:
		return b.op("arith.muli", t, l, r)
	case ir.AffineFloorDiv:
		return b.op("arith.floordivsi", t, l, r)
	case ir.AffineCeilDiv:
		return b.op("arith.ceildivsi", t, l, r)
	}
	down := b.op("arith.muli", t, b.op("arith.floordivsi", t, l, r), r)
	return b.op("arith.subi", t, l, down)
}

// addition is a sum, or a difference where a part is subtracted.
func (b *body) addition(e *ir.AffineExpr, syms []*ir.Value) *ir.Value {
	t := b.Ctx.Index()
	for _, p := range [][2]*ir.AffineExpr{{e.LHS, e.RHS}, {e.RHS, e.LHS}} {
		if m := p[1]; m.Op == ir.AffineMul && m.RHS.Op == ir.AffineConst && m.RHS.Value == -1 {
			return b.op("arith.subi", t, b.expr(p[0], syms), b.expr(m.LHS, syms))
		}
	}
	l := b.expr(e.LHS, syms)
	if r := e.RHS; r.Op == ir.AffineConst && r.Value < 0 && r.Value > math.MinInt64 {
		return b.op("arith.subi", t, l, b.index(-r.Value))
	}
	return b.op("arith.addi", t, l, b.expr(e.RHS, syms))
}

// guard is whether all conditions of g hold.
func (b *body) guard(g *ir.IntegerSet) *ir.Value {
	var all *ir.Value
	for i, e := range g.Constraints {
		word := "sge"
		if g.Eq[i] {
			word = "eq"
		}
		holds := b.cmpi(word, b.expr(e, nil), b.index(0))
		if all == nil {
			all = holds
		} else {
			all = b.op("arith.andi", b.Ctx.Bool(), all, holds)
		}
	}
	if all == nil {
		all = b.whole(b.Ctx.Bool(), 1)
	}
	return all
}
