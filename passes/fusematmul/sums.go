package fusematmul

import (
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// sumKey is equal for matrix products whose sum can be one product.
type sumKey struct {
	lhs, rhs *ir.Type // with extent 0 where they are joined
	props    *ir.Attr
}

// sums makes one product of sums of products: a@b + c@d is [a c] @ [b; d]. It
// adds up in another order than the sum of sums, so that floats round
// differently.
func (f *fuser) sums(b *ir.Block) {
	j := newJoiner(f.run.Builder)
	var roots []*ir.Op
	for o := b.First(); o != nil; o = o.Next() {
		if isSum(o) && f.real(o.Result(0).Type().Elem()) && !feedsSum(o) {
			roots = append(roots, o)
		}
	}
	for _, root := range roots {
		f.sum(j, root)
	}
}

// isSum reports whether o adds two values of one type, without stretching any.
func isSum(o *ir.Op) bool {
	return o.Is(tg.Add) && o.Operand(0).Type() == o.Result(0).Type() && o.Operand(1).Type() == o.Result(0).Type()
}

// feedsSum reports whether o is a part of a larger sum, and nothing else.
func feedsSum(o *ir.Op) bool {
	return o.Result(0).HasOneUse() && isSum(o.Result(0).FirstUse().Owner()) && o.Result(0).FirstUse().Owner().Block() == o.Block()
}

// term is a value that a sum adds up.
type term struct {
	value *ir.Value
	// product is the matrix product that the value is, if it serves nothing else.
	product *ir.Op
}

// termsOf lists what root adds up, from left to right, and the additions, each
// in front of those that it is a part of.
func termsOf(root *ir.Op) (terms []term, adds []*ir.Op) {
	for stack := []*ir.Value{root.Result(0)}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		o := v.Def()
		switch {
		case o == root || o != nil && isSum(o) && v.HasOneUse() && o.Block() == root.Block():
			adds = append(adds, o)
			stack = append(stack, o.Operand(1), o.Operand(0))
		case o.Is(tg.MatMul) && v.HasOneUse() && o.Block() == root.Block() && o.NumOperands() == 2 && o.Attr("activation") == nil &&
			o.Operand(0).Type().IsStatic() && o.Operand(1).Type().IsStatic():
			terms = append(terms, term{v, o})
		default:
			terms = append(terms, term{v, nil})
		}
	}
	return terms, adds
}

// sum makes one product of the largest set of products of one shape that root
// adds up.
func (f *fuser) sum(j *joiner, root *ir.Op) {
	terms, adds := termsOf(root)
	products := f.alike(terms)
	if len(products) < 2 {
		return
	}
	var lhs, rhs []*ir.Value
	before := 0.0
	for _, o := range products {
		lhs, rhs = append(lhs, o.Operand(0)), append(rhs, o.Operand(1))
		before += f.machine.Op(o)
	}
	before += float64(float64(len(products)-1) * f.machine.Op(root))
	first, result := products[0], root.Result(0).Type()
	left, right := lhs[0].Type().Rank()-1, max(0, rhs[0].Type().Rank()-2)
	after := f.joinSeconds(j, lhs, left) + f.joinSeconds(j, rhs, right) +
		f.seconds(tg.MatMul, result, first.Props(), joinedType(f.run.Ctx, lhs, left), joinedType(f.run.Ctx, rhs, right))
	if !(after < before) {
		f.run.Count("num-left", int64(len(products)))
		f.run.Missed(root, "FuseMatmul", "left the sum of %d '%s': as one they would take %.3g us instead of %.3g us",
			len(products), first.Name(), microseconds(after), microseconds(before))
		return
	}
	f.run.Count("num-summed", int64(len(products)))
	f.run.Passed(root, "FuseMatmul", "made one '%s' of the sum of %d: %.3g us instead of %.3g us",
		first.Name(), len(products), microseconds(after), microseconds(before))
	v := f.create(tg.MatMul, root, result, first.Props(), j.join(lhs, left, nil, root), j.join(rhs, right, nil, root))
	member := map[*ir.Op]bool{}
	for _, o := range products {
		member[o] = true
	}
	for _, t := range terms {
		if t.product == nil || !member[t.product] {
			v = f.create(tg.Add, root, result, nil, v, t.value)
		}
	}
	root.Result(0).ReplaceAllUsesWith(v)
	for _, o := range append(adds, products...) {
		f.erase(o)
	}
}

// alike is the largest set of products among terms that agree in all but the
// inner extent; of sets of one size, the one that comes first.
func (f *fuser) alike(terms []term) []*ir.Op {
	sets := map[sumKey][]*ir.Op{}
	var best []*ir.Op
	for _, t := range terms {
		if t.product == nil {
			continue
		}
		lhs, rhs := t.product.Operand(0).Type(), t.product.Operand(1).Type()
		k := sumKey{withExtent(f.run.Ctx, lhs, lhs.Rank()-1, 0), withExtent(f.run.Ctx, rhs, max(0, rhs.Rank()-2), 0), t.product.Props()}
		sets[k] = append(sets[k], t.product)
		if len(sets[k]) > len(best) {
			best = sets[k]
		}
	}
	return best
}
