package expr

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// tensor is what is known of a value: the element at some indices is that of number at the indices
// that at says, or at the same ones for nil.
type tensor struct {
	number Number
	at     []*ir.AffineExpr
	// node, if not nil, is what the element is, over axes that begin at the lower bounds.
	node  *Node
	lower []int64
	// value is the element of a splat constant.
	value *ir.Attr
}

// whole is a computed tensor that later ones may equal.
type whole struct {
	tree   *Tree
	number Number
}

// numbers begins the keys of numbers of tensors, which no node has.
const numbers Kind = 255

// fresh is a number that no tensor has.
func (t *Table) fresh() Number {
	t.count++
	return t.count - 1
}

// Number is the identity of v: equal for values that are seen to have the same elements. Those of
// computes, of constants, and of other ops without effects follow from what they are made of.
func (t *Table) Number(v *ir.Value) Number { return t.identity(t.tensor(v), v.Type().Rank()) }

// Known is the first value that the table has met whose elements v has, and at which of its
// indices, as expressions over those of v; nil for the same ones. It is nil if that is v.
func (t *Table) Known(v *ir.Value) (from *ir.Value, at []*ir.AffineExpr) {
	x := t.tensor(v)
	if from = t.holders[x.number]; from == v {
		return nil, nil
	}
	if at = x.at; at != nil && identical(at, v.Type().Rank()) {
		at = nil
	}
	return from, at
}

// Element is what the elements of v are: those of the tensor of a number, at which indices, as
// expressions over those of v; nil for the same ones.
func (t *Table) Element(v *ir.Value) (n Number, at []*ir.AffineExpr) {
	x := t.tensor(v)
	if at = x.at; at != nil && identical(at, v.Type().Rank()) {
		at = nil
	}
	return x.number, at
}

// set notes what is known of v.
func (t *Table) set(v *ir.Value, x *tensor) {
	t.tensors[v] = x
	if x.at == nil && t.holders[x.number] == nil {
		t.holders[x.number] = v
	}
}

// Equate makes v, of which nothing is known yet, the same tensor as w, which may be a value of
// another function: arguments of two functions that correspond to each other.
func (t *Table) Equate(v, w *ir.Value) { t.tensors[v] = t.tensor(w) }

// identity is a number for the tensor itself, where that is another one at other indices.
func (t *Table) identity(x *tensor, rank int) Number {
	if x.at == nil || identical(x.at, rank) {
		return x.number
	}
	at := t.attr(t.ctx.AffineMapAttr(&ir.AffineMap{Dims: maxAxes, Results: x.at}))
	t.key(numbers)
	t.put(1, int32(x.number), int32(rank), at)
	return t.intern()
}

// identical reports whether expressions are the dimensions themselves.
func identical(at []*ir.AffineExpr, rank int) bool {
	if len(at) != rank {
		return false
	}
	for i, e := range at {
		if e.Op != ir.AffineDim || e.Value != int64(i) {
			return false
		}
	}
	return true
}

func (t *Table) intern() Number {
	n, known := t.numbers[string(t.buf)]
	if !known {
		n = t.fresh()
		t.numbers[string(t.buf)] = n
	}
	return n
}

// tensor is what is known of v, and of all that it is made of.
func (t *Table) tensor(v *ir.Value) *tensor {
	if known := t.tensors[v]; known != nil {
		return known
	}
	t.prepare(v)
	return t.tensors[v]
}

// prepare makes known what v is made of, and v. It keeps a stack of its own, since chains of ops
// may be long.
func (t *Table) prepare(v *ir.Value) {
	open := map[*ir.Op]bool{}
	stack := []*ir.Value{v}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		o := v.Def()
		switch {
		case t.tensors[v] != nil:
			stack = stack[:len(stack)-1]
		case o == nil || !v.Type().IsRankedTensor():
			t.set(v, &tensor{number: t.fresh()})
		case open[o]:
			t.define(o)
		default:
			open[o] = true
			if o.Has(ir.ConstantLike) {
				continue
			}
			for _, w := range used(o) {
				// What an op of a graph region uses may be made of its results.
				if t.tensors[w] == nil && (w.Def() == nil || !open[w.Def()]) {
					stack = append(stack, w)
				}
			}
		}
	}
}

// used are the values that o and its regions use, which are defined outside of it.
func used(o *ir.Op) []*ir.Value {
	values := o.Operands()
	if o.NumRegions() == 0 {
		return values
	}
	seen := map[*ir.Value]bool{}
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		for _, v := range p.Operands() {
			if !seen[v] && p != o && !definedIn(v, o) {
				seen[v] = true
				values = append(values, v)
			}
		}
		return ir.Advance
	})
	return values
}

// definedIn reports whether v is defined in a region of o.
func definedIn(v *ir.Value, o *ir.Op) bool {
	b := v.Block()
	if d := v.Def(); d != nil {
		b = d.Block()
	}
	for b != nil && b.Region() != nil {
		p := b.Region().Parent()
		if p == o {
			return true
		}
		if p == nil {
			return false
		}
		b = p.Block()
	}
	return false
}

// define makes the results of o known, whose operands are.
func (t *Table) define(o *ir.Op) {
	if c, ok := te.AsCompute(o); ok && t.compute(c) {
		return
	}
	defer func() {
		for _, v := range o.Results() {
			if t.tensors[v] == nil {
				t.set(v, &tensor{number: t.fresh()})
			}
		}
	}()
	if !t.classes.Plain(o) {
		return
	}
	class, captured := t.classes.Shape(o)
	made := []int32{int32(class)}
	for _, v := range slices.Concat(o.Operands(), captured) {
		x := t.tensors[v]
		if x == nil {
			return
		}
		rank := 0
		if v.Type().IsRankedTensor() {
			rank = v.Type().Rank()
		}
		made = append(made, int32(t.identity(x, rank)))
	}
	if o.Has(ir.Commutative) && o.NumOperands() >= 2 && made[1] > made[2] {
		made[1], made[2] = made[2], made[1]
	}
	for i, v := range o.Results() {
		t.key(numbers)
		t.put(2, int32(i))
		t.put(made...)
		x := &tensor{number: t.intern()}
		if i == 0 && o.Has(ir.ConstantLike) {
			x.value = splat(o)
		}
		t.set(v, x)
	}
}

// splat is the element of a constant that has it everywhere; nil for others.
func splat(o *ir.Op) *ir.Attr {
	a := o.Attr("value")
	if a == nil || !a.Is(ir.DenseAttr) || !a.Type().IsRankedTensor() || a.Raw() == nil {
		return nil
	}
	c := o.Context()
	scalar := c.Tensor(nil, a.Type().Elem())
	switch {
	case a.Type() == scalar && !a.IsSplat():
		return a
	case a.IsSplat():
		return c.Dense(scalar, a.Raw())
	}
	return nil
}

// compute makes the results of a compute known; false where no trees are made of it.
func (t *Table) compute(c te.Compute) bool {
	if !fits(c) {
		return false
	}
	b := t.Body(c)
	axes := c.Axes()
	lower := make([]int64, len(axes))
	for i, a := range axes {
		lower[i] = a.Lower
	}
	for i, v := range c.Results() {
		tree := b.Result(i)
		x := t.find(tree, lower)
		if c.IsInjective() && int(tree.Root.size) <= t.opt.Inline {
			x.node, x.lower = tree.Root, lower
		}
		t.set(v, x)
	}
	return true
}

// find is the tensor that a tree makes, which may be one that is known.
func (t *Table) find(tree *Tree, lower []int64) *tensor {
	if n := tree.Root; n.Kind == Read && n.Guard == nil && n.Map.Syms == 0 {
		if at, ok := (Substitution(n.Map.Results)).over(tree, lower); ok {
			return &tensor{number: n.Tensor, at: at}
		}
	}
	key := tree.Key()
	for w := range t.wholes.Of(key) {
		if s, ok := Match(w.tree, tree); ok {
			if at, ok := s.indices(w.tree, tree, lower); ok {
				return &tensor{number: w.number, at: at}
			}
		}
	}
	x := &tensor{number: t.fresh()}
	t.wholes.Add(key, &whole{tree, x.number})
	return x
}

// indices are those of the tensor that s makes, of indices of the one that t makes.
func (sub Substitution) indices(s, t *Tree, lower []int64) (at []*ir.AffineExpr, ok bool) {
	var from Substitution
	for i, a := range s.Axes[:len(s.Axes)-s.Bound] {
		e := affine.Const(0) // what s does not depend on may be anywhere
		if sub[i] != nil {
			e = affine.Sub(sub[i], affine.Const(a.Lower))
		}
		from = append(from, e)
	}
	return from.over(t, lower)
}

// over has the indices of a tensor in the place of its axes, which begin at the lower bounds.
func (sub Substitution) over(t *Tree, lower []int64) (at []*ir.AffineExpr, ok bool) {
	dims := make([]*ir.AffineExpr, len(lower))
	for i, n := range lower {
		dims[i] = affine.Add(affine.Dim(i), affine.Const(n))
	}
	at, space := make([]*ir.AffineExpr, len(sub)), indexSpace(t)
	for i, e := range sub {
		if at[i], ok = space.Simplify(affine.Substitute(e, dims, nil)); !ok {
			return nil, false
		}
	}
	return at, true
}

// indexSpace is the space of the indices of the tensor that t makes.
func indexSpace(t *Tree) affine.Space {
	var s affine.Space
	for _, a := range t.Axes[:len(t.Axes)-t.Bound] {
		s.Dims = append(s.Dims, affine.Below(a.Extent))
	}
	return s
}
