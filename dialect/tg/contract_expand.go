package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// What contractions are at the index level: chains of fused steps over the inner axes, and then the
// bias and the activation, element by element.

// dotProduct is a contraction: where the elements are that an element of the result is made of.
type dotProduct struct {
	inner      []int64 // extents of the axes of the chain, which come behind those of the result
	left       []index
	where      affine.Guard // the left operand is zero elsewhere
	right      []index
	outside    bool // the left operand is zero everywhere
	activation *ir.Attr
}

// expandProduct makes the computes of a contraction.
func expandProduct(m *te.Maker, o *ir.Op, x []value, p dotProduct) []value {
	t := o.Result(0).Type()
	if _, fits := shapes.Count(slices.Concat(t.Shape(), p.inner)); !fits {
		return m.Refuse("it goes over more elements than a number of 64 bits can tell")
	}
	lhs, rhs, out := x[0].Type().Elem(), x[1].Type().Elem(), t.Elem()
	complex := out.IsComplex()
	if complex {
		lhs, rhs, out = lhs.Elem(), rhs.Elem(), out.Elem()
	}
	factor := factorElem(m.Ctx, lhs, rhs, out)
	if factor == nil {
		return m.Refuse("products of '%s' and '%s' cannot be summed as '%s'", lhs, rhs, out)
	}
	p.activation = o.Attr("activation")
	s := te.Shape{Axes: te.Axes(t.Shape()), Reduced: te.ReducedAxes(p.inner), Combiner: te.Dot, Elems: []*ir.Type{out}}
	if complex {
		return p.complex(m, o, x, s, factor)
	}
	product := m.Compute(s, func(b *te.Body) []value {
		l, r := p.factors(b, x, s)
		return []value{as(b, l, factor), as(b, r, factor)}
	})
	return p.epilogue(m, o, x, product)
}

// factors are the elements that a step multiplies.
func (p dotProduct) factors(b *te.Body, x []value, s te.Shape) (l, r value) {
	if p.outside {
		elem := x[0].Type().Elem()
		return constantElement(b, elem, numberBytes(b.Ctx, elem, 0)), b.At(x[1], p.right)
	}
	return b.AtWhere(x[0], p.left, p.where, nil), b.At(x[1], p.right)
}

// factorElem is the type of factors whose products are summed as out: that of the operands if they
// have one, else the type of the sum; nil where there is no such sum.
func factorElem(c *ir.Context, lhs, rhs, out *ir.Type) *ir.Type {
	float := lhs.IsFloat() || rhs.IsFloat()
	switch {
	case out.IsBool() && (!lhs.IsBool() || !rhs.IsBool()) || float && !out.IsFloat():
		return nil
	case lhs == rhs && (float || lhs == out):
		return lhs
	case !out.IsFloat() && lhs == rhs && lhs.IsInteger() && !lhs.IsBool() && out.IsInteger():
		return lhs
	case !out.IsFloat():
		return out
	case slices.Contains([]*ir.Type{lhs, rhs, out}, c.F64()):
		return c.F64()
	}
	return c.F32()
}

// complex makes the parts of a contraction of complex numbers: chains of twice the length, in which
// a step for the real part of the left factor is followed by one for the imaginary part.
func (p dotProduct) complex(m *te.Maker, o *ir.Op, x []value, s te.Shape, factor *ir.Type) []value {
	last := len(s.Axes) + len(s.Reduced)
	s.Reduced = te.ReducedAxes(append(slices.Clone(p.inner), 2))
	isReal := affine.Guard{affine.Equals(affine.Dim(last), affine.Const(0))}
	part := func(crossed bool) value {
		return m.Compute(s, func(b *te.Body) []value {
			l, r := p.factors(b, x, s)
			first := b.Where(isReal)
			l = b.Op("tg.select", []value{first, b.Op("tg.real", []value{l}), b.Op("tg.imag", []value{l})})
			re, im := b.Op("tg.real", []value{r}), b.Op("tg.imag", []value{r})
			if crossed {
				re, im = im, re
			} else {
				im = b.Op("tg.neg", []value{im})
			}
			r = b.Op("tg.select", []value{first, re, im})
			return []value{as(b, l, factor), as(b, r, factor)}
		})[0]
	}
	re, im := part(false), part(true)
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		at := axes(0, len(s.Axes))
		return []value{b.Op("tg.complex", []value{b.At(re, at), b.At(im, at)})}
	})
}

// epilogue adds the bias and applies the activation.
func (p dotProduct) epilogue(m *te.Maker, o *ir.Op, x, product []value) []value {
	if len(x) < 3 && p.activation == nil {
		return product
	}
	rank := o.Result(0).Type().Rank()
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		v := b.At(product[0], axes(0, rank))
		if len(x) > 2 {
			v = b.Op("tg.add", []value{v, b.At(x[2], te.Broadcast(x[2].Type().Shape(), rank))})
		}
		if p.activation != nil {
			def, attrs := activationOp(b.Ctx, p.activation.Text())
			v = b.Op(def.Name(), []value{v}, attrs...)
		}
		return []value{v}
	})
}

var expandDotGeneral = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	rank := o.Result(0).Type().Rank()
	var p dotProduct
	next := 0 // axis of the result behind those of batches
	sides := [2][]index{}
	for i, side := range []string{"lhs", "rhs"} {
		shape := x[i].Type().Shape()
		sides[i] = make([]index, len(shape))
		batching, contracting := o.Attr(side+"_batching").Ints(), o.Attr(side+"_contracting").Ints()
		next = max(next, len(batching))
		for k, d := range batching {
			sides[i][d] = affine.Dim(k)
		}
		for k, d := range contracting {
			sides[i][d] = affine.Dim(rank + k)
			if i == 0 {
				p.inner = append(p.inner, shape[d])
			}
		}
		for d := range shape {
			if sides[i][d] == nil {
				sides[i][d] = affine.Dim(next)
				next++
			}
		}
	}
	p.left, p.right = sides[0], sides[1]
	return expandProduct(m, o, x, p)
}}

var expandMatMul = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	rank := o.Result(0).Type().Rank()
	l, r := x[0].Type().Shape(), x[1].Type().Shape()
	p := dotProduct{inner: l[len(l)-1:]}
	k := affine.Dim(rank)
	rows, cols := min(1, len(l)-1), min(1, len(r)-1) // of the result
	batches := rank - rows - cols
	p.left = te.Broadcast(l[:max(0, len(l)-2)], batches)
	if rows > 0 {
		p.left = append(p.left, affine.Dim(batches))
	}
	p.left = append(p.left, k)
	p.right = append(te.Broadcast(r[:max(0, len(r)-2)], batches), k)
	if cols > 0 {
		p.right = append(p.right, affine.Dim(batches+rows))
	}
	return expandProduct(m, o, x, p)
}}

var expandConv = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	if o.Attr("algorithm") != nil {
		return m.Refuse("its algorithm rounds otherwise than a convolution does")
	}
	d, w := convOf(o.Attr)
	in, kernel, out := x[0].Type().Shape(), x[1].Type().Shape(), o.Result(0).Type().Shape()
	rank, spatial := len(out), len(d.KernelSpatial)
	p := dotProduct{left: make([]index, rank), right: make([]index, rank)}
	for i, dim := range d.KernelSpatial {
		p.inner = append(p.inner, kernel[dim])
		p.right[dim] = affine.Dim(rank + i)
		tap := affine.Dim(rank + i)
		if w.Reversal[i] {
			tap = affine.Sub(affine.Const(kernel[dim]-1), tap)
		}
		if p.outside = p.outside || in[d.InputSpatial[i]] == 0; p.outside {
			continue
		}
		window := slidingWindow{
			input: in[d.InputSpatial[i]], stride: int64(w.Strides[i]), inputDilation: int64(w.InputDilation[i]), windowDilation: int64(w.KernelDilation[i]),
			low: int64(w.Padding[i][0]),
		}
		var g affine.Guard
		p.left[d.InputSpatial[i]], g = window.over(affine.Dim(d.OutputSpatial[i]), tap)
		p.where = append(p.where, g...)
	}
	features := kernel[d.KernelInput]
	p.inner = append(p.inner, features)
	image, feature, output := affine.Dim(d.OutputBatch), affine.Dim(rank+spatial), affine.Dim(d.OutputFeature)
	p.right[d.KernelInput], p.right[d.KernelOutput] = feature, output
	groups := int64(w.FeatureGroups * w.BatchGroups)
	if outputs := kernel[d.KernelOutput] / groups; groups > 1 && outputs > 0 {
		group := affine.FloorDiv(output, outputs)
		if w.BatchGroups > 1 {
			image = affine.Add(affine.Mul(group, out[d.OutputBatch]), image)
		} else {
			feature = affine.Add(affine.Mul(group, features), feature)
		}
	}
	p.left[d.InputBatch], p.left[d.InputFeature] = image, feature
	return expandProduct(m, o, x, p)
}}
