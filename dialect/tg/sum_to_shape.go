package tg

import (
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// The gradient of a broadcast: what was repeated gets the sum of the gradients of all places that
// it was repeated to.

// SumToShape sums g, the gradient of a value that a tensor of type to was broadcast to as operands
// of elementwise ops are, along the dimensions in which that tensor was stretched. The result is of
// type to, which must be static; where the shapes are equal, it is g itself.
//
// The dimensions of g are merged first (shapes.Stretching), so that a few cases serve all shapes:
// g is reshaped to runs of dimensions, summed along some of them, and reshaped. The bits are those
// of a sum along the dimensions themselves. Where the shape of g is not static, SumToLike says what
// happens.
func SumToShape(b *ir.Builder, loc ir.Loc, g *ir.Value, to *ir.Type) *ir.Value {
	if !g.Type().IsStatic() {
		s := sumTo{b: b, loc: loc, g: g, to: to}
		return s.dynamic()
	}
	s := shapes.StretchingOf(to.Shape(), g.Type().Shape())
	v := g
	if len(s.Dims) > 0 {
		v = sumAlong(b, loc, reshapeTo(b, loc, g, b.Ctx.WithShape(to, s.Extents)), s.Dims)
	}
	return reshapeTo(b, loc, v, to)
}

// SumToLike is SumToShape for the type, and the shape at run time, of a value. Where an extent of
// either is not known, neither is whether the dimension was stretched: it becomes two, one of which
// has extent 1 at run time. That, too, makes no difference to the bits.
func SumToLike(b *ir.Builder, loc ir.Loc, g, like *ir.Value) *ir.Value {
	to := like.Type()
	switch {
	case g == like:
		return g
	case g.Type().IsStatic() && to.IsStatic():
		return SumToShape(b, loc, g, to)
	}
	s := sumTo{b: b, loc: loc, g: g, to: to, like: like}
	return s.dynamic()
}

// reshapeTo is v in the shape of a static type of its element type.
func reshapeTo(b *ir.Builder, loc ir.Loc, v *ir.Value, t *ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return b.OpWithTypes(Reshape, loc, types(t), []*ir.Value{v}).Result(0)
}

func sumAlong(b *ir.Builder, loc ir.Loc, v *ir.Value, dims []int64) *ir.Value {
	kind := ir.NamedAttr{Name: "kind", Value: b.Ctx.StringAttr("sum")}
	return b.Op(Reduce, loc, []*ir.Value{v}, kind, intsAttr(b.Ctx, "dims", dims)).Result(0)
}

// sumTo sums where some extents are known to the run only. Extents that it computes are of type
// tensor<i64>.
type sumTo struct {
	b        *ir.Builder
	loc      ir.Loc
	g, like  *ir.Value
	to       *ir.Type
	pieces   []sumPiece
	parted   bool // a dimension has become two
	one      *ir.Value
	extentOf *ir.Type
}

// sumPiece is a run of dimensions of g: its extent is the product of factors, those that are known
// and others.
type sumPiece struct {
	stretched bool
	known     int64
	factors   []*ir.Value
}

func (s *sumTo) dynamic() *ir.Value {
	s.extentOf = s.b.Ctx.Tensor(nil, s.b.Ctx.I64())
	own, to := s.g.Type().Shape(), s.to.Shape()
	for d, n := range own {
		at := d - (len(own) - len(to))
		switch {
		case n == 1:
		case at >= 0 && to[at] != 1 && to[at] != ir.Dynamic:
			s.piece(false, to[at], nil)
		case n != ir.Dynamic && (at < 0 || to[at] == 1):
			s.piece(true, n, nil)
		case at < 0 || to[at] == 1:
			s.piece(true, n, s.dim(s.g, d))
		default:
			s.either(d, at)
		}
	}
	v := s.g
	if dims := s.stretched(); len(dims) > 0 {
		v = sumAlong(s.b, s.loc, s.split(), dims)
	}
	switch {
	case v.Type() == s.to && s.to.IsStatic():
		return v
	case s.to.IsStatic():
		return reshapeTo(s.b, s.loc, v, s.to)
	}
	list := s.b.Ctx.Tensor([]int64{int64(len(to))}, s.b.Ctx.I64())
	shape := s.b.OpWithTypes(ShapeOf, s.loc, types(list), []*ir.Value{s.like}).Result(0)
	return s.b.OpWithTypes(DynamicReshape, s.loc, types(s.to), []*ir.Value{v, shape}).Result(0)
}

// either makes two dimensions of dimension d of g, of which that of the operand is not known: its
// own extent, and 1, or else 1 and the extent that it was stretched to.
func (s *sumTo) either(d, at int) {
	kept := s.dim(s.like, at)
	s.parted = true
	if s.one == nil {
		s.one = s.constant(s.extentOf, 1)
	}
	equal := ir.NamedAttr{Name: "direction", Value: s.b.Ctx.StringAttr("eq")}
	repeated := s.b.Op(Compare, s.loc, []*ir.Value{kept, s.one}, equal).Result(0)
	stretched := s.b.Op(Select, s.loc, []*ir.Value{repeated, s.dim(s.g, d), s.one}).Result(0)
	// The order makes no difference, and this one makes fewer pieces.
	first := len(s.pieces) > 0 && s.pieces[len(s.pieces)-1].stretched
	for _, is := range []bool{first, !first} {
		s.piece(is, ir.Dynamic, map[bool]*ir.Value{false: kept, true: stretched}[is])
	}
}

// piece adds a dimension of extent n, which is the value v where n is not known, to the last run or
// to a new one.
func (s *sumTo) piece(stretched bool, n int64, v *ir.Value) {
	last := len(s.pieces) - 1
	if last < 0 || s.pieces[last].stretched != stretched {
		s.pieces = append(s.pieces, sumPiece{stretched: stretched, known: 1})
		last++
	}
	p := &s.pieces[last]
	if n != ir.Dynamic {
		if product, fits := shapes.Count([]int64{p.known, n}); fits {
			p.known = product
			return
		}
		v = s.constant(s.extentOf, n)
	}
	p.factors = append(p.factors, v)
}

// stretched are the numbers of the runs that are summed.
func (s *sumTo) stretched() []int64 {
	var dims []int64
	for i := range s.pieces {
		if s.pieces[i].stretched {
			dims = append(dims, int64(i))
		}
	}
	return dims
}

// split is g in the extents of the runs.
func (s *sumTo) split() *ir.Value {
	if !s.parted && len(s.pieces) == s.g.Type().Rank() {
		return s.g
	}
	extents := make([]int64, len(s.pieces))
	single := s.b.Ctx.Tensor([]int64{1}, s.b.Ctx.I64())
	list := make([]*ir.Value, len(s.pieces))
	for i := range s.pieces {
		p := &s.pieces[i]
		extents[i] = p.known
		if len(p.factors) > 0 {
			extents[i] = ir.Dynamic
		}
		if p.known != 1 || len(p.factors) == 0 {
			p.factors = append(p.factors, s.constant(s.extentOf, p.known))
		}
		product := p.factors[0]
		for _, v := range p.factors[1:] {
			product = s.b.Op(Mul, s.loc, []*ir.Value{product, v}).Result(0)
		}
		list[i] = reshapeTo(s.b, s.loc, product, single)
	}
	t := s.b.Ctx.WithShape(s.to, extents)
	shape := list[0]
	if len(list) > 1 {
		shape = s.b.Op(Concat, s.loc, list, ir.NamedAttr{Name: "dim", Value: s.b.Ctx.I64Attr(0)}).Result(0)
	}
	return s.b.OpWithTypes(DynamicReshape, s.loc, types(t), []*ir.Value{s.g, shape}).Result(0)
}

// dim is an extent of v as a value.
func (s *sumTo) dim(v *ir.Value, d int) *ir.Value {
	if n := v.Type().Shape()[d]; n != ir.Dynamic {
		return s.constant(s.extentOf, n)
	}
	return s.b.OpWithTypes(Dim, s.loc, types(s.extentOf), []*ir.Value{v}, ir.NamedAttr{Name: "dim", Value: s.b.Ctx.I64Attr(int64(d))}).Result(0)
}

func (s *sumTo) constant(t *ir.Type, n int64) *ir.Value {
	value := s.b.Ctx.Dense(t, s.b.Ctx.IntArray(t.Elem(), []int64{n}).Raw())
	return s.b.OpWithTypes(Constant, s.loc, types(t), nil, ir.NamedAttr{Name: "value", Value: value}).Result(0)
}
