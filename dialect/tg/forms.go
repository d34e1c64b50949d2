package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// With which attributes enumerations of small programs try ops (opgen.FormsOf). They are few: what
// an op does along one dimension it does along others, and a rule that is found for one extent is
// tried on others.

type forms = []opgen.Form

// alone are forms without stated types.
func alone(list ...opgen.Attrs) forms {
	var f forms
	for _, a := range list {
		f = append(f, opgen.Form{Attrs: a})
	}
	return f
}

// transposeForms are all orders of up to three dimensions, and of four those between features first
// and features last, and of the last two.
var transposeForms = opgen.Forms{Of: func(c *ir.Context, in []*ir.Type) (list forms) {
	var orders [][]int64
	switch in[0].Rank() {
	case 2:
		orders = [][]int64{{1, 0}}
	case 3:
		orders = [][]int64{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	case 4:
		orders = [][]int64{{0, 1, 3, 2}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 0, 2, 3}}
	}
	for _, p := range orders {
		list = append(list, alone(opgen.Attrs{"permutation": c.I64Array(p)})...)
	}
	return list
}}

// concatForms put two operands behind each other along each dimension in turn.
var concatForms = opgen.Forms{Operands: 2, Of: func(c *ir.Context, in []*ir.Type) (list forms) {
	for d := range in[0].Rank() {
		list = append(list, alone(opgen.Attrs{"dim": c.I64Attr(int64(d))})...)
	}
	return list
}}

// dotGeneralForms contract one dimension of matrices.
var dotGeneralForms = opgen.Forms{Of: func(c *ir.Context, in []*ir.Type) (list forms) {
	if in[0].Rank() != 2 || in[1].Rank() != 2 {
		return nil
	}
	for _, dims := range [][2]int64{{1, 0}, {1, 1}, {0, 0}, {0, 1}} {
		list = append(list, alone(opgen.Attrs{"lhs_contracting": c.I64Array(dims[:1]), "rhs_contracting": c.I64Array(dims[1:])})...)
	}
	return list
}}

// matMulForms are products of matrices, or of a few of them, with and without relu. Where one
// number is contracted, it is a product of elements, about which there is nothing to be found.
var matMulForms = opgen.Forms{Of: func(c *ir.Context, in []*ir.Type) forms {
	if r := in[0].Rank(); r < 2 || r > 3 || in[0].Shape()[r-1] == 1 {
		return nil
	}
	return alone(nil, opgen.Attrs{"activation": c.StringAttr("relu")})
}}

// convForms are convolutions of images with features first by kernels of up to 3x3 positions, which
// keep the size or not, by one step or two, with and without relu. A larger kernel is an image.
var convForms = opgen.Forms{Of: func(c *ir.Context, in []*ir.Type) (list forms) {
	if in[0].Rank() != 4 || in[1].Rank() != 4 {
		return nil
	}
	h, w := in[1].Shape()[2]-1, in[1].Shape()[3]-1
	if max(h, w) > 2 {
		return nil
	}
	paddings := [][]int64{{h / 2, h - h/2, w / 2, w - w/2}}
	if image := in[0].Shape(); (h > 0 || w > 0) && image[2] > h+1 && image[3] > w+1 { // else there is one position, where all strides are the same
		paddings = append(paddings, []int64{0, 0, 0, 0})
	}
	for _, step := range []int64{1, 2} {
		for _, pads := range paddings {
			for _, activation := range []string{"", "relu"} {
				a := opgen.Attrs{"layout": c.StringAttr("nchw x oihw -> nchw"), "strides": c.I64Array([]int64{step, step}), "pads": c.I64Array(pads)}
				if activation != "" {
					a["activation"] = c.StringAttr(activation)
				}
				list = append(list, opgen.Form{Attrs: a})
			}
		}
	}
	return list
}}

// reduceForms are sums and greatest elements along one dimension.
var reduceForms = opgen.Forms{Operands: 1, Of: func(c *ir.Context, in []*ir.Type) (list forms) {
	for _, kind := range []string{"sum", "max"} {
		for d := range in[0].Rank() {
			list = append(list, alone(opgen.Attrs{"kind": c.StringAttr(kind), "dims": c.I64Array([]int64{int64(d)})})...)
		}
	}
	return list
}}

// reduceWindowForms are pools of 3x3 positions that keep the size of images.
var reduceWindowForms = opgen.Forms{Operands: 1, Of: func(c *ir.Context, in []*ir.Type) (list forms) {
	if in[0].Rank() != 4 {
		return nil
	}
	for _, kind := range []string{"max", "mean"} {
		list = append(list, alone(opgen.Attrs{"kind": c.StringAttr(kind), "window": c.I64Array([]int64{1, 1, 3, 3}), "pads": c.I64Array([]int64{0, 0, 0, 0, 1, 1, 1, 1})})...)
	}
	return list
}}

// sliceForms are the two halves along each dimension of an even extent.
var sliceForms = opgen.Forms{Of: func(c *ir.Context, in []*ir.Type) (list forms) {
	shape := in[0].Shape()
	for d, n := range shape {
		if n < 2 || n%2 != 0 {
			continue
		}
		for half := range int64(2) {
			starts, limits := make([]int64, len(shape)), slices.Clone(shape)
			starts[d], limits[d] = half*n/2, (half+1)*n/2
			list = append(list, alone(opgen.Attrs{"starts": c.I64Array(starts), "limits": c.I64Array(limits), "strides": c.I64Array(slices.Repeat([]int64{1}, len(shape)))})...)
		}
	}
	return list
}}

// splitForms cut into halves along each dimension of an even extent.
var splitForms = opgen.Each(func(c *ir.Context, t *ir.Type, dim int) opgen.Attrs {
	n := t.Shape()[dim]
	if n < 2 || n%2 != 0 {
		return nil
	}
	return opgen.Attrs{"dim": c.I64Attr(int64(dim)), "sizes": c.I64Array([]int64{n / 2, n / 2})}
})

// padForms put one element behind each dimension.
var padForms = opgen.Each(func(c *ir.Context, t *ir.Type, dim int) opgen.Attrs {
	low, high := make([]int64, t.Rank()), make([]int64, t.Rank())
	high[dim] = 1
	return opgen.Attrs{"low": c.I64Array(low), "high": c.I64Array(high)}
})

// reverseForms turn one dimension around.
var reverseForms = opgen.Each(func(c *ir.Context, _ *ir.Type, dim int) opgen.Attrs {
	return opgen.Attrs{"dims": c.I64Array([]int64{int64(dim)})}
})

// cumulateForms are running sums along each dimension.
var cumulateForms = opgen.Each(func(c *ir.Context, _ *ir.Type, dim int) opgen.Attrs {
	return opgen.Attrs{"kind": c.StringAttr("sum"), "dim": c.I64Attr(int64(dim))}
})

// reshapeForms put all elements into one dimension.
var reshapeForms = opgen.Forms{Of: func(c *ir.Context, in []*ir.Type) forms {
	n, ok := in[0].NumElements()
	if !ok || in[0].Rank() < 2 {
		return nil
	}
	return forms{{Results: types(c.Tensor([]int64{n}, in[0].Elem())), Type: "tensor([elements(?x)], elem(?x))"}}
}}

// broadcastForms repeat an operand twice along a new first dimension.
var broadcastForms = opgen.Forms{Of: func(c *ir.Context, in []*ir.Type) forms {
	rank := in[0].Rank()
	dims := make([]int64, rank)
	for i := range dims {
		dims[i] = int64(i) + 1
	}
	return forms{{
		Attrs:   opgen.Attrs{"dims": c.I64Array(dims)},
		Results: types(c.Tensor(append([]int64{2}, in[0].Shape()...), in[0].Elem())),
		Type:    "tensor(insert(shape(?x), 0, 2), elem(?x))",
	}}
}}

// convertForms are conversions to some types of every kind.
var convertForms = opgen.Forms{Of: func(c *ir.Context, in []*ir.Type) (list forms) {
	for _, elem := range []*ir.Type{c.F32(), c.F64(), c.Float("f16"), c.I32(), c.Int(8, ir.Signless), c.Bool()} {
		if elem != in[0].Elem() {
			list = append(list, opgen.Form{Results: types(c.WithElem(in[0], elem)), Type: fmt.Sprintf("tensor(shape(?x), %v)", elem)})
		}
	}
	return list
}}
