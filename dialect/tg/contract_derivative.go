package tg

import (
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// Derivatives of contractions: they are linear in each of two operands, and the cotangent of one is
// a contraction of that of the result with the other.

const contractionReads = "of each operand that varies the other one"

var (
	matMulDerivative = autodiff.Rule{
		Reads: contractionReads, Lower: plainContraction, JVP: autodiff.Each, VJP: matMulVJP,
	}
	dotGeneralDerivative = autodiff.Rule{
		Reads: contractionReads, Lower: plainContraction, JVP: autodiff.Each, VJP: dotGeneralVJP,
	}
)

// plainContraction makes an epilogue ops of their own.
func plainContraction(m *autodiff.Maker, o *ir.Op) []*ir.Value {
	a := o.Attr("activation")
	if a == nil && o.NumOperands() == 2 && o.Props().Get("algorithm") == nil {
		return nil
	}
	attrs := slices.DeleteFunc(slices.Clone(o.Props().Entries()), func(n ir.NamedAttr) bool { return n.Name == "activation" || n.Name == "algorithm" })
	t := o.ResultTypes()
	b := m.Builder
	v := b.OpWithTypes(o.Def(), o.Loc(), t, o.Operands()[:2], attrs...).Result(0)
	if o.NumOperands() > 2 {
		v = b.OpWithTypes(Add, o.Loc(), t, []*ir.Value{v, o.Operand(2)}).Result(0)
	}
	if a != nil {
		def, more := activationOp(b.Ctx, a.Text())
		v = b.OpWithTypes(def, o.Loc(), t, []*ir.Value{v}, more...).Result(0)
	}
	return []*ir.Value{v}
}

// labelled is a value with a label for each of its dimensions. Dimensions of several values with
// one label run together.
type labelled struct {
	v      *ir.Value
	labels []int
}

// contracted is the sum of the products of x and y over all labels that both have and the result
// lacks. The result is like a value with the given labels, in its element type; dimensions that
// it has besides, and those that x or y have alone and it lacks, must have extent 1.
func contracted(m *autodiff.Maker, x, y, like labelled) *ir.Value {
	var xBatching, yBatching, xContracting, yContracting []int64
	var order, summed []int // the labels of the product, and those that it lacks
	for d, l := range x.labels {
		at := slices.Index(y.labels, l)
		switch {
		case at < 0:
		case slices.Contains(like.labels, l):
			xBatching, yBatching, order = append(xBatching, int64(d)), append(yBatching, int64(at)), append(order, l)
		default:
			xContracting, yContracting, summed = append(xContracting, int64(d)), append(yContracting, int64(at)), append(summed, l)
		}
	}
	for _, l := range slices.Concat(x.labels, y.labels) {
		if !slices.Contains(order, l) && !slices.Contains(summed, l) {
			order = append(order, l)
		}
	}
	attrs := append(resultElem(m, x.v, y.v, like.v.Type().Elem()),
		intsAttr(m.Ctx, "lhs_batching", xBatching), intsAttr(m.Ctx, "rhs_batching", yBatching),
		intsAttr(m.Ctx, "lhs_contracting", xContracting), intsAttr(m.Ctx, "rhs_contracting", yContracting))
	v := permuted(m, m.Make(DotGeneral, []*ir.Value{x.v, y.v}, attrs...), placesOf(order, like.labels))
	lacks := func(l int) bool { return !slices.Contains(order, l) } // of extent 1, as one that it has besides
	return shapedLike(m, v, like.v, len(order) == len(like.labels) && !slices.ContainsFunc(like.labels, lacks))
}

// placesOf is the permutation that brings labels into an order, those that are not in it to the
// end.
func placesOf(labels, order []int) []int64 {
	var places []int64
	for _, l := range order {
		if at := slices.Index(labels, l); at >= 0 {
			places = append(places, int64(at))
		}
	}
	for at, l := range labels {
		if !slices.Contains(order, l) {
			places = append(places, int64(at))
		}
	}
	return places
}

// resultElem is the attribute of a contraction of x and y for a result of that element type, if it
// takes one.
func resultElem(m *autodiff.Maker, x, y *ir.Value, elem *ir.Type) []ir.NamedAttr {
	if x.Type().Elem() == elem && y.Type().Elem() == elem {
		return nil
	}
	return []ir.NamedAttr{{Name: "element_type", Value: m.Ctx.TypeAttr(elem)}}
}

// permuted is v with its dimensions in another order.
func permuted(m *autodiff.Maker, v *ir.Value, order []int64) *ir.Value {
	if slices.IsSorted(order) {
		return v
	}
	return m.Make(Transpose, []*ir.Value{v}, intsAttr(m.Ctx, "permutation", order))
}

// shapedLike is v in the type and shape of another value, which has as many elements; same says
// that the shapes are equal already.
func shapedLike(m *autodiff.Maker, v, like *ir.Value, same bool) *ir.Value {
	t := like.Type()
	switch {
	case v.Type() == t && same:
		return v
	case same:
		return m.MakeTyped(Cast, t, []*ir.Value{v})
	case t.IsStatic() && v.Type().IsStatic():
		return reshapeTo(m.Builder, m.Loc, v, t)
	}
	extents := m.MakeTyped(ShapeOf, m.Ctx.Tensor([]int64{int64(t.Rank())}, m.Ctx.I64()), []*ir.Value{like})
	return m.MakeTyped(DynamicReshape, t, []*ir.Value{v, extents})
}

// conjugated is v, of complex numbers their conjugates: a cotangent goes through a product by the
// conjugate of the other factor.
func conjugated(m *autodiff.Maker, v *ir.Value) *ir.Value {
	if !v.Type().Elem().IsComplex() {
		return v
	}
	return m.Make(Conj, []*ir.Value{v})
}

// productVJP are the cotangents of the factors of a contraction with the given labels.
func productVJP(m *autodiff.Maker, lhs, rhs, g labelled) []*ir.Value {
	out := make([]*ir.Value, 2)
	if m.Active(0) {
		out[0] = contracted(m, g, labelled{conjugated(m, rhs.v), rhs.labels}, lhs)
	}
	if m.Active(1) {
		out[1] = contracted(m, labelled{conjugated(m, lhs.v), lhs.labels}, g, rhs)
	}
	return out
}

// dotGeneralVJP labels what runs together.
func dotGeneralVJP(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
	lhs, rhs, result := labelled{v: o.Operand(0)}, labelled{v: o.Operand(1)}, labelled{v: g[0]}
	left, right := lhs.v.Type().Rank(), rhs.v.Type().Rank()
	for d := range left {
		lhs.labels = append(lhs.labels, d)
	}
	for d := range right {
		rhs.labels = append(rhs.labels, left+d)
	}
	dims := contractedDims(o.Attr)
	for i, d := range dims.LHSBatch {
		rhs.labels[dims.RHSBatch[i]] = d
		result.labels = append(result.labels, d)
	}
	for i, d := range dims.LHSContract {
		rhs.labels[dims.RHSContract[i]] = d
	}
	for d, l := range lhs.labels {
		if !slices.Contains(dims.LHSBatch, d) && !slices.Contains(dims.LHSContract, d) {
			result.labels = append(result.labels, l)
		}
	}
	for d, l := range rhs.labels {
		if !slices.Contains(dims.RHSBatch, d) && !slices.Contains(dims.RHSContract, d) {
			result.labels = append(result.labels, l)
		}
	}
	return productVJP(m, lhs, rhs, result)
}

// matMulVJP knows of most batch dimensions which operand was repeated along them: its cotangent is
// summed over these by the contraction itself. Where only the run knows, it is summed afterwards.
func matMulVJP(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
	lhs, rhs, result, known := matMulLabels(o, g[0])
	if known {
		return productVJP(m, lhs, rhs, result)
	}
	out := make([]*ir.Value, 2)
	swapped := func(v *ir.Value) *ir.Value { return matrixTransposed(m, conjugated(m, v)) }
	product := func(x, y, like *ir.Value) *ir.Value {
		return unbroadcast(m, m.Make(MatMul, []*ir.Value{x, y}, resultElem(m, x, y, like.Type().Elem())...), like)
	}
	if m.Active(0) {
		out[0] = product(g[0], swapped(rhs.v), lhs.v)
	}
	if m.Active(1) {
		out[1] = product(swapped(lhs.v), g[0], rhs.v)
	}
	return out
}

// matrixTransposed is v with its last two dimensions exchanged.
func matrixTransposed(m *autodiff.Maker, v *ir.Value) *ir.Value {
	order := make([]int64, v.Type().Rank())
	for d := range order {
		order[d] = int64(d)
	}
	n := len(order)
	order[n-2], order[n-1] = order[n-1], order[n-2]
	return permuted(m, v, order)
}

// matMulLabels labels the dimensions of operands and result. One of extent 1 that an operand is
// repeated along has a label of its own; known is false where types do not tell which these are.
func matMulLabels(o *ir.Op, g *ir.Value) (lhs, rhs, result labelled, known bool) {
	lhs, rhs, result, known = labelled{v: o.Operand(0)}, labelled{v: o.Operand(1)}, labelled{v: g}, true
	l, r := lhs.v.Type().Shape(), rhs.v.Type().Shape()
	left, right := max(0, len(l)-2), max(0, len(r)-2)
	batches, own := max(left, right), -1
	for d := range batches {
		// The extent of an operand, 1 for one that lacks the dimension.
		n, k := int64(1), int64(1)
		if at := d - (batches - left); at >= 0 {
			n = l[at]
		}
		if at := d - (batches - right); at >= 0 {
			k = r[at]
		}
		if n == ir.Dynamic && k != 1 || k == ir.Dynamic && n != 1 {
			known = false
		}
		for i, side := range []*labelled{&lhs, &rhs} {
			if d < batches-[]int{left, right}[i] {
				continue
			}
			label := d
			if extent := []int64{n, k}[i]; extent == 1 {
				label = own
				own--
			}
			side.labels = append(side.labels, label)
		}
		result.labels = append(result.labels, d)
	}
	rows, inner, columns := batches, batches+1, batches+2
	if len(l) > 1 {
		lhs.labels, result.labels = append(lhs.labels, rows), append(result.labels, rows)
	}
	lhs.labels, rhs.labels = append(lhs.labels, inner), append(rhs.labels, inner)
	if len(r) > 1 {
		rhs.labels, result.labels = append(rhs.labels, columns), append(result.labels, columns)
	}
	return lhs, rhs, result, known
}
